"""The inspector's pages about probes, and what they show of the selected row."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.items.pairs_model import extension_pairs, value_pairs
from vkconfig_py.model.picture.values import Row, RowKind
from vkconfig_py.model.probing.probed import DeviceDetail, progress_text
from vkconfig_py.model.store import Store
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.device import DevicePage, PairsPage
from vkconfig_py.ui.panels.devices import DevicesPage
from vkconfig_py.ui.panels.probe_page import ProbePage

PROBE, DEVICE, EXTENSIONS = "Probe", "About", "Extensions"
EVERYTHING, ORDER = "Limits and features", "Position"
DEVICES = "Choose devices"
PROBED_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER, RowKind.DRIVER})


class ProbePages(QObject):
    """Holds the pages and fills them."""

    copied = Signal(str)

    def __init__(self, look: Look, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._dumped: DeviceDetail | None = None  # whose values are shown
        self.probe = ProbePage(look)
        self.device = DevicePage(look)
        self.extensions = PairsPage(look, "extension")
        self.everything = PairsPage(look, "value")
        self.devices = DevicesPage(look, store)
        for page in (self.extensions, self.everything):
            page.copied.connect(self.copied)
        self.probe.cancel_asked.connect(store.probes.cancel)
        store.probes.stepped.connect(self.show_run)

    def pages(self) -> tuple[QWidget, ...]:
        """Return every page."""
        return self.probe, self.device, self.extensions, self.everything, self.devices

    def tabs_for(self, row: Row) -> tuple[str, ...]:
        """Return the pages that a row has."""
        if row.kind is RowKind.DEVICE:
            detail = self._store.found_out.details.devices.get(row.key)
            told = (EVERYTHING,) if detail is not None and detail.dump is not None else ()
            return (DEVICE, EXTENSIONS, *told, ORDER, DEVICES)
        if row.kind is RowKind.DRIVER:
            return PROBE, DEVICES
        return (PROBE,) if row.kind in PROBED_KINDS else ()

    def show_row(self, row: Row) -> None:
        """Fill the pages for a row."""
        answers = self._store.found_out
        if row.kind in PROBED_KINDS:
            health = answers.probed.health.get(row.key)
            self.probe.show_probe(health, answers.details.subjects.get(row.key))
            self.show_run()
        device = answers.details.devices.get(row.key)
        if device is not None:
            self.device.show_device(device)
            self.extensions.show_pairs(extension_pairs(device.summary.extensions))
            if device.dump is not None and device is not self._dumped:
                self._dumped = device
                self.everything.show_pairs(value_pairs(device.dump))

    def show_run(self) -> None:
        """Show the run in progress."""
        probes = self._store.probes
        text = progress_text(probes.step) if probes.step else ""
        self.probe.show_run("Cancelling…" if probes.is_cancelling else text,
                            cancelling=probes.is_cancelling)  # fmt: skip
