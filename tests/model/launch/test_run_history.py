"""The runs that are remembered, and what differs between two of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.framework.german import speak_german
from tests.model.configuration.strategies import TEXT, VARIABLES, tuples
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration.configuration import Configuration, Target, Variable
from vkconfig_py.model.launch.run_history import (
    MAX_KINDS,
    MAX_PROGRAMS,
    MAX_RUNS,
    MAX_TEXT_LENGTH,
    RUNS_FOLDER,
    MessageTotal,
    PastRun,
    add_message_totals,
    make_ended_run,
    make_started_run,
    present_run,
    read_runs,
    render_run,
    render_run_duration,
    store_run,
)
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.launch.validation_messages import MessageKind
from vkconfig_py.model.plan.plan import (
    DEFAULT_VIEW,
    PlanView,
    PredictionRequest,
    SafeMode,
    SafeModeLayers,
)

RUN = PastRun(1.0, "/usr/bin/vkcube", ("--c", "9"), "", "Validation", "exit 0", 2.0, code=0)
COUNTS = st.integers(0, 9)
MESSAGES = st.builds(MessageTotal, TEXT, st.just("error"), COUNTS, st.just(()))
RUNS = st.builds(
    PastRun,
    started=st.floats(0, 1e9),
    program=TEXT,
    arguments=tuples(TEXT),
    working_directory=TEXT,
    configuration=TEXT,
    ended=TEXT,
    seconds=st.floats(0, 1e6),
    options=TEXT,
    safe=TEXT,
    code=st.none() | COUNTS,
    chain=tuples(TEXT),
    is_seen=st.booleans(),
    messages=st.none() | tuples(MESSAGES),
    variables=tuples(VARIABLES),
    signal=TEXT,
    loader=TEXT,
    device=TEXT,
    log_file=TEXT,
    extra=st.just(()),
)


@settings(suppress_health_check=list(HealthCheck))
@given(RUNS)
def test_a_run_remembered_is_the_run_read(tmp_path_factory: pytest.TempPathFactory, one: PastRun):
    folder = tmp_path_factory.mktemp("state")
    store_run(folder, one)
    assert read_runs(folder, one.program) == read_runs(folder) == (one,)


def test_the_latest_runs_of_a_program_are_kept(tmp_path: Path) -> None:
    for number in range(MAX_RUNS + 2):
        store_run(tmp_path, RUN._replace(started=float(number)))
    store_run(tmp_path, RUN._replace(program="/opt/vkcube"))
    found = read_runs(tmp_path, RUN.program)
    assert [run.started for run in found] == [float(n) for n in range(MAX_RUNS + 1, 1, -1)]
    assert len(read_runs(tmp_path)) == MAX_RUNS + 1


def test_programs_that_were_long_not_run_are_forgotten(tmp_path: Path) -> None:
    for number in range(MAX_PROGRAMS + 1):
        store_run(tmp_path, RUN._replace(program=f"/p{number}"))
        newest = next((tmp_path / RUNS_FOLDER).glob(f"p{number}-*.json"))
        os.utime(newest, (number, number))
    assert read_runs(tmp_path, "/p0") == ()
    assert len(read_runs(tmp_path)) == MAX_PROGRAMS


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    store_run(tmp_path, RUN)
    (file,) = (tmp_path / RUNS_FOLDER).glob("*.json")
    file.write_text('{"format": 1, "runs": [3]}')
    assert read_runs(tmp_path) == ()
    store_run(tmp_path, RUN)
    assert read_runs(tmp_path) == (RUN,)


def test_a_record_is_small_whatever_was_started() -> None:
    target = Target("/p", ("x" * 5000,) * 500, options="Set")
    variables = [Variable(f"V{number}", "y" * 5000) for number in range(500)]
    configuration = Configuration("k", "C", target=target)
    view = PlanView(safe_mode=SafeMode(SafeModeLayers.LAYERS))
    record = make_started_run(
        PredictionRequest(Host({}), NEWEST_PROFILE, configuration, view), variables
    )
    kinds = [MessageKind("z" * 5000, "error", 1)] * 500
    whole = make_ended_run(record, LaunchEnd(0, "", False, "exit 0"), 1.0, kinds)
    assert len(repr(whole)) < 300 * MAX_TEXT_LENGTH
    assert (whole.options, str(whole.safe)) == ("Set", "without any layers")


def test_the_name_of_the_private_folder_is_no_difference() -> None:
    request = PredictionRequest(
        Host({}), NEWEST_PROFILE, Configuration("k", "C"), DEFAULT_VIEW, launch_folder="/run/l-1"
    )
    record = make_started_run(request, [Variable("P", "/run/l-1/x:/y"), Variable("Q", None)])
    assert record.variables == (Variable("P", "(private folder)/x:/y"), Variable("Q", None))


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.04, "0.0 s"), (59.9, "59.9 s"), (61, "1:01 min"), (3661, "1:01:01 h")]
)
def test_a_time_is_told_in_a_fitting_unit(seconds: float, text: str) -> None:
    assert render_run_duration(seconds) == text


def test_a_run_is_one_line() -> None:
    one = RUN._replace(options="Fast", safe="without any layers", messages=(), is_seen=True)
    assert render_run(one) == (
        "“Validation” (Fast) · safe mode without any layers · 0 layers · 0 messages · "
        "exit 0 after 2.0 s"
    )


@pytest.mark.parametrize(
    ("severities", "ended", "glyph", "count"),
    [
        ((), RUN, ("check", "ok"), "0 messages"),
        (("info",), RUN, ("check", "ok"), "2 messages"),
        (("info", "warning"), RUN, ("warn", "warn"), "4 messages"),
        (("info", "warning", "error"), RUN, ("error", "error"), "2 errors"),
        (("error",), RUN._replace(ended="stopped", code=None), ("error", "error"), "2 errors"),
        (
            ("info",),
            RUN._replace(ended="stopped", code=None, signal="SIGTERM"),
            ("stop", "neutral"),
            "2 messages",
        ),
        (("info",), RUN._replace(ended="stopped", code=1), ("stop", "neutral"), "2 messages"),
        (("error",), RUN._replace(ended="", code=None), ("play", "error"), "2 errors"),
        (("info",), RUN._replace(ended="", code=None), ("play", "ok"), "2 messages"),
        (("info",), RUN._replace(ended="exit 3", code=3), ("error", "error"), "2 messages"),
    ],
)
def test_a_run_with_errors_says_how_many_and_has_no_green_tick(severities, ended, glyph, count):
    messages = tuple(MessageTotal(severity, severity, 2) for severity in severities)
    line = present_run(ended._replace(messages=messages))
    assert (line.icon, line.tone) == glyph
    assert f" · {count} · " in line.tooltip


def test_errors_are_remembered_before_other_kinds() -> None:
    kinds = [MessageTotal(f"note {number}", "info", 1) for number in range(MAX_KINDS)]
    kept = add_message_totals(RUN, [*kinds, MessageTotal("VUID", "error", 3)]).messages
    assert kept is not None
    assert (len(kept), kept[0].identifier) == (MAX_KINDS, "VUID")


def test_a_run_is_told_in_the_language_of_the_reader(tmp_path):
    safe = SafeMode(SafeModeLayers.LAYERS, "lvp_icd.json")
    one = RUN._replace(configuration=message("Validation"), safe=safe.description)
    store_run(tmp_path, one)
    (read,) = read_runs(tmp_path)
    assert read == one
    assert "“Validation” · safe mode without any layers and with only lvp_icd" in render_run(read)
    with speak_german():
        told = render_run(read)
        assert "„Validierung“" in told
        assert "ohne jeden Layer und nur mit lvp_icd" in told
    assert read_runs(tmp_path) == (one,)
