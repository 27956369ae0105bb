"""Header: menu, program, undo, redo, search, What if, Apply…, Launch."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.ui.actions import Actions, tip_of
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import Surface


class Header(Surface):
    """The bar at the top.

    Signals:
        menu_asked, program_asked, configuration_asked: a menu is wanted below a global point.
    """

    menu_asked = Signal(QPoint)
    program_asked = Signal(QPoint)
    configuration_asked = Signal(QPoint)

    def __init__(self, look: Look, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(look, "window", parent)
        flat, field = Frame.FLAT, Frame.FIELD
        self.menu = Button(look, icon="menu", frame=flat, name="Menu")
        self.menu.setToolTip("Menu (F10)")
        self.configuration = Button(look, frame=field, name="Configuration")
        self.configuration.set_arrow()
        self.configuration.hide()
        self.program = Button(look, icon="program", frame=field, name="Program", strong=True)
        self.program.set_arrow()
        self.program.setToolTip("The program that Launch starts, and the picture is for")
        self.undo = _icon_button(look, actions["undo"], "undo")
        self.redo = _icon_button(look, actions["redo"], "redo")
        self.search = Button(look, "Search everything", icon="search", frame=field)
        self.search.set_note("Ctrl+K")
        self.what_if = Button(look, "What if", icon="flask", frame=Frame.FLAT)
        self.what_if.setCheckable(True)
        actions["what_if"].toggled.connect(self.what_if.setChecked)
        self.apply = Button(look, "Apply…", icon="apply", name="Apply")
        self.launch = Button(look, "Launch", icon="play", frame=Frame.PRIMARY)
        named = ((self.search, "search"), (self.what_if, "what_if"), (self.apply, "apply"))
        for button, name in named:
            button.setToolTip(tip_of(actions[name]))
            button.clicked.connect(actions[name].trigger)
        self.menu.clicked.connect(lambda: self.menu_asked.emit(_below(self.menu)))
        self.program.clicked.connect(lambda: self.program_asked.emit(_below(self.program)))
        self.configuration.clicked.connect(
            lambda: self.configuration_asked.emit(_below(self.configuration))
        )
        self._row = QHBoxLayout(self)
        for widget in (self.menu, self.configuration, self.program, self.undo, self.redo, None,
                       self.search, self.what_if, self.apply, self.launch):  # fmt: skip
            if widget is None:
                self._row.addStretch(1)
            else:
                self._row.addWidget(widget)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._row.setContentsMargins(px(8), px(8), px(12), px(8))
        self._row.setSpacing(px(8))

    def show_program(self, name: str, path: str) -> None:
        """Name the program."""
        self.program.setText(name)
        self.program.set_note(path)
        self.program.setAccessibleName(f"Program: {name}")

    def show_configuration(self, name: str) -> None:
        """Name the configuration, for narrow windows."""
        self.configuration.setText(name)
        self.configuration.setAccessibleName(f"Configuration: {name}")
        self.configuration.updateGeometry()

    def set_narrow(self, narrow: bool) -> None:
        """Make room: configurations become a button, the search becomes an icon."""
        self.configuration.setVisible(narrow)
        self.search.set_compact(narrow)
        self.what_if.set_compact(narrow)
        self.search.set_frame(Frame.FLAT if narrow else Frame.FIELD)


def _icon_button(look: Look, action: QAction, icon: str) -> Button:
    """Make an icon button that follows an action."""
    button = Button(look, icon=icon, frame=Frame.FLAT, name=action.text().replace("&", ""))

    def follow() -> None:
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip() or tip_of(action))

    button.clicked.connect(action.trigger)
    action.changed.connect(follow)
    follow()
    return button


def _below(button: QWidget) -> QPoint:
    return button.mapToGlobal(QPoint(0, button.height() + 2))
