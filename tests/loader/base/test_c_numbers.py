"""Numbers in variables, read as the C library reads them; the C library itself is the judge."""

from __future__ import annotations

import ctypes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vkconfig_py.loader.base.versions import (
    atoi,
    convert_to_int32,
    scan_hexadecimal,
    strtoul_with_rest,
)

LIBC = ctypes.CDLL(None)
LIBC.strtoul.restype = ctypes.c_ulong
TEXTS = st.text("0123456789abfxXG -+:,\t\n", max_size=30) | st.from_regex(
    r"[ \t]{0,2}[-+]?(0[xX])?[0-9a-fA-F]{0,25}.{0,3}", fullmatch=True
).filter(lambda text: text.isascii() and "\0" not in text)


@given(TEXTS, st.sampled_from([0, 10]))
@example("0x", 0)
@example("-0x", 0)
@example("18446744073709551615", 0)
@example("-18446744073709551616", 0)
@example("7" * 5000, 10)
def test_strtoul_is_that_of_the_c_library(text: str, base: int):
    raw = text.encode()
    end = ctypes.c_char_p()
    value = LIBC.strtoul(ctypes.c_char_p(raw), ctypes.byref(end), base)
    assert strtoul_with_rest(text, base) == (value, (end.value or b"").decode())


@given(TEXTS)
@example("-99999999999999999999")
@example("9223372036854775808")
def test_atoi_is_that_of_the_c_library(text: str):
    assert atoi(text) == LIBC.atoi(text.encode())


@given(TEXTS)
@example("0x")
@example("0xg")
@example("-0x")
@example("100000000000000010")
def test_hexadecimal_is_that_of_sscanf(text: str):
    value, used = ctypes.c_uint(), ctypes.c_int()
    matched = LIBC.sscanf(text.encode(), b"%x%n", ctypes.byref(value), ctypes.byref(used))
    found = scan_hexadecimal(text)
    if matched < 1:
        assert found is None
    else:
        assert found == (value.value, text[used.value :])


@pytest.mark.parametrize(
    ("value", "expected"), [(0, 0), (2**31, -(2**31)), (2**32 - 1, -1), (-1, -1), (2**32 + 5, 5)]
)
def test_lower_bits_with_their_sign(value: int, expected: int):
    assert convert_to_int32(value) == expected
