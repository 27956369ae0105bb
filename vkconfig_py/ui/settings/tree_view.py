"""SettingsView: the tree of one layer's settings, with mouse and keys."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.items.settings_model import ModelIndex, SettingsModel
from vkconfig_py.model.layer_settings.setting_rows import FIELD_INPUTS, SettingRow, ValueInput
from vkconfig_py.ui.settings.setting_delegate import (
    NO_TARGET,
    ClickablePart,
    ClickTarget,
    SettingDelegate,
)
from vkconfig_py.ui.settings.setting_field import SettingField
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    find_menu_position,
    set_background,
    set_up_scrolling,
    show_hand_cursor,
)

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_END_GAP = 4  # below the last row
_COPY_KEY = QKeySequence.StandardKey.Copy
# A click chooses its own row; who closes a popup or comes back to the window chose none.
_SILENT_REASONS = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)


class SettingsView(QTreeView):
    """Tree of settings; turns clicks and keys into signals.

    Signals:
        field_opened: an editor was opened in a row (SettingField, SettingRow).
        field_dropped: Esc: discard the typed text (SettingRow).
        choice_requested: open the menu of a row's values, at a point of the screen.
        browse_requested: select a file or folder (SettingRow).
        reset_requested: reset a row to its default, or remove it if it is removable (SettingRow).
        link_used: the link of a note (SettingRow, number).
        menu_requested: the menu of a row, at a point of the screen.
        current_moved: the current row changed (SettingRow or None).
        search_requested: a slash was typed.
        copied: a text for the clipboard.
        height_changed: all rows together have another height.
        row_found: show a row, by its rectangle in the viewport; for whoever scrolls the tree.
        folded: the user folded or unfolded a row (id, True if it is unfolded).
    """

    field_opened = Signal(object, object)
    field_dropped = Signal(object)
    choice_requested = Signal(object, QPoint)
    browse_requested = Signal(object)
    reset_requested = Signal(object)
    link_used = Signal(object, int)
    menu_requested = Signal(object, QPoint)
    current_moved = Signal(object)
    search_requested = Signal()
    copied = Signal(str)
    height_changed = Signal()
    row_found = Signal(QRect)
    folded = Signal(str, bool)

    def __init__(
        self, context: ThemeContext, model: SettingsModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._pressed_target: tuple[QModelIndex, ClickTarget] = (QModelIndex(), NO_TARGET)
        self._is_folding_by_code = False
        self._fits_all_rows = False
        self.delegate = SettingDelegate(context, self)
        self.delegate.open_field = self.field_opened.emit
        self.setItemDelegate(self.delegate)
        self.setModel(model)
        model.dataChanged.connect(self._on_data_changed)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)  # the delegate paints depth, arrows and notes
        set_up_scrolling(self, context)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        # Mouse and keys below decide which part of a row is used.
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        # mouseDoubleClickEvent tells labels from parts.
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Settings"))
        # QTreeView emits both also for setExpanded(): _quiet tells what the user did.
        self.expanded.connect(lambda index: self._on_folded(index, is_open=True))
        self.collapsed.connect(lambda index: self._on_folded(index, is_open=False))
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        set_background(self._context.theme.colors.window, self, views=True)
        self.setViewportMargins(0, self._context.theme.px(2), 0, 0)
        self.scheduleDelayedItemsLayout()

    def get_settings_model(self) -> SettingsModel:
        return cast(SettingsModel, self.model())

    def current_node(self) -> SettingRow | None:
        """Return the setting of the current row, None without one."""
        return self.get_settings_model().node_at(self.currentIndex())

    # ---- what the page asks

    def unfold(self, is_open_by_id: dict[str, bool], *, unfolds_all: bool) -> None:
        """Fold and unfold rows with one layout at the end.

        Args:
            is_open_by_id: whether each row, by its id, is unfolded.
            unfolds_all: unfold all rows instead.
        """
        self._is_folding_by_code = True
        self.scheduleDelayedItemsLayout()  # while it is due, unfolding costs nothing
        model = self.get_settings_model()
        for index in model.walk():
            node = model.node_at(index)
            if node is not None and node.children:
                self.setExpanded(index, unfolds_all or is_open_by_id.get(node.id, node.is_expanded))
        self._is_folding_by_code = False

    def make_current(self, node_id: str) -> None:
        """Make the row with this id current again, if it is there and not folded away."""
        index = self.get_settings_model().index_of(node_id)
        if index.isValid() and (not index.parent().isValid() or self.isExpanded(index.parent())):
            self.setCurrentIndex(index)

    def go_to(self, node_id: str) -> bool:
        """Select the row with this id, unfolding its parents. Return False if there is none.

        The unfolded rows below it come into view with it, as far as there is room.
        """
        index = self.get_settings_model().index_of(node_id)
        if not index.isValid():
            return False
        parent_index = index.parent()
        while parent_index.isValid():
            self.setExpanded(parent_index, True)
            parent_index = parent_index.parent()
        self.setCurrentIndex(index)
        if last_index := self._find_last_below(index):
            self.scrollTo(last_index)
        self.scrollTo(index)
        return True

    def _find_last_below(self, index: QModelIndex) -> QModelIndex | None:
        """Return the last unfolded row below a row, None without one."""
        model, last_index = self.get_settings_model(), index
        while self.isExpanded(last_index) and (row_count := model.rowCount(last_index)):
            last_index = model.index(row_count - 1, 0, last_index)
        return None if last_index == index else last_index

    def find_point_below_field(self, index: QModelIndex) -> QPoint:
        """Return the point on the screen below the field of a row."""
        layout = self.delegate.compute_layout(self.visualRect(index), index)
        if layout is None:
            return self.viewport().mapToGlobal(QPoint())
        rect = layout.box if layout.field.isEmpty() else layout.field
        return self.viewport().mapToGlobal(rect.bottomLeft().toPoint())

    # ---- the height

    def show_whole(self, *, is_whole: bool) -> None:
        """Ask for the height of all rows, for an area that scrolls the tree with what is above."""
        if is_whole is not self._fits_all_rows:
            self._fits_all_rows = is_whole
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        # In a page with room the layout stretches the tree, which scrolls by itself.
        return QSize(super().sizeHint().width(), self.measure_rows() if self._fits_all_rows else 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def measure_rows(self) -> int:
        """Return the height of all rows that no folded one hides, in pixels."""
        last_index = self.model().index(self.model().rowCount() - 1, 0)
        while self.isExpanded(last_index) and (count := self.model().rowCount(last_index)):
            last_index = self.model().index(count - 1, 0, last_index)
        first_rect = self.visualRect(self.model().index(0, 0))
        margins = self.viewportMargins()
        return (
            self.visualRect(last_index).bottom()
            + 1
            - first_rect.top()
            + margins.top()
            + self._context.theme.px(_END_GAP)
        )

    def updateGeometries(self) -> None:
        # Qt calls it after each layout of the rows.
        super().updateGeometries()
        scroll_bar = self.verticalScrollBar()
        if scroll_bar.maximum() > 0:  # the gap scrolls with the rows
            scroll_bar.setMaximum(scroll_bar.maximum() + self._context.theme.px(_END_GAP))
        if self._fits_all_rows and self.height() != self.sizeHint().height():
            self.updateGeometry()
            self.height_changed.emit()

    def scrollTo(
        self,
        index: ModelIndex,
        hint: QTreeView.ScrollHint = QTreeView.ScrollHint.EnsureVisible,
    ) -> None:
        super().scrollTo(index, hint)
        if self._fits_all_rows:
            self.row_found.emit(self.visualRect(index))

    # ---- following the model

    def _on_folded(self, index: QModelIndex, *, is_open: bool) -> None:
        """Emit `folded` if the user, and not this program, folded or unfolded a row."""
        node = self.get_settings_model().node_at(index)
        if node is not None and not self._is_folding_by_code:
            self.folded.emit(node.id, is_open)

    def currentChanged(self, current_index: ModelIndex, previous_index: ModelIndex) -> None:
        super().currentChanged(current_index, previous_index)
        self.current_moved.emit(self.get_settings_model().node_at(current_index))

    def _on_data_changed(self, top: QModelIndex) -> None:
        """Lay rows out again if a changed row has another height."""
        # Notes that came or went change the height of a row.
        hint = self.delegate.sizeHint(QStyleOptionViewItem(), top).height()
        if hint != self.visualRect(top).height():
            self.scheduleDelayedItemsLayout()
        if top == self.currentIndex():
            self.current_moved.emit(self.get_settings_model().node_at(top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Heights depend on it: notes wrap.
        self.delegate.width = self.viewport().width()
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    # ---- the mouse

    def _find_target(self, point: QPoint) -> tuple[QModelIndex, ClickTarget]:
        """Return the row at a point, and the part of it that a click acts on."""
        index = self.indexAt(point)
        layout = (
            self.delegate.compute_layout(self.visualRect(index), index) if index.isValid() else None
        )
        return index, layout.find_target(point.toPointF()) if layout else NO_TARGET

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        _index, click_target = self._find_target(event.position().toPoint())
        show_hand_cursor(self.viewport(), click_target.part is not ClickablePart.NOTHING)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed_target = (QModelIndex(), NO_TARGET)
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed_target = self._find_target(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self._pressed_target = self._pressed_target, (QModelIndex(), NO_TARGET)
        pressed_target = self._find_target(event.position().toPoint())
        # A press that ends on another part is taken back, as with buttons.
        if (
            pressed_target == pressed
            and pressed_target[0].isValid()
            and pressed_target[1].part is not ClickablePart.NOTHING
        ):
            self._use_target(*pressed_target)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # On a label it folds; on a part the second press is a press.
        index, click_target = self._find_target(event.position().toPoint())
        if click_target.part is ClickablePart.NOTHING:
            self._toggle_fold(index)
        else:
            self.mousePressEvent(event)

    def _use_target(self, index: QModelIndex, click_target: ClickTarget) -> None:
        """Do what a click on a part of a row does: fold, check, edit, browse or reset."""
        node = self.get_settings_model().node_at(index)
        if node is None:
            return
        match click_target.part:
            case ClickablePart.ARROW:
                self._toggle_fold(index)
            case ClickablePart.CHECK:
                self.toggle_check(index)
            case ClickablePart.FIELD:
                self.open_value(index)
            case ClickablePart.NEXT:
                self.edit(index)
                field = self.indexWidget(index)
                if isinstance(field, SettingField):
                    field.begin_next_entry()
            case ClickablePart.BROWSE:
                self.browse_requested.emit(node)
            case ClickablePart.RESET:
                self.reset_requested.emit(node)
            case ClickablePart.LINK:
                self.link_used.emit(node, click_target.number)

    def _toggle_fold(self, index: QModelIndex) -> None:
        """Fold or unfold a row."""
        self.setExpanded(index, not self.isExpanded(index))

    def toggle_check(self, index: QModelIndex) -> bool:
        """Toggle the check box of a setting. Return False if it has none."""
        node = self.get_settings_model().node_at(index)
        if node is None or node.checked is None:
            return False
        state = Qt.CheckState.Unchecked if node.checked else Qt.CheckState.Checked
        return self.get_settings_model().setData(index, state, int(Qt.ItemDataRole.CheckStateRole))

    def open_value(self, index: QModelIndex) -> bool:
        """Open the field of a row, or the menu of its values. Return False if it has neither."""
        node = self.get_settings_model().node_at(index)
        if node is None:
            return False
        if node.input_kind is ValueInput.CHOICE:
            self.choice_requested.emit(node, self.find_point_below_field(index))
        elif node.input_kind in FIELD_INPUTS:
            self.edit(index)
            field = self.indexWidget(index)
            is_list = node.input_kind in (ValueInput.LIST, ValueInput.ENTRY)
            if is_list and isinstance(field, SettingField) and not field.text():
                field.offer_all()
        else:
            return False
        return True

    def closeEditor(  # noqa: N802 - Qt's name
        self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint
    ) -> None:
        # Esc: what was typed must not come back with the next edit.
        if isinstance(editor, SettingField):
            editor.drop_card()
            if hint is QAbstractItemDelegate.EndEditHint.RevertModelCache:
                self.field_dropped.emit(editor.node)
        super().closeEditor(editor, hint)

    def end_editing(self, field: SettingField, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Close an open field, and take its text unless the hint reverts it."""
        if hint is not QAbstractItemDelegate.EndEditHint.RevertModelCache:
            self.commitData(field)
        self.closeEditor(field, hint)

    # ---- the keys

    def event(self, event: QEvent) -> bool:
        # A key that is a shortcut of the window, which would take it first.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.matches(_COPY_KEY):
            # Accepted, the key comes as a key press instead of as a shortcut.
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, node = self.currentIndex(), self.current_node()
        if self.state() is QTreeView.State.EditingState:
            super().keyPressEvent(event)  # Enter comes here too when a field takes it
        elif event.key() == Qt.Key.Key_Slash:
            self.search_requested.emit()
        elif node is None:
            super().keyPressEvent(event)
        elif event.matches(_COPY_KEY):
            self.copied.emit(node.part or node.setting)
        elif not self._handle_row_key(event, index, node):
            super().keyPressEvent(event)

    def _handle_row_key(self, event: QKeyEvent, index: QModelIndex, node: SettingRow) -> bool:
        """Handle a key on the row of a setting. Return False if the key does nothing there."""
        key = event.key()
        if key == Qt.Key.Key_Space:
            return (
                self.toggle_check(index) or self.open_value(index) or self._handle_fold_key(index)
            )
        if key in _ENTER_KEYS or key == Qt.Key.Key_F2:
            return (
                self.open_value(index) or self.toggle_check(index) or self._handle_fold_key(index)
            )
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and (node.can_remove or node.can_reset):
            self.reset_requested.emit(node)
            return True
        if key == Qt.Key.Key_F4 and node.can_browse:
            self.browse_requested.emit(node)
            return True
        return self._begin_typing_number(event, index, node)

    def _handle_fold_key(self, index: QModelIndex) -> bool:
        """Fold or unfold a row with children. Return True: the key is used in any case."""
        if self.get_settings_model().rowCount(index):
            self._toggle_fold(index)
        return True

    def _begin_typing_number(self, event: QKeyEvent, index: QModelIndex, node: SettingRow) -> bool:
        """Open the field of a number with the digit that was typed. Return False otherwise."""
        # Digits of the keypad come with a modifier.
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if (
            node.input_kind is not ValueInput.NUMBER
            or not is_plain
            or event.text() not in "-0123456789."
        ):
            return False
        # An empty text is in every string: a lone Shift would pass the test above.
        if not event.text():
            return False
        self.edit(index)
        field = self.indexWidget(index) or self.findChild(SettingField)
        if isinstance(field, SettingField):
            field.setText(event.text())
            # setText() is no edit by the user, so Qt does not emit it.
            field.textEdited.emit(event.text())
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, position = find_menu_position(self, event)
        node = self.get_settings_model().node_at(index)
        if node is not None:
            self.setCurrentIndex(index)
            self.menu_requested.emit(node, position)

    def focusInEvent(self, event: QFocusEvent) -> None:
        had_current_row = self.currentIndex().isValid()
        super().focusInEvent(event)
        if had_current_row or not self.model().rowCount():
            return
        if event.reason() in _SILENT_REASONS:
            self.selectionModel().clearCurrentIndex()  # Qt makes the first row current
        else:  # Tab into the tree does so
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self.model().index(0, 0), flag)
