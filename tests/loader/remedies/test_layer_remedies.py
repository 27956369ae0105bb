"""What would change a decision."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.framework.elf_files import LIBRARY as LIBRARY_KIND
from tests.framework.elf_files import make_elf_file
from tests.loader.machine import (
    LIBRARY,
    OLD,
    PROGRAM,
    Machine,
    document,
    found,
    layer_object,
    override_object,
)
from vkconfig_py.language.sentences import message, render
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    AskFor,
    AskNotFor,
    ChangeProfile,
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.explain.remedies import NOTHING_TO_REPAIR
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import LoaderProfile

OVERRIDE = "/ch/vulkan/implicit_layer.d/override.json"
IMPLICIT = "/dd/vulkan/implicit_layer.d"
EXPLICIT = "/dd/vulkan/explicit_layer.d"
SETTINGS = "/dh/vulkan//loader_settings.d/vk_loader_settings.json"


def remedy(machine: Machine, name: str, **asked: object) -> Remedy:
    return found(machine.report(**asked), name).verdict.remedy  # type: ignore[arg-type] # members


def steps(machine: Machine, name: str) -> tuple[Remedy, ...]:
    advice = remedy(machine, name)
    assert isinstance(advice, Together)
    return advice.steps


def test_variables(machine: Machine):
    machine.implicit("E", enable_environment={"ENABLE_E": "yes"}).implicit("I").explicit("A")
    machine.implicit("D").env(DISABLE_D="")
    assert remedy(machine, "E") == SetVariable("ENABLE_E", "yes")
    assert remedy(machine, "I") == SetVariable("DISABLE_I", "1")
    assert remedy(machine, "D") == UnsetVariable("DISABLE_D")
    assert remedy(machine, "A") == SetVariable("VK_INSTANCE_LAYERS", "A")
    machine.env(VK_LOADER_LAYERS_DISABLE="A", ENABLE_E="no", VK_LOADER_LAYERS_ENABLE="x")
    assert remedy(machine, "A") == SetVariable("VK_LOADER_LAYERS_ENABLE", "A,x")
    assert remedy(machine, "E") == SetVariable("ENABLE_E", "yes")


def test_variables_keep_what_they_hold(machine: Machine):
    machine.explicit("A").explicit("B").env(VK_INSTANCE_LAYERS="B")
    assert remedy(machine, "A") == SetVariable("VK_INSTANCE_LAYERS", "B:A")
    assert remedy(machine, "B") == UnsetVariable("VK_INSTANCE_LAYERS")
    machine.env(VK_INSTANCE_LAYERS="B:A")
    assert remedy(machine, "B") == SetVariable("VK_INSTANCE_LAYERS", "A")


def test_names_that_no_variable_can_hold(machine: Machine):
    machine.explicit("a:b").explicit("*star").env(VK_LOADER_LAYERS_DISABLE="*star*")
    assert remedy(machine, "a:b") == AskFor(layer="a:b")
    assert steps(machine, "*star") == (
        UnsetVariable("VK_LOADER_LAYERS_DISABLE"),
        SetVariable("VK_INSTANCE_LAYERS", "*star"),
    )


def test_every_obstacle_is_taken_away(machine: Machine):
    machine.implicit("I", library=False, enable_environment={"ENABLE_I": "1"}).env(DISABLE_I="1")
    assert steps(machine, "I") == (
        UnsetVariable("DISABLE_I"),
        SetVariable("ENABLE_I", "1"),
        InstallLibrary("/lib/I.so"),
    )
    machine.implicit("S", enable_environment={"DISABLE_S": "1"}).env(DISABLE_S="1")
    assert remedy(machine, "S") == AskFor(layer="S")


def test_copies(machine: Machine):
    machine.implicit("I").implicit("I", base="/de").explicit("A").explicit("A", base="/de")
    report = machine.report()
    copies = [
        x.verdict.remedy for x in report.found_layers if x.verdict.reason.value == "duplicate"
    ]
    assert copies == [
        SetVariable("VK_ADD_IMPLICIT_LAYER_PATH", "/de/vulkan/implicit_layer.d/I.json"),
        SetVariable("VK_ADD_LAYER_PATH", "/de/vulkan/explicit_layer.d/A.json"),
    ]
    assert remedy(machine, "A", profile=OLD) == AskFor(layer="A")
    before = machine.report(profile=LoaderProfile((1, 3, 204)))  # no variable adds folders
    copies = [x.verdict.remedy for x in before.found_layers if x.verdict.reason is Reason.DUPLICATE]
    assert copies == [NoRemedy(message("this loader uses the copy found first"))] * 2


def test_copy_inside_one_file(machine: Machine):
    both = document(layer_object("A"), layer_object("A"))
    machine.file(f"{EXPLICIT}/a.json", both).file("/lib/A.so", b"")
    second = machine.report().found_layers[1].verdict.remedy
    assert second == NoRemedy(message("this loader uses the copy found first"))


def test_explicit_copy_behind_an_implicit_one_cannot_be_put_first(machine: Machine):
    machine.implicit("A").explicit("A")
    second = machine.report().found_layers[1].verdict
    assert (second.reason, type(second.remedy)) == (Reason.DUPLICATE, NoRemedy)


def test_copy_is_put_first_where_the_search_is_replaced(machine: Machine):
    machine.explicit("A").explicit("A", base="/de").env(
        VK_LAYER_PATH=f"{EXPLICIT}:/de/vulkan/explicit_layer.d"
    )
    second = machine.report().found_layers[1].verdict.remedy
    assert second == SetVariable(
        "VK_LAYER_PATH", f"/de/vulkan/explicit_layer.d:{EXPLICIT}:/de/vulkan/explicit_layer.d"
    )


def test_file_that_is_read_twice(machine: Machine):
    machine.explicit("A").env(VK_LAYER_PATH=f"{EXPLICIT}:{EXPLICIT}/A.json")
    profile = LoaderProfile((1, 4, 345))
    assert machine.report(profile=profile).found_layers[1].verdict.remedy == ChangeProfile(
        (1, 4, 361)
    )


def test_overrides(machine: Machine):
    machine.explicit("A").implicit("I").override("A", blacklisted_layers=["I"])
    assert remedy(machine, "I") == EditKey(
        OVERRIDE, ("layer", "blacklisted_layers", 0), REMOVED, "remove the layer from the blacklist"
    )
    assert remedy(machine, "A") == EditKey(
        OVERRIDE, ("layer", "component_layers", 0), REMOVED, "remove A"
    )
    machine.override("A", app_keys=["/x"])
    assert remedy(machine, OVERRIDE_NAME) == EditKey(
        OVERRIDE, ("layer", "app_keys", 1), PROGRAM, f"add {PROGRAM}"
    )
    machine.override("A").override("A", base="/dd")
    second = [x for x in machine.report().found_layers if x.name == OVERRIDE_NAME][1]
    assert second.verdict.remedy == RemoveFile(OVERRIDE)


def test_override_that_names_the_program_twice(machine: Machine):
    machine.override(app_keys=[PROGRAM, PROGRAM])
    assert remedy(machine, OVERRIDE_NAME) == EditKey(
        OVERRIDE, ("layer", "app_keys", 1), REMOVED, "list the program only once"
    )


def test_files(machine: Machine):
    machine.file(f"{EXPLICIT}/x.json", "{").explicit("gone", library=False)
    machine.file(f"{EXPLICIT}/driver.json", {"file_format_version": "1", "ICD": {}})
    machine.file("/dd/vulkan/icd.d/layer.json", {"file_format_version": "1", "layer": {}})
    machine.explicit("bad", type=5)
    assert remedy(machine, "gone") == InstallLibrary("/lib/gone.so")
    assert remedy(machine, "driver.json") == MoveFile(
        f"{EXPLICIT}/driver.json", "/dd/vulkan/icd.d/driver_moved.json"
    )
    assert remedy(machine, "bad") == EditKey(
        f"{EXPLICIT}/bad.json", ("layer", "type"), "GLOBAL", "correct “type”"
    )
    assert remedy(machine, "x.json") == RemoveFile(f"{EXPLICIT}/x.json")
    driver = machine.report().drivers[1].verdict.remedy
    assert driver == MoveFile(
        "/dd/vulkan/icd.d/layer.json", "/dd/vulkan/explicit_layer.d/layer.json"
    )


def test_files_that_cannot_be_read(machine: Machine):
    machine.env(VK_ADD_LAYER_PATH="/none.json:/x", XDG_DATA_DIRS="/dd:/other.json")
    assert remedy(machine, "none.json") == SetVariable("VK_ADD_LAYER_PATH", "/x")
    assert remedy(machine, "other.json") == SetVariable("XDG_DATA_DIRS", "/dd")
    machine.override(override_paths=["/gone.json"]).settings(
        {"layers": [{"control": "on", "name": "x", "path": "/away.json"}, {"control": UNORDERED}]}
    )
    assert remedy(machine, "gone.json") == EditKey(
        OVERRIDE, ("layer", "override_paths", 0), REMOVED, "remove /gone.json"
    )
    assert remedy(machine, "away.json") == EditKey(
        SETTINGS, ("settings", "layers", 0), REMOVED, "remove the entry"
    )


UNORDERED = "unordered_layer_location"


def test_settings_file(machine: Machine):
    machine.explicit("A").implicit("I").settings({"layers": []})
    assert remedy(machine, "A") == EditKey(
        SETTINGS,
        ("settings", "layers", 0),
        {"name": "A", "path": f"{EXPLICIT}/A.json", "control": "on"},
        "list A",
    )
    implicit = remedy(machine, "I")
    assert isinstance(implicit, EditKey)
    assert isinstance(implicit.value, dict)
    assert implicit.value["treat_as_implicit_manifest"] is True
    entries = [{"control": "off", "name": "A", "path": f"{EXPLICIT}/A.json"}]
    machine.settings({"layers": entries})
    place = ("settings", "layers", 0, "control")
    assert remedy(machine, "A") == EditKey(SETTINGS, place, "on", "change it from off to on")
    machine.settings({"layers": [{**entries[0], "control": "on"}]})
    assert remedy(machine, "A") == EditKey(SETTINGS, place, "off", "change it from on to off")
    machine.settings({"layers": [{**entries[0], "name": "B"}]})
    assert remedy(machine, "B") == EditKey(SETTINGS, place[:-1], REMOVED, "remove the entry")


def test_settings_file_off_for_another_copy(machine: Machine):
    machine.explicit("A").explicit("B").implicit("A", base="/de")
    entries = [
        {"control": "off", "name": "A", "path": f"{EXPLICIT}/B.json"},
        {"control": UNORDERED},
    ]
    machine.settings({"layers": entries}).env(VK_LOADER_LAYERS_DISABLE="B")
    advice = steps(machine, "A")
    assert [x.path[-1] for x in advice if isinstance(x, EditKey)] == [
        "control",
        "path",
        "treat_as_implicit_manifest",
    ]
    assert steps(machine, "B") == (
        UnsetVariable("VK_LOADER_LAYERS_DISABLE"),
        SetVariable("VK_INSTANCE_LAYERS", "B"),
    )


def test_keys_of_meta_layers_and_variants(machine: Machine):
    machine.meta("M", "gone").explicit("V", api_version="1.1.0.0").explicit("T", type="DEVICE")
    machine.file(
        f"{EXPLICIT}/n.json",
        {"file_format_version": "1.1.0", "layer": layer_object("N"), "more": 1},
    )
    assert remedy(machine, "M") == EditKey(
        f"{EXPLICIT}/M.json", ("layer", "component_layers", 0), REMOVED, "remove gone"
    )
    assert remedy(machine, "V") == EditKey(
        f"{EXPLICIT}/V.json", ("layer", "api_version"), "1.0.0", "correct “api_version”"
    )
    assert remedy(machine, "T") == EditKey(
        f"{EXPLICIT}/T.json", ("layer", "type"), "GLOBAL", "correct “type”"
    )
    moved = [x for x in steps(machine, "n.json") if isinstance(x, EditKey)]
    assert [(x.path, x.value) for x in moved] == [(("more",), REMOVED), (("more",), 1)]


def test_versions_of_components(machine: Machine):
    machine.explicit("A", api_version="1.1.0").meta("M", "A", api_version="1.2.0")
    assert remedy(machine, "M") == EditKey(
        f"{EXPLICIT}/M.json",
        ("layer", "api_version"),
        "1.1.0",
        "set it to 1.1.0 to match the component layers",
    )


def test_meta_layers_in_a_circle(machine: Machine):
    machine.meta("one", "two").meta("two", "one")
    assert remedy(machine, "one") == EditKey(
        f"{EXPLICIT}/one.json", ("layer", "component_layers", 0), REMOVED, "remove two"
    )


def test_name_inside_another_and_older_loaders():
    machine = Machine().driver().implicit("VK_a").env(VK_INSTANCE_LAYERS="VK_ab")
    assert remedy(machine, "VK_a") == SetVariable("VK_INSTANCE_LAYERS", "VK_ab:VK_a")
    machine = Machine().driver().implicit("I", enable_environment="x")
    assert remedy(machine, "I", profile=OLD) == EditKey(
        f"{IMPLICIT}/I.json",
        ("layer", "enable_environment"),
        {"x": "1"},
        "correct “enable_environment”",
    )
    machine = Machine().driver().implicit("I", api_version="1.0.0")
    advice = remedy(machine, "I", profile=LoaderProfile((1, 3, 224)), api_version=(1, 3, 0))
    assert advice == ChangeProfile((1, 3, 228))


def test_what_is_asked_for(machine: Machine):
    machine.explicit("A")
    assert found(machine.report("A"), "A").verdict.remedy == AskNotFor(layer="A")


def test_manifest_for_the_other_word_size_is_right_as_it_is(machine: Machine):
    machine.explicit("N", library_arch="32")
    why = "for programs with the other word size; no fix needed"
    assert remedy(machine, "N") == NOTHING_TO_REPAIR == NoRemedy(message(why))


def driver_remedy(machine: Machine, **asked: object) -> Remedy:
    return machine.report(**asked).drivers[0].verdict.remedy  # type: ignore[arg-type] # members


def test_drivers():
    portable = Machine().driver(is_portability_driver=True)
    assert driver_remedy(portable) == AskFor(extension="VK_KHR_portability_enumeration", flags=1)
    asked = ("VK_KHR_portability_enumeration",)
    assert driver_remedy(portable, extensions=asked) == AskFor(flags=1)
    machine = Machine().driver().env(VK_LOADER_DRIVERS_SELECT="x*")
    name = "driver.json"
    assert driver_remedy(machine) == SetVariable("VK_LOADER_DRIVERS_SELECT", f"{name},x*")
    machine = Machine().driver().env(VK_LOADER_DRIVERS_DISABLE="*,x*,driver*")
    assert driver_remedy(machine) == SetVariable("VK_LOADER_DRIVERS_DISABLE", "x*")
    machine.env(VK_LOADER_DRIVERS_DISABLE="*")
    assert driver_remedy(machine) == UnsetVariable("VK_LOADER_DRIVERS_DISABLE")
    machine = Machine().driver(library_path="/gone.so")
    assert driver_remedy(machine) == InstallLibrary("/gone.so")
    machine = Machine().driver()
    assert driver_remedy(machine) == SetVariable("VK_LOADER_DRIVERS_DISABLE", name)
    assert isinstance(driver_remedy(machine, profile=LoaderProfile((1, 3, 224))), NoRemedy)


def test_driver_file_name_that_is_a_pattern():
    machine = Machine().driver("a,b").env(VK_LOADER_DRIVERS_SELECT="x")
    assert isinstance(driver_remedy(machine), NoRemedy)


@pytest.mark.parametrize("icd", [None, {}, [], "x"])
def test_driver_manifest_without_its_parts(icd: object):
    members = {} if icd is None else {"ICD": icd}
    content = {"file_format_version": "1.0.0", **members}
    machine = Machine().driver().file("/dd/vulkan/icd.d/new.json", content)
    report = machine.report()
    advice = report.drivers[1].verdict.remedy
    assert isinstance(advice, Together)
    assert advice.steps[-1] == InstallLibrary("/dd/vulkan/icd.d/./libnew.so")


def test_file_that_is_found_as_both_kinds(machine: Machine):
    machine.implicit("I").env(VK_LAYER_PATH=IMPLICIT)
    second = machine.report().found_layers[1].verdict
    assert (second.reason.value, second.remedy) == (
        "duplicate",
        NoRemedy(message("the file is found twice, and this loader reads it each time")),
    )


def test_switch_that_turns_a_layer_on_and_off(machine: Machine):
    machine.implicit("I", enable_environment={"DISABLE_I": "1"})
    assert remedy(machine, "I") == AskFor(layer="I")
    machine.env(VK_LOADER_LAYERS_DISABLE="I")
    assert remedy(machine, "I") == SetVariable("VK_LOADER_LAYERS_ENABLE", "I")


def test_hidden_layer_of_a_file_with_several(machine: Machine):
    both = document(layer_object("A"), layer_object("B"))
    machine.file(f"{EXPLICIT}/ab.json", both).file("/lib/A.so", LIBRARY)
    machine.settings({"layers": []})
    advice = remedy(machine, "A", profile=LoaderProfile((1, 4, 345)))
    assert advice == Together(
        (
            EditKey(SETTINGS, ("settings", "layers"), REMOVED, "remove the layer list"),
            SetVariable("VK_INSTANCE_LAYERS", "A"),
        )
    )


def test_component_of_an_override_that_is_older_than_the_program():
    machine = Machine().driver().implicit("I", api_version="1.0.0")
    machine.override("I", api_version="1.0.0").meta("M", implicit=True)
    profile = LoaderProfile((1, 3, 224))
    report = machine.report(profile=profile, api_version=(1, 3, 0))
    assert found(report, OVERRIDE_NAME).verdict.remedy == AskFor(layer=OVERRIDE_NAME)
    assert found(report, "I").verdict.remedy == ChangeProfile((1, 3, 228))


def test_override_that_chooses_folders(machine: Machine):
    machine.explicit("A")
    machine.override("A", override_paths=["/none"], enable_environment={"ON": "1"})
    place = ("layer", "component_layers", 0)
    assert steps(machine, OVERRIDE_NAME) == (
        EditKey(OVERRIDE, place, REMOVED, "remove A"),
        SetVariable("ON", "1"),
    )


def test_huge_file_is_not_repaired_but_taken_away(machine: Machine):
    path = "/dd/vulkan/explicit_layer.d/huge.json"
    machine.file(path, '{"file_format_version": "1.0.0", "x": "' + "x" * (1 << 20) + '"}')
    assert remedy(machine, "huge.json") == RemoveFile(path)


def test_overrides_go_one_by_one_until_the_last_one_acts(machine: Machine):
    machine.overrides(override_object("A"), override_object()).override(base="/dd").explicit("A")
    advice = "remove this VK_LAYER_LUNARG_override entry"
    first, second = (EditKey(OVERRIDE, ("layers", n), REMOVED, advice) for n in range(2))
    remedies = [one.verdict.remedy for one in machine.report().found_layers[1:3]]
    in_data = f"{IMPLICIT}/override.json"
    assert remedies == [Together((RemoveFile(in_data), first)), Together((second, first))]


def test_copy_in_a_file_with_several_layers_cannot_be_put_first(machine: Machine):
    both = document(layer_object("A"), layer_object("B"))
    machine.explicit("A").file("/de/vulkan/explicit_layer.d/ab.json", both)
    copy = next(one for one in machine.report().found_layers if one.file.endswith("ab.json"))
    assert copy.verdict.remedy == NoRemedy(message("this loader uses the copy found first"))


def test_what_stands_behind_a_file_that_ends_the_search():
    machine = Machine().driver().file(f"{IMPLICIT}/bad.json", "{").implicit("I", base="/de")
    report = machine.explicit("A").report(profile=LoaderProfile((1, 3, 224)))
    assert found(report, "I").verdict.reason is Reason.NOT_REACHED
    for name in ("bad.json", "I", "A"):
        assert found(report, name).verdict.remedy == RemoveFile(f"{IMPLICIT}/bad.json")


def test_the_only_part_of_a_variable_is_unset_with_it(machine: Machine):
    machine.env(VK_ADD_LAYER_PATH="/none.json")
    assert remedy(machine, "none.json") == UnsetVariable("VK_ADD_LAYER_PATH")


def test_manifest_that_names_no_library(machine: Machine):
    machine.explicit("A", library_path="")
    place = ("layer", "library_path")
    assert steps(machine, "A") == (
        EditKey(f"{EXPLICIT}/A.json", place, "./libA.so", "add the library's name"),
        InstallLibrary(f"{EXPLICIT}/./libA.so"),
    )


def test_driver_of_the_settings_file_that_is_not_there():
    machine = Machine().driver().settings({"additional_drivers": [{"path": "/gone.json"}]})
    place = ("settings", "additional_drivers", 0)
    assert driver_remedy(machine) == EditKey(SETTINGS, place, REMOVED, "remove the entry")


def test_files_on_the_disk(tmp_path: Path):
    folder = tmp_path / "share/vulkan/explicit_layer.d"
    (folder / "folder.json").mkdir(parents=True)
    (folder / "link.json").symlink_to("/nowhere")
    os.mkfifo(folder / "pipe.json")
    (folder / "A.json").write_text(json.dumps(document(layer_object("A"))))
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/A.so").write_bytes(make_elf_file(kind=LIBRARY_KIND, needed=["libgone.so"]))
    report = discover(Host({"XDG_DATA_DIRS": "/share"}, root=str(tmp_path)))
    remedies = {one.file.rpartition("/")[2]: one.verdict.remedy for one in report.found_layers}
    assert remedies.pop("link.json") == RemoveFile("/share/vulkan/explicit_layer.d/link.json")
    assert remedies == {
        "folder.json": NoRemedy("the loader lacks permission to read it: Is a directory"),
        "pipe.json": RemoveFile("/share/vulkan/explicit_layer.d/pipe.json"),
        "A.json": InstallLibrary("libgone.so"),
    }


@pytest.mark.parametrize("profile", [OLD, None], ids=["1.3.239", "newest"])
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"DISABLE_GAME": 1}, {"DISABLE_GAME": "1"}),
        ({"DISABLE_GAME": True, "OTHER": "x"}, {"DISABLE_GAME": "1", "OTHER": "x"}),
        ("DISABLE_GAME", {"DISABLE_GAME": "1"}),
        (["DISABLE_GAME=yes"], {"DISABLE_GAME": "yes"}),
        ({}, {"DISABLE_I": "1"}),
    ],
)
def test_a_repair_keeps_the_variable_that_the_author_named(
    machine: Machine, profile: LoaderProfile | None, written: object, meant: object
) -> None:
    machine.implicit("I", disable_environment=written)
    asked = {} if profile is None else {"profile": profile}
    verdict = next(
        layer.verdict
        for layer in machine.report(**asked).found_layers  # type: ignore[arg-type] # members
        if layer.file.endswith("/I.json")
    )
    place = ("layer", "disable_environment")
    assert verdict.remedy == EditKey(
        f"{IMPLICIT}/I.json", place, meant, "correct “disable_environment”"
    )
    if isinstance(written, dict) and written:
        said = "the value of DISABLE_GAME in “disable_environment” is not a string"
        assert render(verdict.detail) == said


def find_first_edit(machine: Machine, content: dict[str, Any]) -> EditKey:
    """Return the first edit of the repair of a manifest with this content."""
    machine.file(f"{EXPLICIT}/a.json", content).file("/lib/A.so", LIBRARY)
    advice = next(
        layer.verdict.remedy
        for layer in machine.report().found_layers
        if layer.file.endswith("/a.json")
    )
    first = advice.steps[0] if isinstance(advice, Together) else advice
    assert isinstance(first, EditKey)
    return first


@pytest.mark.parametrize(
    ("key", "written", "meant"),
    [
        ("name", 7, "7"),
        ("api_version", 1.3, "1.3.0"),
        ("api_version", [1], "1.0.0"),
        ("implementation_version", 5, "5"),
        ("description", 5, "5"),
        ("library_path", ["./libmine.so"], "./libmine.so"),
    ],
)
def test_a_repair_keeps_what_a_value_of_another_type_means(
    machine: Machine, key: str, written: object, meant: str
) -> None:
    first = find_first_edit(machine, document(layer_object("A") | {key: written}))
    assert (first.path[-1], first.value) == (key, meant)


def test_a_layer_in_an_object_instead_of_a_list_keeps_its_members(machine: Machine) -> None:
    content = {"file_format_version": "1.1.0", "layers": layer_object("A")}
    first = find_first_edit(machine, content)
    (layer,) = first.value  # type: ignore[misc] # a list
    assert layer["name"] == "A"
    assert layer["library_path"] == layer_object("A")["library_path"]
