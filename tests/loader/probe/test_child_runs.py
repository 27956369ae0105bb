"""A list of devices: what the chain's child may say of drivers, and what is asked in their own."""

from __future__ import annotations

import subprocess

import pytest

from tests.framework.probing import LIMITS, group_by_name
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.probe_run import DEVICE_LIST, DEVICES, probe, recall_results
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import DriverAnswer, State
from vkconfig_py.loader.wire.results import ProbeResults


def old_program(system: SystemBuilder) -> LoaderReport:
    """What is found by a program of Vulkan 1.0, which devices tell less."""
    return discover(system.host(), Application())


def answers(results: ProbeResults) -> dict[str, DriverAnswer]:
    found = {}
    for name, one in group_by_name(results.drivers).items():
        assert isinstance(one.answer, DriverAnswer)
        found[name] = one.answer
    return found


def opened_with(answer: DriverAnswer) -> set[str]:
    """Names of the libraries of tests that were in the process."""
    names = ("libone.so", "libtwo.so", "VK_LAYER_a")
    return {name for path in answer.files for name in names if name in path}


def comparable(answer: DriverAnswer) -> DriverAnswer:
    """An answer without what differs between two runs: times, and what else was mapped."""
    return answer._replace(files=(), health=answer.health._replace(seconds=()))


# Ends the process the first time that it is asked for anything; then it is no driver.
_CRASHES_ONCE = """
#include <fcntl.h>
#include <signal.h>
void *vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    if (open("%s", O_CREAT | O_EXCL, 0600) >= 0) raise(SIGSEGV);
    return 0;
}
"""


def test_a_second_trial_says_whether_a_crash_is_repeated(system: SystemBuilder) -> None:
    library = system.root / "once.so"
    source = library.with_suffix(".c")
    source.write_text(_CRASHES_ONCE % library.with_suffix(".seen"))
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    system.add_driver("once", library_path=str(library))
    system.add_probe_driver("always", knobs={"create_does": "crash"})
    found = group_by_name(probe(old_program(system), DEVICES, limits=LIMITS).drivers)
    ends = {name: (one.health.state, one.health.is_repeated) for name, one in found.items()}
    assert ends == {"once": (State.CRASHED, False), "always": (State.CRASHED, True)}


def test_without_layers_the_chain_answers_for_drivers_what_they_say_alone(system) -> None:
    system.add_probe_driver("one").add_probe_driver("two", knobs={"interface": 4})
    listed = answers(probe(old_program(system), DEVICE_LIST, limits=LIMITS))
    alone = answers(probe(old_program(system), DEVICES, limits=LIMITS))
    for name in ("one", "two"):
        assert opened_with(listed[name]) == {"libone.so", "libtwo.so"}
        assert opened_with(alone[name]) == {f"lib{name}.so"}
        assert comparable(listed[name]) == comparable(alone[name])
    assert listed["two"].interface == 4
    assert listed["one"].devices[0].device_uuid


def test_with_a_layer_in_the_chain_each_driver_is_opened_by_itself(system) -> None:
    system.add_probe_driver("one").add_probe_driver("two")
    system.add_probe_layer("VK_LAYER_a", implicit=True)
    results = probe(old_program(system), DEVICE_LIST, limits=LIMITS)
    assert results.chain_answer is not None
    assert results.chain_answer.loaded == ("VK_LAYER_a",)
    for name, answer in answers(results).items():
        assert opened_with(answer) == {f"lib{name}.so"}


@pytest.mark.parametrize(
    ("knobs", "state"),
    [
        ({"refuses_above": "1.0.0"}, State.FAILS_TO_CREATE),
        ({"create_does": "crash"}, State.CRASHED),
    ],
    ids=["refuses the version of its own job", "crashes"],
)
def test_a_driver_that_is_not_sound_is_opened_anew_and_judged_alone(system, knobs, state) -> None:
    system.add_probe_driver("one", knobs=knobs).add_probe_driver("two")
    results = probe(old_program(system), DEVICE_LIST, limits=LIMITS)
    found = group_by_name(results.drivers)
    assert (found["one"].health.state, found["two"].health.state) == (state, State.HEALTHY)
    if isinstance(found["one"].answer, DriverAnswer):
        assert opened_with(found["one"].answer) <= {"libone.so"}


@pytest.mark.parametrize("layers", [(), ("VK_LAYER_a",)], ids=["beside", "alone"])
def test_only_a_whole_probe_destroys_what_it_made_and_judges_that(system, layers) -> None:
    system.add_probe_driver("one", knobs={"destroy_does": "crash"})
    for name in layers:
        system.add_probe_layer(name, implicit=True)
    listed = probe(old_program(system), DEVICE_LIST, limits=LIMITS)
    whole = probe(old_program(system), DEVICES, limits=LIMITS)
    assert listed.chain is not None
    assert listed.chain.health.state is listed.drivers[0].health.state is State.HEALTHY
    assert whole.drivers[0].health.state is State.CRASHED
    assert whole.drivers[0].health.step == "vkDestroyInstance of " + answers(listed)["one"].library


def test_a_list_of_devices_takes_what_a_whole_probe_found(system) -> None:
    system.add_probe_driver("one")
    memory = ProbeMemory()
    whole = probe(old_program(system), DEVICES, memory=memory, limits=LIMITS)
    listed = probe(old_program(system), DEVICE_LIST, memory=memory, limits=LIMITS)
    assert listed.drivers[0].is_cached
    assert listed.drivers[0].answer == whole.drivers[0].answer
    assert listed.chain is not None
    assert listed.chain.is_cached


def test_a_list_of_devices_says_nothing_about_times_to_a_whole_probe(system) -> None:
    system.add_probe_driver("one")
    memory = ProbeMemory()
    probe(old_program(system), DEVICE_LIST, memory=memory, limits=LIMITS)
    assert recall_results(old_program(system), memory).drivers == ()
    whole = probe(old_program(system), DEVICES, memory=memory, limits=LIMITS)
    assert not whole.drivers[0].is_cached
    again = probe(old_program(system), DEVICE_LIST, memory=memory, limits=LIMITS)
    assert again.drivers[0].is_cached
