"""The table of statements is whole, its rules exist, and every test notices a dull rule."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.loader.lint.lint_machines import MACHINES
from tests.statements import __main__ as tool
from tests.statements.proof import AS_IT_IS, Trial, prove
from tests.statements.registry import all_shown
from tests.statements.replacing import find_rule, replaced, stand_ins
from tests.statements.table import (
    DUTY,
    ELSEWHERE,
    TESTED,
    print_table,
    read_statements,
    unfounded,
    untested,
)

ROOT = Path(__file__).parents[2]
SHOWN = all_shown()
STATEMENTS = read_statements()
LAST = 388


@pytest.fixture(scope="module")
def trials() -> tuple[Trial, ...]:
    """Return what became of each test with and without its rule."""
    return prove(one=choose_amount(True, long=False))


def test_every_number_stands_once_in_the_table():
    assert [entry.number for entry in STATEMENTS] == list(range(1, LAST + 1))
    assert all(entry.text.endswith(".") for entry in STATEMENTS)


def test_every_statement_that_is_called_tested_has_a_test_and_no_other_has_one():
    assert untested(STATEMENTS, SHOWN) == []
    tested = {entry.number for entry in STATEMENTS if entry.status == TESTED}
    assert {item.number for item in SHOWN} == tested


def test_every_statement_has_a_test_a_problem_or_a_reason():
    assert unfounded(STATEMENTS, SHOWN) == []
    duty = next(entry for entry in STATEMENTS if entry.status == DUTY and entry.lint)
    bare = duty._replace(lint=(), why="")
    assert unfounded((bare,), SHOWN) == [duty.number]


def test_no_operating_system_is_a_reason():
    assert [entry.number for entry in STATEMENTS if entry.why.startswith("only on ")] == []


def test_problems_that_duties_name_are_told_on_a_machine():
    told = {str(code) for code in MACHINES}
    for entry in STATEMENTS:
        assert set(entry.lint) <= told, entry.number


def test_tests_elsewhere_are_there():
    for entry in STATEMENTS:
        if entry.status == ELSEWHERE:
            path, _, name = entry.test.partition("::")
            assert f"def {name}(" in (ROOT / path).read_text(), entry.number


def test_every_rule_is_a_function_of_the_program():
    for shown in SHOWN:
        assert callable(find_rule(shown.rule).function), shown.name


@pytest.mark.long
def test_every_test_passes_and_notices_each_stand_in_for_its_rule(trials: tuple[Trial, ...]):
    assert [trial for trial in trials if not trial.is_right] == []
    runs = Counter(trial.test for trial in trials)
    assert runs.keys() <= {shown.name for shown in SHOWN}
    assert len(runs) >= len(SHOWN) / choose_amount(2, long=1)
    assert min(runs.values()) >= choose_amount(1, long=3)


def test_table_tells_what_has_no_test():
    missing = next(item.number for item in SHOWN)
    text = print_table(STATEMENTS, tuple(item for item in SHOWN if item.number != missing))
    assert f"Without a test, problem or reason: {missing}" in text
    assert "NO TEST" in text
    assert "NO TEST" not in print_table(STATEMENTS, SHOWN)


def test_surviving_test_is_reported_and_fails_the_command(monkeypatch, capsys):
    survivor = Trial(1, "test_x.py::test_y", "vkconfig_py.z", "None", "")
    monkeypatch.setattr(tool, "prove", lambda: (survivor,))
    assert tool.main(["--prove"]) == 1
    text = capsys.readouterr().out
    assert "test_x.py::test_y" in text
    assert "WRONG: passes although the rule returns None" in text
    monkeypatch.setattr(tool, "prove", lambda: (survivor._replace(stand_in=AS_IT_IS),))
    assert tool.main(["--prove"]) == 0


def test_rule_is_replaced_wherever_it_is_known_by_name():
    from vkconfig_py.loader.files import search_paths
    from vkconfig_py.loader.rules import resolve

    rule = find_rule("vkconfig_py.loader.files.search_paths.find_search_paths")
    (_, first), (_, nothing), (_, empty) = stand_ins(rule)
    for stand_in, answer in ((first, "host"), (nothing, None), (empty, ())):
        with replaced(rule, stand_in):
            assert resolve.find_search_paths is search_paths.find_search_paths
            assert resolve.find_search_paths("host", "profile") == answer
    assert resolve.find_search_paths is rule.held


def test_answers_that_a_function_keeps_do_not_outlive_a_stand_in():
    from vkconfig_py.loader.base.versions import parse_version

    text = "1.2.3.4.5"  # odd: such texts are taken apart once and remembered
    rule = find_rule("vkconfig_py.loader.base.versions.unpack_version")
    before = parse_version(text)
    for _, stand_in in stand_ins(rule):
        with replaced(rule, stand_in):
            assert parse_version(text) != before
    assert parse_version(text) == before
