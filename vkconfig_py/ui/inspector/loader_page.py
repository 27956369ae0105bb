"""The page "Options" of the loader: what it prints, and drivers to add."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.catalog.folder_scan import DriverFiles, find_driver_files
from vkconfig_py.model.chain.row_details import (
    AddedDriverLine,
    EntryAction,
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
from vkconfig_py.model.items.lines_model import LinesModel
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole, make_row
from vkconfig_py.ui.widgets.boxes import Box
from vkconfig_py.ui.widgets.buttons import Button, CheckBox
from vkconfig_py.ui.widgets.layouts import Page
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu

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
        paths, _filter = QFileDialog.getOpenFileNames(
            self, tr("Driver manifests"), start, _MANIFEST_FILTER
        )
        self.add_drivers(paths)

    def choose_folder(self) -> None:
        """Let the user choose a folder with driver manifests, and add them."""
        start = self._session.machine.home
        folder = QFileDialog.getExistingDirectory(self, tr("Folder with driver manifests"), start)
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
                enable_driver(edits.workspace, self._get_configuration_key(), path, on=is_on)
            )

    def make_menu(self, line: AddedDriverLine) -> PopupMenu:
        """Return the context menu of an added driver."""
        menu = PopupMenu(self._context, self)
        for action in present_driver(line).actions:
            menu.addAction(action.label, partial(self.apply_action, line, action.action))
        menu.addAction(tr("Open folder"), partial(self.folder_requested.emit, line.entry.path))
        return menu
