"""The cards below open fields: colors, keys, numbers and devices are chosen there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QApplication, QColorDialog

from tests.framework.settings import make_setting
from tests.ui.settings_page import field_of, go, kept, press, shown
from vkconfig_py.model.chain.probe_results import ProbeFindings, ProbeReport, SeenDevice
from vkconfig_py.model.configuration.configuration import DeviceEntry
from vkconfig_py.ui.settings.setting_delegate import ClickablePart
from vkconfig_py.ui.settings.value_cards import ColorCard, DeviceCard, KeysCard, NumberCard
from vkconfig_py.ui.widgets.basic import Label

# the offscreen platform says so about every window and popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

RANGE = make_setting("n", "INT", default=10, range={"min": 0, "max": 100}, unit="ms")
FRACTION = make_setting("f", "FLOAT", default=0.5, range={"min": -1, "max": 1, "precision": 2})
COLOR = make_setting("c", "STRING", default="39F900", form="COLOR")
COLORS = make_setting("c", "STRING", default="39F900,FDFD09,B22222", form="THREE_COLORS")
KEYS = make_setting("k", "STRING", default="Shift_R+F12", names="KEYS")
KEY = make_setting("k", "STRING", default="Home", names="KEY")
DEVICE = make_setting("d", "STRING", names="DEVICE_IDS")
PLAIN = make_setting("z", "STRING", default="text")


def open_card(qtbot, page, key, kind):
    """Open the field of a setting with the keyboard, and return its card."""
    go(page, key)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    card = field_of(page).card
    assert isinstance(card, kind)
    assert card.isVisible()
    assert card.accessibleName() == field_of(page).node.label
    return card


def close(qtbot, page, key=Qt.Key.Key_Return):
    qtbot.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: field_of(page) is None)
    assert page.findChild(NumberCard) is None or not page.findChild(NumberCard).isVisible()


# one card for every value


@pytest.mark.parametrize(
    ("setting", "kind"),
    [(RANGE, NumberCard), (COLOR, ColorCard), (KEYS, KeysCard), (DEVICE, DeviceCard)],
    ids=["number", "color", "keys", "device"],
)
def test_enter_opens_a_card_whose_parts_have_names_and_escape_returns_to_the_row(
    qtbot, open_page, setting, kind
):
    page = open_page(setting, PLAIN)
    card = open_card(qtbot, page, setting["key"], kind)
    assert all(stop.accessibleName() or stop.text() for stop in card.list_stops())
    close(qtbot, page, Qt.Key.Key_Escape)
    assert page.view.hasFocus()
    assert page.view.current_node().id == setting["key"]
    assert kept(page) == {}


def test_a_plain_text_and_a_number_without_both_ends_have_no_card(qtbot, open_page):
    page = open_page(
        PLAIN,
        make_setting("open", "INT", range={"min": 0}),
        make_setting("wide", "INT", range={"min": 0, "max": 65535}),
    )
    for key in shown(page):
        press(qtbot, page, key, ClickablePart.FIELD)
        assert field_of(page).card is None
        close(qtbot, page)


def test_a_card_stands_within_the_page_below_its_field_or_above_it(qtbot, open_page):
    page = open_page(
        *[make_setting(f"n{at}", "INT", range={"min": 0, "max": 9}) for at in range(9)]
    )
    for key in ("n0", "n8"):
        page.resize(480, 420)
        card = open_card(qtbot, page, key, NumberCard)
        assert page.rect().contains(card.geometry())
        top = field_of(page).mapTo(page, field_of(page).rect().topLeft()).y()
        field = field_of(page).rect().translated(0, top)
        assert card.geometry().top() > field.bottom() or card.geometry().bottom() < field.top()
        close(qtbot, page)


def test_a_card_leaves_the_description_of_its_setting_in_view(qtbot, open_page):
    rows = [make_setting(f"n{at}", "INT", range={"min": 0, "max": 9}) for at in range(9)]
    page = open_page(*rows)
    page.resize(480, page.view.mapTo(page, page.view.rect().topLeft()).y() + 9 * 28 + 60)
    card = open_card(qtbot, page, "n8", NumberCard)
    assert page.footer.isVisible()
    assert card.geometry().bottom() < page.footer.geometry().top()


def test_tab_goes_through_the_card_to_the_next_setting_and_back_to_the_field(qtbot, open_page):
    page = open_page(RANGE, PLAIN)
    card = open_card(qtbot, page, "n", NumberCard)
    qtbot.keyClick(field_of(page), Qt.Key.Key_Tab)
    assert card.slider.hasFocus()
    qtbot.keyClick(card.slider, Qt.Key.Key_Backtab)
    assert field_of(page).hasFocus()
    qtbot.keyClick(field_of(page), Qt.Key.Key_Tab)
    qtbot.keyClick(card.slider, Qt.Key.Key_Right)
    qtbot.keyClick(card.slider, Qt.Key.Key_Tab)
    assert kept(page) == {"n": 11}
    assert page.view.current_node().id == "z"


def test_what_was_chosen_is_taken_when_another_part_of_the_page_gets_the_keyboard(qtbot, open_page):
    page = open_page(RANGE)
    card = open_card(qtbot, page, "n", NumberCard)
    card.focus_first()
    qtbot.keyClick(card.slider, Qt.Key.Key_End)
    page.search.setFocus()
    qtbot.waitUntil(lambda: field_of(page) is None)
    assert kept(page) == {"n": 100}


def test_another_layer_takes_the_card_away(qtbot, open_page):
    page = open_page(RANGE)
    card = open_card(qtbot, page, "n", NumberCard)
    page.editing.show_row(None)
    assert not card.isVisible()


# numbers


def test_a_slider_moves_by_keys_and_mouse_and_follows_what_is_typed(qtbot, open_page):
    page = open_page(RANGE)
    card = open_card(qtbot, page, "n", NumberCard)
    qtbot.keyClicks(field_of(page), "64")
    assert card.slider.value() == 64
    assert card.slider.accessibleDescription() == "64 ms"
    qtbot.mouseClick(card.slider, Qt.MouseButton.LeftButton, pos=card.slider.rect().center())
    assert field_of(page).text() == "50"
    card.focus_first()
    qtbot.keyClick(card.slider, Qt.Key.Key_PageUp)
    close(qtbot, page)
    assert kept(page) == {"n": 60}
    page.editing._edits.undo()
    assert kept(page) == {}


def test_a_slider_of_a_fraction_keeps_typed_digits_until_it_is_moved(qtbot, open_page):
    page = open_page(FRACTION)
    card = open_card(qtbot, page, "f", NumberCard)
    qtbot.keyClicks(field_of(page), "0.123")
    qtbot.waitUntil(lambda: kept(page) == {"f": 0.123})
    card.focus_first()
    qtbot.keyClick(card.slider, Qt.Key.Key_Right)
    close(qtbot, page)
    assert kept(page) == {"f": 0.13}


def test_the_old_value_comes_back_with_escape_after_the_slider_was_moved(qtbot, open_page):
    page = open_page(RANGE)
    card = open_card(qtbot, page, "n", NumberCard)
    card.focus_first()
    qtbot.keyClick(card.slider, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: kept(page) == {"n": 0})
    close(qtbot, page, Qt.Key.Key_Escape)
    assert kept(page) == {}


# colors


@pytest.mark.parametrize(
    ("setting", "number", "chosen"),
    [(COLOR, 0, "0A0B0C"), (COLORS, 1, "39F900,0A0B0C,B22222")],
    ids=["one", "three"],
)
def test_a_color_is_chosen_in_a_dialog_and_keeps_its_form(
    qtbot, open_page, monkeypatch, setting, number, chosen
):
    page = open_page(setting)
    asked = []

    def choose(initial, _parent, title):
        asked.append((initial.name(), title))
        return QColor("#0a0b0c")

    monkeypatch.setattr(QColorDialog, "getColor", choose)
    card = open_card(qtbot, page, "c", ColorCard)
    button = card.buttons[number]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert asked == [(f"#{setting['default'].split(',')[number].lower()}", "C")]
    assert button.accessibleName().endswith("0A0B0C")
    card.end_editing(page.view.delegate.EndEditHint.SubmitModelCache)
    assert kept(page) == {"c": chosen}


def test_a_dialog_that_is_cancelled_and_a_text_that_is_no_color_change_nothing(
    qtbot, open_page, monkeypatch
):
    page = open_page(COLOR)
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_asked: QColor())
    card = open_card(qtbot, page, "c", ColorCard)
    card.buttons[0].click()
    qtbot.keyClicks(field_of(page), "re")
    assert field_of(page).is_invalid
    assert card.buttons[0].color == ""
    close(qtbot, page, Qt.Key.Key_Escape)
    assert kept(page) == {}


# keys


def send(widget, kind, key, text=""):
    QApplication.sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))


def record(qtbot, page, *keys):
    """Press keys one after the other in the recorder, and release the last one."""
    card = open_card(qtbot, page, "k", KeysCard)
    card.recorder.click()
    assert card.recorder.text() == "Press the keys…"
    for key in keys:
        override = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
        override.ignore()
        QApplication.sendEvent(card.recorder, override)
        assert override.isAccepted()  # no shortcut of the window
        send(card.recorder, QEvent.Type.KeyPress, key)
    send(card.recorder, QEvent.Type.KeyRelease, keys[-1])
    assert not card.recorder.is_recording
    return card


@pytest.mark.parametrize(
    ("setting", "keys", "text"),
    [
        (KEYS, (Qt.Key.Key_Shift, Qt.Key.Key_F11), "Shift_L+F11"),
        (KEYS, (Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_A), "Control_L+Alt_L+a"),
        (KEYS, (Qt.Key.Key_Shift,), "Shift_L"),
        (KEYS, (Qt.Key.Key_Tab,), "Tab"),
        (KEY, (Qt.Key.Key_Shift, Qt.Key.Key_PageDown), "Next"),
        (KEY, (Qt.Key.Key_Plus,), "plus"),
    ],
)
def test_pressed_keys_become_the_names_that_layers_read(qtbot, open_page, setting, keys, text):
    page = open_page(setting)
    card = record(qtbot, page, *keys)
    assert field_of(page).text() == text
    card.end_editing(page.view.delegate.EndEditHint.SubmitModelCache)
    assert kept(page) == {"k": text}


def test_escape_cancels_the_recording_alone(qtbot, open_page):
    page = open_page(KEYS)
    card = record(qtbot, page, Qt.Key.Key_Shift, Qt.Key.Key_Escape)
    assert card.isVisible()
    assert field_of(page).text() == "Shift_R+F12"
    qtbot.keyClick(card.recorder, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: field_of(page) is None)


def test_keys_are_typed_as_before(qtbot, open_page):
    page = open_page(KEYS)
    open_card(qtbot, page, "k", KeysCard)
    qtbot.keyClicks(field_of(page), "Super_L+Escape")
    close(qtbot, page)
    assert kept(page) == {"k": "Super_L+Escape"}


# devices


def find_devices():
    """Return what probes say that found two GPUs and a CPU."""
    entries = (
        DeviceEntry("Some Card", "1" * 32, "", 1, vendor_id=0x1002, device_id=0x73BF),
        DeviceEntry("Other Card", "2" * 32, "", 1, vendor_id=0x10DE, device_id=0x2684),
        DeviceEntry("llvmpipe", "3" * 32, "", 1, vendor_id=0x10005),
    )
    seen = tuple(SeenDevice(f"device:{one.name}", one.name, "", "", "", entry=one)
                 for one in entries)  # fmt: skip
    return ProbeReport(ProbeFindings(devices={"driver:x": seen}))


def test_a_found_device_is_chosen_and_a_typed_one_stays_in_the_list(qtbot, open_page):
    page = open_page(DEVICE, probed=find_devices())
    open_card(qtbot, page, "d", DeviceCard)
    qtbot.keyClicks(field_of(page), "list")
    close(qtbot, page)
    qtbot.waitUntil(lambda: bool(page._session.probes.answers.findings.devices))
    card = open_card(qtbot, page, "d", DeviceCard)
    assert [*card.buttons] == ["1002:73bf", "10de:2684", "10005:0", "list"]
    assert card.buttons["10de:2684"].text() == "10de:2684  Other Card"
    assert card.group.checkedButton() is card.buttons["list"]
    card.buttons["10de:2684"].click()
    assert field_of(page).text() == "10de:2684"
    card.focus_first()
    assert card.buttons["10de:2684"].hasFocus()
    close(qtbot, page)
    assert kept(page) == {"d": "10de:2684"}


def test_without_a_probe_a_device_is_typed(qtbot, open_page):
    page = open_page(DEVICE, PLAIN)
    card = open_card(qtbot, page, "d", DeviceCard)
    assert card.buttons == {}
    qtbot.keyClicks(field_of(page), "1002:73bf")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Tab)
    assert card.probe_button.hasFocus()
    qtbot.keyClick(card.probe_button, Qt.Key.Key_Tab)
    assert kept(page) == {"d": "1002:73bf"}
    assert page.view.current_node().id == "z"


def test_without_a_probe_the_card_offers_one(qtbot, open_page):
    page = open_page(DEVICE)
    card = open_card(qtbot, page, "d", DeviceCard)
    qtbot.keyClicks(field_of(page), "1002")
    with qtbot.waitSignal(page.probe_requested):
        card.probe_button.click()
    qtbot.waitUntil(lambda: field_of(page) is None)
    assert kept(page) == {"d": "1002"}


def test_devices_that_a_setting_cannot_name_are_not_called_missing(qtbot, open_page):
    page = open_page(make_setting("d", "STRING", names="PCI_ADDRESS"), probed=find_devices())
    open_card(qtbot, page, "d", DeviceCard)
    close(qtbot, page)
    qtbot.waitUntil(lambda: bool(page._session.probes.answers.findings.devices))
    card = open_card(qtbot, page, "d", DeviceCard)
    assert (card.buttons, card.probe_button) == ({}, None)
    (label,) = card.findChildren(Label)
    assert label.text() == "The devices in the chain report no PCI address. Type a value."


def test_an_open_field_is_as_wide_as_its_colors(qtbot, open_page):
    page = open_page(COLORS)
    page.resize(320, 600)
    open_card(qtbot, page, "c", ColorCard)
    field = field_of(page)
    text_width = page._context.theme.body.width(field.text())
    assert field.width() >= text_width + 2 * page._context.theme.px(6)
