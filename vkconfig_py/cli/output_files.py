"""Files written to a user-given path, and JSON members that several commands print.

Members use the names of `show --json`: a file is "file", the file of a layer or driver
"manifest", a rule "reason", a sentence for people "sentence".
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from vkconfig_py.cli.output import CommandError, Output, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.files.atomic_files import (
    check_target,
    has_other_content,
    has_same_content,
    render_error,
    resolve_target,
    write_target,
)
from vkconfig_py.model.files.paths import path_exists
from vkconfig_py.model.plan.plan import ChangeKind, Limitation, Plan, PlannedChange, decode_text

CHANGE_WORDS = {
    ChangeKind.NEW: tr("New", "what is done to a file"),
    ChangeKind.CHANGE: tr("Change", "what is done to a file"),
    ChangeKind.REMOVE: tr("Remove", "what is done to a file"),
    ChangeKind.SET: tr("Set", "what is done to a variable"),
    ChangeKind.UNSET: tr("Unset", "what is done to a variable"),
}


def show_file_change(change: PlannedChange, output: Output, kind: str = "") -> None:
    """Print what happens to a file, with the difference.

    `kind` replaces the word for the change.
    """
    output.line(f"{kind or CHANGE_WORDS[change.kind]} {plain(change.subject)}")
    for line in change.text.splitlines():
        tone = {"+": "ok", "-": "error"}.get(line[:1], "")
        output.line(f"  {output.paint(plain(line), tone)}")


def is_printed(target: str) -> bool:
    """Return whether --output names standard output."""
    return target in ("", "-")


def _find_target(target: str, name: str, content: bytes, *, replace: bool) -> Path:
    """Return the path to write: the target, or in a folder the file with that name.

    Raises:
        CommandError: the file exists with other content, and replacing was not requested.
    """
    path = resolve_target(target, name)
    if not replace and has_other_content(path, content):
        raise CommandError(
            tr("{path} already exists with other content; overwrite it with --force", path=path)
        )
    return path


def write_output(
    target: str, name: str, content: bytes, *, replace: bool, is_first: bool = True
) -> Path:
    """Write a file, or into a folder under a name. Return its path.

    Args:
        target: the path of the file, or of the folder.
        name: of the file in a folder.
        content: what it holds.
        replace: overwrite a file that holds something else.
        is_first: the command wrote no other file before; decides whether an error says that
            nothing was written.

    Raises:
        CommandError: the file exists with other content and `replace` is false, or it cannot be
            written.
    """
    path = _find_target(target, name, content, replace=replace)
    try:
        write_target(target, name, content)
    except OSError as error:
        raise CommandError(
            render_error(describe_failed_write(is_first=is_first), str(path), error)
        ) from error
    return path


def describe_failed_write(*, is_first: bool) -> str:
    """Return what an error says before its reason. `is_first`: no file was written before."""
    return tr("Nothing was written") if is_first else tr("Not everything was written")


def find_change(target: str, name: str, content: bytes) -> str:
    """Return what writing would do to the file: "new", "change" or "unchanged"."""
    path = resolve_target(target, name)
    if has_same_content(path, content):
        return "unchanged"
    return "change" if path_exists(path) else "new"


def preview_output(target: str, name: str, content: bytes, *, replace: bool) -> Path:
    """Return the path that write_output would write to, without writing.

    Raises:
        CommandError: it would be refused.
    """
    path = _find_target(target, name, content, replace=replace)
    try:
        check_target(target, name)
    except OSError as error:
        raise CommandError(
            render_error(tr("Nothing would be written"), str(path), error)
        ) from error
    return path


def make_name_members(configuration: Configuration) -> dict[str, Any]:
    """Return the JSON members that name a configuration."""
    return {"name": configuration.name, "key": configuration.key}


def make_control_members(configuration: Configuration, name: str, control: str) -> dict[str, Any]:
    """Return the JSON members about the control and the copy of a layer or driver."""
    entry = configuration.find_entry(name)
    return {
        "configuration": make_name_members(configuration),
        "name": name,
        "control": str(control),
        "copy": entry.copy if entry else "",
    }


def change_members(file: str, change: str, content: str | None = None) -> dict[str, Any]:
    """Return the JSON members about the change of a file."""
    members = {"file": file, "change": change.lower()}
    return members if content is None else {**members, "content": content}


def plan_members(plan: Plan) -> dict[str, Any]:
    """Return the JSON members about files, variables and limits of a plan.

    Call it before writing, since "new" depends on the disk.
    """
    return {
        "mechanism": plan.mechanism.value,
        "files": [_make_planned_change(file.path, file.content) for file in plan.files],
        "variables": make_variable_members(plan.variables),
        "limits": [limit_members(limit) for limit in plan.limits],
        "summary": plan.summary,
    }


def make_variable_members(variables: Iterable[Variable]) -> list[dict[str, Any]]:
    """Return the JSON members of variables. The value null unsets one."""
    return [{"name": variable.name, "value": variable.value} for variable in variables]


def render_variable_line(variable: Variable) -> str:
    """Return NAME=value, or the words for a variable that is unset."""
    return (
        tr("{name} is unset", name=variable.name)
        if variable.value is None
        else f"{variable.name}={variable.value}"
    )


def _make_planned_change(path: str, content: bytes | None) -> dict[str, Any]:
    """Return a planned file as JSON. `content`: None removes the file."""
    if content is None:
        return change_members(path, "remove")
    change = "change" if path_exists(Path(path)) else "new"
    # A name in it may hold bytes that are no UTF-8; JSON cannot.
    return change_members(path, change, decode_text(content, "backslashreplace"))


def limit_members(limitation: Limitation) -> dict[str, Any]:
    """Return as JSON what a plan cannot do, and the alternative."""
    return {
        "subject": limitation.subject,
        "sentence": limitation.text,
        "alternative": limitation.alternative,
        "blocking": limitation.is_blocking,
    }


def show_files(plan: Plan, output: Output) -> None:
    """Print the files of a plan with their new contents."""
    for file in plan.files:
        kind = ChangeKind.CHANGE if path_exists(Path(file.path)) else ChangeKind.NEW
        kind = ChangeKind.REMOVE if file.content is None else kind
        output.line(f"{CHANGE_WORDS[kind]} {plain(file.path)}")
        for line in decode_text(file.content or b"", "backslashreplace").splitlines():
            output.line(f"  {plain(line)}")
