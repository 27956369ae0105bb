"""What the lint says beyond its codes: details, limits, what is told once, which loader fails."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from tests.loader.lint.lint_machines import (
    EXPLICIT,
    IMPLICIT,
    A,
    B,
    implicit_folder,
    manifest,
    on_disk,
    one,
    read_on_disk,
    told,
)
from tests.loader.machine import ENVIRONMENT, LIBRARY, NEW, OLD, Machine, document, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.verdicts import EditKey, NoRemedy, RemoveFile, RenameKey, Severity
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.lint.lint_context import find_nearest_word
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.profiles.profile import LoaderProfile

# spelling


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("libary_path", "library_path"),
        ("library", "library_path"),
        ("implementation_verison", "implementation_version"),
        ("enable_enviroment", "enable_environment"),
        ("LIBRARYPATH", "library_path"),
        ("naem", "name"),
        ("description_", "description"),
        ("platforms", ""),
        ("x", ""),
        ("", ""),
    ],
)
def test_nearest_key(word, meant):
    known = (
        "library_path",
        "implementation_version",
        "enable_environment",
        "name",
        "description",
    )
    assert find_nearest_word(word, known) == meant


def test_a_beginning_that_fits_two_keys_is_no_hint():
    assert find_nearest_word("library", ("library_path", "library_arch")) == ""


# keys


def test_a_misspelt_key_that_is_needed_skips_the_layer(machine: Machine):
    path = f"{EXPLICIT}/x.json"
    found = one(machine.file(path, manifest(A, library_path=None, library="/lib/a.so")))
    assert found.title == "x.json: “library” instead of “library_path”"
    assert (
        "silently skips this layer. The loader does not recognize the key “library” on line 9"
        in found.consequence
    )
    assert found.remedy == RenameKey(path, ("layer", "library"), "library_path")
    assert found.other_remedies == (RemoveFile(path),)


def test_a_misspelt_key_that_is_optional_is_passed_over(machine: Machine):
    found = one(machine.explicit(A, instance_extension=[]))
    assert found.consequence.startswith("The loader continues without “instance_extensions”")
    assert found.other_remedies == ()


def test_a_misspelt_driver_key(machine: Machine):
    path = "/dd/vulkan/icd.d/x.json"
    icd = {"libary_path": "/lib/x.so", "api_version": "1.3.0"}
    found = one(machine.file(path, {"file_format_version": "1.0.0", "ICD": icd}))
    assert "skips this driver" in found.consequence
    assert found.line == 4


def test_a_misspelt_root_key(machine: Machine):
    content = {"file_format_version": "1.0.0", "layr": layer_object(A)}
    found = one(machine.file(f"{EXPLICIT}/x.json", content))
    assert found.remedy == RenameKey(f"{EXPLICIT}/x.json", ("layr",), "layer")


@pytest.mark.parametrize("profile", [OLD, NEW])
def test_case_matters_to_older_loaders_alone(machine: Machine, profile: LoaderProfile):
    machine.explicit(A).file(f"{EXPLICIT}/{A}.json", manifest(A, name=None, Name=A))
    codes = [problem.code for problem in told(machine, profile)]
    assert codes == ([] if profile == NEW else ["wrong-case-key"])


def test_keys_of_configurators_are_no_mistakes(machine: Machine):
    machine.explicit(A, introduction="x", platforms=["LINUX"], features={}, status="STABLE", url="")
    assert told(machine) == []


def test_a_layer_array_is_looked_through(machine: Machine):
    layers = document(layer_object(A), layer_object(B, False, nme="x"))
    layers["layers"][1].pop("name")
    found = told(machine.file(f"{EXPLICIT}/x.json", layers))
    assert [p.code for p in found if p.code == "misspelt-key"] == ["misspelt-key"]


def test_a_long_name_is_moved_aside_and_a_long_description_cut(machine: Machine):
    name = A + "x" * 300
    found = one(machine.explicit(A).file(f"{EXPLICIT}/long.json", manifest(name, description="x")))
    assert (found.code, found.remedy) == ("text-too-long", RemoveFile(found.file))
    old = [p for p in told(machine, OLD) if p.code == "text-too-long"]
    assert "cuts off the rest" in old[0].consequence


def test_an_old_format_is_left_alone_where_a_key_follows_layer(machine: Machine):
    content = {**document(layer_object(A, app_keys=[]), version="1.0.0"), "x": {}}
    content["layer"]["override_paths"] = ["/p"]
    machine.file(f"{EXPLICIT}/x.json", content)
    found = [p for p in told(machine) if p.code == "file-version-too-old"]
    assert isinstance(found[0].remedy, NoRemedy)


def test_pre_instance_functions_of_an_old_format_are_passed_over(machine: Machine):
    machine.file(
        f"{IMPLICIT}/x.json",
        document(layer_object(A, True, pre_instance_functions={"a": "b"}), version="1.1.0"),
    ).file(f"/lib/{A}.so", b"\x7fELF\x02\x01\x01" + b"\0" * 9 + b"\x03\x00\x3e\x00")
    assert one(machine).consequence == "The loader ignores this key."


def test_layers_need_1_0_1(machine: Machine):
    machine.explicit(A).explicit(B)
    layers = document(layer_object(A), layer_object(B), version="1.0.0")
    codes = [p.code for p in told(machine.file(f"{EXPLICIT}/x.json", layers))]
    assert "file-version-too-old" in codes


@pytest.mark.parametrize(
    ("members", "remedy"),
    [
        ({"implementation_version": 7}, "7"),
        ({"implementation_version": None}, "1"),
        ({"api_version": 1.3}, "1.3"),
        ({"type": None}, "GLOBAL"),
        ({"description": None}, ""),
        ({"type": "global"}, "GLOBAL"),
    ],
)
def test_what_may_be_written_into_a_file(machine: Machine, members: dict[str, object], remedy: str):
    found = told(machine.explicit(A, **members))[0]
    assert isinstance(found.remedy, EditKey)
    assert found.remedy.value == remedy


@pytest.mark.parametrize(("version", "remedy"), [("1.1.3.0", "1.3.0"), ("1.1.3", None)])
def test_a_variant_is_taken_out_of_a_version(machine: Machine, version: str, remedy: str | None):
    layers = document(layer_object(A, api_version=version), layer_object(B))
    found = [p for p in told(machine.file(f"{EXPLICIT}/x.json", layers)) if p.code == "variant"]
    values = [p.remedy.value for p in found if isinstance(p.remedy, EditKey)]
    assert values == ([remedy] if remedy else [])


@pytest.mark.parametrize(
    ("levels", "told_of"),
    [
        (60, [("repeated-key", "b"), ("repeated-key", "name")]),
        (800, [("nested-deeply", ""), ("repeated-key", "name")]),
    ],
)
def test_keys_that_stand_twice_are_found_as_deep_as_files_are_looked_at(
    machine: Machine, levels: int, told_of: list[tuple[str, str]]
):
    deep = '{"a": [' * (levels // 2) + '{"b": 1, "b": 2}' + "]}" * (levels // 2)
    text = json.dumps(manifest(A, instance_extensions=[{"name": "x"}]))
    text = text.replace('"name": "x"', '"name": "x", "name": "y"').replace(
        "{", f'{{"x": {deep}, ', 1
    )
    found = told(machine.explicit(A).file(f"{EXPLICIT}/{A}.json", text))
    assert sorted((problem.code, problem.detail) for problem in found) == told_of


def test_layers_in_an_object_are_a_list_to_the_loader(machine: Machine):
    layers = {"x": layer_object(A), "y": layer_object(B, implementation_version=7)}
    content = {"file_format_version": "1.0.1", "layers": layers}
    found = next(
        p for p in told(machine.file(f"{EXPLICIT}/x.json", content)) if p.code == "bad-value"
    )
    assert isinstance(found.remedy, EditKey)
    assert found.remedy.value == "7"


@pytest.mark.parametrize(
    "members",
    [{"library_path": None}, {"api_version": None}, {"name": None}, {"name": 5}],
)
def test_what_would_be_a_guess_is_not_offered(machine: Machine, members: dict[str, object]):
    found = told(machine.file(f"{EXPLICIT}/x.json", manifest(A, **members)))[0]
    assert found.remedy == RemoveFile(found.file)
    assert found.other_remedies == ()


# files


def test_a_socket_is_only_unreadable(tmp_path: Path):
    folder = implicit_folder(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(folder)  # the path of a socket must be short
        try:
            server.bind("x.json")
        finally:
            os.chdir(here)
        assert [problem.code for problem in on_disk(tmp_path)] == ["unreadable"]


@pytest.mark.parametrize(("version", "hangs"), [((1, 3, 295), True), ((1, 3, 296), False)])
def test_an_endless_device_hangs_older_loaders(tmp_path: Path, version, hangs: bool):
    (implicit_folder(tmp_path) / "x.json").symlink_to("/dev/zero")
    codes = [problem.code for problem in on_disk(tmp_path, LoaderProfile(version))]
    assert codes == (["hangs-all"] if hangs else ["unreadable"])


def test_a_loop_of_links_is_told_as_what_it_is(tmp_path: Path):
    (implicit_folder(tmp_path) / "x.json").symlink_to("x.json")
    (found,) = on_disk(tmp_path)
    assert found.code == "link-loop"
    assert "Too many levels of symbolic links" in found.consequence
    (row,) = read_on_disk(tmp_path).found_layers
    assert row.verdict.detail == "Too many levels of symbolic links"
    assert row.verdict.remedy == found.remedy


def test_several_manifests_in_a_misspelt_folder_are_counted(tmp_path: Path):
    folder = tmp_path / "share/vulkan/implicitlayer.d"
    folder.mkdir(parents=True)
    for name in ("a.json", "b.json"):
        (folder / name).write_text("{}")
    (found,) = on_disk(tmp_path)
    assert "2 manifests" in found.consequence
    assert isinstance(found.remedy, NoRemedy)


# loaders


def test_the_file_that_ends_every_program_says_on_which_loaders(machine: Machine):
    machine.file(f"{EXPLICIT}/x.json", "\n{")
    old = one(machine, OLD, NEW)
    assert (old.code, old.severity) == ("aborts-all", Severity.ERROR)
    assert "Loaders 1.3.268 and newer ignore the file" in old.consequence
    new = one(machine, NEW)
    assert (new.code, new.severity) == ("invalid-json", Severity.WARNING)
    assert (
        "Because of this file, loaders before 1.3.268 give up in every program" in new.consequence
    )


def test_layers_behind_a_file_that_ends_the_search_are_no_problems(machine: Machine):
    machine.file(f"{EXPLICIT}/x.json", "{").explicit(A)
    found = one(machine, LoaderProfile((1, 3, 230)))
    assert (found.code, found.severity) == ("ends-search", Severity.ERROR)


def test_the_installed_loader_that_fails_is_named(machine: Machine):
    machine.file(f"{EXPLICIT}/x.json", "\n{")
    other = OLD._replace(library="/opt/sdk/libvulkan.so.1")
    found = one(machine, NEW, other, other._replace(library="/elsewhere"))
    assert (found.code, found.severity) == ("other-loader-fails", Severity.ERROR)
    assert "1.3.239 (/opt/sdk/libvulkan.so.1) gives up in every program" in found.consequence
    assert "loader 1.4.364 continues" in found.consequence


def test_a_file_that_crashes_another_loader(machine: Machine):
    machine.file("/dd/vulkan/icd.d/x.json", {"file_format_version": "1.0.0", "ICD": [1]})
    found = [p for p in told(machine, NEW, OLD) if p.code == "other-loader-fails"]
    assert "crashes on it in every program" in found[0].consequence


@pytest.mark.parametrize(("patch", "is_read"), [(90, True), (91, False)])
def test_the_date_of_an_override_has_an_effect_where_the_loader_reads_it(
    machine: Machine, patch: int, is_read: bool
):
    machine.explicit(A).override(A, base="/dd", expiration="2021-12-31-23-59")
    found = told(machine, LoaderProfile((1, 1, patch)))
    assert ("expiration" in [problem.detail for problem in found]) == (not is_read)


# libraries


def test_libraries_of_other_platforms_are_not_looked_at(machine: Machine):
    machine.explicit(A, library_path="nowhere.dll").changes["platform"] = Platform.WINDOWS
    codes = [problem.code for problem in told(machine)]
    assert codes == ["no-driver"]


def test_a_library_that_only_a_program_can_find_is_no_problem(tmp_path: Path):
    layer = document(layer_object(A, True, library_path="$ORIGIN/liba.so"))
    (implicit_folder(tmp_path) / "a.json").write_text(json.dumps(layer))
    assert on_disk(tmp_path) == []


def test_a_missing_library_is_named_in_short(machine: Machine):
    found = one(machine.explicit(A, library=False, library_path="./lib/liba.so"))
    assert found.title == f"{A}: liba.so does not exist"
    assert found.other_remedies == (RemoveFile(found.file),)


# duplicates


def test_a_layer_that_the_other_word_size_has_not(machine: Machine):
    machine.explicit(A, base="/dd", library_arch="64").explicit(A, base="/de", library_arch="64")
    found = next(p for p in told(machine) if p.code == "duplicate")
    assert "32-bit programs do not use either copy" in found.consequence


def test_the_winner_of_each_word_size_is_named(machine: Machine):
    machine.implicit(A).implicit(A, base="/de", library_arch="32")
    assert told(machine) == []  # a pair for both word sizes is how it should be
    machine.implicit(A, base="/dh")
    (found,) = (p for p in told(machine) if p.code == "duplicate")
    assert found.file == f"/dd/vulkan/implicit_layer.d/{A}.json"
    assert found.remedy == RemoveFile(found.file)


def test_a_copy_that_the_other_word_size_uses_is_kept(machine: Machine):
    machine.implicit(A, base="/ch", library_arch="64").implicit(A, base="/dd")
    (found,) = (p for p in told(machine) if p.code == "duplicate")
    assert "32-bit programs use /dd/" in found.consequence
    assert isinstance(found.remedy, NoRemedy)


@pytest.mark.parametrize("is_bare", [False, True])
def test_two_manifests_that_lead_to_one_driver(tmp_path: Path, is_bare: bool):
    library = tmp_path / "lib/libx.so"
    for path in (library, *(tmp_path / f"{s}/vulkan/icd.d/x.json" for s in "ab")):
        path.parent.mkdir(parents=True, exist_ok=True)
    library.write_bytes(LIBRARY)
    (tmp_path / "lib/libother.so").symlink_to(library)
    for folder, name in (("a", str(library)), ("b", "libother.so" if is_bare else str(library))):
        icd = {"library_path": name, "api_version": "1.3.0"}
        text = json.dumps({"file_format_version": "1.0.0", "ICD": icd})
        (tmp_path / folder / "vulkan/icd.d/x.json").write_text(text)
    folders = {"XDG_DATA_DIRS": f"{tmp_path}/a:{tmp_path}/b", "LD_LIBRARY_PATH": f"{tmp_path}/lib"}
    report = discover(Host({**ENVIRONMENT, **folders}), profile=NEW)
    first, second = (str(tmp_path / f"{s}/vulkan/icd.d/x.json") for s in "ab")
    (found,) = (p for p in lint(report) if p.code == "driver-twice")
    assert found.file == second
    assert first in found.title
    # A filter would leave both out: it compares names without folders.
    assert (found.remedy, found.other_remedies) == (RemoveFile(second), (RemoveFile(first),))
    steps = explain_component(report, second)
    opened = f"{tmp_path}/lib/libother.so, found via LD_LIBRARY_PATH" if is_bare else str(library)
    assert steps[-1].note == opened


def test_one_manifest_that_is_found_by_two_paths(tmp_path: Path):
    folder = tmp_path / "a/vulkan/icd.d"
    folder.mkdir(parents=True)
    (folder / "libx.so").write_bytes(LIBRARY)
    icd = {"library_path": "./libx.so", "api_version": "1.3.0"}
    (folder / "x.json").write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    (tmp_path / "b").symlink_to("a")
    folders = {"XDG_DATA_DIRS": f"{tmp_path}/a:{tmp_path}/b"}
    (found,) = lint(discover(Host({**ENVIRONMENT, **folders}), profile=NEW))
    # Moved aside, it would be gone under both.
    assert found.code == "driver-twice"
    assert isinstance(found.remedy, NoRemedy)
    (folder / "y.json").symlink_to("x.json")
    found = lint(discover(Host({**ENVIRONMENT, "XDG_DATA_DIRS": f"{tmp_path}/a"}), profile=NEW))[0]
    ways = (found.remedy, *found.other_remedies)
    assert [x.file for x in ways if isinstance(x, RemoveFile)] == [f"{folder}/y.json"]
