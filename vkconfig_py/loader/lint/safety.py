"""Which remedy of a refused manifest is safe to carry out.

The remedy of a verdict is what would change the outcome, and may be a guess: a library path, an API
version. What is offered to write into somebody's file must be no guess; taking the file away always
is an answer, since no program can use it as it stands.
"""

from __future__ import annotations

from itertools import islice

from vkconfig_py.loader.lint.codes import Code
from vkconfig_py.loader.lint.ground import Ground, base_name
from vkconfig_py.loader.lint.loaders import who_gives_up
from vkconfig_py.loader.parsing.json_slow import Members, PathOfKeys, elements
from vkconfig_py.loader.records import Any
from vkconfig_py.loader.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    NoRemedy,
    Problem,
    Reason,
    Remedy,
    RemoveFile,
    Together,
    UnsetVariable,
)

# Of no use to any program on this loader, so taking them away changes nothing for the worse.
_USELESS = (
    Reason.ABORTS_ALL,
    Reason.CRASHES_ALL,
    Reason.INVALID_JSON,
    Reason.MISSING_KEY,
    Reason.BAD_VALUE,
    Reason.NOT_A_MANIFEST,
    Reason.DEVICE_LAYER,
    Reason.VARIANT,
    Reason.MULTIPLE_LAYER_NODES,
    Reason.UNREADABLE,
    Reason.LIBRARY_MISSING,
    Reason.META_COMPONENT_MISSING,
    Reason.META_RECURSIVE,
)
_DEEPEST = 3  # layers, number, key
_OF_VALUES = (
    Reason.MISSING_KEY,
    Reason.BAD_VALUE,
    Reason.CRASHES_ALL,
    Reason.LIBRARY_MISSING,
    Reason.LIBRARY_FOREIGN,
)
_ENDING = (Reason.ABORTS_ALL, Reason.CRASHES_ALL)
_REFUSED_METAS = (
    Reason.META_COMPONENT_MISSING,
    Reason.META_COMPONENT_OLDER,
    Reason.META_COMPONENT_OTHER_VERSION,
)
# Any value of these will do, and this is the one that means least.
_HARMLESS = {
    "description": "",
    "implementation_version": "1",
    "type": "GLOBAL",
    "file_format_version": "1.0.0",
}


def make_safe(found: Problem, ground: Ground) -> Problem:
    """Return a problem of the report with remedies that may be carried out, and the full story."""
    found = found._replace(remedy=_safe(found, ground))
    if found.code in (Reason.ABORTS_ALL, Reason.INVALID_JSON):
        sentence = who_gives_up(ground.profile)
        found = found._replace(consequence=f"{found.consequence} {sentence}")
    if found.code in _REFUSED_METAS and _paths_act(found, ground):
        paths = "Its override_paths act all the same: no other explicit layer is found."
        found = found._replace(consequence=f"{found.consequence} {paths}")
    if found.code == Reason.LIBRARY_MISSING and "/" in found.detail:
        title = found.title.replace(found.detail, base_name(found.detail))
        found = found._replace(title=title)
    if found.code not in _USELESS or not found.file.startswith("/"):
        return found
    aside = RemoveFile(found.file)
    first: Remedy = found.remedy
    if isinstance(first, NoRemedy) or found.code in _ENDING:
        first = aside
    rest = (x for x in (found.remedy, *found.more, aside) if x != first)
    return found._replace(remedy=first, more=tuple(x for x in rest if not isinstance(x, NoRemedy)))


def keep_used(found: Problem, ground: Ground) -> Problem:
    """Take the remedies out that would take away what programs use, another layer of the file."""
    if found.code in (*_ENDING, Code.OTHER_LOADER_FAILS, Code.HANGS_ALL):
        return found  # nothing is used while such a file is there
    ways = [found.remedy, *found.more]
    kept = [x for x in ways if not (isinstance(x, RemoveFile) and ground.is_used(x.file))]
    if len(kept) == len(ways):
        return found
    first = kept[0] if kept else NoRemedy("other layers of the file are in use")
    return found._replace(remedy=first, more=tuple(kept[1:]))


def _paths_act(found: Problem, ground: Ground) -> bool:
    overrides = (layer for layer in ground.layers() if layer.is_override)
    return any(layer.file == found.file and layer.override_paths for layer in overrides)


def _safe(found: Problem, ground: Ground) -> Remedy:
    """Return what of a remedy may be written into files; nothing if a part of it is a guess."""
    remedy = found.remedy
    if found.code == Reason.SHADOWED:
        # What wins was meant to win, until somebody says otherwise.
        return UnsetVariable(found.title.partition(":")[0])
    steps = _steps(remedy)
    if not any(isinstance(step, EditKey) for step in steps):
        return remedy
    kept: list[Remedy] = []
    for step in steps:
        if isinstance(step, EditKey):
            edit = _safe_edit(step, found, ground)
            if edit is None:
                return NoRemedy("only whoever made the file knows what belongs there")
            kept.append(edit)
        elif not isinstance(step, InstallLibrary):  # a fault of its own, told by itself
            kept.append(step)
    return kept[0] if len(kept) == 1 else Together(tuple(kept))


def _steps(remedy: Remedy) -> list[Remedy]:
    if isinstance(remedy, Together):
        return [inner for step in remedy.steps for inner in _steps(step)]
    return [remedy]


def _safe_edit(edit: EditKey, found: Problem, ground: Ground) -> EditKey | None:
    if found.code not in _OF_VALUES or edit.value is REMOVED:
        return edit
    value = _value_at(ground.tree(edit.file), edit.path)
    if isinstance(value, int | float) and not isinstance(value, bool) and edit.key != "name":
        text = repr(value)
        return edit._replace(value=text, advice=f"write it as a text, “{text}”")
    if edit.key in _HARMLESS and len(edit.path) <= _DEEPEST:
        return edit._replace(value=_HARMLESS[edit.key])
    return None


def _value_at(tree: Any, path: PathOfKeys) -> Any:
    for part in path:
        if isinstance(part, int):
            tree = next(islice(elements(tree), part, None), None)
        elif isinstance(tree, Members):
            tree = next((value for key, value in tree if key.lower() == part.lower()), None)
        else:
            return None
    return tree
