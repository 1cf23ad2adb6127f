"""Compiling, keeping and loading: whatever is missing or broken, play goes on or says why."""

from __future__ import annotations

import hashlib
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from cardavia_spec.back.c import build
from cardavia_spec.back.c.build import NoEngine, cache_folder, compiled, find_compiler
from cardavia_spec.back.c.engine import Engine
from cardavia_spec.back.c.printer import comment
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.engines import Made, Order
from cardavia_spec.play.runs import run
from tests.needs import needs
from tests.unit.engines.agree import GAMES, Three, three
from tests.unit.engines.odd import odd
from tests.work import at_most

TEXT = "int answer(void) { return 42; }\n"
QUICK = ("-O0",)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept() -> list[Path]:
    folder = cache_folder()
    assert folder is not None
    return sorted(folder.glob("*")) if folder.exists() else []


def compiler(tmp_path: Path, body: str) -> str:
    """Return the path of a program that stands in for a compiler."""
    path = tmp_path / "mycc"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@needs("cc")
def test_a_library_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(TEXT, QUICK)
    assert [first] == kept()
    calls: list[object] = []
    monkeypatch.setattr(build, "_compile", lambda *a: calls.append(a))
    assert compiled(TEXT, QUICK) == first
    assert not calls


@needs("cc")
@pytest.mark.parametrize("what", ["text", "flags", "processor", "compiler"])
def test_whatever_changes_makes_another(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(TEXT, QUICK)
    if what == "processor":
        monkeypatch.setattr(build, "processor", lambda: "another")
    if what == "compiler":
        monkeypatch.setattr(build, "_version", lambda _: "another")
    second = compiled(
        TEXT.replace("42", "43") if what == "text" else TEXT,
        ("-O1",) if what == "flags" else QUICK,
    )
    assert second != first
    assert len(kept()) == 2


@needs("cc")
@pytest.mark.parametrize("left", [0, 10, 2000, -1])
def test_a_kept_file_that_is_cut_short_is_made_anew(left: int) -> None:
    place = compiled(TEXT, QUICK)
    assert isinstance(place, Path)
    whole = place.read_bytes()
    place.write_bytes(whole[:left])
    assert compiled(TEXT, QUICK) == place
    assert place.read_bytes()[:-32] == whole[:-32]
    sealed = place.name.encode() + b"\0" + place.read_bytes()[:-32]
    assert place.read_bytes()[-32:] == hashlib.sha256(sealed).digest()


@needs("cc")
def test_a_kept_file_with_other_bytes_is_made_anew() -> None:
    place = compiled(TEXT, QUICK)
    assert isinstance(place, Path)
    whole = bytearray(place.read_bytes())
    whole[len(whole) // 2] ^= 1
    place.write_bytes(whole)
    compiled(TEXT, QUICK)
    assert place.read_bytes() != whole


@needs("cc")
def test_the_file_of_another_engine_is_not_played() -> None:
    place, other = compiled(TEXT, QUICK), compiled(TEXT.replace("42", "43"), QUICK)
    assert isinstance(place, Path)
    assert isinstance(other, Path)
    whole = place.read_bytes()
    place.write_bytes(other.read_bytes())
    assert compiled(TEXT, QUICK) == place
    assert place.read_bytes() == whole


@needs("cc")
def test_a_folder_that_cannot_be_written(own_cache: Path) -> None:
    own_cache.mkdir()
    (own_cache / "cardavia").write_text("a file in the way")
    spec = odd()
    assert Engine(_text(spec), QUICK) is not None
    assert kept() == []


def _text(spec: Spec) -> str:
    from cardavia_spec.back.c.source import source

    return source(Made(spec).program)


def test_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoEngine, match="there is no C compiler"):
        find_compiler()
    monkeypatch.setenv("CC", "nonesuch -O7")
    with pytest.raises(NoEngine, match="CC names 'nonesuch -O7', which is not there"):
        find_compiler()


def test_without_a_compiler_the_generated_python_plays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spec = odd()
    told: list[str] = []
    wanted = run(Order(spec, 4, 30), "reference")
    monkeypatch.setenv("CC", str(tmp_path / "nothing"))
    out = run(Order(spec, 4, 30), "c", note=told.append)
    assert out.engine == "python"
    assert (out.hash, out.of_deals) == (wanted.hash, wanted.of_deals)
    (line,) = told
    assert line.endswith("which is not there; the generated Python plays")
    assert "\n" not in line


FAILING = ["echo 'x.c: error: no' >&2; exit 1", "exit 0", "kill -9 $$"]
COLOURED = r"printf '\033[31mred error\033[0m\r\n' >&2; exit 1"


@pytest.mark.parametrize("body", [*FAILING, COLOURED])
def test_a_compiler_that_fails(body: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, body))
    with pytest.raises(NoEngine, match=r"the C compiler .* fails: ") as caught:
        compiled(TEXT, QUICK)
    assert str(caught.value).isprintable()
    assert kept() == []


@pytest.mark.parametrize("body", ["cat >/dev/null; sleep 600; exit 1", "sleep 600 & wait"])
def test_a_compiler_that_hangs(body: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The generated Python plays, one line says why, and nothing is left running."""
    spec = odd()
    wanted = run(Order(spec, 4, 30), "reference")
    pid = tmp_path / "pid"
    monkeypatch.setenv("CC", compiler(tmp_path, f"echo $$ >> {pid}; {body}"))
    monkeypatch.setattr(build, "SECONDS", 0.5)
    told: list[str] = []
    out = run(Order(spec, 4, 30), "c", note=told.append)
    assert (out.engine, out.hash) == ("python", wanted.hash)
    (line,) = told
    assert line.endswith(
        "does not end: it was stopped after 0.5 seconds; the generated Python plays"
    )
    groups = pid.read_text().split() if pid.exists() else []  # it may not have come to writing
    assert len(groups) <= 1  # asked once: plainer flags would hang as well
    assert not any(at_work(int(group)) for group in groups)


def test_giving_up_stops_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C does not wait for a compiler that another thread has called."""
    pid = tmp_path / "pid"
    monkeypatch.setenv("CC", compiler(tmp_path, f"echo $$ >> {pid}; sleep 600"))
    failed: list[NoEngine] = []

    def work() -> None:
        with pytest.raises(NoEngine) as caught:
            compiled(TEXT, QUICK)
        failed.append(caught.value)

    thread = Thread(target=work)
    thread.start()
    while thread.is_alive():
        if pid.exists() and pid.read_text():
            build.give_up()
        thread.join(0.02)
    assert [str(error) for error in failed] == [f"the C compiler {tmp_path / 'mycc'} was stopped"]
    (group,) = pid.read_text().split()
    assert not at_work(int(group))


def at_work(group: int) -> bool:
    """Whether any process of a group is there and no zombie."""
    for facts in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, its_group = facts.read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                return True
    return False


def test_a_compiler_that_makes_nonsense(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    body = 'while [ "$1" != -o ]; do shift; done; echo nonsense > "$2"'
    monkeypatch.setenv("CC", compiler(tmp_path, body))
    with pytest.raises(NoEngine, match="cannot be loaded") as caught:
        Engine(TEXT, QUICK)
    assert "\n" not in str(caught.value)
    assert kept() == []


@needs("cc")
def test_a_library_of_something_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The generated Python plays, one line says why, and the next compiler is asked again."""
    spec, told = odd(), list[str]()
    wanted = run(Order(spec, 4, 30), "reference")
    real, other = find_compiler().command[0], tmp_path / "other.c"
    other.write_text(TEXT)
    body = f'while [ "$1" != -o ]; do shift; done; exec {real} -shared -fPIC -o "$2" {other}'
    with monkeypatch.context() as patch:
        patch.setenv("CC", compiler(tmp_path, body))
        out = run(Order(spec, 4, 30), "c", note=told.append)
    assert (out.engine, out.hash) == ("python", wanted.hash)
    (line,) = told
    assert "cannot be loaded: " in line
    assert "run_lots" in line
    assert "\n" not in line
    assert not [path for path in kept() if path.suffix == ".so"]


@needs("cc")
def test_a_compiler_that_knows_no_native(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = find_compiler().command[0]
    body = f'for a in "$@"; do [ "$a" = -march=native ] && exit 1; done; exec {real} "$@"'
    monkeypatch.setenv("CC", compiler(tmp_path, body))
    assert compiled(TEXT)


@needs("cc")
def test_without_pdep_and_popcnt_the_same_comes_out() -> None:
    """The portable forms do what the instructions do."""
    spec = odd(
        moves="shed:\n  with: {cards: any 1..3 from me.hand}\n"
        "  do: |\n    move cards from me.hand to me.table\n    turn := me.next"
    )
    plain = Three(spec, ("-O1", "-mno-bmi2", "-mno-popcnt", "-DPORTABLE"))
    native = Three(spec, ("-O1", "-march=native"))
    for seed in range(3):
        assert plain.c(seed, 200, {}) == native.c(seed, 200, {}) == plain.python(seed, 200, {})


@pytest.mark.slow
@needs("cc")
@pytest.mark.parametrize("path", GAMES, ids=[p.stem for p in GAMES])
def test_the_real_games_without_pdep(path: Path) -> None:
    native = three(path)
    plain = native.made.c(("-O1", "-DPORTABLE"))
    assert native.c(1, 300, {}, plain) == native.c(1, 300, {})


@needs("cc")
def test_a_kept_engine_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = _text(odd())
    Engine(text, QUICK)

    def compiles(*_: object) -> bytes:
        raise AssertionError("compiled again")

    monkeypatch.setattr(build, "_compile", compiles)
    with at_most(20_000):
        Engine(text, QUICK)
    with pytest.raises(AssertionError, match="compiled again"):
        Engine(text + "\n", QUICK)


def test_no_text_of_a_spec_gets_into_the_code() -> None:
    evil = 'x */ int main(void) { return system("rm"); } /* """ \n #include "y" \\'
    told = comment(evil)
    assert not set(told) & set('*/"\\\n#{}')
    spec = odd(moves='wait:\n  when: {\'*/ x """ #\': count < 0}\n  do: count += 1')
    text = _text(spec)
    assert "*/ x" not in text.replace("/* ", "")


@needs("cc")
def test_the_generated_files_compile_without_warnings(tmp_path: Path) -> None:
    command = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert command is not None
    path = tmp_path / "odd.c"
    path.write_text(_text(odd()))
    done = subprocess.run(
        [command, "-std=gnu11", "-fsyntax-only", "-Wall", "-Wno-unused", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
