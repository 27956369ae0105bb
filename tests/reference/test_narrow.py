"""32-bit programs with Debian's 32-bit loader, beside the 64-bit one: the picture is theirs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import save
from tests.framework.narrow import (
    build_32_bit,
    get_32_bit_library_path,
    get_32_bit_loader,
    put_program,
)
from tests.framework.native import build_native
from tests.framework.patience import PATIENCE
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.program_loader import find_program_view
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.files.opened_loader import LoaderOrigin
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.probe.reference_client import parse_callstack
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry

WIDE, NARROW, BOTH = "VK_LAYER_wide", "VK_LAYER_narrow", "VK_LAYER_both"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SystemBuilder:
    """Return a machine with drivers and layers of both word sizes, and 32-bit programs."""
    native = build_32_bit()
    system = SystemBuilder(tmp_path / "machine", native)
    wide = SystemBuilder(tmp_path / "wide", build_native())
    system.add_driver("gpu32").add_implicit_layer(NARROW).add_implicit_layer(BOTH)
    wide.add_driver("gpu64").add_implicit_layer(WIDE).add_implicit_layer(BOTH)
    for kind in ("icd.d", "implicit_layer.d"):
        for manifest in (wide.root / "data_dirs/vulkan" / kind).iterdir():
            name = f"{manifest.stem}_64.json"
            target = system.root / "data_dirs/vulkan" / kind / name
            target.write_text(manifest.read_text())
    put_program("vulkaninfo", system.root / "bin/vulkaninfo")
    # The libraries of the programs, and nothing that a 64-bit program could open.
    system.with_env(LD_LIBRARY_PATH=get_32_bit_library_path())
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    return system


def real_chain(machine: SystemBuilder, **variables: str) -> tuple[str, ...]:
    """Return the chain that vulkaninfo gets, as its loader logs it."""
    done = subprocess.run(
        [machine.root / "bin/vulkaninfo", "--summary"],
        env={**machine.environment, "VK_LOADER_DEBUG": "layer", **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    stack = parse_callstack(done.stderr)
    assert stack is not None, done.stderr
    return tuple(layer.name for layer in stack)


def test_a_32_bit_program_gets_the_chain_of_its_own_loader(machine: SystemBuilder) -> None:
    host, cache = machine.host(), DocumentCache()
    loaders = read_versions(find_loaders(Host.read_current()), "")
    side = find_program_view(host.executable, host, loaders[0], loaders, cache)
    assert side.opened_loader is not None
    assert side.opened_loader.origin is LoaderOrigin.BY_NAME
    assert side.profile.pointer_bits == side.host.pointer_bits == 32
    report = discover(side.host, profile=side.profile)
    answer = machine.run_reference(get_32_bit_loader())
    assert report.create_result == answer.create == "VK_SUCCESS"
    assert tuple(layer.manifest.name for layer in report.callstack) == answer.chain()
    assert sorted(answer.chain()) == [BOTH, NARROW]


def test_the_report_of_vulkaninfo(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    program = str(machine.root / "bin/vulkaninfo")
    assert main(["show", "--json", "--program", program]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [layer["name"] for layer in found["callstack"]] == list(real_chain(machine))
    assert found["process"]["pointer_bits"] == found["loader"]["pointer_bits"] == 32
    library = f"{get_32_bit_library_path().split(':')[1]}/libvulkan.so.1"
    assert found["loader"]["library"] == library
    assert found["loader"]["opened"]["source"] == "LD_LIBRARY_PATH"
    kept = [one["manifest"] for one in found["drivers"] if one["status"] == "kept"]
    assert [Path(path).name for path in kept] == ["gpu32.json"]
    assert main(["show", "--program", program]) == 0
    version = get_32_bit_loader().profile.version_text
    shown = f"Loader {library}, {version}, 32-bit: found in LD_LIBRARY_PATH"
    told = " ".join(capsys.readouterr().out.split())
    assert shown in told
    assert "also installed: /lib/x86_64-linux-gnu/libvulkan.so.1, " in told


def test_the_report_of_a_script_that_starts_it(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    script = machine.root / "bin/start.sh"
    script.write_text(f'#!/bin/sh\nexec {machine.root}/bin/vulkaninfo "$@"\n')
    script.chmod(0o755)
    assert main(["show", "--json", "--program", str(script)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [layer["name"] for layer in found["callstack"]] == list(real_chain(machine))
    assert found["process"]["executable"] == str(machine.root / "bin/vulkaninfo")
    assert found["loader"]["pointer_bits"] == 32


@pytest.mark.parametrize(
    ("options", "version", "bits"),
    [
        (["--loader-version", "1.4.364"], "1.4.364", 32),
        (["--pointer-bits", "64"], None, 64),
        (["--loader", "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"], None, 64),
    ],
)
def test_what_is_said_explicitly_counts(
    machine: SystemBuilder,
    options: list[str],
    version: str | None,
    bits: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = str(machine.root / "bin/vulkaninfo")
    assert main(["show", "--json", "--program", program, *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["loader"]["pointer_bits"] == bits
    assert version is None or found["loader"]["version"] == version
    names = {layer["name"] for layer in found["callstack"]}
    assert (NARROW in names, WIDE in names) == (bits == 32, bits == 64)


def test_run_and_apply_speak_of_the_program_s_loader(
    machine: SystemBuilder,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    layers = (LayerEntry(NARROW, LayerControl.OFF), LayerEntry(WIDE, LayerControl.ON))
    save(Configuration(key="c", name="Chosen", layers=layers))
    program = str(machine.root / "bin/vulkaninfo")
    monkeypatch.setenv("VK_LOADER_DEBUG", "layer")
    main(["run", "-c", "Chosen", "--", program, "--summary"])
    told = capfd.readouterr().err
    assert [layer.name for layer in parse_callstack(told) or ()] == [BOTH]
    assert f"{WIDE}: " in told  # this program cannot load it, and run says so
    assert (
        main(["apply", "-c", "Chosen", "--program", program, "--dry-run", "--by", "override"]) == 0
    )
    assert WIDE in capfd.readouterr().err


def test_explain_and_diff_look_at_the_program(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    program = str(machine.root / "bin/vulkaninfo")
    assert main(["explain", WIDE, "--program", program]) == 0
    assert "for 64-bit programs" in capsys.readouterr().out
    assert main(["diff", "--json", "now", f"program={program}"]) == 1
    found = json.loads(capsys.readouterr().out)["differences"]
    changed = {one["subject"] for one in found if one["kind"] == "layer"}
    assert {WIDE, NARROW} <= changed


def test_without_a_loader_of_its_word_size(
    machine: SystemBuilder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LD_LIBRARY_PATH")
    program = str(machine.root / "bin/vulkaninfo")
    assert main(["show", "--program", program]) == 0
    assert "no 32-bit loader found" in capsys.readouterr().out
    side = find_program_view(program, Host.read_current(), NEWEST_PROFILE, (), DocumentCache())
    assert (side.profile.library, side.profile.pointer_bits) == ("", 32)
