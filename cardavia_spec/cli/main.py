"""The command `cardavia`: reads the command line, runs one subcommand, ends with its exit code.

Exit codes: 0 fine; 1 a property is refuted or unknown, or a trace disagrees; 2 the input is wrong;
3 a fault of this program; 130 interrupted; 141 nobody reads the output any more; 143 told to end
(129: the terminal is gone).

Each subcommand is a module of this package with `configure(parser)` and `run(args) -> int`.  Only
the one that was asked for is imported, so that help costs nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn

from cardavia_spec.cli.ending import Terminated, end_children, orderly

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardavia_spec.core.diagnostics import Diagnostic

FINE: Final = 0
DISAGREES: Final = 1
WRONG_INPUT: Final = 2
OUR_FAULT: Final = 3
INTERRUPTED: Final = 130
NO_READER: Final = 141

COMMANDS: Final[Mapping[str, str]] = {
    "check": "check specs: static checks, properties, examples; one verdict a row",
    "play": "play a game in the terminal, or let it play by itself",
    "run": "play many deals by itself and count what comes out",
    "replay": "hold recorded play against the rules",
    "lemmas": "tell what the proofs of a spec were found to need, in the rule language",
    "explain": "explain a name of a spec, a move in a recorded game, or a diagnostic code",
    "generate": "write anew the files of the project that are made from its code",
}
"""The subcommands and what each is for; the module of a command has its name."""

_BAD_CHOICE = re.compile(r"argument (\S+): invalid choice: '?(.*?)'? \(choose from (.*)\)")


class UsageError(Exception):
    """The command line cannot be understood; `parser` is the one that gave up."""

    def __init__(self, parser: argparse.ArgumentParser, message: str) -> None:
        self.parser = parser
        self.message = message
        super().__init__(message)


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(self, message)


def build(chosen: str | None) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Return the parser, and that of the command `chosen`: the only one that is filled in.

    Without a command, both are the same.
    """
    parser = _Parser(
        prog="cardavia",
        description="The rules of card games as one executable text.",
        epilog="`cardavia COMMAND --help` tells more of each.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and end")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    innermost: argparse.ArgumentParser = parser
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(
            name, help=purpose, description=purpose[0].upper() + purpose[1:], allow_abbrev=False
        )
        if name == chosen:
            import_module(f"cardavia_spec.cli.{name}").configure(command)
            innermost = command
    return parser, innermost


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; never raises, never prints a traceback.

    With CARDAVIA_DEBUG=1 in the environment an unexpected exception is raised, not told.
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal that lacks a character still gets the rest
            reconfigure(errors="replace")
    with orderly():
        return _ended(argv)


def _ended(argv: Sequence[str]) -> int:
    """Return the exit code, however it ends."""
    try:
        code = _dispatch(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more as it ends: give it something to write to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except KeyboardInterrupt:
        end_children()
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except Terminated as end:
        end_children()
        with suppress(OSError):  # the terminal may be gone
            print(f"\nended ({end})", file=sys.stderr)
        return end.code
    return code


def _dispatch(argv: Sequence[str]) -> int:
    try:
        chosen = next((word for word in argv if not word.startswith("-")), None)
        if chosen is not None and chosen not in COMMANDS:
            return _wrong(_no_command(chosen), argv)
        parser, innermost = build(chosen)
        args, extra = parser.parse_known_args(argv)
        if extra:
            return _wrong(_unknown(extra, innermost), argv, innermost.format_usage())
        if args.version:
            print(_version())
            return FINE
        if args.command is None:
            parser.print_help()
            return WRONG_INPUT
        code: int = import_module(f"cardavia_spec.cli.{args.command}").run(args)
    except SystemExit as end:  # argparse ends the program itself after --help
        return int(end.code or 0)
    except UsageError as error:
        return _wrong(_usage(error.message), argv, error.parser.format_usage())
    except BrokenPipeError:
        raise
    except OSError as error:
        from cardavia_spec.cli.report import refused

        return _wrong(refused(error), argv)
    except Exception as error:  # noqa: BLE001 - the outermost place: told, as ours if need be
        return _told(error, argv)
    return code


def _wrong(diagnostic: Diagnostic, argv: Sequence[str], usage: str = "") -> int:
    """Tell what is wrong with the command line, or what the system refuses."""
    from cardavia_spec.cli.report import tell, tell_json

    if "--json" in argv:
        tell_json([diagnostic], WRONG_INPUT)
    tell([diagnostic])
    if usage:
        print(usage.rstrip(), file=sys.stderr)
    return WRONG_INPUT


def _told(error: Exception, argv: Sequence[str]) -> int:
    """Tell an error of the input (2), of a rule while it was played (1), or of ours (3)."""
    from cardavia_spec.cli.report import tell, tell_json
    from cardavia_spec.core.diagnostics import CardaviaError, SpecError
    from cardavia_spec.core.faults import RuleFault

    match error:
        case SpecError(diagnostics=diagnostics):
            code = WRONG_INPUT
        case RuleFault(diagnostic=diagnostic):
            diagnostics, code = (diagnostic,), DISAGREES
        case CardaviaError():
            print(f"error: {error}", file=sys.stderr)
            return DISAGREES
        case _:
            return _our_fault(error)
    if "--json" in argv:
        tell_json(diagnostics, code)
    said = re.search(r"--color[ =](always|never)\b", " ".join(argv))
    tell(diagnostics, said[1] if said else "auto")
    return code


def _no_command(word: str) -> Diagnostic:
    from cardavia_spec.core.diagnostics import Diagnostic, did_you_mean

    known = "the commands are " + ", ".join(COMMANDS)
    fix = did_you_mean(word, COMMANDS, known)
    return Diagnostic("CV900", f"there is no command '{word}'", None, fix)


def _unknown(extra: Sequence[str], parser: argparse.ArgumentParser) -> Diagnostic:
    """Return what to say of words that the parser could not place."""
    from cardavia_spec.core.diagnostics import Diagnostic, did_you_mean

    option = next((word for word in extra if word.startswith("-")), None)
    if option is None:
        return Diagnostic("CV902", f"too much on the command line: {' '.join(extra)}", None)
    option = option.partition("=")[0]
    known = re.findall(r"--[a-z-]+", parser.format_usage())
    return Diagnostic("CV901", f"there is no option {option}", None, did_you_mean(option, known))


def _usage(message: str) -> Diagnostic:
    """Return argparse's complaint in our words."""
    from cardavia_spec.core.diagnostics import Diagnostic, did_you_mean

    if found := _BAD_CHOICE.fullmatch(message):
        choices = [choice.strip(" '") for choice in found[3].split(",")]
        known = "it can be " + ", ".join(choices)
        text = f"{found[1]} cannot be '{found[2]}'"
        return Diagnostic("CV903", text, None, did_you_mean(found[2], choices, known))
    text = message.replace("the following arguments are required", "missing")
    return Diagnostic("CV903" if text.startswith("argument ") else "CV902", text, None)


def _our_fault(error: Exception) -> int:
    """Tell an exception nobody foresaw, in two lines; with CARDAVIA_DEBUG=1 raise it."""
    if os.environ.get("CARDAVIA_DEBUG") == "1":
        raise error
    where = ""
    place = error.__traceback__
    while place is not None:
        path = place.tb_frame.f_code.co_filename
        if os.path.dirname(os.path.dirname(path)).endswith("cardavia_spec"):
            where = f" ({os.path.basename(path)}, line {place.tb_lineno})"
        place = place.tb_next
    said = str(error).strip().splitlines()
    print(
        f"error[CV990]: this is a fault of cardavia, not of your input:"
        f" {type(error).__name__}{': ' + said[0] if said else ''}{where}\n"
        f"  = help: please report it with the command you ran ({_version()});"
        f" CARDAVIA_DEBUG=1 shows the whole way to it",
        file=sys.stderr,
    )
    return OUR_FAULT


def _version() -> str:
    from importlib.metadata import version

    return f"cardavia {version('cardavia-spec')}"
