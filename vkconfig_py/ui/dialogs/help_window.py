"""The help window: contents at the left, a page with its pictures at the right, a search of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QDialog, QTextEdit, QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import current_language, tr
from vkconfig_py.model.items.keyed_list import GroupsModel, NamedValue
from vkconfig_py.model.text.help_pages import (
    HelpPage,
    HelpTarget,
    find_hits,
    names_title,
    read_pages,
    split_words,
    stack_tables,
)
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Label,
    TextRole,
    localize_keys,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.choosers import describe_no_match
from vkconfig_py.ui.widgets.groups_view import GroupsView
from vkconfig_py.ui.widgets.panes import Splitter, open_within_screen
from vkconfig_py.ui.widgets.source_view import SearchableText

if TYPE_CHECKING:
    SubmitReading = Callable[[Callable[[], object], Callable[..., None]], None]

START_PAGE = HelpTarget("window")
_RESIZE_DELAY_MS = 150  # after the last change of the width
_MAX_MARKS = 2000
_MIN_COLUMN_WIDTH = 110  # of a table, in pixels
_CONTENTS_SHARE = 0.31  # of the width of the window
_PICTURE = "\ufffc"  # stands for it in the text of a document
_PROPORTIONAL_HEIGHT = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_HEADING_FACTORS = (2.0, 1.5, 1.2, 1.0, 0.8, 0.7)  # sizes that Qt gives to levels of headings
_LINE_GAP = 0.18  # between two lines, as part of their height
_RULE_PROPERTY = QTextFormat.Property.BlockTrailingHorizontalRulerWidth.value
_LIST_INDENT = 20
_CODE_INDENT = 24  # pixels by which the rest of a long line of code stands further in
_MARKDOWN_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub  # it has tables
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class HelpText(SearchableText):
    """A page whose hits are all marked.

    Signals:
        resized: the width changed, and pictures and tables may have another size.
    """

    resized = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Help"), parent)
        self._marks: list[tuple[int, int]] = []  # where hits begin and end
        self._resize_timer = QTimer(self)
        self._resize_timer.setSingleShot(True)
        self._resize_timer.setInterval(_RESIZE_DELAY_MS)
        self._resize_timer.timeout.connect(self.resized)
        self.search.setPlaceholderText(tr("Search help"))
        self.search.setAccessibleName(tr("Search help"))

    @property
    def picture_width(self) -> int:
        """The width of a picture that fills the page, in pixels."""
        margins = 2 * round(self.document().documentMargin())
        return max(200, self.viewport().width() - margins - 2)  # the line needs one pixel more

    def mark_hits(self) -> int:
        """Mark each occurrence of the searched words in the page. Return how many there are."""
        context, selections = QTextCharFormat(), list[QTextEdit.ExtraSelection]()
        context.setBackground(self._context.theme.colors.warn_tint)
        context.setForeground(self._context.theme.colors.text)
        context.setFontUnderline(self._context.theme.high_contrast)  # which has no tints
        self._marks = []
        for word in split_words(self.search.text()):
            cursor = self.document().find(word)
            while not cursor.isNull() and len(selections) < _MAX_MARKS:
                selection = QTextEdit.ExtraSelection()
                selection.cursor, selection.format = cursor, context
                selections.append(selection)
                self._marks.append((cursor.selectionStart(), cursor.selectionEnd()))
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(selections)
        self._marks.sort()
        return len(selections)

    def fit_width(self) -> None:
        """Keep the page as wide as the view, which long lines of code and tables would widen."""
        theme = self._context.theme
        for table in _list_tables(self.document()):
            table_format = table.format()
            # Of 100 Qt makes some a pixel too wide.
            table_format.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
            table_format.setBorderCollapse(True)
            table_format.setBorder(0)
            table_format.setBottomMargin(theme.px(8))
            table_format.setCellPadding(theme.px(6))
            table.setFormat(table_format)
            _draw_lines_below_rows(table, theme)
        hanging = theme.px(_CODE_INDENT)
        heights = self._measure_lines()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            block_format = block.blockFormat()
            if block_format.nonBreakableLines():
                block_format.setNonBreakableLines(False)
                block_format.setLeftMargin(block_format.leftMargin() + hanging)
                block_format.setTextIndent(-hanging)
            if block_format.hasProperty(_RULE_PROPERTY):
                block_format.setBackground(theme.colors.divider)
            if _PICTURE not in block.text():
                # The tint of a hit would cover the underscores of the line above.
                height = heights[block.blockNumber()]
                gap = round(height * _LINE_GAP)
                block_format.setLineHeight(100 * (height + gap) / height, _PROPORTIONAL_HEIGHT)
            # Between pixels, a line with a hit would lose its underscores: it is clipped in parts.
            block_format.setTopMargin(round(block_format.topMargin()))
            block_format.setBottomMargin(round(block_format.bottomMargin()))
            cursor.setPosition(block.position())
            cursor.setBlockFormat(block_format)
            block = block.next()
        cursor.endEditBlock()

    def _measure_lines(self) -> list[int]:
        """Return the height of a line of each block, in pixels, before lines are laid out."""
        heights, block, font = list[int](), self.document().begin(), self.document().defaultFont()
        factors = [1.0, *_HEADING_FACTORS]
        height_by_factor = {}
        for factor in dict.fromkeys(factors):
            sized_font = QFont(font)
            if font.pixelSize() > 0:
                sized_font.setPixelSize(int(font.pixelSize() * factor + 0.5))
            else:
                sized_font.setPointSizeF(font.pointSizeF() * factor)
            height_by_factor[factor] = ceil(QFontMetricsF(sized_font).height())
        while block.isValid():
            heights.append(height_by_factor[factors[block.blockFormat().headingLevel()]])
            block = block.next()
        return heights

    def find_narrow_tables(self) -> tuple[int, ...]:
        """Return the numbers of tables, from 0, that would break words, or have slender columns."""
        self.document().documentLayout().documentSize()  # with the lines of all blocks
        least_width, width = self._context.theme.px(_MIN_COLUMN_WIDTH), self.picture_width
        return tuple(
            number
            for number, table in enumerate(_list_tables(self.document()))
            if width < table.columns() * least_width or _breaks_words(table)
        )

    def clear_selection(self) -> None:
        """Select nothing any more, and leave the page where it is."""
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def find_next(self) -> bool:
        """Go to the next mark, after the last one to the first. Return False without marks."""
        if not self._marks:
            return False
        cursor = self.textCursor()
        position = cursor.selectionEnd()
        start, end = next((mark for mark in self._marks if mark[0] >= position), self._marks[0])
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.show_hit()
        return True

    def show_hit(self) -> None:
        """Scroll a hit that is not seen, or near the bottom, to where it has text around it."""
        top, height = self.cursorRect().top(), self.viewport().height()
        if not 0 <= top <= height * 2 // 3:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + top - height // 3)

    def go_to(self, section: int) -> None:
        """Scroll to a section of the page.

        Args:
            section: counted from 0, which is the start of the page.
        """
        block = self._find_heading(section)
        self.moveCursor(QTextCursor.MoveOperation.End)  # so that the section comes to the top
        self.setTextCursor(QTextCursor(block))
        box = self.document().documentLayout().blockBoundingRect(block)
        margin_above = self._context.theme.px(8)  # a heading at the very edge looks cut
        self.verticalScrollBar().setValue(int(box.top()) - margin_above if section else 0)

    @contextmanager
    def keep_reading_position(self) -> Iterator[None]:
        """Keep the text in view where it is while pictures above it change in height."""
        top, bar = self.cursorForPosition(QPoint(0, 0)), self.verticalScrollBar()
        old_top = self.cursorRect(top).top()
        yield
        bar.setValue(bar.value() + self.cursorRect(top).top() - old_top)

    def _find_heading(self, section: int) -> QTextBlock:
        """Return the heading of a section, counted from 0, or the start of the page."""
        block = self.document().begin()
        while block.isValid():
            section -= block.blockFormat().headingLevel() > 0
            if section < 0:
                return block
            block = block.next()
        return self.document().begin()

    def resizeEvent(self, event: QResizeEvent) -> None:
        with self.keep_reading_position():
            super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._resize_timer.start()

    def _on_search_changed(self) -> None:
        """Do nothing: the window searches all pages."""
        return  # the window looks through all pages


class HelpWindow(QDialog):
    """The window with the pages of the help, which stays open beside the main window.

    Signals:
        web_requested: open a web page.

    Attributes:
        target: the place that is shown.
    """

    web_requested = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        submit: SubmitReading,
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._submit = context, submit
        self._pages: tuple[HelpPage, ...] = ()
        self._history: list[HelpTarget] = []
        self._shown_page: HelpPage | None = None
        self._is_selecting = False  # the line follows the page, not the page the line
        self._is_awaiting_pictures = False  # pictures of the page are still on their way
        self._stacked_width = 0  # that is too narrow for a table of the page, in pixels
        self.target = START_PAGE
        self.setWindowTitle(tr("Help"))
        self.text = HelpText(context)
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        self.text.resized.connect(self._on_text_resized)
        self.search = self.text.search
        self.search.textChanged.connect(self._on_search_changed)
        self.back = Button(context, tr("Back"), frame=Frame.FLAT, height=28)
        self.back.setToolTip(tr("Previous page ({keys})", keys=localize_keys("Alt+Left")))
        self.back.setEnabled(False)
        self.back.clicked.connect(self.go_back)
        self.model = GroupsModel(self)
        self.contents = GroupsView(context, self.model, tr("Contents"))
        self.contents.selectionModel().currentChanged.connect(self._on_current_changed)
        self._no_hit = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self._no_hit.hide()
        self._lay_out()
        self.text.add_keys(self)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Back), self, self.go_back)
        context.changed.connect(self._render)
        open_within_screen(self, context.theme.px(1000), context.theme.px(680))
        contents_width = round(self.width() * _CONTENTS_SHARE)
        self._panes.setSizes([contents_width, self.width() - contents_width])
        submit(partial(read_pages, folder, current_language()), self._on_pages_read)

    def _lay_out(self) -> None:
        px = self._context.theme.px
        header = make_row(self.search, self.back)
        header.setStretch(0, 1)
        header.setContentsMargins(px(12), px(8), px(12), px(8))
        self._panes = Splitter(self._context)
        contents_side = BackgroundPane(self._context, "base")
        contents_column = make_column(contents_side)
        self._no_hit.setContentsMargins(px(12), px(12), px(12), px(12))
        contents_column.addWidget(self._no_hit)
        contents_column.addWidget(self.contents, 1)
        self._panes.addWidget(contents_side)
        self._panes.addWidget(self.text)
        self._panes.setStretchFactor(1, 1)
        column = make_column(self)
        column.addLayout(header)
        column.addWidget(Divider(self._context))
        column.addWidget(self._panes, 1)

    # what is shown

    def open_target(self, help_target: HelpTarget) -> None:
        """Go to a place of the help, and remember the present one for Back."""
        if help_target != self.target and self._shown_page is not None:
            self._history.append(self.target)
        self._show_target(help_target)

    def go_back(self) -> None:
        """Go to the place that was shown before."""
        if self._history:
            self._show_target(self._history.pop())

    def bring_to_front(self) -> None:
        self.show()
        self.activateWindow()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_target(self, help_target: HelpTarget) -> None:
        """Show a place of the help: its page, scrolled to its section."""
        self.target = help_target
        self.back.setEnabled(bool(self._history))
        page = next(
            (candidate for candidate in self._pages if candidate.name == help_target.page), None
        )
        if page is None:
            return  # they are still read
        if page is not self._shown_page:
            self._shown_page, self._is_awaiting_pictures = page, True
            self._render()
        self.text.go_to(page.find_section_number(help_target.anchor))
        self._select_section()

    def _on_pages_read(self, pages: tuple[HelpPage, ...]) -> None:
        """Show the pages of the help, which a thread has read."""
        if not isValid(self):  # it went with the question that it explained
            return
        self._pages = pages
        self._show_contents()
        self._show_target(self.target)

    def _select_section(self) -> None:
        """Select the shown section in the contents, if it is listed."""
        shown_page = self._shown_page
        anchor = self.target.anchor or (shown_page.sections[0].anchor if shown_page else "")
        index = self.model.find(f"{self.target.page}.md#{anchor}")
        if index.isValid():
            self._is_selecting = True
            self.contents.expand(index.parent())
            self.contents.setCurrentIndex(index)
            self._is_selecting = False

    def _show_contents(self) -> None:
        """List all sections in the contents, or while something is searched those with hits."""
        text = self.search.text()
        if split_words(text):
            hits = find_hits(self._pages, text)
            self.model.show(
                NamedValue(hit.page.title, hit.section.title, (f"{hit.section_number:,}",),
                      f"{hit.page.name}.md#{hit.section.anchor}",
                      counted_entries=hit.section_number)
                for hit in hits
            )  # fmt: skip
            self.contents.fold_all(is_folded=False)
            self._no_hit.setText(describe_no_match(text))
            self._no_hit.setVisible(bool(self._pages) and not hits)
        else:
            self._no_hit.hide()
            self.model.show(
                NamedValue(page.title, section.title, ("",), f"{page.name}.md#{section.anchor}")
                for page in self._pages
                for section in page.sections
            )
            self.contents.fold_all(is_folded=True)

    def _render(self) -> None:
        """Show the present page in the fonts of the theme, at the same place."""
        theme, page = self._context.theme, self._shown_page
        if page is None:
            return
        document, scroll_position = self.text.document(), self.text.verticalScrollBar().value()
        document.setDocumentMargin(theme.px(16))
        document.setIndentWidth(theme.px(_LIST_INDENT))
        document.setDefaultFont(theme.body.font)
        document.setMarkdown(page.markdown, _MARKDOWN_FEATURES)
        self.text.fit_width()
        narrow_tables = self.text.find_narrow_tables()
        self._stacked_width = self.text.picture_width if narrow_tables else 0
        if narrow_tables:
            document.setMarkdown(stack_tables(page.markdown, narrow_tables), _MARKDOWN_FEATURES)
            self.text.fit_width()
        self.text.verticalScrollBar().setValue(scroll_position)
        self.text.mark_hits()
        self._fetch_pictures()

    def _on_text_resized(self) -> None:
        """Stack tables that became too narrow, or show them as tables again, and fit pictures."""
        is_wider = 0 < self._stacked_width < self.text.picture_width
        if is_wider or self.text.find_narrow_tables():
            self._render()
            self._go_to_shown_place()
        else:
            self._fetch_pictures()

    def _go_to_shown_place(self) -> None:
        """Show the first hit of a search in the page, or else the section that was chosen."""
        page = self._shown_page
        if page is not None and not self.text.find_next():
            self.text.go_to(page.find_section_number(self.target.anchor))

    def _fetch_pictures(self) -> None:
        """Read the pictures of the page on a thread, in the size in which they are shown."""
        page = self._shown_page
        if page is None or not page.images:
            return
        ratio, width = self.devicePixelRatioF(), self.text.picture_width
        job = partial(_read_pictures, page.images, width, ratio)
        self._submit(job, partial(self._insert_pictures, page))

    def _insert_pictures(self, page: HelpPage, images: Mapping[str, QImage]) -> None:
        """Show the pictures of a page, which a thread has read, without moving the text."""
        if not isValid(self) or page is not self._shown_page:
            return
        document, kind = self.text.document(), QTextDocument.ResourceType.ImageResource
        with self.text.keep_reading_position():
            for name, image in images.items():
                document.addResource(int(kind.value), QUrl(name), image)
            document.markContentsDirty(0, document.characterCount())
        if self._is_awaiting_pictures and self.text.textCursor().hasSelection():
            self.text.show_hit()
        elif (
            self._is_awaiting_pictures
        ):  # without pictures the page may have been too short for that
            self.text.go_to(page.find_section_number(self.target.anchor))
        self._is_awaiting_pictures = False

    # what is used

    def _on_search_changed(self) -> None:
        """Go to the first hit, on the present page if it has one, else on another.

        The page whose title is typed is gone to in any case.
        """
        self._show_contents()
        self.text.mark_hits()
        text = self.search.text()
        hits = find_hits(self._pages, text)
        if not hits:
            self.text.clear_selection()  # a hit of what was typed before
        elif names_title(hits[0].page.title, text) or all(
            hit.page is not self._shown_page for hit in hits
        ):
            self.open_target(HelpTarget(hits[0].page.name, hits[0].section.anchor))
            self.text.find_next()
        else:
            self._select_section()
            self.text.find_next()

    def _on_current_changed(self, current_index: QModelIndex) -> None:
        """Go to the section that was selected in the contents."""
        line = self.model.line_at(current_index)
        help_target = HelpTarget.parse(line.path) if line is not None else None
        if help_target is not None and not self._is_selecting:
            self.open_target(help_target)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        """Go to the place of a link, or open a web page."""
        target = url.toString(QUrl.ComponentFormattingOption.FullyDecoded)
        help_target = HelpTarget.parse(target, self.target.page)
        if help_target is not None:
            self.open_target(help_target)
        else:
            self.web_requested.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))


def _list_tables(document: QTextDocument) -> list[QTextTable]:
    """Return the tables of a page from the top."""
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


def _breaks_words(table: QTextTable) -> bool:
    """Return whether a line of a table ends inside a word; code may break anywhere."""
    block, last_position = table.firstCursorPosition().block(), table.lastPosition()
    while block.isValid() and block.position() <= last_position:
        text, layout = block.text(), block.layout()
        for line_number in range(layout.lineCount() - 1):
            line = layout.lineAt(line_number)
            end = line.textStart() + line.textLength()
            if text[end - 1].isalpha() and text[end].isalpha():
                cursor = QTextCursor(block)
                cursor.setPosition(block.position() + end)
                if not cursor.charFormat().fontFixedPitch():
                    return True
        block = block.next()
    return False


def _draw_lines_below_rows(table: QTextTable, theme: Theme) -> None:
    """Draw a line below each row of a table, in place of Qt's grid, which is unseen where light."""
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            cell_format = cell.format().toTableCellFormat()
            cell_format.setBottomBorder(1)
            cell_format.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            cell_format.setBottomBorderBrush(theme.colors.divider)
            cell.setFormat(cell_format)


def _read_pictures(files: Mapping[str, Path], width: int, ratio: float) -> dict[str, QImage]:
    """Return the pictures that can be read, by name, scaled to a width.

    `width` is in device-independent pixels. `ratio` is the number of device pixels per pixel of the
    screen.
    """
    images = {name: QImage(str(file)) for name, file in files.items()}
    return {
        name: _scale_to_width(image, width, ratio)
        for name, image in images.items()
        if not image.isNull()
    }


def _scale_to_width(image: QImage, width: int, ratio: float) -> QImage:
    """Return an image scaled down to at most a width, sharp on its screen."""
    target_width = min(round(width * ratio), round(image.width() * ratio))
    size = QSize(target_width, round(image.height() * target_width / image.width()))
    scaled_image = image.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)
    scaled_image.setDevicePixelRatio(ratio)
    return scaled_image
