"""The summary: what can be pressed in it, and what helps where programs do not live."""

from __future__ import annotations

from tests.framework.german import speak_german
from tests.model.items.snapshots import snapshot_of
from vkconfig_py.loader.base.verdicts import NoRemedy, Problem, Severity
from vkconfig_py.model.chain.snapshot_values import (
    ChainSummary,
    LoadingCase,
    LoadingSentence,
    Row,
    RowKind,
    SentenceSubject,
    make_loading_summary,
)
from vkconfig_py.model.problems.summary import (
    MAX_SIMILAR,
    ActionKind,
    Diagnostic,
    ProblemAction,
    group_similar,
    make_shown_summary,
    make_title,
)

BAD = "/etc/vulkan/implicit_layer.d/bad.json"
ALARM = ChainSummary(("All crash: bad.json.", "bad.json."), is_alarm=True, file=BAD)
MOVE = ProblemAction(ActionKind.FIX, "Move aside")


def told(file=BAD, severity=Severity.ERROR, actions=(MOVE,), code="code"):
    return Diagnostic(Problem(severity, code, "", "", file, remedy=NoRemedy("")), actions)


def snapshot(summary):
    rows = (Row("program", RowKind.PROGRAM, "vkcube"),)
    found = snapshot_of((), rows=rows)
    return found.with_rows(found.rows, summary)


def test_the_program_and_the_device_can_be_pressed():
    said = make_loading_summary(LoadingSentence(SentenceSubject("vkcube"), LoadingCase.WILL, 0))
    named = said._replace(sentences=said.loading.render_lengths("llvmpipe"), device="llvmpipe")
    shown = make_shown_summary(snapshot(named), ())
    assert shown.sentences[-1] == "vkcube will load no layers on llvmpipe."
    assert shown.page_by_noun["program"] == "vkcube"
    assert shown.page_by_noun["device"] == "llvmpipe"
    assert not shown.is_alarm
    assert "device" not in make_shown_summary(snapshot(said), ()).page_by_noun


def test_an_alarm_names_the_file_and_offers_the_first_action_of_its_problem():
    problems = (told("/other"), told(severity=Severity.WARNING), told())
    shown = make_shown_summary(snapshot(ALARM), problems)
    assert shown.is_alarm
    assert shown.sentences == ("All crash: bad.json. Move aside…", "bad.json. Move aside…")
    assert shown.page_by_noun == {"file": "bad.json", "fix": "Move aside…"}
    assert (shown.file, shown.problem, shown.fix) == (BAD, problems[2], MOVE)


def test_an_alarm_stands_while_its_problem_is_not_known_yet():
    for problems in ((), (told(actions=()),)):
        shown = make_shown_summary(snapshot(ALARM), problems)
        assert shown.sentences == ALARM.sentences
        assert shown.page_by_noun == {"file": "bad.json"}
        assert shown.fix is None
    nobody = ChainSummary(("No driver is left.",), is_alarm=True)
    assert make_shown_summary(snapshot(nobody), (told(""),)).page_by_noun == {}


def test_an_alarm_without_a_file_offers_what_brings_a_driver_back():
    unset = ProblemAction(ActionKind.FIX, "Unset in configuration")
    nobody = ChainSummary(("No driver is left.",), is_alarm=True)
    problems = (told(""), told("", actions=(unset,), code="no-driver"))
    shown = make_shown_summary(snapshot(nobody), problems)
    assert shown.sentences == ("No driver is left. Unset in configuration…",)
    assert shown.fix == unset


def alike(number: int, code: str = "misspelt-key") -> list[Problem]:
    return [
        Problem(Severity.WARNING, code, f"{code} {n}", "It is skipped.", f"/{code}{n}.json")
        for n in range(number)
    ]


def test_very_many_problems_of_one_code_are_one_entry_at_the_place_of_the_first():
    few, many = alike(MAX_SIMILAR, "few"), alike(MAX_SIMILAR + 1, "many")
    mixed = [few[0], *many, *few[1:]]
    groups = group_similar(mixed, lambda one: one)
    assert groups == [(few[0],), tuple(many), *((one,) for one in few[1:])]
    assert make_title(many[0], len(groups[1]) - 1) == "many 0, and 20 more like this"
    assert make_title(few[0], 0) == "few 0"
    assert group_similar(mixed, lambda one: one, {"many"}) == [(one,) for one in mixed]


def test_an_error_is_no_entry_among_warnings():
    error = alike(1)[0]._replace(severity=Severity.ERROR)
    assert group_similar([*alike(MAX_SIMILAR), error], lambda one: one)[-1] == (error,)


def test_a_previewed_action_has_the_ellipsis_of_the_language():
    action = ProblemAction(ActionKind.FIX, "Beheben")
    assert action.row_label == "Beheben…"
    with speak_german():
        assert action.row_label == "Beheben …"
