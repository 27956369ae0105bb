"""Messages of a layer on the settings page: what they tell, and what answers change."""

from __future__ import annotations

import pytest

from tests.framework.settings import (
    LAYER,
    make_setting,
)
from tests.ui.settings_page import NUMBER, kept
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType

# the offscreen platform says so about every window and popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def message(key, conditions, **actions):
    return {
        "key": key,
        "version": 1,
        "title": f"About {key}",
        "description": "what it is about",
        "informative": "",
        "severity": "WARNING",
        "conditions": [
            {"setting": {"key": k, "value": v}, "operator": "NONE"} for k, v in conditions.items()
        ],
        "actions": actions,
    }


TELLS = make_setting(
    "x",
    messages=[
        message(
            "both",
            {"x": True},
            default="BUTTON1",
            BUTTON0={"type": "NO", "changes": []},
            BUTTON1={
                "type": "YES",
                "changes": [{"setting": {"key": "y", "value": True}, "operator": "SET"}],
            },
        )
    ],
)


def test_a_message_stands_in_the_page_and_its_button_changes_settings_in_one_step(open_page):
    page = open_page(TELLS, make_setting("y"))
    assert not page.message_notice.isVisible()
    page.editing.check(page.model.node_at(page.model.index_of("x")), is_on=True)
    assert page.message_notice.isVisible()
    assert [button.text() for button in page.message_notice.buttons()] == ["No", "Yes"]
    page.message_notice.buttons()[1].click()
    assert not page.message_notice.isVisible()
    assert kept(page) == {"x": True, "y": True}
    assert page.model.node_at(page.model.index_of("y")).checked
    page._session.edits.undo()
    assert kept(page) == {"x": True}


def test_the_answer_to_a_message_keeps_values_that_do_not_fit(open_page):
    page = open_page(TELLS, make_setting("y"), NUMBER)
    odd = LayerEntry(LAYER).with_value("n", SettingType.STRING, "seven")
    page._session.edits.do(
        workspace_edits.make_change,
        page._session.edits.workspace.selected_configuration.with_entry(odd),
        "Keep what does not fit",
    )
    page.editing.check(page.model.node_at(page.model.index_of("x")), is_on=True)
    page.message_notice.buttons()[1].click()
    assert kept(page) == {"n": "seven", "x": True, "y": True}


def test_a_message_that_was_put_away_gives_its_default_answer_until_it_is_wanted_again(open_page):
    page = open_page(TELLS, make_setting("y"))
    node = page.model.node_at(page.model.index_of("x"))
    page.editing.check(node, is_on=True)
    page.message_notice.do_not_show_again.setChecked(True)
    page.message_notice.buttons()[0].click()
    page.editing.reset_all()
    page.editing.check(node, is_on=True)
    assert not page.message_notice.isVisible()
    assert kept(page) == {"x": True, "y": True}
    assert page._session.edits.undo_label() == "Apply the answer to a dismissed message"
    page.messages.show_dismissed_again()
    page.editing.reset_all()
    page.editing.check(node, is_on=True)
    assert page.message_notice.isVisible()


def test_a_message_goes_when_what_it_is_about_is_over(open_page):
    page = open_page(TELLS, make_setting("y"))
    node = page.model.node_at(page.model.index_of("x"))
    page.editing.check(node, is_on=True)
    page.editing.check(node, is_on=False)
    assert not page.message_notice.isVisible()


def test_a_message_is_shown_whatever_made_its_condition_hold(open_page):
    page = open_page(TELLS, make_setting("y"))
    edits = page._session.edits
    chosen = LayerEntry(LAYER).with_value("x", SettingType.BOOL, True)
    edits.do(
        workspace_edits.make_change,
        edits.workspace.selected_configuration.with_entry(chosen),
        "Import what holds",
    )
    assert page.message_notice.isVisible()
    edits.undo()
    assert not page.message_notice.isVisible()
    edits.redo()
    assert page.message_notice.isVisible()


def test_an_answered_message_does_not_come_back_until_its_condition_has_ended(open_page):
    page = open_page(TELLS, make_setting("y"), NUMBER)
    x = page.model.node_at(page.model.index_of("x"))
    page.editing.check(x, is_on=True)
    page.message_notice.buttons()[0].click()
    page.editing.check(page.model.node_at(page.model.index_of("y")), is_on=True)
    assert not page.message_notice.isVisible()
    page.editing.check(x, is_on=False)
    page.editing.check(x, is_on=True)
    assert page.message_notice.isVisible()
