"""Show what differs between two sides: the window "Compare", and the dialog of past runs.

CompareWindow compares devices, configurations, loaders, reports or moments and exports the result;
RunsDialog lists launches of programs, the files of one and what differs between two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.model.comparison.choices import (
    TODAY,
    ConfigurationChoice,
    DeviceSideChoice,
    LoaderChoice,
    MomentChoice,
    SavedChoice,
    SideChoice,
    get_family,
)
from vkconfig_py.model.comparison.sides import (
    RUNS_ARE_ALIKE,
    ComparedValue,
    Comparison,
    ComparisonFormat,
    compare_runs,
    filter_lines,
    get_difference_key,
    present_difference,
    render_comparison,
)
from vkconfig_py.model.items.keyed_list import GroupsModel, LinesModel, NamedValue
from vkconfig_py.model.launch.run_history import PastRun, get_run_key, present_run, render_command
from vkconfig_py.model.launch.written_files import (
    TOOL_BY_ACTION,
    FileAction,
    WrittenFile,
    list_tool_actions,
    present_file,
)
from vkconfig_py.model.text.wording import (
    escape_invisible,
    make_tooltip,
    render_moment,
    render_size,
)
from vkconfig_py.ui.theme.context import ThemeContext, add_break_points
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Field,
    Label,
    TextRole,
    escape_menu_text,
    find_position_below,
    localize_keys,
    make_column,
    make_row,
    set_background,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.choosers import ChoiceButton
from vkconfig_py.ui.widgets.desktop import open_file
from vkconfig_py.ui.widgets.file_dialogs import choose_file, choose_save_path
from vkconfig_py.ui.widgets.groups_view import NAME_SHARE, GroupsView
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import open_within_screen

_EXPORT_FILTERS = "HTML (*.html);;JSON (*.json);;Markdown (*.md)"
_FORMAT_BY_SUFFIX = {
    ".html": ComparisonFormat.HTML,
    ".htm": ComparisonFormat.HTML,
    ".json": ComparisonFormat.JSON,
    ".md": ComparisonFormat.MARKDOWN,
}
CHOOSE_SIDES = tr(
    "Choose what to compare: two devices, configurations, reports, loaders or points in time."
)
ListChoices = Callable[[], Sequence[SideChoice]]
READING_RUNS = tr("Reading the runs…")
NO_RUNS = tr("No runs yet. Launch a program (F5) to see it in this list.")
CHOOSE_TWO_RUNS = tr("Ctrl+click two runs to compare them.")
CHOOSE_SECOND_RUN = tr("Ctrl+click a second run to compare them.")
NO_FILES = tr("No file of this run was found.")
OUTPUT_IN_LOG = tr("{tool} was started; its output is in the log.")
MOVED_TO_TRASH = tr("{name} was moved to the trash.")
RESTORED = tr("{name} was restored.")


class CompareWindow(BackgroundPane):
    """The window with two sides in columns.

    Signals:
        compare_requested: compare two choices (SideChoice, SideChoice).
        copied: a text for the clipboard.
        save_requested: write what is shown (path, form).
    """

    compare_requested = Signal(object, object)
    copied = Signal(str)
    save_requested = Signal(str, ComparisonFormat)

    def __init__(
        self,
        context: ThemeContext,
        choices: ListChoices,
        home_folder: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "window", parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self._choices = choices
        self._home_folder = home_folder
        self.sides: list[SideChoice | None] = [None, None]
        self.comparison: Comparison | None = None
        self.model = GroupsModel(self)
        self.view = GroupsView(context, self.model, tr("Differences"))
        # Always there: the titles stand above the columns beside it.
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        sides = [tr("Left"), tr("Right")]
        if self.isRightToLeft():
            sides.reverse()  # the first one stands on the right
        self.choosers = [ChoiceButton(context, side, arrow=True) for side in sides]
        self.swap = Button(context, tr("Swap"), icon="swap", frame=Frame.FLAT, height=28)
        self.only_differences = Button(context, tr("Differences only"), height=28)
        self.only_differences.setCheckable(True)
        self.only_differences.setChecked(True)
        self.only_differences.setToolTip(tr("Hide values that are equal on both sides"))
        self.search = Field(
            context,
            name=tr("Filter"),
            is_search=True,
            hint=tr("Filter: name, group, value"),
            keys="Ctrl+F",
        )
        self.copy = Button(context, tr("Copy as Markdown"), icon="copy", height=28)
        self.export = Button(context, tr("Export…"), icon="file", height=28)
        self.export.setToolTip(
            tr(
                "Save the visible rows as HTML, JSON or Markdown ({keys})",
                keys=localize_keys("Ctrl+S"),
            )
        )
        self.state = Label(
            context, CHOOSE_SIDES, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        elide = Qt.TextElideMode.ElideRight
        self.title_labels = [
            Label(context, text_style="small_strong", elide=elide) for _place in range(2)
        ]
        self._lay_out()
        self._connect_signals()
        self.setWindowTitle(tr("Compare"))
        open_within_screen(self, context.theme.px(1040), context.theme.px(680))
        self._show_values()

    def _lay_out(self) -> None:
        px = self._context.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        chooser_row = make_row(self.choosers[0], self.swap, self.choosers[1], None)
        chooser_row.setContentsMargins(px(16), px(12), px(16), px(6))
        bar = QHBoxLayout()
        bar.setContentsMargins(px(16), px(2), px(16), px(8))
        bar.setSpacing(px(8))
        bar.addWidget(self.search, 1)
        for button in (self.only_differences, self.copy, self.export):
            bar.addWidget(button)
        state_row = make_row(self.state)
        state_row.setStretch(0, 1)
        state_row.setContentsMargins(px(16), 0, px(16), px(8))
        self._column_titles = QWidget()
        self._titles = QHBoxLayout(self._column_titles)
        self._titles.setSpacing(0)
        self._titles.addStretch(round(NAME_SHARE * 100))
        for label in self.title_labels:
            self._titles.addWidget(label, round((1 - NAME_SHARE) * 50))
        for part in (chooser_row, bar, state_row):
            column.addLayout(part)
        column.addWidget(Divider(self._context))
        column.addWidget(self._column_titles)
        column.addWidget(self.view, 1)
        self._on_theme_changed()

    def _connect_signals(self) -> None:
        for side_index, chooser in enumerate(self.choosers):
            chooser.clicked.connect(partial(self._show_choices, side_index))
        self.swap.clicked.connect(self._swap_sides)
        self.only_differences.toggled.connect(self._show_values)
        self.search.textChanged.connect(self._show_values)
        self.copy.clicked.connect(self._copy_values)
        self.export.clicked.connect(self._export_values)
        self.view.copied.connect(self.copied)
        self._context.changed.connect(self._on_theme_changed)
        for keys, slot in (
            ("Ctrl+F", self.search.setFocus),
            ("Ctrl+S", self._export_values),
            ("Ctrl+Shift+C", self._copy_values),
            ("Ctrl+W", self.close),
            ("Esc", self.close),
        ):
            QShortcut(QKeySequence(keys), self, slot)

    def _on_theme_changed(self) -> None:
        """Set margins and colors after a change of theme or text size."""
        px = self._context.theme.px
        # As the view insets its lines; the scroll bar is beside them.
        right_margin = px(16) + self.view.verticalScrollBar().sizeHint().width()
        set_margins(self._titles, px(32), px(8), right_margin, px(4))
        set_background(self._context.theme.colors.window, self.view, views=True)

    # the sides

    def choose(self, left_choice: SideChoice | None, right_choice: SideChoice | None) -> None:
        """Choose both sides, and compare them if neither is None.

        Args:
            left_choice: the left side, None for one that the user is to choose.
            right_choice: the same on the right.
        """
        self.sides = [left_choice, right_choice]
        self.comparison = None
        self._show_values()
        if left_choice is not None and right_choice is not None:
            self.state.setText(tr("Comparing…"))
            self.compare_requested.emit(left_choice, right_choice)

    def _swap_sides(self) -> None:
        self.choose(self.sides[1], self.sides[0])

    def _show_choices(self, side_index: int) -> None:
        """Open the menu that selects one side.

        Args:
            side_index: 0 for the left side, 1 for the right one.
        """
        self.make_choices_menu(side_index).exec(find_position_below(self.choosers[side_index]))

    def make_choices_menu(self, side_index: int) -> PopupMenu:
        """Return the menu of what can be compared with the other side.

        Args:
            side_index: 0 for the left side, which offers everything; 1 for the right one.
        """
        menu = PopupMenu(self._context, self)
        other_choice = self.sides[1 - side_index]
        choices = [
            choice
            for choice in self._choices()
            if side_index == 0
            or other_choice is None
            or get_family(choice) == get_family(other_choice)
        ]
        devices = [choice for choice in choices if isinstance(choice, DeviceSideChoice)]
        self._add_choices(menu, tr("Devices"), side_index, devices)
        configurations = [choice for choice in choices if isinstance(choice, ConfigurationChoice)]
        self._add_choices(menu, tr("Configurations"), side_index, configurations)
        reports = [choice for choice in choices if choice == TODAY]
        for report in reports:
            menu.addAction(
                escape_menu_text(report.title), partial(self._on_chosen, side_index, report)
            )
        if reports:
            menu.addAction(tr("Saved report…"), partial(self._choose_file, side_index))
        loaders = [choice for choice in choices if isinstance(choice, LoaderChoice)]
        self._add_choices(menu, tr("This machine with another loader"), side_index, loaders)
        moments = [choice for choice in choices if isinstance(choice, MomentChoice)]
        self._add_choices(menu, tr("This machine at another time"), side_index, moments)
        return menu

    def _add_choices(
        self, menu: PopupMenu, title: str, side_index: int, choices: Sequence[SideChoice]
    ) -> None:
        """Add a submenu of choices for a side, unless there are none.

        `side_index` is 0 for the left side, 1 for the right one.
        """
        if choices:
            submenu = menu.add_submenu(title)
            for choice in choices:
                submenu.addAction(
                    escape_menu_text(choice.title), partial(self._on_chosen, side_index, choice)
                )

    def _choose_file(self, side_index: int) -> None:
        """Let the user choose a saved report as one side.

        Args:
            side_index: 0 for the left side, 1 for the right one.
        """
        path = choose_file(
            self, tr("Saved report"), self._home_folder, tr("Reports (*.json);;All files (*)")
        )
        if path:
            self._on_chosen(side_index, SavedChoice(path))

    def _on_chosen(self, side_index: int, choice: SideChoice) -> None:
        """Compare with a newly chosen side. Clear the other side if it cannot be compared.

        `side_index` is 0 for the left side, 1 for the right one.
        """
        sides = list(self.sides)
        sides[side_index] = choice
        other_choice = sides[1 - side_index]
        if other_choice is not None and get_family(other_choice) != get_family(choice):
            sides[1 - side_index] = None
        self.choose(sides[0], sides[1])

    # what is shown

    def show_comparison(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self._show_values()
        self.view.setFocus()

    def show_error(self, sentence: str) -> None:
        """Show why the two sides could not be compared."""
        self.comparison = None
        self._show_values()
        self.state.setText(escape_invisible(sentence))
        self.state.set_text_role(TextRole.ERROR)

    def show_result(self, text: str, *, is_error: bool = False) -> None:
        """Show a sentence about a copy or an export."""
        self.state.setText(escape_invisible(text))
        self.state.set_text_role(TextRole.ERROR if is_error else TextRole.SECONDARY)

    @property
    def filtered_values(self) -> tuple[ComparedValue, ...]:
        """The values that pass the filter."""
        if self.comparison is None:
            return ()
        return filter_lines(
            self.comparison.values,
            self.search.text(),
            only_differences=self.only_differences.isChecked(),
        )

    def _show_values(self) -> None:
        """Show the titles of both sides, and the compared values that pass the filter."""
        lines = self.filtered_values
        for side_index, chooser in enumerate(self.choosers):
            side = self.sides[side_index]
            chooser.show_value(side.title if side is not None else tr("choose"), is_changed=False)
            self.title_labels[side_index].setText(
                escape_invisible(side.title) if side is not None else ""
            )
        self.model.show(
            NamedValue(
                render(line.group),
                line.name,
                line.displayed_values,
                differs=not line.is_equal,
                note=line.note,
            )
            for line in lines
        )
        self.state.set_text_role(TextRole.SECONDARY)
        self.state.setText(self._summarize(len(lines)))
        self.swap.setEnabled(any(self.sides))
        self._column_titles.setVisible(self.comparison is not None)
        for button in (self.copy, self.export):
            button.setEnabled(bool(lines))

    def _summarize(self, count: int) -> str:
        """Return the sentence about the comparison.

        Args:
            count: how many values pass the filter.
        """
        if self.comparison is None:
            return CHOOSE_SIDES
        if self.search.text().strip():
            sentence = counted("{n} shown.", "{n} shown.", count)
            no_match = tr("Nothing matches “{text}”.", text=self.search.text().strip())
            parts = (self.comparison.summary, sentence)
            return " ".join(parts if count else (no_match, *parts))
        return self.comparison.summary

    def _copy_values(self) -> None:
        """Copy the shown values to the clipboard as Markdown."""
        if self.comparison is not None and self.filtered_values:
            self.copied.emit(
                render_comparison(ComparisonFormat.MARKDOWN, self.comparison, self.filtered_values)
            )
            self.show_result(tr("Copied to the clipboard as Markdown"))

    def _export_values(self) -> None:
        """Ask for a path, and emit `save_requested` to write the shown values there."""
        if self.comparison is None or not self.filtered_values:
            return
        choice = choose_save_path(
            self, tr("Export"), Path(self._home_folder) / "comparison.html", _EXPORT_FILTERS
        )
        if choice is not None:
            suffix = Path(choice.path).suffix.casefold()
            comparison_format = _FORMAT_BY_SUFFIX.get(suffix, ComparisonFormat.HTML)
            self.save_requested.emit(choice.path, comparison_format)


class RunsSource(Protocol):
    """Reads runs and their files on a worker, and moves files to the trash and back.

    Attributes:
        trashed_files: that are in the trash: path in it, path before; the last one comes back next.
    """

    trashed_files: tuple[tuple[str, str], ...]

    def read_runs(self, deliver: Callable[[tuple[PastRun, ...]], None]) -> None:
        """Read the runs, the latest first."""

    def read_files(self, run: PastRun, deliver: Callable[[tuple[WrittenFile, ...]], None]) -> None:
        """List the files that the layers of a run wrote."""

    def move_to_trash(self, path: str, deliver: Callable[[str], None]) -> None:
        """Move a file to the trash, and deliver its path there, or ""."""

    def restore_from_trash(self, deliver: Callable[[str], None]) -> None:
        """Move the last file of `trashed_files` back, and deliver the error, or ""."""


class RunsDialog(QDialog):
    """The dialog with the past runs: the files of a selected one, what differs between two.

    Signals:
        shown: the runs were read.
        tool_requested: run a tool of GFXReconstruct with a capture (name, WrittenFile).
    """

    shown = Signal()
    tool_requested = Signal(str, object)

    def __init__(
        self,
        context: ThemeContext,
        source: RunsSource,
        parent: QWidget | None = None,
        *,
        chosen_key: str = "",
    ) -> None:
        """Make the dialog. `chosen_key`: of the run that is selected first, "" for the latest."""
        super().__init__(parent)
        self._context = context
        self._source = source
        self._chosen_key = chosen_key
        self._runs: tuple[PastRun, ...] = ()
        self._requested_tool = ""  # it has not started yet
        self._last_event = ""  # what was done with a file last, since the selection changed
        self.setWindowTitle(tr("Runs"))
        self.model = LinesModel(get_run_key, present_run, self)
        self.difference_model = LinesModel(get_difference_key, present_difference, self)
        self.view = LinesView(context, self.model, tr("Runs, newest first"))
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.difference_view = LinesView(context, self.difference_model, tr("Differences"))
        self.file_model = LinesModel(lambda file: file.path, present_file, self)
        self.file_view = LinesView(context, self.file_model, tr("Files that layers wrote"))
        self.file_view.action_used.connect(self._use_file)
        self.file_view.menu_requested.connect(self._open_file_menu)
        self.restore_button = Button(context, tr("Restore from trash"), icon="undo")
        self.restore_button.clicked.connect(self._restore)
        self._show_trashed()
        self._pages = QStackedWidget()
        self.summary_label = Label(
            context, READING_RUNS, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        header = make_row(self.summary_label)
        header.setContentsMargins(px(16), px(10), px(16), px(10))
        footer = make_row(self.restore_button, None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        for view in (self.difference_view, self.file_view):
            self._pages.addWidget(view)
        right_column = make_column()
        right_column.addLayout(header)
        right_column.addWidget(Divider(context))
        right_column.addWidget(self._pages, 1)
        right_column.addWidget(Divider(context))
        right_column.addLayout(footer)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.view, 1)
        row.addWidget(Divider(context, vertical=True))
        row.addLayout(right_column, 1)
        open_within_screen(self, px(980), px(560))
        self.setMinimumSize(px(640), px(400))

    def refresh(self) -> None:
        """Read the past runs again, such as after one ended."""
        self._source.read_runs(self._show_runs)

    def _show_runs(self, runs: tuple[PastRun, ...]) -> None:
        """Show the past runs, and compare the selected ones."""
        if not isValid(self):  # it may have been closed meanwhile
            return
        old_keys = set(map(get_run_key, self._runs))
        self._runs = runs
        self.model.update_to(list(runs))
        if not old_keys and runs:
            self._choose_latest()
        elif self._requested_tool and runs and get_run_key(runs[0]) not in old_keys:
            self._last_event = OUTPUT_IN_LOG.format(tool=self._requested_tool)
            self._requested_tool = ""
            self.view.scrollToTop()
        self._compare_selected()
        self.shown.emit()

    def _choose_latest(self) -> None:
        """Select the chosen run, else the latest and the previous one of the same program."""
        runs = self._runs
        chosen_rows = [row for row, run in enumerate(runs) if get_run_key(run) == self._chosen_key]
        same_program_rows = [row for row, run in enumerate(runs) if run.program == runs[0].program]
        latest_rows = chosen_rows or same_program_rows[:2]
        select = QItemSelectionModel.SelectionFlag.Select
        for row in latest_rows:
            self.view.selectionModel().select(self.model.index(row), select)

    def _on_selection_changed(self) -> None:
        self._last_event = ""
        self._compare_selected()

    def _compare_selected(self) -> None:
        """Show what differs between the two selected runs, the older one first."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        runs = self._runs
        if len(rows) == 1:
            self._source.read_files(runs[rows[0]], partial(self._show_files, runs[rows[0]]))
            return
        self._pages.setCurrentWidget(self.difference_view)
        if len(rows) != 2:
            self.difference_model.update_to([])
            self.summary_label.setText(CHOOSE_TWO_RUNS if runs else NO_RUNS)
            return
        # The latest run is on top: from the older one to the newer one.
        older_run, newer_run = runs[rows[1]], runs[rows[0]]
        values = compare_runs(older_run, newer_run)
        self.difference_model.update_to(list(values))
        title = " → ".join(
            f"{render_command(run)} ({render_moment(run.started)})"
            for run in (older_run, newer_run)
        )
        self.summary_label.setText(
            escape_invisible(title if values else f"{title}: {RUNS_ARE_ALIKE}")
        )

    # the files of a run

    def _list_selected(self) -> list[PastRun]:
        """Return the selected runs."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return [self._runs[row] for row in rows]

    def _show_files(self, run: PastRun, files: tuple[WrittenFile, ...]) -> None:
        """Show the files of a run, unless others were selected meanwhile."""
        if not isValid(self) or self._list_selected() != [run]:
            return
        self.difference_model.update_to([])
        self.file_model.update_to(list(files))
        self._pages.setCurrentWidget(self.file_view)
        title = f"{render_command(run)} ({render_moment(run.started)})"
        size = render_size(sum(file.size for file in files))
        count = counted("{n} files, {size}", "{n} file, {size}", len(files), size=size)
        if files:
            sentences = [f"{title}: {count}.", self._last_event or CHOOSE_SECOND_RUN]
        elif self._last_event:  # the row of a file that was there goes with it
            sentences = [f"{title}: {self._last_event}"]
        else:
            sentences = [f"{title}: {NO_FILES}", CHOOSE_SECOND_RUN]
        # The name of a file may be wider than the label.
        self.summary_label.setText(add_break_points(escape_invisible(" ".join(sentences))))

    def _open_file_menu(self, file: WrittenFile | None, position: QPoint) -> None:
        """Open the menu of a file."""
        if file is None:
            return
        menu = PopupMenu(self._context, self)
        other_actions = [
            action for action in present_file(file).actions if action.action not in TOOL_BY_ACTION
        ]
        for action, label in (*list_tool_actions(file), *other_actions):
            menu.addAction(label, partial(self._use_file, file, action))
        menu.exec(position)

    def _use_file(self, file: WrittenFile, action: FileAction) -> None:
        """Do with a file what a button or its menu says."""
        match action:
            case FileAction.OPEN | FileAction.OPEN_FOLDER:
                path = file.path if action is FileAction.OPEN else str(Path(file.path).parent)
                if not open_file(path):
                    self._say(tr("No program found to open {path}.", path=path))
            case FileAction.COPY_PATH:
                QApplication.clipboard().setText(file.path)
            case FileAction.MOVE_TO_TRASH:
                self._source.move_to_trash(file.path, partial(self._on_trashed, file))
            case FileAction.INSPECT_CAPTURE | FileAction.REPLAY_CAPTURE:
                self._requested_tool = TOOL_BY_ACTION[action]
                self.tool_requested.emit(self._requested_tool, file)

    def _on_trashed(self, file: WrittenFile, trashed_path: str) -> None:
        """Show what is left of the files, and offer the way back."""
        if not isValid(self):
            return
        if not trashed_path:
            self._say(tr("{path} could not be moved to the trash.", path=file.path))
            return
        self._last_event = MOVED_TO_TRASH.format(name=Path(file.path).name)
        self._show_trashed()
        self._compare_selected()

    def _show_trashed(self) -> None:
        """Offer the way back of the file that was moved to the trash last, if there is one."""
        trashed_files = self._source.trashed_files
        count = len(trashed_files)
        text = tr("Restore from trash")
        self.restore_button.setText(f"{text} ({count})" if count > 1 else text)
        self.restore_button.setToolTip(make_tooltip(trashed_files[-1][1]) if count else "")
        self.restore_button.setVisible(bool(count))

    def _restore(self) -> None:
        """Move the file that was moved to the trash last back to its place."""
        if self._source.trashed_files:
            _trashed_path, path = self._source.trashed_files[-1]
            self._source.restore_from_trash(partial(self._on_restored, Path(path).name))

    def _on_restored(self, name: str, error: str) -> None:
        if not isValid(self):
            return
        self._show_trashed()
        if error:
            self._say(tr("The file could not be restored: {reason}", reason=error))
        else:
            self._last_event = RESTORED.format(name=name)
            self._compare_selected()

    def _say(self, sentence: str) -> None:
        self.summary_label.setText(escape_invisible(sentence))
