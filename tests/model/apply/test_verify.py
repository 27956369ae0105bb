"""The check with the real loader: agreement, the first difference, and what cannot be checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.framework import manifests
from tests.framework.patience import GROWING_LIMITS, PATIENCE
from tests.framework.probe_parts import probe_driver_library
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.host import Application, Host, OverlayFile
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import ActiveLayer, LoaderReport
from vkconfig_py.model.apply.verify import (
    DEVICES_FROM_EARLIER_PROBE,
    DRIVERS_NOT_OPENED,
    FILES_CHANGED,
    verify_report,
)


@pytest.fixture(params=["debian", "chromium"])
def loader(request: pytest.FixtureRequest) -> RealLoader:
    """Return a real loader."""
    return debian_loader() if request.param == "debian" else chromium_loader()


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with a driver and three layers."""
    system.add_driver().add_implicit_layer("VK_LAYER_i")
    return system.add_explicit_layer("VK_LAYER_a").add_explicit_layer("VK_LAYER_b")


def predict(machine: SystemBuilder, loader: RealLoader, host: Host | None = None) -> LoaderReport:
    return discover(host or machine.host(), Application(), loader.profile)


def render(*components: str) -> bytes:
    document = manifests.layer_document(manifests.override_layer(components))
    return json.dumps(document).encode()


def test_true_prediction_agrees(machine: SystemBuilder, loader: RealLoader):
    machine.add_override(("VK_LAYER_b", "VK_LAYER_a"))
    result = verify_report(predict(machine, loader))
    assert (result.agreed, result.checked, result.difference, result.note) == (True, True, "", "")
    assert result.predicted == result.actual == ("VK_LAYER_b", "VK_LAYER_a", "VK_LAYER_i")
    assert result.result == "VK_SUCCESS"
    assert result.when > 0


def test_override_for_one_program_is_checked_with_its_path(
    machine: SystemBuilder, loader: RealLoader
):
    machine.add_override(("VK_LAYER_b",), app_keys=["/opt/game"])
    game = verify_report(predict(machine, loader, machine.host()._replace(executable="/opt/game")))
    other = verify_report(predict(machine, loader))
    assert game.agreed
    assert game.actual == ("VK_LAYER_b", "VK_LAYER_i")
    assert other.agreed
    assert other.actual == ("VK_LAYER_i",)


def summary(name: str) -> DeviceSummary:
    blank: dict[str, Any] = dict.fromkeys(DeviceSummary._fields, "")
    return DeviceSummary(**{**blank, "name": name})


def swapped(report: LoaderReport) -> LoaderReport:
    first, second, *rest = report.callstack
    return report._replace(callstack=(second, first, *rest))


def without_last(report: LoaderReport) -> LoaderReport:
    return report._replace(callstack=report.callstack[:-1])


def with_one_more(report: LoaderReport) -> LoaderReport:
    extra = report.callstack[0].manifest._replace(name="VK_LAYER_extra")
    return report._replace(callstack=(*report.callstack, ActiveLayer(extra, "")))


def from_elsewhere(report: LoaderReport) -> LoaderReport:
    first, *rest = report.callstack
    moved = first._replace(manifest=first.manifest._replace(file="/elsewhere/x.json"))
    return report._replace(callstack=(moved, *rest))


def failing(report: LoaderReport) -> LoaderReport:
    return report._replace(create_result="VK_ERROR_LAYER_NOT_PRESENT", callstack=())


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (swapped, "Loader {version} loads VK_LAYER_b at position 1 instead of VK_LAYER_i."),
        (without_last, "Loader {version} also loads VK_LAYER_i, at position 2"),
        (
            with_one_more,
            "Loader {version} does not load VK_LAYER_extra, which was predicted at position 3.",
        ),
        (from_elsewhere, "instead of /elsewhere/x.json."),
        (failing, "Loader {version} returned VK_SUCCESS instead of VK_ERROR_LAYER_NOT_PRESENT"),
    ],
)
def test_first_difference_is_one_sentence(lie, words, machine: SystemBuilder, loader: RealLoader):
    machine.add_override(("VK_LAYER_b",))
    result = verify_report(lie(predict(machine, loader)))
    assert not result.agreed
    assert result.checked
    assert words.format(version=".".join(map(str, loader.version))) in result.difference


def test_a_difference_that_nothing_explains_is_a_defect(
    machine: SystemBuilder, loader: RealLoader, monkeypatch: pytest.MonkeyPatch
):
    wrong = swapped(predict(machine.add_override(("VK_LAYER_b",)), loader))
    monkeypatch.setattr(
        "vkconfig_py.model.apply.verify.discover", lambda *_request, **_options: wrong
    )
    result = verify_report(wrong)
    assert not result.why
    assert result.is_defect
    assert result.sentences[-1] == "This is a bug in vkconfig-py."


def test_files_that_changed_since_the_prediction_explain_a_difference(
    machine: SystemBuilder, loader: RealLoader
):
    before = predict(machine, loader)
    machine.add_implicit_layer("VK_LAYER_new")
    result = verify_report(before)
    assert (result.agreed, result.why, result.is_defect) == (False, str(FILES_CHANGED), False)


def test_drivers_and_devices_of_the_real_loader_are_known(
    machine: SystemBuilder, loader: RealLoader
):
    machine.add_driver("second")
    report = predict(machine, loader)
    result = verify_report(report)
    assert result.agreed
    assert sorted(result.drivers) == sorted(get_base_name(one.file) for one in report.drivers)
    assert isinstance(result.devices, tuple)


def test_a_driver_that_is_kept_or_not_against_the_prediction_is_told(
    machine: SystemBuilder, loader: RealLoader
):
    report = predict(machine.add_driver("second"), loader)
    first, second = report.drivers
    off = first.verdict._replace(outcome=Outcome.OFF)
    further = verify_report(report._replace(drivers=(first._replace(verdict=off), second)))
    assert further.difference.endswith(
        f"also opens the driver {get_base_name(first.file)}, which was not predicted."
    )
    assert further.is_defect
    gone = machine.host().with_environment([("VK_LOADER_DRIVERS_DISABLE", "second*")])
    missing = verify_report(report._replace(host=gone))
    assert "does not use the driver second" in missing.difference
    assert missing.why == str(DRIVERS_NOT_OPENED)


@pytest.mark.parametrize("is_probed", [False, True], ids=["from-files", "probed"])
def test_a_driver_that_the_loader_opens_and_gives_up_is_no_difference(
    is_probed: bool, machine: SystemBuilder, loader: RealLoader
):
    library = probe_driver_library(("vkGetDeviceProcAddr",))
    machine.add_driver("unusable", library_path=str(library))
    report = predict(machine, loader)
    (refused,) = (one for one in report.drivers if get_base_name(one.file) == "unusable.json")
    assert refused.verdict.reason is Reason.DRIVER_WITHOUT_ENTRY_POINT
    if is_probed:
        verdict = refused.verdict._replace(reason=Reason.INTERFACE_REFUSED)
        told = tuple(
            one._replace(verdict=verdict) if one == refused else one for one in report.drivers
        )
        report = report._replace(drivers=told)
    assert verify_report(report).difference == ""


def test_devices_are_compared_with_those_of_an_earlier_probe(
    machine: SystemBuilder, loader: RealLoader
):
    report = predict(machine, loader)._replace(devices=(summary("a GPU that was there"),))
    result = verify_report(report)
    assert result.difference.endswith("predicted: a GPU that was there.")
    assert (result.why, result.is_defect) == (str(DEVICES_FROM_EARLIER_PROBE), False)


def test_plan_for_one_launch_is_checked_before_it_is_written(
    machine: SystemBuilder, loader: RealLoader, tmp_path: Path
):
    folder = tmp_path / "runtime" / "launch"
    path = str(folder / "vulkan" / "implicit_layer.d" / "VkLayer_override.json")
    dirs = f"{folder}:{machine.environment['XDG_CONFIG_DIRS']}"
    host = machine.host().with_environment([("XDG_CONFIG_DIRS", dirs)])
    host = host.with_overlay({path: OverlayFile(render("VK_LAYER_b", "VK_LAYER_a"))})
    result = verify_report(predict(machine, loader, host))
    assert result.difference == ""
    assert result.agreed
    assert result.actual == ("VK_LAYER_b", "VK_LAYER_a", "VK_LAYER_i")
    assert not (tmp_path / "runtime").exists()


def test_manifest_of_the_user_in_an_unwritten_folder_is_found_at_its_own_path(
    machine: SystemBuilder, loader: RealLoader, tmp_path: Path
):
    folder = tmp_path / "private" / "layers"
    text = machine.manifest("VK_LAYER_a").read_text().replace("VK_LAYER_a", "VK_LAYER_p", 1)
    host = machine.host().with_overlay({f"{folder}/p.json": OverlayFile(text.encode())})
    host = host.with_environment(
        [("VK_ADD_LAYER_PATH", str(folder)), ("VK_INSTANCE_LAYERS", "VK_LAYER_p")]
    )
    assert verify_report(predict(machine, loader, host)).agreed


def test_plan_that_is_written_is_checked_in_place(machine: SystemBuilder, loader: RealLoader):
    machine.add_override(("VK_LAYER_a",))
    path = machine.manifest(manifests.OVERRIDE)
    host = machine.host().with_overlay({str(path): OverlayFile(path.read_bytes())})
    assert verify_report(predict(machine, loader, host)).agreed


@pytest.mark.parametrize("content", [render("VK_LAYER_a"), None], ids=["changed", "removed"])
def test_plan_beside_other_files_is_not_checked_before_it_is_written(
    content: bytes | None, machine: SystemBuilder, loader: RealLoader
):
    machine.add_override(("VK_LAYER_b",))
    path = str(machine.manifest(manifests.OVERRIDE))
    planned = None if content is None else OverlayFile(content)
    result = verify_report(predict(machine, loader, machine.host().with_overlay({path: planned})))
    assert (result.agreed, result.checked) == (False, False)
    assert path in result.difference


def test_plan_in_a_folder_that_no_variable_names_is_not_checked(
    machine: SystemBuilder, loader: RealLoader
):
    path = "/nonexistent/vulkan/implicit_layer.d/x.json"
    host = machine.host().with_overlay({path: OverlayFile(render("VK_LAYER_a"))})
    assert not verify_report(predict(machine, loader, host)).checked


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("crash", "crashed (SIGSEGV) during vkCreateInstance"),
        ("exit", "failed during vkCreateInstance: exit 7"),
    ],
)
def test_misbehaving_layer_is_a_sentence(
    mode: str, words: str, machine: SystemBuilder, loader: RealLoader
):
    machine.add_implicit_layer(f"VK_LAYER-{mode}")
    result = verify_report(predict(machine, loader), timeout=PATIENCE)
    assert not result.agreed
    assert words in result.difference


def test_layer_that_hangs_is_a_sentence(machine: SystemBuilder, loader: RealLoader):
    machine.add_implicit_layer("VK_LAYER-hang")
    for seconds in GROWING_LIMITS:
        result = verify_report(predict(machine, loader), timeout=seconds)
        assert not result.agreed
        assert f"timed out after {seconds:g} s" in result.difference
        if "during" in result.difference:
            break
    assert "s during vkCreateInstance" in result.difference


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r._replace(profile=r.profile._replace(library="")), "No Vulkan loader"),
        (
            lambda r: r._replace(
                profile=r.profile._replace(pointer_bits=32),
                host=r.host._replace(pointer_bits=32, environment={"PATH": "/nowhere"}),
            ),
            (
                "no 32-bit vulkaninfo is available to run it. To check 32-bit programs, "
                "install a 32-bit Vulkan loader and vulkaninfo (Debian: libvulkan1:i386 "
                "vulkan-tools:i386)."
            ),
        ),
        (lambda r: r._replace(host=r.host._replace(root="/other")), "/other"),
    ],
    ids=["no loader", "other width", "other root"],
)
def test_what_cannot_be_imitated_is_said(change, words, machine: SystemBuilder, loader: RealLoader):
    result = verify_report(change(predict(machine, loader)))
    assert (result.agreed, result.checked) == (False, False)
    assert words in result.difference


def test_a_loader_that_is_no_library_could_not_be_opened(
    machine: SystemBuilder, loader: RealLoader, tmp_path: Path
):
    (tmp_path / "libvulkan.so.1").write_text("no library")
    report = predict(machine, loader)
    library = str(tmp_path / "libvulkan.so.1")
    said = verify_report(
        report._replace(profile=report.profile._replace(library=library))
    ).difference
    assert "could not be opened: " in said


def test_an_elevated_program_is_imitated(machine: SystemBuilder, loader: RealLoader):
    machine.add_implicit_layer("VK_LAYER_home", place=Place.HOME_DATA)
    machine.add_driver("at home", place=Place.HOME_DATA)
    host = machine.host()
    plain = verify_report(discover(host, profile=loader.profile))
    elevated = discover(host._replace(elevated=True), profile=loader.profile)
    result = verify_report(elevated)
    assert (result.agreed, result.checked, result.note) == (True, True, "")
    assert "VK_LAYER_home" in plain.actual
    assert ("VK_LAYER_home" in result.actual) is not loader.profile.is_secure


def test_loader_whose_log_is_turned_off_is_not_taken_for_agreement(
    machine: SystemBuilder, tmp_path: Path
):
    loader = chromium_loader()
    settings = {
        "file_format_version": "1.0.0",
        "settings": {"stderr_log": ["error"]},
    }
    folder = Path(machine.environment["XDG_DATA_HOME"]) / "vulkan" / "loader_settings.d"
    machine.add_file(folder / "vk_loader_settings.json", settings)
    result = verify_report(predict(machine, loader))
    assert not result.agreed
    assert "did not log a call stack" in result.difference
    report = predict(machine, loader)
    bounded = report.profile._replace(is_version_known=False, oldest=(1, 4, 300))
    told = verify_report(report._replace(profile=bounded)).difference
    assert told.startswith(f"Loader 1.4.300 to {bounded.version_text} did not log a call stack")
