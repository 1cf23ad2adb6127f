"""Codes of families 4 (names) and 5 (types)."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.code import Code

MEANING: Final = (
    Code(
        "CV401",
        "an unknown name",
        "Nothing of this name is declared. The message suggests the nearest name that is.",
    ),
    Code(
        "CV402",
        "a name that is taken",
        "One name stands for one thing. Tables and variables may share a name only when they are "
        "asked of different kinds of things (c.points of a card, s.points of a seat).",
    ),
    Code(
        "CV403",
        "a bound name that is taken",
        "A parameter, a 'let' or the name in 'some x in ...' must not hide another name.",
    ),
    Code(
        "CV404",
        "the number of arguments",
        "A name is given more or fewer arguments than its declaration has.",
    ),
    Code(
        "CV405",
        "'was' out of place",
        "'was(x)' reads x in the state before. It belongs to properties of the kinds 'each step' "
        "and 'each deal'.",
    ),
    Code(
        "CV406",
        "'me' out of place",
        "'me' is the seat whose turn it is. Events, deals, results and the match have no such "
        "seat; a definition that speaks of 'me' cannot be used there.",
    ),
    Code(
        "CV407",
        "whose is it?",
        "Some names stand by themselves, others belong to a card, a seat or a team and are asked "
        "of it: 's.hand', 'c.points'.",
    ),
    Code(
        "CV408",
        "asked of a set",
        "'x.y' is asked of one thing. Of a set it is asked member by member.",
    ),
    Code(
        "CV409",
        "asked of a value without properties",
        "Only cards, suits, ranks, seats, teams and names of lists can be asked with a dot. With "
        "a number it is written 'f(n)'.",
    ),
    Code(
        "CV410",
        "brackets instead of a dot",
        "What belongs to a card, suit, rank, seat or team is written with a dot: 's.hand', not "
        "'hand(s)'. Exactly one form is right.",
    ),
    Code(
        "CV411",
        "no such function",
        "In brackets stand 'size', 'empty', 'min', 'max', 'was' and what belongs to numbers.",
    ),
    Code(
        "CV412",
        "no such property",
        "A card, suit, rank, seat or team has nothing of this name; the message lists what it has.",
    ),
    Code(
        "CV413",
        "a circle of definitions",
        "A definition leads back to itself, so it has no value.",
    ),
    Code(
        "CV501",
        "a truth is wanted",
        "Conditions are true or false: a comparison, a quantifier, or a variable with 'in: bool'.",
    ),
    Code(
        "CV502",
        "never the same",
        "The two sides of 'is' are of different kinds, so they could never be equal.",
    ),
    Code(
        "CV503",
        "a number is wanted",
        "This place computes or counts, and the value is no number.",
    ),
    Code(
        "CV504",
        "sets of different kinds",
        "'+', '-', '&' and 'inside' want sets of one kind (or members of such sets).",
    ),
    Code(
        "CV505",
        "never none",
        "The value is always there, so asking whether it is none says nothing.",
    ),
    Code(
        "CV506",
        "cannot be compared",
        "'<', '>', '<=', '>=' and '..' want two numbers or two members of one sort.",
    ),
    Code(
        "CV507",
        "'in' wants a set",
        "On the right of 'in' stands a set; to compare two values, write 'is'.",
    ),
    Code(
        "CV508",
        "'in' wants one member",
        "On the left of 'in' stands one member; for sets, write 'inside'.",
    ),
    Code(
        "CV509",
        "never in the set",
        "The member is of another kind than the members of the set.",
    ),
    Code(
        "CV510",
        "the divisor",
        "'div' and 'mod' want a divisor that cannot be 0 or less.",
    ),
    Code(
        "CV511",
        "too large a number",
        "Numbers stay well inside 64 bits and ranges inside a hundred thousand members.",
    ),
    Code(
        "CV512",
        "an empty range",
        "The first end of a range comes after its last.",
    ),
    Code(
        "CV513",
        "a set in a set",
        "Members of sets are single things; sets are joined with '+'.",
    ),
    Code(
        "CV514",
        "a mixed set",
        "All members of a set are of one kind.",
    ),
    Code(
        "CV515",
        "two kinds in one place",
        "Both branches of 'if', and all rows of a decision table, give the same kind of value.",
    ),
    Code(
        "CV516",
        "a set is wanted",
        "This place goes through, counts or compares a set. One thing as a set stands in braces: "
        "{x}.",
    ),
    Code(
        "CV517",
        "the wrong kind of value",
        "A parameter, a variable or a tier gets another kind of value than it is declared with.",
    ),
    Code(
        "CV518",
        "'after' goes round a sort",
        "'x in S after y' goes round the seats, suits, ranks or teams, beginning after y, which "
        "must be one of them.",
    ),
    Code(
        "CV519",
        "picked from an empty set",
        "'the' and 'first' pick a member, and an empty set has none.",
    ),
    Code(
        "CV520",
        "ranked by what cannot be ranked",
        "'highest' and 'lowest' rank by numbers, truths (false is lower) or members of a sort (by"
        " their order).",
    ),
    Code(
        "CV521",
        "a rank before 'of'",
        "'R of S' makes a card of a rank and a suit, or the set of cards of several.",
    ),
    Code(
        "CV522",
        "a suit after 'of'",
        "'R of S' makes a card of a rank and a suit, or the set of cards of several.",
    ),
    Code(
        "CV530",
        "cards cannot move here",
        "'after deal' keeps the score; cards are gathered for the next deal by themselves.",
    ),
    Code(
        "CV531",
        "not a zone",
        "Cards are moved between zones, named as such: 'from me.hand to me.table'.",
    ),
    Code(
        "CV532",
        "whose zone or variable?",
        "There is one for each seat (or suit, or number): say whose.",
    ),
    Code(
        "CV533",
        "cards are wanted",
        "'move' and 'show' want a card or a set of cards.",
    ),
    Code(
        "CV534",
        "a negative number of cards",
        "A draw takes no card or more.",
    ),
    Code(
        "CV535",
        "not a variable",
        "Only variables of 'state' are given values. Definitions are computed anew each time they"
        " are read.",
    ),
    Code(
        "CV536",
        "a variable that cannot change here",
        "Variables of a deal change in moves and events, variables of the match in 'after deal', "
        "options never.",
    ),
    Code(
        "CV537",
        "'end deal' out of place",
        "A deal is ended by a move or an event.",
    ),
    Code(
        "CV538",
        "too many repetitions",
        "'repeat' is for dealing rounds and the like, at most a thousand times.",
    ),
    Code(
        "CV539",
        "more cards than there are",
        "No zone can hold more cards than the pack has, so this draw can never be made.",
    ),
)
