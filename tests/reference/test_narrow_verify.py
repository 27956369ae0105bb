"""A loader for 32-bit programs is asked through the 32-bit vulkaninfo that is on the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.narrow import (
    build_32_bit,
    get_32_bit_library_path,
    get_32_bit_loader,
    put_program,
)
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.probe.probe_run import explain_missing_probe
from vkconfig_py.loader.probe.reference_client import find_helper
from vkconfig_py.loader.rules.loader_report import ActiveLayer, LoaderReport
from vkconfig_py.model.apply.verify import verify_report


@pytest.fixture
def machine(tmp_path: Path) -> SystemBuilder:
    """A machine for 32-bit programs, with a vulkaninfo in a folder of PATH."""
    system = SystemBuilder(tmp_path / "machine", build_32_bit())
    system.add_driver("gpu").add_implicit_layer("VK_LAYER_i").add_explicit_layer("VK_LAYER_a")
    put_program("vulkaninfo", system.root / "bin/vulkaninfo")
    path = f"{system.root}/bin:/usr/bin:/bin"
    return system.with_env(LD_LIBRARY_PATH=get_32_bit_library_path(), PATH=path)


def host_of(machine: SystemBuilder) -> Host:
    return machine.host()._replace(pointer_bits=32)


def predict(machine: SystemBuilder) -> LoaderReport:
    return discover(host_of(machine), profile=get_32_bit_loader().profile)


def test_the_chain_of_a_32_bit_program_is_checked(machine: SystemBuilder) -> None:
    machine.add_override(("VK_LAYER_a",))
    result = verify_report(predict(machine))
    assert (result.agreed, result.checked, result.difference) == (True, True, "")
    assert result.actual == result.predicted == ("VK_LAYER_a", "VK_LAYER_i")
    assert result.note == (
        f"Checked with {machine.root}/bin/vulkaninfo, which opens this loader and"
        " does not request layers."
    )


def test_a_wrong_prediction_is_found(machine: SystemBuilder) -> None:
    report = predict(machine)
    extra = report.callstack[0].manifest._replace(name="VK_LAYER_extra")
    result = verify_report(report._replace(callstack=(*report.callstack, ActiveLayer(extra, ""))))
    assert (result.agreed, result.checked) == (False, True)
    assert "does not load VK_LAYER_extra, which was predicted at position 2" in result.difference


def test_a_failing_creation_is_compared_too(machine: SystemBuilder) -> None:
    machine.manifest("gpu").unlink()
    report = predict(machine)
    assert report.create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    result = verify_report(report)
    assert (result.agreed, result.result) == (True, report.create_result)


def test_a_crash_is_told(machine: SystemBuilder) -> None:
    machine.add_implicit_layer("VK_LAYER-crash")
    result = verify_report(predict(machine))
    assert not result.agreed
    assert "crashed (SIG" in result.difference


def test_keys_of_another_program_are_not_guessed(machine: SystemBuilder) -> None:
    machine.add_override(("VK_LAYER_a",), app_keys=[str(machine.program)])
    result = verify_report(predict(machine))
    assert (result.agreed, result.checked) == (False, False)
    assert "depends on the program's path" in result.difference
    itself = machine.root / "bin/vulkaninfo"
    machine.add_override(("VK_LAYER_a",), app_keys=[str(itself)])
    host = host_of(machine)._replace(executable=str(itself))
    result = verify_report(discover(host, profile=get_32_bit_loader().profile))
    assert (result.agreed, result.actual) == (True, ("VK_LAYER_a", "VK_LAYER_i"))


def test_the_loader_that_is_meant_is_opened(machine: SystemBuilder, tmp_path: Path) -> None:
    other = tmp_path / "own" / "libvulkan.so.1"
    other.parent.mkdir()
    other.symlink_to(get_32_bit_loader().profile.library)
    report = predict(machine)
    profile = report.profile._replace(library=str(other))
    assert verify_report(report._replace(profile=profile)).agreed


def test_without_a_helper_a_probe_says_what_to_install(machine: SystemBuilder) -> None:
    report = predict(machine)
    assert explain_missing_probe(report) == (
        "vkconfig-py runs as a 64-bit program and cannot open 32-bit libraries. Verify uses "
        f"{machine.root}/bin/vulkaninfo to run the 32-bit loader."
    )
    (machine.root / "bin/vulkaninfo").unlink()
    assert find_helper(report.host) == ""
    assert "libvulkan1:i386 vulkan-tools:i386" in explain_missing_probe(report)
    assert "libvulkan1:i386 vulkan-tools:i386" in verify_report(report).difference


def test_the_command_asks_the_loader_of_the_program(
    machine: SystemBuilder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.cli.commands import save
    from vkconfig_py.model.configuration.configuration import Configuration, Target

    for name, value in machine.environment.items():
        monkeypatch.setenv(name, value)
    save(Configuration(key="c", name="C", target=Target(str(machine.program))))
    assert main(["verify", "-c", "C"]) == 0
    out = capsys.readouterr().out
    assert "VK_LAYER_i" in out
    assert "Checked with" in out
