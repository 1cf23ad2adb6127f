"""What play asks of an engine: the interpreter answers it, and so may any other back end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeAlias

from cardavia_spec.core.faults import Refusal
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Move, State, Step
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import Value

Supply: TypeAlias = Callable[[frozenset[int], int], frozenset[int]]
"""Which n cards of a zone (its cards, n) a draw takes."""


class Family(Protocol):
    """The legal moves of one state, in canonical order; never listed unless asked for."""

    def count(self) -> int:
        """Return how many moves there are, however many."""

    def by_rule(self) -> Mapping[str, int]:
        """Return how many moves there are of each rule that has any."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Move]: ...

    def __contains__(self, move: object, /) -> bool: ...

    def __getitem__(self, index: int, /) -> Move: ...

    def sample(self, rng: Random, /) -> Move:
        """Return one move, each as likely; takes one draw."""


class Engine(Protocol):
    """The rules of one spec, ready to run; every method is a pure function."""

    @property
    def spec(self) -> Spec:
        """The spec itself."""

    def new_match(self, options: Mapping[str, Value], /) -> State:
        """Return the state before the first deal; options left out have their defaults."""

    def deal_steps(self, state: State, supply: Supply, /) -> tuple[Step, ...]:
        """Return the steps of a new deal: DEAL and the events that apply at once."""

    def move_steps(self, state: State, move: Move, supply: Supply, /) -> tuple[Step, ...]:
        """Return the steps of a legal move: MOVE and the events that follow."""

    def moves(self, state: State, /) -> Family:
        """Return the legal moves; none when the deal is over."""

    def require_moves(self, state: State, /) -> Family:
        """Return the legal moves of a deal that goes on; obliged: there is one."""

    def check(self, state: State, move: Move, /) -> Refusal | None:
        """Return why a move is not legal, or None when it is."""

    def cards_of(self, state: State, move: Move, /) -> frozenset[int]:
        """Return the cards that stand for a move in a trace."""

    def evaluate(
        self,
        expr: Expr,
        state: State,
        /,
        before: State | None = None,
        env: Mapping[str, Value] | None = None,
    ) -> Value:
        """Return the value of an expression in a state; `me` is whose turn it is."""

    def after_deal(self, state: State, /) -> Step:
        """Return the step that scores a deal which has ended."""

    def match_over(self, state: State, /) -> bool:
        """Tell whether the match is over, in the state after `after_deal`."""

    def winners(self, state: State, /) -> frozenset[int] | None:
        """Return the seats or teams that have won the match, None where the spec names none."""

    def result(self, state: State, /) -> Mapping[str, Json]:
        """Return the result of a deal that has ended, as a trace writes it."""

    def match_result(self, state: State, /) -> Mapping[str, Json]:
        """Return the result of a match that is over, as a trace writes it."""
