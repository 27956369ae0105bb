"""Header of the inspector: the name of the row, and the tabs of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.picture_values import RowKind
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.look import Look, draw_text, mirror, upright
from vkconfig_py.ui.widgets.basic import Tabs

PREFIX = "VK_LAYER_"
# tabs of the pages about probes; here so that the tabs can be shown before these pages are made
PROBE, DEVICE, EXTENSIONS = tr("Probe"), tr("About"), tr("Extensions")
EVERYTHING, ORDER = tr("Limits and features"), tr("Position")
DEVICES = tr("Choose devices", "a tab, short")
PROBED_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER, RowKind.DRIVER})


class NameLabel(QLabel):
    """The name of the inspected row."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._name = ""
        # Any width: a long name is elided, and must not widen the inspector.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)

    def show_name(self, name: str) -> None:
        self._name = visible(name)
        self.setToolTip(tooltip(name))
        self.setAccessibleName(self._name)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.theme.px(80), self._look.theme.title.height + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        mirror(painter, self, QRectF(self.rect()))
        prefix = PREFIX if self._name.startswith(PREFIX) and self._name != PREFIX else ""
        name, left = self._name[len(prefix) :], theme.title_light.width(prefix)
        whole = min(left + theme.title.width(name), self.width())
        # One name, which reads from left to right also where the head is mirrored.
        with upright(painter, 0, whole):
            painter.setPen(theme.colors.faint)
            draw_text(painter, theme.title_light, prefix, 0, 0, whole, self.height())
            painter.setPen(theme.colors.text)
            cut = Qt.TextElideMode.ElideMiddle
            draw_text(painter, theme.title, name, left, 0, whole - left, self.height(), cut)
        painter.end()


class PageTabs(Tabs):
    """Tabs whose set changes with what is inspected.

    Attributes:
        names: of the tabs in their order; the text of a tab may have a count after the name.
    """

    names: tuple[str, ...] = ()
    _wanted = ""  # the name chosen last
    _arranging = False

    def current_name(self) -> str:
        place = self.currentIndex()
        return self.names[place] if 0 <= place < len(self.names) else ""

    def show_names(self, names: Sequence[str]) -> bool:
        """Replace the tabs without signals; False if they are the same."""
        if self.names == tuple(names):
            return False
        current = self.current_name()
        self.names = tuple(names)
        # Each tab that comes or goes would emit currentChanged.
        self.blockSignals(True)
        while self.count():
            self.removeTab(0)
        for name in names:
            self.addTab(name)
        if current in names:
            self.setCurrentIndex(self.names.index(current))
        self.blockSignals(False)
        return True

    def turn_to(self, name: str) -> bool:
        """Make a tab current; False if it is missing or disabled."""
        if name not in self.names or not self.isTabEnabled(self.names.index(name)):
            return False
        self.setCurrentIndex(self.names.index(name))
        return True

    def enable(self, name: str, tip: str) -> None:
        """Enable a tab; a tip disables it and gives the reason."""
        if name not in self.names:
            return
        place = self.names.index(name)
        with self.arranged():
            if tip and place == self.currentIndex():
                self.setCurrentIndex(0)  # Qt would turn to the next page
            self.setTabEnabled(place, not tip)
        self.setTabToolTip(place, tip)

    def note(self, name: str, count: int) -> None:
        """Show a number after a name; 0 hides it."""
        text = f"{name} {count}" if count else name
        place = self.names.index(name)
        # setTabText() lays the bar out again.
        if self.tabText(place) != text:
            self.setTabText(place, text)

    @contextmanager
    def arranged(self) -> Iterator[None]:
        """Change tabs without treating the current one as the user's choice."""
        before, self._arranging = self._arranging, True
        yield
        self._arranging = before

    def keep_choice(self) -> None:
        """Remember the current tab if the user chose it."""
        if not self._arranging:
            self._wanted = self.current_name()

    def go_back(self) -> bool:
        """Turn to the tab that the user chose last; False if it is current or missing."""
        return self.current_name() != self._wanted and self.turn_to(self._wanted)
