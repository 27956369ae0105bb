from vkconfig_py.loader.base.verdicts import Problem, RemoveFile, Severity
from vkconfig_py.model.problems.problem_lines import (
    list_problems,
    present_problem,
    render_problems,
)
from vkconfig_py.model.problems.summary import (
    ActionKind,
    Diagnostic,
    ProblemAction,
    count_notes,
    summarize_problems,
)
from vkconfig_py.model.text.lines import LineAction

NOTE = Problem(Severity.NOTE, "n", "Two drivers found no device", "Harmless.")
ERROR = Problem(
    Severity.ERROR, "e", "No “library_path”", "It is skipped.", "/a.json", 6, RemoveFile("/a")
)
ASIDE = ProblemAction(ActionKind.FIX, "Move aside", RemoveFile("/a"))


def test_problems_come_worst_first_and_once():
    note, error = Diagnostic(NOTE), Diagnostic(ERROR, (ASIDE,))
    listed = list_problems((note, error, note))
    assert listed == [error, note]
    assert summarize_problems(listed) == "1 error · 1 note"
    assert count_notes(listed) == 1
    assert render_problems(listed) == (
        "error: No “library_path” (/a.json:6). It is skipped. [e]\n"
        "note: Two drivers found no device. Harmless. [n]\n"
    )


def test_a_problem_shows_what_where_and_what_helps():
    line = present_problem(Diagnostic(ERROR, (ASIDE,)))
    assert (line.icon, line.tone) == ("error", "error")
    assert line.actions == (LineAction(ASIDE, "Move aside…"),)
    assert line.accessible_text == (
        "error: No “library_path”. It is skipped. /a.json, line 6. Actions: Move aside…"
    )
    assert line.tooltip == "No “library_path”\nIt is skipped.\n/a.json, line 6"


def test_paths_below_home_are_short():
    told = Diagnostic(ERROR._replace(file="/home/u//a.json"))
    assert present_problem(told, "/home/u").location == "~/a.json, line 6"
    assert present_problem(told).location == "/home/u/a.json, line 6"
