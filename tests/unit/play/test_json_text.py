"""JSON read strictly: what the standard reader accepts, and the place of everything in it."""

from __future__ import annotations

import json

import pytest

from cardavia_spec.core.rng import Random
from cardavia_spec.play.json_text import DEEPEST, Broken, Path, place_of, read_json


def value(rng: Random, depth: int = 0) -> object:
    """Return some JSON value."""
    match rng.below(8 if depth < 4 else 5):
        case 0:
            return rng.below(2) == 0
        case 1:
            return None
        case 2:
            return rng.below(10**6) - 500_000
        case 3:
            return rng.below(1000) / 8
        case 4:
            letters = 'ab "\\{}[],:\n\té\u2028😀x'
            return "".join(letters[rng.below(len(letters))] for _ in range(rng.below(8)))
        case 5 | 6:
            return [value(rng, depth + 1) for _ in range(rng.below(4))]
        case _:
            return {f"k{i}": value(rng, depth + 1) for i in range(rng.below(4))}


def paths(found: object, path: Path = ()) -> list[tuple[Path, object]]:
    """Return every value in a value with its path."""
    inner: list[tuple[int | str, object]] = []
    if isinstance(found, list):
        inner = list(enumerate(found))
    elif isinstance(found, dict):
        inner = list(found.items())
    return [(path, found), *(each for key, v in inner for each in paths(v, (*path, key)))]


def test_every_value_is_found_where_it_stands() -> None:
    rng = Random(1)
    for number in range(300):
        whole = value(rng)
        text = json.dumps(whole, ensure_ascii=number % 2 == 0, indent=None if number % 3 else 1)
        assert read_json(text) == whole
        for path, inner in paths(whole):
            place = place_of(text, path)
            assert json.loads(text[place.start : place.end]) == inner
            if path and isinstance(path[-1], str):
                assert place.key is not None
                assert json.loads(text[slice(*place.key)]) == path[-1]


def test_what_is_not_there_is_near() -> None:
    text = '{"a": [1, {"b": 2}]}'
    assert place_of(text, ("a", 7)) == place_of(text, ("a",))
    assert place_of(text, ("c",)).start == 0
    assert place_of(text, ("a", 1, "b", 3)) == place_of(text, ("a", 1, "b"))


def test_spoilt_texts_are_refused_alike() -> None:
    """Whatever the standard reader refuses is refused, and what is accepted means the same."""
    rng = Random(2)
    signs = "{}[]:,\"'\\0123-+.eE truefalsn\n\x00\x7f"
    refused = 0
    for _ in range(4000):
        text = json.dumps(value(rng))
        for _ in range(1 + rng.below(2)):
            at = rng.below(len(text) + 1)
            sign = signs[rng.below(len(signs))]
            text = (text[:at] + text[at + 1 :], text[:at] + sign + text[at:])[rng.below(2)]
        try:
            expected = json.loads(text)
        except ValueError:
            refused += 1
            with pytest.raises(Broken) as fault:
                read_json(text)
            assert 0 <= fault.value.start <= fault.value.end <= len(text)
            assert fault.value.code in ("CV803", "CV804", "CV805", "CV806")
            continue
        try:
            assert read_json(text) == expected
        except Broken as broken:
            assert broken.code in ("CV805", "CV806")  # noqa: PT017 - both are right
    assert refused > 500


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "CV806", '"a"'),
        ('{"a": {"b": 1, "\\u0062": 2}}', "CV806", '"\\u0062"'),
        ('{"a": NaN}', "CV803", "NaN"),
        ('{"a": Infinity}', "CV803", "Infinity"),
        ('{"a": 1234567890123456789}', "CV805", "1234567890123456789"),
        ('{"a": 0x10}', "CV803", "0x10"),
        ('{"a": .5}', "CV803", ".5"),
        ("{'a': 1}", "CV803", "'a'"),
        ('{"a": undefined}', "CV803", "undefined"),
        ('{"a": 1,}', "CV803", "}"),
        ('{"a": [1 2]}', "CV803", "2"),
        ('{"a": [1}]', "CV803", "}"),
        ('{"a" 1}', "CV803", "1"),
        ('{"a": }', "CV803", "}"),
        ('{"a": "b', "CV804", '"b'),
        ('{"a": "b\\', "CV804", '"b\\'),
        ('{"a": fal', "CV804", "fal"),
        ('{"a": [1, ', "CV804", ""),
        ('{"a"', "CV804", ""),
        ('{"a": 1} x', "CV803", "x"),
        ('{"a": 1} // said', "CV803", "//"),
        ('{"a":\x1f 1}', "CV803", ""),
        ('{"a":\u00a01}', "CV803", ""),
    ],
)
def test_faults_are_placed(text: str, code: str, place: str) -> None:
    with pytest.raises(Broken) as fault:
        read_json(text)
    assert fault.value.code == code
    assert text[fault.value.start : fault.value.end].strip() == place


@pytest.mark.parametrize("deep", ["[" * 10**6, '{"a":' * 10**5, "[" * 5000 + "]" * 5000])
def test_depth_is_bounded(deep: str) -> None:
    with pytest.raises(Broken):
        read_json(deep)
    with pytest.raises(Broken):
        place_of(deep, (0,))
    flat = "[" * DEEPEST + "]" * DEEPEST
    assert place_of(flat, (0,) * (DEEPEST - 1)).start == DEEPEST - 1
