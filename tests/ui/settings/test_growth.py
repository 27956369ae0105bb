"""Looking at layers again and again leaves nothing behind: no object, connection or row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMetaMethod, QObject

from tests.framework.amount import choose_amount
from tests.framework.settings import LAYER, SDK, make_manifest, make_setting
from tests.framework.settings_session import SettingsMachine, open_session
from tests.model.session.edited import open_editing
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.settings.page import SettingsPage
from vkconfig_py.ui.window.window_parts import WindowState

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
VALIDATION = "VK_LAYER_KHRONOS_validation"
TURNS = choose_amount(100, long=500)
_SIGNAL = QMetaMethod.MethodType.Signal


@pytest.fixture
def machine(tmp_path):
    """Return a machine with the validation layer of an SDK, and a layer with one setting."""
    machine = SettingsMachine(tmp_path)
    machine.add((SDK / "VkLayer_khronos_validation.json").read_bytes(), VALIDATION)
    machine.add(make_manifest(make_setting("x")))
    return machine


@pytest.fixture
def page(qtbot, context, machine, tmp_path):
    """Return a page that shows the settings of a layer."""
    session = open_session(qtbot, machine)
    page = SettingsPage(context, session, open_editing(session), WindowState(tmp_path))
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page)
    yield page
    session.close()


def delete_what_is_due():
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def receivers(sender):
    """Return how many slots hear each signal of an object."""
    meta = sender.metaObject()
    methods = (meta.method(number) for number in range(meta.methodCount()))
    names = (m.methodSignature().data().decode() for m in methods if m.methodType() is _SIGNAL)
    counts = {name: sender.receivers(f"2{name}") for name in names}
    return {name: count for name, count in counts.items() if count}


def left(page):
    delete_what_is_due()
    rows = (len(page.model._items), len(page.model._items_by_id), len(list(page.model.walk())))
    senders = (
        *(page, page._session, page._session.declared, page._context, page.editing, page.messages),
        *(
            page.model,
            page.view,
            page.preset_button,
            page.reset_all,
            page.search,
            page.message_notice,
        ),
    )
    return len(page.findChildren(QObject)), rows, tuple(map(receivers, senders))


@pytest.mark.long
def test_selections_leave_nothing_behind_and_a_preset_stays_one_step_and_one_new_state(
    page, machine
):
    small, large = machine.row(LAYER), machine.row(VALIDATION)
    for row in (small, large):
        page.editing.show_row(row)
    before = left(page)
    assert sum(sum(heard.values()) for heard in before[2]) > 20  # they are seen at all
    for _turn in range(TURNS):
        for row in (small, large):
            page.editing.show_row(row)
    assert left(page) == before
    states, steps = [], []
    page.editing.changed.connect(lambda: states.append(1))
    page._session.edits.workspace_changed.connect(lambda: steps.append(1))
    page.editing.choose_preset(1)
    assert (len(states), len(steps)) == (1, 1)
    page._session.edits.undo()
    assert page.editing.entry is None or not page.editing.entry.settings


def test_edits_that_come_and_go_leave_nothing_behind(page, machine):
    page.editing.show_row(machine.row(VALIDATION))

    def turn():
        page.search.setText("sync")
        page.search.clear()
        page.editing.choose_preset(1)
        page.editing.reset_all()

    turn()
    before = left(page)
    for _time in range(choose_amount(10, long=50)):
        turn()
    assert left(page) == before


@pytest.mark.long
def test_rows_of_all_kinds_inspected_again_and_again_leave_nothing_behind(qtbot, window):
    qtbot.waitUntil(lambda: bool(window.session.declared._known))
    keys = [row.key for row in window.session.snapshots.current.rows if row.kind.value != "group"]
    inspector = window.inspector
    inspector.show_tab(InspectorPage.SETTINGS)

    def round_trip():
        for key in keys:
            window.chain.view.select_key(key)
        qtbot.waitUntil(lambda: window.chain.view.current_row().key == keys[-1])

    def count():
        window.session.shared.reads.drain()
        window.worker.drain()
        QCoreApplication.processEvents()
        delete_what_is_due()
        heard = [receivers(sender) for sender in (window.context, window.session, window.inspector)]
        return len(window.findChildren(QObject)), heard

    round_trip()
    before = count()
    for _turn in range(max(2, choose_amount(40, long=100) // len(keys))):
        round_trip()
    assert count() == before
