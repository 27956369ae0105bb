"""The action that opens the window of saved reports."""

import pytest

from tests.framework.lab import SampleReports
from tests.ui.saving import answer_open_dialogs
from vkconfig_py.fleet.window.reports_window import ReportsWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(scope="module")
def lab():
    return SampleReports()


def test_the_first_time_a_folder_is_asked_for_and_then_the_window_comes_back(
    lab, window, qtbot, tmp_path, monkeypatch
):
    lab.write_one(tmp_path / "a.json", machine="node1")
    questions = answer_open_dialogs(monkeypatch, tmp_path)
    window.actions_["reports"].trigger()
    view = window.findChild(ReportsWindow)
    qtbot.waitUntil(lambda: not view.reading.is_running)
    assert [row.report.machine for row in view.proxy.list_shown()] == ["node1"]
    view.close()
    window.actions_["reports"].trigger()
    assert view.isVisible()
    assert len(questions) == 1
    view.close()
