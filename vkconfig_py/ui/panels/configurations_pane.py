"""The list of configurations on the left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.items.configurations_model import ConfigurationsModel
from vkconfig_py.model.items.keyed_list import ConfigurationRole, ModelIndex
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, mirror, paint_focus, paint_row_box
from vkconfig_py.ui.theme.theme import ThemeFont
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Field,
    Label,
    RowDelegate,
    accept_step_keys,
    escape_menu_text,
    find_menu_position,
    find_position_below,
    get_step,
    make_column,
    set_background,
    set_margins,
    set_up_scrolling,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import SelectionFollower
from vkconfig_py.ui.widgets.menus import PopupMenu


class ConfigurationDelegate(RowDelegate):
    """Paints rows of ConfigurationsModel, and edits their names."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        px = self._context.theme.px
        if index.data(int(ConfigurationRole.SECTION)):
            return QSize(px(120), px(34))
        return QSize(px(120), px(44 if index.data(int(ConfigurationRole.NOTE)) else 28))

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: ModelIndex
    ) -> QWidget:
        editor = QLineEdit(parent)
        # The text stays where the row shows it: 20 from the left, less the box's 8 and a frame's 2.
        side = self._context.theme.px(8)
        editor.setTextMargins(side, 0, side, 0)
        return editor

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: ModelIndex
    ) -> None:
        px = self._context.theme.px
        rect: QRect = option.rect.adjusted(px(8), 0, 0, 0)
        rect.setHeight(px(28))  # a note below the name stays in view
        editor.setGeometry(rect)

    def setEditorData(self, editor: QWidget, index: ModelIndex) -> None:
        # Qt asks again whenever anything of the row changes, and would undo what was typed.
        if not (isinstance(editor, QLineEdit) and editor.isModified()):
            super().setEditorData(editor, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        theme = self._context.theme
        px, colors = theme.px, theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        # The view goes on painting with this painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(rect)
        mirror(painter, option.widget, area)
        left, right = area.left() + px(20), area.right() - px(8)
        if index.data(int(ConfigurationRole.SECTION)):
            painter.setPen(colors.secondary)
            text = str(index.data())
            draw_text(painter, theme.small_strong, text, left, area.top() + px(6), right - left, 28)
            painter.restore()
            return
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        box = area.adjusted(px(8), 0, 0, 0)
        paint_row_box(painter, theme, box, state, is_on_window=True)
        if is_selected and state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, box, px(6))
        if index.data(int(ConfigurationRole.APPLIED)):
            size = px(16)
            icon_rect = QRectF(right - size, area.center().y() - size / 2, size, size)
            self._context.icons.paint(painter, "clock", colors.warn, icon_rect)
            right -= size + px(6)
        note, line = str(index.data(int(ConfigurationRole.NOTE)) or ""), QRectF(area)
        if note:  # below the name, which it would cut, in words: a sign alone explains nothing
            line.setBottom(area.center().y() + px(1))
            painter.setPen(colors.text if is_selected else colors.secondary)
            draw_text(painter, theme.small, note, left, line.bottom(), right - left, px(16))
            line.setTop(line.bottom() - px(20))
        if index.data(int(ConfigurationRole.EDITED)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.accent)
            middle_point = QPointF(area.left() + px(14), line.center().y())
            painter.drawEllipse(middle_point, px(2.5), px(2.5))
        painter.setPen(colors.text)
        # Not in bold where it is selected: a wider name would be cut elsewhere.
        name = elide_name(theme.body, str(index.data()), right - left)
        draw_text(painter, theme.body, name, left, line.top(), right - left, line.height())
        painter.restore()


def elide_name(text_style: ThemeFont, name: str, width: float) -> str:
    """Return a name that fits a width, with the number that tells it from others of its kind."""
    start, space, number = name.rpartition(" ")
    if not number.isdecimal() or text_style.width(name) <= width:
        return name
    number_width = text_style.width(space + number)
    elide = Qt.TextElideMode.ElideRight
    return text_style.metrics.elidedText(start, elide, int(width - number_width)) + space + number


FILTER_THRESHOLD = 12  # more configurations than this can be filtered


class ConfigurationList(QListView):
    """List in which only the left button selects: a menu is for the row under the mouse.

    Signals:
        menu_requested: open the menu of a row (its index, invalid beside the rows; a point).
        delete_requested: delete the current row.
        stepped: move the current row up (-1) or down (+1).
    """

    menu_requested = Signal(QModelIndex, QPoint)
    delete_requested = Signal()
    stepped = Signal(int)

    def event(self, event: QEvent) -> bool:
        return accept_step_keys(event) or super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # What is dragged in from other programs is left to the window.
        if event.source() is self:
            super().dragEnterEvent(event)
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.source() is self:
            super().dragMoveEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A right click opens a menu for the row under the mouse, and selects nothing.
        if event.button() is Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(*find_menu_position(self, event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not a shortcut of the window: in other lists and fields Delete means something else.
        if event.key() == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        elif get_step(event):
            self.stepped.emit(get_step(event))
        else:
            super().keyPressEvent(event)


class ConfigurationsPane(BackgroundPane):
    """Shows the workspace; selecting a row selects the configuration.

    Signals:
        menu_requested: open the menu of a configuration, "" for none, at a global point.
        delete_requested: delete the selected configuration.
    """

    menu_requested = Signal(str, QPoint)
    delete_requested = Signal()

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "window", parent)
        self._session = session
        self._missing_layers: Mapping[str, tuple[str, ...]] = {}
        self._is_refreshing = False
        self._model = ConfigurationsModel(session.edits, self)
        self._title = Label(context, tr("Configurations"), text_style="strong")
        self._add_button = Button(
            context, icon="plus", frame=Frame.FLAT, name=tr("Add a configuration"), height=28
        )
        self._add_button.setToolTip(tr("Create or import a configuration"))
        self._add_button.clicked.connect(self._on_add_clicked)
        self._actions = actions
        self.filter = Field(
            context, name=tr("Find a configuration"), hint=tr("Find"), is_search=True
        )
        self.filter.hide()
        self.filter.textChanged.connect(self.refresh)
        self.list = ConfigurationList(self)
        self._set_up_list(context)
        self._lay_out()
        session.edits.workspace_changed.connect(self.refresh)
        session.system.applied_changed.connect(self.refresh)
        session.plan.changed.connect(self._find_missing)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _set_up_list(self, context: ThemeContext) -> None:
        self.list.setModel(self._model)
        # A row with a note is higher.
        self._model.dataChanged.connect(lambda: self.list.scheduleDelayedItemsLayout())
        self.list.setItemDelegate(ConfigurationDelegate(context, self.list))
        set_up_scrolling(self.list, context)
        # Its room is kept: names would be cut whenever a panel opens below.
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        # Heads of sections are higher than rows.
        self.list.setUniformItemSizes(False)
        self.list.setMouseTracking(True)
        # F2 is a shortcut of the window, which renames also while the list has no focus.
        self.list.setEditTriggers(QListView.EditTrigger.DoubleClicked)
        self.list.setAccessibleName(tr("Configurations"))
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        SelectionFollower(self.list)
        self.list.menu_requested.connect(self._on_list_menu_asked)
        self.list.delete_requested.connect(self.delete_requested)
        self.list.stepped.connect(self._on_stepped)
        self.list.setDragDropMode(QListView.DragDropMode.InternalMove)

    def _lay_out(self) -> None:
        self._header_row = QHBoxLayout()
        self._header_row.addWidget(self._title, 1)
        self._header_row.addWidget(self._add_button)
        self._filter_row = QHBoxLayout()
        self._filter_row.addWidget(self.filter)
        column = make_column(self)
        column.addLayout(self._header_row)
        column.addWidget(self.list, 1)
        column.addLayout(self._filter_row)  # below: it comes with one more row, and moves none

    def _on_metrics_changed(self) -> None:
        theme = self._context.theme
        set_margins(self._header_row, theme.px(20), theme.px(4), theme.px(8), theme.px(4))
        self._filter_row.setContentsMargins(theme.px(8), theme.px(4), theme.px(8), theme.px(8))
        set_background(theme.colors.window, self.list, views=True)
        # In some languages its title needs more.
        self.setMinimumWidth(max(theme.px(160), self._header_row.minimumSize().width()))

    def list_tab_order(self) -> list[QWidget]:
        """Return the widgets of the pane in the order of the Tab key."""
        return [self._add_button, self.list, self.filter]

    def _on_add_clicked(self) -> None:
        """Open the menu that creates or imports a configuration."""
        menu = PopupMenu(self._context, self)
        for name in ("configuration_new", "configuration_import"):
            menu.addAction(self._actions[name])
        menu.exec(find_position_below(self._add_button))

    # ---- what is shown

    def refresh(self) -> None:
        """Show the configurations of the workspace, with marks for edited and applied ones."""
        session = self._session
        workspace = session.edits.workspace
        if not workspace.configurations:
            return
        edited_keys = {
            configuration.key
            for configuration in workspace.configurations
            if session.edits.is_edited(configuration.key)
        }
        outdated_keys = {key for key in edited_keys if session.edits.is_outdated(key)}
        has_many_configurations = len(workspace.configurations) > FILTER_THRESHOLD
        self.filter.setVisible(has_many_configurations)
        text = self.filter.text() if has_many_configurations else ""
        self._is_refreshing = True  # what a filter takes away is not what the user turns away from
        self._model.show(
            workspace,
            session.system.applied,
            self._missing_layers,
            edited_keys,
            text,
            outdated_keys,
            session.machine.host.platform,
        )
        self._is_refreshing = False
        index = self._model.find_index(workspace.selected_configuration.key)
        # The workspace leads: an undo or a command may have selected another one.
        if index.isValid() and index != self.list.currentIndex():
            self.list.setCurrentIndex(index)

    def add_choices(self, menu: PopupMenu) -> None:
        """Add the configurations, own ones before built-in ones, with their notes to a menu."""
        edits = self._session.edits
        selected_key = edits.workspace.selected_configuration.key
        configurations = edits.workspace.configurations
        for is_built_in in (False, True):
            for configuration in configurations:
                key = configuration.key
                if bool(configuration.built_in) is not is_built_in:
                    continue
                note = self._model.find_index(key).data(int(ConfigurationRole.NOTE))
                texts = filter(None, (configuration.title, note))
                text = "\t".join(map(escape_menu_text, texts))
                select = partial(edits.select_configuration, key)
                menu.add_choice(text, select, is_chosen=key == selected_key)
            menu.addSeparator()

    def _find_missing(self) -> None:
        """Mark the configurations that name layers or drivers which are not installed."""
        # After a snapshot: the first paint does not wait for the inventory.
        snapshot = self._session.snapshots.current
        if snapshot is None:
            return
        from vkconfig_py.model.plan.inventory import find_missing

        missing_layers = find_missing(
            self._session.edits.workspace.configurations, snapshot.inventory
        )
        if missing_layers != self._missing_layers:
            self._missing_layers = missing_layers
            self.refresh()

    def rename(self, key: str) -> None:
        """Edit the name of a configuration in its row, without selecting the configuration."""
        index = self._model.find_index(key)
        if index.isValid() and self._model.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.list.setFocus()
            self.list.scrollTo(index)
            self.list.edit(index)

    def _on_current_changed(self, current_index: QModelIndex, _previous: QModelIndex) -> None:
        """Select the configuration whose row became current."""
        key = self._model.key_at(current_index)
        if (
            key
            and not self._is_refreshing
            and key != self._session.edits.workspace.selected_configuration.key
        ):
            self._session.edits.select_configuration(key)

    def _on_stepped(self, step: int) -> None:
        """Move the selected configuration in the list.

        Args:
            step: -1 is one position up, 1 is one down.
        """
        edits = self._session.edits
        edits.do(
            workspace_edits.step_configuration, edits.workspace.selected_configuration.key, step
        )
        self.list.scrollTo(self.list.currentIndex())

    def _on_list_menu_asked(self, index: QModelIndex, position: QPoint) -> None:
        """Emit `menu_requested` for the configuration at an index."""
        line = self._model.get_value(index)
        self.menu_requested.emit("" if line is None or line.is_heading else line.key, position)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # beside the rows: the menu of the whole list
        self.menu_requested.emit("", event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
            self.list.setFocus()
        else:
            super().keyPressEvent(event)
