"""Members of JSON that several commands print, so that each fact has one spelling.

What `report --json` has, it has in its words: a file is "file", the file of a layer or driver
"manifest", a rule "reason", what people read "sentence".
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from vkconfig_py.loader.records import Any
from vkconfig_py.model.documents.configuration import Configuration, Variable
from vkconfig_py.model.plan import Limit, Plan
from vkconfig_py.model.presence import is_there


def named(one: Configuration) -> dict[str, Any]:
    """Return which configuration it is."""
    return {"name": one.name, "key": one.key}


def change_members(file: str, change: str, content: str | None = None) -> dict[str, Any]:
    """Return what happens to a file: "new", "change", "remove", "restore" or "unchanged"."""
    told = {"file": file, "change": change.lower()}
    return told if content is None else {**told, "content": content}


def plan_members(plan: Plan) -> dict[str, Any]:
    """Return what a plan writes and sets, and what it cannot express; ask before it is written."""
    return {
        "mechanism": plan.mechanism.value,
        "files": [_planned(file.path, file.content) for file in plan.files],
        "variables": variable_members(plan.variables),
        "limits": [_limit(one) for one in plan.limits],
        "summary": plan.summary,
    }


def variable_members(variables: Iterable[Variable]) -> list[dict[str, Any]]:
    """Return variables; the value of one that is taken away is null."""
    return [{"name": one.name, "value": one.value} for one in variables]


def _planned(path: str, content: bytes | None) -> dict[str, Any]:
    if content is None:
        return change_members(path, "remove")
    change = "change" if is_there(Path(path)) else "new"
    return change_members(path, change, content.decode("utf-8", "backslashreplace"))


def _limit(one: Limit) -> dict[str, Any]:
    return {
        "subject": one.subject,
        "sentence": one.text,
        "alternative": one.alternative,
        "blocking": one.blocking,
    }
