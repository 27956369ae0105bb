"""One window for a session: who has it, and what others may say to it; nobody is waited for."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.patience import PATIENCE
from vkconfig_py.model.session.single_instance import (
    LINE_LIMIT,
    MAX_FILES,
    REFUSED_ANSWER,
    SHOWN_ANSWER,
    ClaimOutcome,
    StartRequest,
    claim_window,
    listen,
    parse_request,
)

REQUEST = StartRequest(("/a.json",), configuration="Mine")
WHOLE = StartRequest(("/a b", "/\udcff"), "ssh:box", "Mine", "/tmp", "token")

# A start in a process of its own: the lock belongs to a process. It ends when its input does.
START = """
import sys
from vkconfig_py.model.session.single_instance import StartRequest, claim_window
place, patience, *files = sys.argv[1:]
print(claim_window(place, StartRequest(tuple(files)), float(patience)).outcome.value, flush=True)
sys.stdin.read()
"""

# Listens on the socket with this descriptor, as another user.
OTHER = """
import os, socket, sys
end = socket.socket(fileno=int(sys.argv[1]))
os.setuid(65534)
end.listen()
print(flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "run" / "window-1")


@pytest.fixture
def claim(place):
    held = claim_window(place, StartRequest())
    assert held.outcome is ClaimOutcome.OWN
    yield held
    with suppress(OSError):  # closed with its socket
        held.give_back()


@pytest.fixture
def asked():
    return []


@pytest.fixture
def served(qapp, claim, asked):
    listener = listen(claim)
    listener.serve(asked.append)
    yield listener
    listener.close()


@pytest.fixture
def start(place):
    started = []

    def begin(patience=PATIENCE, *files):
        command = [sys.executable, "-c", START, place, str(patience), *files]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True))
        return started[-1]

    yield begin
    for process in started:
        process.communicate(timeout=PATIENCE)


@pytest.fixture
def connect(place):
    ends = []

    def connected():
        end = socket.socket(socket.AF_UNIX)
        ends.append(end)
        end.connect(f"{place}.socket")
        end.setblocking(False)
        return end

    yield connected
    for end in ends:
        end.close()


def received(end):
    try:
        return end.recv(100)
    except BlockingIOError:
        return None


def test_of_starts_at_once_one_has_the_window(start):
    outcomes = [process.stdout.readline().strip() for process in [start(0), start(0), start(0)]]
    assert sorted(outcomes) == ["own", "silent", "silent"]


def test_a_start_hands_over_what_it_is_asked_for(qtbot, served, asked, start):
    second = start(PATIENCE, "/a.json", "/b.json")
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [StartRequest(("/a.json", "/b.json"))]
    assert second.stdout.readline() == "shown\n"


def test_what_no_line_holds_is_refused_without_asking(claim, start):
    assert start(PATIENCE, *["/" + "a" * 100_000] * 12).stdout.readline() == "refused\n"


def test_a_window_that_hangs_is_waited_for_no_longer_than_told(claim, place, start):
    # Nobody serves the socket.
    listener = listen(claim)
    assert start(0.1).stdout.readline() == "silent\n"
    listener.serve(print)
    listener.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_who_listens_as_another_user_is_told_nothing(claim, place, start):
    pipe = subprocess.PIPE
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(f"{place}.socket")
        command = [sys.executable, "-c", OTHER, str(end.fileno())]
        other = subprocess.Popen(command, stdin=pipe, stdout=pipe, pass_fds=(end.fileno(),))
        assert other.stdout.readline() == b"\n"
        assert start().stdout.readline() == "refused\n"
        other.communicate(timeout=PATIENCE)


def test_a_start_that_waits_has_the_window_once_it_is_free(claim, start):
    waiting = start(PATIENCE)
    claim.give_back()
    assert waiting.stdout.readline() == "own\n"


def test_where_no_folder_can_be_made_each_start_has_a_window(tmp_path):
    (tmp_path / "run").touch()
    claim = claim_window(str(tmp_path / "run/window-1"), StartRequest())
    assert claim.outcome is ClaimOutcome.ALONE
    claim.give_back()


def test_a_socket_at_a_path_of_any_length_replaces_one_left_behind(qapp, tmp_path, qtbot, asked):
    place = str(tmp_path / ("x" * 200) / "window-1")
    for _time in range(2):
        listener = listen(claim_window(place, StartRequest()))
        listener.serve(asked.append)
        folder = Path(place).parent
        assert {entry.name for entry in folder.iterdir()} == {"window-1.lock", "window-1.socket"}
        listener.close()
        assert [entry.name for entry in folder.iterdir()] == ["window-1.lock"]
        (folder / "window-1.socket").touch()


def test_a_request_in_pieces_is_answered_and_shown(qtbot, served, asked, connect):
    end, line = connect(), REQUEST.render()
    end.send(line[:7])
    qtbot.wait(0)
    end.send(line[7:])
    qtbot.waitUntil(lambda: received(end) == SHOWN_ANSWER)
    assert asked == [REQUEST]


@pytest.mark.parametrize("line", [b"{}\n", b"\xff\n", REQUEST.render() + b"x"])
def test_another_line_is_refused_and_changes_nothing(qtbot, served, asked, connect, line):
    end = connect()
    end.send(line)
    qtbot.waitUntil(lambda: received(end) == REFUSED_ANSWER)
    assert asked == []


def test_a_line_without_an_end_is_refused_at_its_limit(qtbot, served, connect):
    end = connect()
    answers = []

    def is_refused():
        with suppress(BlockingIOError, ConnectionError):
            end.send(b" " * LINE_LIMIT)
        with suppress(ConnectionError):
            answers.append(received(end))
        return REFUSED_ANSWER in answers

    qtbot.waitUntil(is_refused)


def test_who_connects_and_says_nothing_makes_room_for_others(qtbot, served, asked, connect):
    silent = [connect() for _number in range(12)]
    connect().send(REQUEST.render())
    qtbot.waitUntil(lambda: asked == [REQUEST])
    qtbot.waitUntil(lambda: received(silent[0]) == b"")


def test_who_goes_before_the_end_of_a_line_is_forgotten(qtbot, served, asked, connect):
    for _time in range(3):
        end = connect()
        end.send(REQUEST.render()[:9])
        end.close()
    connect().send(REQUEST.render())
    qtbot.waitUntil(lambda: asked == [REQUEST])


def test_a_request_comes_back_from_its_line():
    assert parse_request(WHOLE.render()) == WHOLE


def document(**changed):
    return json.dumps(WHOLE._asdict() | changed).encode() + b"\n"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{}\n", id="no members"),
        pytest.param(WHOLE.render()[:-1], id="no end"),
        pytest.param(WHOLE.render() * 2, id="two lines"),
        pytest.param(b"[" * 100_000 + b"\n", id="deep"),
        pytest.param(document(more=1), id="another member"),
        pytest.param(document(files="/a"), id="one text for a list"),
        pytest.param(document(files=["/a"] * (MAX_FILES + 1)), id="many files"),
        pytest.param(document(files=["a"]), id="a relative file"),
        pytest.param(document(files=["/a\0b"]), id="a NUL byte"),
        pytest.param(document(folder="tmp"), id="a relative folder"),
        pytest.param(document(token=7), id="a number"),
        pytest.param(document(configuration="x" * 5000), id="a long text"),
    ],
)
def test_a_line_that_no_start_writes_is_refused(line):
    assert parse_request(line) is None


@given(st.one_of(st.binary(), st.recursive(st.text(), st.lists).map(json.dumps).map(str.encode)))
def test_no_line_does_more_than_be_refused(line):
    assert parse_request(line + b"\n") is None
