"""Drivers whose library is installed, and that no manifest names."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from vkconfig_py.loader.api.advice import report_with_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import InstallLibrary, NoRemedy, Problem, WriteFile
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.problems.actionable import RemedyTrial

NVIDIA = "libGLX_nvidia.so.0"


@pytest.fixture
def container(tmp_path: Path) -> Path:
    for folder in ("etc", "usr/lib", "usr/share/vulkan/icd.d"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "usr/lib" / NVIDIA).write_bytes(make_elf_file(kind=LIBRARY))
    return tmp_path


def report_of(root: Path, **variables: str) -> LoaderReport:
    return discover(Host(variables, root=str(root)))


def undeclared(report: LoaderReport) -> list[Problem]:
    return [x for x in lint(report) if x.code == "driver-without-manifest"]


def test_a_driver_without_a_manifest_is_told_with_the_one_to_write(container: Path) -> None:
    report = report_of(container)
    (found,) = undeclared(report)
    assert found.title == f"{NVIDIA}: no manifest names this driver"
    assert "The NVIDIA driver is installed as /usr/lib/libGLX_nvidia.so.0" in found.consequence
    remedy = found.remedy
    assert isinstance(remedy, WriteFile)
    assert remedy.file == "/etc/vulkan/icd.d/nvidia_icd.json"
    after = report_with_remedy(remedy, report)
    assert after is not None
    assert after.create_result == "VK_SUCCESS"
    assert not undeclared(after)
    assert RemedyTrial(report, DocumentCache()).find_consequences(found, remedy) == (
        "is used by every program; Vulkan works again"
    )
    none = next(x for x in lint(report) if x.code == "no-driver")
    assert none.remedy == remedy


@pytest.mark.parametrize("library", [NVIDIA, f"/usr/lib/{NVIDIA}"])
def test_a_manifest_that_variables_hide_names_it_too(container: Path, library: str) -> None:
    manifest = container / "usr/share/vulkan/icd.d/any.json"
    icd = {"library_path": library, "api_version": "1.3.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    for variables in ({}, {"XDG_DATA_DIRS": "/nowhere"}, {"VK_DRIVER_FILES": "/nowhere"}):
        assert undeclared(report_of(container, **variables)) == []


def test_a_driver_that_could_not_be_opened_either_needs_its_library_first(container: Path) -> None:
    source, needed = container / "d.c", container / "libGLdispatch.so.0"
    source.write_text("int vk_icdGetInstanceProcAddr(void) { return 0; }")
    build = ["gcc", "-shared", "-fPIC", source, "-Wl,--no-as-needed"]
    subprocess.run([*build, "-o", needed, f"-Wl,-soname,{needed.name}"], check=True)
    subprocess.run([*build, "-o", container / "usr/lib" / NVIDIA, needed], check=True)
    (found,) = undeclared(report_of(container))
    assert "it needs libGLdispatch.so.0, which is missing" in found.consequence
    assert (found.remedy, found.other_remedies) == (InstallLibrary("libGLdispatch.so.0"), ())


def test_a_library_for_other_programs_is_no_driver(container: Path) -> None:
    (container / "usr/lib" / NVIDIA).write_bytes(make_elf_file(32, kind=LIBRARY))
    report = report_of(container)
    assert undeclared(report) == []
    none = next(x for x in lint(report) if x.code == "no-driver")
    assert isinstance(none.remedy, NoRemedy)
