"""The page Why: what stands on it and where."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.model.chain.quick_fix import QuickFix, QuickFixKind
from vkconfig_py.ui.inspector.why import QuickFixRow, WhyPage
from vkconfig_py.ui.widgets.basic import Label, TextRole
from vkconfig_py.ui.widgets.buttons import Button

_PLACE = "/usr/lib/x86_64-linux-gnu/libVkLayer_MESA_device_select.so "


def _steps(chance):
    parts = [(chance.randint(1, 4), chance.randint(0, 2)) for _ in range(chance.randint(0, 9))]
    return [Step(Mark.PASS, "Library found " * text, _PLACE * file) for text, file in parts]


def _offers(chance):
    texts = [
        "Turn off in this configuration " * chance.randint(1, 3)
        for _ in range(chance.randint(0, 3))
    ]
    return [
        QuickFix(text, "at the next launch", QuickFixKind.CONTROL, "off", "Off") for text in texts
    ]


@pytest.mark.parametrize("seed", range(2, 5))
def test_offers_stand_below_the_story_whatever_came_first(qtbot, context, seed):
    chance = random.Random(seed)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 600)
    page = WhyPage(context, window)
    window.show()
    changes = [
        lambda: page.explanation.show_steps(_steps(chance)),
        lambda: page.resize(chance.randint(300, 500), chance.randint(150, 500)),
        lambda: page.show_offers("To turn it off", _offers(chance)),
        lambda: page.show_footer(
            "Predicted",
            "Predicted " * chance.randint(1, 30),
            TextRole.TEXT,
            chance.random() < 0.5,
        ),
        lambda: page.setVisible(chance.random() < 0.5),
        QApplication.processEvents,
    ]
    for _ in range(20):
        for change in chance.choices(changes, k=8):
            change()
        page.show()
        for _ in range(3):
            QApplication.processEvents()
        rows = map(page.explanation.steps.index, range(page.explanation.steps.rowCount()))
        filled = sum(page.explanation.visualRect(row).height() for row in rows)
        assert page.explanation.height() >= filled
        if page._divider.isVisible():
            story = page._scroll_page if page._are_offers_pinned else page.explanation
            bottom = story.mapTo(page, story.rect().bottomLeft()).y()
            assert bottom < page._divider.mapTo(page, QPoint()).y()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_footer_is_one_line_and_shows_all_on_demand(qtbot, context):
    page = WhyPage(context)
    qtbot.addWidget(page)
    page.resize(320, 400)
    detail = (
        "The real loader confirmed this chain at 10:30. "
        + "Predicted from files and variables. " * 5
    )
    page.show_footer(
        "The real loader confirmed this chain at 10:30.", detail, TextRole.SECONDARY, False
    )
    page.show()
    assert (page._footer.isVisible(), page._detail_label.isVisible()) == (True, False)
    assert page._more_button.accessibleDescription() == detail
    page._more_button.click()
    assert (page._footer.isVisible(), page._detail_label.isVisible()) == (False, True)
    assert page._detail_label.text() == detail
    page.show_footer("Not checked with the real loader yet.", "", TextRole.SECONDARY, True)
    assert not page._more_button.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("width", "is_beside"), [(700, True), (300, False)])
def test_buttons_stand_below_the_text_where_they_leave_less_than_half(
    qtbot, context, width, is_beside
):
    quick_fix = QuickFix(
        "Search another folder", "if it is there", QuickFixKind.CONTROL, "off", "Add layer folder…"
    )
    row = QuickFixRow(context, quick_fix)
    qtbot.addWidget(row)
    row.resize(width, 200)
    row.show()
    QApplication.processEvents()
    text, button = row.findChildren(Label)[0], row.findChild(Button)
    assert (button.y() == text.y()) is is_beside
    assert text.width() > width / 2


def test_a_warning_stands_where_the_story_stands(qtbot, context):
    window = QWidget()
    qtbot.addWidget(window)
    page = WhyPage(context, window)
    page.explanation.show_steps([Step(Mark.PASS, "Library found", "")])
    page.show_deviation("is not written")
    page.resize(400, 400)
    window.show()
    label = next(label for label in page.findChildren(Label) if label.text() == "Is not written")
    text_left = label.mapTo(page, label.rect().topLeft()).x()
    story_left = page.explanation.mapTo(page, page.explanation.rect().topLeft()).x()
    assert text_left == story_left + context.theme.px(28)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_rail_ends_after_the_last_rule_and_facts_stand_below_it(qtbot, context):
    page = WhyPage(context)
    qtbot.addWidget(page)
    marks = (Mark.PASS, Mark.NEUTRAL, Mark.FACT, Mark.FACT)
    page.explanation.show_steps([Step(mark, "Library found", "/x/a.json") for mark in marks])
    page.resize(400, 400)
    page.show()
    page.explanation.clearFocus()
    picture = page.explanation.viewport().grab().toImage()

    def has_rail(row):
        area = page.explanation.visualRect(page.explanation.steps.index(row))
        scale, x = picture.devicePixelRatio(), area.left() + context.theme.px(8)
        points = {picture.pixelColor(int(x * scale), int((area.bottom() - 1) * scale)).name()}
        return points != {context.theme.colors.window.name()}

    assert [has_rail(row) for row in range(4)] == [True, False, False, False]


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("height", "count"), [(500, 1), (700, 1), (260, 3)])
def test_fixes_stay_in_view_where_the_steps_would_push_them_out(qtbot, context, height, count):
    window = QWidget()
    qtbot.addWidget(window)
    page = WhyPage(context, window)
    page.resize(440, height)
    window.resize(440, height)
    window.show()
    page.explanation.show_steps([Step(Mark.PASS, "Library found", "/x/a.json")] * 12)
    fix = QuickFix("Move it", "at the next launch", QuickFixKind.CONTROL, "off", "Move")
    page.show_offers("To change it", [fix] * count)
    QApplication.processEvents()
    button = next(one for one in page.findChildren(Button) if one.text() == "Move")
    # Where there is hardly any room, the steps keep it.
    assert page._are_offers_pinned is (height == 500)
    is_in_view = button.mapTo(page, button.rect().bottomLeft()).y() < height
    assert is_in_view is (count == 1)
    button.setFocus()
    page.resize(440, 900)
    QApplication.processEvents()
    assert not page._are_offers_pinned
    page.explanation.show_steps([])
    page.show_offers("", [])
    page.resize(440, height)
    QApplication.processEvents()
    assert not page._are_offers_pinned
