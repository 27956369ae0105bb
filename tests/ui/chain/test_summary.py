"""The summary where programs do not live: red, with the file and what helps; Launch steps back."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.ui.probed import driver, open_probed
from vkconfig_py.model.chain.probe_results import ProbeStatus, ShownHealth
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.ui.chain.view import ChainView
from vkconfig_py.ui.widgets.buttons import Frame

OLD = (1, 3, 239)


def show_as_real(window):
    """Let the sample machine count as a real one, so that Launch is offered."""
    window.session.requests.machine = window.session.machine._replace(demo=False)
    window.controllers.launch_buttons.refresh()


def test_a_file_that_fails_every_program_is_named_and_can_be_moved_aside(qtbot, open_window):
    window = open_window(1280, 720)
    session, sentence = window.session, window.chain.sentence
    show_as_real(window)
    assert window.header.launch._frame is Frame.PRIMARY
    (loader,) = session.machine.loaders
    old = session.machine._replace(loaders=(loader._replace(version=OLD),))
    first_row = window.chain.view.visualRect(window.chain.view.model().index(0, 0))
    session.set_machine(old)
    qtbot.waitUntil(lambda: "Move aside" in sentence.accessibleName())
    assert sentence.accessibleName().startswith("Every Vulkan program fails: game_capture.json")
    assert sentence._is_alarm
    assert len({placed.rect.top() for placed in sentence._placed_words}) == 1
    assert window.header.launch._frame is Frame.OUTLINE
    assert "game_capture.json" in window.header.launch.toolTip()
    view = window.chain.view
    assert view.visualRect(view.model().index(0, 0)) == first_row
    qtbot.keyClick(sentence, Qt.Key.Key_Return)
    preview = window.docks.panels["problems"].preview
    qtbot.waitUntil(preview.fix_button.hasFocus)
    assert preview.heading.text() == "Move game_capture.json aside"
    assert sentence._is_alarm
    qtbot.keyClick(preview.fix_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not sentence._is_alarm)
    assert window.header.launch._frame is Frame.PRIMARY


def test_a_driver_that_crashes_is_named_and_can_be_turned_off(qtbot, open_window):
    window = open_probed(qtbot, open_window)
    session, sentence = window.session, window.chain.sentence
    show_as_real(window)
    row = driver(window, "lvp")
    answers = session.probes.answers
    crashed = ShownHealth(
        ProbeStatus.CRASHED, "crashes in vkCreateInstance from x.so (SIGSEGV)", "crashes"
    )
    health = {**answers.findings.health, row.key: crashed}
    # The chain itself was not tried: a trial that ran would speak against it.
    bad = answers._replace(findings=answers.findings._replace(health=health, chain_order=None))
    session.probes.answers = bad
    session.probes.prober.read_findings = lambda report: bad
    session.probes.changed.emit()
    said = f"Every Vulkan program crashes: {row.manifest.rpartition('/')[2]}"
    assert sentence.accessibleName().startswith(said)
    # it was seen to help
    qtbot.waitUntil(lambda: sentence.accessibleName().endswith("Turn off"))
    assert window.header.launch._frame is Frame.OUTLINE
    shown = []
    window.chain.file_requested.connect(lambda path, line: shown.append(path))
    window.chain._on_link_activated("file", sentence.pos())
    assert shown == [row.manifest]
    qtbot.keyClick(sentence, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not sentence._is_alarm)
    assert driver(window, "lvp").control == "off"
    assert window.header.launch._frame is Frame.PRIMARY


def test_the_summary_names_the_device(qtbot, open_window):
    window = open_probed(qtbot, open_window)
    said = window.chain.sentence.accessibleName()
    assert said.startswith("A program will load 2 layers on AMD Radeon RX 7800 XT: ")


def test_a_chain_that_is_filled_before_it_is_seen_begins_with_its_first_row(
    qtbot, context, session
):
    view = ChainView(context, session, ChainModel(session.edits))
    qtbot.addWidget(view)
    view.resize(90, 30)  # as it is made
    view.show_snapshot(session.snapshots.current)
    view.resize(680, 240)
    view.show()
    qtbot.waitExposed(view)
    assert view.currentIndex().row() > 0
    assert view.verticalScrollBar().maximum() > 0
    assert view.verticalScrollBar().value() == 0
