"""Codes of family 2 (the structure of a spec) and the lints of family 3."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.code import Code

STRUCTURE: Final = (
    Code(
        "CV201",
        "a mapping is wanted",
        "Here the tool wants names with values, one to a line: 'name: value'. A text or a list "
        "stands there instead.",
    ),
    Code(
        "CV202",
        "an unknown key",
        "No such key exists in this place. Most often it is a slip of spelling; the message lists"
        " what may stand here. Unknown keys are errors because a forgotten quote can turn half a "
        "text into a key.",
    ),
    Code(
        "CV203",
        "a key is missing",
        "This part of a spec cannot do without the key that the message names.",
    ),
    Code(
        "CV204",
        "not a name",
        "Names that expressions mention consist of small letters, digits and underscores and "
        "begin with a letter. Labels of guards, tiers, rows, events and properties are free text.",
    ),
    Code(
        "CV205",
        "a word of the language as a name",
        "Words such as 'first', 'in' or 'has' belong to the rule language and cannot name "
        "anything else.",
    ),
    Code(
        "CV206",
        "not a clause",
        "A clause of a rule page is capital letters and a number, such as A12; a range is written"
        " A1..A33.",
    ),
    Code(
        "CV207",
        "too large",
        "A pack, a table of seats or the number of variables exceeds what the tool takes.",
    ),
    Code(
        "CV208",
        "empty",
        "A list, a set or a table that must have something in it has nothing.",
    ),
    Code(
        "CV209",
        "twice in a list",
        "The same name stands twice where each may stand once.",
    ),
    Code(
        "CV210",
        "an unknown seat",
        "A team names a seat that 'seats: names:' does not list.",
    ),
    Code(
        "CV211",
        "a seat without a team",
        "With teams, every seat belongs to exactly one.",
    ),
    Code(
        "CV212",
        "an unknown direction",
        "The direction is 'clockwise' or 'anticlockwise'. It is told to players; the order of "
        "play is the order of the names.",
    ),
    Code(
        "CV213",
        "copies of the pack",
        "'copies' says how many times the pack is there, a whole number from 1.",
    ),
    Code(
        "CV214",
        "an index with gaps",
        "'each:' gives one zone or variable to each member of a whole sort (seats, teams, suits, "
        "ranks), or to each number of a range without a gap.",
    ),
    Code(
        "CV215",
        "a value outside its domain",
        "A variable or an option is given a value that its 'in:' does not list.",
    ),
    Code(
        "CV216",
        "whose turn it is",
        "'state' must declare 'turn' with 'in: seats'. Moves are made by the seat whose turn it "
        "is.",
    ),
    Code(
        "CV217",
        "read too early",
        "A start or a deal reads something that has no value yet. Values exist in this order: "
        "options, match variables, the dealt cards, variables of the deal, each from top to "
        "bottom.",
    ),
    Code(
        "CV218",
        "cards in a family of zones",
        "Only a single zone, one without 'each', can hold cards before the deal.",
    ),
    Code(
        "CV219",
        "who sees a zone",
        "A zone is seen by 'everyone', by 'nobody', or by its 'owner' (with one zone for each "
        "seat or team).",
    ),
    Code(
        "CV220",
        "where the pack lies",
        "Before the deal each card of the pack lies in exactly one zone: say 'holds: deck' at the"
        " zone from which the cards are dealt.",
    ),
    Code(
        "CV221",
        "the domain of a table",
        "'of:' names what a table speaks of: all suits, ranks, seats or teams. Without it a table"
        " speaks of all cards.",
    ),
    Code(
        "CV222",
        "a part of a table",
        "When a table has several parts, each says with 'for:' which members it speaks of.",
    ),
    Code(
        "CV223",
        "order or values",
        "A table gives either an order ('order: a > b = c') or values ('values: {a: 1, others: "
        "0}').",
    ),
    Code(
        "CV224",
        "a parameter that may be none",
        "Parameters of definitions are always there. Ask 'is not none' before, and hand over the "
        "value.",
    ),
    Code(
        "CV225",
        "one body for a definition",
        "A definition has exactly one of 'is:' (an expression), 'tiers:' (the first that applies "
        "and is not empty) and 'rows:' (the one that applies).",
    ),
    Code(
        "CV226",
        "a definition of nothing",
        "The expression is none, or an empty set, whatever happens: there is nothing to give a "
        "name to.",
    ),
    Code(
        "CV227",
        "a subset must be chosen last",
        "'any n from S' stands for very many sets of cards. It must be the last parameter of its "
        "move, so that they need not be listed.",
    ),
    Code(
        "CV228",
        "a result for each",
        "A result with a value for each seat or team is written '{for: s in seats, is: s.tricks}'.",
    ),
    Code(
        "CV229",
        "winners are seats or teams",
        "'winners:' of the match is a set of seats or a set of teams.",
    ),
    Code(
        "CV230",
        "the kind of a property",
        "A property has exactly one kind: always, at end, each step, possible, possible in play, "
        "theorem, each deal, at match end, possible match, lemma.",
    ),
    Code(
        "CV231",
        "a theorem about the state",
        "A theorem speaks of tables and of definitions that read nothing but tables. What holds "
        "in every position is written 'always:'.",
    ),
    Code(
        "CV232",
        "a witness for what must hold",
        "A witness is a recorded deal that shows what is possible; it goes with 'possible', "
        "'possible in play' and 'possible match'.",
    ),
    Code(
        "CV233",
        "an unknown property",
        "'use:' names a property by its label.",
    ),
    Code(
        "CV234",
        "a position in an example",
        "'given:' of an example says what lies in zones ('north.hand: ...') and what values "
        "variables have.",
    ),
    Code(
        "CV235",
        "another version of the language",
        "The first key, 'cardavia: 1', names the version of the rule language.",
    ),
    Code(
        "CV236",
        "weights of moves",
        "'test: weights:' tells how much more often biased play takes a move: the name of a move "
        "and a whole number.",
    ),
    Code(
        "CV237",
        "twice in a position",
        "In a position laid by hand each card lies in one place, and each place is filled once. A"
        " card that the pack has several times is told apart by 'copy'.",
    ),
    Code(
        "CV240",
        "a card twice in a table",
        "Each card stands in a table exactly once. A bare rank or suit means all its cards that "
        "have not been named yet.",
    ),
    Code(
        "CV241",
        "a card is missing in a table",
        "A table speaks of every member of its domain. 'others: n' gives a value to all that are "
        "not named.",
    ),
    Code(
        "CV242",
        "a line of a table that names nothing",
        "All the cards of this rank or suit have been named before, so the line says nothing.",
    ),
    Code(
        "CV243",
        "not a card of the table",
        "Here stands something else than a card, rank or suit (or whatever the table speaks of).",
    ),
    Code(
        "CV244",
        "outside its part of a table",
        "A part of a table names members that its 'for:' leaves out.",
    ),
    Code(
        "CV245",
        "values of a table",
        "A table holds single values, all of one kind.",
    ),
    Code(
        "CV246",
        "not known before the deal",
        "Tables, domains and defaults must be known before a card is dealt: they cannot depend on"
        " the state.",
    ),
    Code(
        "CV340",
        "a quantifier that takes more than it seems",
        "'some c in S has ...' takes everything to its right, 'and' and 'or' too. Brackets make "
        "plain what is meant.",
    ),
    Code(
        "CV341",
        "'empty' says it shorter",
        "'size(x) is 0' and 'empty(x)' mean the same; one form makes specs easier to read.",
    ),
)
