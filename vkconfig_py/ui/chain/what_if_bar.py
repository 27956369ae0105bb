"""Bars that replace the header of the chain: what-if assumptions, and a launch in safe mode.

Each assumption is shown at once, with its result; nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.loader_variables import find_variables
from vkconfig_py.model.chain.what_if_choices import (
    BROWSE_VALUE,
    NOT_A_FOLDER,
    NOT_A_LOADER,
    NOT_A_PATH,
    NOT_A_VARIABLE,
    WhatIfChoice,
    assume_loader,
    describe_loader_text,
    describe_root_text,
    describe_variable,
    describe_variable_text,
    format_assumed_loader,
    format_loader,
    is_view,
    list_loader_choices,
    list_program_choices,
    list_variable_choices,
    make_browse_choice,
    parse_variable,
    remove_view,
)
from vkconfig_py.model.chain.what_if_snapshot import describe_tried_remedy, summarize_what_if
from vkconfig_py.model.plan.plan import PlanView, SafeMode
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Label,
    TextRole,
    find_position_below,
    make_column,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.choosers import ChoiceButton, InterpretText, ValueChooser
from vkconfig_py.ui.widgets.file_dialogs import choose_file, choose_folder
from vkconfig_py.ui.widgets.layouts import FlowArea
from vkconfig_py.ui.widgets.menus import PopupMenu

UNCHANGED_LABEL = tr("Unchanged")
ROOT_LABEL = tr("As seen by")
_BIT_CHOICES: tuple[tuple[str, int | None], ...] = (
    (UNCHANGED_LABEL, None),
    (tr("64-bit programs"), 64),
    (tr("32-bit programs"), 32),
)
NOTHING_WRITTEN = tr(
    "Assumptions affect only the displayed chain. Apply, Launch and the row controls use "
    "the unchanged configuration."
)
LOADER_CHOICE_TIP = tr(
    "The chain is predicted for the loader that the chosen program opens. If no program "
    "is chosen, it is predicted for the first loader that the dynamic linker finds."
)
_NOTHING_SAVED = tr("Nothing is saved")
_FOR_ONE_LAUNCH = tr("Applies to one launch only; the configuration does not change.")
_TWO_ROW_WINDOW_HEIGHT = 600  # of windows whose bar may have a row for the results


class PopupPrompt(NamedTuple):
    """Content of a popup; `interpret` interprets a typed text, "" if it is not valid."""

    name: str
    hint: str
    interpret: InterpretText
    refusal: str
    filters: bool = False


_LOADER_PROMPT = PopupPrompt(
    tr("Loader"),
    tr("Filter, or type a version (1.3.239) or a library path"),
    describe_loader_text,
    NOT_A_LOADER,
)
_PROGRAM_PROMPT = PopupPrompt(
    tr("What-if program"),
    tr("Filter, or type a program path"),
    lambda text: "" if text.endswith("/") else tr("use this program"),
    NOT_A_PATH,
    filters=True,
)
_ROOT_PROMPT = PopupPrompt(
    ROOT_LABEL,
    tr("Filter, or type a folder path or a view (flatpak:APP)"),
    describe_root_text,
    NOT_A_FOLDER,
)
_VARIABLE_PROMPT = PopupPrompt(
    tr("Variable"),
    tr("NAME=value, or NAME to unset it"),
    describe_variable_text,
    NOT_A_VARIABLE,
)


class AssumptionPopups(QObject):
    """Popups for selecting or typing a loader, a program, a root folder or a variable.

    Signals:
        roots_requested: search for root folders of other systems; `offer_roots` receives them.
        programs_requested: search for programs, except these paths; `offer_programs` receives them.
        view_requested: take the view of a container or of root ("flatpak:APP").
    """

    roots_requested = Signal()
    programs_requested = Signal(tuple)
    view_requested = Signal(str)

    def __init__(self, context: ThemeContext, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._session = session
        self._what_if = session.what_if
        self._widget = parent
        self.popup: ValueChooser | None = None
        self._prompt: PopupPrompt | None = None  # what it is about

    def _open_popup(
        self,
        anchor: QWidget,
        prompt: PopupPrompt,
        what_if_choices: Sequence[WhatIfChoice],
        use: Callable[[str], None],
        *,
        value: str | None = None,
        text: str = "",
    ) -> None:
        """Open a popup below a button, with values to choose or type.

        Args:
            anchor: the button.
            prompt: what it asks for.
            what_if_choices: values of its list.
            use: called with the chosen value.
            value: the present one, None where there may be several.
            text: what its field contains at first.
        """
        popup = ValueChooser(
            self._context,
            what_if_choices,
            name=prompt.name,
            hint=prompt.hint,
            interpret=prompt.interpret,
            refusal=prompt.refusal,
            filters=prompt.filters,
            value=value,
            parent=self._widget,
        )
        popup.value_chosen.connect(use)
        # The popup deletes itself when it closes; a reference to it would be a wrapper without an
        # object, and any call an error.
        popup.destroyed.connect(self._on_popup_destroyed)
        self.popup, self._prompt = popup, prompt
        popup.open_at(find_position_below(anchor), text)

    def _on_popup_destroyed(self) -> None:
        """Forget the popup, which deleted itself."""
        self.popup = None

    def choose_loader(self, anchor: QWidget) -> None:
        """Open the popup that selects the loader to assume."""
        machine = self._session.machine
        what_if_choices = [
            WhatIfChoice("", UNCHANGED_LABEL, tr("the loader that programs use"), "reset"),
            make_browse_choice(tr("Choose a loader library…")),
            *list_loader_choices(machine.loaders, machine.host.platform),
        ]
        value = format_assumed_loader(self._what_if.assumptions)
        self._open_popup(anchor, _LOADER_PROMPT, what_if_choices, self._assume_loader, value=value)

    def _assume_loader(self, choice: str) -> None:
        """Assume a loader in the what-if.

        Args:
            choice: a release such as "1.3.250", a library's path, "" for the loader of today or
                BROWSE_VALUE to choose a file.
        """
        loader = choice
        if choice == BROWSE_VALUE:
            loader = self._choose_file(
                tr("Choose a loader library (libvulkan.so.1)"), self._what_if.assumptions.library
            )
            if not loader:
                return
        self._what_if.set_assumptions(assume_loader(self._what_if.assumptions, loader))

    def choose_bits(self, anchor: QWidget) -> None:
        """Open the menu that selects the word size to assume: 32 or 64 bits."""
        menu = PopupMenu(self._context, self._widget)
        for text, bits in _BIT_CHOICES:
            is_chosen = bits == self._what_if.assumptions.pointer_bits
            menu.add_choice(text, partial(self._assume_bits, bits), is_chosen=is_chosen)
        menu.exec(find_position_below(anchor))

    def _assume_bits(self, bits: int | None) -> None:
        """Assume a word size, None for that of today."""
        self._what_if.set_assumptions(self._what_if.assumptions._replace(pointer_bits=bits))

    def choose_program(self, anchor: QWidget) -> None:
        """Open the popup that selects the program to assume."""
        choices = list(list_program_choices(self._session.edits.workspace))
        what_if_choices = [
            WhatIfChoice("", UNCHANGED_LABEL, tr("the configuration's program"), "reset"),
            make_browse_choice(tr("Choose a program…")),
            *choices,
        ]
        value = self._what_if.assumptions.program or ""
        self._open_popup(
            anchor, _PROGRAM_PROMPT, what_if_choices, self._assume_program, value=value
        )
        self.programs_requested.emit(tuple(choice.value for choice in choices))

    def offer_programs(self, programs: Iterable[WhatIfChoice]) -> None:
        """Add the programs that were found to the open popup, if there is one."""
        if self.popup is not None and self._prompt is _PROGRAM_PROMPT:
            self.popup.set_choices(programs)

    def _assume_program(self, choice: str) -> None:
        """Assume a program in the what-if.

        Args:
            choice: its path, "" for that of the configuration or BROWSE_VALUE to choose a file.
        """
        program = choice
        if choice == BROWSE_VALUE:
            program = self._choose_file(tr("Choose a program"), self._what_if.assumptions.program)
            if not program:
                return
        self._what_if.set_assumptions(self._what_if.assumptions._replace(program=program or None))

    def _choose_file(self, title: str, current_path: str | None) -> str:
        """Let the user choose a file. Return "" if that is cancelled."""
        folder = (current_path or "").rpartition("/")[0] or self._session.machine.host.add_prefix(
            "/usr"
        )
        return choose_file(self._widget, title, folder)

    def choose_root(self, anchor: QWidget) -> None:
        """Open the popup that selects the root folder of another system to assume."""
        assumptions = self._what_if.assumptions
        self._open_popup(
            anchor,
            _ROOT_PROMPT,
            [
                WhatIfChoice(
                    "", UNCHANGED_LABEL, tr("this system, as your programs see it"), "reset"
                ),
                make_browse_choice(tr("Choose a folder…")),
            ],
            self._assume_root,
            value=str(assumptions.runtime_view or assumptions.root or ""),
        )
        self.roots_requested.emit()

    def _assume_root(self, text: str) -> None:
        """Assume another system in the what-if.

        Args:
            text: its root folder, the key of a view, "" for this system or BROWSE_VALUE to choose a
                folder.
        """
        if text == BROWSE_VALUE:
            title = tr("Choose the root folder of another system")
            text = choose_folder(self._widget, title, self._what_if.assumptions.root or "/mnt")
            if not text:
                return
        if is_view(text):
            self.view_requested.emit(text)
        else:
            self._what_if.set_assumptions(
                remove_view(self._what_if.assumptions)._replace(root=text or None)
            )

    def offer_roots(self, roots: Iterable[WhatIfChoice]) -> None:
        """Add the root folders that were found to the open popup, if there is one."""
        # Found by a thread: meanwhile the user may have closed the popup, or opened another.
        if self.popup is not None and self._prompt is _ROOT_PROMPT:
            self.popup.set_choices(roots)

    def choose_variable(self, anchor: QWidget, text: str) -> None:
        """Open the popup that sets or unsets an environment variable in the what-if.

        `text` is what its field contains at first, such as "NAME=value".
        """
        snapshot = self._session.snapshots.shown
        what_if_choices = list(list_variable_choices(find_variables(snapshot))) if snapshot else []
        self._open_popup(
            anchor, _VARIABLE_PROMPT, what_if_choices, self._assume_variable, text=text
        )

    def _assume_variable(self, text: str) -> None:
        """Assume a typed environment variable, unless the text is not valid."""
        parsed = parse_variable(text)
        if parsed is not None:
            self._what_if.set_variable(*parsed)


class WhatIfBar(BackgroundPane):
    """The result in one line, and the assumptions below.

    Attributes:
        popups: the popups of the assumptions.
    """

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "simulated_tint", parent)
        self._session = session
        self._what_if = session.what_if
        self._tags: list[ChoiceButton] = []
        self._tagged_assumptions: object = None
        self._missing_folder = ""
        self.setAccessibleName(tr("What-if"))
        self._title = Label(
            context, tr("What-if"), text_style="title", text_role=TextRole.SIMULATED
        )
        elide_mode = Qt.TextElideMode.ElideRight
        self.announcement = ""  # both sentences, for screen readers
        self.result_label = Label(context, elide=elide_mode)
        self.difference_label = Label(
            context, text_style="small_strong", text_role=TextRole.SIMULATED, elide=elide_mode
        )
        self._not_written_label = Label(
            context, tr("Nothing is written"), text_style="small", text_role=TextRole.SECONDARY
        )
        self._not_written_label.setToolTip(NOTHING_WRITTEN)
        self.adopt_button = Button(
            context, tr("Adopt"), height=24, name=tr("Adopt what-if: copy it to the configuration")
        )
        self.reset = Button(
            context, icon="reset", frame=Frame.FLAT, name=tr("Reset what-if"), height=24
        )
        self.reset.setToolTip(tr("Reset what-if"))
        self.close_button = Button(
            context, icon="close", frame=Frame.FLAT, name=tr("Close What-if"), height=24
        )
        self.close_button.setToolTip(tr("Close What-if (F9)"))
        self.loader = ChoiceButton(context, tr("Loader"), arrow=True)
        self.bits = ChoiceButton(context, arrow=True)
        self.program = ChoiceButton(context, tr("Program"), arrow=True)
        self.elevated = ChoiceButton(context, tr("Elevated"))
        self.elevated.setCheckable(True)
        self.view_button = ChoiceButton(context, tr("As seen by"), arrow=True)
        self.variable = Button(
            context,
            tr("Variable"),
            icon="plus",
            frame=Frame.FLAT,
            height=28,
            tone="simulated",
            name=tr("Try a variable"),
        )
        self._lay_out()
        self._connect_signals(actions)
        self._on_metrics_changed()
        self.refresh()

    def _lay_out(self) -> None:
        self._first_row = QHBoxLayout()
        self._icon_space = QWidget()
        widgets = (self._icon_space, self._title, self.result_label, self.difference_label,
                   self._not_written_label, self.adopt_button, self.reset,
                   self.close_button)  # fmt: skip
        for widget in widgets:
            if widget is self._not_written_label:
                self._first_row.addStretch(1)
            # 1000 to 1: both texts get what they need before the empty room gets any.
            self._first_row.addWidget(
                widget, 1000 if widget in (self.result_label, self.difference_label) else 0
            )
        self._choices = FlowArea(self._context)
        self._choice_flow = self._choices.flow
        for part in (
            self.loader,
            self.bits,
            self.program,
            self.elevated,
            self.view_button,
            self.variable,
        ):
            self._choice_flow.addWidget(part)
        self._second_row = QHBoxLayout()  # of the results, where the first has no room for them
        self._second_row.addStretch(1)
        column = make_column(self)
        column.addLayout(self._first_row)
        column.addLayout(self._second_row)
        column.addWidget(self._choices)

    def _connect_signals(self, actions: Actions) -> None:
        for button, name in (
            (self.adopt_button, "what_if_adopt"),
            (self.reset, "what_if_reset"),
            (self.close_button, "what_if"),
        ):
            button.clicked.connect(actions[name].trigger)
        self.popups = popups = AssumptionPopups(self._context, self._session, self)
        self.loader.clicked.connect(partial(popups.choose_loader, self.loader))
        self.bits.clicked.connect(partial(popups.choose_bits, self.bits))
        self.program.clicked.connect(partial(popups.choose_program, self.program))
        self.elevated.clicked.connect(self._on_elevated_clicked)
        self.view_button.clicked.connect(partial(popups.choose_root, self.view_button))
        self.variable.clicked.connect(partial(popups.choose_variable, self.variable, ""))
        self._session.snapshots.shown_changed.connect(self.refresh)
        self._session.edits.workspace_changed.connect(self.refresh)
        self._context.changed.connect(self._on_metrics_changed)

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._first_row, px(16), px(8), px(8), px(2))
        self._first_row.setSpacing(px(8))
        self._second_row.setSpacing(px(8))
        self._icon_space.setFixedWidth(px(16))
        self._choice_flow.setContentsMargins(px(16), px(2), px(16), px(8))
        self._choice_flow.setSpacing(px(8))

    # ---- what is shown

    def show_missing_folder(self, root: str) -> None:
        """Say that the assumed root folder does not exist."""
        self._missing_folder = root
        self.refresh()

    def refresh(self) -> None:
        """Show what is assumed, and what the chain would be."""
        if not self._what_if.is_open:
            return
        current_snapshot, shown_snapshot = (
            self._session.snapshots.current,
            self._session.snapshots.shown,
        )
        if current_snapshot is not None and shown_snapshot is not None:
            change = summarize_what_if(current_snapshot, shown_snapshot)
            self._show_line(self.result_label, change.loading_text)
            self._show_line(self.difference_label, change.difference_text)
            self.result_label.set_text_role(TextRole.ERROR if change.is_failing else TextRole.TEXT)
            self.announcement = f"{change.loading_text}. {change.difference_text}."
            self.setAccessibleDescription(f"{self.announcement} {shown_snapshot.sentences[0]}")
        self._show_choices()
        self._show_tags()
        # Tags came or went, so the number of rows may have changed.
        self._choices.fit()
        self.reset.setEnabled(not self._what_if.assumptions.is_empty)
        copied_what_if = self._session.find_adoption()
        self.adopt_button.setVisible(copied_what_if is not None)
        self.adopt_button.setToolTip(
            make_tooltip(copied_what_if.sentence) if copied_what_if else ""
        )
        self._fit_labels()

    def _show_line(self, label: Label, text: str) -> None:
        """Show a text in a label, which may become as wide as the text and is elided below."""
        label.setText(text)
        label.setMaximumWidth(label.fontMetrics().horizontalAdvance(text) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_labels()

    def _fit_labels(self) -> None:
        """Hide a reminder, then put the results below the title, where the bar is too narrow."""
        other_widgets = [self._title, self._not_written_label, self.reset, self.close_button]
        # isHidden, not isVisible: inside a bar that is not shown yet nothing is visible.
        other_widgets += [] if self.adopt_button.isHidden() else [self.adopt_button]
        margins = self._first_row.contentsMargins()
        needed_width = margins.left() + margins.right() + self._icon_space.width()
        needed_width += self.result_label.maximumWidth() + self.difference_label.maximumWidth()
        needed_width += sum(widget.sizeHint().width() for widget in other_widgets)
        gap_width = (len(other_widgets) + 2) * self._first_row.spacing()
        # The result is worth more room than this reminder.
        self._not_written_label.setVisible(needed_width + gap_width <= self.width())
        needed_width -= self._not_written_label.sizeHint().width() + self._first_row.spacing()
        is_narrow = needed_width + gap_width > self.width()
        # In a low window, or with large text, the list needs the room of another row.
        has_two_rows = self.window().height() >= self._context.theme.px(_TWO_ROW_WINDOW_HEIGHT)
        self._stack_results(is_narrow and has_two_rows)
        self._title.setVisible(has_two_rows or not is_narrow)

    def _stack_results(self, is_stacked: bool) -> None:
        """Put the results into a row of their own, or beside the title."""
        if is_stacked == (self._second_row.indexOf(self.result_label) >= 0):
            return
        row, first = (self._second_row, 0) if is_stacked else (self._first_row, 2)
        for number, label in enumerate((self.result_label, self.difference_label)):
            row.insertWidget(first + number, label, 1000)
        px = self._context.theme.px
        set_margins(self._second_row, *((px(40), 0, px(8), px(4)) if is_stacked else (0, 0, 0, 0)))

    def _show_choices(self) -> None:
        """Show on the buttons what is assumed: loader, word size, program, rights, root."""
        assumptions = self._what_if.assumptions
        request = self._session.requests.make_request()
        snapshot = self._session.snapshots.shown
        profile = snapshot.report.profile if snapshot else request.profile
        text = format_loader(assumptions, profile)
        is_changed = assumptions.version is not None or assumptions.library is not None
        tooltip = "\n".join(filter(None, (profile.library, LOADER_CHOICE_TIP)))
        self.loader.show_value(text, is_changed=is_changed, tooltip=tooltip)
        bits = assumptions.pointer_bits
        self.bits.show_value(
            tr("{bits}-bit", bits=bits or profile.pointer_bits), is_changed=bits is not None
        )
        program = assumptions.program
        path = request.configuration.target.program if program is None else program
        name = path.rstrip("/").rpartition("/")[2]
        self.program.show_value(
            name or tr("any", "program"), is_changed=program is not None, tooltip=path
        )
        self.elevated.setChecked(bool(assumptions.elevated))
        self.elevated.setToolTip(
            tr(
                "Show the chain for a program with more privileges than its user, such as "
                "a setuid program"
            )
        )
        root = assumptions.root
        if assumptions.runtime_view is not None:
            runtime_view = assumptions.runtime_view
            self.view_button.show_value(
                str(runtime_view), is_changed=True, tooltip=runtime_view.note
            )
            return
        root_text = (
            tr("{root}: folder not found", root=root)
            if root and root == self._missing_folder
            else root or tr("this system")
        )
        self.view_button.show_value(
            root_text, is_changed=root is not None, tooltip=root or tr("This machine")
        )

    def _show_tags(self) -> None:
        """Show one tag per assumed environment variable."""
        assumptions = self._what_if.assumptions
        if assumptions == self._tagged_assumptions:
            return
        self._tagged_assumptions = assumptions
        for tag in self._tags:
            self._choice_flow.removeWidget(tag)
            # deleteLater() waits for the event loop: until then the tag would still be seen, and
            # take part in Tab.
            tag.hide()
            tag.deleteLater()
        self._tags = []
        for name, value in assumptions.variables:
            text = describe_variable(name, value)
            tag_text = name if value is None else text
            forget = partial(self._what_if.forget_variable, name)
            self._add_tag(
                text, forget, partial(self.popups.choose_variable, self.variable, tag_text)
            )
        for remedy in assumptions.remedies:
            forget = partial(self._what_if.forget_remedy, remedy)
            self._add_tag(describe_tried_remedy(remedy), forget, forget)
        ordered_buttons = (self.view_button, *self._tags, self.variable)  # Tab goes as the eye does
        for first_button, second_button in pairwise(ordered_buttons):
            QWidget.setTabOrder(first_button, second_button)

    def _add_tag(self, text: str, forget: Callable[[], None], change: Callable[[], None]) -> None:
        """Add the tag of an assumed environment variable.

        `forget` is called when the user removes the tag. `change` is called when the user clicks
        it.
        """
        tag = ChoiceButton(self._context, is_tag=True, parent=self)
        tag.show_value(text, is_changed=True, tooltip=text)
        tag.removed.connect(forget)
        # The tag goes, and Qt would move the focus to whatever follows in the Tab order.
        tag.removed.connect(self.variable.setFocus)
        tag.clicked.connect(change)
        # Before "Variable", the last one.
        self._choice_flow.insert(self._choice_flow.count() - 1, tag)
        self._tags.append(tag)
        # A widget made after its parent was shown is hidden until it is shown itself.
        tag.show()

    def list_tags(self) -> list[str]:
        """Return the texts of the tags, such as "NAME=value"."""
        return [tag.value for tag in self._tags]

    def _on_elevated_clicked(self) -> None:
        # No assumption at all, rather than one that the program is not elevated.
        elevated = True if self.elevated.isChecked() else None
        assumptions = self._what_if.assumptions
        self._what_if.set_assumptions(assumptions._replace(elevated=elevated))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors.simulated_tint)
        spot = self._icon_space.geometry()
        size = theme.px(16)
        spot.setTop(spot.center().y() - size // 2)
        spot.setSize(spot.size().scaled(size, size, Qt.AspectRatioMode.IgnoreAspectRatio))
        self._context.icons.paint(painter, "flask", theme.colors.simulated, spot.toRectF())
        line_width = 2 if theme.high_contrast else 1
        line = self.rect().adjusted(0, self.height() - line_width, 0, 0)
        painter.fillRect(line, theme.colors.simulated)
        painter.end()


class SafeModeBar(BackgroundPane):
    """Says what the shown launch leaves out.

    Signals:
        relaunch_requested: launch once more in the same mode (SafeMode).
    """

    relaunch_requested = Signal(object)

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, "warn_band", parent)
        self._session = session
        self.setAccessibleName(tr("Safe mode"))
        self._title = Label(context, text_style="strong", elide=Qt.TextElideMode.ElideRight)
        note = Label(context, _NOTHING_SAVED, text_style="small", text_role=TextRole.SECONDARY)
        note.setToolTip(_FOR_ONE_LAUNCH)
        self.relaunch_button = Button(context, tr("Launch again"), icon="play", height=24)
        self.relaunch_button.clicked.connect(self._on_relaunch_clicked)
        self.leave_button = Button(context, tr("Leave safe mode"), frame=Frame.LINK, height=24)
        self.leave_button.clicked.connect(lambda: session.snapshots.set_view(PlanView()))
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._title, 1)
        self._row.addWidget(note)
        self._row.addWidget(self.relaunch_button)
        self._row.addWidget(self.leave_button)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def show_mode(self, safe_mode: SafeMode) -> None:
        """Say what a launch in this safe mode leaves out."""
        title = tr("Safe mode: {text}", text=escape_invisible(safe_mode.description))
        self._title.setText(title)
        self.setAccessibleDescription(f"{title}. {_NOTHING_SAVED}.")

    def _on_relaunch_clicked(self) -> None:
        self.relaunch_requested.emit(self._session.requests.view.safe_mode)

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._row, px(16), px(4), px(12), px(4))
        self._row.setSpacing(px(12))
