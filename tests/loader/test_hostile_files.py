"""Damaged files are read or refused by their readers' one error, in little memory and time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.fuzz.hostile import FORMATS, HostileFormat, HostileInputError, try_inputs

INPUTS = choose_amount(200, long=10_000)


@pytest.mark.parametrize("form", FORMATS, ids=[form.name for form in FORMATS])
def test_every_damaged_file_is_read_or_refused(form: HostileFormat):
    tried = try_inputs(form, 1, range(INPUTS))
    assert tried.inputs == INPUTS
    assert 0 < tried.taken < INPUTS, "some damage matters, some does not"


def test_a_pointer_far_beyond_the_end_of_a_library_leads_nowhere():
    form = next(form for form in FORMATS if form.name == "ELF")
    assert try_inputs(form, 2, [6592]).taken == 1


def read_wrongly(path: Path) -> None:
    if len(path.read_bytes()) < 20:
        raise IndexError("beyond the end")


def read_wastefully(path: Path) -> None:
    bytes(201 << 20)


@pytest.mark.parametrize(
    ("read", "why"), [(read_wrongly, "IndexError"), (read_wastefully, "201 MB")]
)
def test_a_reader_that_fails_is_found_with_the_input(read, why):
    form = HostileFormat("text", lambda: [b"a text to be damaged"], read, (ValueError,))
    with pytest.raises(HostileInputError, match=rf"^text, seed 1, input \d+: {why}"):
        try_inputs(form, 1, range(100))
