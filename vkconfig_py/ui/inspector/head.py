"""Header of the inspector: the name of the row, and the tabs of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from types import MappingProxyType

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.text.wording import LAYER_PREFIX, escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, mirror, painting_unmirrored
from vkconfig_py.ui.widgets.basic import Tabs, offer_tip

PROBED_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER, RowKind.DRIVER})


class InspectorPage(StrEnum):
    """A page of the inspector."""

    WHY = "why"
    CHANGES = "changes"
    SETTINGS = "settings"
    MANIFEST = "manifest"
    FILE = "file"
    LIBRARY = "library"
    OPTIONS = "options"
    MATCHING = "matching"
    ENVIRONMENT = "environment"
    LOADER = "loader"
    PROBE = "probe"
    DEVICE = "device"
    DEVICES = "devices"
    EXTENSIONS = "extensions"
    EVERYTHING = "everything"
    SURFACES = "surfaces"
    ORDER = "order"


PAGE_TITLES = {
    InspectorPage.WHY: tr("Why"),
    InspectorPage.CHANGES: tr("Changes"),
    InspectorPage.SETTINGS: tr("Settings"),
    InspectorPage.MANIFEST: tr("Manifest"),
    InspectorPage.FILE: tr("File"),
    InspectorPage.LIBRARY: tr("Library"),
    InspectorPage.OPTIONS: tr("Launch options"),
    InspectorPage.MATCHING: tr("Matching"),
    InspectorPage.ENVIRONMENT: tr("Environment"),
    InspectorPage.LOADER: tr("Options"),
    InspectorPage.PROBE: tr("Probe"),
    InspectorPage.DEVICE: tr("About"),
    InspectorPage.DEVICES: tr("Choose devices", "a tab, short"),
    InspectorPage.EXTENSIONS: tr("Extensions"),
    InspectorPage.EVERYTHING: tr("Limits"),
    InspectorPage.SURFACES: tr("Surfaces"),
    InspectorPage.ORDER: tr("Position"),
}


class NameLabel(QLabel):
    """The name of the inspected row."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._name = ""
        # Any width: a long name is elided, and must not widen the inspector.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        context.changed.connect(self.updateGeometry)

    def show_name(self, name: str) -> None:
        """Show a row's name, cut in the middle where there is no room."""
        self._name = escape_invisible(name)
        self.setToolTip(make_tooltip(name))
        self.setAccessibleName(self._name)
        self.update()

    def event(self, event: QEvent) -> bool:
        return offer_tip(self, event) or super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(self._context.theme.px(80), self._context.theme.title.height + 4)

    minimumSizeHint = sizeHint  # that of QLabel, without a text, keeps an earlier font's height

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        mirror(painter, self, QRectF(self.rect()))
        prefix = (
            LAYER_PREFIX
            if self._name.startswith(LAYER_PREFIX) and self._name != LAYER_PREFIX
            else ""
        )
        name, left = self._name[len(prefix) :], theme.title_light.width(prefix)
        full_right = min(left + theme.title.width(name), self.width())
        # One name, which reads from left to right also where the head is mirrored.
        with painting_unmirrored(painter, 0, full_right):
            painter.setPen(theme.colors.faint)
            draw_text(painter, theme.title_light, prefix, 0, 0, full_right, self.height())
            painter.setPen(theme.colors.text)
            elide_mode = Qt.TextElideMode.ElideMiddle
            draw_text(
                painter, theme.title, name, left, 0, full_right - left, self.height(), elide_mode
            )
        painter.end()


class PageTabs(Tabs):
    """Tabs whose set changes with what is inspected.

    Attributes:
        pages: in the order of their tabs; a tab may have a count after its title.
    """

    pages: tuple[InspectorPage, ...] = ()
    _kinds: frozenset[RowKind] = frozenset()  # of the shown row, and those that share its tabs
    _user_choices: Mapping[frozenset[RowKind], InspectorPage] = MappingProxyType({})  # the last
    _is_arranging = False

    def current_page(self) -> InspectorPage | None:
        """Return the page of the current tab, None without tabs."""
        tab_index = self.currentIndex()
        return self.pages[tab_index] if 0 <= tab_index < len(self.pages) else None

    def show_pages(self, pages: Sequence[InspectorPage]) -> bool:
        """Replace the tabs without emitting signals. Return False if they are the same."""
        if self.pages == tuple(pages):
            return False
        current_page = self.current_page()
        self.pages = tuple(pages)
        # Each tab that comes or goes would emit currentChanged.
        self.blockSignals(True)
        while self.count():
            self.removeTab(0)
        for page in pages:
            self.addTab(PAGE_TITLES[page])
        if current_page in pages:
            self.setCurrentIndex(self.pages.index(current_page))
        self.blockSignals(False)
        return True

    def select_page(self, page: InspectorPage) -> bool:
        """Make a tab current. Return False if it is missing or disabled."""
        if page not in self.pages or not self.isTabEnabled(self.pages.index(page)):
            return False
        self.setCurrentIndex(self.pages.index(page))
        return True

    def enable(self, page: InspectorPage, tooltip: str) -> None:
        """Enable the tab of a page, or disable it with the reason as its tool tip.

        `tooltip` is the reason, "" enables the tab.
        """
        if page not in self.pages:
            return
        tab_index = self.pages.index(page)
        with self.keep_user_choice():
            if tooltip and tab_index == self.currentIndex():
                self.setCurrentIndex(0)  # Qt would turn to the next page
            self.setTabEnabled(tab_index, not tooltip)
        self.setTabToolTip(tab_index, tooltip)

    def show_count(self, page: InspectorPage, count: int) -> None:
        """Show a number after the title of a page's tab, none for 0."""
        tab_index = self.pages.index(page)
        # setTabText() lays the bar out again.
        if self.tabData(tab_index) != count:
            self.setTabData(tab_index, count)
            self.setTabText(
                tab_index, f"{PAGE_TITLES[page]} {count}" if count else PAGE_TITLES[page]
            )

    @contextmanager
    def keep_user_choice(self) -> Iterator[None]:
        """Within this context, do not take a changed tab for the user's choice."""
        was_arranging, self._is_arranging = self._is_arranging, True
        yield
        self._is_arranging = was_arranging

    def remember_choice(self) -> None:
        """Remember the current tab if the user chose it."""
        if not self._is_arranging:
            page = self.current_page()
            if page is not None:
                self._user_choices = {**self._user_choices, self._kinds: page}

    def show_kinds(self, kinds: frozenset[RowKind]) -> None:
        """Show the first tab, unless a row of these kinds was shown before."""
        if kinds != self._kinds:
            self._kinds = kinds
            with self.keep_user_choice():
                self.setCurrentIndex(0)

    def return_to_choice(self) -> bool:
        """Turn to the tab that the user chose last for rows of the shown kind.

        Return False if it is current or missing.
        """
        wanted_page = self._user_choices.get(self._kinds)
        if wanted_page is None or wanted_page is self.current_page():
            return False
        return self.select_page(wanted_page)
