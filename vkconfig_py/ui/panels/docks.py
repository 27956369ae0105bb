"""Base class of the panels, and the docks above the status bar that contain them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import Actions, render_tip
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Label,
    TextRole,
    make_column,
    make_row,
    remove_mnemonic,
    set_background,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.panes import Placement

TODAY_NOTE = tr("without the what-if")
# The room of a summary beside icons, and at most beside the words of buttons; with the margins of
# the head.
_MIN_SUMMARY_WIDTH, _MAX_SUMMARY_WIDTH = 96, 280


class PanelHeader(BackgroundPane):
    """The header of a panel; also the title bar of its dock, so it can be dragged out."""

    close_requested = Signal()

    def __init__(self, context: ThemeContext, title: str, parent: QWidget | None = None) -> None:
        super().__init__(context, "bar", parent)
        self.title = Label(context, title, text_style="strong")
        self.summary = Label(
            context,
            text_style="small",
            text_role=TextRole.SECONDARY,
            elide=Qt.TextElideMode.ElideMiddle,
        )
        self.close_button = Button(
            context,
            icon="close",
            frame=Frame.FLAT,
            name=tr("Close {title}", title=title),
            height=28,
        )
        self.close_button.setToolTip(make_tooltip(tr("Close {title}", title=title)))
        self.close_button.clicked.connect(self.close_requested)
        self._row = QHBoxLayout()
        self._row.addWidget(self.title)
        self._row.addWidget(self.summary, 1)
        self._row.addWidget(self.close_button)
        self._column = make_column(self)
        self._column.addWidget(Divider(context))
        self._column.addLayout(self._row)
        self._added_widgets: tuple[QWidget, ...] = ()
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._row, px(16), px(4), px(8), px(4))
        self._row.setSpacing(px(8))

    def add_widgets(self, *widgets: QWidget) -> None:
        """Add widgets, such as buttons, before the close button."""
        self._added_widgets = widgets
        for widget in widgets:
            # Before the close button, which is the last.
            self._row.insertWidget(self._row.count() - 1, widget)

    def event(self, event: QEvent) -> bool:
        # Sent when something in it comes, goes or says something else.
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_texts()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_texts()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._compute_width(compact=True), super().minimumSizeHint().height())

    def _fit_texts(self) -> None:
        """Show only the icons of buttons where there is no room for their texts and the summary."""
        compact = self._compute_width(compact=False) > self.width()
        for button in self._list_icon_buttons():
            button.set_compact(compact)

    def _list_icon_buttons(self) -> list[Button]:
        """Return the buttons that can be shown as an icon alone."""
        return [
            widget
            for widget in self._added_widgets
            if isinstance(widget, Button) and widget.has_icon
        ]

    def _compute_width(self, *, compact: bool) -> int:
        """Return the width that the header needs, in pixels.

        Args:
            compact: with icons alone on its buttons.
        """
        buttons = self._list_icon_buttons()
        visible_widgets = [
            widget for widget in (*self._added_widgets, self.close_button) if not widget.isHidden()
        ]
        sizes = [
            widget.compute_size(compact=compact)
            if widget in buttons
            else self._get_minimum_size(widget)
            for widget in (self.title, *visible_widgets)
        ]
        px = self._context.theme.px
        summary_width = px(_MIN_SUMMARY_WIDTH)
        if not compact:
            text_width = self._context.theme.small.width(self.summary.text()) + px(32)
            summary_width = max(summary_width, min(text_width, px(_MAX_SUMMARY_WIDTH)))
        return sum(size.width() + px(8) for size in sizes) + summary_width

    def _get_minimum_size(self, widget: QWidget) -> QSize:
        """Return the least size that the layout gives a widget by its size policy."""
        item = self._row.itemAt(self._row.indexOf(widget))
        return item.minimumSize() if item is not None else QSize()


class _OfferButton(Button):
    """An action of the window as the next step in an empty panel, shown while it can be used."""

    def __init__(self, context: ThemeContext, action: QAction, parent: QWidget) -> None:
        super().__init__(context, remove_mnemonic(action.text()), height=28, parent=parent)
        self._action = action
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow_action)
        self._follow_action()

    def _follow_action(self) -> None:
        self.setVisible(self._action.isEnabled())
        self.setToolTip(render_tip(self._action))


class Panel(QWidget):
    """Body of a dock; `header` is its title bar.

    Attributes:
        low_height: what it keeps, in pixels, where two rows of the chain have no room above it.
    """

    low_height = 96

    def __init__(self, context: ThemeContext, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.header = PanelHeader(context, title)
        self._empty = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._window_actions: Actions | None = None
        self._offers: tuple[str, ...] = ()
        self._empty_page = QWidget()
        self._offer_row = make_row(None, None)
        column = QVBoxLayout(self._empty_page)
        column.setSpacing(context.theme.px(10))
        column.addStretch(1)
        column.addWidget(self._empty)
        column.addLayout(self._offer_row)
        column.addStretch(1)
        self._pages = QStackedWidget()
        self._first_focus: QWidget = self._empty
        self._pages.addWidget(self._empty_page)
        self.setAutoFillBackground(True)
        column = make_column(self)
        column.addWidget(self._pages)
        self.setMinimumHeight(context.theme.px(Panel.low_height))
        context.changed.connect(self._paint_base)
        self._paint_base()

    def _paint_base(self) -> None:
        """Set the background to the base color of the theme."""
        set_background(self._context.theme.colors.base, self)

    def set_body(self, body: QWidget, first_widget: QWidget) -> None:
        """Set the content of the panel, and its widget that gets the keyboard focus first."""
        self._first_focus = first_widget
        self._pages.addWidget(body)
        self._pages.setCurrentWidget(body)

    def use_actions(self, actions: Actions) -> None:
        """Take the actions of the window, which an empty panel offers as the next step."""
        self._window_actions = actions
        self._show_offers()

    def show_empty(self, text: str, *offers: str) -> None:
        """Show a sentence instead of the content, or with "" the content again.

        Args:
            text: what is the case.
            offers: names of actions that are the next step.
        """
        self._empty.setText(text)
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self._empty_page.isAncestorOf(focus)
        self._pages.setCurrentIndex(0 if text else 1)
        if had_focus and not text:
            self.get_focus_widget().setFocus()
        if offers != self._offers:
            self._offers = offers
            self._show_offers()

    def _show_offers(self) -> None:
        """Show a button for each action that is offered."""
        while self._offer_row.count() > 2:
            item = self._offer_row.takeAt(1)
            button = item.widget() if item is not None else None
            if button is not None:
                button.hide()
                button.deleteLater()
        actions = self._window_actions
        if actions is None:
            return
        for layout_index, name in enumerate(self._offers, 1):
            self._offer_row.insertWidget(
                layout_index, _OfferButton(self._context, actions[name], self._empty_page)
            )

    def show_summary(self, text: str, *, is_current: bool) -> None:
        """Show a sentence in the panel's header.

        With `is_current` add that the open what-if is not included.
        """
        self.header.summary.setText(
            " · ".join(filter(None, (text, TODAY_NOTE if is_current else "")))
        )

    def refresh(self) -> None:
        """Show the present state of the session. Called when the panel opens."""

    def follow(self) -> None:
        """Show the present state of the session, unless the panel is closed."""
        dock = self.parentWidget()
        if dock is None or not dock.isHidden():  # not isVisible: the window may be in the tray
            self.refresh()

    def get_focus_widget(self) -> QWidget:
        """Return the widget that gets the focus: in the content, or else the close button."""
        return (
            self.header.close_button
            if self._pages.currentWidget() is self._empty_page
            else self._first_focus
        )

    def compute_first_entry_height(self) -> int:
        """Return what the first entry needs below the header, in pixels, 0 where there is none."""
        view = self._first_focus
        if not isinstance(view, QAbstractItemView) or self._pages.currentIndex() == 0:
            return 0
        head_height = self.height() - view.viewport().height() if view.isVisible() else 0
        return head_height + view.sizeHintForRow(0) + self._context.theme.px(6)

    def focus_search(self) -> bool:
        """Focus the panel's search field. Return False if it has none."""
        return False


PANEL_HEIGHT = 260
_ROW_HEIGHT, _ROWS_HEIGHT = 52, 96  # of one and of two rows of the chain with their margins


class Docks(QObject):
    """Opens and closes panels; at most one is docked, others may float.

    A panel that the user opens gets the keyboard focus; closing it restores the previous focus.

    Args:
        chain_view: keeps two rows in view above a panel, or one where the first entry of the panel
            needs the room, and gets the focus if the previously focused widget no longer exists.

    Signals:
        shown: the name of the docked panel changed ("" for none).
    """

    shown = Signal(str)

    def __init__(
        self,
        window: QMainWindow,
        context: ThemeContext,
        actions: Actions,
        makers: Mapping[str, Callable[[], Panel]],
        chain_view: QWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._context = context
        self._actions = actions
        self._panel_makers = makers
        self._docks: dict[str, QDockWidget] = {}
        self._placements: dict[str, tuple[Placement, Placement]] = {}  # wanted, and got
        self.panels: dict[str, Panel] = {}
        self.height = 0
        self._chain_view = chain_view
        self._previous_focus: QWidget | None = None
        for name in makers:
            action = actions[f"panel_{name}"]
            # toggled comes from code too; only triggered is the user, whose keyboard follows.
            action.toggled.connect(lambda is_on, n=name: self.show(n) if is_on else self.hide(n))
            action.triggered.connect(lambda is_on, n=name: self.focus_panel(n) if is_on else None)

    def open(self, name: str) -> Panel:
        """Open the panel of this name, and return it."""
        self._actions[f"panel_{name}"].setChecked(True)
        return self.panels[name]

    def get_panel(self, name: str) -> Panel:
        """Return the panel of this name, made if it was never open, without opening it."""
        if name not in self.panels:
            self._make_dock(name).hide()
        return self.panels[name]

    def focus_panel(self, name: str) -> None:
        """Focus an open panel, and remember what had the focus before."""
        focus = QApplication.focusWidget()
        if self._find_dock(focus) is None:
            self._previous_focus = focus
        self.panels[name].get_focus_widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def return_focus(self) -> bool:
        """Focus what had the focus before a panel. Return False if no panel has it."""
        if self._find_dock(QApplication.focusWidget()) is None:
            return False
        previous_focus, self._previous_focus = self._previous_focus, None
        # The widget may be deleted meanwhile; its wrapper lives on, and any call on it raises
        # RuntimeError.
        if (
            previous_focus is None
            or not isValid(previous_focus)
            or not previous_focus.isVisible()
            or not previous_focus.isEnabled()
        ):
            previous_focus = self._chain_view
        previous_focus.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _find_dock(self, widget: QWidget | None) -> QDockWidget | None:
        """Return the dock that contains a widget, None if none does."""
        if widget is None:
            return None
        return next((dock for dock in self._docks.values() if dock.isAncestorOf(widget)), None)

    def get_current(self) -> str:
        """Return the name of the open docked panel, or "". Floating ones are ignored."""
        for name, dock in self._docks.items():
            # The action and not isVisible(): in a window that is not shown yet nothing is visible.
            if not dock.isFloating() and self._actions[f"panel_{name}"].isChecked():
                return name
        return ""

    def list_floating(self) -> dict[str, Placement]:
        """Return the places of panels in windows of their own, by name.

        They are for the next session. A panel that a missing screen moved, and the user did not, is
        to be where it was before.
        """
        return {
            name: self._find_placement(name, dock)
            for name, dock in self._docks.items()
            if dock.isFloating() and self._actions[f"panel_{name}"].isChecked()
        }

    def open_floating(self, name: str, placement: Placement) -> None:
        """Open a panel in a window of its own at a placement of an earlier session."""
        self.open(name)
        dock = self._docks[name]
        dock.setFloating(True)
        self._placements[name] = placement, placement.apply_to_window(dock)

    def _find_placement(self, name: str, dock: QDockWidget) -> Placement:
        """Return where a panel's window should be in the next session."""
        current_placement = Placement.from_window(dock)
        wanted_placement, placement = self._placements.get(
            name, (current_placement, current_placement)
        )
        return wanted_placement if current_placement.is_same_place(placement) else current_placement

    def show(self, name: str) -> None:
        """Show a panel, and close another one that is docked."""
        self.remember_height()
        for other_name, dock in self._docks.items():
            # Two docked panels would leave no room for the chain.
            if other_name != name and not dock.isFloating():
                self._actions[f"panel_{other_name}"].setChecked(False)
        dock = self._docks.get(name) or self._make_dock(name)
        dock.show()
        self.panels[name].refresh()
        self.set_height(self.height)
        self.shown.emit(name)

    def hide(self, name: str) -> None:
        """Close a panel, and give the focus back if it was there."""
        dock = self._docks.get(name)
        if dock is not None and dock.isVisible():
            self.remember_height()
            # Before it is hidden: Qt would move the focus to the next widget in the Tab order.
            if self._find_dock(QApplication.focusWidget()) is dock:
                self.return_focus()
            dock.hide()
        self.shown.emit(self.get_current())

    def set_height(self, height: int) -> None:
        """Give the docked panel a height, in pixels, 0 for the usual one."""
        self.height = height
        dock = self._docks.get(name := self.get_current())
        layout = self._window.layout()
        if dock is None or layout is None:
            return
        layout.activate()  # or the entries of a panel that opens now would wrap to no width
        # A tall screen has room for more than the least; with large text a low one has less.
        usual_height = max(self._context.theme.px(PANEL_HEIGHT), self._window.height() // 4)
        height = min(height or usual_height, self._window.height() // 2)
        panel = self.panels[name]
        least_height = panel.header.sizeHint().height() + panel.compute_first_entry_height()
        height = max(
            min(height, self._find_room(panel, _ROWS_HEIGHT)),
            min(least_height, self._find_room(panel, _ROW_HEIGHT)),
        )
        # Without it Qt gives a new dock the height of its size hint.
        self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)

    def _find_room(self, panel: Panel, rows_height: int) -> int:
        """Return the height that a panel may have, below some rows of the chain if it can be."""
        window = self._window
        top = self._chain_view.mapTo(window, QPoint()).y() + self._context.theme.px(rows_height)
        separator = window.style().pixelMetric(
            QStyle.PixelMetric.PM_DockWidgetSeparatorExtent, None, window
        )
        room = window.height() - window.statusBar().height() - separator - top
        low_height = self._context.theme.px(panel.low_height)
        return max(room, panel.header.sizeHint().height() + low_height)

    def remember_height(self) -> None:
        """Remember how high the user made the docked panel."""
        for dock in self._docks.values():
            if dock.isVisible() and not dock.isFloating():
                self.height = dock.height()

    def _make_dock(self, name: str) -> QDockWidget:
        """Make a panel and its dock in the main window."""
        panel = self._panel_makers[name]()
        panel.use_actions(self._actions)
        dock = QDockWidget(panel.header.title.text(), self._window)
        dock.setObjectName(f"dock_{name}")
        dock.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        dock.setTitleBarWidget(panel.header)
        dock.setWidget(panel)
        action = self._actions[f"panel_{name}"]
        # Through the action, so that button, menu and panel agree.
        panel.header.close_requested.connect(lambda: action.setChecked(False))
        self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        self._docks[name] = dock
        self.panels[name] = panel
        return dock
