"""Exchange with the desktop: screen readers, dropped files and their hint, opened pages and files.

Addresses come from untrusted manifests. The desktop may handle other URL schemes in any way, so
only web pages are opened.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, Qt, QUrl, SignalInstance, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.text.wording import escape_invisible_lines
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole

MOVE_ONLY_REFUSED = tr("The other program only allows moving the file. Copy the file instead.")
NOT_LOCAL = tr("Only local files and folders can be dropped")
_MAX_CARD_WIDTH = 460


def announce(widget: QWidget, sentence: str, *, is_urgent: bool = False) -> None:
    """Let screen readers say a sentence, after what they say now unless it is urgent."""
    # Inactive: no screen reader runs.
    if not sentence or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(
        QAccessible.AnnouncementPoliteness.Assertive
        if is_urgent
        else QAccessible.AnnouncementPoliteness.Polite
    )
    QAccessible.updateAccessibility(event)


class SelectionFollower(QObject):
    """Makes the row current that a screen reader selects, which changes the selection alone."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        # Later: whoever makes a row current selects it first.
        view.selectionModel().selectionChanged.connect(
            self._update_current, Qt.ConnectionType.QueuedConnection
        )

    @Slot()
    def _update_current(self) -> None:
        """Make the only selected row the current one."""
        selected_indexes = self._view.selectionModel().selectedIndexes()
        if len(selected_indexes) == 1 and selected_indexes[0] != self._view.currentIndex():
            self._view.setCurrentIndex(selected_indexes[0])


def is_web_address(address: str) -> bool:
    """Return whether an address is an http or https URL."""
    # The default mode repairs addresses; one that needs repair is refused.
    url = QUrl(address.strip(), QUrl.ParsingMode.StrictMode)
    return url.isValid() and url.scheme() in ("http", "https") and bool(url.host())


def open_web(address: str) -> bool:
    """Open a web page in the browser. Return False if there is no browser."""
    return is_web_address(address) and QDesktopServices.openUrl(QUrl(address.strip()))


def open_file(path: str) -> bool:
    """Open a file or folder in the user's program for it. Return False if there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))


class FileDropMixin:
    """Mixin: accepts dropped files for a widget with the signals below.

    It precedes the widget's class in the bases, so that its handlers override those of the widget.
    Files are only read. A source that is told of a move deletes its own, so the answer is always
    a copy, or a link where it offers no copy.

    Attributes:
        dragged: emitted while files are over the widget: their paths, the point in the widget, and
            why they cannot be dropped, or "".
        drag_ended: emitted when they left or were dropped.
        dropped: emitted with a list of paths.
    """

    dragged: SignalInstance
    drag_ended: SignalInstance
    dropped: SignalInstance

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._drag_over(event)
        # Qt sends moves, and that the drag left, only to who accepted this; moves are refused.
        event.setAccepted(event.mimeData().hasUrls())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._drag_over(event)

    def _drag_over(self, event: QDropEvent) -> None:
        """Announce files that are dragged over the widget, or ignore anything else."""
        if not event.mimeData().hasUrls():
            event.ignore()
            return
        refusal = _accept_as_copy(event)
        self.dragged.emit(_list_local_paths(event), event.position().toPoint(), refusal)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.drag_ended.emit()

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasUrls() and not _accept_as_copy(event):
            # Where they are dropped may not be where they were seen last.
            self.dragged.emit(_list_local_paths(event), event.position().toPoint(), "")
            self.dropped.emit(_list_local_paths(event))
        self.drag_ended.emit()


def _list_local_paths(event: QDropEvent) -> list[str]:
    """Return the paths of the files of a drag."""
    # Browsers drag addresses of the web as URLs, too.
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def _accept_as_copy(event: QDropEvent) -> str:
    """Accept a drag of files as a copy. Return why it is refused, "" if it is not."""
    offered_actions = event.possibleActions()
    action = Qt.DropAction.CopyAction
    if not offered_actions & action:
        action = Qt.DropAction.LinkAction
    refusal = "" if _list_local_paths(event) else NOT_LOCAL
    if not refusal and not offered_actions & action:
        refusal = MOVE_ONLY_REFUSED
    event.setDropAction(Qt.DropAction.IgnoreAction if refusal else action)
    event.setAccepted(not refusal)
    return refusal


class _DropCard(QWidget):
    """The card with a heading that names the place, and what happens there."""

    def __init__(self, context: ThemeContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.is_refused = False
        self._max_width = 0
        self.place_label = Label(
            context, "", text_style="small_strong", text_role=TextRole.SECONDARY
        )
        self.effect_label = Label(context, "", text_style="strong", wrap=True)
        px = context.theme.px
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(10), px(16), px(12))
        column.setSpacing(px(2))
        column.addWidget(self.place_label)
        column.addWidget(self.effect_label)
        context.changed.connect(self._fit)

    def show_text(
        self, heading: str, effect_text: str, *, is_refused: bool, available_width: int
    ) -> None:
        """Set the texts of the card.

        `heading` is the heading that names the place. `effect_text` is what becomes of the files.
        `available_width` is the greatest width in pixels.
        """
        self.is_refused, self._max_width = is_refused, available_width
        self.place_label.setText(escape_invisible_lines(heading))
        self.effect_label.setText(escape_invisible_lines(effect_text))
        self.effect_label.set_text_role(TextRole.WARN if is_refused else TextRole.TEXT)
        self._fit()

    def _fit(self) -> None:
        """Give the card the size of its texts."""
        theme = self._context.theme
        lines = [theme.strong.width(line) for line in self.effect_label.text().split("\n")]
        preferred_width = max(*lines, theme.small_strong.width(self.place_label.text())) + theme.px(
            34
        )
        width = min(preferred_width, theme.px(_MAX_CARD_WIDTH), self._max_width)
        self.resize(width, self._column.totalHeightForWidth(width))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colors.warn if self.is_refused else theme.colors.accent, 1.5))
        painter.setBrush(theme.colors.base)
        rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        painter.end()


class DropHint(QWidget):
    """A layer over a widget that shows where dragged files would go, and what becomes of them."""

    def __init__(self, context: ThemeContext, parent: QWidget) -> None:
        super().__init__(parent)
        # Qt looks for what takes a drop below such widgets.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._context = context
        self._covered_widget = parent
        self._area = QRect()
        self._shown_content: tuple[object, ...] = ()
        self.card = _DropCard(context, self)
        self.hide()

    def show_drop(self, area: QWidget, heading: str, effect_text: str, *, is_refused: bool) -> None:
        """Outline the part under the pointer, and show the card.

        Args:
            area: the part that takes the files.
            heading: heading, names the part.
            effect_text: what becomes of the files.
            is_refused: the color is that of warnings.
        """
        corner = (
            area.mapTo(self._covered_widget, QPoint())
            if area is not self._covered_widget
            else QPoint()
        )
        content = (QRect(corner, area.size()), heading, effect_text, is_refused)
        if content == self._shown_content and self.isVisible():
            return  # a pointer moves many times over the same place
        self._shown_content = content
        self._area = content[0]
        self.setGeometry(self._covered_widget.rect())
        px = self._context.theme.px
        self.card.show_text(
            heading, effect_text, is_refused=is_refused, available_width=self.width() - 2 * px(8)
        )
        self.card.move(self._find_card_position())
        self.show()
        self.raise_()
        self.update()

    def _find_card_position(self) -> QPoint:
        """Return the point for the card: the middle of the part, or below one that is low."""
        px, card, area = self._context.theme.px, self.card, self._area
        left = area.center().x() - card.width() // 2
        top = area.center().y() - card.height() // 2
        if area.height() < card.height() + px(16):
            top = area.bottom() + px(8)
        return QPoint(
            max(px(8), min(left, self.width() - card.width() - px(8))),
            max(px(8), min(top, self.height() - card.height() - px(8))),
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        color = theme.colors.warn if self.card.is_refused else theme.colors.accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 2))
        rect = QRectF(self._area).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        painter.end()
