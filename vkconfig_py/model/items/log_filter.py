"""LogFilter: the lines of a log that match a text, some severities and a source."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel

from vkconfig_py.model.items.log_model import LogModel

EVERY_SEVERITY = frozenset({"error", "warning", "info"})


class LogFilter(QSortFilterProxyModel):
    """A view on a LogModel."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._severities = EVERY_SEVERITY
        self._source = ""

    def set_text(self, text: str) -> None:
        """Show the lines that contain a text, in any case."""
        self.beginFilterChange()
        self._text = text.casefold()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def set_severities(self, severities: frozenset[str]) -> None:
        """Show the lines of these severities."""
        self.beginFilterChange()
        self._severities = severities
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def set_source(self, source: str) -> None:
        """Show the lines of one source, or of all with ""."""
        self.beginFilterChange()
        self._source = source
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        """Tell whether a line is shown."""
        model = self.sourceModel()
        line = model.line_at(source_row) if isinstance(model, LogModel) else None
        return (
            line is not None
            and line.severity in self._severities
            and self._source in ("", line.source)
            and self._text in line.text.casefold()
        )
