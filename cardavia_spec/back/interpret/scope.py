"""Where locals live: slots of one flat environment, given out while a body is compiled.

A `Scope` is what an expression sees: its locals and the binders around it.  A part of a binder's
body that does not read the binder's name has one value for the whole run of the binder.  It gets
a slot of its own, which the binder blanks as it begins and which is filled at first use: so it is
evaluated at most once a run, and never where it would not have been evaluated anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardavia_spec.back.interpret.frame import UNSET, Code, Env
from cardavia_spec.core.telling import tell_value
from cardavia_spec.core.types import Type, Value


class Layout:
    """The slots of the environment of one body."""

    __slots__ = ("size",)

    def __init__(self, size: int = 0) -> None:
        self.size = size

    def take(self) -> int:
        """Return a slot that nothing else uses."""
        self.size += 1
        return self.size - 1

    def blank(self) -> Env:
        """Return an environment without any value."""
        return [UNSET] * self.size

    def filled(self, given: Sequence[Value]) -> Env:
        """Return an environment that begins with these values."""
        return [*given, *[UNSET] * (self.size - len(given))]


@dataclass(frozen=True, slots=True)
class Local:
    """A name: its slot, its type, and the number of the binder that binds it (0: none)."""

    slot: int
    type: Type
    level: int
    waiting: Code | None = None  # what fills the slot at first use; None: it is filled before


@dataclass(frozen=True, slots=True)
class Scope:
    """The locals an expression sees; `binders` holds, for each binder around, what it blanks."""

    layout: Layout = field(default_factory=Layout)
    names: Mapping[str, Local] = field(default_factory=dict)
    binders: tuple[list[int], ...] = ()

    def add(self, name: str, type_: Type, level: int = 0) -> Scope:
        """Return the scope with one more local."""
        local = Local(self.layout.take(), type_, level)
        return replace(self, names={**self.names, name: local})

    def wait(self, name: str, code: Code) -> Scope:
        """Return the scope in which the local `name` is evaluated at its first use."""
        local = replace(self.names[name], waiting=code)
        return replace(self, names={**self.names, name: local})

    def ready(self, name: str) -> bool:
        """Return whether `name` is a local that has its value before any expression runs."""
        return name in self.names and self.names[name].waiting is None

    def bind(self, name: str, type_: Type) -> Scope:
        """Return the scope of the body of a binder."""
        inner = replace(self, binders=(*self.binders, []))
        return inner.add(name, type_, len(inner.binders))

    def without(self, name: str) -> Scope:
        """Return the scope in which `name` is not bound."""
        return replace(self, names={k: v for k, v in self.names.items() if k != name})

    def flat(self) -> Scope:
        """Return the same locals outside any binder: state may change from here on."""
        names = {name: replace(local, level=0) for name, local in self.names.items()}
        return Scope(self.layout, names)

    def apart(self) -> Scope:
        """Return the same locals, flat, for code that is compiled when others already run."""
        return replace(self.flat(), layout=Layout(self.layout.size))

    def level(self, names: Iterable[str]) -> int:
        """Return the number of the innermost binder that binds one of `names`."""
        return max((self.names[name].level for name in names if name in self.names), default=0)

    def outside(self, level: int) -> Scope:
        """Return the scope inside the outermost `level` binders alone."""
        names = {name: local for name, local in self.names.items() if local.level <= level}
        return Scope(self.layout, names, self.binders[:level])

    def blanks(self) -> tuple[int, ...]:
        """Return the slots that the innermost binder blanks; ask when its body is compiled."""
        return tuple(self.binders[-1])

    def tell(self, env: Env) -> tuple[str, ...]:
        """Return the values of the locals in words."""
        return tuple(
            f"{name} = {tell_value(env[local.slot], local.type)}"
            for name, local in self.names.items()
            if env[local.slot] is not UNSET
        )
