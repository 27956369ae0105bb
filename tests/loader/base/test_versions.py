"""API versions as the loader reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.versions import Version, pack_version, parse_version, strtoul


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1.3.239", (0, 1, 3, 239)),
        ("1.2.3", (0, 1, 2, 3)),
        ("1.2", (0, 1, 2, 0)),
        ("1", (0, 1, 0, 0)),
        ("", (0, 0, 0, 0)),
        ("junk", (0, 0, 0, 0)),
        ("..1..2", (0, 1, 2, 0)),
        ('"1.2.3"', (0, 1, 2, 3)),
        ("1\n2\r3", (0, 1, 2, 3)),
        ("0.1.3.5", (0, 1, 3, 5)),
        ("1.1.3.5", (1, 1, 3, 5)),
        ("0.1.3.5.9", (0, 1, 3, 5)),
        ("1. 2.3x", (0, 1, 2, 3)),
        ("1.5000.3", (0, 5, 904, 3)),
        ("65537.0.0", (0, 1, 0, 0)),
        ("²,1.1.1", (0, 0, 1, 1)),
    ],
)
def test_version_text(text: str, parts: tuple[int, int, int, int]):
    assert parse_version(text) == Version(*parts)


def test_version_is_written_with_its_variant_only_if_it_has_one():
    assert str(Version(0, 1, 3, 5)) == "1.3.5"
    assert str(Version(2, 1, 3, 5)) == "2.1.3.5"
    assert Version(2, 1, 3, 5).without_variant == (1, 3, 5)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("12x", 12),
        (" \t+7", 7),
        ("-1", (1 << 64) - 1),
        ("abc", 0),
        ("0x10", 0),
        ("", 0),
        ("18446744073709551615", (1 << 64) - 1),
        ("18446744073709551616", (1 << 64) - 1),
        ("-18446744073709551616", (1 << 64) - 1),
        ("9" * 100_000, (1 << 64) - 1),
        ("0" * 30 + "5", 5),
    ],
    ids=lambda value: str(value)[:12],
)
def test_number_text(text: str, number: int):
    assert strtoul(text) == number


@given(st.text(max_size=30))
def test_any_text_is_some_version(text: str):
    version = parse_version(text)
    assert 0 <= pack_version(*version) <= 0xFFFFFFFF


@given(st.integers(0, 127), st.integers(0, 1023), st.integers(0, 4095))
def test_version_in_range_is_read_back(major: int, minor: int, patch: int):
    assert parse_version(f"{major}.{minor}.{patch}") == Version(0, major, minor, patch)
