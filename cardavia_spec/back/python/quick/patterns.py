"""Forms that Python does faster in another way: one look into a dict, few levels, no loop."""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.back.python.quick.remember import Remember
from cardavia_spec.back.python.quick.trees import Acts, with_blocks
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program


class Patterns:
    """Finds them in a plan; remembers what tables the printed source needs for them."""

    def __init__(self, program: Program, remember: Remember) -> None:
        self.program = program
        self.remember = remember
        self.levels: dict[str, tuple[int, ...]] = {}
        self.totals: set[str] = set()
        self.highest: set[str] = set()

    def found(self, acts: Acts, singles: frozenset[Code] = frozenset()) -> Acts:
        """Return acts with the forms put in.  `singles` are masks known to have one bit."""
        out: list[Act] = []
        known = set(singles)
        places: dict[str, Code] = {}  # local names of the only member of a mask
        i = 0
        while i < len(acts):
            act = acts[i]
            following = acts[i + 1] if i + 1 < len(acts) else None
            match act, following:
                case (
                    code.Fault(Op("not", (Op("one", (Var() as mask,)),))),
                    code.Let(name, Op("low", (low,))),
                ) if low == mask:
                    holder = self._holder(out, mask, known, places)
                    if holder is None:
                        out.append(code.Let(name, Op("place", (mask,))))
                        known.add(mask)
                        places[name] = mask
                    else:
                        out.append(code.Let(name, holder))
                    i += 2
                    continue
                case code.Each(), _ if (rounds := self.remember.rounds(act)) is not None:
                    out.append(rounds)
                    i += 1
                    continue
                case code.Let(name, Num(0)), code.Each():
                    new = self.remember.held_together(act, following)
                    new = new or self._gathered(name, following)
                    if new is not None:
                        out.append(new)
                        i += 2
                        continue
                case code.SetZone(index, Op("&~", (code.Zone(same), Var() as cards))), _ if (
                    index == same and not _taken_again(acts, i, cards)
                ):
                    # They are all there: what would not be is asked for ahead, or was drawn.
                    new_ = Op("^", (code.Zone(same), cards), Kind.CARDS)
                    out.append(replace(act, value=new_))
                    i += 1
                    continue
                case code.Branch(cond, then, otherwise), _:
                    inner = frozenset(known) | _single(cond)
                    act = replace(
                        act, then=self.found(then, inner), otherwise=self.found(otherwise)
                    )
                    out.append(act)
                    i += 1
                    continue
                case _:
                    pass
            out.append(with_blocks(act, self.found))
            i += 1
        return tuple(out)

    # ------------------------------------------------------------------ which one holds it

    def _holder(
        self, out: list[Act], mask: Var, known: set[Code], places: dict[str, Code]
    ) -> Code | None:
        """Return which zone of a family a card lies in, for a mask of those it lies in.

        A card lies in one zone only, so the first one that holds it is the one.
        """
        if not out:
            return None
        made = out[-1]
        if not isinstance(made, code.Let) or made.name != mask.name:
            return None
        tests: list[tuple[int, Code]] = []
        for part in _joined(made.value):
            match part:
                case Op("when", (test, Num(bit))) | code.Pick(test, Num(bit), Num(0)):
                    asked = self._holds(test, known, places)
                    if asked is None or bit.bit_count() != 1:
                        return None
                    tests.append((bit.bit_length() - 1, asked))
                case _:
                    return None
        if len(tests) < 2:
            return None
        out.pop()
        chosen: Code = Op("fail", ())
        for number, test in reversed(tests):
            chosen = code.Pick(test, Num(number), chosen)
        return chosen

    def _holds(self, test: Code, known: set[Code], places: dict[str, Code]) -> Code | None:
        match test:
            case Op("has", (code.Zone(Num()) as zone, Var(card))) if card in places:
                return Op("some", (Op("&", (zone, places[card]), Kind.CARDS),), Kind.BOOL)
            case Op("not", (Op("some", (Op("&~", (cards, code.Zone(Num()) as zone)),)),)) if (
                cards in known
            ):
                return Op("some", (Op("&", (zone, cards), Kind.CARDS),), Kind.BOOL)
            case Op("has", (code.Zone(Num()), Var() | Num())):
                return test
            case _:
                return None

    # ------------------------------------------------------------------ loops

    def _gathered(self, name: str, each: Act) -> Act | None:
        """Return what a loop over the bits of a mask gathers, without the loop."""
        match each:
            case code.Each(
                member,
                mask,
                (
                    code.Set(
                        set_,
                        Op(
                            "|",
                            (
                                Var(old),
                                Op(
                                    "when",
                                    (
                                        Op(
                                            "not",
                                            (
                                                Op(
                                                    "some",
                                                    (Op("&", (whole, code.At(array, Var(at)))),),
                                                ),
                                            ),
                                        ),
                                        Op("bit", (Var(bit),)),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ) if set_ == old == name and at == bit == member and whole == mask:
                if not self._levelled(array):
                    return None
                if self.program.cards <= 24:
                    self.highest.add(array)
                    return code.Let(name, Op("highest", (mask, Var(array)), mask.kind))
                return code.Let(name, Op("unbeaten", (mask, Var(array)), mask.kind))
            case code.Each(
                member,
                mask,
                (code.Set(set_, Op("+", (Var(old), code.At(array, Var(at))))),),
            ) if set_ == old == name and at == member and mask.kind is Kind.CARDS:
                self.totals.add(array)
                return code.Let(name, Op("total", (mask, Var(array))))
            case _:
                return None

    def narrowed(self, acts: Acts, lets: dict[str, Code]) -> Acts:
        """Return acts where the best of cards of one kind are looked up, not looked for."""
        out: list[Act] = []
        for old in acts:
            act = with_blocks(old, lambda block: self.narrowed(block, lets))
            match act:
                case code.Let(name, Op("unbeaten", (mask, Var(array)))) if _narrow(mask, lets):
                    self.highest.add(array)
                    act = code.Let(name, Op("highest", (mask, Var(array)), mask.kind))
                case _:
                    pass
            out.append(act)
        return tuple(out)

    def _levelled(self, array: str) -> bool:
        """Whether who beats whom comes down to levels, those of one all beaten by the same."""
        if array in self.levels:
            return True
        above = self.program.arrays[array].values
        levels: dict[int, int] = {}
        for member, masks in enumerate(above):
            levels[masks] = levels.get(masks, 0) | 1 << member
        higher = 0
        found = []
        for masks in sorted(levels, key=int.bit_count):
            if masks & higher != masks or higher & ~masks:
                return False
            found.append(levels[masks])
            higher |= levels[masks]
        self.levels[array] = tuple(found)
        return True


def _narrow(mask: Code, lets: dict[str, Code]) -> bool:
    """Whether a mask mostly has the cards of one suit or the like only."""
    while isinstance(mask, Var) and mask.name in lets:
        mask = lets[mask.name]
    match mask:
        case code.Pick(_, a, _):
            return _narrow(a, lets)
        case Op("&", (_, code.At())):
            return True
        case _:
            return False


def _joined(c: Code) -> list[Code]:
    if isinstance(c, Op) and c.op == "|":
        return [part for arg in c.args for part in _joined(arg)]
    return [c]


def _taken_again(acts: Acts, i: int, cards: Var) -> bool:
    """Whether the same cards are taken from another zone just before or after."""
    for near in (*acts[max(0, i - 1) : i], *acts[i + 1 : i + 2]):
        match near:
            case code.SetZone(_, Op("&~" | "^", (_, again))) if again == cards:
                return True
            case _:
                pass
    return False


def _single(cond: Code) -> frozenset[Code]:
    """Return the masks that have one bit where a condition holds."""
    match cond:
        case Op("one", (mask,)):
            return frozenset((mask,))
        case Op("and", (a, b)):
            return _single(a) | _single(b)
        case _:
            return frozenset()
