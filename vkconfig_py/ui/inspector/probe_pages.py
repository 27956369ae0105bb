"""Pages of probe results: of a driver or layer, and of a device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.model.chain.device_entries import (
    DeviceFact,
    list_dump_values,
    list_surface_values,
)
from vkconfig_py.model.chain.device_page import group_device_facts
from vkconfig_py.model.chain.probe_results import (
    BROKEN_PROBE_STATUSES,
    DeviceDetail,
    ProbeDetail,
    ShownHealth,
    StageProgress,
    SurfaceReading,
    decide_probe_severity,
    describe_probe_conditions,
    describe_progress,
)
from vkconfig_py.model.chain.row_details import (
    filter_extensions,
    get_extension_key,
    present_extension,
)
from vkconfig_py.model.chain.snapshot_values import TONE_BY_SEVERITY, Row, RowKind
from vkconfig_py.model.items.keyed_list import GroupsModel, LinesModel, ModelIndex, NamedValue
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import (
    escape_invisible,
    escape_invisible_lines,
    render_milliseconds,
    render_when,
)
from vkconfig_py.ui.inspector.devices_page import DevicesPage
from vkconfig_py.ui.inspector.head import PROBED_KINDS
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    add_break_points,
    break_function_name,
    draw_text,
    mirror,
    paint_row_box,
)
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Field,
    Label,
    RowDelegate,
    TextRole,
    make_column,
    make_row,
    set_background,
    set_up_scrolling,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.groups_view import GroupsView
from vkconfig_py.ui.widgets.layouts import TONE_ROLES, FooterPage, Page, fill_form, find_name_width


class DevicePage(FooterPage):
    """Facts of a device; copy as JSON and export.

    Signals:
        copy_requested: copy the device as JSON to the clipboard.
        export_requested: save the device in a file.
    """

    copy_requested = Signal()
    export_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        self._facts = Page(context, tr("About the device"))
        self._copy = Button(context, tr("Copy as JSON"), icon="copy", height=28)
        self._export = Button(context, tr("Export…"), icon="file", height=28)
        super().__init__(context, self._facts, make_row(self._copy, self._export, None), parent)
        self._shown: DeviceDetail | None = None
        self._copy.clicked.connect(self.copy_requested)
        self._export.clicked.connect(self.export_requested)

    def show_device(self, detail: DeviceDetail) -> None:
        """Show the facts of a device that a probe read."""
        if detail == self._shown:
            return
        self._shown = detail
        body = self._facts.make_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        px = self._context.theme.px
        groups = tuple(group_device_facts(detail.summary))
        width = find_name_width(self._context, [facts for _title, facts in groups])
        for title, facts in groups:
            heading = Label(self._context, title, text_style="strong")
            heading.setContentsMargins(px(16), px(12), px(16), 0)
            column.addWidget(heading)
            form_layout = QFormLayout()
            # One left edge of values in all groups.
            fill_form(self._context, form_layout, facts, max(width, px(88)))
            column.addLayout(form_layout)
        column.addStretch()
        # QScrollArea deletes the body that was there before.
        self._facts.setWidget(body)


class ExtensionDelegate(RowDelegate):
    """Paints a name with its value on the right; all rows have the same height."""

    def __init__(
        self, context: ThemeContext, model: LinesModel[Any], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return QSize(self._context.theme.px(120), self._context.theme.px(22))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        theme, line = self._context.theme, self._model.line_at(index)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        # The view goes on painting with this painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, option.widget, QRectF(rect))
        box = QRectF(rect).adjusted(theme.px(8), 0, -theme.px(8), 0)
        paint_row_box(painter, theme, box, state, is_on_window=True, radius=4)
        # A long value takes half at most: the name says what it is.
        width = min(theme.small.width(line.text), rect.width() // 2)
        right = rect.right() - theme.px(16) - width
        left = rect.left() + theme.px(16)
        painter.setPen(theme.colors.text)
        draw_text(
            painter,
            theme.small,
            line.title,
            left,
            rect.top(),
            right - left - theme.px(12),
            rect.height(),
            Qt.TextElideMode.ElideLeft,
        )
        painter.setPen(theme.colors.secondary)
        draw_text(painter, theme.small, line.text, right, rect.top(), width + 2, rect.height())
        painter.restore()


class ExtensionsList(QListView):
    """List of names with versions.

    Signals:
        copied: a name, for the clipboard.
    """

    copied = Signal(str)

    def __init__(
        self, context: ThemeContext, model: LinesModel[Any], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        # A device has hundreds of them, which are not measured one by one.
        self.setUniformItemSizes(True)
        set_up_scrolling(self, context)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setItemDelegate(ExtensionDelegate(context, model, self))
        self.setAccessibleName(tr("Device extensions"))
        self.setModel(model)

    def event(self, event: QEvent) -> bool:
        # Ctrl+C is a shortcut of the window, which would take it first.
        handles_shortcut = (
            event.type() == QEvent.Type.ShortcutOverride and self.currentIndex().isValid()
        )
        if (
            handles_shortcut
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Copy)
        ):
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            # The name alone: it is what one searches for in the specification.
            self.copied.emit(str(self.currentIndex().data()))
            return
        super().keyPressEvent(event)


class ExtensionsPage(QWidget):
    """Names with versions, and a search.

    Signals:
        copied: a text for the clipboard.
    """

    copied = Signal(str)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._all_extensions: tuple[Any, ...] | None = None  # until a device is shown
        self.model = LinesModel(get_extension_key, present_extension, self)
        find = tr("Find an extension")
        self.search = Field(context, name=find, hint=find, is_search=True)
        self.search.textChanged.connect(self._refresh)
        self.count = Label(context, text_style="small", text_role=TextRole.SECONDARY)
        self.list = ExtensionsList(context, self.model)
        self.list.copied.connect(self.copied)
        self._empty = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self._head_row = make_row(self.search, self.count)
        self._head_row.setStretch(0, 1)
        self._empty_row = make_row(self._empty)
        column = make_column(self)
        column.addLayout(self._head_row)
        column.addLayout(self._empty_row)
        column.addWidget(self.list, 1)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._head_row.setContentsMargins(px(16), px(10), px(16), px(6))
        self._empty_row.setContentsMargins(px(16), px(4), px(16), px(4))
        set_background(self._context.theme.colors.window, self.list, views=True)

    def show_extensions(self, extensions: tuple[Any, ...]) -> None:
        """Show these extensions with their versions."""
        if extensions != self._all_extensions:
            self._all_extensions = extensions
            self._refresh()

    def go_to(self, name: str) -> None:
        """Show and focus the line of an extension, even if a search hides it."""
        self.search.clear()
        index = self.model.find_index(name)
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index, QListView.ScrollHint.PositionAtCenter)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh(self) -> None:
        """Show the extensions that match the search, and count them."""
        search_text, extensions = self.search.text().strip(), self._all_extensions or ()
        self.model.replace_all(filter_extensions(extensions, search_text))
        total, shown_count = len(extensions), self.model.rowCount()
        count = counted("{n:,} extensions", "{n:,} extension", total)
        if search_text:
            count = counted(
                "{shown:,} of {n:,} extensions",
                "{shown:,} of {n:,} extension",
                total,
                shown=shown_count,
            )
        self.count.setText(count)
        empty_text = (
            tr("Nothing matches “{sought}”.", sought=search_text)
            if search_text
            else tr("This device has no extensions.")
        )
        self._empty.setText(empty_text)
        self._empty.setVisible(not self.model.rowCount())


class EntriesPage(QWidget):
    """Everything that a device tells, in groups that fold, and a search.

    Signals:
        copied: "name: value", for the clipboard.
        export_requested: save everything in a file.
    """

    copied = Signal(str)
    export_requested = Signal()

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        """Make the page.

        Args:
            context: of the theme.
            name: of the list of values, for screen readers.
            parent: of the widget.
        """
        super().__init__(parent)
        self._context = context
        self.model = GroupsModel(self)
        self.search = Field(
            context, name=tr("Find a value"), hint=tr("Find a value"), is_search=True
        )
        self.search.textChanged.connect(self._on_text_changed)
        self.count = Label(context, text_style="small", text_role=TextRole.SECONDARY)
        self.view = GroupsView(context, self.model, name)
        self.view.copied.connect(self.copied)
        self._fold_button = Button(context, tr("Collapse all"), height=28)
        self._fold_button.clicked.connect(self._fold_or_unfold)
        self._export = Button(context, tr("Export…"), icon="file", height=28)
        self._export.setToolTip(tr("Save everything as HTML, Markdown or JSON"))
        self._export.clicked.connect(self.export_requested)
        self._note = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self._head_row = make_row(self.search, self.count)
        self._head_row.setStretch(0, 1)
        self._note_row = make_row(self._note)
        self._footer_row = make_row(self._fold_button, self._export, None)
        column = make_column(self)
        column.addLayout(self._head_row)
        column.addLayout(self._note_row)
        column.addWidget(self.view, 1)
        column.addWidget(Divider(context))
        column.addLayout(self._footer_row)
        self._folds_next = True
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._head_row.setContentsMargins(px(16), px(10), px(16), px(6))
        self._note_row.setContentsMargins(px(16), px(4), px(16), px(4))
        self._footer_row.setContentsMargins(px(16), px(8), px(16), px(8))
        set_background(self._context.theme.colors.window, self.view, views=True)

    def show_entries(self, entries: Sequence[DeviceFact]) -> None:
        """Show all values of a device."""
        self.model.show(
            NamedValue(render(entry.group), entry.name, (entry.value,), path=entry.path)
            for entry in entries
        )
        self._show_count()

    def go_to(self, path: str) -> None:
        """Show and focus the line of a value by its path, even if a search hides it."""
        self.search.clear()
        self.view.go_to(path)

    def _fold_or_unfold(self) -> None:
        """Fold all groups, or unfold them if they were folded by this button."""
        self.view.fold_all(is_folded=self._folds_next)
        self._folds_next = not self._folds_next
        self._fold_button.setText(tr("Collapse all") if self._folds_next else tr("Expand all"))
        self._fold_button.setAccessibleName(self._fold_button.text())

    def _on_text_changed(self, text: str) -> None:
        """Show only values that match the search."""
        self.model.set_text(text)
        self._show_count()

    def _show_count(self) -> None:
        """Show how many values there are, or that nothing matches."""
        self.count.setText(self.model.summary())
        search_text = self.search.text().strip()
        is_found = bool(self.model.rowCount())
        note = (
            tr("Nothing matches “{sought}”.", sought=search_text)
            if search_text and not is_found
            else self._describe_state(is_empty=not is_found)
        )
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _describe_state(self, *, is_empty: bool) -> str:
        """Return the sentence above the values, "" for none."""
        return tr("No values reported for this device.") if is_empty else ""


class SurfacesPage(EntriesPage):
    """What a device can present to: a group for each window system.

    Signals:
        read_requested: ask the devices once more.
    """

    read_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        self._state = ""
        super().__init__(context, tr("Surfaces of the device"), parent)
        # Without its text: at twice the size of text the buttons beside it would be cut.
        self.read_button = Button(context, icon="reset", name=tr("Read again"), height=28)
        self.read_button.setToolTip(tr("Read again, for instance on another display"))
        self.read_button.clicked.connect(self.read_requested)
        self._footer_row.insertWidget(2, self.read_button)
        self._shown: tuple[DeviceFact, ...] = ()

    def show_reading(
        self, entries: tuple[DeviceFact, ...], reading: SurfaceReading, *, is_reading: bool
    ) -> None:
        """Show what was read, or that it is being read.

        `entries`: of the shown device.
        """
        self.read_button.setEnabled(not is_reading)
        self._state = tr("Reading…") if is_reading else reading.failure
        # The scroll position and folded groups stay where nothing is new.
        if entries != self._shown:
            self._shown = entries
            self.show_entries(entries)
        else:
            self._show_count()

    def _describe_state(self, *, is_empty: bool) -> str:
        return self._state or super()._describe_state(is_empty=is_empty)


NOT_PROBED = tr("Not probed yet.")
PROBE_EXPLANATION = tr(
    "Only loading a library shows whether it works. Probing loads it in a separate "
    "process, so a crash or hang there does not stop vkconfig-py."
)
IN_CHAIN_LABEL = tr("In the chain, with the layers and drivers below it")
_LONG_NAME_LENGTH, _NAME_WIDTH = 32, 240  # letters of a library's name, and the room that they have
PROBE_THIS_LABEL, PROBE_AGAIN_LABEL, CANCEL_LABEL = (
    tr("Probe this"),
    tr("Probe again"),
    tr("Cancel"),
)


def _describe_time(health: ShownHealth) -> str:
    """Return when, and with which other loader, a row was probed."""
    time_text, loader = render_when(health.probed_at), health.differences
    if loader:
        return tr("Probed {when} with {loader}.", when=time_text, loader=loader)
    return tr("Probed {when}.", when=time_text)


class ProbePage(FooterPage):
    """Result, advice, stages with their times, and output of a probe.

    Signals:
        probe_requested: probe this row.
        cancel_requested: cancel the run in progress.
    """

    probe_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        self.explanation = Page(context, tr("Probe result"))
        self.state = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.button = Button(context, PROBE_THIS_LABEL, height=28)
        footer = make_row(self.state, self.button)
        footer.setStretch(0, 1)
        super().__init__(context, self.explanation, footer, parent)
        self._shown: tuple[ShownHealth | None, ProbeDetail | None, bool] | None = None
        self._is_running = False
        self._label_state: tuple[bool, bool] | None = None  # running, never probed: what it says
        self.button.clicked.connect(self._on_clicked)
        context.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        if self._shown is not None:
            health, detail, is_off = self._shown
            self._show_result(health, detail, is_off=is_off)

    def show_probe(
        self, health: ShownHealth | None, detail: ProbeDetail | None, *, is_off: bool
    ) -> None:
        """Show the result of a row's last probe, None if there is none.

        `is_off`: the row's layer is off, so no program fails by it.
        """
        # Progress comes often, and a new body would lose the selection and the scroll position.
        if (health, detail, is_off) != self._shown:
            self._shown = (health, detail, is_off)
            self._show_result(health, detail, is_off=is_off)
        self._show_footer("")

    def show_run(self, text: str, *, is_cancelling: bool) -> None:
        """Show the progress of a running probe, "" if none is running."""
        self._is_running = bool(text)
        self.button.setEnabled(not is_cancelling)
        self._show_footer(text)

    def _show_footer(self, text: str) -> None:
        """Show the state of the probe, and whether the button starts or cancels one.

        Args:
            text: progress of a running probe, "" keeps the last one.
        """
        health = self._shown[0] if self._shown else None
        if self._is_running:
            label = CANCEL_LABEL
            self.state.setText(text or self.state.text())
        else:
            label = PROBE_THIS_LABEL if health is None else PROBE_AGAIN_LABEL
            self.state.setText(_describe_time(health) if health else "")
        # A changed name may make a screen reader speak, so it is set only with a new one.
        if self._label_state != (self._is_running, health is None):
            self._label_state = (self._is_running, health is None)
            self.button.setText(label)
            self.button.setAccessibleName(label)
            self.button.updateGeometry()

    def _on_clicked(self) -> None:
        """Start a probe of this row, or cancel the running one."""
        (self.cancel_requested if self._is_running else self.probe_requested).emit()

    def _show_result(
        self,
        health: ShownHealth | None,
        detail: ProbeDetail | None,
        *,
        is_off: bool,
    ) -> None:
        """Show the result of a probe, its stages and its output.

        `health` is None if the row was not probed.
        """
        context, px = self._context, self._context.theme.px
        body = self.explanation.make_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(10))
        if health is None or detail is None:
            column.addWidget(Label(context, NOT_PROBED, text_style="strong"))
            column.addWidget(
                Label(context, PROBE_EXPLANATION, text_role=TextRole.SECONDARY, wrap=True)
            )
        else:
            text_role = TextRole.TEXT
            if health.probe_status in BROKEN_PROBE_STATUSES:
                severity = decide_probe_severity(health.probe_status, is_off=is_off)
                text_role = TONE_ROLES[TONE_BY_SEVERITY[severity]]
            column.addWidget(
                Label(
                    context,
                    add_break_points(detail.title),
                    text_style="strong",
                    text_role=text_role,
                    wrap=True,
                )
            )
            if detail.effect:
                column.addWidget(Label(context, f"{detail.effect} {detail.advice}", wrap=True))
            column.addLayout(self._make_stage_grid(detail.stages))
            if detail.calls:
                column.addWidget(Divider(context))
                heading = IN_CHAIN_LABEL
                if detail.call_differences:
                    heading += f" ({describe_probe_conditions(detail.call_differences)})"
                column.addWidget(
                    Label(
                        context,
                        heading,
                        text_style="small_strong",
                        text_role=TextRole.SECONDARY,
                        wrap=True,
                    )
                )
                column.addLayout(self._make_stage_grid(detail.calls))
            self._add_text(column, tr("Output"), detail.output)
            self._add_text(column, tr("Where it stopped"), detail.stack)
        column.addStretch(1)
        self.explanation.setWidget(body)

    def _make_stage_grid(self, stages: tuple[StageProgress, ...]) -> QGridLayout:
        """Return the stages of a probe with their results and times."""
        context, px = self._context, self._context.theme.px
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(6))
        # What was said gets the room; names and times are short. With wide letters the name of a
        # library has no room beside them.
        is_below = context.theme.small.width("0" * _LONG_NAME_LENGTH) > px(_NAME_WIDTH)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for number, stage in enumerate(stages):
            name, result = break_function_name(stage.step), escape_invisible(stage.result)
            stage_label = Label(
                context, name, text_style="small", text_role=TextRole.SECONDARY, wrap=True
            )
            label = Label(
                context, add_break_points(result), text_style="small", wrap=True,
                text_role=TONE_ROLES["error"] if stage.tone == "error" else TextRole.TEXT,
            )  # fmt: skip
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            duration_text = render_milliseconds(stage.milliseconds)
            time_label = Label(
                context, duration_text, text_style="small", text_role=TextRole.SECONDARY
            )
            # Three labels in a grid: read alone, a time would belong to nothing.
            label.setAccessibleName(", ".join(x for x in (stage.step, result, duration_text) if x))
            row, side = 2 * number, top | Qt.AlignmentFlag.AlignRight
            grid.addWidget(time_label, row, 2, side)
            if is_below:
                grid.addWidget(stage_label, row, 0, 1, 2, top)
                grid.addWidget(label, row + 1, 0, 1, 3, top)
            else:
                grid.addWidget(stage_label, row, 0, top)
                grid.addWidget(label, row, 1, top)
        return grid

    def _add_text(self, column: QVBoxLayout, heading: str, text: str) -> None:
        """Add a heading and a text to the page, unless the text is blank."""
        if not text.strip():
            return
        context = self._context
        column.addWidget(Divider(context))
        column.addWidget(
            Label(
                context, heading, text_style="small_strong", text_role=TextRole.SECONDARY, wrap=True
            )
        )
        label = Label(
            context,
            add_break_points(escape_invisible_lines(text.rstrip())),
            text_style="code",
            wrap=True,
        )
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # Without the zero-width spaces that add_break_points() puts in.
        label.setAccessibleName(f"{heading}: {text.strip()}")
        column.addWidget(label)


class ProbePages(QObject):
    """Holds the pages and fills them."""

    copied = Signal(str)

    def __init__(
        self, context: ThemeContext, session: Session, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._dumped_device: DeviceDetail | None = None  # whose values are shown
        self.probe = ProbePage(context)
        self.device = DevicePage(context)
        self.extensions = ExtensionsPage(context)
        self.entries = EntriesPage(context, tr("Device limits and features"))
        self.surfaces = SurfacesPage(context)
        self._device_key = ""  # of the shown row, "" for one of another kind
        self.devices = DevicesPage(context, session)
        for page in (self.extensions, self.entries, self.surfaces):
            page.copied.connect(self.copied)
        self.surfaces.read_requested.connect(self._read_surfaces_again)
        session.probes.surfaces_changed.connect(self._show_surfaces)
        self.probe.cancel_requested.connect(session.probes.cancel)
        session.probes.stepped.connect(self.show_run)

    def list_pages(self) -> tuple[QWidget, ...]:
        """Return all pages of probe results."""
        return (
            self.probe,
            self.device,
            self.extensions,
            self.entries,
            self.surfaces,
            self.devices,
        )

    def show_row(self, row: Row) -> None:
        """Show what the last probe found about a row."""
        probe_report = self._session.probes.find_answers(self._session.snapshots.shown)
        if row.kind in PROBED_KINDS:
            health = probe_report.findings.health.get(row.key)
            self.probe.show_probe(
                health,
                probe_report.details.subjects.get(row.key),
                is_off=row.kind is RowKind.OFF_LAYER,
            )
            self.show_run()
        device = probe_report.details.devices.get(row.key)
        self._device_key = row.key if device is not None else ""
        if device is not None:
            self._show_surfaces()
            self.device.show_device(device)
            self.extensions.show_extensions(device.summary.extensions)
            # Thousands of values: made again only for another device.
            if device.dump is not None and device is not self._dumped_device:
                self._dumped_device = device
                self.entries.show_entries(tuple(list_dump_values(device.dump)))

    def _read_surfaces_again(self) -> None:
        """Ask the devices once more what they can present to."""
        snapshot = self._session.snapshots.shown
        if snapshot is not None:
            self._session.probes.read_surfaces(snapshot, repeats_reading=True)

    def _show_surfaces(self) -> None:
        """Show what the device of the row can present to."""
        probes = self._session.probes
        reading = probes.surfaces
        entries = tuple(list_surface_values(reading.by_device.get(self._device_key, ())))
        self.surfaces.show_reading(entries, reading, is_reading=probes.is_reading_surfaces)

    def show_run(self) -> None:
        """Show the progress of the running probe, if there is one."""
        probes = self._session.probes
        text = describe_progress(probes.step) if probes.step else ""
        self.probe.show_run(tr("Canceling…") if probes.is_cancelling else text,
                            is_cancelling=probes.is_cancelling)  # fmt: skip
