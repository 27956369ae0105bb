"""Taps that tell who is entered, and to whom a call returns, so that a crash has a name."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.assembly import LayerFile
from vkconfig_py.loader.binding.layer import LoadedLayer
from vkconfig_py.loader.binding.observer import Observer
from vkconfig_py.loader.binding.tap_record import Call, Record
from vkconfig_py.loader.binding.taps import Taps


class TellingTaps(Taps):
    """Taps of one instance whose calls an observer hears of.

    Attributes:
        files: of the layers of the chain that was built last, application side first.
    """

    def __init__(self, observer: Observer) -> None:
        super().__init__()
        self.files: tuple[LayerFile, ...] = ()
        self._telling = _TellingRecord(observer)
        self.record = self._telling

    def failed(self, command: str) -> str:
        """Return the name of the layer that made a call of the application fail, or ""."""
        return self._telling.failed(command)

    def around(self, layers: Sequence[LoadedLayer], bottom: int) -> list[LoadedLayer]:
        """Return the layers with a tap above each and one below the last."""
        self.files = tuple(layer.file for layer in layers)
        self._telling.names = tuple(file.name for file in self.files)
        return super().around(layers, bottom)


class _TellingRecord(Record):
    """Announces each layer before it is entered, and again when what is below it returns.

    Attributes:
        names: of the layers, application side first.
    """

    def __init__(self, observer: Observer) -> None:
        super().__init__()
        self.names: tuple[str, ...] = ()
        self._observer = observer

    def enter(self, call: Call) -> None:
        """Begin a call on this thread."""
        self._tell(call.command, call.tap)
        super().enter(call)

    def leave(self, call: Call) -> None:
        """End the call that this thread began last."""
        super().leave(call)
        self._tell(call.command, call.tap - 1)

    def failed(self, command: str) -> str:
        """Return the name of the layer that made a call of the application fail, or ""."""
        place = self.failed_in(command, len(self.names))
        return "" if place is None else self.names[place]

    def _tell(self, command: str, place: int) -> None:
        if 0 <= place < len(self.names):
            self._observer.about(f"{command} of {self.names[place]}")
