"""A remedy of the engine as a Fix: its preview, applied through the journal, and reverted.

A fix changes all of its files or none, and never overwrites a file that another program has changed
meanwhile. Variables change in the current configuration: vkconfig-py does not change the variables
of the desktop session.

The writes of one fix share a key in the journal. Each write reverts the previous one, so undo and
redo are the same step: restore every file to its state before the latest write, as long as no other
program has changed it since.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterable
from pathlib import Path, PurePath

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    AskFor,
    AskNotFor,
    ChangeFile,
    ChangeProfile,
    DropPrivileges,
    EditKey,
    EditText,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    RegisterManifest,
    Remedy,
    RemoveFile,
    RenameKey,
    ReplaceLine,
    SetVariable,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.loader.explain import remedies
from vkconfig_py.loader.files.own_files import write_file
from vkconfig_py.loader.files.safe_paths import make_shared_folder
from vkconfig_py.loader.json.text_edits import EditError, edit_file
from vkconfig_py.model.apply.apply_plan import list_applied_files
from vkconfig_py.model.apply.journal import (
    REMOVED_ENTRIES_VERB,
    REMOVED_VERB,
    JournalEntry,
    is_unchanged_since,
    keep_aside,
    lock_state,
    read_journal,
    render_moved_aside,
    write_with_journal,
)
from vkconfig_py.model.apply.restore import restore_files, revert_writes
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.files.atomic_files import (
    ABSENT,
    FileKind,
    FileState,
    capture_file,
    render_error,
)
from vkconfig_py.model.files.paths import StatePaths, describe_error, path_exists
from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange, render_difference
from vkconfig_py.model.text.wording import abbreviate_home, lower_first_letter

# As the journal has them.
MOVED_ASIDE_CHANGE, EDITED_CHANGE, MOVED_CHANGE, WRITTEN_CHANGE, REGISTERED_CHANGE = (
    "moved aside",
    "edited",
    "moved",
    "written",
    "registered",
)
ASIDE_VERBS = (MOVED_ASIDE_CHANGE, REMOVED_VERB)  # what takes a file away and keeps it
_READABLE_MODE = 0o644
_LINK_MODE = 0o777  # of every symbolic link, symlink(7)
_PACKAGE_FOLDER = "/usr"


class FixedFile(NamedTuple):
    """One path with its present and its planned file state."""

    path: str
    state_before: FileState
    state_after: FileState

    @property
    def is_change(self) -> bool:
        """True if anything but the time of the file differs."""
        return self.state_before._replace(mtime_ns=0) != self.state_after._replace(mtime_ns=0)


class Fix(NamedTuple):
    """Effect of one remedy on this machine.

    Attributes:
        file_change: one of the words above; "" where no file changes.
        done_sentence: sentence that reports the fix afterwards.
        refusal: why it cannot be applied here, or "".
        command: shell command that an elevated user can run instead, or "".
        prepared_files: files that the command needs: name below the state folder, content.
    """

    file_change: str = ""
    done_sentence: str = ""
    files: tuple[FixedFile, ...] = ()
    variables: tuple[Variable, ...] = ()
    refusal: str = ""
    command: str = ""
    prepared_files: tuple[tuple[str, bytes], ...] = ()

    def list_changes(self) -> tuple[PlannedChange, ...]:
        """Return the changes of the fix for a preview: files first, then variables."""
        files = tuple(_make_file_change(file) for file in self.files)
        return (*files, *(_make_variable_change(variable) for variable in self.variables))


def get_label(remedy: Remedy) -> str:
    """Return the label of the button that applies a remedy, "" if it cannot be applied."""
    match remedy:
        case SetVariable():
            return tr("Set in configuration")
        case UnsetVariable():
            return tr("Unset in configuration")
        case Together(steps):
            # Files or variables: what is both is no single step of undo.
            is_one_kind = list_variables(remedy) or not any(map(list_variables, steps))
            return get_label(steps[0]) if is_one_kind and all(map(get_label, steps)) else ""
        case InstallLibrary() | ChangeProfile() | DropPrivileges():
            return ""
        case AskFor() | AskNotFor() | NoRemedy():
            return ""
        case _:
            return _get_file_label(remedy)


def _get_file_label(remedy: ChangeFile) -> str:
    """Return the label of the button for a remedy that changes a file."""
    match remedy:
        case RemoveFile():
            return tr("Move aside")
        case MoveFile():
            return tr("Move file")
        case RenameKey():
            return tr("Rename key")
        case WriteFile():
            return tr("Write manifest")
        case RegisterManifest():
            return tr("Register")
        case EditKey(value=value, path=path) if value is REMOVED:
            return tr("Remove entry") if isinstance(path[-1], int) else tr("Remove key")
        case EditKey() | ReplaceLine():
            return tr("Fix file")


def plan_fix(remedy: Remedy, paths: StatePaths, root: str = "", home: str = "") -> Fix:
    """Return the files and variables that a remedy would write, or why it cannot.

    Reads files, so not for the GUI thread. `home`: the home folder, which its sentence shows as ~.
    """
    plan = _FixPlan(paths, root, home)
    try:
        for step in _list_steps(remedy):
            plan.add(step)
    except (EditError, _RemedyRefusedError) as refusal:
        return Fix(refusal=f"{refusal}.")
    except OSError as error:
        return Fix(refusal=f"{error.filename}: {lower_first_letter(describe_error(error))}.")
    fix = plan.make_fix()
    if not fix.files and not fix.variables:
        return Fix(refusal=tr("This is already fixed."))
    own_files = set(list_applied_files(paths))
    if any(file.path in own_files for file in fix.files):
        return Fix(refusal=tr("vkconfig-py applied this file: withdraw it instead."))
    unwritable_files = [file for file in fix.files if not is_changeable(file.path)]
    if unwritable_files:
        permission_note = tr(
            "You do not have permission to write to {folder}.",
            folder=Path(unwritable_files[0].path).parent,
        )
        return _add_shell_command(fix, permission_note, paths)
    return fix


def list_variables(remedy: Remedy) -> tuple[Variable, ...]:
    """Return the variables of a remedy that changes only variables, else ()."""
    return tuple(Variable(name, value) for name, value in remedies.list_variables(remedy).items())


def set_variables(configuration: Configuration, variables: tuple[Variable, ...]) -> Configuration:
    """Return the configuration with these variables set or, with None, unset for its program."""
    names = {variable.name for variable in variables}
    unchanged_variables = tuple(
        variable for variable in configuration.environment if variable.name not in names
    )
    return configuration._replace(environment=(*unchanged_variables, *variables))


class _RemedyRefusedError(Exception):
    """The remedy cannot be applied; the message gives the reason."""


class _FixPlan:
    """The steps of a remedy, combined into one planned state for each path."""

    def __init__(self, paths: StatePaths, root: str, home: str) -> None:
        self._paths, self._root, self._home = paths, root, home
        self._states_before: dict[str, FileState] = {}
        self._states_after: dict[str, FileState] = {}
        self._variables: dict[str, Variable] = {}
        self._file_change = ""
        self._done_sentence = ""

    def add(self, step: Remedy) -> None:
        """Add a step. Raise _RemedyRefusedError if it cannot be done here."""
        match step:
            case SetVariable(name, value):
                self._variables[name] = Variable(name, value)
                self._done_sentence = self._done_sentence or tr(
                    "{name} is set in this configuration.", name=name
                )
            case UnsetVariable(name):
                self._variables[name] = Variable(name, None)
                self._done_sentence = self._done_sentence or tr(
                    "{name} is unset in this configuration.", name=name
                )
            case RemoveFile(file):
                self._set_state(self._root + file, ABSENT)
                sentence = render_moved_aside(self._paths, file, self._home)
                self._note_change(MOVED_ASIDE_CHANGE, f"{sentence}.")
            case MoveFile(file, target):
                self._move_file(self._root + file, self._root + target)
                name, folder = PurePath(file).name, PurePath(target).parent
                sentence = tr("{name} was moved to {folder}.", name=name, folder=folder)
                self._note_change(MOVED_CHANGE, sentence)
            case WriteFile(file, content):
                self._write_new_file(self._root + file, content.encode())
                self._note_change(WRITTEN_CHANGE, tr("{path} was written.", path=file))
            case RegisterManifest(file, target, content):
                is_link = content is None
                data = os.fsencode(file) if content is None else content.encode()
                self._write_new_file(
                    self._root + target, data, FileKind.LINK if is_link else FileKind.FILE
                )
                path, source = (abbreviate_home(name, self._home) for name in (target, file))
                sentence = (
                    tr("Registered: {path} is a link to {file}.", path=path, file=source)
                    if is_link
                    else tr("Registered: {path} is a copy of {file}.", path=path, file=source)
                )
                self._note_change(REGISTERED_CHANGE, sentence)
            case EditKey(file) | RenameKey(file) | ReplaceLine(file):
                self._edit_file(step)
                self._note_change(EDITED_CHANGE, tr("{name} was edited.", name=PurePath(file).name))
            case _:
                raise _RemedyRefusedError(tr("This must be done manually"))

    def make_fix(self) -> Fix:
        """Return all steps as a fix, with deletions last."""
        # What is new is written before what it replaces is taken away.
        order = sorted(
            self._states_after, key=lambda path: self._states_after[path].kind is FileKind.ABSENT
        )
        files = (
            FixedFile(path, self._states_before[path], self._states_after[path]) for path in order
        )
        changed_files = tuple(file for file in files if file.is_change)
        return Fix(
            self._file_change, self._done_sentence, changed_files, tuple(self._variables.values())
        )

    def _note_change(self, action: str, sentence: str) -> None:
        """Remember what happens to a file, and the sentence for it, for the first step only."""
        self._file_change = self._file_change or action
        self._done_sentence = self._done_sentence or sentence

    def _read_current(self, path: str) -> FileState:
        """Return the state of a path after the steps so far, read from disk at first."""
        if path not in self._states_after:
            self._states_before[path] = self._states_after[path] = capture_file(path, pipes=True)
        return self._states_after[path]

    def _set_state(self, path: str, state: FileState) -> None:
        """Plan a new state for a path. Refuse to remove a missing file."""
        if self._read_current(path).kind is FileKind.ABSENT and state is ABSENT:
            raise _RemedyRefusedError(tr("{path} no longer exists", path=path))
        self._states_after[path] = state

    def _move_file(self, source: str, target: str) -> None:
        """Plan to move a file. Refuse to overwrite another."""
        if self._read_current(target).kind is not FileKind.ABSENT:
            raise _RemedyRefusedError(tr("{path} already exists", path=target))
        state = self._read_current(source)
        self._set_state(source, ABSENT)
        self._states_after[target] = state

    def _write_new_file(self, path: str, content: bytes, kind: FileKind = FileKind.FILE) -> None:
        """Plan a new file, or a link whose target is the content. Refuse to overwrite another."""
        if self._read_current(path).kind is not FileKind.ABSENT:
            raise _RemedyRefusedError(tr("{path} already exists", path=path))
        mode = _READABLE_MODE if kind is FileKind.FILE else _LINK_MODE
        self._states_after[path] = FileState(kind=kind, content=content, mode=mode)

    def _edit_file(self, step: EditText) -> None:
        """Plan the edit of a text file's content."""
        # A link stays a link: what it leads to is edited.
        path = os.path.realpath(self._root + step.file)
        current_state = self._read_current(path)
        if current_state.kind is not FileKind.FILE:
            raise _RemedyRefusedError(tr("{path} no longer exists", path=path))
        content = edit_file(current_state.content, step)
        self._states_after[path] = FileState(
            kind=FileKind.FILE,
            content=content,
            mode=current_state.mode,
            uid=current_state.uid,
            gid=current_state.gid,
        )


def _list_steps(remedy: Remedy) -> tuple[Remedy, ...]:
    """Return the single steps of a remedy, which may join several."""
    if isinstance(remedy, Together):
        return tuple(step for part in remedy.steps for step in _list_steps(part))
    return (remedy,)


def is_changeable(path: str) -> bool:
    """True if the folder that holds a path, or will hold it, is writable."""
    folder = Path(path).parent
    while not path_exists(folder) and folder != folder.parent:
        folder = folder.parent
    # To replace a file takes rights on its folder, whatever the mode of the file.
    return os.access(folder, os.W_OK | os.X_OK)


def changes_package_files(fix: Fix, root: str = "") -> bool:
    """Return whether a fix changes a file of a package, which an update would bring back.

    Below /usr all but /usr/local is the package manager's (Filesystem Hierarchy Standard, 4.9).
    """
    return any(
        file.path.startswith(f"{root}{_PACKAGE_FOLDER}/")
        and not file.path.startswith(f"{root}{_PACKAGE_FOLDER}/local/")
        for file in fix.files
    )


def _add_shell_command(fix: Fix, refusal: str, paths: StatePaths) -> Fix:
    """Return a refused fix with the shell command for a user who may write the files.

    The command moves files aside within their folder.
    """
    lines, prepared = [], []
    for file in fix.files:
        path = shlex.quote(file.path)
        if file.state_after.kind is FileKind.ABSENT:
            if fix.file_change == MOVED_ASIDE_CHANGE:
                # -n: what came to stand there meanwhile is not replaced.
                lines.append(f"sudo mv -n {path} {shlex.quote(file.path + '.aside')}")
        elif fix.file_change == MOVED_CHANGE:
            source = next(
                changed_file.path
                for changed_file in fix.files
                if changed_file.state_after.kind is FileKind.ABSENT
            )
            folder = shlex.quote(str(Path(file.path).parent))
            lines.append(f"sudo mkdir -p {folder} && sudo mv -n {shlex.quote(source)} {path}")
        else:
            name = f"prepared/{PurePath(file.path).name}"
            prepared.append((name, file.state_after.content))
            # cp writes into the file that is there: owner, mode and links stay.
            copy = "install -D -m 644" if fix.file_change == WRITTEN_CHANGE else "cp"
            lines.append(f"sudo {copy} {shlex.quote(str(paths.state / name))} {path}")
    return fix._replace(refusal=refusal, command=" && ".join(lines), prepared_files=tuple(prepared))


def _make_file_change(file: FixedFile) -> PlannedChange:
    """Return a fixed file as an entry of a preview."""
    old_content, new_content = _get_bytes(file.state_before), _get_bytes(file.state_after)
    kind = ChangeKind.CHANGE
    if old_content is None:
        kind = ChangeKind.NEW
    elif new_content is None:
        kind = ChangeKind.REMOVE
    return PlannedChange(kind, file.path, render_difference(old_content, new_content))


def _get_bytes(state: FileState) -> bytes | None:
    """Return the content of a file state as shown in a preview, None for a missing file."""
    match state.kind:
        case FileKind.ABSENT:
            return None
        case FileKind.LINK:
            link = tr("symbolic link to {target}", target=os.fsdecode(state.content))
            return os.fsencode(link)
        case FileKind.PIPE:
            return tr("named pipe").encode()
        case FileKind.FILE:
            return state.content


def _make_variable_change(variable: Variable) -> PlannedChange:
    """Return a variable as an entry of a preview."""
    if variable.value is None:
        return PlannedChange(ChangeKind.UNSET, variable.name, "")
    return PlannedChange(ChangeKind.SET, variable.name, variable.value)


class AppliedFix(NamedTuple):
    """Result of applying or reverting a fix.

    Attributes:
        key: key for reverting it; "" if nothing was changed.
        sentence: what was changed, or why nothing was.
    """

    key: str = ""
    sentence: str = ""


def apply_fix(fix: Fix, paths: StatePaths) -> AppliedFix:
    """Write the files of a fix, all or none."""
    if fix.refusal:
        return AppliedFix(sentence=tr("{reason} Nothing was changed.", reason=fix.refusal))
    if not fix.files:
        return AppliedFix(sentence=tr("Nothing was changed: this fix does not change any files."))
    key = str(time.time_ns())
    try:
        with lock_state(paths):
            for file in fix.files:
                if capture_file(file.path, pipes=True) != file.state_before:
                    sentence = tr(
                        "Nothing was changed: another program has modified {path} in the meantime.",
                        path=file.path,
                    )
                    return AppliedFix(sentence=sentence)
            _write_all(fix, key, paths)
    except OSError as error:
        return AppliedFix(
            sentence=render_error(tr("Nothing was changed"), fix.files[0].path, error)
        )
    return AppliedFix(key, fix.done_sentence)


def revert_fix(key: str, paths: StatePaths) -> AppliedFix:
    """Restore every file of a fix, all or none."""
    try:
        with lock_state(paths):
            entries = [entry for entry in read_journal(paths) if entry.fix == key]
            if not entries:
                return AppliedFix(
                    sentence=tr("Nothing was undone: the history no longer contains this change.")
                )
            for entry in entries:
                if not is_unchanged_since(entry):
                    sentence = tr(
                        "Nothing was undone: another program has modified {path} in the meantime.",
                        path=entry.file,
                    )
                    return AppliedFix(sentence=sentence)
            new_key = str(time.time_ns())
            _keep_aside_again(entries, new_key, paths)
            restore_files(entries, paths, new_key)
    except OSError as error:
        return AppliedFix(sentence=render_error(tr("Nothing was undone"), "", error))
    names = [*dict.fromkeys(PurePath(entry.file).name for entry in entries)]
    sentence = counted(
        "{names} were restored.", "{names} was restored.", len(names), names=join_words(names)
    )
    return AppliedFix(new_key, sentence)


def find_latest_fix(paths: StatePaths) -> str:
    """Return the key of the latest fix that is not reverted, "" if there is none.

    The removal of an override is a step of undo in the window, and no fix.
    """
    reverted_keys = set()
    for entry in read_journal(paths):
        if entry.fix in reverted_keys or entry.what in (REMOVED_VERB, REMOVED_ENTRIES_VERB):
            continue
        if entry.reverts:
            reverted_keys.add(entry.reverts)
        elif entry.fix:
            return entry.fix
    return ""


def write_prepared_files(fix: Fix, paths: StatePaths) -> str:
    """Write the files that the command of a fix copies. Return "" or the error."""
    try:
        for name, content in fix.prepared_files:
            target = paths.state / name
            write_file(str(target), content, mode=0o644)  # its copy gets this mode too
    except OSError as error:
        return render_error(tr("The command could not be prepared"), str(paths.state), error)
    return ""


def _write_all(fix: Fix, key: str, paths: StatePaths) -> None:
    """Write the files of a fix into the journal and to disk. Restore all if one fails."""
    written_files: list[tuple[str, FileState]] = []
    keys: list[str] = []
    try:
        for file in fix.files:
            if fix.file_change == MOVED_ASIDE_CHANGE and file.state_after.kind is FileKind.ABSENT:
                keep_aside(paths, key, file.path, file.state_before)
            make_shared_folder(str(Path(file.path).parent))
            keys.append(
                write_with_journal(paths, fix.file_change, file.path, "", file.state_after, key)
            )
            written_files.append((file.path, file.state_before))
    except OSError as error:
        raise revert_writes(written_files, paths, keys, error) from error


def _keep_aside_again(entries: Iterable[JournalEntry], key: str, paths: StatePaths) -> None:
    """Keep the files that moving aside once more takes away. `key`: of that change."""
    journal = read_journal(paths)
    for entry in entries:
        first_entry = entry
        while first_entry.reverts:
            first_entry = next(
                (
                    earlier_entry
                    for earlier_entry in journal
                    if earlier_entry.fix == first_entry.reverts and earlier_entry.file == entry.file
                ),
                first_entry._replace(reverts=""),
            )
        if first_entry.what in ASIDE_VERBS and not entry.existed_before:
            keep_aside(paths, key, entry.file, capture_file(entry.file, pipes=True))
