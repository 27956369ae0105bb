"""Grounds of pages, which follow the theme."""

from __future__ import annotations

from PySide6.QtGui import QPalette

from vkconfig_py.ui.theme.appearance import make_scheme_palette
from vkconfig_py.ui.widgets.layouts import Page


def test_a_page_that_keeps_its_body_takes_the_colours_of_a_new_theme(qtbot, qapp, context, request):
    request.addfinalizer(lambda: qapp.setPalette(make_scheme_palette(is_dark=False)))
    page = Page(context, "Facts")
    qtbot.addWidget(page)
    body = page.make_body()
    page.setWidget(body)
    qapp.setPalette(make_scheme_palette(is_dark=True))
    context.recompute()
    window = context.theme.colors.window
    assert context.theme.dark
    assert body.palette().color(QPalette.ColorRole.Window) == window
    assert page.palette().color(QPalette.ColorRole.Window) == window
