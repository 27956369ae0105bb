"""How many messages a launch had, and of which kinds."""

from __future__ import annotations

from tests.framework.settings_run import Reader
from tests.model.launch.test_validation_messages import BUFFER, FILL, of_case
from vkconfig_py.model.launch.validation_messages import (
    MessageCounts,
    MessageKind,
    render_summary,
)


def kinds(reader: Reader, case: str) -> tuple[MessageKind, ...]:
    counts = MessageCounts()
    counts.add(of_case(reader, case))
    return counts.kinds()


def test_kinds_are_counted_the_worst_first():
    found = kinds(Reader.NEWER, "plain")
    assert found[:2] == (MessageKind(BUFFER, "error", 2), MessageKind(FILL, "error", 2))
    assert render_summary(found) == "6 messages, 4 kinds: 4 errors, 2 notes"


def test_a_message_counts_the_same_in_each_writing():
    assert kinds(Reader.NEWER, "json")[:1] == kinds(Reader.NEWER, "plain")[:1]


def test_a_kind_of_which_the_layer_prints_no_more_is_marked():
    assert {kind.is_limited for kind in kinds(Reader.NEWER, "limited")} == {True}


def test_one_message_is_no_plural():
    assert render_summary([MessageKind("x", "warning", 1)]) == "1 message, 1 kind: 1 warning"


def test_no_messages_are_said_too():
    assert render_summary(()) == "No validation messages"
    assert render_summary((), "", 4) == "No validation messages (4 checks off)"
    sentence = "No validation messages (1 check off); messages in /log were not read"
    assert render_summary((), "/log", 1) == sentence
