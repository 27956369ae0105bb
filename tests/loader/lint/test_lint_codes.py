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
from vkconfig_py.loader.lint.lint_context import REFUSALS, Code
from vkconfig_py.model.apply import notices
from vkconfig_py.model.chain.probe_results import BROKEN_PROBE_STATUSES, FATAL_PROBE_STATUSES
from vkconfig_py.model.problems.probe_problems import PROBE_CODE

ROOT = Path(__file__).parents[3]
BUILT = Reason.LIBRARY_NEEDS_MISSING  # its machine needs a compiler: test_needed.py
ALL_CODES = [*map(str, Code), *map(str, REFUSALS)]
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
    Code.HANGS_ALL: Reason.UNREADABLE,
    Code.DANGLING_LINK: Reason.UNREADABLE,
    Code.LINK_LOOP: Reason.UNREADABLE,
    Code.MISSPELT_KEY: Reason.MISSING_KEY,
    Code.WRONG_CASE_KEY: Reason.MISSING_KEY,
    Code.NO_DISABLE_ENVIRONMENT: Reason.MISSING_KEY,
    Code.TEXT_TOO_LONG: Reason.BAD_VALUE,
    Code.LIBRARY_EMPTY: Reason.LIBRARY_MISSING,
    Code.LIBRARY_UNREADABLE: Reason.LIBRARY_UNKNOWN,
    Code.LIBRARY_PATH_SLASH: Reason.LIBRARY_MISSING,
    Code.FUNCTION_NOT_EXPORTED: Reason.LAYER_WITHOUT_ENTRY_POINT,
    Code.WORD_SIZES_MIXED: Reason.DUPLICATE,
    Code.OVERRIDE_PROGRAM_GONE: Reason.OVERRIDE_NOT_FOR_PROGRAM,
    Code.OVERRIDE_KEY_NEVER_MATCHES: Reason.OVERRIDE_NOT_FOR_PROGRAM,
    Code.OVERRIDE_PATH_GONE: Reason.FOLDER_ABSENT,
    Code.OVERRIDE_SEVERAL: Reason.OVERRIDE_NOT_FIRST,
    Code.OVERRIDE_DISABLED_ACTS: Reason.BLACKLISTED,
    Code.OVERRIDE_LEAKS: Reason.OVERRIDE_COMPONENT,
    Code.OVERRIDE_BLOCKS_OWN: Reason.BLACKLISTED,
    Code.OVERRIDE_IN_EXPLICIT_FOLDER: Reason.NOT_REQUESTED,
    Code.SETTINGS_FILE_UNUSED: Reason.BAD_VALUE,
    Code.SETTINGS_FILE_HIDES_OVERRIDE: Reason.SETTINGS_FILE_HIDES,
    Code.SETTINGS_FILE_CRASHES: Reason.CRASHES_ALL,
    Code.SETTINGS_LAYERS_DISCARDED: Reason.SETTINGS_LIST_DROPPED,
    Code.SETTINGS_ENTRY_DEAD: Reason.SETTINGS_NO_LAYER,
    Code.SETTINGS_ENTRY_EXPLICIT: Reason.NOT_REQUESTED,
    Code.SETTINGS_DRIVER_DEAD: Reason.UNREADABLE,
    Code.VARIABLE_EMPTY: Reason.REPLACES_SEARCH,
    Code.SEARCH_PATH_GONE: Reason.FOLDER_ABSENT,
    Code.FILTERS_CONFLICT: Reason.ENABLE_FILTER,
    Code.ENABLED_AND_DISABLED: Reason.DISABLE_VARIABLE,
    Code.LAYER_VARIABLE_SET: Reason.DISABLE_VARIABLE,
}
# And why the others decide nothing about what the loader of the report loads.
DECIDED_BY_NOTHING = {
    Code.NO_DRIVER: "the result of vkCreateInstance says it",
    Code.OTHER_LOADER_FAILS: "about another loader",
    Code.LOADER_BLOCKED: "about programs that get no loader",
    Code.IN_SANDBOX: "about programs outside",
    Code.DRIVER_TWICE: "the loader opens both",
    Code.DRIVER_WITHOUT_MANIFEST: "the loader opens what manifests name",
    Code.FILE_NAME_IGNORED: "no loader lists the file",
    Code.FOLDER_NEVER_SEARCHED: "no loader searches the folder",
    Code.REPEATED_KEY: "the parser takes the value that the loader takes",
    Code.NESTED_DEEPLY: "read by this loader",
    Code.NAME_WITHOUT_PREFIX: "loads like any other",
    Code.FILE_VERSION_TOO_OLD: "the parser reads what the loader reads of such a file",
    Code.KEY_WITHOUT_EFFECT: "no loader reads it",
    Code.META_MULTIPLIES: "loads, only late",
    Code.VULKAN_NAMES_EXPORTED: "about programs that open the library themselves",
    Code.NO_DRIVER_OTHER_SIZE: "about the loader of the other word size",
    Code.WORD_SIZE_UNMARKED: "about the loader of the other word size",
    Code.REGISTRY_NOT_ASCII: "whether it opens depends on the code page of the system",
    Code.SETTINGS_FILE_NOT_READ: "this loader does not read it",
    Code.SETTINGS_FILE_SHADOWED: "the loader reads another one",
    Code.SETTINGS_CONTROL_UNKNOWN: "read as the control that the loader takes it for",
    Code.VARIABLE_DEPRECATED: "read as before",
    Code.VARIABLE_UNKNOWN: "no loader reads it",
    Code.LAYER_VARIABLE_COMMON: "a danger for later: nothing sets it now",
    Code.LAYER_VARIABLE_SHARED: "a danger for later: nothing sets it now",
    Code.STEAM_WITHOUT_LAYERS: "about programs inside its container",
    Code.STEAM_LIBRARY_PATH: "about programs inside its container",
}


def test_the_engine_decides_by_whatever_the_lint_knows_or_there_is_a_reason():
    assert not DECIDED_BY.keys() & DECIDED_BY_NOTHING
    assert {*DECIDED_BY, *DECIDED_BY_NOTHING} == set(Code)


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
