"""A discovery as a whole."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loader.machine import NEW, OLD, Machine, document, found, layer_object, outcomes
from vkconfig_py.loader.api.advice import apply_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.base.host import Application, Host, OverlayFile
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, RemoveFile
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile


def test_report_names_what_it_rests_on(machine: Machine):
    report = machine.implicit("I").report("I", name="game")
    assert report.basis == "files"
    assert report.instance_version == "1.4.364"
    assert report.application.name == "game"
    assert report.layer_extensions == {"I": ()}
    assert report.create_result == "VK_SUCCESS"


def test_empty_machine(profile: LoaderProfile):
    report = discover(Host({}, root="/nonexistent"), None, profile)
    assert (report.layers, report.callstack, report.found_layers) == ((), (), ())
    assert report.create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_discovery_leaves_no_work_for_a_garbage_collector(machine: Machine):
    # The window collects rarely: it would keep all that each run has read.
    machine.implicit("I").report("I")
    gc.collect()
    gc.disable()
    try:
        machine.report("I")
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_call_that_fails_has_no_chain(machine: Machine, profile: LoaderProfile):
    machine.implicit("I")
    report = machine.report("unknown", profile=profile)
    assert report.create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    assert report.callstack == ()
    assert found(report, "I").position == -1


@pytest.mark.parametrize("folder", ["implicit_layer.d", "explicit_layer.d"])
def test_invalid_file_makes_every_call_of_an_older_loader_fail(machine: Machine, folder: str):
    failure = "VK_ERROR_OUT_OF_HOST_MEMORY"
    machine.implicit("I").file(f"/dd/vulkan/{folder}/broken.json", '{"a": ')
    report = machine.report(profile=OLD)
    assert (report.create_result, report.layers) == (failure, failure)
    is_implicit = folder.startswith("implicit")
    assert (report.instance_version == failure) == is_implicit
    problem = report.problems[0]
    assert (problem.code, problem.line) == ("aborts-all", 1)
    assert problem.file.endswith("broken.json")
    assert machine.report(profile=NEW).create_result == "VK_SUCCESS"


@pytest.mark.parametrize("folder", ["implicit_layer.d", "explicit_layer.d", "icd.d"])
def test_a_pipe_among_the_manifests_hangs_every_loader(tmp_path: Path, folder: str, profile):
    host = Host({"XDG_DATA_DIRS": str(tmp_path)}, root="", working_directory="/")
    place = tmp_path / "vulkan" / folder
    place.mkdir(parents=True)
    os.mkfifo(place / "pipe.json")
    report = discover(host, None, profile)
    assert report.create_result == "no answer"
    read = [*report.found_layers, *report.drivers]
    verdict = next(one.verdict for one in read if one.file == str(place / "pipe.json"))
    assert (verdict.outcome, verdict.remedy) == (Outcome.FAILS, RemoveFile(verdict.file))
    after = apply_remedy(verdict.remedy, host, report.application, profile)
    assert after is not None
    assert discover(*after).create_result != "no answer"


def test_a_pipe_as_settings_file_hangs_loaders_that_read_it(tmp_path: Path):
    folder = tmp_path / "vulkan" / "loader_settings.d"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "vk_loader_settings.json")
    host = Host({"XDG_DATA_HOME": str(tmp_path)}, root="", working_directory="/")
    report = discover(host, None, NEW)
    assert (report.create_result, report.instance_version) == ("no answer", "no answer")
    verdict = next(v for v in report.verdicts if v.kind is Kind.SETTINGS)
    assert (verdict.outcome, verdict.remedy) == (Outcome.FAILS, RemoveFile(verdict.file))
    assert Path(verdict.file) == folder / "vk_loader_settings.json"
    after = apply_remedy(verdict.remedy, host, report.application, NEW)
    assert after is not None
    assert discover(*after).create_result != "no answer"
    assert discover(host, None, OLD).create_result != "no answer"


def test_explicit_layers_are_read_for_the_version_if_an_implicit_meta_layer_is_there(
    machine: Machine,
):
    machine.override().file("/dd/vulkan/explicit_layer.d/broken.json", "{")
    assert machine.report(profile=OLD).instance_version == "VK_ERROR_OUT_OF_HOST_MEMORY"


def test_manifest_that_crashes_an_older_loader(machine: Machine):
    machine.implicit("I", enable_environment={})
    assert machine.report(profile=OLD).create_result == "SIGSEGV"
    assert outcomes(machine.report(profile=OLD), "I") == [("fails", "crashes-all")]


@pytest.mark.parametrize(("profile", "times"), [(NEW, 1), (LoaderProfile((1, 4, 360)), 2)])
def test_file_that_is_found_twice(profile: LoaderProfile, times: int, machine: Machine):
    machine.explicit("A").env(VK_ADD_LAYER_PATH="/dd/vulkan/explicit_layer.d/A.json")
    assert len(machine.report(profile=profile).explicit_search.files) == times


def test_broken_files_are_found_under_their_file_name_or_layer_name(machine: Machine):
    machine.file("/dd/vulkan/explicit_layer.d/x.json", "[]")
    content = document(layer_object("A", type=None), layer_object("B"))
    machine.file("/dd/vulkan/explicit_layer.d/y.json", content)
    report = machine.report()
    names = {layer.name: layer.manifest is None for layer in report.found_layers}
    assert names == {"x.json": True, "A": True, "B": False}


def test_program_of_32_bit_uses_layers_for_it():
    machine = Machine().driver().explicit("A", library_arch="32").explicit("B", library_arch="64")
    assert outcomes(machine.report(), "A") == [("off", "wrong-architecture")]
    report = machine.report(profile=NEW._replace(pointer_bits=32))
    assert outcomes(report, "B") == [("off", "wrong-architecture")]
    assert outcomes(report, "A")[0] == ("off", "library-other-size")


def test_rescan_reads_only_what_changed(machine: Machine):
    machine.implicit("I").explicit("A")
    cache = DocumentCache()
    discover(machine.host(), None, NEW, cache)
    reads = cache.reads
    discover(machine.host(), None, NEW, cache)
    assert cache.reads == reads
    discover(machine.implicit("J").host(), None, NEW, cache)
    assert cache.reads == reads + 1


def test_what_if_leaves_the_host_as_it_was(machine: Machine):
    host = machine.implicit("I").host()
    other = host.with_environment([("DISABLE_I", "1")]).with_overlay(
        {"/dd/vulkan/implicit_layer.d/J.json": OverlayFile(b"{}")}
    )
    assert discover(other).callstack == ()
    assert len(discover(host).callstack) == 1


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "/dd/vulkan/implicit_layer.d/a.json",
                "/dd/vulkan/explicit_layer.d/b.json",
                "/dd/vulkan/icd.d/c.json",
                "/ch/vulkan/loader_settings.d/vk_loader_settings.json",
            ]
        ),
        st.binary(max_size=60),
        max_size=4,
    ),
    st.dictionaries(
        st.sampled_from(
            [
                "VK_INSTANCE_LAYERS",
                "VK_LAYER_PATH",
                "VK_LOADER_LAYERS_DISABLE",
                "XDG_DATA_DIRS",
                "VK_DRIVER_FILES",
            ]
        ),
        st.text(max_size=12),
    ),
    st.lists(st.text(max_size=5), max_size=2),
    st.sampled_from([OLD, NEW]),
)
def test_no_input_raises(
    files: dict[str, bytes],
    environment: dict[str, str],
    asked: list[str],
    profile: LoaderProfile,
):
    machine = Machine().env(**environment)
    for path, content in files.items():
        machine.file(path, content)
    report = discover(machine.host(), Application(layers=tuple(asked)), profile)
    assert report_to_json(report)


def test_import_is_light():
    code = (
        "import sys, vkconfig_py.loader\n"
        "heavy = {'dataclasses', 'pathlib', 'subprocess', 'ctypes', 'inspect', 'argparse'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    root = Path(__file__).parents[3]
    answer = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=root, check=True
    )
    assert answer.stdout == "[]\n"


def test_refused_library_has_its_line():
    machine = Machine().driver()
    path = "/dd/vulkan/implicit_layer.d/I.json"
    text = json.dumps(document(layer_object("I", True, library_path="/absent.so")), indent=1)
    machine.file(path, text)
    verdict = found(machine.report(), "I").verdict
    assert (verdict.reason, verdict.file) == (Reason.LIBRARY_MISSING, path)
    assert "library_path" in text.split("\n")[verdict.line - 1]
