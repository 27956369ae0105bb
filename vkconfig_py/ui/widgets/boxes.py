"""What stands in the place of a list or around it: its rounded outline, and why it is empty."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPlainTextEdit, QWidget

from vkconfig_py.ui.theme.context import ThemeContext, paint_focus
from vkconfig_py.ui.widgets.basic import Label, TextRole, make_column, set_slim_bars
from vkconfig_py.ui.widgets.buttons import Button

_FOCUS_EVENTS = (QEvent.Type.FocusIn, QEvent.Type.FocusOut)
_PADDING_X, _PADDING_Y = 8, 6  # between the outline and a list or text
_CORNER_RADIUS = 3  # within it a view would paint over the round corners
FRAME_HEIGHT = 2 * _PADDING_Y  # pixels that a box is higher than what is in it


class Box(QWidget):
    """A list or text in the rounded outline of fields, with a ring while it has the keyboard.

    With `has_own_rows` the view paints its rows with their margins and the focus.
    """

    def __init__(
        self,
        context: ThemeContext,
        view: QAbstractScrollArea,
        *,
        has_own_rows: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._has_own_rows = has_own_rows
        self._view = view
        self._column = make_column(self)
        self._column.addWidget(view)
        view.setFrameShape(QFrame.Shape.NoFrame)
        if not has_own_rows:
            set_slim_bars(view, context)
        view.installEventFilter(self)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        theme = self._context.theme
        x, y = (_CORNER_RADIUS, _CORNER_RADIUS) if self._has_own_rows else (_PADDING_X, _PADDING_Y)
        x, y = theme.px(x), theme.px(y)
        self._column.setContentsMargins(x, y, x, y)
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, theme.colors.base)
        palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
        # What shows beside the viewport, between the scroll bars too.
        palette.setColor(QPalette.ColorRole.Window, theme.colors.base)
        self._view.setPalette(palette)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _FOCUS_EVENTS:
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        painter.setPen(QPen(theme.colors.outline, theme.line_width()))
        painter.setBrush(theme.colors.base)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(6), theme.px(6))
        if self._view.hasFocus() and not self._has_own_rows:
            paint_focus(painter, theme, rect, theme.px(6))
        painter.end()


class EmptyPage(QWidget):
    """What stands where a list would be that has no row: a sentence and a button.

    Attributes:
        sentence: why there is no row.
        button: shows rows again.
    """

    def __init__(self, context: ThemeContext, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = Button(context, label, height=28)
        column = make_column(self)
        column.setSpacing(context.theme.px(8))
        column.addStretch(1)
        column.addWidget(self.sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)


def make_text(context: ThemeContext, name: str, text: str = "", *, code: bool) -> QPlainTextEdit:
    """Make a read-only text for a box.

    Args:
        context: has the font.
        name: for screen readers.
        text: the whole text.
        code: it is set in the font of code.
    """
    edit = QPlainTextEdit(text)
    edit.setReadOnly(True)
    # Tab in a text edit would be a character.
    edit.setTabChangesFocus(True)
    edit.setAccessibleName(name)
    edit.setFont((context.theme.code if code else context.theme.body).font)
    edit.document().setDocumentMargin(0)  # that of the box
    return edit
