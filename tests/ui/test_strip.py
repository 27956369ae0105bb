"""The strip: sentences that are shown for a while."""

from __future__ import annotations


def test_a_sentence_that_is_too_long_is_elided_and_read_in_full_as_a_tool_tip(window, qtbot):
    strip = window.strip
    strip.show_toast("short", undo=True)
    qtbot.waitUntil(lambda: strip._toast.isVisible())
    text = "/home/me/a/long/way/to/configuration.json: it is neither one thing nor another. " * 5
    strip.show_toast(text, undo=True)
    strip._toast.grab()
    assert strip._toast.toolTip().strip() == text.strip()
    assert strip.verified.isVisible()
    right = strip._toast.geometry().right()
    assert right < strip._toast_undo.geometry().left() < strip.verified.geometry().left()
    strip.show_toast("short")
    strip._toast.grab()
    assert strip._toast.toolTip() == ""
