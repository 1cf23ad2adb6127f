"""Compiling C where it runs, once: the system's compiler, and a folder of what it made."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cardavia_spec.core.folders import user_folder

FLAGS: Final = ("-x", "c", "-std=gnu11", "-w", "-fPIC", "-shared")
FAST: Final = (
    "-O3", "-march=native", "-mtune=generic", "-fno-move-loop-invariants", "-fno-tree-ch",
)  # fmt: skip
"""What a processor can do is made use of; what it is said to do best measures slower, and so does
code that is moved out of the one loop there is, or copied before it."""
COUNTING: Final = ("-O1", "-fpeel-loops", "-march=native", "-fno-move-loop-invariants")
"""What counts is more text, and is to be compiled within a second all the same."""
SECONDS: Final = 120
"""A compiler that takes longer is taken for one that hangs."""
_SEAL: Final = 32
"""So many bytes at the end of a kept file are the digest of its name and of those before."""


class NoEngine(Exception):
    """There is no compiled engine to be had; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler: its command, and what tells one version of it from another."""

    command: tuple[str, ...]
    version: str


def find_compiler() -> Compiler:
    """Return the compiler: the one $CC names, else the first of cc, gcc and clang.

    Raises:
        NoEngine: there is none.
    """
    said = os.environ.get("CC", "").strip()
    candidates = [said] if said else ["cc", "gcc", "clang"]
    for candidate in candidates:
        try:
            command = shlex.split(candidate)
        except ValueError:
            command = [candidate]
        found = shutil.which(command[0]) if command else None
        if found is not None:
            return Compiler((found, *command[1:]), _version(Path(found).resolve()))
    told = f"CC names '{said}', which is not there" if said else "there is no C compiler"
    raise NoEngine(told)


def _version(program: Path) -> str:
    """Return what changes with the compiler: asking it itself would take too long each time."""
    facts = program.stat()
    return f"{program} {facts.st_size} {facts.st_mtime_ns}"


@cache
def processor() -> str:
    """Return the model and the abilities of this machine's processor."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            lines = []
            for line in file:
                if not line.strip():
                    break  # the others are the same
                if line.startswith(("model name", "flags", "Features", "CPU part")):
                    lines.append(line.strip())
        return "\n".join(lines)
    except OSError:
        return " ".join(os.uname()) if hasattr(os, "uname") else os.name


def cache_folder() -> Path | None:
    """Return the user's folder for engines, or None where there is none."""
    return user_folder("engines")


def compiled(text: str, flags: tuple[str, ...] = FAST) -> bytes | Path:
    """Return the shared library of a C text: the path of a kept one, or the bytes of a new one.

    Bytes come back where no folder keeps them.

    Raises:
        NoEngine: there is no compiler, or it fails.
    """
    compiler = find_compiler()
    parts = [text, *FLAGS, *flags, *compiler.command, compiler.version, processor()]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    folder = cache_folder()
    place = None if folder is None else folder / f"{key}.so"
    if place is not None and _whole(place):
        return place
    made = _compile(compiler, text, flags)
    if place is None or not _keep(place, made):
        return made
    return place


def _whole(place: Path) -> bool:
    """Whether a kept file is there and as it was written: one cut short would crash us."""
    try:
        data = place.read_bytes()
    except OSError:
        return False
    return len(data) > _SEAL and _seal(place, data[:-_SEAL]) == data[-_SEAL:]


def _seal(place: Path, data: bytes) -> bytes:
    """Return the digest that closes a kept file: another engine's file does not fit its name."""
    return hashlib.sha256(place.name.encode() + b"\0" + data).digest()


def _keep(place: Path, data: bytes) -> bool:
    """Keep a library, whole or not at all; return whether it worked."""
    name = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, suffix=".part")
        with open(handle, "wb") as file:
            file.write(data + _seal(place, data))
        Path(name).replace(place)
    except OSError:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        return False
    return True


def _compile(compiler: Compiler, text: str, flags: tuple[str, ...]) -> bytes:
    """Return what the compiler makes of a text, with plainer flags where it knows no better."""
    failed = ""
    with tempfile.TemporaryDirectory(prefix="cardavia-") as folder:
        out = Path(folder) / "engine.so"
        for chosen in dict.fromkeys((flags, ("-O2",))):
            command = [*compiler.command, *FLAGS, *chosen, "-o", str(out), "-"]
            try:
                ended, told = _run(command, text.encode())
            except subprocess.TimeoutExpired:
                hangs = f"does not end: it was stopped after {SECONDS} seconds"
                raise NoEngine(f"the C compiler {compiler.command[0]} {hangs}") from None
            except OSError as error:
                failed = str(error).splitlines()[0]
                continue
            if ended == 0 and out.exists():
                return out.read_bytes()
            said = told.decode(errors="replace").strip().splitlines()
            failed = next((s for s in said if "error" in s), said[0] if said else "it said nothing")
    shown = "".join(c if c.isprintable() else " " for c in failed[:200])  # no colours of its own
    raise NoEngine(f"the C compiler {compiler.command[0]} fails: {shown}")


_RUNNING: Final[set[subprocess.Popen[bytes]]] = set()
"""Compilers at work: each in a group of its own, with what it has called."""


def _run(command: list[str], text: bytes) -> tuple[int, bytes]:
    """Return how a command ended that reads a text, and what it said of errors.

    Raises:
        NoEngine: somebody gave up.
        OSError: it cannot be called.
        subprocess.TimeoutExpired: it hangs; it and all it has called were stopped.
    """
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=pipe, stdout=nowhere, stderr=pipe, start_new_session=True
    ) as process:
        _RUNNING.add(process)
        try:
            _, told = process.communicate(text, timeout=SECONDS)
        except BaseException:
            _RUNNING.discard(process)
            _stop(process)
            raise
        if process not in _RUNNING:
            raise NoEngine(f"the C compiler {command[0]} was stopped")
        _RUNNING.discard(process)
        return process.returncode, told


def give_up() -> None:
    """Stop every compiler that is at work, whatever thread waits for it."""
    for process in tuple(_RUNNING):
        _RUNNING.discard(process)
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a command and all that it has called."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):  # it has just ended
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
