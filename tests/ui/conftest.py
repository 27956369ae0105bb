"""The whole window on the sample machine, and single parts on a hand-made picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from tests.framework.patient_bot import qtbot
from tests.framework.settings import LAYER, make_manifest
from tests.framework.settings_session import SettingsMachine, open_session
from tests.model.session.edited import open_editing
from tests.ui.sample import SampleSession
from tests.ui.sample_folder import KnownProblems, SampleFolder
from tests.ui.supposing import DISABLE, wait_until_answered
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.session.session import Session, SessionMachine
from vkconfig_py.ui.chain.view import ChainView
from vkconfig_py.ui.settings.page import SettingsPage
from vkconfig_py.ui.theme.appearance import make_scheme_palette
from vkconfig_py.ui.theme.context import Icons, ThemeContext
from vkconfig_py.ui.window import bars
from vkconfig_py.ui.window.main_window import MainWindow
from vkconfig_py.ui.window.window_parts import WindowState

# What tests of windows in other folders take.
__all__ = [
    "_toasts_stay",
    "context",
    "demo",
    "icons",
    "known_problems",
    "open_window",
    "qtbot",
    "sample_folder",
    "window",
]


@pytest.fixture(autouse=True)
def _toasts_stay(monkeypatch):
    """Let toasts stay until a test has seen them, however busy this machine is."""
    monkeypatch.setattr(bars, "TOAST_MS", bars.OFFER_TOAST_MS * 60)
    monkeypatch.setattr(bars, "OFFER_TOAST_MS", bars.OFFER_TOAST_MS * 60)


@pytest.fixture(scope="session")
def icons():
    """Return the icons that were drawn so far: each is the same in every test."""
    return Icons()


@pytest.fixture
def context(qapp, icons):
    """Return the theme context of a light palette."""
    QApplication.setStyle("fusion")
    qapp.setPalette(make_scheme_palette(is_dark=False))
    light = ThemeContext(qapp)
    light.icons = icons
    yield light
    light.deleteLater()  # or it lives as long as the application, with the actions that follow it


@pytest.fixture
def session(qapp):
    """Return a session that answers from a hand-made picture."""
    return SampleSession()


@pytest.fixture
def chain(qtbot, context, session):
    """Return a chain that shows the hand-made picture."""
    view = ChainView(context, session, ChainModel(session.edits))
    qtbot.addWidget(view)
    view.resize(680, 760)
    view.show_snapshot(session.snapshots.current)
    view.show()
    qtbot.waitExposed(view)
    view.setFocus()
    return view


@pytest.fixture(scope="session")
def sample_folder():
    """Return the folder that each test finds the sample machine in, as it was made."""
    folder = SampleFolder()
    yield folder
    folder.remove()


@pytest.fixture
def demo(sample_folder):
    """Return an open copy of the sample machine."""
    yield sample_folder.open()
    sample_folder.close()


@pytest.fixture(scope="session")
def known_problems(sample_folder):
    """Return the problems of the states of the sample machine that were looked for so far."""
    return KnownProblems(sample_folder)


@pytest.fixture
def open_window(qtbot, context, demo, known_problems):
    """Return a function that opens the whole window on the sample machine."""
    opened = []

    def open_one(width=1280, height=720, *, as_left=False):
        machine = SessionMachine(
            host=demo.host,
            loaders=(demo.profile,),
            paths=demo.paths,
            demo=True,
            recorded=demo.recorded,
        )
        known_problems.remember()
        session = Session(machine)
        window = MainWindow(context, session, WindowState(demo.paths.state))
        if not as_left:
            window.resize(width, height)
        opened.append(window)
        window.setUpdatesEnabled(False)  # it paints once, when all is there
        session.start()
        window.show()
        window.complete()
        qtbot.waitUntil(
            lambda: session.snapshots.current is not None and not session.snapshots.is_busy
        )
        qtbot.waitUntil(lambda: not session.probes.answers.findings.is_empty)
        window.setUpdatesEnabled(True)
        return window

    yield open_one
    for window in opened:
        window.close_quietly()
        window.deleteLater()
        window.session.deleteLater()  # or its watches stay, and a user may have 128 of them
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    opened.clear()


@pytest.fixture
def window(open_window):
    """Return the whole window on the sample machine."""
    return open_window()


@pytest.fixture
def bar(qtbot, window):
    """Return the bar, opened by its action."""
    window.actions_["what_if"].trigger()
    assert window.chain.what_if is not None
    return window.chain.what_if


@pytest.fixture
def supposing(qtbot, window, bar):
    """Return the window while every implicit layer is supposed to be off."""
    window.session.what_if.set_variable(DISABLE, "~implicit~")
    wait_until_answered(qtbot, window)
    return window


@pytest.fixture
def open_page(qtbot, context, tmp_path):
    """Return a function that shows the settings of a layer."""
    opened = []

    def open_one(
        *settings, environment=None, content=None, name=LAYER, devices=(), probed=None, **more
    ):
        machine = SettingsMachine(tmp_path, **(environment or {}))
        if probed is not None:
            machine.recalled = probed
        machine.devices = devices
        machine.add(content or make_manifest(*settings, **more), name)
        session = open_session(qtbot, machine)
        page = SettingsPage(context, session, open_editing(session), WindowState(tmp_path))
        qtbot.addWidget(page)
        page.resize(480, 500)
        page.editing.show_row(machine.row(name))
        page.show()
        qtbot.waitExposed(page)
        page.view.setFocus()
        opened.append(session)
        return page

    yield open_one
    for session in opened:
        session.close()
