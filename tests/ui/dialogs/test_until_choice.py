"""Until when: every choice is a term, and a duration that is none says what is expected."""

import pytest

from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    ForSeconds,
    UntilLoggedOut,
)
from vkconfig_py.ui.dialogs.apply_popover import DurationChoice
from vkconfig_py.ui.widgets.basic import TextRole


@pytest.fixture
def choice(qtbot, context):
    until = DurationChoice(context, why_no_logout="")
    qtbot.addWidget(until)
    return until


def test_each_choice_is_a_term(choice):
    assert choice.read_term() == WHILE_THIS_PROCESS_RUNS
    terms = []
    for button in (
        choice.quarter_hour,
        choice.hour,
        choice.until_logout,
        choice.until_withdrawn,
        choice.until_close,
    ):
        button.setChecked(True)
        terms.append(choice.read_term())
    expected = [
        ForSeconds(900),
        ForSeconds(3600),
        UntilLoggedOut(),
        UNTIL_WITHDRAWN,
        WHILE_THIS_PROCESS_RUNS,
    ]
    assert terms == expected


def test_typing_a_duration_chooses_it_and_what_is_none_is_marked(qtbot, choice):
    assert choice.duration_hint.text().startswith("For example 15m")
    qtbot.keyClicks(choice.duration, "1h")
    assert choice.other_duration.isChecked()
    assert choice.read_term() == ForSeconds(3600)
    assert choice.duration_hint._text_role is TextRole.SECONDARY
    qtbot.keyClicks(choice.duration, "x")
    assert choice.read_term() is None
    assert choice.duration_hint._text_role is TextRole.ERROR
    choice.hour.setChecked(True)
    assert choice.duration_hint._text_role is TextRole.SECONDARY


def test_where_no_logout_is_seen_it_cannot_be_chosen(qtbot, context):
    until = DurationChoice(context, why_no_logout="There is none.")
    qtbot.addWidget(until)
    assert not until.until_logout.isEnabled()
    assert until.until_logout.toolTip() == "There is none."
