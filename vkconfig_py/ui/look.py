"""Look: holds the current Theme and the icons, and says when they changed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from vkconfig_py.ui.icons import Icons
from vkconfig_py.ui.theme import Theme, make_theme


class Look(QObject):
    """The one source of Theme and icons for every widget of a window.

    The main window calls `recompute` from its changeEvent; an event filter on the application would
    see every event of every object, in Python.

    Signals:
        changed: palette, font, colour scheme or contrast changed; everything repaints.
    """

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        # PySide invalidates the accessibility hints when the last reference to their parent goes
        self._hints = application.styleHints()
        self._accessibility = self._hints.accessibility()
        self.theme = self._compute()
        self.icons = Icons()
        self._hints.colorSchemeChanged.connect(self._on_scheme_changed)

    def recompute(self) -> None:
        """Compute the theme again and tell everybody."""
        self.theme = self._compute()
        self.icons.clear()
        self.changed.emit()

    def _on_scheme_changed(self) -> None:
        self.recompute()

    def _compute(self) -> Theme:
        application = self._application
        preference = self._accessibility.contrastPreference()
        return make_theme(
            application.palette(),
            application.font(),
            high_contrast=preference == Qt.ContrastPreference.HighContrast,
        )


def scheme_palette(*, dark: bool) -> QPalette:
    """Return the palette of one colour scheme, where the platform does not bring its own."""
    window, base, text = (
        ("#323232", "#242424", "#f0f0f0")
        if dark
        else (
            "#efefef",
            "#ffffff",
            "#000000",
        )
    )
    accent = QColor("#308cc6")
    palette = QPalette(QColor(window))
    role = QPalette.ColorRole
    for name in (role.WindowText, role.Text, role.ButtonText, role.ToolTipText):
        palette.setColor(name, QColor(text))
    palette.setColor(role.Base, QColor(base))
    palette.setColor(role.AlternateBase, QColor(window))
    palette.setColor(role.ToolTipBase, QColor(base))
    palette.setColor(role.Highlight, accent)
    palette.setColor(role.Accent, accent)
    palette.setColor(role.HighlightedText, QColor("#ffffff"))
    palette.setColor(role.PlaceholderText, QColor("#9a9a9a" if dark else "#6b6b6b"))
    palette.setColor(role.Link, QColor("#95c6e5" if dark else "#216088"))
    group = QPalette.ColorGroup.Disabled
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group, name, QColor("#7d7d7d" if dark else "#9a9a9a"))
    return palette
