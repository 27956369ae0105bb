"""The table of machines: its model, sorted and filtered, and the view painted from the theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import (
    COLUMN_TITLES,
    COLUMNS,
    DESCENDING_COLUMNS,
    Column,
    FilterQuery,
    MachineRow,
    explain_outlier,
    matches_filter,
    parse_filter,
    sort_rows,
)
from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.items.keyed_list import ROOT_INDEX, MachineRole, ModelIndex
from vkconfig_py.model.text.wording import capitalise, escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    mirror,
    paint_focus,
    paint_selected,
)
from vkconfig_py.ui.theme.theme import Colors
from vkconfig_py.ui.widgets.basic import (
    RowDelegate,
    find_menu_position,
    set_background,
    set_slim_bars,
)

# The least and the most that a column gets for its texts; the last one takes what is left.
_WIDTHS_BY_COLUMN: Mapping[Column, tuple[int, int]] = {
    Column.ODD: (66, 80),
    Column.MACHINE: (96, 220),
    Column.LOADER: (72, 130),
    Column.LAYERS: (140, 360),
    Column.DRIVERS: (96, 260),
    Column.DEVICES: (96, 300),
    Column.PROBLEMS: (96, 160),
    Column.TIME: (136, 136),
    Column.FILE: (96, 260),
}
_SAMPLE_SIZE = 300  # rows that are measured
_ROW_HEIGHT, _HEADER_HEIGHT = 30, 30
_CELL_MARGIN = 10
# Files that cannot be read have these, too. A name ends in what tells it apart: cut in the middle.
_FILE_COLUMNS = (Column.MACHINE, Column.FILE)
_TIP_BY_COLUMN: Mapping[Column, str] = {
    Column.ODD: render(OUTLIER_RULE),
    Column.LAYERS: tr("Layers that load, application first"),
    Column.DRIVERS: tr("Driver manifests that the loader uses"),
    Column.DEVICES: tr("Physical devices, available only in reports created with --probe"),
    Column.FILE: tr("Path in the opened folder"),
}


class MachineDelegate(RowDelegate):
    """Paints one cell."""

    def __init__(
        self, context: ThemeContext, header: QHeaderView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._header = header

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        row = index.data(MachineRole.ROW)
        if not isinstance(row, MachineRow):
            return
        theme, rect = self._context.theme, QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        mirror(painter, option.widget, rect)
        if state & QStyle.StateFlag.State_Selected:
            paint_selected(painter, theme, rect)
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colors.divider)
        column = COLUMNS[index.column()]
        if row.report.error and column is Column.ODD:
            size = theme.px(16)
            icon_rect = QRectF(rect.left() + theme.px(_CELL_MARGIN), 0, size, size)
            icon_rect.moveTop(rect.top() + (rect.height() - size) / 2)
            self._context.icons.paint(painter, "error", theme.colors.error, icon_rect)
        elif row.report.error and column not in _FILE_COLUMNS:
            self._paint_error(painter, row, rect, index)
        else:
            self._paint_text(painter, row, rect, index)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, rect, theme.px(4))
        painter.restore()

    def _paint_text(
        self, painter: QPainter, row: MachineRow, rect: QRectF, index: ModelIndex
    ) -> None:
        theme, text, column = self._context.theme, index.data(), COLUMNS[index.column()]
        text_style = theme.strong if column in (Column.ODD, Column.MACHINE) else theme.body
        painter.setPen(_choose_color(theme.colors, row, column))
        left, width = (
            rect.left() + theme.px(_CELL_MARGIN),
            rect.width() - theme.px(2 * _CELL_MARGIN),
        )
        elide_mode = Qt.TextElideMode
        elide = elide_mode.ElideMiddle if column in _FILE_COLUMNS else elide_mode.ElideRight
        draw_text(painter, text_style, text, left, rect.top(), width, rect.height(), elide)

    def _paint_error(
        self, painter: QPainter, row: MachineRow, rect: QRectF, index: ModelIndex
    ) -> None:
        """Paint a cell's part of an error sentence that spans all empty cells."""
        theme, header = self._context.theme, self._header
        first, end = COLUMNS.index(Column.LOADER), COLUMNS.index(Column.FILE)
        start = header.sectionPosition(first)
        total_width = header.sectionPosition(end) - start - theme.px(2 * _CELL_MARGIN)
        left = (
            rect.left() - (header.sectionPosition(index.column()) - start) + theme.px(_CELL_MARGIN)
        )
        painter.setClipRect(rect)
        painter.setPen(theme.colors.error)
        text = escape_invisible(capitalise(row.report.error))
        draw_text(painter, theme.body, text, left, rect.top(), total_width, rect.height())


def _choose_color(colors: Colors, row: MachineRow, column: Column) -> QColor:
    """Return the color of a cell's text: by outcome, or that of secondary text."""
    if row.report.error:
        return colors.error
    if column is Column.ODD:
        return colors.warn
    if column is Column.PROBLEMS and any(
        problem.severity == "error" for problem in row.report.problems
    ):
        return colors.error
    if column in (Column.TIME, Column.FILE) or row.is_column_empty(column):
        return colors.secondary
    return colors.text


class _Header(QHeaderView):
    """Titles, and an arrow at the column that sorts."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._context = context
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)
        self.setMinimumSectionSize(context.theme.px(48))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._context.theme.px(_HEADER_HEIGHT))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802 - Qt's name
        theme = self._context.theme
        px, colors, area = theme.px, theme.colors, QRectF(rect)
        painter.save()
        mirror(painter, self, area)
        painter.fillRect(area, colors.window)
        line = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
        painter.fillRect(line, colors.divider)
        edge = QRectF(area.right() - 1, area.top() + px(8), 1, area.height() - px(16))
        painter.fillRect(edge, colors.divider)
        is_sort_column = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        text_style = theme.small_strong if is_sort_column else theme.small
        painter.setPen(colors.text if is_sort_column else colors.secondary)
        title = str(self.model().headerData(section, self.orientation()) or "")
        left, size = area.left() + px(_CELL_MARGIN), px(12)
        text_width = area.width() - px(2 * _CELL_MARGIN) - (size if is_sort_column else 0)
        used_width = draw_text(
            painter, text_style, title, left, area.top(), text_width, area.height()
        )
        if is_sort_column:
            top = area.center().y() - size / 2
            icon_rect = QRectF(left + min(used_width, text_width) + px(3), top, size, size)
            self._paint_arrow(painter, icon_rect)
        painter.restore()

    def _paint_arrow(self, painter: QPainter, spot: QRectF) -> None:
        painter.save()
        if self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder:
            painter.translate(spot.center())
            painter.scale(1, -1)
            painter.translate(-spot.center())
        self._context.icons.paint(painter, "chevron-down", self._context.theme.colors.text, spot)
        painter.restore()


class MachinesTable(QTableView):
    """The rows of a proxy; one or several can be selected.

    Signals:
        rows_selected: the selection changed (list of table.Row, in the order of the table).
        menu_requested: the menu of a row, at a point of the screen.
    """

    rows_selected = Signal(list)
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(
        self, context: ThemeContext, proxy: MachinesProxy, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._proxy = proxy
        # A click moves the indicator of the header before it is told.
        self._sort_column_and_order = (-1, Qt.SortOrder.AscendingOrder)
        self.setAccessibleName(tr("Machines"))
        header = _Header(context, self)
        self.setHorizontalHeader(header)
        # Not setSortingEnabled(): that sorts upwards at the first click on every column. And not
        # before the header is set, which hides the indicator.
        header.setSortIndicatorShown(True)
        header.sectionClicked.connect(self._on_section_clicked)
        self.setModel(proxy)
        self.setItemDelegate(MachineDelegate(context, header, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        set_slim_bars(self, context)
        pixels = QAbstractItemView.ScrollMode.ScrollPerPixel
        self.setVerticalScrollMode(pixels)
        self.setHorizontalScrollMode(pixels)
        vertical = self.verticalHeader()
        vertical.hide()
        # Thousands of rows: none is measured.
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        context.changed.connect(self._on_look_changed)
        self._on_look_changed()

    def sort_by(self, column: Column, order: Qt.SortOrder) -> None:
        section = COLUMNS.index(column)
        self._sort_column_and_order = section, order
        self.horizontalHeader().setSortIndicator(section, order)
        self._proxy.sort(section, order)

    def fit_columns(self, width: int) -> None:
        """Give each column what its texts need. If that is too much, take from the widest.

        `width` is that of the whole table, which may not be laid out yet.
        """
        theme, px = self._context.theme, self._context.theme.px
        rows = self._proxy.list_shown()
        sample = [
            row.column_texts
            for row in rows[:: len(rows) // _SAMPLE_SIZE + 1]
            if not row.report.error
        ]
        least_widths, widths = [], []
        for number, (column, (least_width, limit)) in enumerate(_WIDTHS_BY_COLUMN.items()):
            texts = {COLUMN_TITLES[column], *(escape_invisible(texts[number]) for texts in sample)}
            needed_width = max(theme.strong.metrics.horizontalAdvance(text) for text in texts)
            # A title with the arrow of a sorted column is never cut.
            title = theme.small_strong.width(COLUMN_TITLES[column]) + px(2 * _CELL_MARGIN + 16)
            least_widths.append(max(px(least_width), title))
            widths.append(
                max(least_widths[-1], min(needed_width + px(2 * _CELL_MARGIN + 4), px(limit)))
            )
        spare_width = width - self.verticalScrollBar().sizeHint().width() - sum(widths)
        while spare_width < 0:
            # What a column has beyond its least, one pixel at a time and from the widest.
            widest_column = max(
                range(len(widths)), key=lambda number: widths[number] - least_widths[number]
            )
            if widths[widest_column] <= least_widths[widest_column]:
                break
            widths[widest_column] -= 1
            spare_width += 1
        for section, width in enumerate(widths):
            self.setColumnWidth(section, width)

    def selected_rows(self) -> list[MachineRow]:
        """Return the selected rows in the order of the table."""
        indexes = sorted(self.selectionModel().selectedRows(), key=QModelIndex.row)
        rows = (self._proxy.find_row(index) for index in indexes)
        return [row for row in rows if row is not None]

    def _on_section_clicked(self, section: int) -> None:
        order = get_first_sort_order(section)
        if self._sort_column_and_order == (section, order):
            descending, ascending = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
            order = ascending if order is descending else descending
        self.sort_by(COLUMNS[section], order)

    def _on_selection_changed(self) -> None:
        self.rows_selected.emit(self.selected_rows())

    def _on_look_changed(self) -> None:
        theme = self._context.theme
        set_background(theme.colors.base, self, views=True)
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW_HEIGHT))
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # As in a list: the table moves between cells otherwise, which say nothing alone.
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.model().rowCount():
            last_row = self.model().rowCount() - 1
            self.selectRow(0 if event.key() == Qt.Key.Key_Home else last_row)
            self.scrollTo(self.currentIndex())
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, position = find_menu_position(self, event)
        if index.isValid():
            self.menu_requested.emit(index, position)


class MachinesModel(QAbstractTableModel):
    """One row for each file of the folder, in sorted order; columns are those of the table.

    The model sorts itself: a proxy would compare rows one call from C++ at a time, which takes
    thirty times as long and blocks the window noticeably for a few thousand rows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read_rows: list[MachineRow] = []  # in the order of their files, which equal rows keep
        self._rows: list[MachineRow] = []
        self._sort_order = (0, Qt.SortOrder.DescendingOrder)

    def find_row(self, index: ModelIndex) -> MachineRow | None:
        return self._rows[index.row()] if index.isValid() else None

    def get_row(self, number: int) -> MachineRow:
        return self._rows[number]

    def rows(self) -> tuple[MachineRow, ...]:
        return tuple(self._rows)

    def clear(self) -> None:
        self.beginResetModel()
        self._read_rows, self._rows = [], []
        self.endResetModel()

    def append(self, rows: Sequence[MachineRow]) -> None:
        """Add rows at the end. Sorting waits for the last file."""
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._read_rows += rows
            self._rows += rows
            self.endInsertRows()

    def replace_rows(self, rows: Sequence[MachineRow]) -> None:
        """Replace the rows after the last file, when the deviations of each are known."""
        self.append(rows[len(self._read_rows) :])
        self._read_rows = list(rows)
        self.sort(*self._sort_order)
        if rows:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1)
            )

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort_order = column, order
        self.layoutAboutToBeChanged.emit()
        old_indexes = self.persistentIndexList()
        files = [self._rows[index.row()].report.file for index in old_indexes]
        descending = order == Qt.SortOrder.DescendingOrder
        self._rows = sort_rows(self._read_rows, COLUMNS[column], descending=descending)
        row_by_report = {row.report.file: place for place, row in enumerate(self._rows)}
        new_indexes = [
            self.index(row_by_report[file], index.column())
            for file, index in zip(files, old_indexes, strict=True)
        ]
        self.changePersistentIndexList(old_indexes, new_indexes)
        self.layoutChanged.emit()

    # what Qt asks

    def rowCount(self, parent: ModelIndex = ROOT_INDEX) -> int:
        # A table has no rows below its cells; Qt asks all the same.
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: ModelIndex = ROOT_INDEX) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        render_role = self._ROLES.get(int(role))
        if render_role is None or not index.isValid():
            return None
        return render_role(self._rows[index.row()], index.column())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMN_TITLES[COLUMNS[section]]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIP_BY_COLUMN.get(COLUMNS[section])
        return None

    _ROLES: ClassVar[Mapping[int, Callable[[MachineRow, int], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda row, column: escape_invisible(row.column_texts[column]),
        Qt.ItemDataRole.ToolTipRole: lambda row, column: make_tooltip(_make_tooltip(row, column)),
        Qt.ItemDataRole.AccessibleTextRole: lambda row, column: escape_invisible(
            _make_accessible_text(row, column)
        ),
        MachineRole.ROW: lambda row, _column: row,
        MachineRole.KEY: lambda row, _column: row.report.file,
    }


def _make_tooltip(row: MachineRow, column: int) -> str:
    return "\n".join(
        filter(None, (row.column_texts[column], explain_outlier(row).replace(". ", ".\n")))
    )


def _make_accessible_text(row: MachineRow, column: int) -> str:
    """Return what a screen reader says for a cell. For the machine's name it is the whole row."""
    if COLUMNS[column] is not Column.MACHINE:
        return f"{COLUMN_TITLES[COLUMNS[column]]}: {row.column_texts[column]}"
    cells = zip(COLUMNS, row.column_texts, strict=True)
    parts = [
        f"{COLUMN_TITLES[name]}: {text}" for name, text in cells if text and name is not COLUMNS[1]
    ]
    return ", ".join((row.report.machine, *parts))


class MachinesProxy(QSortFilterProxyModel):
    """The rows that a filter keeps, in the order of the model."""

    def __init__(self, model: MachinesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._query: FilterQuery = ()
        self.setDynamicSortFilter(False)
        self.setSourceModel(model)

    def set_filter(self, text: str) -> None:
        query = parse_filter(text)
        if query != self._query:
            self.beginFilterChange()
            self._query = query
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def replace_rows(self, rows: Sequence[MachineRow]) -> None:
        """Replace the rows, and filter again: a filter may be about deviations."""
        self._model.replace_rows(rows)
        self.beginFilterChange()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def find_row(self, index: ModelIndex) -> MachineRow | None:
        row: MachineRow | None = index.data(MachineRole.ROW)
        return row

    def list_shown(self) -> list[MachineRow]:
        """Return the rows that pass the filter, in the shown order."""
        rows = (self.find_row(self.index(number, 0)) for number in range(self.rowCount()))
        return [row for row in rows if row is not None]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._model.sort(column, order)

    def filterAcceptsRow(self, row: int, parent: ModelIndex) -> bool:
        return not self._query or matches_filter(self._model.get_row(row), self._query)


def get_first_sort_order(column: int) -> Qt.SortOrder:
    """Return the order of the first click on a header: descending if large values matter."""
    descending = COLUMNS[column] in DESCENDING_COLUMNS
    return Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
