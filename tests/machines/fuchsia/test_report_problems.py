"""Problems that makers of ICD components are told about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.loader.lint.test_lint_codes import ROWS
from tests.machines.fuchsia.folders import MANIFEST, METADATA, A, B, FuchsiaFolder
from tests.machines.fuchsia.test_system import CML, SAMPLE
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.machines.fuchsia.report import FuchsiaCode, find_component_problems
from vkconfig_py.machines.fuchsia.service import run_to_idle, start
from vkconfig_py.machines.fuchsia.system import open_system

PLAIN = {**METADATA, "file_path": "lib/x.so"}


def named(library: str) -> dict[str, object]:
    return {
        "file_format_version": "1.0.0",
        "ICD": {"api_version": "1.1.0", "library_path": library},
    }


def told(folder: str) -> tuple[Problem, ...]:
    machine = open_system(folder)
    return find_component_problems(machine, run_to_idle(start(machine.system)))


def package(root: Path, cml: bytes = CML, manifest: str = SAMPLE["manifest_path"]) -> str:
    made = FuchsiaFolder(root / "example")
    made.file("meta/vulkan.cml", cml)
    made.file("meta/metadata/metadata.json", {**SAMPLE, "manifest_path": manifest})
    made.file("other/metadata.json", {**SAMPLE, "manifest_path": manifest})
    made.file(manifest, MANIFEST)
    made.file(SAMPLE["file_path"], make_elf_file(kind=LIBRARY))
    return str(made.root)


CASES = {
    FuchsiaCode.FAILS: lambda m: m.component(metadata=b"{").magma(A),
    FuchsiaCode.PATH_LEAVES_PACKAGE: lambda m: m.component(
        metadata={**PLAIN, "file_path": "/x"}
    ).magma(A),
    FuchsiaCode.NAME_TOO_LONG: lambda m: m.component(
        metadata=PLAIN, manifest=named("x" * 63)
    ).magma(A),
    FuchsiaCode.NAME_HAS_SLASH: lambda m: m.component(
        metadata=PLAIN, manifest=named("lib/x")
    ).magma(A),
    FuchsiaCode.NEEDS_LIBRARY: lambda m: m.component(
        metadata=PLAIN, library=make_elf_file(kind=LIBRARY, needed=["libc.so", "libfdio.so"])
    ).magma(A),
    FuchsiaCode.IN_BIN: lambda m: m.component().magma(A),
}


@pytest.mark.parametrize("code", CASES)
def test_code_is_told_alone(fuchsia: FuchsiaFolder, code):
    CASES[code](fuchsia)
    (problem,) = told(fuchsia.write())
    assert problem.code == code
    assert problem.consequence.endswith(".")


def test_good_components_have_none(fuchsia: FuchsiaFolder, tmp_path: Path):
    assert told(fuchsia.component(metadata=PLAIN).magma(A).write()) == ()
    assert told(package(tmp_path)) == ()


def test_every_code_is_explained_with_its_severity(fuchsia: FuchsiaFolder, tmp_path: Path):
    explained = {row[0]: row[1].split(", ") for row in ROWS}
    assert set(FuchsiaCode) <= set(explained)
    folders = [package(tmp_path, CML.replace(b"meta/metadata", b"other"))]
    for number, build in enumerate(CASES.values()):
        machine = FuchsiaFolder(tmp_path / str(number))
        build(machine)
        folders.append(machine.write())
    for folder in folders:
        for problem in told(folder):
            assert problem.severity in explained[problem.code]


def test_error_is_told_with_file_and_line(fuchsia: FuchsiaFolder):
    fuchsia.component(metadata=b'{\n "version": 1,\n "file_path": 1 2}').magma(A)
    (problem,) = told(fuchsia.write())
    assert problem.file == f"{fuchsia.root}/component0/metadata/metadata.json"
    assert problem.line == 3
    assert problem.consequence == (
        "metadata.json is not valid JSON, line 3, column 17: missing a comma or } after "
        "an object member."
    )
    assert problem.detail.startswith("JSON parser had error metadata.json:3:17: Missing a comma")


REASONS = {
    "no metadata": (
        {"metadata": None},
        "metadata.json is missing from the component's metadata folder.",
    ),
    "empty metadata": (
        {"metadata": b""},
        "metadata.json is not valid JSON: the document is empty.",
    ),
    "version": (
        {"metadata": {**PLAIN, "version": 2}},
        "metadata.json: version must be the number 1.",
    ),
    "no manifest": (
        {"metadata": PLAIN, "manifest": None},
        (
            "metadata.json names the manifest 'data/libvulkan_fake.json', which is not in the "
            "contents folder."
        ),
    ),
    "manifest": (
        {"metadata": PLAIN, "manifest": {}},
        "The manifest data/libvulkan_fake.json: file_format_version is missing.",
    ),
    "no library": (
        {"metadata": PLAIN, "library": None},
        "metadata.json names the library 'lib/x.so': it does not exist.",
    ),
}


@pytest.mark.parametrize(("parts", "told_reason"), REASONS.values(), ids=REASONS)
def test_reason_is_told_in_plain_words(fuchsia: FuchsiaFolder, parts, told_reason):
    (problem,) = told(fuchsia.component(**parts).magma(A).write())
    assert problem.consequence == told_reason


def test_a_url_that_is_none_is_told(fuchsia: FuchsiaFolder):
    (problem,) = told(fuchsia.magma("").write())
    assert problem.consequence == "Its URL is empty or too long."


def test_a_library_that_is_gone_meanwhile_needs_nothing(fuchsia: FuchsiaFolder):
    machine = open_system(fuchsia.component(metadata=PLAIN).magma(A).write())
    service = run_to_idle(start(machine.system))
    (fuchsia.root / "component0/contents/lib/x.so").unlink()
    assert find_component_problems(machine, service) == ()


def test_metadata_that_are_gone_meanwhile_have_no_line(fuchsia: FuchsiaFolder):
    fuchsia.component(metadata={**PLAIN, "file_path": "/x"}).magma(A)
    machine = open_system(fuchsia.write())
    service = run_to_idle(start(machine.system))
    (fuchsia.root / "component0/metadata/metadata.json").unlink()
    (problem,) = find_component_problems(machine, service)
    assert (problem.code, problem.line) == (FuchsiaCode.PATH_LEAVES_PACKAGE, 0)


@pytest.mark.parametrize("path", ["/lib/x.so", "../x.so", "a/../../x"])
@pytest.mark.parametrize("key", ["file_path", "manifest_path"])
def test_path_that_leaves_contents_is_told_at_its_line(fuchsia: FuchsiaFolder, key, path):
    metadata = '{\n "version": 1,\n "file_path": "lib/x.so",\n "manifest_path": "m.json"\n}'
    old = "lib/x.so" if key == "file_path" else "m.json"
    fuchsia.component(metadata=metadata.replace(old, path).encode()).magma(A)
    fuchsia.file("component0/contents/m.json", MANIFEST)
    (problem,) = told(fuchsia.write())
    assert problem.code == FuchsiaCode.PATH_LEAVES_PACKAGE
    assert problem.title == f"{key} {path!r} leads outside the contents folder"
    assert problem.line == (3 if key == "file_path" else 4)


def test_length_counts_the_number_before_the_name(fuchsia: FuchsiaFolder):
    assert told(fuchsia.component(metadata=PLAIN, manifest=named("x" * 62)).magma(A).write()) == ()
    fuchsia.component(B, metadata=PLAIN, manifest=named("é" * 32)).magma(B, name="1")
    (problem,) = told(fuchsia.write())
    assert problem.title == "library_path is too long: clients request a name of 66 bytes"


def test_a_url_without_component_is_expected_where_another_driver_works(fuchsia: FuchsiaFolder):
    fuchsia.component(B, metadata=PLAIN).magma(A, B)
    (problem,) = told(fuchsia.write())
    assert problem.severity is Severity.NOTE
    assert problem.consequence.startswith("“components” in ")
    fuchsia.magma(A, name="001")
    (problem,) = told(fuchsia.write())
    assert problem.severity is Severity.ERROR


def test_only_libraries_of_the_abi_may_be_needed(fuchsia: FuchsiaFolder):
    needed = ["libzircon.so", "libc.so", "libfdio.so", "libm.so"]
    fuchsia.component(metadata=PLAIN, library=make_elf_file(kind=LIBRARY, needed=needed)).magma(A)
    assert [one.detail for one in told(fuchsia.write())] == ["libfdio.so", "libm.so"]


def test_a_library_that_is_none_needs_nothing(fuchsia: FuchsiaFolder):
    assert told(fuchsia.component(metadata=PLAIN, library=b"x").magma(A).write()) == ()


def test_metadata_and_manifest_belong_into_meta(tmp_path: Path):
    (problem,) = told(package(tmp_path / "a", CML.replace(b"meta/metadata", b"other")))
    assert (problem.code, problem.detail) == (FuchsiaCode.OUTSIDE_META, "metadata.json")
    (problem,) = told(package(tmp_path / "b", manifest="data/x.json"))
    assert (problem.code, problem.detail) == (FuchsiaCode.OUTSIDE_META, "data/x.json")


def test_services_that_a_component_does_not_get_are_told(tmp_path: Path):
    cml = CML.replace(b"program:", b'use: [{ protocol: "fuchsia.sysmem.Allocator" }], program:')
    (problem,) = told(package(tmp_path, cml))
    assert (problem.code, problem.detail) == (FuchsiaCode.USES_SERVICE, "fuchsia.sysmem.Allocator")


def test_a_package_that_exposes_nothing_says_why(tmp_path: Path):
    folder = package(tmp_path, CML.replace(b"expose", b"offer"))
    (problem,) = told(folder)
    assert problem.code == FuchsiaCode.FAILS
    assert problem.consequence == (
        "The component manifest does not expose a directory named contents "
        "(files that it includes were not read)."
    )
    assert problem.file == f"{folder}/meta/vulkan.cml"
