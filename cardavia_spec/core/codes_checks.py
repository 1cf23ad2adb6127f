"""Codes of family 6 that need the whole spec: unused, unreachable, uncited, the register."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.code import Code

CHECKS: Final = (
    Code(
        "CV650",
        "an option that nothing reads",
        "No rule and no property reads this option, so choosing it changes nothing. Read it "
        "where the rule differs, or take it out.",
    ),
    Code(
        "CV651",
        "a table that nothing reads",
        "No rule and no property looks anything up in this table. Use it, or take it out.",
    ),
    Code(
        "CV652",
        "a zone that nothing uses",
        "No rule moves cards into this zone or out of it, or looks at it while it can hold a "
        "card. Use it, or take it out.",
    ),
    Code(
        "CV653",
        "a definition that nothing reads",
        "Neither a rule nor a property reads this value, directly or through other "
        "definitions. Perhaps its name was meant somewhere and another one stands there; else "
        "take it out.",
    ),
    Code(
        "CV654",
        "names that nothing uses",
        "No variable, option or parameter takes these names as its values. Use them, or take "
        "them out.",
    ),
    Code(
        "CV655",
        "a let that nothing reads",
        "The value is fixed at the start of the move or event and then never looked at. Use "
        "it, or take it out.",
    ),
    Code(
        "CV656",
        "a parameter that nothing reads",
        "The value does not depend on this parameter, or the move does the same whatever is "
        "chosen. Use it, or take it out.",
    ),
    Code(
        "CV657",
        "a variable that nothing reads",
        "Neither a rule nor a property reads this variable. History that only properties read "
        "is fine; history that nothing reads is not.",
    ),
    Code(
        "CV658",
        "a variable that nothing reads except its own rule",
        "The variable is only read to change itself. Read it in a rule or a property, or take "
        "it out.",
    ),
    Code(
        "CV610",
        "a condition that can never hold",
        "By the values its parts can take, this condition is false in every state, so what "
        "stands under it is never reached.",
    ),
    Code(
        "CV611",
        "a tier that can never be reached",
        "A tier above it has no condition and always offers a card, so this one never binds. "
        "Put it higher up, or take it out.",
    ),
    Code(
        "CV612",
        "a row or tier that stands twice",
        "An earlier one has the same condition: in a table of rows the two would apply "
        "together, in tiers the later one never binds unless the cards differ.",
    ),
    Code(
        "CV613",
        "a move that changes nothing",
        "The move moves no card and sets no variable, so the same player would be asked again "
        "and again. Say in `do` what happens, at least whose turn it is then.",
    ),
    Code(
        "CV614",
        "an event that changes nothing",
        "The event moves no card, sets no variable and does not end the deal, so it would "
        "apply for ever. Say in `do` what happens.",
    ),
    Code(
        "CV615",
        "no rule ends the deal",
        "No move and no event says `end deal`, so a deal would never be over.",
    ),
    Code(
        "CV616",
        "an event that always applies",
        "By the values its parts can take, the condition of the event is true in every state, "
        "so it would apply for ever.",
    ),
    Code(
        "CV617",
        "a condition that always holds",
        "By the values its parts can take, this condition is true in every state: it forbids "
        "nothing.",
    ),
    Code(
        "CV620",
        "a clause that nothing cites",
        "The page has this clause, but no part of the spec cites it and it is not listed "
        "under `not rules`. Cite it where the rule is said, or say under `not rules` why it "
        "is none.",
    ),
    Code(
        "CV621",
        "a cite that is no clause",
        "The spec cites a clause that `page: clauses:` does not name.",
    ),
    Code(
        "CV622",
        "a clause cited that is said to be no rule",
        "The clause stands under `not rules`, and yet a part of the spec cites it. One of the "
        "two is wrong.",
    ),
    Code(
        "CV623",
        "`not rules` names no clause",
        "The clause under `not rules` is not one of `page: clauses:`.",
    ),
    Code(
        "CV630",
        "a property that cannot fail",
        "By its form alone the property is true, whatever the rules do, so it says nothing about "
        "them: `x is x`, for example.",
    ),
    Code(
        "CV631",
        "a property that can never hold",
        "By the values its parts can take, the property is false whatever the rules do.",
    ),
    Code(
        "CV632",
        "a property that reads no state",
        "The property speaks of tables and definitions alone. Say `theorem:`; then every case "
        "is enumerated.",
    ),
    Code(
        "CV633",
        "a property whose condition can never hold",
        "The property has the form `if this then that`, and `this` is false in every state, "
        "so it never says anything.",
    ),
    Code(
        "CV634",
        "`use` names no property",
        "The label under `use:` is not the label of a property of this spec.",
    ),
    Code(
        "CV640",
        "the register of sentences has another shape",
        "A register has the keys `clauses`, `game`, `page` and `sentences`; a sentence has "
        "`place`, `sha256`, `says` and either `clauses` or `not a rule`.",
    ),
    Code(
        "CV641",
        "the register names an unknown clause",
        "The clause of this sentence is not one of `page: clauses:` of the spec.",
    ),
    Code(
        "CV642",
        "a clause without a sentence",
        "The spec's page has this clause, but no sentence of the register belongs to it.",
    ),
    Code(
        "CV643",
        "two sentences with one place",
        "Each sentence of the page has a place of its own.",
    ),
    Code(
        "CV644",
        "the register is of another game",
        "The `game:` of the register is not that of the spec beside it.",
    ),
    Code(
        "CV646",
        "the register is of another page",
        "The `page:` of the register names another file than that of the spec.",
    ),
    Code(
        "CV660",
        "a witness cannot be used",
        "The trace that a property names as its witness cannot be read, or is no trace.",
    ),
    Code(
        "CV661",
        "a witness is not there",
        "A property names a trace as its witness, and there is no such file: only other play can"
        " show what it says. A copy of a spec that lies elsewhere may have left them behind.",
    ),
    Code(
        "CV662",
        "a witness shows nothing",
        "The trace that a property names as its witness does not show what the property says, or"
        " the rules have changed since it was made. Whether other play shows it is looked at all"
        " the same.",
    ),
)
