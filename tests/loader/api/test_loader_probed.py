"""What a probe found out takes the place of what files let expect."""

from __future__ import annotations

import json

import pytest

from tests.loader.machine import Machine
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.__main__ import render_text
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.api.report_json import format_uuid, report_to_json
from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName
from vkconfig_py.loader.base.verdicts import AskNotFor, NoRemedy, Outcome, Reason
from vkconfig_py.loader.explain.verdict_sentences import render_create_result, render_verdict
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport, ProbeMismatch
from vkconfig_py.loader.wire.jobs import (
    ChainAnswer,
    DriverAnswer,
    Health,
    LayerCall,
    State,
    StepNote,
)
from vkconfig_py.loader.wire.results import JobSubject, Probed, ProbeResults

SOUND = Health(State.HEALTHY)
DRIVER = "/dd/vulkan/icd.d/driver.json"


def chain(
    *loaded: str, create: str = "VK_SUCCESS", order: tuple[str, ...] = (), **members: object
) -> ChainAnswer:
    layer_calls = tuple(LayerCall("vkCreateInstance", name) for name in order or loaded)
    answer = ChainAnswer((1, 4, 364), (), create, loaded, layer_calls)
    return answer._replace(**members)


def results(answer: ChainAnswer | None, health: Health = SOUND, **members: object) -> ProbeResults:
    probed = Probed(JobSubject.CHAIN, "", "", health, answer)
    return ProbeResults(chain=probed)._replace(**members)


def driver_probed(health: Health, *devices: DeviceSummary, library: str = "") -> Probed:
    answer = DriverAnswer(health, library, devices=devices)
    return Probed(JobSubject.DRIVER, DRIVER, "", health, answer)


def machine() -> Machine:
    return Machine().driver().implicit("I").explicit("A").explicit("B")


def names(report: LoaderReport) -> list[str]:
    return [active.manifest.name for active in report.callstack]


def test_what_happened_as_predicted_is_a_report_that_rests_on_the_probe() -> None:
    report = machine().report("A")
    merged = add_probe_results(report, results(chain("I", "A")))
    assert (merged.basis, merged.create_result, names(merged)) == (
        "probe",
        "VK_SUCCESS",
        ["I", "A"],
    )
    assert merged.mismatches == ()
    assert [x.verdict for x in merged.found_layers] == [x.verdict for x in report.found_layers]
    assert [x.position for x in merged.found_layers] == [x.position for x in report.found_layers]


def test_a_library_that_does_not_open_leaves_the_chain() -> None:
    report = machine().report("A", "B")
    note = StepNote("B", "open", "refused", "", "undefined symbol: x")
    merged = add_probe_results(report, results(chain("I", "A", notes=(note,))))
    assert names(merged) == ["I", "A"]
    (refused,) = [x for x in merged.found_layers if x.name == "B"]
    verdict = refused.verdict
    assert (refused.position, verdict.outcome) == (-1, Outcome.SKIPPED)
    assert (verdict.reason, verdict.detail) == (Reason.LIBRARY_REFUSED, "undefined symbol: x")
    assert render_verdict(verdict, merged) == "its library cannot be opened: undefined symbol: x"
    assert merged.mismatches == (ProbeMismatch("layers", ("I", "A", "B"), ("I", "A")),)


def test_a_layer_that_only_the_program_could_find_loads() -> None:
    found = Machine().driver().explicit("A", library_path="libnowhere.so")
    merged = add_probe_results(found.report("A"), results(chain("A")))
    (layer,) = merged.found_layers
    assert (layer.verdict.outcome, layer.verdict.reason) == (Outcome.LOADS, Reason.APPLICATION)
    assert layer.position == 0


def test_the_order_of_entry_is_compared_with_the_chain() -> None:
    merged = add_probe_results(machine().report("A"), results(chain("I", "A", order=("A", "I"))))
    assert merged.mismatches == (ProbeMismatch("order", ("I", "A"), ("A", "I")),)


def test_an_instance_that_fails_has_no_chain_and_no_devices() -> None:
    report = machine().report("A")
    failed = "VK_ERROR_INCOMPATIBLE_DRIVER"
    merged = add_probe_results(report, results(chain(create=failed, extensions=failed)))
    assert (merged.create_result, merged.callstack, merged.devices) == (failed, (), failed)
    assert {x.position for x in merged.found_layers} == {-1}
    assert merged.mismatches == (ProbeMismatch("create", ("VK_SUCCESS",), (failed,)),)
    assert report_to_json(merged)["extensions"] == failed


@pytest.mark.parametrize(
    ("health", "create"),
    [
        (Health(State.CRASHED, "vkCreateInstance of A", "SIGSEGV"), "SIGSEGV"),
        (Health(State.CRASHED, "open A", "exit 7"), "exit 7"),
        (Health(State.NO_ANSWER, "open A", "exit 0"), "exit 0"),
        (Health(State.HUNG, "open A", "20 s"), "no answer"),
        (Health(State.EXCEEDED_LIMIT, "open A", "more than 2 GiB of shared memory"), "no answer"),
    ],
)
def test_a_program_that_would_not_live_has_that_for_a_result(health: Health, create: str) -> None:
    merged = add_probe_results(machine().report("A"), results(None, health))
    assert (merged.basis, merged.create_result, merged.devices) == ("probe", create, create)
    assert merged.callstack == ()


def test_a_probe_that_was_refused_or_cancelled_leaves_the_report() -> None:
    report = machine().report("A")
    refused = add_probe_results(report, ProbeResults(refusal="not here"))
    assert refused == report._replace(probe_results=ProbeResults(refusal="not here"))
    assert report_to_json(refused)["probe_refusal"] == "not here"
    cancelled = add_probe_results(report, results(None, Health(State.NOT_PROBED)))
    assert (cancelled.basis, cancelled.create_result) == ("files", "VK_SUCCESS")


@pytest.mark.parametrize(
    ("health", "outcome", "reason", "said"),
    [
        (SOUND, Outcome.LOADS, Reason.KEPT, "library found"),
        (
            Health(State.DOES_NOT_LOAD, "open", detail="no such file"),
            Outcome.SKIPPED,
            Reason.LIBRARY_REFUSED,
            "its library cannot be opened: no such file",
        ),
        (
            Health(State.REFUSES, "negotiate of d", "VK_ERROR_INCOMPATIBLE_DRIVER"),
            Outcome.SKIPPED,
            Reason.INTERFACE_REFUSED,
            ("incompatible with the loader: VK_ERROR_INCOMPATIBLE_DRIVER from negotiate of d"),
        ),
        (
            Health(State.FAILS_TO_CREATE, "vkCreateInstance of d", "VK_ERROR_DEVICE_LOST"),
            Outcome.SKIPPED,
            Reason.CREATE_FAILS,
            "cannot be used: VK_ERROR_DEVICE_LOST from vkCreateInstance of d",
        ),
        (
            Health(State.CRASHED, "vkCreateInstance of d", "SIGSEGV"),
            Outcome.FAILS,
            Reason.LIBRARY_CRASHES,
            "it crashes the program: SIGSEGV in vkCreateInstance of d",
        ),
        (
            Health(State.HUNG, "open d", "20 s"),
            Outcome.FAILS,
            Reason.LIBRARY_HANGS,
            "it hangs: open d",
        ),
        (
            Health(State.EXCEEDED_LIMIT, "open d", "more than 2 GiB of shared memory"),
            Outcome.FAILS,
            Reason.LIBRARY_EXCESSIVE,
            "it uses too many resources: more than 2 GiB of shared memory in open d",
        ),
        (
            Health(State.NO_ANSWER, "open d", "exit 0"),
            Outcome.FAILS,
            Reason.LIBRARY_EXITS,
            "it terminates the program: exit 0 in open d",
        ),
    ],
    ids=lambda x: x.value if isinstance(x, State | Reason | Outcome) else None,
)
def test_a_driver_says_what_became_of_it(
    health: Health, outcome: Outcome, reason: Reason, said: str
) -> None:
    probed = results(chain("I"), drivers=(driver_probed(health),))
    merged = add_probe_results(machine().report(), probed)
    (driver,) = merged.drivers
    assert (driver.verdict.outcome, driver.verdict.reason) == (outcome, reason)
    own = NoRemedy(message("only a different library can change this"))
    assert (driver.verdict.remedy == own) is (health is not SOUND)
    assert render_verdict(driver.verdict, merged) == said
    status = report_to_json(merged)["drivers"][0]["status"]
    assert status == ("kept" if health is SOUND else "dropped")


def test_a_driver_whose_device_fails_is_kept_by_the_loader() -> None:
    bad = driver_probed(Health(State.CRASHED, "vkCreateDevice of d", "SIGSEGV"))
    made = bad._replace(answer=DriverAnswer(bad.health, create="VK_SUCCESS"))
    merged = add_probe_results(machine().report(), results(chain("I"), drivers=(made,)))
    assert merged.drivers[0].verdict.reason is Reason.KEPT
    assert report_to_json(merged)["health"][0]["state"] == "crashed"


def test_a_driver_that_a_filter_hides_stays_hidden() -> None:
    found = machine().env(VK_LOADER_DRIVERS_DISABLE="*")
    merged = add_probe_results(found.report(), results(chain("I"), drivers=(driver_probed(SOUND),)))
    assert merged.drivers[0].verdict.reason is Reason.DRIVER_DISABLE_FILTER


def test_devices_are_completed_by_what_their_driver_told() -> None:
    told = DeviceSummary("gpu", DRIVER, "libd.so", vendor_id=1, device_uuid="ab" * 16, pci="0:1")
    seen = (DeviceSummary("gpu", vendor_id=1), DeviceSummary("gpu", vendor_id=2))
    probed = results(chain(devices=seen), drivers=(driver_probed(SOUND, told),))
    merged = add_probe_results(Machine().driver().report(), probed)
    assert merged.devices == (told, seen[1])
    (device, _) = report_to_json(merged)["devices"]
    assert device["uuid"] == "abababab-abab-abab-abab-abababababab"
    assert (device["driver"], device["name"]) == (DRIVER, "gpu")


def test_a_layer_that_fails_is_named_and_the_chain_stands_as_it_was_built() -> None:
    report = machine().report("A", "B")
    failed = "VK_ERROR_INITIALIZATION_FAILED"
    answer = chain("I", "A", "B", create=failed, order=("I", "A"), failed_in="A")
    merged = add_probe_results(report, results(answer))
    assert (merged.create_result, names(merged)) == (failed, ["I", "A", "B"])
    verdicts = {layer.name: layer.verdict for layer in merged.found_layers}
    assert (verdicts["A"].outcome, verdicts["A"].reason) == (Outcome.FAILS, Reason.CREATE_FAILS)
    assert verdicts["B"].outcome is Outcome.LOADS
    (told,) = [x for x in merged.problems if x.code == "create-fails"]
    assert told.title == f"A: its vkCreateInstance returns {failed}"
    assert told.remedy == AskNotFor(layer="A")
    assert render_create_result(merged) == f"{failed} from A"
    assert f"vkCreateInstance: {failed} from A" in render_text(merged)


def test_what_files_make_fail_stays_so_whatever_a_probe_answers() -> None:
    found = machine().file("/dd/vulkan/implicit_layer.d/bad.json", "{")
    report = found.report(profile=LoaderProfile((1, 3, 239)))
    failed = "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert report.instance_version == failed
    merged = add_probe_results(report, results(chain("I")))
    assert (merged.instance_version, merged.create_result) == (failed, failed)
    merged = add_probe_results(report, results(None, Health(State.CRASHED, code="SIGSEGV")))
    assert (merged.instance_version, merged.create_result) == (failed, failed)


def test_of_two_layers_of_one_name_the_one_that_was_opened_is_shown() -> None:
    found = Machine().driver().implicit("I", base="/dh").implicit("I", base="/dd")
    report = found.report(profile=LoaderProfile((1, 3, 239)))
    files = [active.manifest.file for active in report.probe_inputs.written_layers]
    assert len(files) == 2
    for file in files:
        merged = add_probe_results(report, results(chain("I", manifests=(file,))))
        assert [active.manifest.file for active in merged.callstack] == [file]
        loads = [x.file for x in merged.found_layers if x.verdict.outcome is Outcome.LOADS]
        assert loads == [file]


def test_of_equal_devices_each_is_taken_once() -> None:
    told = tuple(DeviceSummary("gpu", pci=f"0:{number}") for number in range(2))
    seen = (DeviceSummary("gpu"),) * 3
    probed = results(chain(devices=seen), drivers=(driver_probed(SOUND, *told),))
    merged = add_probe_results(Machine().driver().report(), probed)
    assert merged.devices == (*told, seen[2])


def test_the_keys_of_the_contract_are_there() -> None:
    extensions = (ExtensionName("VK_KHR_surface", 25),)
    answer = chain("I", extensions=extensions, devices=(DeviceSummary("gpu", type="cpu"),))
    probed = results(answer, drivers=(driver_probed(SOUND),))
    found = json.loads(json.dumps(report_to_json(add_probe_results(machine().report(), probed))))
    assert found["basis"] == "probe"
    assert found["extensions"] == [{"name": "VK_KHR_surface", "spec_version": 25}]
    assert (found["devices"][0]["type"], found["devices"][0]["api_version"]) == ("cpu", "1.0.0")
    assert [one["subject"] for one in found["health"]] == ["driver", "chain"]
    assert found["passages"][0]["layer"] == "I"
    assert found["differences"] == []
    assert "extensions" not in report_to_json(machine().report())
    assert {one["basis"] for one in found["verdicts"]} == {"files"}


def test_a_uuid_is_written_in_groups() -> None:
    assert format_uuid("") == ""
    assert format_uuid("0123456789abcdef" * 2) == "01234567-89ab-cdef-0123-456789abcdef"
