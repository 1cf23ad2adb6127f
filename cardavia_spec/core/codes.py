"""The registry of diagnostic codes: the one list from which the docs page is made.

A code never changes its meaning and is never used again for another.  Families: 1 reading files,
2 structure of a spec, 3 the text of an expression, 4 names, 5 types, 6 static checks of a whole
spec, 7 obligations while a spec is played, 8 traces, 9 the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardavia_spec.core.code import Code
from cardavia_spec.core.codes_checks import CHECKS
from cardavia_spec.core.codes_meaning import MEANING
from cardavia_spec.core.codes_play import PLAY
from cardavia_spec.core.codes_structure import STRUCTURE
from cardavia_spec.core.codes_traces import TRACES

_CODES: Final = (
    Code(
        "CV100",
        "the file cannot be read",
        "There is no file of this name, or it may not be read, or it is a folder.",
    ),
    Code(
        "CV101",
        "the file is not UTF-8",
        "Specs and traces are read in the encoding UTF-8.  The message names the first line and"
        " byte that cannot be read in it.",
    ),
    Code(
        "CV102",
        "the file is empty",
        "There is nothing in it, or nothing but comments.",
    ),
    Code(
        "CV103",
        "the file is too large",
        "A spec has some hundred lines; files of more than 2 MB are refused before they are read,"
        " and reading stops at 100,000 texts, lists and mappings.",
    ),
    Code(
        "CV104",
        "an invisible character",
        "Control characters, line separators and odd blanks look like nothing in an editor and"
        " change what is read.",
    ),
    Code(
        "CV105",
        "a tab in the indentation",
        "YAML counts blanks to see what belongs together, and knows no tabs there.",
    ),
    Code(
        "CV106",
        "the structure of the file breaks off",
        "The YAML of the file cannot be read on from this place.",
    ),
    Code(
        "CV107",
        "a key stands twice",
        "Two entries of one mapping have the same name, and only one of them could count.",
    ),
    Code(
        "CV108",
        "nothing stands here",
        "A key has no value.  Often a comma inside `{ }` has cut a text in two: such a text needs"
        " quotes.",
    ),
    Code(
        "CV109",
        "an anchor, an alias or a merge key",
        "`&name`, `*name` and `<<` let YAML copy parts of a file; a spec says everything in its"
        " place.  A text that begins with `&` or `*` needs quotes.",
    ),
    Code(
        "CV110",
        "a YAML tag",
        "A word with `!` in front tells YAML a type; a spec needs none.  A text that begins with"
        " `!` needs quotes.",
    ),
    Code(
        "CV111",
        "several documents",
        "A line `---` begins a new document, and `%` speaks to the YAML reader; a file holds one"
        " document and neither.",
    ),
    Code(
        "CV112",
        "nested too deep",
        "Lists and mappings stand in one another more than fifty deep.",
    ),
    Code(
        "CV113",
        "a key that is no text",
        "A key is a name or a label.  One that begins with `[` or `{` needs quotes.",
    ),
    Code(
        "CV114",
        "a text is needed here",
        "YAML reads a list or a mapping where a text belongs: a text that begins with `{` or `[`"
        " needs quotes.",
    ),
    Code(
        "CV115",
        "a bracket or quote is not closed",
        "The file ends, or the line does, before the closing one.",
    ),
    Code(
        "CV116",
        "a text needs quotes",
        "Outside quotes, `: ` makes a key, ` #` a comment, and a text may not begin with"
        " ``[ ] { } , & * ! | > ' \" % @ ` `` nor go on after a closing quote or bracket.",
    ),
    Code(
        "CV117",
        "lines that do not stand under one another",
        "What belongs to one mapping or list begins in the same column.",
    ),
    Code(
        "CV118",
        "a colon is missing",
        "Every entry of a mapping is a name, a colon, a blank and a value.",
    ),
    Code(
        "CV300",
        "an expression cannot be understood",
        "The words stand in an order that says nothing in the rule language.",
    ),
    Code(
        "CV301",
        "an expression ends too early",
        "Something is still missing at the end of the text.",
    ),
    Code(
        "CV302",
        "a character that the rule language does not know",
        "Names are small letters, digits and underscores; besides them there are numbers,"
        " `+ - * & ( ) { } , . .. : < <= > >= := += -=` and comments after `#`.",
    ),
    Code(
        "CV303",
        "an equals sign",
        "`is` and `is not` compare, `:=` sets.",
    ),
    Code(
        "CV304",
        "the spelling of another language",
        "`and`, `or`, `not`, `implies` join conditions; `x.y` is the y of x, `x.y(z)` the y of x"
        " for z.",
    ),
    Code(
        "CV305",
        "a capital letter in a name",
        "Names are written with small letters, digits and underscores.",
    ),
    Code(
        "CV306",
        "a reserved word as a name",
        "The words of the rule language cannot name anything else.",
    ),
    Code(
        "CV307",
        "a wrong word between a name and its condition",
        "`some`, `every` and `no` go with `has`; `all`, `the` and `first` go with `where`;"
        " `highest` and `lowest` go with `by`; `sum` goes with `for`.",
    ),
    Code(
        "CV308",
        "`if` without `then` or `else`",
        "As a value: `if a then b else c`, all three.  As a statement: `if a:` and, below it,"
        " `else if b:` and `else:`.",
    ),
    Code(
        "CV309",
        "a condition inside a set's braces",
        "`{a, b}` lists members.  The members with a condition are `all c in S where ...`.",
    ),
    Code(
        "CV310",
        "statements and lines do not agree",
        "Each statement has a line of its own and ends with it; inside brackets it may go on.",
    ),
    Code(
        "CV311",
        "a line of a block stands in a wrong column",
        "Statements that belong together begin in the same column; the body of `for`, `repeat`,"
        " `if` and `else` stands further right.",
    ),
    Code(
        "CV312",
        "brackets do not match",
        "Every opened bracket is closed by one of its kind.",
    ),
    Code(
        "CV313",
        "a number that is not whole",
        "The rule language has whole numbers only.",
    ),
    Code(
        "CV314",
        "quotes inside an expression",
        "Names stand without quotes.",
    ),
    Code(
        "CV315",
        "an expression that YAML rewrites",
        "Texts of the rule language are read exactly as they stand: no `\\` in double quotes, no"
        " `''` in single ones, no `>` block.",
    ),
    Code(
        "CV316",
        "an expression is nested too deep",
        "Give parts of it a name under `define` or `let`.",
    ),
    Code(
        "CV317",
        "there is no expression",
        "The text is empty, or holds nothing but a comment.",
    ),
    Code(
        "CV318",
        "a chain of comparisons",
        "A comparison has two sides: `a <= b and b <= c`, `x is a or x is b`.",
    ),
    Code(
        "CV900",
        "no such command",
        "The first word after `cardavia` names the command; `cardavia --help` lists them.",
    ),
    Code(
        "CV901",
        "no such option",
        "Options are written in full, with two dashes; `cardavia COMMAND --help` lists those of a"
        " command.",
    ),
    Code(
        "CV902",
        "the command line is not complete, or says too much",
        "A command needs a word that is missing, or was given one it has no use for.",
    ),
    Code(
        "CV903",
        "a value on the command line cannot be used",
        "The option exists and its value does not fit: it is no number where one is needed, it is"
        " too small or too large, or it is none of those that are allowed.  `--option NAME=VALUE`"
        " takes the options of the spec and their values, as the spec writes them.",
    ),
    Code(
        "CV904",
        "a file or folder cannot be used",
        "The system refused to open or write it: it is not there, may not be written, or the disk"
        " is full.  Files are written aside and put in place when they are whole, so that nothing"
        " half-written is left behind.",
    ),
    Code(
        "CV905",
        "there is nothing of this name to explain",
        "`cardavia explain SPEC NAME` knows the names and labels of that spec, the built-in names"
        " of the language, and clauses; `cardavia explain CODE` knows the diagnostic codes.",
    ),
    Code(
        "CV906",
        "there is no such position",
        "`--at LINE` names a line of the trace with a move on it: the position is the one before"
        " that move.",
    ),
    Code(
        "CV907",
        "a file of the project is not what the code makes it",
        "`cardavia generate` writes such files anew; they are never changed by hand.",
    ),
    Code(
        "CV990",
        "a fault of this program",
        "Something happened that nobody foresaw.  It is never the fault of a spec or a trace,"
        " whatever is in it.  Please report it, with the command and its input.",
    ),
    Code(
        "CV910",
        "a folder without specs",
        "A folder stands for the files in it whose names end in .yaml, and there is none.",
    ),
    Code(
        "CV912",
        "this cannot be done so",
        "Arguments do not go together, or something optional is missing: a C compiler, a package"
        " for plots or for clusters, a cluster that answers.  The message says which.",
    ),
    Code(
        "CV911",
        "no property of this name",
        "`--property` names the label of a property as it stands in the spec.",
    ),
    Code(
        "CV913",
        "no lemmas are kept",
        "Lemmas are found when a spec is proved, and kept in `generated/lemmas/` beside the folder "
        "of the spec (or, where there is no such folder, in the user's cache).",
    ),
)

ALL: Final = tuple(
    sorted((*_CODES, *CHECKS, *STRUCTURE, *MEANING, *PLAY, *TRACES), key=lambda c: c.code)
)
"""Every code, in order."""

CODES: Final[Mapping[str, Code]] = {code.code: code for code in ALL}
"""Every code, by its name."""
