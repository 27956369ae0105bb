"""Until when: every choice is a term, and a duration that is none says what is expected."""

import pytest
from PySide6.QtCore import Qt

from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    ForSeconds,
    UntilLoggedOut,
)
from vkconfig_py.ui.dialogs.apply_popover import DurationChoice
from vkconfig_py.ui.widgets.basic import TextRole

# the offscreen platform says so about every window
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def choice(qtbot, context):
    until = DurationChoice(context, why_no_logout="")
    qtbot.addWidget(until)
    return until


def test_each_choice_is_a_term(choice):
    assert choice.read_term() == WHILE_THIS_PROCESS_RUNS
    terms = []
    for button in (
        choice.quarter_hour_button,
        choice.hour,
        choice.until_logout_button,
        choice.until_withdrawn_button,
        choice.until_close_button,
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


def test_a_duration_of_ones_own_has_a_field_which_tells_what_is_none(qtbot, choice):
    choice.show()
    assert not choice.duration.isVisible()
    with qtbot.waitSignal(choice.resized):
        choice.other_duration_button.click()
    assert choice.duration.isVisible()
    assert choice.duration_hint.text().startswith("For example, 15m")
    assert choice.read_term() is None
    assert choice.duration_hint._text_role is TextRole.SECONDARY  # nothing is wrong before typing
    qtbot.keyClicks(choice.duration, "1h")
    assert choice.read_term() == ForSeconds(3600)
    assert choice.duration_hint._text_role is TextRole.SECONDARY
    qtbot.keyClicks(choice.duration, "x")
    assert choice.read_term() is None
    assert choice.duration_hint._text_role is TextRole.ERROR
    choice.hour.setChecked(True)
    assert not choice.duration.isVisible()
    assert choice.read_term() == ForSeconds(3600)


def test_the_segments_are_equal_and_radio_buttons_where_there_is_no_room(qtbot, choice):
    control = choice._control
    segments = control.group.buttons()
    choice.show()
    shown = {}
    for width in (1200, 420, 340, 200):
        choice.resize(width, 300)
        places = [(segment.x(), segment.y()) for segment in segments]
        assert len(set(places)) == len(segments)
        assert max(segment.geometry().right() for segment in segments) < width
        (is_listed,) = {segment.is_listed for segment in segments}
        if not is_listed:
            assert max(one.width() for one in segments) - min(one.width() for one in segments) <= 1
        shown[width] = len({x for x, _y in places}), len({y for _x, y in places}), is_listed
    assert shown == {
        1200: (6, 1, False), 420: (2, 3, False), 340: (2, 3, True), 200: (1, 6, True)
    }  # fmt: skip


def test_arrow_keys_go_through_the_segments(qtbot, choice):
    choice.resize(400, choice.heightForWidth(400))
    choice.show()
    choice.quarter_hour_button.setFocus()
    choice.quarter_hour_button.setChecked(True)
    qtbot.keyClick(choice.quarter_hour_button, Qt.Key.Key_Down)
    assert choice.hour.isChecked()
    qtbot.keyClick(choice.hour, Qt.Key.Key_Right)
    assert choice.until_logout_button.isChecked()


def test_where_no_logout_is_seen_it_cannot_be_chosen(qtbot, context):
    until = DurationChoice(context, why_no_logout="There is none.")
    qtbot.addWidget(until)
    assert not until.until_logout_button.isEnabled()
    assert until.until_logout_button.toolTip() == "There is none."
