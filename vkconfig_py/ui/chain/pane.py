"""The central pane: a sentence about the chain, the selection of the view, and the chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QSpacerItem, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.plan.plan import Mechanism, PlanView
from vkconfig_py.model.problems.summary import (
    FILE_PAGE,
    FIX_PAGE,
    PROGRAM_PAGE,
    VIEW_PAGE,
    ShownSummary,
    make_shown_summary,
)
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.chain.view import ChainView
from vkconfig_py.ui.theme.context import MAX_ROW_WIDTH, ThemeContext, paint_focus
from vkconfig_py.ui.theme.theme import Theme, ThemeFont
from vkconfig_py.ui.widgets.actions import Actions, render_tip
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Field,
    escape_menu_text,
    find_position_below,
    make_column,
    offer_tip,
    set_margins,
    show_hand_cursor,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Pane

if TYPE_CHECKING:
    from vkconfig_py.ui.chain.what_if_bar import SafeModeBar, WhatIfBar
    from vkconfig_py.ui.widgets.layouts import EmptyPage


_MAX_LINES = 2


class Word(NamedTuple):
    """A word and the link that it belongs to ("" for none)."""

    text: str
    link_key: str


class PlacedWord(NamedTuple):
    """A word with its position."""

    word: Word
    rect: QRectF


def split_words(sentence: str, nouns: dict[str, str]) -> list[Word]:
    """Split a sentence at its spaces, but keep each noun that is a link as one word.

    `nouns` maps the key of a link ("program") to its words in the sentence.
    """
    # A noun may occur inside a word of another: the earlier one wins, and what overlaps it stays
    # plain.
    spans = sorted(
        (position, position + len(text), noun)
        for noun, text in nouns.items()
        if text and (position := _find_link_text(sentence, text)) >= 0
    )
    words: list[Word] = []
    previous_end = 0
    for start, end, noun in spans:
        if start < previous_end:
            continue
        words += [Word(part, "") for part in _split_at_spaces(sentence[previous_end:start])]
        words.append(Word(sentence[start:end], noun))
        previous_end = end
    return words + [Word(part, "") for part in _split_at_spaces(sentence[previous_end:])]


def _find_link_text(sentence: str, noun: str) -> int:
    """Return the index of a link's words in a sentence, or -1.

    At the start of the sentence they may be capitalized.
    """
    if sentence.startswith(f"{noun[:1].upper()}{noun[1:]}"):
        return 0
    return sentence.find(noun)


def _split_at_spaces(text: str) -> list[str]:
    """Split a text after each space, which stays at the end of its word."""
    # A word keeps the space behind it, so that the widths add up to that of the sentence.
    parts = text.split(" ")
    return [part + " " for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


class Sentence(QAbstractButton):
    """Shows the longest version that fits one line, or if none fits, two lines.

    Its height is always that of two lines, so nothing below it moves.

    Signals:
        link_activated: a link ("program", "fix") was pressed, with a global point below it.
    """

    link_activated = Signal(str, QPoint)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._sentences: tuple[str, ...] = ()
        self._link_texts: dict[str, str] = {}
        self._placed_words: list[PlacedWord] = []
        self._hovered_link = ""
        self._is_alarm = False
        # Nouns are no widgets: without moves there is neither a hand nor an underline.
        self.setMouseTracking(True)
        # By Tab alone: a click on a noun opens a menu, and the keyboard stays where it was.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Space, and what a screen reader presses.
        self.clicked.connect(self._activate_first_link)
        context.changed.connect(self._lay_out)

    def event(self, event: QEvent) -> bool:
        return offer_tip(self, event) or super().event(event)

    def show_sentences(
        self, sentences: Sequence[str], nouns: Mapping[str, str], *, is_alarm: bool = False
    ) -> None:
        """Show the longest sentence that fits.

        Args:
            sentences: longest first.
            nouns: maps a noun's key ("program") to the words that are its link.
            is_alarm: in the colour of errors.
        """
        sentences = tuple(map(escape_invisible, sentences))
        nouns = {noun: escape_invisible(text) for noun, text in nouns.items()}
        # Snapshots come often with the same sentence, and a changed name may make a screen reader
        # speak.
        if (sentences, nouns, is_alarm) == (self._sentences, self._link_texts, self._is_alarm):
            return
        self._sentences, self._link_texts = sentences, nouns
        self._is_alarm = is_alarm
        # The longest one, whichever is painted: a screen reader has room.
        self.setAccessibleName(self._sentences[0] if self._sentences else "")
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(self._context.theme.px(300), 2 * self._compute_line_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._context.theme.px(120), 2 * self._compute_line_height())

    def _compute_line_height(self) -> int:
        return self._context.theme.px(18)

    def resizeEvent(self, event: object) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """Choose the longest sentence that fits, and compute where its words are painted."""
        self._placed_words = []
        tries = [self._place_words(split_words(text, self._link_texts)) for text in self._sentences]
        # A short sentence in one line is read faster than a long one in two.
        fitting_attempts = (
            attempt for limit in (1, _MAX_LINES) for attempt in tries if attempt[1] <= limit
        )
        chosen_layout = next(fitting_attempts, tries[-1] if tries else None)
        if chosen_layout is not None:
            placed_words, lines = chosen_layout
            shift = (self.height() - min(lines, _MAX_LINES) * self._compute_line_height()) / 2
            visible_words = self._elide_lines(placed_words)
            self._placed_words = [
                PlacedWord(word, rect.translated(0, shift))
                for word, rect in self._align_lines(visible_words)
            ]
            is_whole = chosen_layout is tries[0] and visible_words == placed_words
            self.setToolTip("" if is_whole else make_tooltip(self._sentences[0]))
        self.update()

    def _align_lines(self, placed_words: list[PlacedWord]) -> list[PlacedWord]:
        """Move the words of each line to the side where reading begins."""
        if not self.isRightToLeft():
            return placed_words
        is_right_to_left = QLocale().textDirection() is Qt.LayoutDirection.RightToLeft
        ends: dict[float, float] = {}
        for word, rect in placed_words:
            width = _choose_font(self._context.theme, word).width(word.text.rstrip())
            ends[rect.top()] = max(ends.get(rect.top(), 0.0), rect.left() + width)
        mirrored_words = []
        for word, rect in placed_words:
            right = rect.right() if is_right_to_left else ends[rect.top()] - rect.left()
            left = self.width() - right
            aligned_rect = QRectF(left, rect.top(), rect.width(), rect.height())
            mirrored_words.append(PlacedWord(word, aligned_rect))
        return mirrored_words

    def _elide_lines(self, placed_words: list[PlacedWord]) -> list[PlacedWord]:
        """Return the words of the lines that are shown, the last one elided if more follow."""
        width, bottom = self.width(), _MAX_LINES * self._compute_line_height()
        visible_words = [
            placed_word for placed_word in placed_words if placed_word.rect.top() < bottom
        ]
        cut = len(visible_words) < len(placed_words)
        for number, (word, rect) in enumerate(visible_words):
            is_last = cut and number == len(visible_words) - 1
            if (
                rect.left() + _choose_font(self._context.theme, word).width(word.text.rstrip())
                <= width
            ):
                if not is_last:
                    continue
                text = f"{word.text.rstrip()}…"
            else:
                text = word.text
            text_style = _choose_font(self._context.theme, word)
            available_width = max(round(width - rect.left()), 0)
            short_text = text_style.metrics.elidedText(
                text, Qt.TextElideMode.ElideRight, available_width
            )
            visible_words[number] = PlacedWord(word._replace(text=short_text), rect)
        return visible_words

    def _place_words(self, words: list[Word]) -> tuple[list[PlacedWord], int]:
        """Place words from left to right in lines as wide as the widget.

        Return them with their rectangles, and the number of lines.
        """
        theme = self._context.theme
        placed_words: list[PlacedWord] = []
        x, line, height = 0.0, 0, self._compute_line_height()
        can_break = False
        for index, word in enumerate(words):
            width = _choose_font(theme, word).width(word.text)
            # The space at the end of a line may hang over.
            if can_break and x + self._measure_until_break(words[index:]) > self.width():
                x, line = 0.0, line + 1
            can_break = word.text.endswith(" ")
            placed_words.append(PlacedWord(word, QRectF(x, line * height, width, height)))
            x += width
        return placed_words, line + 1

    def _measure_until_break(self, words: Sequence[Word]) -> int:
        """Return the width of the first word with what no space parts from it.

        The full stop behind a link is a word of its own, and stays on the line of the link.
        """
        width = 0
        for word in words:
            width += _choose_font(self._context.theme, word).width(word.text.rstrip())
            if word.text.endswith(" "):
                break
        return width

    def _find_link(self, point: QPointF) -> PlacedWord | None:
        """Return the link at a point of the widget, None if there is none."""
        for placed_word in self._placed_words:
            # Lines are 18 high: a link is easier to hit a little beyond them.
            if placed_word.word.link_key and placed_word.rect.adjusted(-2, -3, 2, 3).contains(
                point
            ):
                return placed_word
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered_word = self._find_link(event.position())
        noun = hovered_word.word.link_key if hovered_word else ""
        if noun != self._hovered_link:
            self._hovered_link = noun
            show_hand_cursor(self, bool(noun))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        hovered_word = self._find_link(event.position())
        if hovered_word is not None and event.button() is Qt.MouseButton.LeftButton:
            self._activate_link(hovered_word)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # only what is under the pointer counts, when it is let go

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A link that fixes something comes before the first noun.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _activate_first_link(self) -> None:
        """Press the link "fix", or without one the first link."""
        nouns = [placed_word for placed_word in self._placed_words if placed_word.word.link_key]
        first_word = next(
            (noun for noun in nouns if noun.word.link_key == FIX_PAGE), *nouns[:1] or (None,)
        )
        if first_word is not None:
            self._activate_link(first_word)

    def _activate_link(self, placed_word: PlacedWord) -> None:
        """Emit `link_activated` for a link, with the point below it."""
        # Menus are windows: they are placed in coordinates of the screen.
        position = self.mapToGlobal(placed_word.rect.bottomLeft().toPoint() + QPoint(0, 4))
        self.link_activated.emit(placed_word.word.link_key, position)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        # Or the space behind a word would come before it.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        for word, rect in self._placed_words:
            if rect.bottom() > self.height() + 2:
                break
            text_style = _choose_font(theme, word)
            painter.setFont(text_style.font)
            painter.setPen(self._choose_color(word))
            baseline = round(
                rect.center().y() - text_style.height / 2 + text_style.metrics.ascent()
            )
            painter.drawText(QPointF(rect.left(), baseline), word.text)
            if word.link_key and word.link_key == self._hovered_link:
                painter.setPen(QPen(self._choose_color(word), 1))
                painter.drawLine(
                    QPointF(rect.left(), baseline + 2), QPointF(rect.right(), baseline + 2)
                )
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_focus(painter, theme, QRectF(self.rect()), theme.px(4))
        painter.end()

    def _choose_color(self, word: Word) -> QColor:
        colors = self._context.theme.colors
        if self._is_alarm:
            return colors.accent if word.link_key == FIX_PAGE else colors.error
        return colors.accent if word.link_key else colors.text


def _choose_font(theme: Theme, word: Word) -> ThemeFont:
    return theme.strong if word.link_key else theme.body


VIEW_ACTIONS = ("view_launch", "view_program", "view_listed", "view_every", "view_variables")


def get_view_action_name(view: PlanView) -> str:
    """Return the name of the action in menu View that selects this view."""
    if view.is_applied and view.follows_program_list:
        return "view_listed"
    if view.is_applied:
        return "view_program" if view.programs else "view_every"
    return "view_variables" if view.mechanism is Mechanism.ENVIRONMENT else "view_launch"


_VIEW_TEXTS = {
    "view_launch": tr("This launch"),
    "view_program": tr("This program"),
    "view_listed": tr("Listed programs"),
    "view_every": tr("Every program"),
    "view_variables": tr("Variables only"),
}


class ChainPane(BackgroundPane):
    """Header and chain.

    Signals:
        program_requested, device_requested: open the menu at a global point.
        fix_used: the link that fixes the problem of the summary (Diagnostic, ProblemAction).
        file_requested: show the file that causes it (path, line).
        what_if_bar_created: the what-if bar was created, when it was first opened.
        safe_mode_bar_created: the bar of safe mode was created.
    """

    program_requested = Signal(QPoint)
    device_requested = Signal(QPoint)
    fix_used = Signal(object, object)
    file_requested = Signal(str, int)
    what_if_bar_created = Signal()
    safe_mode_bar_created = Signal()

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "base", parent)
        self._session = session
        self._actions = actions
        self._model = ChainModel(session.edits, self)
        self.view = ChainView(context, session, self._model, self)
        self.sentence = Sentence(context)
        self.sentence.link_activated.connect(self._on_link_activated)
        self.view_button = Button(context, tr("This launch"), frame=Frame.OUTLINE, height=28)
        self.view_button.set_arrow()
        self.view_button.clicked.connect(self._on_view_clicked)
        self._filter_button = Button(
            context, icon="filter", frame=Frame.FLAT, name=tr("Find"), height=28
        )
        self._filter_button.setCheckable(True)
        self._filter_button.setToolTip(render_tip(actions["filter"]))
        self._filter_button.clicked.connect(self._on_filter_clicked)
        self._add_button = Button(
            context, icon="plus", frame=Frame.FLAT, name=tr("Add layers"), height=28
        )
        self._add_button.setToolTip(
            tr("Add layer folders or manifests, or show one row for all other layers")
        )
        self._add_button.clicked.connect(self._on_add_clicked)
        self.filter = Field(
            context, name=tr("Find in the chain"), hint=tr("Find a layer"), is_search=True
        )
        self.filter.textChanged.connect(self._on_filter_edited)
        # Enter goes on to what was found.
        self.filter.returnPressed.connect(self.view.setFocus)
        self.view.filter_requested.connect(lambda: self.show_filter(is_shown=True))
        self.view.filter_exited.connect(lambda: self.show_filter(is_shown=False))
        self.filter.hide()
        self.no_match_page: EmptyPage | None = None
        self.what_if: WhatIfBar | None = None
        self.safe_mode: SafeModeBar | None = None
        self._shown_snapshot: ShownSummary | None = None
        self._lay_out()
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        session.snapshots.shown_changed.connect(self.refresh)
        session.snapshots.preview_changed.connect(self._on_preview_changed)
        session.edits.workspace_changed.connect(self._show_controls)
        session.problems.changed.connect(self._on_preview_changed)
        self.show_view(session.requests.view)

    def _lay_out(self) -> None:
        self._header = QWidget()
        self._header_row = QHBoxLayout(self._header)
        self._header_row.addWidget(self.sentence, 1)
        self._sentence_gap = QSpacerItem(0, 0)
        self._header_row.addSpacerItem(self._sentence_gap)
        for button in (self.view_button, self._filter_button, self._add_button):
            self._header_row.addWidget(button)
        self._filter_row = QHBoxLayout()
        self._filter_row.addWidget(self.filter)
        self._column = column = make_column(self)
        column.addWidget(self._header)
        column.addLayout(self._filter_row)
        column.addWidget(self.view, 1)

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._header_row.setSpacing(px(4))
        self._sentence_gap.changeSize(px(4), 0)  # 12 with the gaps on both sides
        self.setMinimumWidth(px(420))
        self._fit_head()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        """Let the head end where the rows below it end, also in a wide window."""
        px = self._context.theme.px
        beside = max(0, self.width() - px(MAX_ROW_WIDTH))
        set_margins(self._header_row, px(16), px(6), px(8) + beside, px(4))
        set_margins(self._filter_row, px(16), 0, px(16) + beside, 0)

    def refresh(self) -> None:
        """Show the present snapshot: bars, sentence, rows and view."""
        self._show_what_if()
        self._show_safe_mode()
        snapshot = self._session.snapshots.shown
        # A snapshot that arrives during a move would put the moved row back where it was.
        if self.view.mover.move is None:
            self.view.show_snapshot(snapshot)
            self._show_controls()
        self.show_sentence(snapshot)
        self._show_matches()
        self.show_view(self._session.requests.view)

    def show_left_out(self, rows: Mapping[str, str], settings: Mapping[str, str]) -> None:
        """Paint rows faint that a running trial leaves out, without moving them.

        Args:
            rows: maps the key of such a row to the reason.
            settings: maps the key of a layer whose settings are left out to a note.
        """
        if (rows, settings) != (self._model.left_out, self._model.left_out_settings):
            self._model.left_out, self._model.left_out_settings = rows, settings
            self.refresh()

    def _show_controls(self) -> None:
        """Show a control that the user just set, before the engine has answered."""
        if self.view.mover.move is None:
            devices = self._find_chosen_devices()
            self._model.show_controls(self._session.edits.workspace.selected_configuration, devices)

    def _find_chosen_devices(self) -> dict[str, bool]:
        """Return by key whether each device may be used by programs, {} before the probe."""
        snapshot = self._session.snapshots.shown
        if snapshot is None or all(row.kind is not RowKind.DEVICE for row in snapshot.rows):
            return {}  # they are known from probes, which the first snapshot does without
        return {line.key: line.is_chosen for line in self._session.edits.devices.list_devices()}

    def _show_safe_mode(self) -> None:
        """Show the bar of safe mode if the shown launch uses it, else hide it."""
        safe_mode = self._session.requests.view.safe_mode
        is_shown = safe_mode.is_on and not self._session.what_if.is_open
        if is_shown and self.safe_mode is None:
            from vkconfig_py.ui.chain.what_if_bar import SafeModeBar

            self.safe_mode = SafeModeBar(self._context, self._session)
            self._column.insertWidget(0, self.safe_mode)
            self.safe_mode_bar_created.emit()
        if self.safe_mode is not None:
            self.safe_mode.setVisible(is_shown)
            if is_shown:
                self.safe_mode.show_mode(safe_mode)

    def _show_what_if(self) -> None:
        """Show the bar of the what-if instead of the header while a what-if is open."""
        is_open = self._session.what_if.is_open
        if is_open and self.what_if is None:
            from vkconfig_py.ui.chain.what_if_bar import WhatIfBar

            self.what_if = WhatIfBar(self._context, self._session, self._actions)
            # Made with its first use: few sessions open it, and it asks for code of its own.
            self._column.insertWidget(0, self.what_if)
            self.what_if_bar_created.emit()
        if self.what_if is not None:
            self.what_if.setVisible(is_open)
        self._header.setVisible(not is_open)

    def list_panes(self) -> list[Pane]:
        """Return the parts of the pane that F6 steps through."""
        bar, safe_mode_bar = self.what_if, self.safe_mode
        first_panes = [Pane(bar, bar.loader)] if bar is not None and bar.isVisible() else []
        if safe_mode_bar is not None and safe_mode_bar.isVisible():
            first_panes.append(Pane(safe_mode_bar, safe_mode_bar.relaunch_button))
        return [*first_panes, Pane(self, self.view)]

    def list_tab_order(self) -> list[QWidget]:
        """Return the widgets of the pane in the order of the Tab key."""
        optional_bars = (self.what_if, self.safe_mode)
        existing_bars = [bar for bar in optional_bars if bar is not None]
        return [*existing_bars, self._header, self.filter, self.view]

    def show_sentence(self, snapshot: ChainSnapshot | None) -> None:
        """Show what the chain of this snapshot leads to in the sentence above it."""
        if snapshot is None:
            self.sentence.show_sentences((tr("Reading layers and drivers…"),), {})
            return
        problems = self._session.problems.all_problems if snapshot.summary.is_alarm else ()
        self._shown_snapshot = summary = make_shown_summary(snapshot, problems)
        self.sentence.show_sentences(
            summary.sentences, summary.page_by_noun, is_alarm=summary.is_alarm
        )

    def show_view(self, view: PlanView) -> None:
        """Show in the button at the top right whose chain is displayed."""
        name = get_view_action_name(view)
        # setChecked() emits toggled and not triggered: no other view is asked for.
        self._actions[name].setChecked(True)
        text = tr("Safe mode") if view.safe_mode.is_on else _VIEW_TEXTS[name]
        self.view_button.setText(text)
        self.view_button.updateGeometry()
        self.view_button.setAccessibleName(tr("View: {text}", text=text))
        self.view_button.setToolTip(
            tr("Choose which chain to show. Launch always uses “This launch”.")
        )

    def _on_preview_changed(self) -> None:
        """Show in the sentence what the move in progress would lead to."""
        self.show_sentence(self._session.snapshots.preview or self._session.snapshots.shown)

    def _on_link_activated(self, noun: str, position: QPoint) -> None:
        """Open what a link of the sentence stands for: a menu, a fix, a file or a view."""
        summary = self._shown_snapshot
        if noun == VIEW_PAGE:
            self._on_view_clicked()
        elif noun == FIX_PAGE and summary is not None:
            self.fix_used.emit(summary.problem, summary.fix)
        elif noun == FILE_PAGE and summary is not None:
            line = summary.problem.problem.line if summary.problem else 0
            self.file_requested.emit(summary.file, line)
        else:
            (self.program_requested if noun == PROGRAM_PAGE else self.device_requested).emit(
                position
            )

    def _on_view_clicked(self) -> None:
        menu = PopupMenu(self._context, self)
        for name in VIEW_ACTIONS:
            menu.addAction(self._actions[name])
        menu.addSeparator()
        menu.addAction(self._actions["what_if"])
        menu.exec(find_position_below(self.view_button))

    def _on_add_clicked(self) -> None:
        """Open the menu that adds or removes folders and manifests of layers."""
        menu = PopupMenu(self._context, self)
        menu.addAction(self._actions["source_folder"])
        menu.addAction(self._actions["source_manifest"])
        menu.addSeparator()
        menu.addAction(self._actions["other_layers"])
        sources = [source.path for source in self._session.edits.workspace.sources]
        if sources:
            menu.addSeparator()
        for path in sources:
            text = escape_menu_text(tr("Remove {path}", path=path))
            menu.addAction(
                text, partial(self._session.edits.do, workspace_edits.remove_source, path)
            )
        menu.exec(find_position_below(self._add_button))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_searching = self.filter.isVisible() and (self.filter.hasFocus() or self.view.hasFocus())
        if event.key() == Qt.Key.Key_Escape and is_searching:
            self.show_filter(is_shown=False)
        else:
            super().keyPressEvent(event)

    def _on_filter_clicked(self) -> None:
        self.show_filter(is_shown=self._filter_button.isChecked())

    def _on_filter_edited(self, text: str) -> None:
        self.view.set_filter(text)
        self._show_matches()

    def _show_matches(self) -> None:
        """Show the rows, or that none of them matches the filter."""
        has_match = self.view.has_match()
        if not has_match and self.no_match_page is None:
            from vkconfig_py.ui.widgets.layouts import EmptyPage

            self.no_match_page = EmptyPage(self._context, tr("Clear"))
            self.no_match_page.button.clicked.connect(self.filter.clear)
            self.no_match_page.button.clicked.connect(self.filter.setFocus)
            self._column.addWidget(self.no_match_page, 1)
        if self.no_match_page is not None:
            text = escape_invisible(self.filter.text())
            self.no_match_page.sentence.setText(tr("Nothing matches “{text}”.", text=text))
            self.no_match_page.setHidden(has_match)
            self.view.setVisible(has_match)

    def show_filter(self, *, is_shown: bool) -> None:
        """Show or hide the filter field. A hidden one is emptied."""
        # The filter also opens by key and closes with Esc: its button follows.
        self._filter_button.setChecked(is_shown)
        self.filter.setVisible(is_shown)
        if is_shown:
            self.filter.setFocus()
            self.filter.selectAll()
        else:
            # A hidden filter must not go on hiding rows.
            self.filter.clear()
            self.view.setFocus()
