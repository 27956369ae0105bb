"""The inspector: header, tabs and pages of the selected row, and its footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.probe_results import describe_entered_order
from vkconfig_py.model.chain.quick_fix import QuickFix, get_heading
from vkconfig_py.model.chain.row_details import list_library_facts, list_loader_facts, read_source
from vkconfig_py.model.chain.snapshot_values import GROUP_HEADER_KINDS, Row, RowKind
from vkconfig_py.model.programs.program_paths import find_compared_program, find_wrong_folder
from vkconfig_py.model.session.background import SessionMemory, Worker
from vkconfig_py.model.session.declarations import LAYER_KINDS
from vkconfig_py.model.session.layer_editing import NO_SETTINGS, LayerEditing
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import render_clock, render_ordinal, render_when
from vkconfig_py.ui.inspector.head import PROBED_KINDS, InspectorPage, NameLabel, PageTabs
from vkconfig_py.ui.inspector.why import WhyPage
from vkconfig_py.ui.theme.context import ThemeContext, mirror
from vkconfig_py.ui.widgets.basic import (
    TAB_INSET,
    BackgroundPane,
    Chip,
    Divider,
    Label,
    TextRole,
    make_column,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame

if TYPE_CHECKING:
    from vkconfig_py.model.chain.row_details import FileText, LabeledFact
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.ui.inspector.launch_options_page import LaunchOptionsPage
    from vkconfig_py.ui.inspector.probe_pages import ProbePages
    from vkconfig_py.ui.inspector.program_pages import ProgramsPage
    from vkconfig_py.ui.inspector.source_pages import (
        EnvironmentPage,
        LibraryPage,
        LoaderPage,
        ManifestPage,
    )
    from vkconfig_py.ui.settings.page import SettingsPage

AnyPage = TypeVar("AnyPage", bound=QWidget)
PROBED_ORDER_NOTE = tr("The device order that programs see, from the last probe.")


class Footer(NamedTuple):
    """Certainty of the prediction.

    Attributes:
        text: the fact that says most.
        detail: all that is known of it; "" for no more than the text.
        can_check: offer a check with the real loader.
    """

    text: str
    detail: str = ""
    text_role: TextRole = TextRole.SECONDARY
    can_check: bool = False


def make_footer(session: Session, kind: RowKind | None) -> Footer:
    """Return the line below a page that says how certain the prediction for a row is.

    Args:
        session: has the snapshot and its check.
        kind: of the row, None without a row.
    """
    if kind is RowKind.DEVICE:
        return Footer(PROBED_ORDER_NOTE)
    if session.what_if.is_hypothetical:
        text = tr("Simulated: not checked with a real loader.")
        return Footer(text, text_role=TextRole.SIMULATED)
    sentences, text_role = [tr("Predicted from files and variables.")], TextRole.SECONDARY
    text = sentences[0]
    chain_probe, answer = (
        session.chain_probe or session.earlier_chain_probe,
        session.checks.verification,
    )
    if chain_probe is not None:
        sentences.append(describe_entered_order(chain_probe))
        if chain_probe.order_difference and not chain_probe.probe_differences:
            text, text_role = sentences[-1], TextRole.ERROR
        elif not chain_probe.probe_differences:
            text = tr(
                "Probed {when}: the result matches the prediction.",
                when=render_when(chain_probe.probed_at),
            )
    if session.machine.demo:
        sentences.append(tr("The sample machine has no loader to check with."))
        return Footer(text, " ".join(sentences), text_role)
    if answer is None:
        sentences.append(tr("Not checked with the real loader yet."))
        text = text if chain_probe is not None else sentences[-1]
    elif answer.agreed:
        time_text = render_clock(answer.when)
        launched_text = tr("A program launched at {when} loaded this chain.", when=time_text)
        confirmed_text = tr("The real loader confirmed this chain at {when}.", when=time_text)
        text = launched_text if answer.is_from_launch else confirmed_text
        sentences.append(text)
    elif answer.checked:
        text = tr(
            "The real loader does not match the prediction: {difference}",
            difference=answer.difference,
        )
        sentences, text_role = [text], TextRole.ERROR
    else:
        text = answer.difference
        sentences.append(text)
    can_check = answer is None or not answer.agreed
    return Footer(text, " ".join(sentences), text_role, can_check)


EDITING_PAGE = "editing"

_EDGE_WIDTH = 2  # where it lies over the chain, in pixels


class Inspector(BackgroundPane):
    """Head, tabs, pages.

    Signals:
        offer_used: the button of a fix (QuickFix).
        offer_what_if_requested: show a fix as a what-if (QuickFix).
        variable_tried: show a what-if with another value of a variable (name, value or None).
        variable_requested: ask for a value of a variable for a what-if (name).
        copied: a text for the clipboard.
        folder_requested: open the folder of a file.
        program_requested: open the picker of programs.
        page_made: Page.SETTINGS or Page.PROBE: the settings page, or all probe pages, were
            created; EDITING: the settings of the shown layer are known, their page may follow.
    """

    offer_used = Signal(object)
    offer_what_if_requested = Signal(object)
    variable_tried = Signal(str, object)
    variable_requested = Signal(str)
    copied = Signal(str)
    folder_requested = Signal(str)
    program_requested = Signal()
    page_made = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        worker: Worker,
        memory: SessionMemory,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "window", parent)
        self._session = session
        self._worker = worker
        self._row: Row | None = None
        self._file: tuple[str, int, bool] | None = None  # path, line, whether of today
        self.name = NameLabel(context)
        self._copy = Button(context, icon="copy", frame=Frame.FLAT, name=tr("Copy name"), height=24)
        self._copy.setToolTip(tr("Copy name"))
        self._copy.clicked.connect(self._on_copy_clicked)
        self.documentation_button = Button(
            context, icon="book", frame=Frame.FLAT, name=tr("Documentation"), height=24
        )
        self.documentation_button.setToolTip(tr("Layer documentation"))
        self.documentation_button.hide()
        # A narrow window shows it, where the inspector lies over the chain.
        self.close_button = Button(
            context, icon="close", frame=Frame.FLAT, name=tr("Close the inspector"), height=24
        )
        self.close_button.setToolTip(tr("Close (Esc)"))
        self.close_button.hide()
        self.chip = Chip(context)
        self._facts = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.tabs = PageTabs(context, tr("Inspector pages"))
        # The page that most rows begin with: it alone is made with the inspector.
        self.why = WhyPage(context)
        self._memory = memory
        self._editing_page: LayerEditing | None = None
        self._settings: SettingsPage | None = None
        self._probe_pages: ProbePages | None = None
        self._pages = QStackedWidget()
        self._pages.addWidget(self.why)
        # Made when first needed: few sessions open them all, and the start need not wait for them.
        self._page_getters: dict[InspectorPage, Callable[[], QWidget]] = {
            InspectorPage.WHY: lambda: self.why,
            InspectorPage.CHANGES: lambda: self.why,
            InspectorPage.ORDER: lambda: self.why,
            InspectorPage.MANIFEST: lambda: self.manifest,
            InspectorPage.FILE: lambda: self.manifest,
            InspectorPage.LIBRARY: lambda: self.library,
            InspectorPage.ENVIRONMENT: lambda: self.environment,
            InspectorPage.OPTIONS: lambda: self.options,
            InspectorPage.MATCHING: lambda: self.programs,
            InspectorPage.LOADER: lambda: self.loader,
            InspectorPage.SETTINGS: lambda: self.settings,
            InspectorPage.DEVICES: lambda: self.probing.devices,
            InspectorPage.PROBE: lambda: self.probing.probe,
            InspectorPage.DEVICE: lambda: self.probing.device,
            InspectorPage.EXTENSIONS: lambda: self.probing.extensions,
            InspectorPage.EVERYTHING: lambda: self.probing.entries,
            InspectorPage.SURFACES: lambda: self.probing.surfaces,
        }
        self._empty = Label(
            context, tr("Select a row to see its explanation."), text_role=TextRole.SECONDARY
        )
        self._lay_out()
        self._connect_signals()
        self._show_nothing()
        self._on_metrics_changed()

    def _lay_out(self) -> None:
        self._title_row = QHBoxLayout()
        self._title_row.addWidget(self.name, 1)
        self._title_row.addWidget(self.documentation_button)
        self._title_row.addWidget(self._copy)
        self._title_row.addWidget(self.close_button)
        self._chip_row = QHBoxLayout()
        self._chip_row.addWidget(self.chip)
        self._chip_row.addWidget(self._facts, 1)
        self._tab_row = QHBoxLayout()
        self._tab_row.addWidget(self.tabs)
        # Tabs keep their widths at the left; what is free stays free.
        self._tab_row.addStretch(1)
        column = make_column(self)
        column.addLayout(self._title_row)
        column.addLayout(self._chip_row)
        column.addWidget(self._empty, 1, Qt.AlignmentFlag.AlignTop)
        column.addLayout(self._tab_row)
        self._divider = Divider(self._context)
        column.addWidget(self._divider)
        column.addWidget(self._pages, 1)

    def set_overlay(self, *, is_overlay: bool) -> None:
        """Show an edge and a button that closes it while it lies over the chain."""
        self.close_button.setVisible(is_overlay)
        set_margins(self, _EDGE_WIDTH if is_overlay else 0, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        mirror(painter, self, QRectF(self.rect()))
        margins = self.contentsMargins()
        edge = QRectF(0, 0, max(margins.left(), margins.right()), self.height())
        painter.fillRect(edge, self._context.theme.colors.outline)
        painter.end()

    def _connect_signals(self) -> None:
        session = self._session
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.why.offer_used.connect(self.offer_used)
        self.why.offer_tried.connect(self.offer_what_if_requested)
        self.why.check_requested.connect(session.checks.check)
        self.why.explanation.file_requested.connect(self.show_file)
        session.snapshots.shown_changed.connect(self._on_snapshot_changed)
        session.problems.problem_list.changed.connect(self._on_problems_changed)
        session.build_checked.connect(self._on_build_checked)
        session.checks.verified.connect(lambda _answer: self._show_footer())
        session.checks.applied_checked.connect(lambda _check: self._show_footer())
        session.edits.workspace_changed.connect(self._on_workspace_changed)
        self._context.changed.connect(self._on_metrics_changed)

    # ---- pages that are made when they are needed

    @cached_property
    def manifest(self) -> ManifestPage:
        """Return the page with the text of a manifest, or of another file."""
        from vkconfig_py.ui.inspector.source_pages import ManifestPage

        page = self._add_page(ManifestPage(self._context))
        page.copied.connect(self.copied)
        page.folder_requested.connect(self.folder_requested)
        return page

    @cached_property
    def library(self) -> LibraryPage:
        """Return the page with facts about a library."""
        from vkconfig_py.ui.inspector.source_pages import LibraryPage

        return self._add_page(LibraryPage(self._context))

    @cached_property
    def environment(self) -> EnvironmentPage:
        """Return the page with the environment variables that the loader reads."""
        from vkconfig_py.ui.inspector.source_pages import EnvironmentPage

        page = self._add_page(EnvironmentPage(self._context))
        page.copied.connect(self.copied)
        page.file_requested.connect(partial(self.show_file, is_current=True))
        page.try_requested.connect(self.variable_tried)
        page.variable_requested.connect(self.variable_requested)
        return page

    @cached_property
    def options(self) -> LaunchOptionsPage:
        """Return the page with the launch options."""
        from vkconfig_py.ui.inspector.launch_options_page import LaunchOptionsPage

        page = self._add_page(LaunchOptionsPage(self._context, self._session))
        page.program_requested.connect(self.program_requested)
        return page

    @cached_property
    def programs(self) -> ProgramsPage:
        """Return the page with the programs of the configuration."""
        from vkconfig_py.ui.inspector.program_pages import ProgramsPage

        page = self._add_page(ProgramsPage(self._context, self._session, self._worker))
        page.folder_requested.connect(self.folder_requested)
        return page

    @cached_property
    def loader(self) -> LoaderPage:
        """Return the page with the loader's log and the added drivers."""
        from vkconfig_py.ui.inspector.source_pages import LoaderPage

        page = self._add_page(LoaderPage(self._context, self._session, self._worker))
        page.folder_requested.connect(self.folder_requested)
        return page

    @property
    def editing(self) -> LayerEditing:
        """The settings of the shown layer, which exist also before their page is made."""
        if self._editing_page is None:
            session = self._session
            self._editing_page = layer_editing = LayerEditing(
                session.shared, session.edits, session.snapshots, session.declared, self
            )
            # Nothing is read for a page that nobody sees.
            layer_editing.awake = False
            layer_editing.layer_changed.connect(self._show_count)
            session.edits.workspace_changed.connect(self._show_count)
            self.page_made.emit(EDITING_PAGE)
        return self._editing_page

    @property
    def settings(self) -> SettingsPage:
        """The page with the settings of a layer, made at its first use."""
        if self._settings is None:
            from vkconfig_py.ui.settings.page import SettingsPage

            page = SettingsPage(self._context, self._session, self.editing, self._memory)
            self._settings = self._add_page(page)
            page.copied.connect(self.copied)
            self.page_made.emit(InspectorPage.SETTINGS)
        return self._settings

    @property
    def probing(self) -> ProbePages:
        """The pages with probe results, made at their first use."""
        if self._probe_pages is None:
            from vkconfig_py.ui.inspector.probe_pages import ProbePages

            self._probe_pages = pages = ProbePages(self._context, self._session, self)
            for page in pages.list_pages():
                self._add_page(page)
            pages.copied.connect(self.copied)
            if self._row is not None:
                pages.show_row(self._row)
            self.page_made.emit(InspectorPage.PROBE)
        return self._probe_pages

    def _add_page(self, page: AnyPage) -> AnyPage:
        """Add a page to the stack of pages, and return it."""
        self._pages.addWidget(page)
        return page

    def finish_typing(self) -> None:
        """Store the text that is being typed into a setting as an edit."""
        if self._editing_page is not None:
            self._editing_page.finish_typing()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._title_row, px(16), px(10), px(8), px(2))
        self._chip_row.setContentsMargins(px(16), 0, px(16), px(4))
        self._chip_row.setSpacing(px(8))
        self._facts.setMinimumHeight(px(20))  # as high as the chip, which not all rows have
        set_margins(self._tab_row, px(16 - TAB_INSET), 0, px(16), 0)
        self._empty.setContentsMargins(px(16), px(8), px(16), px(8))
        self.setMinimumWidth(px(320))

    # ---- what is inspected

    def show_row(self, row: Row | None) -> None:
        """Show what is known of a row of the chain, None to show nothing."""
        is_changed = row is None or self._row is None or row.key != self._row.key
        self._row = row
        if row is None or row.kind in GROUP_HEADER_KINDS:
            self._show_nothing()
            return
        if is_changed:
            self._file = None
        self._empty.hide()
        self._divider.show()
        self._pages.show()
        self.name.show_name(row.name)
        self.name.show()
        self._facts.show()
        self._copy.show()
        self.chip.show_state(row.status, row.tone.value)
        self._facts.setText(_render_facts(row, self._count_chain()))
        self._show_tabs(row)
        # A row of another kind empties a page that is there.
        if self._editing_page is not None or row.kind in LAYER_KINDS:
            self.editing.show_row(row if row.kind in LAYER_KINDS else None)
        if self._probe_pages is not None:
            self._probe_pages.show_row(row)
        self.why.show_today(row.current_state)
        self.why.show_deviation(row.deviation)
        if is_changed:
            self.why.show_offers("", ())  # those of another row are none of this
            self.why.explanation.stale_timer.start()
        self._show_footer()
        # Asked for with each row, also while another tab is shown: the answer is there when the
        # user turns back.
        self._session.explanations.compute_explanation(
            row.key, lambda steps: self._on_explanation(row.key, steps)
        )
        self._request_offers(row)  # after the explanation, which is found faster
        self._load_page()

    def _show_nothing(self) -> None:
        """Hide all pages: no row is selected."""
        self._empty.show()
        self._divider.hide()
        self._pages.hide()
        self.name.show_name("")
        self.name.hide()
        self._facts.hide()
        self._copy.hide()
        self.chip.show_state("", "neutral")
        self._facts.setText("")
        self._show_pages(())

    def _count_chain(self) -> int:
        """Return how many layers load in the shown chain."""
        snapshot = self._session.snapshots.shown
        return sum(row.kind is RowKind.LAYER for row in snapshot.rows) if snapshot else 0

    def _show_tabs(self, row: Row) -> None:
        """Show the tabs that fit a row, and the one that was chosen last for rows of its kind."""
        with self.tabs.keep_user_choice():
            self._arrange_tabs(row)
        is_layer = row.kind in LAYER_KINDS
        self.tabs.show_kinds(LAYER_KINDS if is_layer else frozenset({row.kind}))
        self._go_back()

    def _go_back(self) -> None:
        """Turn to the tab that the user chose last, if it is there."""
        if self.tabs.return_to_choice():
            self._show_current_page()

    def _arrange_tabs(self, row: Row) -> None:
        """Set the tabs for the kind of a row, with their counts and tool tips."""
        file = (
            (InspectorPage.FILE,) if self._file else ()
        )  # these rows have no manifest of their own
        if row.kind is RowKind.PROGRAM:
            self._show_pages(
                (InspectorPage.OPTIONS, InspectorPage.MATCHING, InspectorPage.ENVIRONMENT, *file)
            )
        elif row.kind is RowKind.LOADER:
            changes = (
                (InspectorPage.CHANGES,) if row.is_simulated else ()
            )  # what the supposition comes to
            self._show_pages(
                (
                    *changes,
                    InspectorPage.LIBRARY,
                    InspectorPage.LOADER,
                    InspectorPage.ENVIRONMENT,
                    InspectorPage.DEVICES,
                    *file,
                )
            )
        elif row.kind is RowKind.DEVICE:
            self._show_pages(
                (
                    InspectorPage.DEVICE,
                    InspectorPage.EXTENSIONS,
                    *self._list_dump_tabs(row),
                    InspectorPage.SURFACES,
                    InspectorPage.ORDER,
                    InspectorPage.DEVICES,
                )
            )
        else:
            own_pages = (InspectorPage.SETTINGS,) if row.kind in LAYER_KINDS else ()
            probe_pages = (InspectorPage.PROBE,) if row.kind in PROBED_KINDS else ()
            devices = (InspectorPage.DEVICES,) if row.kind is RowKind.DRIVER else ()
            self._show_pages(
                (
                    InspectorPage.WHY,
                    *own_pages,
                    InspectorPage.MANIFEST,
                    InspectorPage.LIBRARY,
                    *probe_pages,
                    *devices,
                )
            )
            # Disabled and not left out: the tabs of rows of one kind stay in their places.
            for name, tooltip in ((InspectorPage.MANIFEST, tr("No manifest")),
                              (InspectorPage.LIBRARY, tr("No library"))):  # fmt: skip
                self.tabs.enable(name, tooltip="" if row.manifest else tooltip)
            self._show_count()

    def _list_dump_tabs(self, row: Row) -> tuple[InspectorPage, ...]:
        """Return the tab with all values of a device, () if no probe read them."""
        details = self._session.probes.find_answers(self._session.snapshots.shown).details
        detail = details.devices.get(row.key)
        return (InspectorPage.EVERYTHING,) if detail is not None and detail.dump is not None else ()

    def _show_count(self) -> None:
        """Show in the tab Settings how many settings the user has set."""
        if InspectorPage.SETTINGS in self.tabs.pages:
            layer_editing = self.editing
            self.tabs.show_count(InspectorPage.SETTINGS, layer_editing.count_settings())
            self.tabs.enable(
                InspectorPage.SETTINGS, tooltip="" if layer_editing.has_page else NO_SETTINGS
            )
            self._go_back()

    def _show_pages(self, pages: Sequence[InspectorPage]) -> None:
        """Show the tabs of these pages."""
        if self.tabs.show_pages(pages):
            self._show_current_page()

    def show_tab(self, page: InspectorPage) -> None:
        """Turn to the tab of a page, if it is there."""
        if self.tabs.select_page(page):
            self._show_current_page()

    def _show_current_page(self) -> None:
        """Show the page of the current tab, making it if it is used for the first time."""
        page = self.tabs.current_page()
        if page is not None:
            # This makes the page, if its tab is turned to for the first time.
            self._pages.setCurrentWidget(self._page_getters[page]())

    def _on_tab_changed(self) -> None:
        """Show and load the page of the tab that became current."""
        self.tabs.remember_choice()
        if self.tabs.current_page() is InspectorPage.WHY:
            self._file = None  # the tab is the row's own manifest again
        self._show_current_page()
        self._load_page()

    def _on_snapshot_changed(self) -> None:
        """Show the new state of the selected row."""
        snapshot = self._session.snapshots.shown
        if snapshot is None or self._row is None:
            return
        key = self._row.key
        self.show_row(next((row for row in snapshot.rows if row.key == key), None))

    def _on_workspace_changed(self) -> None:
        """Load the pages that show the configuration anew."""
        if self.tabs.current_page() in (InspectorPage.OPTIONS, InspectorPage.MATCHING):
            self._load_page()

    # ---- pages

    def _on_explanation(self, key: str, steps: Sequence[object]) -> None:
        """Show the steps of a decision, if their row is still the selected one."""
        # The answer comes later: meanwhile another row may have been selected.
        if self._row is not None and self._row.key == key:
            self.why.explanation.show_steps(steps, self._session.machine.home)

    def _request_offers(self, row: Row) -> None:
        """Search for fixes of a row off the GUI thread."""
        self._session.explanations.find_offers(row, lambda offers: self._on_offers(row, offers))

    def _on_offers(self, row: Row, offers: Sequence[QuickFix]) -> None:
        """Show the fixes that were found, if their row is still the selected one."""
        if self._row is not None and self._row.key == row.key:
            self.why.show_offers(get_heading(row, offers), offers)

    def _on_problems_changed(self) -> None:
        """Search for fixes anew, as the problems are others."""
        if self._row is not None:
            self._request_offers(self._row)

    def _show_footer(self) -> None:
        """Show below the page how certain the prediction of the row is."""
        kind = self._row.kind if self._row else None
        self.why.show_footer(*make_footer(self._session, kind))

    def show_file(self, path: str, line: int, *, is_current: bool = False) -> None:
        """Show a file that a step or a variable names, and focus it.

        With `is_current` the path is on this machine even in a what-if of another root folder.
        """
        self._file = (path, line, is_current)
        if self._row is not None:
            self._show_tabs(self._row)
        # The link that was pressed is hidden with its page: the keyboard follows into the text.
        has_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self.show_tab(InspectorPage.FILE)
        self.show_tab(InspectorPage.MANIFEST)
        self._load_page()
        if has_focus:
            self.manifest.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _load_page(self) -> None:
        """Read what the current page shows of the selected row, off the GUI thread."""
        row, snapshot = self._row, self._session.snapshots.shown
        if row is None or snapshot is None or not self.isVisible():
            return
        page, key = self.tabs.current_page(), row.key
        if self._pages.currentWidget() is self.why:
            return  # its steps and fixes are requested with the row
        # Imported here: the tab Why, with which the window opens, needs none of it.
        from vkconfig_py.model.chain.loader_variables import describe_environment

        if page in (InspectorPage.MANIFEST, InspectorPage.FILE):
            path, line, is_current = self._file or (
                row.manifest,
                self._find_deciding_line(row),
                False,
            )
            host = self._session.machine.host if is_current else snapshot.report.host
            # On a thread: the file may be on a slow disk, or gone.
            self._worker.submit(
                lambda: read_source(host, path), lambda source: self._on_source(key, source, line)
            )
        elif page is InspectorPage.LIBRARY:
            self._load_library(row, snapshot)
        elif page is InspectorPage.SURFACES:
            self._session.probes.read_surfaces(snapshot)
        elif page is InspectorPage.ENVIRONMENT:
            demo = self._session.machine.demo
            self._worker.submit(
                lambda: describe_environment(snapshot, demo=demo),
                self.environment.show_variables,
            )
        elif page is InspectorPage.MATCHING:
            self.programs.show_configuration(self._session.requests.configuration)
        elif page is InspectorPage.OPTIONS:
            configuration = self._session.requests.configuration
            self.options.show_configuration(configuration)
            target, host = configuration.target, self._session.machine.host
            self._worker.submit(
                lambda: find_compared_program(target.program, host, target.arguments),
                self.options.show_match,
            )
            self._worker.submit(
                partial(find_wrong_folder, target, host), self.options.show_folder_error
            )

    def _load_library(self, row: Row, snapshot: ChainSnapshot) -> None:
        """Show the facts about the library of a row, those of a file read off the GUI thread."""
        if row.kind is RowKind.LOADER:
            self.library.show_facts(list_loader_facts(snapshot))
            return
        build_facts = self._session.list_layer_build_facts(row.name)
        health = self._session.probes.find_answers(snapshot).findings.health.get(row.key)

        def find() -> tuple[LabeledFact, ...]:
            """Read the facts about the row's library."""
            return (*list_library_facts(snapshot, row, health), *build_facts)

        self._worker.submit(find, lambda facts: self._on_facts(row.key, facts))

    def showEvent(self, event: object) -> None:
        # A hidden inspector loads nothing.
        self._load_page()

    def _find_deciding_line(self, row: Row) -> int:
        """Return the line of the row's manifest that decided, 0 if there is none."""
        snapshot = self._session.snapshots.shown
        layers = snapshot.report.found_layers if snapshot else ()
        # One file may declare several layers: the first whose verdict is about this file.
        lines = (
            layer.verdict.line
            for layer in layers
            if layer.file == row.manifest == layer.verdict.file
        )
        return next(lines, 0)

    def _on_source(self, key: str, source: FileText, line: int) -> None:
        """Show the text of a file, if its row is still the selected one.

        `line` is the line to mark, counted from 1; 0 for none.
        """
        if self._row is None or self._row.key != key:
            return
        tone = self._row.tone.value if self._row.tone.value in ("error", "warn") else "neutral"
        word, reason = self._row.status, self._row.reason
        finding_text = f"{word}: {reason}" if word and reason else word
        is_manifest = source.path == self._row.manifest
        self.manifest.show_source(source, line, tone, finding_text if is_manifest else "")

    def _on_build_checked(self, layer: str) -> None:
        """Load the library page anew once it is known from which build the layer is."""
        if (
            self._row is not None
            and self._row.name == layer
            and self.tabs.current_page() is InspectorPage.LIBRARY
        ):
            self._load_page()

    def _on_facts(self, key: str, facts: Sequence[LabeledFact]) -> None:
        """Show the facts of a library, if its row is still the selected one."""
        if self._row is not None and self._row.key == key:
            self.library.show_facts(facts)

    def _on_copy_clicked(self) -> None:
        if self._row is not None:
            self.copied.emit(self._row.name)


def _render_facts(row: Row, length: int) -> str:
    """Return the position in the chain, the version and the reason of a row in one line.

    `length` is the number of layers in the chain.
    """
    position_text = (
        tr("{place} of {count}", place=render_ordinal(row.position), count=length)
        if row.position
        else ""
    )
    plain_text = "" if row.status else row.reason
    return " · ".join(part for part in (position_text, row.secondary, plain_text) if part)
