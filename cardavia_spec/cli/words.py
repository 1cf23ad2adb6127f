"""The words of the rule language, one line each, for `cardavia explain SPEC WORD`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PAIRS: Final[Mapping[str, str]] = {
    "after": "`first x in S after y where …`, `for x in S after y:` go round from the one after y",
    "all": "`all x in S where P`: the set of the members for which P holds",
    "and": "both hold; the right side is read only if the left holds",
    "any": "`any N from S`, a parameter of a move: any N members of the set S",
    "by": "`highest x in S by KEY` or `by (KEY, KEY)`: what is compared, the first key first",
    "deal": "`end deal`: the deal is over when this block of statements is done",
    "div": "division without rest, rounded down",
    "draw": "`draw N from ZONE to ZONE`: any N cards move, by chance",
    "else": "what holds or happens otherwise",
    "empty": "`empty(S)`: whether a set has no member",
    "end": "`end deal`: the deal is over when this block of statements is done",
    "every": "`every x in S has P`: whether P holds for all members (also if there is none)",
    "false": "a truth that does not hold",
    "first": "`first x in S where P`: the first member for which P holds; there must be one",
    "for": "`for x in S: …` does something for each member, in order; also part of `sum`",
    "from": "where cards come from; what a parameter is chosen from",
    "has": "what follows is said of each member: `some`, `every`, `no`",
    "highest": "`highest x in S by KEY`: the set of the members with the highest key, one or more",
    "if": "`if P then A else B` is a value, `if P: …` a statement",
    "implies": "the left does not hold, or the right does",
    "in": "`x in S`: whether x is a member of the set S; also names the members of S one by one",
    "inside": "`S inside T`: whether all members of S are members of T",
    "is": "`a is b`: whether both are the same; `is not` the contrary",
    "lowest": "`lowest x in S by KEY`: the set of the members with the lowest key, one or more",
    "max": "`max(a, b, …)`: the largest of some numbers",
    "min": "`min(a, b, …)`: the smallest of some numbers",
    "mod": "the rest of a division, from 0 up",
    "move": "`move CARDS from ZONE to ZONE`, or `move ZONE to ZONE` for everything in it",
    "no": "`no x in S has P`: whether P holds for no member",
    "none": "no value, where something is declared `or none`",
    "not": "the contrary of a truth",
    "of": "`ace of hearts` is a card, `ranks of hearts` a set of cards",
    "or": "at least one of two truths holds; in a declaration `or none`",
    "repeat": "`repeat N times: …`",
    "show": "`show CARDS`: everybody learns where these cards lie",
    "size": "`size(S)`: how many members a set has",
    "some": "`some x in S has P`: whether P holds for at least one member",
    "sum": "`sum E for x in S`: adds up E for all members",
    "the": "`the x in S where P`: the only member for which P holds; there must be exactly one",
    "then": "what holds if the condition does",
    "times": "`repeat N times: …`",
    "to": "where cards go",
    "true": "a truth that holds",
    "was": "`was(E)`, in properties: E in the state before the step",
    "where": "what follows limits the members: `all`, `the`, `first`",
}

_BUILT_IN: Final[Mapping[str, str]] = {
    "bool": "the set of the two truths, for `in:` and `with:`",
    "copy": "`c.copy`: which of several equal cards, a number from 1",
    "deck": "the set of all cards",
    "me": "whose turn it is: in a move the seat that makes it, in a property the seat to move",
    "members": "`t.members`: the seats of a team",
    "next": "`x.next`: the seat, suit, rank or team after x, going round",
    "partner": "`s.partner`: the other seat of the team",
    "previous": "`x.previous`: the seat, suit, rank or team before x, going round",
    "rank": "`c.rank`: the rank of a card",
    "ranks": "the set of all ranks",
    "seats": "the set of all seats",
    "settled": "in properties: no event applies, or the deal is over",
    "suit": "`c.suit`: the suit of a card",
    "suits": "the set of all suits",
    "team": "`s.team`: the team of a seat",
    "teams": "the set of all teams",
    "winners": "in results of a match: the seats or teams that have won it",
}

WORDS: Final[Mapping[str, str]] = {
    **{word: f"a word of the language: {text}" for word, text in _PAIRS.items()},
    **{word: f"a name of the language: {text}" for word, text in _BUILT_IN.items()},
}
"""Every word and built-in name, with what it means."""
