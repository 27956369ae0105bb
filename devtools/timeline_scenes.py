"""What the pictures of the time line show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from devtools import scenes

if TYPE_CHECKING:
    from vkconfig_py.gui import Running


def journal(running: Running) -> None:
    """Apply and withdraw, while another program removes a layer and changes a driver."""
    scenes.edited(running)
    session, window = running.session, running.window
    window.docks.height = 300
    window.docks.open("journal")
    system = session.system
    scenes.wait(system.journal_changed, lambda: system.history is not None)
    session.apply(())
    scenes.wait(system.journal_changed, lambda: bool(system.journal))
    _change(running)
    session.snapshots.refresh()
    scenes.wait(system.journal_changed, lambda: _is_noted(running))
    session.withdraw()
    scenes.wait(system.journal_changed, lambda: len(system.journal) > 1)
    scenes.settle()


def _change(running: Running) -> None:
    """Do what another program would."""
    session = running.session
    root = session.machine.host.root
    snapshot = session.snapshots.shown
    assert snapshot is not None, "a window shows a picture"
    layer = next(one for one in snapshot.inventory.found if "device_select" in one.name)
    Path(root + layer.file).unlink()
    driver = Path(root + snapshot.inventory.drivers[0].file)
    text = driver.read_text(encoding="utf-8")
    driver.write_text(text.replace("1.4.312", "1.4.325"), encoding="utf-8")


def _is_noted(running: Running) -> bool:
    history = running.session.system.history
    return history is not None and bool(history.moments[0].changes)
