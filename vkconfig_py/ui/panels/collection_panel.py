"""The panel "Layers": every copy of every layer, and the added folders and manifests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.catalog.folder_scan import ScanProgress
from vkconfig_py.model.catalog.layer_copies import (
    ACTION_LABELS,
    AddedSource,
    CopyAction,
    CopyFilter,
    CopyLine,
    CopyOrder,
    LayerCopy,
    SourceAction,
    describe_added,
    describe_registered,
    get_copy_key,
    get_source_key,
    list_actions,
    list_copies,
    present_copy,
    present_source,
    summarize_copies,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.foreign_files import OpenedFile
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.session.catalog_scan import CollectionScan
from vkconfig_py.model.text.wording import abbreviate_home, escape_invisible, make_tooltip
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.context import ThemeContext, add_break_points
from vkconfig_py.ui.widgets.basic import (
    Field,
    Label,
    TextRole,
    escape_menu_text,
    find_position_below,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import FileDropMixin
from vkconfig_py.ui.widgets.layouts import EmptyPage
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Splitter

_NARROW_WIDTH = 900
_EXPLICIT_TIP = tr("For all configurations. Explicit layers load where one turns them on.")
_IMPLICIT_TIP = tr("For all configurations. Implicit layers load without being turned on.")
_REGISTER_EXPLICIT_TIP = tr(
    "For all programs, also without vkconfig-py. Programs that request its layers load them."
)
_REGISTER_IMPLICIT_TIP = tr(
    "For all programs, also without vkconfig-py. Every program loads its layers."
)
NOTHING_ADDED = tr("Nothing added yet. Add folders or manifests to find more layers.")


class CollectionPanel(FileDropMixin, Panel):
    """Added folders and manifests on the left, copies of layers on the right.

    Signals:
        add_requested: select and add layers (True for a folder, True for implicit).
        register_requested: select a manifest and register it (True for implicit layers).
        copy_used: a button of a copy (LayerCopy, CopyAction).
        source_used: a button of an added place (AddedSource, SourceAction).
        kind_requested: its layers are explicit instead of implicit, or back (AddedSource).
        folder_requested: open the folder of a file.
        copied: a text for the clipboard.
        dragged, drag_ended, dropped: files over the panel (FileDropMixin).
    """

    add_requested = Signal(bool, bool)
    register_requested = Signal(bool)
    copy_used = Signal(object, object)
    source_used = Signal(object, object)
    kind_requested = Signal(object)
    folder_requested = Signal(str)
    copied = Signal(str)
    dragged = Signal(list, QPoint, str)
    drag_ended = Signal()
    dropped = Signal(list)

    def __init__(
        self,
        context: ThemeContext,
        collection_scan: CollectionScan,
        home: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, tr("Layers"), parent)
        self.collecting = collection_scan
        self._home = home
        self._just_added: frozenset[str] = frozenset()
        self._just_registered = ""  # file name of the manifest
        self._seen_sources: frozenset[str] = frozenset()  # of these, what was selected
        self._filter = CopyFilter()
        self.model = LinesModel(get_copy_key, partial(present_copy, home=home), self)
        self.source_model = LinesModel(get_source_key, partial(present_source, home=home), self)
        self.view = LinesView(
            context,
            self.model,
            tr("Layers"),
            delegate=LinesDelegate(context, wraps_text=True),
        )
        self.source_view = LinesView(context, self.source_model, tr("Added by you"))
        self.search = Field(
            context,
            name=tr("Search layers"),
            is_search=True,
            keys="Ctrl+F",
            hint=tr("Search: name, version, kind, path"),
        )
        self._order_button = Button(
            context, tr("By name"), height=28, name=tr("Sort order: by name")
        )
        self._order_button.set_arrow()
        self._added_filter_button = Button(context, tr("Added by you"), height=28)
        self._added_filter_button.setCheckable(True)
        self._nothing_label = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._nothing_label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._set_up_header()
        self._lay_out()
        self._connect_signals()
        self.setAcceptDrops(True)

    def _set_up_header(self) -> None:
        context = self._context
        self._progress = Label(context, text_style="small", text_role=TextRole.SECONDARY,
                               elide=Qt.TextElideMode.ElideRight)  # fmt: skip
        self._cancel_button = Button(
            context,
            tr("Cancel"),
            icon="stop",
            frame=Frame.FLAT,
            height=28,
            name=tr("Cancel reading"),
        )
        self._cancel_button.clicked.connect(self.collecting.cancel)
        self._progress.hide()
        self._cancel_button.hide()
        self.add_button = Button(
            context,
            tr("Add…"),
            icon="plus",
            frame=Frame.FLAT,
            height=28,
            name=tr("Add a folder or manifest"),
        )
        self.add_button.clicked.connect(self._show_add_menu)
        rescan = Button(context, tr("Rescan"), icon="reset", frame=Frame.FLAT, height=28)
        rescan.clicked.connect(self.collecting.read_sources)
        self.header.add_widgets(self._progress, self._cancel_button, self.add_button, rescan)

    def _lay_out(self) -> None:
        px = self._context.theme.px
        self._source_side = QWidget()
        side = QVBoxLayout(self._source_side)
        side.setContentsMargins(0, px(8), 0, 0)
        side.setSpacing(px(4))
        caption = Label(
            self._context,
            tr("Added by you"),
            text_style="small_strong",
            text_role=TextRole.SECONDARY,
        )
        set_margins(caption, px(16), 0, px(8), 0)
        self._nothing_label.setContentsMargins(px(16), px(12), px(16), 0)
        side.addWidget(caption)
        side.addWidget(self._nothing_label)
        side.addWidget(self.source_view, 1)
        main_widget = QWidget()
        column = QVBoxLayout(main_widget)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(px(4))
        bar = QHBoxLayout()
        bar.setContentsMargins(px(16), 0, px(16), 0)
        bar.setSpacing(px(8))
        for widget, stretch in (
            (self.search, 1),
            (self._added_filter_button, 0),
            (self._order_button, 0),
        ):
            bar.addWidget(widget, stretch)
        column.addLayout(bar)
        column.addWidget(self._make_source_bar())
        self.empty_page = EmptyPage(self._context, tr("Show all layers"))
        self.empty_page.button.clicked.connect(self._show_all)
        # One of the two is shown at a time, so each may take all of the room.
        column.addWidget(self.empty_page, 1)
        column.addWidget(self.view, 1)
        body = Splitter(self._context)
        body.addWidget(self._source_side)
        body.addWidget(main_widget)
        body.setStretchFactor(1, 1)
        body.setSizes([px(420), px(860)])
        self.set_body(body, self.view)

    def _make_source_bar(self) -> QWidget:
        """Return the line that names the added place whose layers alone are listed."""
        px = self._context.theme.px
        self.source_bar = QWidget()
        bar = QHBoxLayout(self.source_bar)
        bar.setContentsMargins(px(16), 0, px(16), 0)
        bar.setSpacing(px(8))
        self.source_title = Label(
            self._context, text_style="small_strong", elide=Qt.TextElideMode.ElideMiddle
        )
        show_all = Button(self._context, tr("Show all layers"), frame=Frame.LINK, height=24)
        show_all.clicked.connect(self._show_all_sources)
        bar.addWidget(self.source_title, 1)
        bar.addWidget(show_all)
        self.source_bar.hide()
        return self.source_bar

    def _connect_signals(self) -> None:
        self.collecting.changed.connect(self.refresh)
        self.collecting.progress_changed.connect(self._show_progress)
        self.search.textChanged.connect(self._on_text_changed)
        self._order_button.clicked.connect(self._show_order_menu)
        self._added_filter_button.toggled.connect(self._on_added_toggled)
        self.view.action_used.connect(self._on_copy_acted)
        self.view.link_used.connect(lambda line: self.folder_requested.emit(line.copy.file))
        self.view.menu_requested.connect(
            lambda line, position: self.make_copy_menu(line.copy).exec(position)
        )
        self.source_view.action_used.connect(self._on_source_acted)
        self.source_view.selectionModel().currentChanged.connect(self._on_source_selected)
        self.source_view.link_used.connect(
            lambda place: self.folder_requested.emit(_find_openable_path(place.source))
        )
        self.source_view.menu_requested.connect(
            lambda place, position: self.make_source_menu(place).exec(position)
        )

    # ---- what is shown

    def announce_added(self, paths: Sequence[str]) -> None:
        """Show in the header what newly added folders contain, once they are read."""
        # They are read on a thread: the sentence comes with the next refresh.
        self._just_added = frozenset(paths)
        self.follow()

    def follow_registered(self, file_name: str) -> None:
        """Select the layer of a manifest that is being registered, once it is listed."""
        self._just_registered = file_name
        self.follow()

    def announce_opened_file(self, _path: str, opened_file: OpenedFile, is_changed: bool) -> None:
        """Show which folders an opened file added to the search for layers."""
        if is_changed and opened_file.sources:
            self.announce_added([source.path for source in opened_file.sources])

    def refresh(self) -> None:
        """Show the copies of layers and the added places, reading them the first time."""
        if not self.collecting.is_known:
            self.show_empty(tr("Reading…"))
            # Only when the panel is opened: every copy of every layer is read.
            self.collecting.read_sources()
            return
        collection = self.collecting.collection
        self.source_model.update_to(collection.added_sources)
        self._filter_by_source()
        nothing_added = "" if collection.added_sources else NOTHING_ADDED
        registered_text = add_break_points(describe_registered(collection, self._home))
        self._nothing_label.setText(registered_text or nothing_added)
        self._nothing_label.setVisible(bool(registered_text or nothing_added))
        self._show_added()
        self._show_registered()
        self._show_counts()
        empty = tr("No layers installed. Programs talk to the driver directly.")
        is_empty = not (collection.copies or collection.added_sources)
        self.show_empty(empty if is_empty else "", "source_folder", "source_manifest")
        self._show_copies()

    def _show_counts(self) -> None:
        """Show how many layers there are, and what was just added while that is selected."""
        collection, source = self.collecting.collection, self.source_view.get_current_value()
        is_added_shown = source is None or source.source.path in self._just_added
        added_text = describe_added(collection, self._just_added) if is_added_shown else ""
        cancelled_note = "" if collection.is_complete else tr("canceled; the list is incomplete")
        summary = (added_text, summarize_copies(collection.copies), cancelled_note)
        self.show_summary(" · ".join(filter(None, summary)), is_current=False)

    def _on_source_selected(self) -> None:
        """List only the layers of the added place that became current, or of all places."""
        self._filter_by_source()
        self._show_counts()
        self._show_copies()

    def _filter_by_source(self) -> None:
        """List the layers of the selected added place, which the line above them names."""
        added_source = self.source_view.get_current_value()
        self._filter = self._filter._replace(
            source="" if added_source is None else added_source.source.path
        )
        self.source_bar.setVisible(added_source is not None)
        if added_source is not None:
            path = abbreviate_home(added_source.source.path, self._home)
            self.source_title.setText(tr("Layers in {path}", path=escape_invisible(path)))
        self.model.update_to(self._list_copies())

    def _show_all_sources(self) -> None:
        """List the layers of all places again."""
        self.source_view.selectionModel().clear()

    def _show_added(self) -> None:
        """Select the first folder or manifest that was just added, once."""
        index = next(
            (self.source_model.find_index(key) for key in self._just_added - self._seen_sources),
            None,
        )
        if index is not None and index.isValid():
            self._seen_sources = self._just_added
            self.source_view.setCurrentIndex(index)
            self.source_view.scrollTo(index)

    def _show_registered(self) -> None:
        """Select the layer of the manifest that was just registered, once."""
        for line in self.model.values() if self._just_registered else ():
            if line.copy.is_registered and (PurePath(line.copy.file).name == self._just_registered):
                self._just_registered = ""
                index = self.model.find_index(line.copy.key)
                self.view.setCurrentIndex(index)
                self.view.scrollTo(index)

    def _show_copies(self) -> None:
        """Show the list of copies, or why it is empty."""
        text = self.search.text().strip()
        empty_text = "" if self.model.rowCount() else self._explain_no_copies()
        if empty_text and text:
            empty_text = tr("Nothing matches “{text}”.", text=escape_invisible(text))
        self.empty_page.sentence.setText(empty_text)
        self.empty_page.setVisible(bool(empty_text))
        self.view.setVisible(not empty_text)

    def _explain_no_copies(self) -> str:
        """Return why no copies are listed, other than for the search."""
        if self._filter.source:
            return tr("No layers found in this place.")
        if self.collecting.collection.added_sources:
            return tr("No layers found in the places that you added.")
        return tr("You have not added any layers.")

    def _show_progress(self, progress: object) -> None:
        """Show how far the search for layers is.

        Args:
            progress: a ScanProgress, anything else once it is over.
        """
        is_running = isinstance(progress, ScanProgress)
        self.header.summary.setVisible(not is_running)
        self._progress.setVisible(is_running)
        self._cancel_button.setVisible(is_running)
        if isinstance(progress, ScanProgress):
            scanned_count, total, scanned_path = progress.done, progress.total, progress.path
            sentence = tr(
                "Searching folder {number}: {place}", number=scanned_count, place=scanned_path
            )
            if total:
                sentence = tr(
                    "Reading {done} of {total}: {place}",
                    done=scanned_count,
                    total=total,
                    place=scanned_path,
                )
            self._progress.setText(escape_invisible(sentence))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Below this width the menu of "Add…" has what was added.
        self._source_side.setVisible(self.width() >= self._context.theme.px(_NARROW_WIDTH))

    def focus_search(self) -> bool:
        self.search.setFocus()
        self.search.selectAll()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        added_source = self.source_view.get_current_value()
        # Esc first empties the search, then lists all places again; the next one leaves the panel.
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Escape and self._filter.source:
            self._show_all_sources()
        elif event.key() == Qt.Key.Key_Delete and added_source and self.source_view.hasFocus():
            self.source_used.emit(added_source, SourceAction.REMOVE)
        else:
            super().keyPressEvent(event)

    # ---- search and order

    def _show_all(self) -> None:
        """Show the copies that the search and the filter left out."""
        self.search.clear()
        self._added_filter_button.setChecked(False)
        self._show_all_sources()

    def _list_copies(self) -> list[CopyLine]:
        """Return the lines of the copies that pass the search and the filter."""
        collection_scan = self.collecting
        return list_copies(
            collection_scan.collection.copies, collection_scan.new_keys, self._filter
        )

    def _on_text_changed(self, text: str) -> None:
        """Show the copies that match the search."""
        self._filter = self._filter._replace(text=text)
        self.model.update_to(self._list_copies())
        self._show_copies()

    def _on_added_toggled(self, is_on: bool) -> None:
        """Show only copies that the user added, or all."""
        self._filter = self._filter._replace(lists_added_only=is_on)
        self.model.update_to(self._list_copies())
        self._show_copies()

    def _show_order_menu(self) -> None:
        """Open the menu that selects the order of the copies."""
        menu = PopupMenu(self._context, self)
        for text, order in (
            (tr("By name"), CopyOrder.NAME),
            (tr("Search order"), CopyOrder.PLACE),
        ):
            is_chosen = order is self._filter.order
            menu.add_choice(text, partial(self.set_order, order), is_chosen=is_chosen)
        menu.exec(find_position_below(self._order_button, 4))

    def set_order(self, order: CopyOrder) -> None:
        """List the copies by name or in the loader's search order."""
        if order is self._filter.order:
            return
        self._filter = self._filter._replace(order=order)
        self.model.replace_all(self._list_copies())
        text = tr("By name") if order is CopyOrder.NAME else tr("Search order")
        self._order_button.set_appearance(icon="", text=text, frame=Frame.OUTLINE)

    # ---- what is asked for

    def make_add_menu(self) -> PopupMenu:
        """Return the menu that adds folders and manifests of layers."""
        menu = PopupMenu(self._context, self)
        menu.setToolTipsVisible(True)
        for text, folder, is_implicit in (
            (tr("Explicit layer folder…"), True, False),
            (tr("Explicit layer manifest…"), False, False),
            (tr("Implicit layer folder…"), True, True),
            (tr("Implicit layer manifest…"), False, True),
        ):
            action = menu.addAction(text, partial(self.add_requested.emit, folder, is_implicit))
            action.setToolTip(make_tooltip(_IMPLICIT_TIP if is_implicit else _EXPLICIT_TIP))
        menu.addSeparator()
        for text, is_implicit in (
            (tr("Register explicit manifest…"), False),
            (tr("Register implicit manifest…"), True),
        ):
            action = menu.addAction(text, partial(self.register_requested.emit, is_implicit))
            tip = _REGISTER_IMPLICIT_TIP if is_implicit else _REGISTER_EXPLICIT_TIP
            action.setToolTip(make_tooltip(tip))
        if not self._source_side.isVisibleTo(self):  # too narrow for the list of what was added
            menu.addSeparator()
            for added_source in self.source_model.values():
                submenu = self.make_source_menu(added_source)
                submenu.setTitle(escape_menu_text(added_source.title))
                menu.addMenu(submenu)
        return menu

    def _show_add_menu(self) -> None:
        self.make_add_menu().exec(find_position_below(self.add_button, 4))

    def _on_copy_acted(self, line: CopyLine, action: CopyAction | None) -> None:
        """Emit `copy_used` for a pressed button of a copy."""
        if action is not None:
            self.copy_used.emit(line.copy, action)

    def make_copy_menu(self, copy: LayerCopy) -> PopupMenu:
        """Return the context menu of a layer's copy."""
        menu = PopupMenu(self._context, self)
        for action in list_actions(copy):
            menu.addAction(ACTION_LABELS[action], partial(self.copy_used.emit, copy, action))
        if list_actions(copy):
            menu.addSeparator()
        if not (copy.added_source or copy.is_registered):
            action = CopyAction.MOVE_ASIDE
            menu.addAction(ACTION_LABELS[action], partial(self.copy_used.emit, copy, action))
            menu.addSeparator()
        menu.addAction(tr("Copy name"), partial(self.copied.emit, copy.name))
        menu.addAction(tr("Copy path"), partial(self.copied.emit, copy.file))
        menu.addAction(tr("Open folder"), partial(self.folder_requested.emit, copy.file))
        return menu

    def _on_source_acted(self, added_source: AddedSource, action: SourceAction | None) -> None:
        """Emit `source_used` for a pressed button of an added place."""
        if action is not None:
            self.source_used.emit(added_source, action)

    def make_source_menu(self, added_source: AddedSource) -> PopupMenu:
        """Return the context menu of an added folder or manifest."""
        menu = PopupMenu(self._context, self)
        source_action = (
            SourceAction.TURN_OFF if added_source.source.enabled else SourceAction.TURN_ON
        )
        menu.addAction(
            ACTION_LABELS[source_action],
            partial(self.source_used.emit, added_source, source_action),
        )
        implicit_text = tr("Treat as implicit layers")
        if added_source.source.implicit:
            implicit_text = tr("Treat as explicit layers")
        menu.addAction(implicit_text, partial(self.kind_requested.emit, added_source))
        menu.addSeparator()
        menu.addAction(tr("Copy path"), partial(self.copied.emit, added_source.source.path))
        menu.addAction(
            tr("Open folder"),
            partial(self.folder_requested.emit, _find_openable_path(added_source.source)),
        )
        menu.addSeparator()
        # Last and apart, so that it is not pressed by mistake.
        remove = SourceAction.REMOVE
        menu.addAction(ACTION_LABELS[remove], partial(self.source_used.emit, added_source, remove))
        return menu


def _find_openable_path(source: CollectionSource) -> str:
    """Return a path in the folder that "Open folder" shows for an added place."""
    return source.path if source.path.endswith(".json") else f"{source.path}/."
