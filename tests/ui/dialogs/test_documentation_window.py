"""What a layer says of itself and of its settings, in a window of its own."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextDocument

from tests.framework.settings import make_manifest, make_setting
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, SettingType, SettingValue
from vkconfig_py.model.exchange.documented_layers import make_layer_document
from vkconfig_py.model.exchange.generated_files import GeneratedKind
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.ui.dialogs.generate_dialog import DocumentationWindow, GenerateDialog
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.widgets import desktop
from vkconfig_py.ui.window import commands

# the offscreen platform says so about every window
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
VALIDATION = "VK_LAYER_KHRONOS_validation"
KEY = "duplicate_message_limit"
LONG = "AVeryLongNameWithoutAnyPlaceToBreak" * 8


@pytest.fixture
def opened(monkeypatch):
    """Return the list of what the desktop was asked to open."""
    found = []

    def note(url):
        found.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    return found


@pytest.fixture
def at_layer(qtbot, window):
    """Return the window with the validation layer selected and its manifest read."""
    window.chain.view.select_key(f"layer:{VALIDATION}")
    editing = window.inspector.settings.editing
    qtbot.waitUntil(lambda: editing.declared is not None)
    return window


@pytest.fixture
def show(qtbot, context):
    """Return a function that shows the documentation of a manifest."""

    def show_one(content):
        declared = read_declared(content, "/a.json").layers[0]
        view = DocumentationWindow(context)
        qtbot.addWidget(view)
        view.show_document(make_layer_document(declared, None))
        view.bring_to_front()
        with qtbot.waitActive(view):
            view.activateWindow()
        return view

    return show_one


def shown(qtbot, window, what="settings"):
    """Wait for the documentation; return its window."""
    commands = window.controllers.documentation
    qtbot.waitUntil(lambda: commands.view is not None and commands.view.isVisible())
    assert what in commands.view.text.toPlainText().lower()
    return commands.view


def top_line(view):
    """Return the text that stands at the top of the view."""
    return view.text.cursorForPosition(QPoint(20, 8)).block().text()


def entry_of(window, text):
    """Use an entry of the menu of the selected row."""
    row = window.chain.view.current_row()
    menu = commands.make_row_menu(row, window.actions_, window, lambda control: None)
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.deleteLater()


def test_the_menu_of_a_layer_opens_its_documentation(qtbot, at_layer):
    entry_of(at_layer, "&Documentation")
    view = shown(qtbot, at_layer, "khronos_validation.")
    assert VALIDATION in view.windowTitle()
    assert view.text.verticalScrollBar().value() == 0
    assert view.text.toPlainText().startswith(VALIDATION)


def test_the_inspector_opens_the_documentation_of_a_layer(qtbot, at_layer):
    assert at_layer.inspector.documentation_button.isVisible()
    qtbot.mouseClick(at_layer.inspector.documentation_button, Qt.MouseButton.LeftButton)
    assert shown(qtbot, at_layer).text.hasFocus()


def test_what_is_no_layer_offers_neither_documentation_nor_website(window, at_layer):
    assert window.actions_["documentation"].isEnabled()
    window.chain.view.select_key("loader")
    assert not window.inspector.documentation_button.isVisible()
    assert not window.actions_["documentation"].isEnabled()
    assert not window.actions_["website"].isEnabled()


def test_the_menu_of_a_layer_opens_its_website(at_layer, opened):
    entry_of(at_layer, "Open &website")
    assert opened == [at_layer.inspector.settings.editing.declared.url]
    assert opened[0].startswith("https://")


def test_the_documentation_of_a_setting_opens_at_its_place(qtbot, at_layer):
    at_layer.inspector.show_tab(InspectorPage.SETTINGS)
    page = at_layer.inspector.settings
    qtbot.waitUntil(lambda: page.model.index_of(KEY).isValid())
    node = page.model.node_at(page.model.index_of(KEY))
    menu = page.make_row_menu(node)
    next(action for action in menu.actions() if action.text() == "&Documentation").trigger()
    menu.deleteLater()
    view = shown(qtbot, at_layer)
    assert view.text.verticalScrollBar().value() > 0
    assert top_line(view) == node.label


def test_the_foot_of_the_settings_leads_to_the_documentation_of_the_current_one(qtbot, at_layer):
    at_layer.inspector.show_tab(InspectorPage.SETTINGS)
    page = at_layer.inspector.settings
    qtbot.waitUntil(lambda: page.model.index_of(KEY).isValid())
    page.view.setCurrentIndex(page.model.index_of(KEY))
    qtbot.mouseClick(page.footer.documentation_button, Qt.MouseButton.LeftButton)
    view = shown(qtbot, at_layer)
    assert top_line(view) == page.view.current_node().label


def test_the_values_follow_the_configuration_and_the_reader_stays_at_the_place(qtbot, at_layer):
    session = at_layer.session
    at_layer.inspector.settings.documentation_requested.emit(KEY)
    view = shown(qtbot, at_layer)
    place = view.text.verticalScrollBar().value()
    assert place > 0
    assert "Chosen value" not in view.text.toPlainText()
    session.edits.do(workspace_edits.set_control, VALIDATION, LayerControl.ON)
    entry = session.edits.workspace.selected_configuration.find_entry(VALIDATION)
    value = SettingValue(KEY, SettingType.INT, 77)
    session.edits.do(
        workspace_edits.make_change,
        session.edits.workspace.selected_configuration.with_entry(
            entry._replace(settings=(value,))
        ),
        "Set",
    )
    qtbot.waitUntil(lambda: "Chosen value" in view.text.toPlainText())
    assert "duplicate_message_limit = 77" in view.text.toPlainText()
    assert view.text.verticalScrollBar().value() == place


def test_saving_opens_what_generates_html_of_this_layer(qtbot, at_layer):
    entry_of(at_layer, "&Documentation")
    shown(qtbot, at_layer).save.click()
    dialog = at_layer.findChild(GenerateDialog)
    qtbot.waitUntil(lambda: dialog.generated is not None)
    assert dialog.selected_kind is GeneratedKind.HTML
    assert dialog.output.layers == (VALIDATION,)
    dialog.close()


def test_only_pages_of_the_web_are_opened(at_layer, opened):
    page = at_layer.inspector.settings
    for address in ("file:///etc/passwd", "javascript:alert(1)", "mailto:a@b", "x-run:rm", "/bin",
                    "http://", "https:///x", "", "vscode://x/y", "HTTPS//example.org"):  # fmt: skip
        page.web_requested.emit(address)
        assert not desktop.open_web(address)
    assert opened == []
    page.web_requested.emit("https://example.org/a?b=1&c=%20#d")
    assert opened == ["https://example.org/a?b=1&c=%20#d"]


def test_a_desktop_that_opens_nothing_is_told(at_layer, monkeypatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    at_layer.inspector.settings.web_requested.emit("https://example.org/")
    toast = at_layer.status_bar.toast
    assert "No web browser found" in toast.text()
    assert toast.command_button.text() == "Copy link"
    toast.command_button.click()
    assert QGuiApplication.clipboard().text() == "https://example.org/"


def test_links_inside_go_to_their_place_and_others_to_the_web(qtbot, show):
    asked = []
    content = make_manifest(
        make_setting("first", url="https://example.org/first"),
        *(make_setting(f"s{number}") for number in range(40)),
    )
    view = show(content)
    view.web_requested.connect(asked.append)
    view.text.anchorClicked.emit(QUrl("#test_settings.s30"))
    assert top_line(view) == "S30"
    view.text.anchorClicked.emit(QUrl("https://example.org/first"))
    assert asked == ["https://example.org/first"]


def test_the_keyboard_reads_and_follows_links(qtbot, show):
    view = show(make_manifest(*(make_setting(f"s{number}") for number in range(40))))
    bar = view.text.verticalScrollBar()
    qtbot.keyClick(view.text, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    qtbot.keyClick(view.text, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(view.text, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert bar.value() == 0
    qtbot.keyClick(view.text, Qt.Key.Key_Tab)
    qtbot.keyClick(view.text, Qt.Key.Key_Return)
    assert top_line(view) == "S0"
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not view.isVisible()


def test_the_search_goes_from_place_to_place_and_begins_again(qtbot, show):
    view = show(make_manifest(make_setting("one"), make_setting("another")))
    qtbot.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(view.search.hasFocus)
    qtbot.keyClicks(view.search, "another")
    places = [view.text.textCursor().position()]
    while not (len(places) > 1 and places[-1] == places[0]):
        qtbot.keyClick(view.search, Qt.Key.Key_Return)
        places.append(view.text.textCursor().position())
        assert view.text.textCursor().selectedText().lower() == "another"
    assert len(places) > 3
    view.search.setText("nowhere to be found")
    assert not view.text.find_next()
    assert view.isVisible()


def test_nothing_of_a_page_is_wider_than_the_window(qtbot, show, context):
    content = make_manifest(
        make_setting(LONG, label=LONG, default=LONG, url=f"https://example.org/{LONG}")
    )
    view = show(content)
    for width in (720, 380):
        view.resize(width, 500)
        qtbot.waitUntil(lambda: view.text.document().size().height() > 100)
        assert view.text.horizontalScrollBar().maximum() == 0


def test_markup_of_a_manifest_is_shown_and_never_acts(qtbot, show):
    evil = '<img src="file:///etc/passwd"><script>x()</script><a href="file:///">go</a>'
    view = show(make_manifest(make_setting("x", label=evil, description=evil), description=evil))
    text = view.text.toPlainText()
    assert text.count(evil) >= 3
    assert "<img" not in view.text.toHtml().split("<body", 1)[1]


def test_a_layer_with_an_address_of_another_kind_has_no_website(qtbot, show):
    assert show(json_with_url("https://example.org/")).web.isVisible()
    assert not show(json_with_url("file:///etc/passwd")).web.isVisible()


def json_with_url(address):
    document = json.loads(make_manifest(make_setting("x")))
    document["layer"]["url"] = address
    return json.dumps(document).encode()


def test_a_change_of_the_theme_keeps_the_place(qtbot, show, context):
    view = show(make_manifest(*(make_setting(f"s{number}") for number in range(40))))
    view.bring_to_front("test_settings.s20")
    place = view.text.verticalScrollBar().value()
    assert place > 0
    for _time in range(5):
        context.changed.emit()
    assert view.text.verticalScrollBar().value() == place
    qtbot.waitUntil(lambda: len(view.text.findChildren(QTextDocument)) == 1)
