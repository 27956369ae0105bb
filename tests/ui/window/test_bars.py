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


def test_a_launch_that_loaded_the_predicted_chain_counts_as_checked(window, qtbot):
    session, strip = window.session, window.strip
    session.questions.machine = session.machine._replace(demo=False)
    session.checks.note_launch(session.pictures.current, session.pictures.current.chain(), "")
    assert strip.verified.text().startswith("Verified ")
    assert strip.verified.toolTip() == "The program that was launched loaded the predicted chain."
    qtbot.waitUntil(lambda: "loaded this chain" in window.inspector.why._foot.text())
    session.checks.note_launch(
        session.pictures.current, (), "Chain differs from the prediction: no layers."
    )
    assert strip.verified.text() == "Differs"
