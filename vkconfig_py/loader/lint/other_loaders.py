"""What other loaders make of the same files, and which remedy of a manifest is safe for all.

What other installed loaders make of the same files.

A machine often has several loaders: of the distribution, of a Vulkan SDK, of a browser, for 32-bit
programs. A file that one of them passes over can end every program that uses another.

Which remedy of a refused manifest is safe to carry out.

The remedy of a verdict is what would change the outcome, and may be a guess: a library path, an API
version. What is offered to write into somebody's file must be no guess; taking the file away always
is an answer, since no program can use it as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    NoRemedy,
    Outcome,
    PathOfKeys,
    Problem,
    Reason,
    Remedy,
    RemoveFile,
    Together,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.json.cjson import Members, elements
from vkconfig_py.loader.lint.codes import Code, problem
from vkconfig_py.loader.lint.lint_context import LintContext, base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

_ENDS = (Reason.ABORTS_ALL, Reason.CRASHES_ALL)


def find_other_loader_problems(ground: LintContext) -> Iterator[Problem]:
    """Yield the files that end every program of an installed loader other than the report's."""
    told = {file for file, _ in _ending(ground.report)}
    for loader in ground.loaders:
        if loader == ground.profile or _decides_alike(loader, ground.profile):
            continue
        host = ground.report.host
        report = discover(host, ground.report.application, loader, ground.cache)
        for file, verdict in _ending(report):
            if file not in told:
                told.add(file)
                yield _ends_other(file, verdict, loader, ground)


def _decides_alike(left: LoaderProfile, right: LoaderProfile) -> bool:
    return left._replace(library="") == right._replace(library="")


def _ending(report: LoaderReport) -> Iterator[tuple[str, Verdict]]:
    verdicts = [(layer.file, layer.verdict) for layer in report.found]
    verdicts += [(driver.file, driver.verdict) for driver in report.drivers]
    for file, verdict in verdicts:
        if verdict.reason in _ENDS and verdict.outcome is Outcome.FAILS:
            yield file, verdict


def _ends_other(file: str, verdict: Verdict, loader: LoaderProfile, ground: LintContext) -> Problem:
    does = "crashes on it" if verdict.reason is Reason.CRASHES_ALL else "gives up"
    where = f"Line {verdict.line}: {verdict.detail}. " if verdict.line else ""
    which = f" ({loader.library})" if loader.library else ""
    return problem(
        Code.OTHER_LOADER_FAILS,
        f"{base_name(file)} ends every program that uses the loader {loader.version_text}",
        f"{where}The loader {loader.version_text}{which} {does} in every program; "
        f"the loader {ground.profile.version_text} goes on.",
        file,
        verdict.line,
        (RemoveFile(file),),
        verdict.detail,
    )


def who_gives_up(profile: LoaderProfile) -> str:
    """Return which loaders an invalid file ends, as a sentence."""
    gate = Gate.INVALID_JSON_SKIPPED
    first = ".".join(map(str, gate.value.first))
    if profile.has(gate):
        return f"Loaders before {first} give up on it in every program."
    return f"Loaders from {first} on only pass over it."


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


def make_safe(found: Problem, ground: LintContext) -> Problem:
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


def keep_used(found: Problem, ground: LintContext) -> Problem:
    """Take the remedies out that would take away what programs use, another layer of the file."""
    if found.code in (*_ENDING, Code.OTHER_LOADER_FAILS, Code.HANGS_ALL):
        return found  # nothing is used while such a file is there
    ways = [found.remedy, *found.more]
    kept = [x for x in ways if not (isinstance(x, RemoveFile) and ground.is_used(x.file))]
    if len(kept) == len(ways):
        return found
    first = kept[0] if kept else NoRemedy("other layers of the file are in use")
    return found._replace(remedy=first, more=tuple(kept[1:]))


def _paths_act(found: Problem, ground: LintContext) -> bool:
    overrides = (layer for layer in ground.layers() if layer.is_override)
    return any(layer.file == found.file and layer.override_paths for layer in overrides)


def _safe(found: Problem, ground: LintContext) -> Remedy:
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


def _safe_edit(edit: EditKey, found: Problem, ground: LintContext) -> EditKey | None:
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
