"""Whatever becomes of a child has one word, and what it had told before is kept."""

from __future__ import annotations

import pytest

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.records import WireError, decode
from vkconfig_py.loader.wire.jobs import (
    ChainAnswer,
    DriverAnswer,
    DriverFile,
    DriverJob,
    DumpAnswer,
    Health,
    LayerAnswer,
    State,
    SurfaceAnswer,
    answer_to_json,
    job_to_json,
    parse_job,
)
from vkconfig_py.loader.wire.results import (
    Answered,
    Cancelled,
    Crashed,
    Failure,
    JobSubject,
    Lied,
    Overran,
    Probed,
    ProbeResults,
    TimedOut,
    decide_health,
)

SOUND = Health(State.HEALTHY)
KNOWN = answer_to_json(DriverAnswer(SOUND, "libd.so"))


@pytest.mark.parametrize(
    ("failure", "state", "code"),
    [
        (Crashed("SIGSEGV", "open d", "said"), State.CRASHED, "SIGSEGV"),
        (Crashed("SIGXCPU", "open d", "said"), State.HUNG, "SIGXCPU"),
        (Overran("more than 2", "open d", "said"), State.EXCEEDED_LIMIT, "more than 2"),
        (Lied("open d", "said"), State.NO_ANSWER, "exit 0"),
        (TimedOut(2.5, "open d", "said"), State.HUNG, "2.5 s"),
    ],
    ids=lambda x: x.how if isinstance(x, tuple) else None,
)
def test_an_end_without_an_answer(failure: Failure, state: State, code: str) -> None:
    health, answer = decide_health(failure)
    assert (health.state, str(health.code), health.step) == (state, code, "open d")
    assert (health.output, answer) == ("said", None)


def test_what_is_not_the_doing_of_a_library_is_no_verdict_about_it() -> None:
    how = message("the process raised {error}", error="ValueError: x")
    assert decide_health(Crashed(how, "", "", is_ours=True)) == (
        Health(State.NOT_PROBED, detail=how),
        None,
    )


def test_nobody_waited_for_it() -> None:
    health, answer = decide_health(Cancelled("open d"))
    assert (health.state, str(health.code), answer) == (State.NOT_PROBED, "cancelled", None)


@pytest.mark.parametrize("kind", [Crashed, TimedOut])
def test_what_was_told_before_the_end_is_kept(kind: type[Crashed | TimedOut]) -> None:
    first = "SIGSEGV" if kind is Crashed else 1.0
    health, answer = decide_health(kind(first, "vkCreateDevice", "")._replace(partial_answer=KNOWN))
    assert isinstance(answer, DriverAnswer)
    assert answer.library == "libd.so"
    assert answer.health == health
    chain = answer_to_json(ChainAnswer(create="VK_SUCCESS"))
    assert decide_health(Lied("", "", partial_answer=chain))[1] == ChainAnswer(create="VK_SUCCESS")
    assert decide_health(Lied("", "", partial_answer=[1]))[1] is None


def test_an_answer_that_is_none_is_a_lie() -> None:
    assert decide_health(Answered({"format": 0}, ""))[0].state is State.NO_ANSWER


@pytest.mark.parametrize(
    ("create", "state"),
    [("VK_SUCCESS", State.HEALTHY), ("VK_ERROR_UNKNOWN", State.FAILS_TO_CREATE)],
)
def test_a_chain_or_dump_is_sound_if_there_is_an_instance(create: str, state: State) -> None:
    for answer in (ChainAnswer(create=create), DumpAnswer(create), SurfaceAnswer(create)):
        health, read = decide_health(Answered(answer_to_json(answer), "said"))
        assert (health.state, read) == (state, answer)


def test_what_a_library_printed_is_part_of_its_health() -> None:
    health, answer = decide_health(Answered(answer_to_json(LayerAnswer(SOUND)), "x" * 5000))
    assert isinstance(answer, LayerAnswer)
    assert health.output == answer.health.output == "x" * 2000


def test_results_are_found_by_what_they_are_about() -> None:
    driver = Probed(JobSubject.DRIVER, "/d.json", "", SOUND, DriverAnswer(SOUND, "libd.so"))
    layer = Probed(JobSubject.LAYER, "/l.json", "VK_LAYER_a", Health(State.HUNG))
    results = ProbeResults((driver,), (layer,))
    assert results.find_driver_answer("/d.json") == driver.answer
    assert results.find_driver_answer("/other.json") is None
    assert results.find_health("/d.json") is SOUND
    assert results.find_health("/l.json", "VK_LAYER_a") == Health(State.HUNG)
    assert results.find_health("/l.json") is None
    assert results.chain_answer is None


def test_an_optional_value_may_be_there_or_not() -> None:
    job = DriverJob(DriverFile("/d.json", "libd.so"))
    assert parse_job(job_to_json(job)) == job
    assert decode(float | None, None) is None
    assert decode(float | None, 2) == 2.0
    with pytest.raises(WireError, match="is no"):
        decode(float | None, "two")
    with pytest.raises(WireError, match="elements"):
        decode(tuple[int, int], [1])
