"""What a second start may hand over: exactly the line that this version writes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.files.running_window import (
    MOST_FILES,
    Request,
    RequestError,
    parse_request,
    request_here,
)

WHOLE = Request(("/a b", "/\udcff"), "ssh:box", "Mine", "/tmp", "token")


def test_a_request_comes_back_from_its_line():
    assert parse_request(WHOLE.line()) == WHOLE


def test_files_are_those_of_the_folder_of_the_start():
    environment = {"XDG_ACTIVATION_TOKEN": "one", "DESKTOP_STARTUP_ID": "two"}
    request = request_here(environment, "/there", ("a.json", "/b.json"))
    assert request == Request(("/there/a.json", "/b.json"), folder="/there", token="one")


def document(**changed):
    return json.dumps(WHOLE._asdict() | changed).encode() + b"\n"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{}\n", id="no members"),
        pytest.param(WHOLE.line()[:-1], id="no end"),
        pytest.param(WHOLE.line() * 2, id="two lines"),
        pytest.param(b"[" * 100_000 + b"\n", id="deep"),
        pytest.param(document(more=1), id="another member"),
        pytest.param(document(files="/a"), id="one text for a list"),
        pytest.param(document(files=["/a"] * (MOST_FILES + 1)), id="many files"),
        pytest.param(document(files=["a"]), id="a relative file"),
        pytest.param(document(files=["/a\0b"]), id="a NUL byte"),
        pytest.param(document(folder="tmp"), id="a relative folder"),
        pytest.param(document(token=7), id="a number"),
        pytest.param(document(configuration="x" * 5000), id="a long text"),
    ],
)
def test_a_line_that_no_start_writes_is_refused(line):
    with pytest.raises(RequestError):
        parse_request(line)


@given(st.one_of(st.binary(), st.recursive(st.text(), st.lists).map(json.dumps).map(str.encode)))
def test_no_line_does_more_than_be_refused(line):
    with pytest.raises(RequestError):
        parse_request(line + b"\n")
