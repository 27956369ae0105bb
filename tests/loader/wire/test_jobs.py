"""Jobs of a probe and their answers: JSON both ways."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName, Heap, QueueFamily
from vkconfig_py.loader.base.records import WireError
from vkconfig_py.loader.wire.jobs import (
    Answer,
    ChainAnswer,
    ChainJob,
    DriverAnswer,
    DriverFile,
    DriverJob,
    DumpAnswer,
    DumpJob,
    Health,
    Job,
    LayerAnswer,
    LayerCall,
    LayerJob,
    LoadPlan,
    PlannedLayer,
    Stage,
    State,
    StepNote,
    Timing,
    answer_from_json,
    answer_to_json,
    job_to_json,
    parse_job,
)

_DRIVER = DriverFile("/etc/d.json", "libd.so", (1, 3, 5))
_DEVICE = DeviceSummary(
    "a device",
    "/etc/d.json",
    type="cpu",
    heaps=(Heap(1 << 34, is_device_local=True), Heap(5)),
    queue_families=(QueueFamily(2, ("graphics", "compute"), 64),),
    extensions=(ExtensionName("VK_KHR_swapchain", 70),),
)
_HEALTH = Health(
    State.CRASHED,
    "vkCreateInstance of libd.so",
    "SIGSEGV",
    seconds=(Timing(Stage.OPEN, 0.5), Timing(Stage.NEGOTIATE, 0.25)),
    stack=("open_driver", "answer"),
)
_NOTE = StepNote("libd.so", "open", "missing", "VK_ERROR_INITIALIZATION_FAILED", "vkCreateDevice")


@pytest.mark.parametrize(
    "job",
    [
        DriverJob(_DRIVER),
        LayerJob(PlannedLayer("VK_LAYER_a", "liba.so"), _DRIVER),
        ChainJob(LoadPlan(drivers=(_DRIVER,)), tapped=False),
        DumpJob(LoadPlan()),
    ],
    ids=lambda job: type(job).__name__,
)
def test_a_job_survives_json(job: Job) -> None:
    assert parse_job(json.loads(json.dumps(job_to_json(job)))) == job


@pytest.mark.parametrize(
    "answer",
    [
        DriverAnswer(_HEALTH, "/lib/libd.so", 5, (1, 3, 0), devices=(_DEVICE,), notes=(_NOTE,)),
        LayerAnswer(Health(State.HEALTHY), create_device="VK_SUCCESS", files=("/lib/libc.so",)),
        ChainAnswer((1, 4, 0), (), "VK_SUCCESS", ("VK_LAYER_a",), devices=(_DEVICE,)),
        ChainAnswer("VK_ERROR_OUT_OF_HOST_MEMORY", "VK_ERROR_UNKNOWN", devices="VK_INCOMPLETE"),
        ChainAnswer(layer_calls=(LayerCall("vkCreateDevice", "VK_LAYER_a", 0.5, 0.25, ("VK_a",)),)),
        DumpAnswer("VK_SUCCESS", [{"limits": {"maxImageDimension1D": 1}}]),
    ],
)
def test_an_answer_survives_json(answer: Answer) -> None:
    assert answer_from_json(json.loads(json.dumps(answer_to_json(answer)))) == answer


@pytest.mark.parametrize(
    "raw",
    [
        None,
        {},
        {"format": 0, "kind": "driver", "value": {}},
        {"format": 1, "kind": "other", "value": {}},
        {"format": 1, "kind": "driver", "value": {}},
        {"format": 1, "kind": "driver", "value": {"health": {"state": "happy"}}},
        {"format": 1, "kind": "layer", "value": {"library": ""}},
        {
            **answer_to_json(DriverAnswer(_HEALTH)),
            "value": {**answer_to_json(DriverAnswer(_HEALTH))["value"], "create": None},
        },
    ],
    ids=range(8),
)
def test_what_is_no_answer_is_refused(raw: object) -> None:
    with pytest.raises(WireError):
        answer_from_json(raw)


def test_a_field_that_came_later_has_its_default() -> None:
    raw = answer_to_json(ChainAnswer((1, 4, 0), create="VK_SUCCESS"))
    del raw["value"]["can_sort"]
    assert answer_from_json(raw) == ChainAnswer((1, 4, 0), create="VK_SUCCESS")


def test_a_member_of_an_enumeration_must_be_known() -> None:
    raw = answer_to_json(DriverAnswer(Health()))
    raw["value"]["health"]["state"] = "happy"
    with pytest.raises(WireError, match="happy"):
        answer_from_json(raw)


def test_the_memory_of_a_device_is_that_of_its_own_heaps() -> None:
    assert _DEVICE.memory == 1 << 34
    assert _DEVICE._replace(heaps=(Heap(3), Heap(4))).memory == 7


def test_times_add_up() -> None:
    assert _HEALTH.total_seconds == 0.75
