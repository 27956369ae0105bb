"""The status bar: sentences that are shown for a while."""

from __future__ import annotations


def test_a_sentence_that_is_too_long_is_elided_and_read_in_full_as_a_tool_tip(window, qtbot):
    status_bar = window.status_bar
    status_bar.show_toast("short", undo=True)
    qtbot.waitUntil(lambda: status_bar._toast.isVisible())
    text = "/home/me/a/long/way/to/configuration.json: it is neither one thing nor another. " * 5
    status_bar.show_toast(text, undo=True)
    status_bar._toast.grab()
    assert status_bar._toast.toolTip().strip() == text.strip()
    assert status_bar.verified.isVisible()
    right = status_bar._toast.geometry().right()
    assert right < status_bar._toast_undo.geometry().left() < status_bar.verified.geometry().left()
    status_bar.show_toast("short")
    status_bar._toast.grab()
    assert status_bar._toast.toolTip() == ""


def test_a_launch_that_loaded_the_predicted_chain_counts_as_checked(window, qtbot):
    session, status_bar = window.session, window.status_bar
    session.questions.machine = session.machine._replace(demo=False)
    session.checks.record_launch(session.pictures.current, session.pictures.current.chain(), "")
    assert status_bar.verified.text().startswith("Verified ")
    assert (
        status_bar.verified.toolTip() == "The program that was launched loaded the predicted chain."
    )
    qtbot.waitUntil(lambda: "loaded this chain" in window.inspector.why._footer.text())
    session.checks.record_launch(
        session.pictures.current, (), "Chain differs from the prediction: no layers."
    )
    assert status_bar.verified.text() == "Differs"
