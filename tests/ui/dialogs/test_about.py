"""About: version, licence and the list of changes, which is searched."""

import pytest

import vkconfig_py
from vkconfig_py.model.files import resources
from vkconfig_py.ui.dialogs.help import AboutDialog, show_about
from vkconfig_py.ui.widgets.basic import Label

# the offscreen platform says so about every window
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def about(qtbot, context):
    dialog = AboutDialog(context)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_changes_are_those_of_the_changelog_without_its_marks(about):
    text = about.changes.toPlainText()
    entries = [
        line[2:]
        for line in resources.read_resource_text("CHANGELOG.md").splitlines()
        if line[:2] == "- "
    ]
    assert len(entries) > 20
    shown = text.replace("\n", " ")
    missing = [entry for entry in entries if entry.replace("`", "").replace("*", "") not in shown]
    assert not [entry for entry in missing if "[" not in entry and "<" not in entry]
    assert "### " not in text


def test_version_and_licence_are_told(about):
    told = " ".join(label.text() for label in about.findChildren(Label))
    assert vkconfig_py.__version__ in told
    assert "Apache 2.0" in told


def test_the_changes_are_searched_round_the_end(about):
    about.changes.search.setText("undo and redo of everything")
    first = about.changes.textCursor().selectionStart()
    assert about.changes.textCursor().selectedText() == "Undo and redo of everything"
    assert about.changes.find_next()
    assert about.changes.textCursor().selectionStart() == first
    about.changes.search.setText("no such change")
    assert not about.changes.find_next()


def test_a_link_is_opened_by_the_window(about, qtbot):
    with qtbot.waitSignal(about.web_requested) as asked:
        about.changes.anchorClicked.emit("https://keepachangelog.com/en/1.1.0/")
    assert asked.args == ["https://keepachangelog.com/en/1.1.0/"]


def test_a_second_time_brings_the_open_one_to_the_front(qtbot, about, context):
    show_about(about.changes, context, print)
    show_about(about.changes, context, print)
    assert len(about.changes.findChildren(AboutDialog)) == 1


def test_the_changes_are_shown_from_their_first_line(about):
    about.changes.ensureCursorVisible()
    assert about.changes.verticalScrollBar().value() == 0
    assert about.changes.textCursor().position() == 0
