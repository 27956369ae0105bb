"""A question on the terminal while something runs."""

from __future__ import annotations

import io
import os
import select
import sys
import threading

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.cli.output import END_OF_INPUT, Asking, Output, ask_yes


@pytest.fixture
def output():
    return Output(io.StringIO(), io.StringIO(), colored=False, width=80)


@pytest.fixture
def typed(monkeypatch):
    """Return a function that types on the input, a pipe or a terminal."""
    handles = []

    def open_input(*, terminal=False):
        there, here = os.openpty() if terminal else os.pipe()[::-1]
        handles.extend((here, there))
        file = os.fdopen(os.dup(here))
        handles.append(file)
        monkeypatch.setattr(sys, "stdin", file)
        return lambda text: os.write(there, text.encode())

    yield open_input
    for handle in handles:
        os.close(handle) if isinstance(handle, int) else handle.close()


@pytest.fixture
def running():
    """Return an event that ends what runs."""
    over = threading.Event()
    yield over
    over.set()


def wait_for(over):
    return lambda: over.wait(PATIENCE)


def test_the_letter_of_a_line_is_the_answer_and_others_are_asked_again(typed, running, output):
    type_on = typed()
    type_on("what?\n\nNo, it did not\n")
    one = Asking(wait_for(running), output)
    assert one.ask("Did it work?", "yn") == "n"
    assert output._out.getvalue().count("Did it work?") == 3
    running.set()
    one.close()


def test_the_end_is_told_once_and_the_question_can_be_asked_again(typed, running, output):
    type_on = typed()
    one = Asking(wait_for(running), output)
    running.set()
    assert one.ask("Did it work?", "yn") is None
    type_on("y\n")
    assert one.ask("Did it work?", "yn") == "y"
    one.close()


def test_the_end_of_the_input_is_an_answer_too(monkeypatch, running, output):
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        one = Asking(wait_for(running), output)
        assert one.ask("Did it work?", "yn") == END_OF_INPUT
        running.set()
        one.close()


def test_what_was_typed_before_the_question_answers_it_from_a_pipe_alone(typed, running, output):
    type_on = typed(terminal=True)
    type_on("n\n")
    assert select.select([sys.stdin], [], [], PATIENCE)[0]  # it has arrived
    one = Asking(wait_for(running), output)
    type_on("y\n")
    assert one.ask("Did it work?", "yn") == "y"
    running.set()
    one.close()


@pytest.mark.parametrize(
    ("text", "is_yes"), [("y\n", True), ("YES\n", True), ("\n", False), ("no\n", False)]
)
def test_only_yes_is_yes(typed, capsys, text, is_yes):
    type_on = typed(terminal=True)
    type_on(text)
    assert ask_yes("Add them?") is is_yes
    assert capsys.readouterr().err == "Add them? [y/N] "


def test_nobody_is_asked_without_a_terminal(typed, capsys):
    type_on = typed()
    type_on("y\n")
    assert not ask_yes("Add them?")
    assert capsys.readouterr().err == ""
