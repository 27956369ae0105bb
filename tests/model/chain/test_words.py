"""What came of a probe, in words that say which call of which library, and what to do."""

import pytest

from tests.framework.german import speak_german
from tests.model.chain.probing_sample import (
    LIBRARY,
    SOUND,
    bad,
    chain_answer,
    driver_answer,
    layer_answer,
)
from vkconfig_py.loader.wire.jobs import Health, LayerCall, State
from vkconfig_py.model.chain.probe_results import ProbeStatus, ProbeStep, describe_progress
from vkconfig_py.model.chain.probe_words import (
    describe_chain_difference,
    describe_chain_failure,
    format_duration,
    list_entered_layers,
    make_driver_detail,
    make_driver_health,
    make_layer_detail,
    make_layer_health,
    shorten_step,
)
from vkconfig_py.model.text.wording import render_milliseconds


@pytest.mark.parametrize(
    ("health", "probe_status", "sentence", "short"),
    [
        (SOUND, ProbeStatus.WELL, "works (100 ms)", "works (100 ms)"),
        (
            bad(State.CRASHED, code="SIGSEGV"),
            ProbeStatus.CRASHED,
            "crashes in vkCreateInstance from libvulkan_lvp.so (SIGSEGV)",
            "crashes",
        ),
        (
            Health(State.CRASHED, step=f"open {LIBRARY}", code="SIGABRT"),
            ProbeStatus.CRASHED,
            "crashes when libvulkan_lvp.so is opened (SIGABRT)",
            "crashes",
        ),
        (
            Health(State.CRASHED, step=f"close {LIBRARY}", code="SIGSEGV"),
            ProbeStatus.CRASHED,
            "crashes when libvulkan_lvp.so is closed (SIGSEGV)",
            "crashes",
        ),
        (
            Health(State.HUNG, step=f"close {LIBRARY}"),
            ProbeStatus.HUNG,
            "hangs when libvulkan_lvp.so is closed",
            "hangs",
        ),
        (
            Health(State.EXCEEDED_LIMIT, step=f"close {LIBRARY}", code="more than 8 GB of memory"),
            ProbeStatus.EXCESSIVE,
            "uses more than 8 GB of memory when libvulkan_lvp.so is closed",
            "uses too many resources",
        ),
        (
            Health(State.NO_ANSWER, step="run /usr/bin/vulkaninfo"),
            ProbeStatus.LIED,
            "terminates the process without a message when /usr/bin/vulkaninfo runs",
            "terminates the process",
        ),
        (Health(State.CRASHED, code="exit 7"), ProbeStatus.CRASHED, "crashes (exit 7)", "crashes"),
        (
            bad(State.FAILS_TO_CREATE, "devices", detail="no memory"),
            ProbeStatus.FAILED,
            "fails in devices: no memory",
            "fails",
        ),
        (
            bad(State.REFUSES, "negotiate"),
            ProbeStatus.REFUSED,
            "rejects this loader",
            "rejects this loader",
        ),
        (
            bad(State.HUNG, "vkEnumeratePhysicalDevices"),
            ProbeStatus.HUNG,
            "hangs in vkEnumeratePhysicalDevices from libvulkan_lvp.so",
            "hangs",
        ),
        (
            bad(State.EXCEEDED_LIMIT, code="more than 512 processes and threads"),
            ProbeStatus.EXCESSIVE,
            "uses more than 512 processes and threads in vkCreateInstance from libvulkan_lvp.so",
            "uses too many resources",
        ),
        (
            bad(State.NO_ANSWER),
            ProbeStatus.LIED,
            "terminates the process without a message in vkCreateInstance from libvulkan_lvp.so",
            "terminates the process",
        ),
        (
            bad(State.FAILS_TO_CREATE, code="VK_ERROR_INCOMPATIBLE_DRIVER"),
            ProbeStatus.FAILED,
            "finds no GPU that it can drive (VK_ERROR_INCOMPATIBLE_DRIVER)",
            "fails",
        ),
        (
            bad(State.FAILS_TO_CREATE, code="VK_ERROR_INITIALIZATION_FAILED"),
            ProbeStatus.FAILED,
            "returns VK_ERROR_INITIALIZATION_FAILED from vkCreateInstance",
            "fails",
        ),
        (
            bad(State.FAILS_TO_CREATE, library="/usr/lib/other.so", code="VK_ERROR_UNKNOWN"),
            ProbeStatus.FAILED,
            "returns VK_ERROR_UNKNOWN from vkCreateInstance from other.so",
            "fails",
        ),
        (
            bad(State.REFUSES, "vk_icdNegotiateLoaderICDInterfaceVersion", detail="version 8"),
            ProbeStatus.REFUSED,
            "rejects this loader: version 8",
            "rejects this loader",
        ),
        (
            bad(State.DOES_NOT_LOAD, "dlopen", detail="libLLVM.so: cannot open shared object"),
            ProbeStatus.REFUSED,
            "cannot be opened: libLLVM.so: cannot open shared object",
            "cannot be opened",
        ),
    ],
)
def test_the_verdict_says_what_happened_where(health, probe_status, sentence, short):
    told = make_driver_health(driver_answer(health), 12.0)
    assert (told.probe_status, told.sentence, told.short_text, told.probed_at) == (
        probe_status,
        sentence,
        short,
        12.0,
    )


def test_a_driver_that_made_no_instance_is_not_said_to_create():
    told = make_driver_health(driver_answer(create=""), 0)
    assert told.sentence == "works (100 ms)"


@pytest.mark.parametrize(
    ("state", "advice"),
    [
        (State.CRASHED, "Programs that use it crash the same way. Turn it off in this"),
        (State.HUNG, "Seen in only one trial; programs may fail the same way. Turn it off"),
        (State.EXCEEDED_LIMIT, "Seen in only one trial; programs may fail the same way. Turn it"),
        (State.NO_ANSWER, "Programs that use it exit without a message. Turn it off in this"),
        (State.FAILS_TO_CREATE, "Programs continue without its devices. Turn it off in this"),
        (
            State.REFUSES,
            "Programs continue without its devices. This driver and this loader are not",
        ),
        (
            State.DOES_NOT_LOAD,
            "Programs continue without its devices. Install the missing libraries",
        ),
    ],
)
def test_whatever_is_bad_says_what_programs_meet_and_what_to_do(state, advice):
    ended = bad(state, code="SIGSEGV")
    repeated = state in (State.CRASHED, State.NO_ANSWER)  # what hangs is not tried again
    detail = make_driver_detail(driver_answer(ended._replace(is_repeated=repeated)))
    assert f"{detail.effect} {detail.advice}".startswith(advice)
    assert detail.stages[-1].tone == "error"
    assert detail.stages[-1].step == "vkCreateInstance"


@pytest.mark.parametrize(
    ("step", "title"),
    [
        (f"open {LIBRARY}", "libvulkan_lvp.so öffnen"),
        ("the properties of device 3", "Abfrage der Eigenschaften von Gerät 3"),
        (f"vkCreateInstance of {LIBRARY}", "vkCreateInstance"),
        ("", "Danach"),
    ],
)
def test_the_last_stage_names_its_step_in_the_language_of_the_user(step, title):
    with speak_german():
        detail = make_driver_detail(driver_answer(Health(State.HUNG, step=step)))
    assert detail.stages[-1].step == title


def test_what_crashed_once_is_not_said_to_crash_programs():
    crashed = bad(State.CRASHED, code="SIGSEGV")
    for detail in (
        make_driver_detail(driver_answer(crashed)),
        make_layer_detail(layer_answer(crashed)),
    ):
        assert detail.effect.startswith("Seen in only one trial;")
    assert make_driver_health(driver_answer(crashed), 0).was_seen_once
    assert not make_driver_health(
        driver_answer(crashed._replace(is_repeated=True)), 0
    ).was_seen_once


def test_a_layer_that_fails_makes_programs_fail():
    failing = bad(State.FAILS_TO_CREATE, code="VK_ERROR_FEATURE_NOT_PRESENT")
    assert (
        make_layer_detail(layer_answer(failing)).effect
        == "Programs that load it get the same error."
    )
    refused = bad(State.REFUSES)
    assert "continue without it" in make_layer_detail(layer_answer(refused)).effect


def test_the_stages_of_a_driver_say_what_came_of_them_and_how_long_they_took():
    detail = make_driver_detail(driver_answer())
    assert [(s.step, s.result, round(s.milliseconds, 2)) for s in detail.stages] == [
        ("Opens", LIBRARY, 70),
        ("Negotiates", "driver interface version 5", 0.02),
        ("Creates an instance", "VK_SUCCESS", 30),
    ]
    assert detail.title == "Works (100 ms)."
    assert (detail.effect, detail.advice) == ("", "")


def test_a_crash_keeps_what_was_printed_and_where_the_probe_was():
    health = bad(State.CRASHED, code="SIGSEGV", stack=("create", "probe"), output="oh no\n")
    detail = make_layer_detail(layer_answer(health))
    assert detail.stages[-1].result == "crashed with SIGSEGV"
    assert (detail.stack, detail.output) == ("create\nprobe", "oh no\n")


def test_the_title_is_the_verdict_with_a_capital_letter():
    detail = make_driver_detail(driver_answer(bad(State.FAILS_TO_CREATE, code="VK_ERROR_UNKNOWN")))
    assert detail.title == "Returns VK_ERROR_UNKNOWN from vkCreateInstance."


def test_a_layer_tells_what_the_taps_of_the_chain_saw_of_it():
    layer_calls = (
        LayerCall("vkCreateDevice", "A", 0.012, 0.002, ("VK_KHR_b",), ("VK_KHR_c",)),
        LayerCall("vkCreateDevice", "B", 1, 1),
    )
    told = make_layer_detail(layer_answer(), layer_calls, "A")
    assert [(s.step, s.result, s.milliseconds) for s in told.calls] == [
        ("vkCreateDevice", "2 ms in this layer, adds VK_KHR_b, hides VK_KHR_c", 12)
    ]
    assert make_layer_health(layer_answer(), 1).probe_status is ProbeStatus.WELL


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (chain_answer("A", "B"), ""),
        (chain_answer("B", "A"), "B was called 1st instead of A."),
        (chain_answer("A"), "B was predicted to be called 2nd, but was not called."),
        (chain_answer("A", "B", "VK_LAYER_C"), "C was also called, which was not predicted."),
        (
            chain_answer(create="VK_ERROR_INCOMPATIBLE_DRIVER"),
            "vkCreateInstance returned VK_ERROR_INCOMPATIBLE_DRIVER.",
        ),
    ],
)
def test_the_first_difference_of_the_chain_is_a_sentence(answer, said):
    assert describe_chain_difference(answer, list_entered_layers(answer), ("A", "B")) == said


def test_a_chain_that_crashed_says_where():
    said = describe_chain_failure(bad(State.CRASHED, code="SIGSEGV"))
    assert said == "The whole chain crashes in vkCreateInstance from libvulkan_lvp.so (SIGSEGV)."


def test_small_words():
    assert shorten_step("dlopen of /usr/lib/liba.so") == "dlopen from liba.so"
    assert shorten_step("open /usr/lib/liba.so") == "opening liba.so"
    assert shorten_step("nothing") == "nothing"
    assert [format_duration(x) for x in (0.0001, 0.0125, 2.44)] == ["< 1 ms", "12 ms", "2.4 s"]
    assert render_milliseconds(-1) == ""
    assert describe_progress(ProbeStep(2, 7, "vkCreateInstance of a.so")) == (
        "Probing 3 of 7: vkCreateInstance of a.so"
    )
    assert describe_progress(ProbeStep(7, 7)) == "Probing 7 of 7…"
    assert describe_progress(ProbeStep(0, 0)) == "Probing…"


@pytest.mark.parametrize(
    ("answer", "finds_none"),
    [
        (driver_answer(), False),
        (driver_answer()._replace(devices=()), True),
        (driver_answer(bad(State.FAILS_TO_CREATE, code="VK_ERROR_INCOMPATIBLE_DRIVER")), True),
        (driver_answer(bad(State.FAILS_TO_CREATE, code="VK_ERROR_INITIALIZATION_FAILED")), False),
        (driver_answer(bad(State.CRASHED, code="SIGSEGV"))._replace(devices=()), False),
    ],
)
def test_a_driver_finds_no_device_if_it_works_or_says_that_none_is_its_own(answer, finds_none):
    assert make_driver_health(answer, 0.0).finds_no_device is finds_none
