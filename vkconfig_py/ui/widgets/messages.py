"""Message boxes for questions, errors and notes, with the safe button as the default."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCloseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QMessageBox, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import Message, counted, join_words, tr
from vkconfig_py.model.plan.plan import CHANGE_KIND_WORDS
from vkconfig_py.model.text.wording import escape_invisible, quote_name
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole
from vkconfig_py.ui.widgets.buttons import Button, ButtonRole, CheckBox, make_button_box
from vkconfig_py.ui.widgets.layouts import Box, make_text
from vkconfig_py.ui.widgets.menus import LIST_SIGN, adapt_box
from vkconfig_py.ui.widgets.panes import open_within_screen

if TYPE_CHECKING:
    from vkconfig_py.model.catalog.folder_scan import FoundLayerFolders
    from vkconfig_py.model.formats.foreign_files import OpenedFile
    from vkconfig_py.model.plan.plan import PlannedChange

MAX_REASONS = 3
_MAX_NAMED_FILES = 8
_MAX_ERASED = 12  # a message box does not scroll
_TITLE = tr("Not imported")
_CLOSE_TITLE = tr("Close the window")
_NOTES_HEADING = tr(
    "These files, or parts of them, are not supported or are interpreted differently."
)


class CloseAnswer(Enum):
    """Answer for applied configurations when the window closes."""

    WITHDRAW = "withdraw"
    LEAVE = "leave"
    CANCEL = "cancel"


class RunningAnswer(Enum):
    """Answer for running programs when the window closes."""

    KEEP = auto()
    STOP = auto()
    CANCEL = auto()


class UnsavedAnswer(Enum):
    """Answer for changes that cannot be saved when the window closes."""

    TRY_AGAIN = auto()
    CLOSE = auto()
    STAY = auto()


class BoxKind(Enum):
    """Severity of a box."""

    QUESTION = auto()
    WARNING = auto()


class _Box(QMessageBox):
    """A message box that looks as the window does, once it has its buttons."""

    def __init__(self, kind: BoxKind, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = kind

    def showEvent(self, event: QShowEvent) -> None:
        glyph, tone = ("question", "") if self._kind is BoxKind.QUESTION else ("warn", "warn")
        adapt_box(self, glyph, tone)
        super().showEvent(event)


def _make_box(
    parent: QWidget, kind: BoxKind, title: str, text: str, action: str = "vkconfig-py"
) -> QMessageBox:
    """Return a message box with its question as the title line.

    `action`: what is asked about, in the words that led to the box, for the bar of its window.
    """
    box = _Box(kind, parent)
    icon = QMessageBox.Icon.Question if kind is BoxKind.QUESTION else QMessageBox.Icon.Warning
    box.setIcon(icon)
    # The question is the text, not the title: desktops elide titles, and macOS shows none.
    box.setWindowTitle(action)
    # Names in it come from files of anybody; Qt would guess whether it is rich text.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(title)
    box.setInformativeText(text)
    explain_by_key(box, parent)
    return box


def explain_by_key(box: QDialog, parent: QWidget) -> None:
    """Let F1 open the help for a dialog, which blocks the keys of the window."""
    action = parent.window().findChild(QAction, "help")
    if isinstance(action, QAction):
        box.addAction(action)


def ask_close_applied(
    parent: QWidget, context: ThemeContext, titles: Sequence[Message | str], programs: str
) -> tuple[CloseAnswer, bool]:
    """Ask what happens to applied configurations when the window closes.

    Return the answer, and whether to remember it.

    `titles` has the configurations, `programs` the programs that they affect, joined to a text.
    """
    count = len(titles)
    names = join_words([quote_name(title) for title in titles])
    title = tr("Still applied: {names}", names=names)
    text = counted(
        "They will keep affecting {programs} after you close this window.",
        "It will keep affecting {programs} after you close this window.",
        count,
        programs=programs,
    )
    box = _make_box(parent, BoxKind.QUESTION, title, text, _CLOSE_TITLE)
    withdraw = box.addButton(tr("Withdraw and close"), QMessageBox.ButtonRole.AcceptRole)
    leave_text = counted("Close and leave them applied", "Close and leave it applied", count)
    leave = box.addButton(leave_text, QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    # Enter leaves the system as it was before.
    box.setDefaultButton(withdraw)
    remember_box = CheckBox(context, tr("Always do this"))
    box.setCheckBox(remember_box)
    box.exec()
    if box.clickedButton() is withdraw:
        return CloseAnswer.WITHDRAW, remember_box.isChecked()
    if box.clickedButton() is leave:
        return CloseAnswer.LEAVE, remember_box.isChecked()
    # Esc and the close button of the box come here too, through the button with RejectRole.
    return CloseAnswer.CANCEL, False


def ask_close_unsaved(parent: QWidget, reasons: Sequence[str]) -> UnsavedAnswer:
    """Ask what happens to changes that could not be saved.

    Args:
        parent: of the box.
        reasons: why they are not saved, with the file or folder of each.
    """
    # A message box does not scroll: a long list would push its buttons off the screen.
    lines = [*reasons[:MAX_REASONS]]
    if len(reasons) > MAX_REASONS:
        lines.append(tr("… and {count} more", count=len(reasons) - MAX_REASONS))
    text = "\n\n".join(lines)
    warning = tr("If you close the window now, changes since the last save will be lost.")
    title = tr("Your changes could not be saved")
    box = _make_box(parent, BoxKind.WARNING, title, f"{text}\n\n{warning}", _CLOSE_TITLE)
    retry_button = box.addButton(tr("Try again"), QMessageBox.ButtonRole.AcceptRole)
    close = box.addButton(tr("Close without saving"), QMessageBox.ButtonRole.DestructiveRole)
    keep_button = box.addButton(tr("Keep open"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(retry_button)
    box.setEscapeButton(keep_button)
    box.exec()
    if box.clickedButton() is retry_button:
        return UnsavedAnswer.TRY_AGAIN
    return UnsavedAnswer.CLOSE if box.clickedButton() is close else UnsavedAnswer.STAY


def ask_remove_foreign(parent: QWidget, path: str, *, is_part: bool = False) -> bool:
    """Ask whether to move a file aside that another program wrote.

    `path`: as it is shown. With `is_part` ask about the entries of vkconfig-py in it.
    """
    title, label = tr("Move this file aside?"), tr("Move aside")
    question = tr("It will no longer affect programs. You can restore the file from the history.")
    if is_part:
        title, label = tr("Remove the vkconfig-py entries from this file?"), tr("Remove")
        question = tr(
            "The rest of the file stays. You can restore its current contents from the history."
        )
    box = _make_box(parent, BoxKind.QUESTION, title, f"{path}\n\n{question}", label)
    remove = box.addButton(label, QMessageBox.ButtonRole.DestructiveRole)
    keep_button = box.addButton(tr("Keep"), QMessageBox.ButtonRole.RejectRole)
    # Enter pressed too fast must not remove anything.
    box.setDefaultButton(keep_button)
    box.exec()
    return box.clickedButton() is remove


def ask_close_running(
    parent: QWidget, programs: Sequence[str], *, can_keep_running: bool = True
) -> RunningAnswer:
    """Ask what happens to running programs when the window closes, once for all of them.

    Args:
        parent: of the box.
        programs: their names.
        can_keep_running: they may go on without the window.
    """
    names = escape_invisible(join_words(list(programs)))
    if len(programs) == 1:
        title = tr("{program} is still running", program=names)
        text = tr("Closing this window stops it and its child processes.")
        if can_keep_running:
            text = tr(
                "If it keeps running, its output is no longer shown. Stopping it also stops its "
                "child processes."
            )
    else:
        title = tr("{count} programs are still running", count=len(programs))
        text = tr("Closing this window stops {names} and all their child processes.", names=names)
        if can_keep_running:
            text = tr(
                "If {names} keep running, their output is no longer shown. Stopping them also "
                "stops all their child processes.",
                names=names,
            )
    box = _make_box(parent, BoxKind.QUESTION, title, text, _CLOSE_TITLE)
    keep_button = None
    if can_keep_running:
        keep_button = box.addButton(tr("Close and keep running"), QMessageBox.ButtonRole.AcceptRole)
    stop_button = box.addButton(tr("Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
    cancel_button = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    # Enter ends no program.
    box.setDefaultButton(keep_button or cancel_button)
    box.exec()
    if box.clickedButton() is stop_button:
        return RunningAnswer.STOP
    is_kept = keep_button is not None and box.clickedButton() is keep_button
    return RunningAnswer.KEEP if is_kept else RunningAnswer.CANCEL


def ask_stop(parent: QWidget, program: str, pid: int) -> bool:
    """Ask whether to send SIGTERM to a process."""
    text = tr("This sends SIGTERM to the process. Unsaved data in the program may be lost.")
    box = _make_box(
        parent,
        BoxKind.QUESTION,
        tr("Stop {program} (process {pid})?", program=escape_invisible(program), pid=pid),
        text,
        tr("Stop program"),
    )
    stop_button = box.addButton(tr("Stop program"), QMessageBox.ButtonRole.DestructiveRole)
    keep_button = box.addButton(tr("Keep running"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep_button)
    box.exec()
    return box.clickedButton() is stop_button


def ask_restore(parent: QWidget, author: str, changes: Sequence[PlannedChange]) -> bool:
    """Ask before files of several actions are restored.

    Args:
        parent: of the box.
        author: what is restored, and as of when.
        changes: each file or variable that would change.
    """
    change_lines = [
        f"{CHANGE_KIND_WORDS[planned_change.kind]}  {escape_invisible(planned_change.subject)}"
        for planned_change in changes[:_MAX_NAMED_FILES]
    ]
    if hidden_count := len(changes) - len(change_lines):
        change_lines.append(counted("… and {n} more files", "… and {n} more file", hidden_count))
    text = "\n".join((*change_lines, "", tr("The current contents are saved in the history.")))
    title = tr("Restore {who}?", who=escape_invisible(author))
    box = _make_box(parent, BoxKind.QUESTION, title, text, tr("Restore"))
    box.setDetailedText("\n\n".join(f"{change.subject}\n{change.text}" for change in changes))
    restore = box.addButton(tr("Restore"), QMessageBox.ButtonRole.AcceptRole)
    cancel_button = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel_button)
    box.exec()
    return box.clickedButton() is restore


def ask_probe(parent: QWidget) -> bool:
    """Ask whether drivers and layers may be loaded to test them."""
    text = tr(
        "Probing runs driver and layer code: it loads each library, creates an instance "
        "and a device, and destroys them again.\n\nEach library runs in a separate "
        "process with a time limit. A crash or hang is recorded as a result and does not "
        "stop vkconfig-py, but a faulty driver can still freeze the desktop. As in any "
        "program, libraries may write files such as caches.\n\nNothing is probed unless "
        "you request it. Results stay valid until a file changes."
    )
    title = tr("Probe drivers and layers?")
    box = _make_box(parent, BoxKind.QUESTION, title, text, tr("Probe", "a command"))
    probe = box.addButton(tr("Probe", "a command"), QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(probe)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is probe


def ask_erase(parent: QWidget, lines: Sequence[str], backup: str) -> bool:
    """Ask whether all data goes. `lines`: what that is. `backup`: file in which it is saved."""
    shown_lines = [f"{LIST_SIGN}{escape_invisible(line)}" for line in lines[:_MAX_ERASED]]
    if hidden_lines := lines[_MAX_ERASED:]:
        hidden_count = len(hidden_lines)
        shown_lines.append(counted("… and {n:,} more", "… and {n} more", hidden_count))
    # On a line of its own: a name in a sentence would be broken at its hyphens.
    promise = (
        tr("First, everything except the cache is saved to:"),
        escape_invisible(backup),
        tr("Then the window closes."),
    )
    text = "\n".join((*shown_lines, "", *promise))
    title = tr("Erase all vkconfig-py data?")
    box = _make_box(parent, BoxKind.WARNING, title, text, tr("Erase"))
    if hidden_lines:
        box.setDetailedText("\n".join(map(escape_invisible, hidden_lines)))
    erase_button = box.addButton(tr("Erase"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is erase_button


def ask_add_empty(parent: QWidget, found_folders: FoundLayerFolders) -> bool:
    """Ask whether to add a folder without layers, or one that cannot be read."""
    sentences = list(found_folders.describe_unreadable())
    title = tr("Add an unreadable folder?")
    if found_folders.scanned_count:
        title = tr("Add a folder without layers?")
        nothing_found = tr("No layer manifest found in this folder.")
        if subfolders := found_folders.scanned_count - 1:
            nothing_found = counted(
                "No layer manifest found in this folder or its {n} subfolders.",
                "No layer manifest found in this folder or its {n} subfolder.",
                subfolders,
            )
        sentences.insert(0, f"{found_folders.top_folder}\n\n{nothing_found}")
    sentences.append("\n" + tr("You can add it anyway: layers added to it later will be found."))
    box = _make_box(parent, BoxKind.QUESTION, title, "\n".join(sentences), tr("Add layers"))
    return _is_added(box)


def ask_add_many(parent: QWidget, folders: Sequence[str]) -> bool:
    """Ask whether all of many folders are to be searched for layers."""
    title = counted(
        "Search {n:,} folders for layers?", "Search {n} folder for layers?", len(folders)
    )
    shown_folders = [escape_invisible(path) for path in folders[:_MAX_NAMED_FILES]]
    if hidden_count := len(folders) - len(shown_folders):
        shown_folders.append(
            counted("… and {n:,} more folders", "… and {n} more folder", hidden_count)
        )
    box = _make_box(parent, BoxKind.QUESTION, title, "\n".join(shown_folders), tr("Add layers"))
    box.setDetailedText("\n".join(map(escape_invisible, folders)))
    return _is_added(box)


def _is_added(box: QMessageBox) -> bool:
    """Add the buttons "Add" and "Do not add" to a box, show it, and return the answer."""
    add = box.addButton(tr("Add"), QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton(tr("Do not add"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leave)
    box.exec()
    return box.clickedButton() is add


def show_error(parent: QWidget, text: str, *, waits_for_user: bool = False) -> None:
    """Show an error in a box that blocks nothing, or with `waits_for_user` until it is closed."""
    title, _stop, details = text.partition("\n")
    box = _make_box(parent, BoxKind.WARNING, title, details)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.addButton(tr("Close"), QMessageBox.ButtonRole.AcceptRole)
    if waits_for_user:
        box.exec()
        return
    # setModal() and show() instead of exec(): nothing waits for an answer.
    box.setModal(False)
    box.show()


def ask_name(parent: QWidget, title: str, label: str, name: str) -> str:
    """Ask for the name of a configuration. Return "" if cancelled.

    `name` is what the field contains at first.
    """
    box = QInputDialog(parent)
    box.setWindowTitle(title)
    box.setLabelText(label)
    box.setTextValue(name)
    explain_by_key(box, parent)
    box.ensurePolished()  # it makes its field and buttons late
    adapt_box(box)
    return box.textValue().strip() if box.exec() else ""


class OpenedNotes(QDialog):
    """A non-modal box with the notes of all files that were opened since the box was."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_TITLE)
        px = context.theme.px
        self.text = make_text(context, tr("Notes, one per line"), code=False)
        self.copy_button = Button(context, tr("Copy"), icon="copy")
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.close_button = Button(context, tr("Close"))
        self.close_button.clicked.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(px(16), px(16), px(16), px(16))
        layout.setSpacing(px(8))
        layout.addWidget(Label(context, _TITLE, text_style="strong"))
        layout.addWidget(
            Label(
                context, _NOTES_HEADING, text_style="small", text_role=TextRole.SECONDARY, wrap=True
            )
        )
        layout.addWidget(Box(context, self.text), 1)
        layout.addWidget(
            make_button_box(
                {
                    self.copy_button: ButtonRole.ActionRole,
                    self.close_button: ButtonRole.RejectRole,
                }
            )
        )
        open_within_screen(self, px(640), px(320))

    def add_notes(self, path: str, opened_file: OpenedFile) -> None:
        """Add the notes about a file that was opened."""
        report_lines = [opened_file.refusal] if opened_file.refusal else []
        report_lines += [note.render_located(path) for note in opened_file.notes]
        lines = [*self.text.toPlainText().splitlines(), *map(escape_invisible, report_lines)]
        self.text.setPlainText("\n".join(lines))  # shows the first line, where appending does not
        self.show()
        # It may be open behind the window, from an earlier file.
        self.raise_()
        self.close_button.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        # The next file begins a new list.
        self.text.clear()
        super().closeEvent(event)

    def _on_copy_clicked(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())
