"""Loops whose outcome depends on few cards of one zone: worked out once for each of those.

What a loop looks at is found by going through it: where a zone is only held against constant
masks (`A[i] & ~zone`), nothing but the cards in those masks counts.  So the outcome is remembered
by these cards, in a dict that does not grow beyond a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_codes,
    changed,
    declared,
    every,
    names,
    own_codes,
    parts,
    set_names,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Array, Code, Function, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program

MOST_IN_ROWS = 1 << 16
"""So many values at most stand in the rows of one function."""
MOST = 4096
"""No more values than this are gone through to find what a loop looks at."""


class NotConstant(Exception):
    """A value depends on the state."""


Spot: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""How far the cards of an entry lie from its first one, and the first card of each entry."""


@dataclass
class Remember:
    """Takes such loops out of a plan, into functions whose values are remembered."""

    program: Program
    fresh: Fresh
    functions: dict[str, Function] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    rows: dict[str, tuple[tuple[int, ...], int]] = field(default_factory=dict)
    """Of functions whose values stand in rows: where the cards of each begin, and their mask."""

    # ------------------------------------------------------------------ all of some cards there

    def held_together(self, let: code.Let, each: Act) -> Act | None:
        """Return where all cards of an entry of an array lie in a zone, found at once.

        The entries are to be of one form, moved up and down: then a few shifts of the zone meet in
        the first cards of those that lie there as a whole.
        """
        match each:
            case code.Each(
                member,
                Num(all_),
                (
                    code.Set(
                        name,
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
                                                    (
                                                        Op(
                                                            "&~",
                                                            (
                                                                code.At(array, Var(at)),
                                                                code.Zone() as zone,
                                                            ),
                                                        ),
                                                    ),
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
            ) if (
                name == old == let.name
                and member == at == bit
                and let.value == Num(0, let.value.kind)
            ):
                pass
            case _:
                return None
        values = self.program.arrays[array].values
        members = [i for i in range(all_.bit_length()) if all_ >> i & 1]
        if not members or members[-1] >= len(values) or not all(values[i] for i in members):
            return None
        forms = {values[i] // (values[i] & -values[i]) for i in members}
        form = forms.pop()
        if forms or not 2 <= form.bit_count() <= 4:
            return None
        shifts = tuple(i for i in range(1, form.bit_length()) if form >> i & 1)
        first = tuple(values[i] & -values[i] if i in members else 0 for i in range(members[-1] + 1))
        if len(set(first)) < len(members):
            return None
        key = f"SPOTS_{array}"
        self.spots[key] = (shifts, first)
        return code.Let(let.name, Op("spots", (zone, Var(key)), Kind.SMALL))

    # ------------------------------------------------------------------ what a round adds

    def rounds(self, each: Act) -> Act | None:
        """Return a loop that adds a remembered number in each round, or None."""
        if not isinstance(each, code.Each) or not each.body:
            return None
        *working, last = each.body
        acts = tuple(working)
        match last:
            case code.Set(total, Op("+", (Var(old), value))) if total == old:
                pass
            case _:
                return None
        if not any(isinstance(act, code.Each | code.Through) for act in acts):
            return None
        inside = {name for act in every(acts) if (name := declared(act)) is not None}
        if set_names(acts) - inside or total in {n for c in all_codes(acts) for n in names(c)}:
            return None
        free = {n for c in (*all_codes(acts), value) for n in names(c)} - inside - {each.name}
        zones = {c for c in all_codes((*acts, last)) if isinstance(c, code.Zone)}
        state = any(isinstance(c, code.Cell | code.Call | code.Kept) for c in all_codes(acts))
        jumps = any(
            not isinstance(act, code.Let | code.Set | code.Branch | code.Each | code.Through
                | code.Break | code.Note)
            for act in every(acts)
        )  # fmt: skip
        if state or jumps or len(zones) != 1:
            return None
        (zone,) = zones
        if free - names(zone) or names(zone) & inside or zone.before:
            return None
        masks = self._looked_at(each.name, acts, zone)
        if masks is None:
            return None
        return self._remembered(each, acts, value, zone, masks, total)

    def _remembered(
        self,
        each: code.Each,
        acts: Acts,
        value: Code,
        zone: code.Zone,
        masks: tuple[int, ...],
        total: str,
    ) -> Act:
        name = self.fresh.name(each.name.rstrip("0123456789_") + "_count")
        cards = Var("cards", Kind.CARDS)
        body = changed((*acts, code.Return(value)), lambda c: cards if c == zone else c)
        kind = Kind.INT
        params = (Var(each.name), cards)
        self.functions[name] = Function(name, params, kind, body, pure=True)
        row = _row(masks)
        if row is not None:
            self.rows[name] = row
            known = Op("row", (Var(name), Var(each.name), zone, Num(row[1])))
        else:
            array = Array(f"SEEN_{name}", Kind.CARDS, masks, "the cards that count for each")
            self.arrays[array.name] = array
            seen = Op("&", (zone, code.At(array.name, Var(each.name), Kind.CARDS)), Kind.CARDS)
            known = Op("remembered", (Var(name), Var(each.name), seen))
        adds = code.Set(total, Op("+", (Var(total), known)))
        return code.Each(each.name, each.mask, (adds,))

    def _looked_at(self, member: str, acts: Acts, zone: code.Zone) -> tuple[int, ...] | None:
        """Return for each member which cards of the zone the acts look at, or None."""
        ranges = dict(_ranges(acts))
        found: list[int] = []
        for number in range(64):
            try:
                found.append(self._cards(acts, zone, {member: number}, ranges))
            except IndexError:
                break
            except NotConstant:
                return None
        return tuple(found) or None

    def _cards(
        self, acts: Acts, zone: code.Zone, env: dict[str, int], ranges: dict[str, range]
    ) -> int:
        masks = 0
        for act in every(acts):
            for c in own_codes(act):
                masks |= self._in_code(c, zone, env, ranges)
        return masks

    def _in_code(
        self, c: Code, zone: code.Zone, env: dict[str, int], ranges: dict[str, range]
    ) -> int:
        match c:
            case Op("&~" | "&", (x, z)) if z == zone and x != zone:
                return self._all(x, env, ranges)
            case Op("&", (z, x)) if z == zone and x != zone:
                return self._all(x, env, ranges)
            case _ if c == zone:
                raise NotConstant
            case _:
                masks = 0
                for part in parts(c):
                    masks |= self._in_code(part, zone, env, ranges)
                return masks

    def _all(self, x: Code, env: dict[str, int], ranges: dict[str, range]) -> int:
        """Return all bits that a mask may have."""
        free = sorted(names(x) - set(env))
        if any(name not in ranges for name in free):
            raise NotConstant
        masks = 0
        for number, given in enumerate(_choices(free, ranges)):
            if number == MOST:
                raise NotConstant
            masks |= self._value(x, {**env, **given})
        return masks

    def _value(self, c: Code, env: dict[str, int]) -> int:
        match c:
            case Num(value):
                return value
            case Var(name):
                return env[name]
            case code.At(array, index):
                at = self._value(index, env)
                if at < 0:
                    raise IndexError
                return self.program.arrays[array].values[at]
            case Op("+", (a, b)):
                return self._value(a, env) + self._value(b, env)
            case Op("-", (a, b)):
                return self._value(a, env) - self._value(b, env)
            case Op("*", (a, b)):
                return self._value(a, env) * self._value(b, env)
            case Op("|", (a, b)):
                return self._value(a, env) | self._value(b, env)
            case Op("bit", (a,)):
                return 1 << self._value(a, env)
            case _:
                raise NotConstant


def _row(masks: tuple[int, ...]) -> tuple[tuple[int, ...], int] | None:
    """Return where the cards that count for each begin, and what they are moved there; or None.

    That is so if they lie side by side, just as many for each and few enough for a list.
    """
    if not all(masks):
        return None
    starts = tuple((mask & -mask).bit_length() - 1 for mask in masks)
    blocks = {mask >> start for mask, start in zip(masks, starts, strict=True)}
    block = blocks.pop()
    if blocks or block & (block + 1) or len(masks) * (block + 1) > MOST_IN_ROWS:
        return None
    return starts, block


def _ranges(acts: Acts) -> Iterator[tuple[str, range]]:
    """Yield the names of loops with all the values they may have."""
    for act in every(acts):
        match act:
            case code.Each(name, Num(mask)):
                yield name, range(mask.bit_length())
            case code.Through(name, Num(low), Num(high)):
                yield name, range(low, high + 1)
            case _:
                pass


def _choices(free: list[str], ranges: dict[str, range]) -> Iterator[dict[str, int]]:
    if not free:
        yield {}
        return
    for value in ranges[free[0]]:
        for rest in _choices(free[1:], ranges):
            yield {free[0]: value, **rest}
