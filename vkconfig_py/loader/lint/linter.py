"""lint(report) -> everything wrong on the machine that the report is about, worst first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vkconfig_py.loader.base.verdicts import Problem, Reason, Severity
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.codes import REFUSALS, Code
from vkconfig_py.loader.lint.lint_context import LintContext, base_name
from vkconfig_py.loader.lint.lost_files import (
    find_duplicates,
    find_file_problems,
    find_library_problems,
)
from vkconfig_py.loader.lint.manifest_keys import find_key_problems
from vkconfig_py.loader.lint.other_loaders import find_other_loader_problems, keep_used, make_safe
from vkconfig_py.loader.lint.override_problems import find_meta_problems, find_override_problems
from vkconfig_py.loader.lint.settings_entries import find_settings_problems
from vkconfig_py.loader.lint.spelling import give_hint
from vkconfig_py.loader.lint.variable_problems import find_variable_problems
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

_RULES: tuple[Callable[[LintContext], Iterator[Problem]], ...] = (
    find_file_problems,
    find_key_problems,
    find_library_problems,
    find_duplicates,
    find_override_problems,
    find_meta_problems,
    find_settings_problems,
    find_variable_problems,
    find_other_loader_problems,
)
# A closer look at the same fault; the refusal it explains is not told a second time.
_EXPLAINS: dict[str, Reason] = {
    Code.HANGS_ALL: Reason.UNREADABLE,
    Code.DANGLING_LINK: Reason.UNREADABLE,
    Code.LINK_LOOP: Reason.UNREADABLE,
    Code.MISSPELT_KEY: Reason.MISSING_KEY,
    Code.WRONG_CASE_KEY: Reason.MISSING_KEY,
    Code.NO_DISABLE_ENVIRONMENT: Reason.MISSING_KEY,
    Code.TEXT_TOO_LONG: Reason.BAD_VALUE,
    Code.OTHER_LOADER_FAILS: Reason.INVALID_JSON,
    Code.LIBRARY_EMPTY: Reason.LIBRARY_MISSING,
    Code.SEARCH_PATH_GONE: Reason.UNREADABLE,
    Code.SETTINGS_ENTRY_DEAD: Reason.UNREADABLE,
    Code.SETTINGS_DRIVER_DEAD: Reason.UNREADABLE,
    Code.OVERRIDE_PATH_GONE: Reason.UNREADABLE,
    Reason.DUPLICATE: Reason.DUPLICATE,
}
_ENDS_ALL = (Reason.ABORTS_ALL, Reason.CRASHES_ALL, Code.HANGS_ALL)
_REFUSING = frozenset(
    {*(reason.value for reason in REFUSALS), Code.SETTINGS_LAYERS_DISCARDED.value}
)
_DETAILED = (Reason.MISSING_KEY, Reason.BAD_VALUE)


def lint(
    report: LoaderReport,
    cache: DocumentCache | None = None,
    loaders: Sequence[LoaderProfile] = (),
) -> tuple[Problem, ...]:
    """Return the problems of the report and what a closer look at the files finds.

    `loaders` are all that are installed: a file that ends programs of another one is told too.
    """
    ground = LintContext(report, cache or DocumentCache(), loaders)
    closer = [found for rule in _RULES for found in rule(ground)]
    told = {_fault(found) for found in closer if found.code in _EXPLAINS}
    rest = [
        give_hint(make_safe(x, ground), ground)
        for x in report.problems
        if _own_fault(x) not in told
    ]
    merged = dict.fromkeys(keep_used(found, ground) for found in (*rest, *closer))
    return tuple(sorted(merged, key=_rank))


def is_refusal(found: Problem, report: LoaderReport) -> bool:
    """Return whether a problem is why the loader refuses a file, or explains it."""
    if found.code not in _EXPLAINS:
        return found.code in _REFUSING
    return _fault(found) in {_own_fault(refused) for refused in report.problems}


def _rank(found: Problem) -> tuple[int, bool]:
    """Sort the worst first: what ends every program before all other errors."""
    return list(Severity).index(found.severity), found.code not in _ENDS_ALL


def _fault(found: Problem) -> tuple[str, str, str]:
    """Return the refusal that a closer look explains: reason, file, detail."""
    reason = _EXPLAINS[found.code]
    # What names a path that cannot be read has the path as its detail.
    file = found.detail if found.detail.startswith("/") else found.file
    file = base_name(file) if reason is Reason.UNREADABLE else found.file
    return reason.value, file, found.detail if reason in _DETAILED else ""


def _own_fault(found: Problem) -> tuple[str, str, str]:
    # The loader opens a link that leads nowhere by its bare name.
    file = base_name(found.file) if found.code == Reason.UNREADABLE else found.file
    detail = found.detail
    if found.code == Reason.BAD_VALUE and detail.startswith('"'):
        detail = detail.split('"')[1]
    return found.code, file, detail if found.code in _DETAILED else ""
