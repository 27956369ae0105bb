"""Probing: real children over drivers and layers that behave, and over those that do not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.framework.probe_parts import ProbeDevice
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.host import Application
from vkconfig_py.loader.probe.devices import DeviceSummary
from vkconfig_py.loader.probe.jobs import ChainAnswer, DriverAnswer, LayerAnswer, Stage, State
from vkconfig_py.loader.probe.memory import ProbeMemory
from vkconfig_py.loader.probe.outcomes import Cancellation, Limits
from vkconfig_py.loader.probe.probing import DEVICES, Progress, Wanted, probe, recall, why_not
from vkconfig_py.loader.probe.results import Probed, ProbeResults, Subject
from vkconfig_py.loader.probed import with_probe
from vkconfig_py.loader.report import LoaderReport

_PLACES = ("constructor", "negotiate", "create")
_LIMITS = Limits(30.0, 4 << 30)
_HANGS = Limits(4.0, 4 << 30)


def look(system: SystemBuilder, **asked: object) -> LoaderReport:
    return discover(system.host(), Application(api_version=(1, 3, 0), **asked))  # type: ignore[arg-type]


def by_name(probed: tuple[Probed, ...]) -> dict[str, Probed]:
    return {Path(one.manifest).stem: one for one in probed}


def marked(mark: str) -> list[str]:
    """Return the processes with this text in their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environment.read_bytes():
                found.append(environment.parent.name)
        except OSError:  # it ended meanwhile
            continue
    return found


def test_a_driver_that_behaves_is_sound(system: SystemBuilder) -> None:
    system.add_probe_driver("one", knobs={"extensions": ("VK_KHR_surface:25",)})
    results = probe(look(system), DEVICES, limits=_LIMITS)
    (driver,) = results.drivers
    assert driver.health.state is State.SOUND
    answer = driver.answer
    assert isinstance(answer, DriverAnswer)
    assert (answer.interface, answer.api_version, answer.create) == (5, (1, 3, 0), "VK_SUCCESS")
    assert [device.name for device in answer.devices] == ["one"]
    assert answer.extensions == (("VK_KHR_surface", 25),)
    assert answer.library in answer.files
    assert answer.library.endswith("libone.so")
    measured = {timing.stage for timing in driver.health.seconds}
    assert {Stage.OPEN, Stage.NEGOTIATE, Stage.INSTANCE, Stage.DEVICE} <= measured


def test_no_loader_of_the_system_is_mapped_into_a_child(system: SystemBuilder) -> None:
    results = probe(look(system.add_probe_driver()), limits=_LIMITS)
    for probed in results.drivers:
        assert isinstance(probed.answer, DriverAnswer)
        assert not [path for path in probed.answer.files if "libvulkan.so" in path]


def test_a_layer_is_tried_over_a_driver_with_a_device(system: SystemBuilder) -> None:
    system.add_probe_driver("empty", devices=()).add_probe_driver("full").add_probe_layer(
        "VK_LAYER_a"
    )
    (layer,) = probe(look(system), limits=_LIMITS).layers
    assert layer.health.state is State.SOUND
    assert isinstance(layer.answer, LayerAnswer)
    assert (layer.answer.interface, layer.answer.device) == (2, "full")
    assert layer.answer.create_instance == layer.answer.create_device == "VK_SUCCESS"


def test_a_layer_is_tried_on_the_device_that_programs_meet_first(system: SystemBuilder) -> None:
    kinds = {"one": 4, "two": 2, "three": 2, "four": 1}  # CPU, discrete, discrete, integrated
    for name, kind in kinds.items():
        system.add_probe_driver(name, devices=[ProbeDevice(name, type=kind)])
    system.add_probe_layer("VK_LAYER_a")
    results = probe(look(system), limits=_LIMITS)
    (layer,) = results.layers
    assert isinstance(layer.answer, LayerAnswer)
    assert results.chain is not None
    assert isinstance(results.chain.answer, ChainAnswer)
    devices = results.chain.answer.devices
    assert not isinstance(devices, str)
    assert layer.answer.device == devices[0].name


def test_a_layer_that_makes_no_device_says_on_which(system: SystemBuilder) -> None:
    system.add_probe_driver("one").add_probe_layer("VK_LAYER_a", knobs={"create_device": -8})
    (layer,) = probe(look(system), limits=_LIMITS).layers
    assert layer.health.state is State.FAILS_TO_CREATE
    assert (layer.health.code, layer.health.detail) == ("VK_ERROR_FEATURE_NOT_PRESENT", "on one")


def test_without_a_device_no_layer_is_tried(system: SystemBuilder) -> None:
    system.add_probe_driver("empty", devices=()).add_probe_layer("VK_LAYER_a")
    (layer,) = probe(look(system), limits=_LIMITS).layers
    assert (layer.health.state, layer.health.detail) == (
        State.NOT_PROBED,
        "no driver has a device",
    )


@pytest.mark.parametrize(
    ("part", "state", "code", "detail"),
    [
        ({"exports": "nothing"}, State.REFUSES, "", "neither vk_icdGetInstanceProcAddr"),
        ({"knobs": {"negotiate": -9}}, State.REFUSES, "VK_ERROR_INCOMPATIBLE_DRIVER", "no inter"),
        ({"knobs": {"create": -3}}, State.FAILS_TO_CREATE, "VK_ERROR_INITIALIZATION_FAILED", ""),
        (
            {"knobs": {"missing": ("vkCreateDevice",)}},
            State.FAILS_TO_CREATE,
            "",
            "no vkCreateDevice",
        ),
        (
            {"knobs": {"create_device": -4}},
            State.FAILS_TO_CREATE,
            "VK_ERROR_DEVICE_LOST",
            "",
        ),
    ],
    ids=["no entry point", "negotiation", "instance", "no vkCreateDevice", "device"],
)
def test_a_driver_that_fails_says_where(
    system: SystemBuilder, part: dict[str, object], state: State, code: str, detail: str
) -> None:
    results = probe(look(system.add_probe_driver("bad", **part)), DEVICES, limits=_LIMITS)  # type: ignore[arg-type]
    (driver,) = results.drivers
    health = driver.health
    assert (health.state, health.code) == (state, code)
    assert health.detail.startswith(detail)


def test_a_library_that_does_not_open_says_what_the_linker_said(system: SystemBuilder) -> None:
    system.add_probe_driver("good").add_file("broken.so", b"\x7fELF\x02\x01\x01" + b"\0" * 50)
    system.add_driver("bad", library_path=str(system.root / "broken.so"))
    bad = by_name(probe(look(system), DEVICES, limits=_LIMITS).drivers)["bad"]
    assert bad.health.state is State.DOES_NOT_LOAD
    assert "broken.so" in bad.health.detail


def misbehaving(system: SystemBuilder, deed: str) -> ProbeResults:
    """Probe a machine on which a driver and a layer do this in each of the three places."""
    system.add_probe_driver("aaa")
    for place in _PLACES:
        knobs = {f"{place}_does": deed}
        system.add_probe_driver(f"driver_{place}", knobs=knobs)
        system.add_probe_layer(f"VK_LAYER_{place}", knobs=knobs)
    mark = f"{system.root}/{deed}"
    report = look(system.with_env(MARK=mark))
    limits = _HANGS if deed in ("hang", "spin", "stubborn") else _LIMITS
    results = probe(report, Wanted(chain=False), limits=limits)
    assert marked(mark) == []
    assert by_name(results.drivers)["aaa"].health.state is State.SOUND
    return results


@pytest.mark.parametrize(
    ("deed", "state", "code"),
    [
        ("crash", State.CRASHED, "SIGSEGV"),
        ("abort", State.CRASHED, "SIGABRT"),
        ("hang", State.HUNG, "4 s"),
        ("spin", State.HUNG, "4 s"),
        ("stubborn", State.HUNG, "4 s"),
        ("exit0", State.LIED, "exit 0"),
        ("exit7", State.CRASHED, "exit 7"),
        ("flood", State.SOUND, ""),
        ("fork", State.SOUND, ""),
    ],
)
def test_whatever_a_library_does_has_the_right_name_and_leaves_nothing(
    system: SystemBuilder, deed: str, state: State, code: str
) -> None:
    results = misbehaving(system, deed)
    drivers, layers = by_name(results.drivers), by_name(results.layers)
    steps = {}
    for place in _PLACES:
        driver, layer = drivers[f"driver_{place}"].health, layers[f"VK_LAYER_{place}"].health
        assert (driver.state, driver.code, layer.state, layer.code) == (state, code, state, code)
        steps[place] = driver.step.replace(str(system.root), ""), layer.step
    if state is State.SOUND:
        return
    assert [steps[place][0].partition(" ")[0] for place in _PLACES] == [
        "open",
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vkCreateInstance",
    ]
    for place in _PLACES:
        assert steps[place][0].endswith(f"libdriver_{place}.so")
    assert steps["constructor"][1].endswith("libVK_LAYER_constructor.so")
    assert steps["negotiate"][1].startswith("vkNegotiateLoaderLayerInterfaceVersion of ")
    assert steps["create"][1] == "vkCreateInstance of VK_LAYER_create"


def test_a_crash_tells_the_innermost_calls(system: SystemBuilder) -> None:
    system.add_probe_driver("bad", knobs={"create_does": "crash"})
    (driver,) = probe(look(system), DEVICES, limits=_LIMITS).drivers
    assert driver.health.stack[0].partition("(")[2].startswith("driver_creation.py:")


def test_everything_that_devices_say_is_told_apart_by_device(system: SystemBuilder) -> None:
    twins = (ProbeDevice("twin"), ProbeDevice("twin"), ProbeDevice("other"))
    results = probe(look(system.add_probe_driver(devices=twins)), limits=_LIMITS)
    devices = [DeviceSummary(name, vendor_id=0x10005, device_id=1) for name in ("other", "twin")]
    stranger = DeviceSummary("stranger")
    dumps = results.dumps_of([*devices, devices[1], devices[1], stranger])
    names = [dump and dump["properties"]["deviceName"] for dump in dumps]
    assert names == ["other", "twin", "twin", None, None]
    assert ProbeResults().dumps_of(devices) == (None, None)


def test_a_memory_keeps_what_was_used_last(tmp_path: Path) -> None:
    path = str(tmp_path / "probes.json")
    memory = ProbeMemory(path)
    for number in range(20):
        memory.remember(f"k{number}", "x" * (1 << 20), 0.5, {})
    memory.recall("k0")
    memory.save()
    again = ProbeMemory(path)
    assert again.recall("k1") is None
    assert again.recall("k0") is not None
    assert again.recall("k19") is not None
    assert Path(path).stat().st_size < 18 << 20


def test_the_chain_knows_whose_its_devices_are_and_who_was_entered(system: SystemBuilder) -> None:
    system.add_probe_driver("cpu").add_probe_driver("gpu", devices=(ProbeDevice("gpu", type=2),))
    system.add_probe_layer("VK_LAYER_a").add_probe_layer("VK_LAYER_b", implicit=True)
    answer = probe(look(system, layers=("VK_LAYER_a",)), limits=_LIMITS).chain_answer
    assert answer is not None
    assert answer.loaded == ("VK_LAYER_b", "VK_LAYER_a")
    assert not isinstance(answer.devices, str)
    assert [(x.name, Path(x.library).name) for x in answer.devices] == [
        ("gpu", "libgpu.so"),
        ("cpu", "libcpu.so"),
    ]
    assert [device.name for device in answer.found_devices] == ["gpu", "cpu"]
    assert answer.can_sort
    entered = {
        command: tuple(one.layer for one in answer.passages if one.command == command)
        for command in ("vkCreateInstance", "vkCreateDevice")
    }
    assert set(entered.values()) == {answer.loaded}


def test_a_crash_behind_vkcreateinstance_leaves_what_was_known(system: SystemBuilder) -> None:
    system.add_probe_driver(knobs={"create_device_does": "crash"}).add_probe_layer("VK_LAYER_a")
    report = look(system, layers=("VK_LAYER_a",))
    results = probe(report, limits=_LIMITS)
    (driver,) = results.drivers
    assert (driver.health.state, driver.health.step.partition(" ")[0]) == (
        State.CRASHED,
        "vkCreateDevice",
    )
    assert isinstance(driver.answer, DriverAnswer)
    assert [device.name for device in driver.answer.devices] == ["driver"]
    assert results.layers[0].health.state is State.NOT_PROBED  # no ground to stand on
    merged = with_probe(report, results)
    assert merged.create == "VK_SUCCESS"
    assert [active.manifest.name for active in merged.callstack] == ["VK_LAYER_a"]
    assert not isinstance(merged.devices, str)
    assert results.chain is not None
    assert results.chain.health.state is State.CRASHED


def test_progress_counts_every_job_and_ends_with_all(system: SystemBuilder) -> None:
    system.add_probe_driver("a").add_probe_driver("b").add_probe_layer("VK_LAYER_a")
    heard: list[Progress] = []
    probe(look(system), tell=heard.append, limits=_LIMITS)
    finished = [one for one in heard if not one.about]
    assert sorted((one.done, one.total) for one in finished) == [(n, 5) for n in range(1, 6)]
    subjects = sorted(one.subject for one in finished)
    assert any(one.about.startswith("vkCreateDevice") for one in heard)
    assert subjects == sorted([*Subject, Subject.DRIVER])


def test_a_probe_that_is_cancelled_ends_at_once_and_says_so(system: SystemBuilder) -> None:
    system.add_probe_driver("bad", knobs={"create_does": "hang"})
    cancellation = Cancellation()
    timer = threading.Timer(0.5, cancellation.cancel)
    timer.start()
    results = probe(look(system), cancellation=cancellation, limits=Limits(600.0))
    timer.join()
    cancellation.close()
    assert results.cancelled
    assert results.drivers[0].health.state is State.NOT_PROBED


def test_what_is_remembered_is_not_asked_again_while_nothing_changes(
    system: SystemBuilder, tmp_path: Path
) -> None:
    path = str(tmp_path / "cache" / "probes.json")
    system.add_probe_driver("good").add_probe_driver("bad", knobs={"create_does": "crash"})
    first = probe(look(system), DEVICES, memory=ProbeMemory(path), limits=_LIMITS)
    assert not any(one.remembered for one in first.drivers)
    second = probe(look(system), DEVICES, memory=ProbeMemory(path), limits=_LIMITS)
    assert all(one.remembered for one in second.drivers)
    assert [one.health for one in second.drivers] == [one.health for one in first.drivers]
    assert [one.answer for one in second.drivers] == [one.answer for one in first.drivers]
    again = probe(look(system), DEVICES, memory=ProbeMemory(path), again=True, limits=_LIMITS)
    assert not any(one.remembered for one in again.drivers)


def test_what_is_remembered_can_be_recalled_without_a_child(system: SystemBuilder) -> None:
    system.add_probe_driver("good").add_probe_driver("bad", knobs={"create_does": "hang"})
    system.add_probe_layer("VK_LAYER_a")
    memory = ProbeMemory()
    assert recall(look(system), memory) == ProbeResults()
    asked = probe(look(system), memory=memory, limits=_HANGS)
    recalled = recall(look(system), memory)
    assert [x._replace(remembered=False) for x in recalled.drivers] == list(asked.drivers)
    assert [x._replace(remembered=False) for x in recalled.layers] == list(asked.layers)
    assert recalled.chain is not None
    hung = by_name(recalled.drivers)["bad"]
    assert (hung.health.state, hung.remembered) == (State.HUNG, True)
    once_more = by_name(probe(look(system), DEVICES, memory=memory, limits=_HANGS).drivers)
    assert (once_more["bad"].remembered, once_more["good"].remembered) == (False, True)


def test_a_changed_library_or_variable_is_asked_again(
    system: SystemBuilder, tmp_path: Path
) -> None:
    path = str(tmp_path / "cache" / "probes.json")

    def remembered() -> list[bool]:
        memory = ProbeMemory(path)
        drivers = probe(look(system), DEVICES, memory=memory, limits=_LIMITS).drivers
        return [one.remembered for one in drivers]

    system.add_probe_driver("a").add_probe_driver("b")
    assert remembered() == [False, False]
    assert remembered() == [True, True]
    library = next(system.root.rglob("liba.so"))
    library.write_bytes(library.read_bytes() + b"\0")
    assert sorted(remembered()) == [False, True]
    system.with_env(RADV_DEBUG="info")
    assert remembered() == [False, False]
    system.with_env(SHLVL="7")  # no driver asks for it
    assert remembered() == [True, True]


def test_a_library_that_was_missing_is_asked_again_when_it_is_there(
    system: SystemBuilder,
) -> None:
    system.add_probe_driver("late")
    library = next(system.root.rglob("liblate.so"))
    away = library.with_suffix(".away")
    memory = ProbeMemory()

    def devices() -> int:
        results = probe(look(system), DEVICES, memory=memory, limits=_LIMITS)
        assert results.chain is not None
        assert isinstance(results.chain.answer, ChainAnswer)
        found = results.chain.answer.devices
        return 0 if isinstance(found, str) else len(found)

    library.rename(away)
    assert devices() == 0
    assert by_name(recall(look(system), memory).drivers)["late"].health.state is (
        State.DOES_NOT_LOAD
    )
    away.rename(library)
    assert recall(look(system), memory).drivers == ()
    assert devices() == 1


def test_an_answer_of_a_library_that_was_replaced_meanwhile_is_not_recalled(
    system: SystemBuilder,
) -> None:
    system.add_probe_driver("a")
    library = next(system.root.rglob("liba.so"))
    new = library.with_suffix(".new")
    new.write_bytes(library.read_bytes())

    def replace(progress: Progress) -> None:
        if progress.about.startswith("vkCreateInstance") and new.exists():
            new.rename(library)

    memory = ProbeMemory()
    wanted = Wanted(layers=frozenset(), chain=False)
    (driver,) = probe(look(system), wanted, memory=memory, tell=replace, limits=_LIMITS).drivers
    assert driver.health.state is State.SOUND
    assert recall(look(system), memory).drivers == ()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"format": 0}',
        b"[" * 50_000,
        b'{"format": 1, "answers": []}',
        b'{"format": 1, "answers": {"k": [1, 0.5, {"f": [1]}], "l": 3, "m": [1, 2, {}]}}',
    ],
)
def test_a_damaged_memory_is_empty(system: SystemBuilder, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "probes.json"
    path.write_bytes(content)
    memory = ProbeMemory(str(path))
    assert memory.recall("k") is None
    results = probe(look(system.add_probe_driver()), DEVICES, memory=memory, limits=_LIMITS)
    assert results.drivers[0].health.state is State.SOUND


def test_a_memory_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    memory = ProbeMemory(str(tmp_path / "file" / "probes.json"))
    (tmp_path / "file").write_text("")
    memory.remember("k", 1, 0.5, {})
    memory.save()
    known = memory.recall("k")
    assert known is not None
    assert (known.value, known.when) == (1, 0.5)


def test_a_machine_that_is_not_this_one_is_not_probed(system: SystemBuilder) -> None:
    report = look(system.add_probe_driver())
    there = report._replace(host=report.host._replace(root="/elsewhere"))
    assert "another one" in probe(there).refusal
    narrow = report._replace(host=report.host._replace(pointer_bits=32))
    assert "32 bits" in why_not(narrow)
    assert why_not(report) == ""
