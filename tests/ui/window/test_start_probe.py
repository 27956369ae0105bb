"""A probe after the start: only where the user prefers it, and never twice after it went wrong."""

from __future__ import annotations

from vkconfig_py.model.configuration.preferences import AT_START, ON_DEMAND, PROBING
from vkconfig_py.ui.window.preference_effects import PROBE_DID_NOT_END, StartupProbe


def begin(window, monkeypatch):
    """Return the reports that are probed."""
    begun = []
    monkeypatch.setattr(window.session.probes, "start", begun.append)
    window.session.preferences.choose(PROBING, AT_START)
    StartupProbe(window.controllers.commands._parts)
    return begun


def test_everything_is_probed_once_the_picture_is_there(window, monkeypatch):
    assert begin(window, monkeypatch) == [window.session.snapshots.current.report]
    window.session.probes.ended.emit("All work.", True)
    assert window.state.number("probe/at_start", 1) == 0
    window.state.wait_until_saved()


def test_a_probe_that_did_not_end_is_not_begun_again(window, monkeypatch):
    window.state.set_value("probe/at_start", 1)
    assert begin(window, monkeypatch) == []
    assert window.session.preferences.values.get_value(PROBING) == ON_DEMAND
    assert window.status_bar.toast.text().strip() == PROBE_DID_NOT_END
    window.state.wait_until_saved()
