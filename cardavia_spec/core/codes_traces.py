"""The codes of family 8: traces, and the matches they record."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.code import Code

TRACES: Final = (
    Code(
        "CV791",
        "deals end before anybody can move",
        "Deal after deal was over as soon as it had been made, so the match would go on for ever."
        " Let `match: over` end it, or let the deal begin with a move.",
    ),
    Code(
        "CV801",
        "a trace is not UTF-8",
        "Traces are text in UTF-8, one JSON object a line.",
    ),
    Code(
        "CV802",
        "a compressed trace cannot be unpacked",
        "The file is cut off or damaged, or its name says that it is compressed and it is not.",
    ),
    Code(
        "CV803",
        "a line of a trace is no JSON object",
        "Every line of a trace is one JSON object on a line of its own; NaN, comments, single"
        " quotes and empty lines are not JSON.",
    ),
    Code(
        "CV804",
        "a line of a trace is cut off",
        "The line ends before its object does. If it is the last line of the file, the program"
        " that wrote it was probably stopped.",
    ),
    Code(
        "CV805",
        "something in a trace is beyond any use",
        "A line of many megabytes, a number with too many digits, or lists within lists within"
        " lists: no trace needs them, and reading them could take for ever.",
    ),
    Code(
        "CV806",
        "a key stands twice",
        "In one object every key stands once; readers would differ on which of the two counts.",
    ),
    Code(
        "CV807",
        "no such type of line",
        "The lines of a trace are of the types `match`, `deal`, `move`, `deal end` and"
        " `match end`.",
    ),
    Code(
        "CV808",
        "a key is missing",
        "A line of this type cannot do without this key.",
    ),
    Code(
        "CV809",
        "no such key",
        "A line of this type has no such key. On `match` and `deal` lines keys that begin with"
        " `x-` are passed over; everything else must be as the format says.",
    ),
    Code(
        "CV810",
        "a value is of the wrong kind",
        "A text stands where a number belongs, or the like. Members of sorts (cards, seats, ranks"
        " even where they are numerals) are texts, in quotes.",
    ),
    Code(
        "CV811",
        "no such card",
        "Cards are named as the pack of the spec names them, `suit-rank`.",
    ),
    Code(
        "CV812",
        "something stands twice in a list",
        "A card cannot be in a deck, or in one move, twice.",
    ),
    Code(
        "CV813",
        "a deck is not the pack",
        "The deck of a deal lists every card of the pack once, also those that nobody draws.",
    ),
    Code(
        "CV814",
        "no such game",
        "There is no spec for the game that the `match` line names.",
    ),
    Code(
        "CV815",
        "no such option",
        "The game has no option of this name.",
    ),
    Code(
        "CV816",
        "no such value",
        "The option, the seat or the parameter has no such value in the spec.",
    ),
    Code(
        "CV817",
        "a trace of another format",
        "This program reads traces of format 1.",
    ),
    Code(
        "CV818",
        "no such move",
        "The game has no move of this name.",
    ),
    Code(
        "CV819",
        "the values of a move are not those it has",
        "A move with parameters that its cards do not tell carries them: one as `value`, several"
        " as `values`. Other moves carry neither.",
    ),
    Code(
        "CV820",
        "a line in the wrong place",
        "A `match` line opens a match; then come deals, each a `deal` line, its moves and a"
        " `deal end` line; `match end` closes a match that is over. A trace may stop anywhere, but"
        " it leaves nothing out.",
    ),
    Code(
        "CV821",
        "a deal with the wrong number",
        "The deals of a match are numbered from 1, and `deal end` has the number of its deal.",
    ),
    Code(
        "CV822",
        "a trace of another text of the spec",
        "The trace names the digest of the spec it was played by, and this spec has another: it"
        " has been changed since, or it is another one. A warning, unless `--strict` is given.",
    ),
    Code(
        "CV823",
        "the cards do not tell the move",
        "The parameters of this move depend on the position, not on the cards alone.",
    ),
    Code(
        "CV824",
        "two moves that a trace writes alike",
        "Name, cards and values of a move must tell its parameters. Let `cards:` in the spec name"
        " cards that tell them, or leave out the parameters that `cards:` should not stand for.",
    ),
    Code(
        "CV825",
        "too many faults in one trace",
        "After so many faults it is no use to go on.",
    ),
    Code(
        "CV840",
        "an illegal move",
        "The rules do not allow this move in this position; the message names the rule that"
        " forbids it.",
    ),
    Code(
        "CV841",
        "a move out of turn",
        "By the rules it is the turn of another seat.",
    ),
    Code(
        "CV842",
        "the wrong dealer",
        "By the rules, or by the options of the match, another seat deals.",
    ),
    Code(
        "CV843",
        "a list of legal moves that is not the rules'",
        "The `legal` list of a move line is the complete list of moves that were legal before it:"
        " one is missing, or one should not be there.",
    ),
    Code(
        "CV844",
        "a result that is not the rules'",
        "The result of a deal or of the match comes out otherwise by the rules.",
    ),
    Code(
        "CV845",
        "a deal ended too early",
        "By the rules the deal is not over yet.",
    ),
    Code(
        "CV846",
        "a move after the end of the deal",
        "By the rules the deal was over before this move.",
    ),
    Code(
        "CV847",
        "a match ended too early or too late",
        "By the rules the match is not over yet, or it was over before.",
    ),
    Code(
        "CV850",
        "a saved position that cannot be used",
        "It is no JSON of the shape that this program writes, or it was made by another spec.",
    ),
)
