"""LogDetails: one entry of the log with all its lines, wrapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTextEdit, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_filter import Finder, PlainFinder
from vkconfig_py.model.launch.log_store import LogEntry, MessageHeader, render_source
from vkconfig_py.model.launch.observed_loader import is_known_harmless
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.model.text.wording import escape_invisible, escape_invisible_lines
from vkconfig_py.ui.panels.log_view import TONE_BY_SEVERITY, get_hit_color
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Chip,
    Label,
    SlimScrollBar,
    TextRole,
    escape_menu_text,
    make_column,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.source_view import set_code_colors

# LogMessageBar: what can be done with the message that the details show.


class MessageOffers(NamedTuple):
    """What can be done with a message.

    Attributes:
        is_muted: the next launch will not have it.
        has_rule, has_setting: it leads to the specification, and to a setting of the layer.
    """

    is_muted: bool = False
    has_rule: bool = False
    has_setting: bool = False


class LogMessageBar(QWidget):
    """Buttons in a row.

    Signals:
        mute_requested, rule_requested, setting_requested: for the message that is shown.
    """

    mute_requested = Signal()
    rule_requested = Signal()
    setting_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mute = Button(context, tr("Mute this"), frame=Frame.OUTLINE, height=24)
        self.mute.reserve_width(tr("Mute this"), tr("Unmute"))
        self.rule_button = Button(context, tr("Specification"), frame=Frame.LINK, height=24)
        self.rule_button.setToolTip(tr("Open the rule in the specification"))
        self.setting = Button(context, tr("Setting"), frame=Frame.LINK, height=24)
        self.setting.setToolTip(tr("Go to the setting that enables this message"))
        self.mute.clicked.connect(lambda: self.mute_requested.emit())
        self.rule_button.clicked.connect(lambda: self.rule_requested.emit())
        self.setting.clicked.connect(lambda: self.setting_requested.emit())
        px = context.theme.px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(2), px(12), px(4))
        row.setSpacing(px(8))
        for button in (self.mute, self.rule_button, self.setting):
            row.addWidget(button)
        row.addStretch(1)

    def show_offers(self, offers: MessageOffers | None) -> None:
        """Show buttons for what can be done with a message.

        Args:
            offers: None if the entry is not a message of the validation layer.
        """
        self.setVisible(offers is not None)
        if offers is None:
            return
        self.mute.setText(tr("Unmute") if offers.is_muted else tr("Mute this"))
        self.mute.setToolTip(
            tr("Muted starting with the next launch")
            if offers.is_muted
            else tr("Omit this message starting with the next launch (message_id_filter)")
        )
        self.rule_button.setVisible(offers.has_rule)
        self.setting.setVisible(offers.has_setting)


# The context menu of the log: what can be done with an entry.

_ONLY_SEVERITY_LABELS = {
    "error": tr("Show only errors"),
    "warning": tr("Show only warnings"),
    "info": tr("Show only information"),
}


class LogCommands(Protocol):
    """What the panel does for its menu."""

    def copy_selected(self) -> None:
        """Copy the texts of the selected entries."""

    def copy_all(self) -> None:
        """Copy all entries that pass the filters, with time, severity and source."""

    def save(self) -> None:
        """Save the whole log to a file."""

    def show_only_source(self, source: str) -> None:
        """Show the entries of one source."""

    def show_only_severity(self, severity: str) -> None:
        """Show the entries of one severity."""

    def show_everything(self) -> None:
        """Drop all filters."""

    def go_to_first_error(self) -> None:
        """Show the first error of the launch."""

    def toggle_folding(self) -> None:
        """Show repeated entries in one row, or each in its own."""

    def find_offers(self, header: MessageHeader) -> MessageOffers:
        """Return what can be done with a message of the validation layer."""

    def mute(self, header: MessageHeader) -> None:
        """Leave a message out from the next launch on, or have a muted one again."""

    def open_rule(self, header: MessageHeader) -> None:
        """Open the rule of a message in the specification."""

    def copy_rule(self, header: MessageHeader) -> None:
        """Copy the address of the rule of a message in the specification."""

    def go_to_setting(self, header: MessageHeader) -> None:
        """Show the setting with which the layer prints a message."""

    def show_only_kind(self, kind: str) -> None:
        """Show the validation messages of one kind."""

    def copy_text(self, text: str) -> None:
        """Copy a text to the clipboard."""


class MenuItem(NamedTuple):
    """A line of the menu; without a label a separator.

    Attributes:
        is_checked: whether what it turns on and off is on, None for a command.
    """

    label: str = ""
    act: Callable[[], None] | None = None
    keys: str = ""
    enabled: bool = True
    is_checked: bool | None = None


def make_entry_items(
    entry: LogEntry | None,
    commands: LogCommands,
    *,
    is_filtered: bool,
    has_error: bool,
    folds: bool,
) -> list[MenuItem]:
    """Return the context menu of a log entry.

    Args:
        entry: None for a click beside the rows.
        commands: what the panel does.
        is_filtered: a filter or search hides entries.
        has_error: the log has an error.
        folds: repeated entries have one row.
    """
    items: list[MenuItem] = []
    if entry is not None:
        source, severity = entry.source, entry.severity
        items += (
            MenuItem(tr("Copy"), commands.copy_selected, "Ctrl+C"),
            MenuItem(),
            *(make_message_items(entry.message, commands) if entry.message else ()),
            MenuItem(
                tr("Show only {what}", what=source), lambda: commands.show_only_source(source)
            ),
            MenuItem(
                _ONLY_SEVERITY_LABELS.get(severity, tr("Show only {what}", what=severity)),
                lambda: commands.show_only_severity(severity),
            ),
        )
    return [
        *items,
        MenuItem(tr("Show everything"), commands.show_everything, enabled=is_filtered),
        MenuItem(tr("Go to the first error"), commands.go_to_first_error, enabled=has_error),
        MenuItem(tr("Fold repeated entries"), commands.toggle_folding, is_checked=folds),
        MenuItem(),
        MenuItem(tr("Copy all rows"), commands.copy_all),
        MenuItem(tr("Save the entire log…"), commands.save),
    ]


def make_message_items(header: MessageHeader, commands: LogCommands) -> list[MenuItem]:
    """Return the menu items for a validation message and for all of its kind."""
    offers = commands.find_offers(header)
    mute_label = tr("Unmute") if offers.is_muted else tr("Mute this")
    items = [MenuItem(mute_label, lambda: commands.mute(header))]
    if offers.has_rule:
        items += (
            MenuItem(tr("Open the rule in the specification"), lambda: commands.open_rule(header)),
            MenuItem(tr("Copy link to the specification"), lambda: commands.copy_rule(header)),
        )
    if offers.has_setting:
        items.append(MenuItem(tr("Go to the setting"), lambda: commands.go_to_setting(header)))
    if header.identifier:
        identifier = header.identifier
        items.append(MenuItem(tr("Copy identifier"), lambda: commands.copy_text(identifier)))
    items.append(
        MenuItem(
            tr("Show only messages of this kind"), lambda: commands.show_only_kind(header.kind)
        )
    )
    return [*items, MenuItem()]


def make_menu(items: list[MenuItem], context: ThemeContext, parent: QWidget) -> PopupMenu:
    """Return a menu with these items."""
    menu = PopupMenu(context, parent)
    for item in items:
        if item.act is None:
            menu.addSeparator()
            continue
        text = escape_menu_text(item.label) + (f"\t{item.keys}" if item.keys else "")
        action = menu.addAction(text, item.act)
        action.setEnabled(item.enabled)
        action.setCheckable(item.is_checked is not None)
        action.setChecked(bool(item.is_checked))
    return menu


_MAX_MARKS = 500
# Characters that are laid out; copying has all of them. A line without blanks takes Qt a time that
# grows with the square of its length: a tenth of a second for this many.
_MAX_TEXT, _MAX_LINE = 200_000, 20_000


class LogDetails(BackgroundPane):
    """Severity, source and time of an entry above its text.

    Of a validation message the sentence comes first: it is what a low pane shows.

    Signals:
        closed: the pane is not wanted.
    """

    closed = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, "base", parent)
        px = context.theme.px
        self.chip = Chip(context)
        self.summary = Label(
            context,
            text_style="small",
            text_role=TextRole.SECONDARY,
            elide=Qt.TextElideMode.ElideRight,
        )
        self.message = LogMessageBar(context)
        self.text = _WrappedText(context)
        close = Button(context, icon="close", frame=Frame.FLAT, name=tr("Close details"), height=24)
        close.setToolTip(tr("Close details"))
        close.clicked.connect(self.closed)
        head_layout = QHBoxLayout()
        set_margins(head_layout, px(12), px(4), px(8), px(4))
        head_layout.setSpacing(px(8))
        head_layout.addWidget(self.chip)
        head_layout.addWidget(self.summary, 1)
        head_layout.addWidget(close)
        column = make_column(self)
        column.addLayout(head_layout)
        column.addWidget(self.message)
        column.addWidget(self.text, 1)
        self.setMinimumWidth(px(200))

    def show_entry(
        self,
        entry: LogEntry,
        number: int,
        finder: Finder,
        offers: MessageOffers | None,
        repetition: str = "",
    ) -> None:
        """Show a log entry.

        Args:
            entry: to show.
            number: of the entry, counted from 1; 0 for none.
            finder: finds what to mark.
            offers: None if the entry is not a message.
            repetition: how often it came, "" for once.
        """
        self.message.show_offers(offers)
        tone = TONE_BY_SEVERITY.get(entry.severity, "neutral")
        self.chip.show_state(render_severity(entry.severity), tone)
        entry_text = tr("entry {number:,}", number=number) if number else ""
        # The line itself may say that it is an error.
        is_harmless = is_known_harmless(entry.source, entry.text)
        harmless_note = tr("known to be harmless") if is_harmless else ""
        parts = (render_source(entry.source), entry.time, entry_text, repetition, harmless_note)
        self.summary.setText(" · ".join(part for part in parts if part))
        self.text.show_text(entry, finder)


def _list_facts(header: MessageHeader) -> list[str]:
    """Return identifier, number and objects of a message, each a line."""
    identifier = header.identifier
    if identifier and header.number is not None:
        identifier = f"{identifier} ({header.number})"
    return [escape_invisible(fact) for fact in (identifier, *header.objects) if fact]


class _WrappedText(QPlainTextEdit):
    """Read-only text of an entry, wrapped, with what is searched marked.

    Above a message as it was printed stand its sentence, identifier and objects.
    """

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._finder: Finder = PlainFinder("")
        self._sentence, self._facts, self._printed_text = "", "", ""
        self.setReadOnly(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Entry text"))
        # Handles and VUIDs are longer than a narrow pane.
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBar(SlimScrollBar(context, self))
        px = context.theme.px
        self.document().setDocumentMargin(px(4))
        self.setViewportMargins(px(8), 0, px(8), 0)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_text(self, entry: LogEntry, finder: Finder) -> None:
        """Show the text of an entry, and mark where the search occurs in it."""
        header = entry.message
        parts = (
            escape_invisible(_shorten_text(header.sentence)) if header else "",
            "\n".join(_list_facts(header)) if header else "",
            _shorten_text(escape_invisible_lines(entry.text.expandtabs())),
        )
        self._finder = finder
        if parts != (self._sentence, self._facts, self._printed_text):
            self._sentence, self._facts, self._printed_text = parts
            self._write_parts()
        self._mark_matches()

    def _write_parts(self) -> None:
        """Write the parts of the text, each in its font, and go to the begin."""
        theme = self._context.theme
        self.clear()
        cursor = self.textCursor()
        for text, text_font, color in (
            (self._sentence, theme.body, theme.colors.text),
            (self._facts, theme.small, theme.colors.secondary),
            (self._printed_text, theme.code, theme.colors.text),
        ):
            if not text:
                continue
            character_format = QTextCharFormat()
            character_format.setFont(text_font.font)
            character_format.setForeground(color)
            separator = "\n\n" if text == self._printed_text else "\n"
            between = separator if not self.document().isEmpty() else ""
            cursor.insertText(f"{between}{text}", character_format)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _on_theme_changed(self) -> None:
        set_code_colors(self, self._context.theme)
        self._write_parts()
        self._mark_matches()

    def _mark_matches(self) -> None:
        """Mark where the search occurs in the text."""
        marks: list[QTextEdit.ExtraSelection] = []
        text = self.toPlainText()
        for span in self._finder.find_spans(text, _MAX_MARKS):
            begin, end = (_convert_to_qt_position(text, position) for position in span)
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(begin)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor = cursor
            # mark.format is a copy in PySide: it has to be assigned back.
            character_format = mark.format
            character_format.setBackground(get_hit_color(self._context.theme))
            mark.format = character_format
            marks.append(mark)
        self.setExtraSelections(marks)
        if marks:
            cursor = QTextCursor(self.document())
            cursor.setPosition(marks[0].cursor.selectionStart())
            self.setTextCursor(cursor)


def _convert_to_qt_position(text: str, position: int) -> int:
    """Convert a position in a text to that of Qt, which counts UTF-16 units."""
    return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2


def _shorten_text(text: str) -> str:
    """Return a text shortened to what can be laid out fast, with a note of what is left out."""
    if len(text) <= _MAX_LINE:
        return text
    lines = text[:_MAX_TEXT].split("\n")
    cut_lines = [line[:_MAX_LINE] for line in lines]
    shown_text = "\n".join(
        f"{begin}…" if len(begin) < len(line) else line
        for begin, line in zip(cut_lines, lines, strict=True)
    )
    left = len(text) - sum(map(len, cut_lines)) - (len(cut_lines) - 1)
    if not left:
        return shown_text
    omission_note = counted(
        "… and {n:,} more characters. Copy includes them.",
        "… and {n:,} more character. Copy includes it.",
        left,
    )
    return f"{shown_text}\n{omission_note}"
