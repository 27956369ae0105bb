"""The messages that the window showed, and what each offers that can still be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto

from PySide6.QtGui import QGuiApplication

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.session.edits import UndoStep
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, render_clock

MAX_ENTRIES = 50


class ToastAction(Enum):
    """What a button of a message does."""

    UNDO = auto()
    OFFER = auto()
    COPY = auto()


class ToastEntry(NamedTuple):
    """A message that was shown.

    Attributes:
        number: of the message since the window was opened.
        tone: "neutral", "warn" or "error".
        wall_time: when it was shown, in seconds since the epoch.
        configuration: key of the configuration that was selected then, "" for an offer that is not
            about it.
        undo_step: the edit that its Undo takes back, None without Undo.
        offer_label: text of a further button, "" for none.
        offer: what that button does.
        is_over: whether that was done elsewhere, or what the message speaks of has ended; None
            where nothing tells.
        code: a copied text, which can be copied again, "" for none.
        source: what the text was copied of, None without a text.
        notes: a heading and a list below that, such as what the copied text leaves out.
    """

    number: int
    text: str
    tone: str
    wall_time: float
    configuration: str
    undo_step: UndoStep | None = None
    offer_label: str = ""
    offer: Callable[[], object] | None = None
    is_over: Callable[[], bool] | None = None
    code: str = ""
    notes: tuple[str, ...] = ()
    source: Workspace | None = None

    @property
    def sentences(self) -> str:
        """The message with its notes, those below the heading separated by semicolons."""
        heading, listed_notes = self.notes[:1], self.notes[1:]
        return " ".join(filter(None, (self.text, *heading, "; ".join(listed_notes))))

    @property
    def clock(self) -> str:
        """The time of day at which it was shown."""
        return render_clock(self.wall_time)


class MessageHistory:
    """The last messages of the window, and what they offer that can still be done.

    Attributes:
        session: whose edits the messages take back.
        entries: the latest at the end.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.entries: list[ToastEntry] = []

    def add(
        self, text: str, tone: str, *, undo: bool, code: str = "", notes: Sequence[str] = ()
    ) -> bool:
        """Add a message, and return False if it says the same as the one before.

        Args:
            text: a sentence.
            tone: "neutral", "warn" or "error".
            undo: the last edit can be taken back.
            code: a text that was copied, "" for none.
            notes: further lines.
        """
        # Names in it come from files of anybody.
        text, edits = escape_invisible(text), self.session.edits
        number = self.entries[-1].number + 1 if self.entries else 1
        notes = tuple(map(escape_invisible, notes))
        last_entry = self.entries[-1] if self.entries else None
        is_repeated = last_entry is not None and (
            last_entry.text,
            last_entry.code,
            last_entry.notes,
        ) == (text, code, notes)
        if is_repeated:
            self.entries.pop()
        self.entries.append(
            ToastEntry(
                number,
                text,
                tone,
                self.session.find_moment().wall_time,
                edits.workspace.selected_key,
                edits.last_step if undo else None,
                code=code,
                notes=notes,
                source=edits.workspace if code else None,
            )
        )
        del self.entries[:-MAX_ENTRIES]
        return not is_repeated

    def offer_undo(self) -> None:
        """Let the latest message offer to take the last edit back."""
        self.entries[-1] = self.entries[-1]._replace(undo_step=self.session.edits.last_step)

    def offer_command(
        self,
        text: str,
        command: Callable[[], object],
        is_over: Callable[[], bool] | None = None,
        *,
        is_about_run: bool = False,
    ) -> None:
        """Let the latest message offer a command, as the fields of ToastEntry tell.

        `is_about_run`: of a program, whichever configuration is selected.
        """
        entry = self.entries[-1]
        self.entries[-1] = entry._replace(
            offer_label=text,
            offer=command,
            is_over=is_over,
            configuration="" if is_about_run else entry.configuration,
        )

    def is_over(self, entry: ToastEntry) -> bool:
        """Return whether what a message speaks of is over.

        What it offers was done elsewhere, in the same configuration, or a run has ended; a copied
        text is of another state than the present one.
        """
        if entry.source is not None and entry.source != self.session.edits.workspace:
            return True
        return entry.is_over is not None and self._is_about_selected(entry) and entry.is_over()

    def _is_about_selected(self, entry: ToastEntry) -> bool:
        """Return whether what a message offers is about the selected configuration, or any."""
        return entry.configuration in ("", self.session.edits.workspace.selected_key)

    def is_undo_over(self, entry: ToastEntry) -> bool:
        """Return whether a message offered to take an edit back that is not the last any more."""
        return entry.undo_step is not None and entry.undo_step is not self.session.edits.last_step

    def list_actions(self, entry: ToastEntry) -> list[ToastAction]:
        """Return what a message offers that can still be done.

        Undo takes back its own edit alone; offers are about the configuration of then, or a run.
        """
        edits, actions = self.session.edits, []
        is_offered = entry.offer is not None and not self.is_over(entry)
        if is_offered and self._is_about_selected(entry):
            actions.append(ToastAction.OFFER)
        if entry.undo_step is not None and entry.undo_step is edits.last_step:
            actions.append(ToastAction.UNDO)
        if entry.code:
            actions.append(ToastAction.COPY)
        return actions

    def use_action(self, entry: ToastEntry, action: ToastAction) -> None:
        """Do what a button of a message says, if it can still be done; an offer only once."""
        if action not in self.list_actions(entry):
            return
        if action is ToastAction.UNDO:
            self.session.edits.undo()
        elif action is ToastAction.COPY:
            QGuiApplication.clipboard().setText(entry.code)
        elif entry.offer is not None:
            self.entries = [
                known_entry._replace(offer=None)
                if known_entry.number == entry.number
                else known_entry
                for known_entry in self.entries
            ]
            entry.offer()
