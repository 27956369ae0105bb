"""Notices of the desktop: a launch or a lease has ended while the window is not in front."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.preferences import NOTIFICATIONS, ON
from vkconfig_py.model.launch.desktop_bus import DesktopNotice, send_notice
from vkconfig_py.model.plan.leases import UntilTime

if TYPE_CHECKING:
    from collections.abc import Callable

    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.plan.plan import Applied
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.ui.window.window_parts import WindowParts

_LONG = 10.0  # seconds; who waits for a shorter launch still looks at the window


class DesktopNotices(QObject):
    """Sends notices, unless the preference is off or the window is in front."""

    def __init__(self, parts: WindowParts, is_in_front: Callable[[], bool] | None = None) -> None:
        super().__init__(parts.window)
        self._parts, self._session = parts, parts.session
        self._is_in_front = is_in_front or _is_in_front
        self._began: dict[LaunchedRun, float] = {}
        self._in_force = self._session.system.applied_state
        parts.launcher.started.connect(self._on_started)
        parts.launcher.ended.connect(self._on_ended)
        self._session.system.changed.connect(self._on_system_changed)

    def _on_started(self, run: LaunchedRun) -> None:
        self._began[run] = time.monotonic()

    def _on_ended(self, run: LaunchedRun, ended: LaunchEnd) -> None:
        began = self._began.pop(run, None)
        if began is not None and time.monotonic() - began >= _LONG:
            self.send(DesktopNotice(tr("{program} ended", program=str(run.name)), ended.sentence))

    def _on_system_changed(self) -> None:
        before, self._in_force = self._in_force, self._session.system.applied_state
        left = {one.configuration.key for one in self._in_force.applied}
        for one in before.applied:
            if one.configuration.key not in left and self._has_ended(one, before.ended):
                name = one.configuration.title
                title = tr("“{configuration}” is not applied any more", configuration=name)
                self.send(DesktopNotice(title, tr("Its time has ended: withdrawn.")))

    def _has_ended(self, applied: Applied, ended: tuple[str, ...]) -> bool:
        is_over = (
            isinstance(applied.lease, UntilTime)
            and applied.lease.seconds_left(self._session.now()) <= 0
        )
        return is_over or applied.configuration.key in ended

    def send(self, notice: DesktopNotice) -> None:
        if self._session.preferences.values.value(NOTIFICATIONS) != ON or self._is_in_front():
            return
        job = partial(send_notice, self._session.machine.host.environment, notice)
        self._parts.worker.submit(job, lambda _sent: None)


def _is_in_front() -> bool:
    return QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
