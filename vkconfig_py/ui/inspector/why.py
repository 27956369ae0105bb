"""The page "Why": the rules that decided, remedies, and the certainty of the prediction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.quick_fix import QuickFix, QuickFixKind
from vkconfig_py.model.chain.row_details import (
    NumberedStep,
    get_step_key,
    number_steps,
    present_step,
)
from vkconfig_py.model.items.keyed_list import LinesModel, ModelIndex
from vkconfig_py.model.text.wording import capitalise, make_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    add_break_points,
    draw_paragraph,
    mirror,
    paint_focus,
)
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Glyph,
    Label,
    RowDelegate,
    TextRole,
    make_column,
    make_row,
    set_background,
    show_hand_cursor,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.layouts import Page

_WRAP = int(Qt.TextFlag.TextWordWrap)
_MAX_PINNED_SHARE = 0.55  # of the height, for the fixes of a row
_STALE_DELAY_MS = 150  # in which an answer is no wait that anybody notices


class ExplanationDelegate(RowDelegate):
    """Paints steps with a rail of glyphs; heights are computed for the given width.

    Attributes:
        width: width of the list, which sets it before its rows are laid out.
    """

    def __init__(
        self, context: ThemeContext, steps: LinesModel[NumberedStep], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._steps = steps
        self.width = 300

    def _is_decisive(self, index: ModelIndex) -> bool:
        """Return whether the step at this index decided."""
        numbered_step = self._steps.get_value(index)
        return numbered_step is not None and numbered_step.step.decisive

    def _has_rail_below(self, index: ModelIndex) -> bool:
        """Return whether the rail goes on to the next step: both are rules, neither is a fact."""
        pair = (
            self._steps.get_value(near_index)
            for near_index in (index, self._steps.index(index.row() + 1))
        )
        return all(
            numbered_step is not None and not numbered_step.is_fact for numbered_step in pair
        )

    def _is_linked(self, index: ModelIndex) -> bool:
        """Return whether the step at this index has a link to a file."""
        numbered_step = self._steps.get_value(index)
        return numbered_step is not None and bool(numbered_step.step.file)

    def _layout_texts(self, index: ModelIndex, area: QRect) -> tuple[QRect, QRect]:
        """Return the rectangles of a step's sentence and of the link to its source."""
        theme, line = self._context.theme, self._steps.line_at(index)
        # A glyph of 16 and a gap of 12.
        left = area.left() + theme.px(28)
        width = max(area.width() - theme.px(28), theme.px(80))
        text_style = theme.strong if self._is_decisive(index) else theme.body
        top = area.top() + theme.px(3)
        height = text_style.compute_height(add_break_points(line.title), width)
        text = QRect(left, top, width, height)
        if not line.text:
            return text, QRect(left, text.bottom(), 0, 0)
        height = theme.small.compute_height(add_break_points(line.text), width)
        return text, QRect(left, text.bottom() + 2, width, height)

    def source_rect(self, index: ModelIndex, area: QRect) -> QRect:
        """Return the rectangle of a step's link, empty if it has none."""
        return self._layout_texts(index, area)[1] if self._is_linked(index) else QRect()

    def compute_height(self, index: ModelIndex, width: int) -> int:
        """Return the height of a step in a list of this width, in pixels."""
        text, source = self._layout_texts(index, QRect(0, 0, width, 0))
        return max(text.bottom(), source.bottom()) + self._context.theme.px(8)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        # Item views do not ask delegates for a height by width: the list sets the width before.
        return QSize(self.width, self.compute_height(index, self.width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        theme, line = self._context.theme, self._steps.line_at(index)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        # The view goes on painting with this painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text, source = self._layout_texts(index, rect)
        size = theme.px(16)
        top = text.top() + (theme.body.height - size) / 2
        icon_rect = QRectF(rect.left(), top, size, size)
        mirror(painter, option.widget, QRectF(rect))
        self._context.icons.paint(painter, line.icon, theme.colors.tone(line.tone), icon_rect)
        if self._has_rail_below(index):
            painter.setPen(QPen(theme.colors.divider, 1.5))
            x = rect.left() + size // 2
            painter.drawLine(x, round(top) + size + 2, x, rect.bottom())
        text_style = theme.strong if self._is_decisive(index) else theme.body
        painter.setPen(theme.colors.text)
        draw_paragraph(painter, text_style, QRectF(text), _WRAP, add_break_points(line.title))
        is_linked = self._is_linked(index)
        painter.setPen(theme.colors.accent if is_linked else theme.colors.secondary)
        draw_paragraph(painter, theme.small, QRectF(source), _WRAP, add_break_points(line.text))
        if state & QStyle.StateFlag.State_HasFocus:
            # Around the texts: it would touch the glyph, too.
            ring = QRectF(rect).adjusted(theme.px(22), 0, -1, -1)
            paint_focus(painter, theme, ring, theme.px(4))
        painter.restore()


class ExplanationList(QListView):
    """The steps, at full height; the page around them scrolls.

    Signals:
        file_requested: the source link of a step was used (path, line).
        height_changed: the steps, their width or the font changed.
    """

    file_requested = Signal(object, int)  # a str of Qt loses bytes that are no UTF-8
    height_changed = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._home = ""
        self.steps = LinesModel(get_step_key, lambda step: present_step(step, self._home), self)
        self._delegate = ExplanationDelegate(context, self.steps, self)
        self._context = context
        self.setModel(self.steps)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QListView.Shape.NoFrame)
        # Without moves there would be no hand over links.
        self.setMouseTracking(True)
        # The list is as high as its rows; the page around it scrolls, and offers follow below.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Steps are read and followed; a selected one would mean nothing.
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setAccessibleName(tr("Why, rule by rule"))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        # Steps of another row were asked for: those shown go, unless these come at once.
        self.stale_timer = QTimer(self)
        self.stale_timer.setSingleShot(True)
        self.stale_timer.setInterval(_STALE_DELAY_MS)
        self.stale_timer.timeout.connect(lambda: self.show_steps(()))
        self._heights: dict[int, int] = {}  # of all steps, by width: layouts ask again and again
        context.changed.connect(self.update_layout)

    def show_steps(self, steps: Sequence[Any], home: str = "") -> None:
        """Show the steps of an explanation. `home`: the home folder, shown as ~."""
        self._home = home
        self.stale_timer.stop()
        self.steps.update_to(number_steps(steps))
        self.update_layout()

    def update_layout(self) -> None:
        """Lay the steps out again, after a change of their texts, the font or the width."""
        self._delegate.width = self.viewport().width()
        self._heights.clear()
        self.updateGeometry()
        self.scheduleDelayedItemsLayout()
        self.height_changed.emit()

    def heightForWidth(self, width: int) -> int:
        """Return the height of all steps: the page around the list scrolls."""
        if width not in self._heights:
            rows = range(self.steps.rowCount())
            heights = (self._delegate.compute_height(self.steps.index(row), width) for row in rows)
            self._heights[width] = 2 + sum(heights)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._context.theme.px(120), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.update_layout()

    def _find_link(self, event: QMouseEvent) -> QModelIndex:
        """Return the step whose file link the mouse is on, an invalid index for none."""
        point = event.position().toPoint()
        index = self.indexAt(point)
        if index.isValid():
            row = self.visualRect(index)
            if self.isRightToLeft():  # painted mirrored
                point = QPoint(row.left() + row.right() - point.x(), point.y())
            if self._delegate.source_rect(index, row).contains(point):
                return index
        return QModelIndex()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        show_hand_cursor(self.viewport(), self._find_link(event).isValid())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._open(self._find_link(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        """Emit `file_requested` for the file of a step, if it names one."""
        numbered_step = self.steps.get_value(index)
        if numbered_step is not None and numbered_step.step.file:
            self.file_requested.emit(numbered_step.step.file, numbered_step.step.line)


class QuickFixRow(QWidget):
    """A fix: instruction, effect, buttons, which stand below where they leave little room.

    Signals:
        used: its button was pressed.
        trial_requested: show its effect as a what-if.
    """

    used = Signal(object)
    trial_requested = Signal(object)

    def __init__(
        self, context: ThemeContext, quick_fix: QuickFix, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(Label(context, add_break_points(quick_fix.title), wrap=True))
        if quick_fix.effect:
            small = Label(
                context,
                add_break_points(quick_fix.effect),
                text_style="small",
                text_role=TextRole.SECONDARY,
                wrap=True,
            )
            texts.addWidget(small)
        if quick_fix.consequence:
            follows = Label(
                context, add_break_points(quick_fix.consequence), text_style="small", wrap=True
            )
            texts.addWidget(follows)
        self._context = context
        self._buttons = make_row(spacing=context.theme.px(12))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addLayout(texts, 1)
        self._row.addLayout(self._buttons)
        self._place_buttons()
        if quick_fix.kind is not QuickFixKind.NONE and quick_fix.label:
            # The name says what it does: alone, a screen reader would say the label of several
            # buttons.
            button = Button(
                context, quick_fix.label, height=28, name=f"{quick_fix.label}: {quick_fix.title}"
            )
            button.clicked.connect(lambda: self.used.emit(quick_fix))
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        if quick_fix.remedy is not None and quick_fix.can_try:
            button = Button(
                context, tr("Try"), height=28, name=tr("Try: {what}", what=quick_fix.title)
            )
            button.setToolTip(tr("Try it in What-if; nothing is changed"))
            button.clicked.connect(lambda: self.trial_requested.emit(quick_fix))
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons()

    def _place_buttons(self) -> None:
        """Put the buttons beside the texts, or below where these would get less than half."""
        px, buttons_width = self._context.theme.px, self._buttons.sizeHint().width()
        is_below = buttons_width + px(12) > self.width() / 2
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.TopToBottom if is_below else directions.LeftToRight)
        self._row.setSpacing(px(6) if is_below else px(12))
        side = Qt.AlignmentFlag.AlignLeft if is_below else Qt.AlignmentFlag.AlignTop
        self._row.setAlignment(self._buttons, side)


class WhyPage(QWidget):
    """Steps of the explanation, fixes, and a footer with the certainty.

    Signals:
        offer_used: the button of a fix was pressed (QuickFix).
        offer_tried: show a fix as a what-if (QuickFix).
        check_requested: compare with the real loader.
    """

    offer_used = Signal(object)
    offer_tried = Signal(object)
    check_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._offers: list[QWidget] = []
        self._shown_offers: tuple[str, tuple[QuickFix, ...]] = ("", ())
        self.explanation = ExplanationList(context)
        self._deviation_glyph = Glyph(context, "warn", TextRole.WARN)
        self._deviation_label = Label(context, text_role=TextRole.WARN, wrap=True)
        self._deviation_row = make_row(self._deviation_glyph, self._deviation_label)
        self._deviation_row.setAlignment(self._deviation_glyph, Qt.AlignmentFlag.AlignTop)
        self._today_label = Label(context, text_role=TextRole.SIMULATED, wrap=True)
        self._divider = Divider(context)
        self._divider.hide()
        self._heading = Label(context, text_style="small_strong", text_role=TextRole.SECONDARY)
        self._offer_column = QVBoxLayout()
        self._scroll_page = Page(context, "")
        body = self._scroll_page.make_body()
        column = QVBoxLayout(body)
        column.addWidget(self._today_label)
        column.addLayout(self._deviation_row)
        column.addWidget(self.explanation)
        self._offer_area = QWidget()
        self._offer_layout = make_column(self._offer_area)
        self._offer_layout.addWidget(self._divider)
        self._offer_layout.addWidget(self._heading)
        self._offer_layout.addLayout(self._offer_column)
        column.addWidget(self._offer_area)
        column.addStretch(1)
        self._column = column
        self._scroll_page.setWidget(body)
        # Tab goes to the explanation and the buttons in it.
        self._scroll_page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._footer = Label(
            context,
            text_style="small",
            text_role=TextRole.SECONDARY,
            elide=Qt.TextElideMode.ElideRight,
            two_lines=True,
        )
        self._detail_label = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._detail_label.hide()
        self._more_button = Button(
            context, icon="info", frame=Frame.FLAT, name=tr("Details about this check"), height=24
        )
        self._more_button.setCheckable(True)
        self._more_button.toggled.connect(self._show_detail)
        self._check_button = Button(context, tr("Check now"), height=28)
        self._check_button.clicked.connect(self.check_requested)
        self._footer_row = make_row(
            self._footer, self._detail_label, self._more_button, self._check_button
        )
        self._footer_row.setStretch(0, 1)
        self._footer_row.setStretch(1, 1)
        self._outer_layout = make_column(self)
        self._outer_layout.addWidget(self._scroll_page, 1)
        self._outer_layout.addWidget(Divider(context))  # what scrolls ends here
        self._outer_layout.addLayout(self._footer_row)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        self.explanation.height_changed.connect(self._place_offers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_offers()

    @property
    def _are_offers_pinned(self) -> bool:
        """Whether the fixes stand below what scrolls."""
        return self._offer_area.parentWidget() is self

    def _place_offers(self) -> None:
        """Put the fixes above the footer where the steps would push them out of view."""
        # As if there were a scroll bar, so that the place does not depend on the present one.
        width = self.width() - self._scroll_page.verticalScrollBar().sizeHint().width()
        margins, side = self._offer_layout.contentsMargins(), self._context.theme.px(16)
        offers_width = width - 2 * side + margins.left() + margins.right()
        offers_height = self._offer_layout.totalHeightForWidth(offers_width) - margins.bottom()
        needed_height = self._column.totalHeightForWidth(width)
        if self._are_offers_pinned:
            needed_height += self._column.spacing() + offers_height
        room = self.height() - self._footer_row.sizeHint().height()
        is_pinned = (
            bool(self._offers)
            and needed_height > room
            # The steps keep much of the height.
            and offers_height < room * _MAX_PINNED_SHARE
        )
        if is_pinned == self._are_offers_pinned:
            return
        # A widget that gets another parent loses the keyboard.
        focused_widget = QApplication.focusWidget()
        if is_pinned:
            self._column.removeWidget(self._offer_area)
            self._outer_layout.insertWidget(1, self._offer_area)
        else:
            self._outer_layout.removeWidget(self._offer_area)
            self._column.insertWidget(self._column.indexOf(self.explanation) + 1, self._offer_area)
        self._set_offer_margins()
        self._offer_area.show()
        self._set_tab_order()
        if focused_widget is not None and self._offer_area.isAncestorOf(focused_widget):
            focused_widget.setFocus()

    def _set_offer_margins(self) -> None:
        """Let the fixes stand flush with the steps, in the column or below it."""
        px = self._context.theme.px
        sides = px(16) if self._are_offers_pinned else 0
        self._offer_layout.setContentsMargins(sides, 0, sides, sides // 2)
        self._offer_layout.setSpacing(px(8))

    def _on_metrics_changed(self) -> None:
        theme = self._context.theme
        px = theme.px
        self._column.setContentsMargins(px(16), px(10), px(16), px(8))
        self._column.setSpacing(px(8))
        self._deviation_row.setSpacing(px(14))  # to where the steps below have their texts
        self._offer_column.setSpacing(px(10))
        self._set_offer_margins()
        self._footer_row.setContentsMargins(px(16), px(8), px(16), px(10))
        self._footer.setMinimumHeight(2 * theme.small.height)
        set_background(theme.colors.window, self.explanation, views=True)

    def show_deviation(self, text: str) -> None:
        """Show at the top how the loader deviates from the configuration, "" if it does not."""
        self._deviation_label.setText(capitalise(text))
        for part in (self._deviation_glyph, self._deviation_label):
            part.setVisible(bool(text))

    def show_today(self, text: str) -> None:
        """Show at the top of a what-if the present state of the row, "" for nothing."""
        self._today_label.setText(add_break_points(text))
        self._today_label.setVisible(bool(text))

    def show_offers(self, heading: str, offers: Sequence[QuickFix]) -> None:
        """Show the fixes of a row. If they are the same, the keyboard focus stays."""
        if (heading, tuple(offers)) == self._shown_offers:
            return
        self._shown_offers = (heading, tuple(offers))
        for old_widget in self._offers:
            self._offer_column.removeWidget(old_widget)
            old_widget.hide()
            old_widget.deleteLater()
        self._offers = []
        for quick_fix in offers:
            row = QuickFixRow(self._context, quick_fix)
            row.used.connect(self.offer_used)
            row.trial_requested.connect(self.offer_tried)
            self._offer_column.addWidget(row)
            row.show()  # later, its height would not count yet
            self._offers.append(row)
        self._heading.setText(heading)
        self._heading.setVisible(bool(offers))
        self._divider.setVisible(bool(offers))
        self._place_offers()
        self._set_tab_order()

    def _set_tab_order(self) -> None:
        """Let Tab go from the steps to the buttons of the fixes and to the footer."""
        buttons = [button for row in self._offers for button in row.findChildren(Button)]
        for first_widget, second_widget in pairwise(
            (self.explanation, *buttons, self._more_button, self._check_button)
        ):
            # New widgets come last in the Tab order of the window, behind the footer.
            QWidget.setTabOrder(first_widget, second_widget)

    def show_footer(self, text: str, detail: str, text_role: TextRole, can_check: bool) -> None:
        """Show how certain the prediction is, in one line.

        Args:
            text: the line.
            detail: all sentences, shown on demand; "" for no more than the line.
            text_role: of both.
            can_check: offer a check with the real loader.
        """
        self._footer.setText(text)
        self._detail_label.setText(detail or text)
        for label in (self._footer, self._detail_label):
            label.set_text_role(text_role)
        self._more_button.setVisible(detail not in ("", text))
        self._more_button.setToolTip(make_tooltip(detail))
        self._more_button.setAccessibleDescription(detail)
        self._show_detail(self._more_button.isChecked())
        self._check_button.setVisible(can_check)

    def _show_detail(self, is_shown: bool) -> None:
        """Show all sentences of the footer instead of its line."""
        self._footer.setVisible(not is_shown)
        self._detail_label.setVisible(is_shown)
