"""Every code of the lint: told on its machine, and explained in docs/problem_codes.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.framework.cases import trying_cases
from tests.loader.lint.lint_machines import MACHINES, look, predict
from vkconfig_py.loader.base.verdicts import Problem, Reason
from vkconfig_py.loader.lint.lint_context import REFUSAL_CODES, ProblemCode
from vkconfig_py.model.apply import notices
from vkconfig_py.model.chain.probe_results import BROKEN_PROBE_STATUSES, FATAL_PROBE_STATUSES
from vkconfig_py.model.problems.probe_problems import PROBE_CODE

ROOT = Path(__file__).parents[3]
BUILT = Reason.LIBRARY_NEEDS_MISSING  # its machine needs a compiler: test_needed.py
ALL_CODES = [*map(str, ProblemCode), *map(str, REFUSAL_CODES)]
CODES = [code for code in ALL_CODES if code != BUILT]
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "problem_codes.md").read_text().splitlines()
    if line.startswith("| `")
]


@pytest.fixture(scope="module")
def look_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Problem, ...]]:
    """Return what tells the problems of a code's machine, which is built once."""
    return cache(lambda code: look(code, tmp_path_factory.mktemp("machine")))


def test_there_is_a_machine_for_every_code():
    assert sorted(map(str, MACHINES)) == sorted(ALL_CODES)


def test_each_code_is_told(look_once):
    with trying_cases() as trying:
        for code in CODES:
            with trying(code):
                problems = look_once(code)
                found = [problem for problem in problems if problem.code == code]
                assert found, [problem.code for problem in problems]
                for problem in found:
                    assert problem.title
                    assert problem.consequence.endswith("."), problem.consequence


# What decides in the engine on the machine of each code: the reason of a verdict.
DECIDED_BY = {
    ProblemCode.HANGS_ALL: Reason.UNREADABLE,
    ProblemCode.DANGLING_LINK: Reason.UNREADABLE,
    ProblemCode.LINK_LOOP: Reason.UNREADABLE,
    ProblemCode.MISSPELT_KEY: Reason.MISSING_KEY,
    ProblemCode.WRONG_CASE_KEY: Reason.MISSING_KEY,
    ProblemCode.NO_DISABLE_ENVIRONMENT: Reason.MISSING_KEY,
    ProblemCode.TEXT_TOO_LONG: Reason.BAD_VALUE,
    ProblemCode.LIBRARY_EMPTY: Reason.LIBRARY_MISSING,
    ProblemCode.LIBRARY_UNREADABLE: Reason.LIBRARY_UNKNOWN,
    ProblemCode.LIBRARY_PATH_SLASH: Reason.LIBRARY_MISSING,
    ProblemCode.FUNCTION_NOT_EXPORTED: Reason.LAYER_WITHOUT_ENTRY_POINT,
    ProblemCode.WORD_SIZES_MIXED: Reason.DUPLICATE,
    ProblemCode.OVERRIDE_PROGRAM_GONE: Reason.OVERRIDE_NOT_FOR_PROGRAM,
    ProblemCode.OVERRIDE_KEY_NEVER_MATCHES: Reason.OVERRIDE_NOT_FOR_PROGRAM,
    ProblemCode.OVERRIDE_PATH_GONE: Reason.FOLDER_ABSENT,
    ProblemCode.OVERRIDE_SEVERAL: Reason.OVERRIDE_NOT_FIRST,
    ProblemCode.OVERRIDE_DISABLED_ACTS: Reason.BLACKLISTED,
    ProblemCode.OVERRIDE_LEAKS: Reason.OVERRIDE_COMPONENT,
    ProblemCode.OVERRIDE_BLOCKS_OWN: Reason.BLACKLISTED,
    ProblemCode.OVERRIDE_IN_EXPLICIT_FOLDER: Reason.NOT_REQUESTED,
    ProblemCode.SETTINGS_FILE_UNUSED: Reason.BAD_VALUE,
    ProblemCode.SETTINGS_FILE_HIDES_OVERRIDE: Reason.SETTINGS_FILE_HIDES,
    ProblemCode.SETTINGS_FILE_CRASHES: Reason.CRASHES_ALL,
    ProblemCode.SETTINGS_LAYERS_DISCARDED: Reason.SETTINGS_LIST_DROPPED,
    ProblemCode.SETTINGS_ENTRY_DEAD: Reason.SETTINGS_NO_LAYER,
    ProblemCode.SETTINGS_ENTRY_EXPLICIT: Reason.NOT_REQUESTED,
    ProblemCode.SETTINGS_DRIVER_DEAD: Reason.UNREADABLE,
    ProblemCode.VARIABLE_EMPTY: Reason.REPLACES_SEARCH,
    ProblemCode.SEARCH_PATH_GONE: Reason.FOLDER_ABSENT,
    ProblemCode.FILTERS_CONFLICT: Reason.ENABLE_FILTER,
    ProblemCode.ENABLED_AND_DISABLED: Reason.DISABLE_VARIABLE,
    ProblemCode.LAYER_VARIABLE_SET: Reason.DISABLE_VARIABLE,
}
# And why the others decide nothing about what the loader of the report loads.
DECIDED_BY_NOTHING = {
    ProblemCode.NO_DRIVER: "the result of vkCreateInstance says it",
    ProblemCode.OTHER_LOADER_FAILS: "about another loader",
    ProblemCode.LOADER_BLOCKED: "about programs that get no loader",
    ProblemCode.IN_SANDBOX: "about programs outside",
    ProblemCode.DRIVER_TWICE: "the loader opens both",
    ProblemCode.DRIVER_WITHOUT_MANIFEST: "the loader opens what manifests name",
    ProblemCode.FILE_NAME_IGNORED: "no loader lists the file",
    ProblemCode.FOLDER_NEVER_SEARCHED: "no loader searches the folder",
    ProblemCode.REPEATED_KEY: "the parser takes the value that the loader takes",
    ProblemCode.NESTED_DEEPLY: "read by this loader",
    ProblemCode.NAME_WITHOUT_PREFIX: "loads like any other",
    ProblemCode.FILE_VERSION_TOO_OLD: "the parser reads what the loader reads of such a file",
    ProblemCode.KEY_WITHOUT_EFFECT: "no loader reads it",
    ProblemCode.META_MULTIPLIES: "loads, only late",
    ProblemCode.VULKAN_NAMES_EXPORTED: "about programs that open the library themselves",
    ProblemCode.NO_DRIVER_OTHER_SIZE: "about the loader of the other word size",
    ProblemCode.WORD_SIZE_UNMARKED: "about the loader of the other word size",
    ProblemCode.REGISTRY_NOT_ASCII: "whether it opens depends on the code page of the system",
    ProblemCode.SETTINGS_FILE_NOT_READ: "this loader does not read it",
    ProblemCode.SETTINGS_FILE_SHADOWED: "the loader reads another one",
    ProblemCode.SETTINGS_CONTROL_UNKNOWN: "read as the control that the loader takes it for",
    ProblemCode.VARIABLE_DEPRECATED: "read as before",
    ProblemCode.VARIABLE_UNKNOWN: "no loader reads it",
    ProblemCode.LAYER_VARIABLE_COMMON: "a danger for later: nothing sets it now",
    ProblemCode.LAYER_VARIABLE_SHARED: "a danger for later: nothing sets it now",
    ProblemCode.STEAM_WITHOUT_LAYERS: "about programs inside its container",
    ProblemCode.STEAM_LIBRARY_PATH: "about programs inside its container",
}


def test_the_engine_decides_by_whatever_the_lint_knows_or_there_is_a_reason():
    assert not DECIDED_BY.keys() & DECIDED_BY_NOTHING
    assert {*DECIDED_BY, *DECIDED_BY_NOTHING} == set(ProblemCode)


@pytest.mark.parametrize("code", DECIDED_BY)
def test_what_the_lint_knows_is_a_verdict_of_the_engine(code, tmp_path):
    report = predict(code, tmp_path)
    verdicts = [found.verdict for found in (*report.found_layers, *report.drivers)]
    assert DECIDED_BY[code] in {verdict.reason for verdict in (*verdicts, *report.verdicts)}


def test_every_code_is_explained_once():
    explained = [row[0] for row in ROWS]
    assert sorted(set(explained)) == sorted(explained)
    assert set(ALL_CODES) <= set(explained)


def test_severity_in_the_document_is_that_of_the_code(look_once):
    with trying_cases() as trying:
        for code in CODES:
            with trying(code):
                row = next(row for row in ROWS if row[0] == code)
                told = {str(p.severity) for p in look_once(code) if p.code == code}
                assert told <= set(row[1].split(", ")), told


def test_what_the_program_tells_besides_is_explained_with_its_severity():
    probes = {PROBE_CODE.format(probe_status.value) for probe_status in BROKEN_PROBE_STATUSES}
    explained = {row[0]: row[1] for row in ROWS}
    told = {
        notices.FOREIGN_CODE,
        notices.NO_HOME_CODE,
        notices.AS_ROOT_CODE,
        notices.NOT_WRITABLE_CODE,
    }
    told |= {notices.UNREADABLE_CODE, notices.RUNNING_CODE}
    assert {*told, *probes} <= set(explained)
    fatal = {PROBE_CODE.format(probe_status.value) for probe_status in FATAL_PROBE_STATUSES}
    assert {explained[code] for code in fatal} == {"error, note"}  # of what is off now
    assert {explained[code] for code in probes - fatal} == {"warning"}


def test_every_code_that_is_explained_is_told_by_some_module():
    sources = [path.read_text() for path in (ROOT / "vkconfig_py").rglob("*.py")]
    said = {word for text in sources for word in re.findall(r'"([a-z][a-z0-9-]+)"', text)}
    said |= {PROBE_CODE.format(probe_status.value) for probe_status in BROKEN_PROBE_STATUSES}
    assert {row[0] for row in ROWS} - said == set()
