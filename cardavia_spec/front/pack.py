"""Seats, teams, suits, ranks and cards: the sorts of a spec and what is built in about them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Table
from cardavia_spec.core.types import (
    BOOL,
    Int,
    Kind,
    Scalar,
    SetOf,
    Sort,
    Type,
    Value,
    values,
)
from cardavia_spec.front.faults import Stop
from cardavia_spec.front.nodes import MapNode, Node, TextNode, shortened
from cardavia_spec.front.schema import Schema
from cardavia_spec.front.scope import Constant, Scope

MOST_CARDS = 1000
MOST_SEATS = 16
SPREAD = re.compile(r"([0-9]{1,3})\.\.([0-9]{1,3})\Z")
LONG = re.compile(r"([0-9]+)(?:\.\.([0-9]+))?\Z")
NUMERAL = re.compile(r"[0-9]{1,3}\Z")
FOR_INSTANCE = {
    "names": "names: [south, north]",
    "suits": "suits: [clubs, hearts]",
    "ranks": "ranks: [7..10, king, ace]",
}


@dataclass(frozen=True, slots=True)
class Pack:
    """The sorts of a spec."""

    seats: Sort
    suits: Sort
    ranks: Sort
    cards: Sort
    teams: Sort | None
    direction: str | None


def read_pack(schema: Schema, scope: Scope, seats: Node, deck: Node) -> Pack:
    """Read `seats:` and `deck:`, enter their names and the built-in tables."""
    about = schema.keys(seats, "'seats'", ("cite", "names", "direction", "teams"), ("names",))
    schema.cite(about)
    names = _members(schema, about, "names", "a seat")
    seat_sort = Sort(Kind.SEAT, "seat", tuple(names))
    if len(names) > MOST_SEATS:
        raise schema.faults.error(
            "CV207",
            tuple(names.values())[MOST_SEATS],
            f"{len(names)} seats are too many",
            f"a game has at most {MOST_SEATS}",
        )
    _enter(scope, seat_sort, "seats", names)
    teams, members = _teams(schema, scope, about, seat_sort)
    pack = schema.keys(deck, "'deck'", ("cite", "suits", "ranks", "copies"), ("suits", "ranks"))
    schema.cite(pack)
    of_suits = _members(schema, pack, "suits", "a suit")
    of_ranks = _members(schema, pack, "ranks", "a rank")
    suits = Sort(Kind.SUIT, "suit", tuple(of_suits))
    ranks = Sort(Kind.RANK, "rank", tuple(of_ranks))
    _enter(scope, suits, "suits", of_suits)
    _enter(scope, ranks, "ranks", of_ranks)
    cards, columns = _cards(schema, suits, ranks, pack)
    _sort(scope, cards, "deck")
    scope.names["bool", None] = Constant(SetOf(BOOL), frozenset({False, True}))
    _builtins(scope, cards, columns, suits, ranks)
    for sort in (seat_sort, suits, ranks, *([teams] if teams else [])):
        _round(scope, sort)
    if teams:
        _partners(scope, seat_sort, teams, members)
    return Pack(seat_sort, suits, ranks, cards, teams, _direction(schema, about))


def _members(schema: Schema, mapping: MapNode, key: str, what: str) -> dict[str, Span]:
    """Return the names of a list in its order, each with its place."""
    node = mapping.get(key)
    assert node is not None
    found: list[tuple[str, TextNode]] = []
    for item in schema.items(node, what):
        spread = SPREAD.match(item.text)
        if what == "a rank":
            _numerals(schema, item)
        if spread and what == "a rank":
            found += [(str(n), item) for n in range(int(spread[1]), int(spread[2]) + 1)]
        elif not (what == "a rank" and NUMERAL.match(item.text)):
            schema.name(item, what)
            found.append((item.text, item))
        else:
            found.append((str(int(item.text)), item))
    if not found:
        fix = f"write at least one: '{FOR_INSTANCE[key]}'"
        raise schema.faults.error("CV208", node.span, f"'{key}' is empty", fix)
    places: dict[str, Span] = {}
    for name, item in found:
        if name in places:
            raise schema.faults.error(
                "CV209", item.span, f"'{name}' stands here twice", "name each of them once"
            )
        places[name] = item.span
    return places


def _numerals(schema: Schema, item: TextNode) -> None:
    """Tell of numerals, or a range of them, that can be no ranks."""
    ends = LONG.match(item.text)
    if ends is None:
        return
    if any(len(end) > 3 for end in ends.groups() if end):
        raise schema.faults.error(
            "CV204",
            item.span,
            f"'{shortened(item.text)}' is no name for a rank",
            "a numeral that names a rank has at most three digits",
        )
    if ends[2] is not None and int(ends[1]) > int(ends[2]):
        raise schema.faults.error(
            "CV512",
            item.span,
            "this range is empty: its first end comes after its last",
            f"write '{ends[2]}..{ends[1]}'",
        )


def _enter(scope: Scope, sort: Sort, every: str, places: Mapping[str, Span]) -> None:
    """Enter a sort, the name of all its members and each member's name."""
    _sort(scope, sort, every)
    for i, (name, place) in enumerate(places.items()):
        if not name.isdigit() and not scope.declare(name, None, Constant(sort, i), place):
            raise Stop


def _sort(scope: Scope, sort: Sort, every: str) -> None:
    scope.sorts[sort.name] = sort
    scope.names[every, None] = Constant(SetOf(sort), frozenset(values(sort)))


def _teams(
    schema: Schema, scope: Scope, about: MapNode, seats: Sort
) -> tuple[Sort | None, tuple[tuple[int, ...], ...]]:
    node = about.get("teams")
    if node is None:
        return None, ()
    entries = schema.mapping(node, "'teams'").entries
    names = []
    members = []
    seen: dict[int, Span] = {}
    for entry in entries:
        schema.name(entry.key, "a team")
        names.append(entry.key.text)
        team = []
        for item in schema.items(entry.value, "a seat"):
            if item.text not in seats.members:
                raise schema.faults.error(
                    "CV210", item.span, f"no seat is called '{item.text}'", _known(seats)
                )
            seat = seats.members.index(item.text)
            if seat in seen:
                raise schema.faults.error(
                    "CV209",
                    item.span,
                    f"'{item.text}' sits in two teams or twice in one",
                    "each seat sits in one team",
                )
            seen[seat] = item.span
            team.append(seat)
        members.append(tuple(sorted(team)))
    missing = [name for i, name in enumerate(seats.members) if i not in seen]
    if missing:
        raise schema.faults.error(
            "CV211", schema.head(node), f"no team has {', '.join(missing)}", "each seat needs one"
        )
    sort = Sort(Kind.TEAM, "team", tuple(names))
    _sort(scope, sort, "teams")
    for i, entry in enumerate(entries):
        if not scope.declare(entry.key.text, None, Constant(sort, i), entry.key.span):
            raise Stop
    return sort, tuple(members)


def _known(sort: Sort) -> str:
    return "the seats are: " + ", ".join(sort.members)


def _direction(schema: Schema, about: MapNode) -> str | None:
    node = about.get("direction")
    if node is None:
        return None
    text = schema.text(node, "'direction'")
    if text.text not in ("clockwise", "anticlockwise"):
        schema.faults.error(
            "CV212",
            text.span,
            f"'{text.text}' is no direction",
            "write clockwise or anticlockwise; the order of the names is the order of play",
        )
    return text.text


def _cards(
    schema: Schema, suits: Sort, ranks: Sort, pack: MapNode
) -> tuple[Sort, tuple[tuple[int, int, int], ...]]:
    node = pack.get("copies")
    copies = 1
    if node is not None:
        text = schema.text(node, "'copies'")
        copies = int(text.text) if re.fullmatch(r"[0-9]{1,3}", text.text) else 0
        if copies < 1:
            raise schema.faults.error(
                "CV213",
                text.span,
                "'copies' wants a number of packs, 1 or more",
                "leave it out where the pack is there once",
            )
    columns = tuple(
        (suit, rank, copy)
        for copy in range(copies)
        for suit in values(suits)
        for rank in values(ranks)
    )
    if len(columns) > MOST_CARDS:
        raise schema.faults.error(
            "CV207",
            schema.head(pack),
            f"{len(columns)} cards are too many",
            f"a pack has at most {MOST_CARDS}",
        )
    names = [
        f"{suits.members[s]}-{ranks.members[r]}" + (f"-{c + 1}" if copies > 1 else "")
        for s, r, c in columns
    ]
    return Sort(Kind.CARD, "card", tuple(names)), columns


def _table(
    scope: Scope, name: str, domain: tuple[Scalar, ...], type_: Type, entries: tuple[Value, ...]
) -> None:
    key = scope.free_key(
        name, domain[0].name if isinstance(domain[0], Sort) else None, scope.tables
    )
    table = Table(name=name, domain=domain, type=type_, values=entries, builtin=True)
    scope.tables[key] = table
    first = domain[0]
    assert isinstance(first, Sort)
    scope.names[name, first.name] = table


def _builtins(
    scope: Scope, cards: Sort, columns: tuple[tuple[int, int, int], ...], suits: Sort, ranks: Sort
) -> None:
    _table(scope, "suit", (cards,), suits, tuple(s for s, _, _ in columns))
    _table(scope, "rank", (cards,), ranks, tuple(r for _, r, _ in columns))
    copies = 1 + max(c for _, _, c in columns)
    _table(scope, "copy", (cards,), Int(1, copies), tuple(c + 1 for _, _, c in columns))
    places = {column: i for i, column in enumerate(columns)}
    pairs = [(r, s) for r in values(ranks) for s in values(suits)]
    every = tuple(frozenset(places[s, r, c] for c in range(copies)) for r, s in pairs)
    scope.tables["cards_of"] = Table(
        name="cards_of", domain=(ranks, suits), type=SetOf(cards), values=every, builtin=True
    )
    if copies == 1:
        scope.tables["card_of"] = Table(
            name="card_of",
            domain=(ranks, suits),
            type=cards,
            values=tuple(places[s, r, 0] for r, s in pairs),
            builtin=True,
        )


def _round(scope: Scope, sort: Sort) -> None:
    n = len(sort.members)
    _table(scope, "next", (sort,), sort, tuple((i + 1) % n for i in range(n)))
    _table(scope, "previous", (sort,), sort, tuple((i - 1) % n for i in range(n)))


def _partners(scope: Scope, seats: Sort, teams: Sort, members: tuple[tuple[int, ...], ...]) -> None:
    of = {seat: team for team, them in enumerate(members) for seat in them}
    _table(scope, "team", (seats,), teams, tuple(of[s] for s in values(seats)))
    _table(scope, "members", (teams,), SetOf(seats), tuple(frozenset(m) for m in members))
    if all(len(m) == 2 for m in members):
        other = tuple(next(x for x in members[of[s]] if x != s) for s in values(seats))
        _table(scope, "partner", (seats,), seats, other)
