"""Rows of the files and variables that a plan writes."""

from __future__ import annotations

from pathlib import PurePath

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.plan.plan import CHANGE_KIND_WORDS, ChangeKind, Limitation, PlannedChange
from vkconfig_py.model.text.lines import ListLine

_TONES = {
    ChangeKind.NEW: "ok",
    ChangeKind.SET: "ok",
    ChangeKind.CHANGE: "warn",
    ChangeKind.REMOVE: "error",
    ChangeKind.UNSET: "error",
}


def get_change_key(change: PlannedChange) -> str:
    """Return the key of a change's row: "file:" or "variable:" and the path or name."""
    return ("file:" if change.is_file else "variable:") + change.subject


def present_change(change: PlannedChange) -> ListLine:
    """Return a change as a row: its kind, its name, and a file's folder or a variable's value."""
    path = change.subject if change.is_file else ""
    return ListLine(
        PurePath(path).name or change.subject,
        path.rpartition("/")[0] or ("" if path else change.text),
        badge=CHANGE_KIND_WORDS[change.kind],
        tone=_TONES[change.kind],
        tooltip=change.subject,
        accessible_text=f"{CHANGE_KIND_WORDS[change.kind]}: {change.subject}",
    )


def summarize_limits(limits: tuple[Limitation, ...]) -> str:
    """Return a sentence that counts what a plan cannot express, or "" if it can all."""
    losses = [limit for limit in limits if not limit.is_note]
    if not losses:
        return tr("All choices can be applied")
    return counted(
        "{n:,} choices cannot be applied this way",
        "{n} choice cannot be applied this way",
        len(losses),
    )
