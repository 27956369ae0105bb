"""pytest-qt's bot with more patience: on a busy machine its five seconds are over in no time."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.framework.patience import PATIENCE

_PATIENCE_MS = int(PATIENCE * 1000)


class PatientBot(QtBot):
    """A bot that waits long for what has to come; what must not come is waited for as before."""

    def waitUntil(self, callback: Any, *, timeout: int = _PATIENCE_MS) -> None:  # noqa: N802 - pytest-qt's
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = _PATIENCE_MS, **options: Any) -> Any:  # noqa: N802 - pytest-qt's
        return super().waitSignal(signal, timeout=timeout, **options)

    def waitSignals(self, signals: Any, *, timeout: int = _PATIENCE_MS, **options: Any) -> Any:  # noqa: N802 - pytest-qt's
        return super().waitSignals(signals, timeout=timeout, **options)

    def waitExposed(self, widget: Any, *, timeout: int = _PATIENCE_MS) -> Any:  # noqa: N802 - pytest-qt's
        return super().waitExposed(widget, timeout=timeout)

    def waitActive(self, widget: Any, *, timeout: int = _PATIENCE_MS) -> Any:  # noqa: N802 - pytest-qt's
        return super().waitActive(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: Any, request: pytest.FixtureRequest) -> PatientBot:
    """Return the bot of a test."""
    return PatientBot(request)
