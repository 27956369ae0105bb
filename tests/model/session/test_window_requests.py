"""Second starts speak to the window's socket: what they say is checked, nobody is waited for."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

import pytest

from vkconfig_py.loader.files.own_files import open_lock
from vkconfig_py.model.files.running_window import (
    LINE_LIMIT,
    REFUSED,
    SHOWN,
    Listener,
    Request,
)
from vkconfig_py.model.session.window_requests import WindowRequests

REQUEST = Request(("/a.json",), configuration="Mine")


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "run" / "window-1")


@pytest.fixture
def requests(qapp, place):
    made = WindowRequests(Listener(place, open_lock(f"{place}.lock", make=True)))
    yield made
    made.close()


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


def test_a_request_in_pieces_is_answered_and_shown(qtbot, requests, connect):
    end, line = connect(), REQUEST.line()
    end.send(line[:7])
    with qtbot.waitSignal(requests.asked) as asked:
        end.send(line[7:])
    assert asked.args == [REQUEST]
    assert end.recv(100) == SHOWN


@pytest.mark.parametrize("line", [b"{}\n", b"\xff\n", REQUEST.line() + b"x"])
def test_another_line_is_refused_and_changes_nothing(qtbot, requests, connect, line):
    asked = []
    requests.asked.connect(asked.append)
    end = connect()
    end.send(line)
    qtbot.waitUntil(lambda: received(end) == REFUSED)
    assert asked == []


def test_a_line_without_an_end_is_refused_at_its_limit(qtbot, requests, connect):
    end = connect()
    answers = []

    def is_refused():
        with suppress(BlockingIOError, ConnectionError):
            end.send(b" " * LINE_LIMIT)
        answers.append(received(end))
        return REFUSED in answers

    qtbot.waitUntil(is_refused)


def test_who_connects_and_says_nothing_makes_room_for_others(qtbot, requests, connect):
    silent = [connect() for _number in range(12)]
    with qtbot.waitSignal(requests.asked):
        connect().send(REQUEST.line())
    qtbot.waitUntil(lambda: received(silent[0]) == b"")


def test_the_end_of_the_window_leaves_no_socket_and_the_next_listens(qapp, place):
    for _time in range(2):
        WindowRequests(Listener(place, open_lock(f"{place}.lock", make=True))).close()
    assert [one.name for one in Path(place).parent.iterdir()] == ["window-1.lock"]
