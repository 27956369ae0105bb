"""Pages of the loader's inputs: manifest, library, environment variables, options."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.catalog.folder_scan import DriverFiles, find_driver_files
from vkconfig_py.model.chain.loader_variables import ExplainedVariable, VariableSetter
from vkconfig_py.model.chain.row_details import (
    AddedDriverLine,
    EntryAction,
    FileText,
    LabeledFact,
    get_driver_key,
    present_driver,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace_edits import (
    LOG_LEVEL_NAMES,
    add_drivers,
    enable_driver,
    remove_driver,
    set_loader_log,
)
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext, add_break_points
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Label,
    TextRole,
    make_column,
    make_row,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Frame
from vkconfig_py.ui.widgets.file_dialogs import choose_files, choose_folder
from vkconfig_py.ui.widgets.layouts import TONE_ROLES, Box, Page, fill_form
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.source_view import SourceView


class ManifestPage(QWidget):
    """Path, text with the marked line, and the finding as a sentence.

    Signals:
        folder_requested: open the folder of a file.
        copied: a text for the clipboard.
    """

    folder_requested = Signal(str)
    copied = Signal(str)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._file = ""
        elide_mode = Qt.TextElideMode.ElideMiddle
        self._path = Label(context, text_style="small", text_role=TextRole.ACCENT, elide=elide_mode)
        self._folder_button = Button(
            context, icon="folder", frame=Frame.FLAT, name=tr("Open folder"), height=24
        )
        self._folder_button.setToolTip(tr("Open folder"))
        self._copy_button = Button(
            context, icon="copy", frame=Frame.FLAT, name=tr("Copy path"), height=24
        )
        self._copy_button.setToolTip(tr("Copy path"))
        self._folder_button.clicked.connect(lambda: self.folder_requested.emit(self._file))
        self._copy_button.clicked.connect(lambda: self.copied.emit(self._file))
        self._head_row = make_row(self._path, self._copy_button, self._folder_button, spacing=4)
        self.text = SourceView(context, tr("Manifest"))
        self._finding = Label(context, text_style="small", wrap=True)
        column = make_column(self)
        column.addLayout(self._head_row)
        column.addWidget(self.text, 1)
        column.addWidget(self._finding)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._head_row, px(16), px(6), px(8), px(6))
        self._finding.setContentsMargins(px(16), px(8), px(16), px(12))

    def show_source(self, source: FileText, line: int, tone: str, finding_text: str) -> None:
        """Show the text of a file with a marked line, and a sentence below it.

        `line` is counted from 1; 0 marks none. `tone` is the key of the line's color, such as
        "error". `finding_text` is the sentence, "" for none.
        """
        self._file = source.path
        planned_title = f"{source.path} · {tr('not written yet')}"
        self._path.setText(planned_title if source.is_planned else source.path)
        self.text.show_text(source.text, line, tone)
        self._finding.setText(source.error or finding_text)
        finding_tone = "error" if source.error else tone
        self._finding.set_text_role(TONE_ROLES.get(finding_tone, TextRole.SECONDARY))
        self._finding.setVisible(bool(source.error or finding_text))


class LibraryPage(Page):
    """Facts of a library, one per line."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Library"), parent)

    def show_facts(self, facts: Sequence[LabeledFact]) -> None:
        """Show the facts of a library, or that the manifest names none."""
        # A new body each time: rows of a QFormLayout can only be taken out one by one.
        body = self.make_body()
        form_layout = QFormLayout(body)
        fill_form(self._context, form_layout, facts)
        if not facts:
            label = Label(
                self._context,
                tr("The manifest does not name a library that the loader can load."),
                text_role=TextRole.SECONDARY,
            )
            form_layout.addRow(label)
        self.setWidget(body)


_MAX_VALUE_LENGTH = 200
_PARTS_AT_ONCE = 16  # lines that a page makes within a frame
TRY_TIP = tr("Try it in What-if; nothing is changed")


class VariableLine(QWidget):
    """One variable: value, effect, origin and actions.

    Signals:
        copied: NAME=value, for a shell.
        file_requested: the file that set it (path, line).
        try_requested: show a what-if with another value (name, value; None for not set).
        variable_requested: ask for a value for a what-if (name).
    """

    copied = Signal(str)
    file_requested = Signal(str, int)
    try_requested = Signal(str, object)
    variable_requested = Signal(str)

    def __init__(
        self, context: ThemeContext, entry: ExplainedVariable, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self.entry = entry
        row = entry.row
        value = row.value
        name_text = row.name if value is None else f"{row.name}={escape_invisible(value)}"
        texts = QVBoxLayout()
        texts.setSpacing(context.theme.px(2))
        # Names of variables have no place to break a line at.
        texts.addWidget(
            Label(context, row.name, text_style="strong", elide=Qt.TextElideMode.ElideRight)
        )
        if value:
            label = Label(
                context,
                add_break_points(escape_invisible(_shorten_value(value))),
                text_style="small",
                wrap=True,
            )
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setToolTip(make_tooltip(value) if len(value) > _MAX_VALUE_LENGTH else "")
            texts.addWidget(label)
        elif value is not None:
            texts.addWidget(Label(context, tr("set, but empty"), text_style="small"))
        if row.effects:
            effect = escape_invisible("; ".join(row.effects))
            text_role = TextRole.WARN if row.is_ignored else TextRole.SECONDARY
            texts.addWidget(
                Label(
                    context,
                    add_break_points(effect),
                    text_style="small",
                    text_role=text_role,
                    wrap=True,
                )
            )
        if row.setter is not VariableSetter.NOBODY:
            self._add_origin(texts, entry)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(context.theme.px(8))
        line.addLayout(texts, 1)
        for button in self._make_buttons(entry):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(name_text)

    def _add_origin(self, texts: QVBoxLayout, entry: ExplainedVariable) -> None:
        """Add where the variable was set, with a link to the file that sets it."""
        context = self._context
        is_simulated = entry.row.setter is VariableSetter.WHAT_IF
        text_role = TextRole.SIMULATED if is_simulated else TextRole.SECONDARY
        origin = Label(
            context,
            escape_invisible(entry.origin),
            text_style="small",
            text_role=text_role,
            wrap=True,
        )
        texts.addWidget(origin)
        if entry.file:
            location = tr("{file}, line {line}", file=escape_invisible(entry.file), line=entry.line)
            # A button and not a link in a label: Tab and screen readers find it.
            link = Button(
                context,
                location,
                frame=Frame.LINK,
                height=20,
                name=tr("Show {place}", place=location),
            )
            link.clicked.connect(lambda: self.file_requested.emit(entry.file, entry.line))
            texts.addWidget(link)

    def _make_buttons(self, entry: ExplainedVariable) -> list[Button]:
        """Return the buttons that try the variable with another value or copy it."""
        row = entry.row
        if row.value is None:
            button = Button(
                self._context, tr("Try"), height=28, name=tr("Try {name}", name=row.name)
            )
            button.clicked.connect(self._on_try_clicked)
        else:
            button = Button(
                self._context,
                tr("Try without"),
                height=28,
                name=tr("Try without {name}", name=row.name),
            )
            button.clicked.connect(lambda: self.try_requested.emit(row.name, None))
        button.setToolTip(TRY_TIP)
        if row.value is None:
            return [button]
        copy = Button(
            self._context,
            icon="copy",
            frame=Frame.FLAT,
            height=28,
            name=tr("Copy {name}", name=row.name),
        )
        copy.setToolTip(tr("Copy name and value"))
        copy.clicked.connect(self._on_copy_clicked)
        return [button, copy]

    def _on_try_clicked(self) -> None:
        """Show a what-if with the variable set, after asking for a value if none is known."""
        row = self.entry.row
        # Without a value that would do something, the user is asked for one.
        if row.suggestion:
            self.try_requested.emit(row.name, row.suggestion)
        else:
            self.variable_requested.emit(row.name)

    def _on_copy_clicked(self) -> None:
        row = self.entry.row
        # Quoted: it is pasted into a shell.
        self.copied.emit(f"{row.name}={shlex.quote(row.value or '')}")


class EnvironmentPage(Page):
    """Variables that are set, then those that a layer reads, then the loader's others.

    Signals: those of VariableLine.
    """

    copied = Signal(str)
    file_requested = Signal(str, int)
    try_requested = Signal(str, object)
    variable_requested = Signal(str)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Loader variables"), parent)
        self._shown: tuple[ExplainedVariable, ...] = ()
        self._pending_name = ""  # a variable to show once the variables are read
        # Tab goes to the buttons in it; the page follows them.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def list_lines(self) -> list[VariableLine]:
        body: QWidget | None = self.widget()
        return body.findChildren(VariableLine) if body is not None else []

    def go_to(self, name: str) -> None:
        """Scroll to a variable, now or once the variables are read."""
        self._pending_name = name
        self._show_pending()

    def _show_pending(self) -> None:
        """Scroll to the variable that `go_to` asked for, if its line is there now."""
        line = next(
            (
                known_line
                for known_line in self.list_lines()
                if known_line.entry.row.name == self._pending_name
            ),
            None,
        )
        if line is not None:
            self._pending_name = ""
            # A fresh page has its places only after its layout.
            QTimer.singleShot(0, line, lambda: self.ensureWidgetVisible(line, 0, 40))
            line.findChildren(Button)[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_variables(self, entries: Sequence[ExplainedVariable]) -> None:
        """Show these variables, those that are set first."""
        # Showing the same again would lose the focus and the scroll position.
        if tuple(entries) == self._shown:
            self._pending_name = ""
            return
        self._shown = tuple(entries)
        px = self._context.theme.px
        body = self.make_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(12))
        self.setWidget(body)
        self._add_parts(column, self._make_parts(entries))

    def _add_parts(self, column: QVBoxLayout, parts: Iterator[QWidget]) -> None:
        """Add the next parts of the page, and the others after what else is to be done."""
        # Implicit layers read two variables each: of many the window would stand still.
        added_count = 0
        for part in islice(parts, _PARTS_AT_ONCE):
            column.addWidget(part)
            added_count += 1
        if added_count == _PARTS_AT_ONCE:
            QTimer.singleShot(0, column, partial(self._add_parts, column, parts))
            return
        # Without it the lines would share the height of a page that is not full.
        column.addStretch(1)
        self._show_pending()

    def _make_parts(self, entries: Sequence[ExplainedVariable]) -> Iterator[QWidget]:
        """Yield the lines of the page with their headings, made when they are asked for."""
        context = self._context
        unset_entries = [entry for entry in entries if entry.row.setter is VariableSetter.NOBODY]
        present = [entry for entry in entries if entry.row.setter is not VariableSetter.NOBODY]
        effective_entries = [entry for entry in unset_entries if entry.row.effects]
        unread = [entry.row.name for entry in unset_entries if not entry.row.effects]
        if not present:
            yield Label(context, tr("No loader variables are set."), text_role=TextRole.SECONDARY)
        yield from map(self._make_line, present)
        if effective_entries:
            yield from self._make_heading(tr("Not set; read by a layer"))
        yield from map(self._make_line, effective_entries)
        if unread:
            yield from self._make_heading(tr("Not set; read by the loader"))
            text = add_break_points(", ".join(unread))
            yield Label(context, text, text_style="small", text_role=TextRole.SECONDARY, wrap=True)

    def _make_heading(self, text: str) -> tuple[QWidget, QWidget]:
        """Return a divider and the heading below it."""
        heading = Label(
            self._context,
            text,
            text_style="small_strong",
            text_role=TextRole.SECONDARY,
            wrap=True,
        )
        return Divider(self._context), heading

    def _make_line(self, entry: ExplainedVariable) -> VariableLine:
        """Return the line of a variable, its signals connected to those of the page."""
        line = VariableLine(self._context, entry)
        line.copied.connect(self.copied)
        line.file_requested.connect(self.file_requested)
        line.try_requested.connect(self.try_requested)
        line.variable_requested.connect(self.variable_requested)
        return line


def _shorten_value(value: str) -> str:
    return value if len(value) <= _MAX_VALUE_LENGTH else f"{value[:_MAX_VALUE_LENGTH]}…"


LOG_HINT = tr(
    "Written to the program's standard error. If nothing is checked, the session's "
    "VK_LOADER_DEBUG applies."
)
DRIVERS_HINT = tr("Programs get these drivers in addition to those that the loader finds.")
NO_DRIVERS = tr("No drivers added.")
_MANIFEST_FILTER = tr("Driver manifests (*.json);;All files (*)")
_MAX_LIST_HEIGHT = 300  # height of the list; it scrolls then
_COLUMN_COUNT = 2


class LoaderPage(Page):
    """Check boxes for the loader's messages, and the list of added drivers.

    Signals:
        folder_requested: open the folder of a manifest.
    """

    folder_requested = Signal(str)

    def __init__(
        self, context: ThemeContext, session: Session, worker: Worker, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, tr("Loader options"), parent)
        self._session = session
        self._worker = worker
        self.boxes = {word: CheckBox(context, name) for word, name in LOG_LEVEL_NAMES.items()}
        self.other_words_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.model = LinesModel(get_driver_key, present_driver, self)
        self.view = LinesView(context, self.model, tr("Added drivers"))
        self.no_drivers_note = Label(context, NO_DRIVERS, text_role=TextRole.SECONDARY)
        self.refused_note = Label(context, text_style="small", text_role=TextRole.ERROR, wrap=True)
        self._lay_out()
        for box in self.boxes.values():
            box.toggled.connect(self._on_box_toggled)
        self.view.action_used.connect(self.apply_action)
        self.view.link_used.connect(lambda line: self.folder_requested.emit(line.entry.path))
        self.view.menu_requested.connect(lambda line, position: self.make_menu(line).exec(position))
        session.edits.workspace_changed.connect(self.refresh)
        session.snapshots.shown_changed.connect(self.refresh)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _lay_out(self) -> None:
        context = self._context
        add = Button(context, tr("Add file…"), height=28, name=tr("Add driver manifest"))
        add.clicked.connect(self.choose_file)
        add_folder = Button(
            context, tr("Add folder…"), height=28, name=tr("Add folder with driver manifests")
        )
        add_folder.clicked.connect(self.choose_folder)
        body = self.make_body()
        column = self._column = QVBoxLayout(body)
        column.addWidget(self._make_caption(tr("Loader log messages")))
        grid = self._grid = QGridLayout()
        for number, box in enumerate(self.boxes.values()):
            grid.addWidget(box, number // _COLUMN_COUNT, number % _COLUMN_COUNT)
        column.addLayout(grid)
        column.addWidget(self.other_words_note)
        column.addWidget(
            Label(context, LOG_HINT, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        )
        column.addSpacing(context.theme.px(12))
        column.addWidget(self._make_caption(tr("Added drivers")))
        column.addWidget(
            Label(
                context, DRIVERS_HINT, text_style="small", text_role=TextRole.SECONDARY, wrap=True
            )
        )
        column.addWidget(self.no_drivers_note)
        self._box = Box(context, self.view, has_own_rows=True)
        column.addWidget(self._box)
        column.addLayout(make_row(add, add_folder, None))
        column.addWidget(self.refused_note)
        column.addStretch(1)
        self.setWidget(body)
        self.refused_note.hide()

    def _make_caption(self, text: str) -> Label:
        return Label(
            self._context, text, text_style="small_strong", text_role=TextRole.SECONDARY, wrap=True
        )

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        self._column.setSpacing(px(6))
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(4))
        self._fit()

    def _fit(self) -> None:
        """Make the list of drivers as high as its rows, up to a limit."""
        px = self._context.theme.px
        # A list inside a page that scrolls: as high as its rows, up to a limit.
        heights = [self.view.sizeHintForRow(row) for row in range(self.model.rowCount())]
        self._box.setVisible(bool(heights))
        self.no_drivers_note.setVisible(not heights)
        self.view.setFixedHeight(min(px(_MAX_LIST_HEIGHT), sum(heights) + px(8)))

    # ---- what is shown

    def refresh(self) -> None:
        """Show what the loader prints, and the drivers added to the configuration."""
        # Signals come while another page is shown: showEvent makes up for them.
        if not self.isVisible():
            return
        configuration = self._session.edits.workspace.selected_configuration
        for word, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(word in configuration.loader_log)
        other_words = [word for word in configuration.loader_log if word not in LOG_LEVEL_NAMES]
        self.other_words_note.setText(
            tr("Also: {others}", others=escape_invisible(", ".join(other_words)))
        )
        self.other_words_note.setVisible(bool(other_words))
        self.model.update_to(self._list_driver_lines(configuration))
        self._fit()

    def showEvent(self, event: object) -> None:
        self.refused_note.hide()
        self.refresh()

    def _list_driver_lines(self, configuration: Configuration) -> list[AddedDriverLine]:
        """Return the added drivers, each with its row of the chain if it is turned on."""
        snapshot = self._session.snapshots.shown
        rows = {row.manifest: row for row in snapshot.rows} if snapshot else {}
        return [
            AddedDriverLine(entry, rows.get(entry.path) if entry.enabled else None)
            for entry in configuration.added_drivers
        ]

    # ---- what is done

    def _get_configuration_key(self) -> str:
        return self._session.edits.workspace.selected_configuration.key

    def _on_box_toggled(self) -> None:
        """Store which messages the loader prints, keeping words of VK_LOADER_DEBUG without box."""
        known_words = [word for word, box in self.boxes.items() if box.isChecked()]
        edits = self._session.edits
        other_words = [
            word
            for word in edits.workspace.selected_configuration.loader_log
            if word not in LOG_LEVEL_NAMES
        ]
        edits.commit(
            set_loader_log(
                edits.workspace, self._get_configuration_key(), (*known_words, *other_words)
            )
        )

    def choose_file(self) -> None:
        """Let the user choose driver manifests, and add them."""
        start = self._session.machine.home
        paths = choose_files(self, tr("Driver manifests"), start, _MANIFEST_FILTER)
        self.add_drivers(paths)

    def choose_folder(self) -> None:
        """Let the user choose a folder with driver manifests, and add them."""
        start = self._session.machine.home
        folder = choose_folder(self, tr("Folder with driver manifests"), start)
        self.add_drivers([folder] if folder else [])

    def add_drivers(self, paths: Sequence[str]) -> None:
        """Add the drivers whose manifests are among files and folders, once they are read."""
        if paths:
            host, cache = self._session.machine.host, self._session.shared.cache
            self._worker.submit(
                lambda: find_driver_files(paths, host, cache()),
                partial(self._on_drivers_found, self._get_configuration_key()),
            )

    def _on_drivers_found(self, key: str, driver_files: DriverFiles) -> None:
        """Add drivers that were read to a configuration, and say which were refused.

        `key` is that of the configuration.
        """
        edits = self._session.edits
        edits.commit(add_drivers(edits.workspace, key, driver_files.files))
        self.refused_note.setText("\n".join(map(escape_invisible, driver_files.refusals)))
        self.refused_note.setVisible(bool(driver_files.refusals))

    def apply_action(self, line: AddedDriverLine, action: EntryAction | None) -> None:
        """Do what a button of an added driver says: turn it on or off, or remove it."""
        edits, path = self._session.edits, line.entry.path
        if action is EntryAction.REMOVE:
            edits.commit(remove_driver(edits.workspace, self._get_configuration_key(), path))
        elif action is not None:
            is_on = action is EntryAction.TURN_ON
            edits.commit(
                enable_driver(edits.workspace, self._get_configuration_key(), path, is_on=is_on)
            )

    def make_menu(self, line: AddedDriverLine) -> PopupMenu:
        """Return the context menu of an added driver."""
        menu = PopupMenu(self._context, self)
        for action in present_driver(line).actions:
            menu.addAction(action.label, partial(self.apply_action, line, action.action))
        menu.addAction(tr("Open folder"), partial(self.folder_requested.emit, line.entry.path))
        return menu
