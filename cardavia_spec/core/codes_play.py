"""The codes of family 7: obligations that fail while a spec is played."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.code import Code

PLAY: Final = (
    Code(
        "CV701",
        "'the' finds no member",
        "`the x in S where ...` stands for the one member there is, and here there is none. "
        "Guard it by a condition under which there is one, or change what it asks for.",
    ),
    Code(
        "CV702",
        "'the' finds several members",
        "`the x in S where ...` stands for the one member there is, and here there are several. "
        "Say more closely which one is meant, or take `first`, `highest` or `all`.",
    ),
    Code(
        "CV703",
        "'first' finds no member",
        "`first x in S where ...` stands for a member, and here there is none. Guard it by a "
        "condition under which there is one.",
    ),
    Code(
        "CV704",
        "none where a value is needed",
        "What is used here may be none, and it is. Ask `is not none` before.",
    ),
    Code(
        "CV705",
        "a value outside its range",
        "The value that was computed here is no index or argument that is allowed in this place.",
    ),
    Code(
        "CV706",
        "a variable would leave its domain",
        "The new value is not one that `in:` of the variable allows. Widen the domain or change "
        "the statement.",
    ),
    Code(
        "CV707",
        "cards are moved that are not there",
        "`move X from A to B` needs every card of X to lie in A.",
    ),
    Code(
        "CV708",
        "too few cards to draw",
        "`draw n from A to B` needs A to hold at least n cards, and n not to be negative.",
    ),
    Code(
        "CV709",
        "no row applies",
        "Of the rows of a decision table exactly one must apply, whatever the state. Add a row "
        "for this one.",
    ),
    Code(
        "CV710",
        "several rows apply",
        "Of the rows of a decision table exactly one must apply, whatever the state. Make the "
        "conditions exclude each other.",
    ),
    Code(
        "CV711",
        "an event applies a second time",
        "Between two moves an event happens once at most. What it does must make its own "
        "condition false, and no other event may make it true again.",
    ),
    Code(
        "CV712",
        "nobody can move",
        "The deal goes on, and the seat whose turn it is has no legal move. End the deal, pass "
        "the turn on, or allow a move.",
    ),
    Code(
        "CV713",
        "a subset cannot have this size",
        "`any n from S` needs n to be at least 1 and at most the size of S. Ask for it in a "
        "condition that names no parameter: such conditions are asked before.",
    ),
    Code(
        "CV714",
        "a deal does not end",
        "After very many moves the deal still goes on. Something must run out or be counted: a "
        "move or an event then says `end deal`.",
    ),
)
"""Family 7."""
