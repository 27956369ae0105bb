"""What the lint says of overrides, settings files and variables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.loader.lint.lint_machines import (
    EXPLICIT,
    OTHER_VARIABLE,
    A,
    B,
    implicit_folder,
    on_disk,
    one,
    told,
)
from tests.loader.machine import PROGRAM, Machine, document, layer_object, override_object
from tests.loader.profiles.test_profile_layers import around
from vkconfig_py.loader.base.verdicts import (
    EditKey,
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    Remedy,
    RenameKey,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, Gate, LoaderProfile

C = "VK_LAYER_c"

# overrides


def test_paths_of_a_refused_override_act(machine: Machine):
    machine.override("VK_LAYER_gone", override_paths=[EXPLICIT])
    found = told(machine)[0]
    assert found.code == "meta-component-missing"
    assert "override_paths still apply" in found.consequence


@pytest.mark.parametrize("components", [("VK_LAYER_gone",), ("VK_LAYER_m", "VK_LAYER_m")])
def test_a_missing_path_of_a_refused_override(machine: Machine, components: tuple[str, ...]):
    machine.implicit(A).implicit("VK_LAYER_m", library_path=None, component_layers=[A])
    machine.override(*components, override_paths=["/gone"])
    found = next(p for p in told(machine) if p.code == "override-path-gone")
    assert "its paths still apply" in found.consequence


def test_layer_that_an_override_blocks_itself_is_told_as_the_override_acts(machine: Machine):
    def find_consequences(loader: LoaderProfile = NEWEST_PROFILE) -> list[str]:
        found = told(machine, loader)
        return [p.consequence for p in found if p.code == "override-blocks-own"]

    machine.explicit(A).override(A, base="/dd", api_version="1.3.0", blacklisted_layers=[A])
    acts = "The layer is blocked; the rest of the override applies."
    assert find_consequences() == [acts]
    before, since = around(Gate.BLACKLIST)
    assert find_consequences(since) == [acts]
    assert find_consequences(before) == []
    machine.override(A, base="/dd", blacklisted_layers=[A], app_keys=["/other"])
    assert find_consequences() == ["Where the override applies, the layer is blocked."]
    machine.override(A, "VK_LAYER_gone", base="/dd", blacklisted_layers=[A])
    assert find_consequences() == []


@pytest.mark.parametrize(
    ("component", "consequence"),
    [
        (
            A,
            (
                "It blocks one layer but does not turn on any: only implicit layers load "
                "automatically."
            ),
        ),
        (
            "VK_LAYER_gone",
            "It does not turn on any layers: only implicit layers load automatically.",
        ),
    ],
)
def test_override_in_an_explicit_folder_blocks_unless_it_is_rejected(
    machine: Machine, component: str, consequence: str
):
    override = override_object(component, blacklisted_layers=[B])
    machine.explicit(A).explicit(B).file(f"{EXPLICIT}/x.json", document(override))
    (found,) = (p for p in told(machine) if p.code == "override-in-explicit-folder")
    assert found.consequence == consequence


def test_a_folder_of_an_entry_that_is_gone_leaves_the_others_searched(machine: Machine):
    machine.explicit(A).override(A, override_paths=[f"{EXPLICIT}:/gone"])
    (found,) = (p for p in told(machine) if p.code == "override-path-gone")
    assert (
        found.consequence == "Explicit layers are searched for only in the override's other paths."
    )
    assert isinstance(found.remedy, EditKey)
    assert found.remedy.value == EXPLICIT


def test_folders_that_are_all_gone_leave_no_layer_to_find(machine: Machine):
    machine.override(override_paths=["/gone", "/gone2"])
    said = [p.consequence for p in told(machine) if p.code == "override-path-gone"]
    assert len(said) == 2
    assert all(text.startswith("The affected programs cannot find any") for text in said)


@pytest.mark.parametrize(
    ("paths", "gone"),
    [
        ([EXPLICIT, "/ch/vulkan/explicit_layer.d"], []),
        ([EXPLICIT, "/own"], ["/own"]),
        (["/ch/vulkan/explicit_layer.d"], ["/ch/vulkan/explicit_layer.d"]),  # hides all others
    ],
)
def test_a_missing_folder_that_loaders_search_anyway_is_no_problem(
    machine: Machine, paths: list[str], gone: list[str]
):
    machine.explicit(A).override(A, override_paths=paths)
    found = [p.detail for p in told(machine) if p.code == "override-path-gone"]
    assert found == gone


def test_cumulative_keys_do_not_leak(machine: Machine):
    machine.explicit(A).file("/opt/two", b"\x7fELF").file(PROGRAM, b"\x7fELF")
    machine.overrides(
        override_object(A, app_keys=[PROGRAM]), override_object(A, app_keys=["/opt/two", PROGRAM])
    )
    assert "override-leaks" not in [p.code for p in told(machine)]


def test_components_leak_while_copies_stay_in_the_list(machine: Machine):
    machine.explicit(A).file("/opt/two", b"\x7fELF").file(PROGRAM, b"\x7fELF")
    machine.overrides(
        override_object(A, app_keys=[PROGRAM]), override_object(A, app_keys=["/opt/two"])
    )
    before, since = around(Gate.DUPLICATES_REMOVED)
    old = next(p for p in told(machine, before) if p.code == "override-leaks")
    assert "also turns on its layers" in old.consequence
    # The later one has left the list, with all that it would do.
    assert not {"override-leaks", "duplicate"} & {p.code for p in told(machine, since)}
    assert [layer.name for layer in machine.report(profile=since).layers] == [OVERRIDE_NAME, A]


@pytest.mark.parametrize("own", [[], [EXPLICIT]], ids=["none", "own"])
def test_paths_of_a_later_override_count_where_the_own_one_has_none(
    machine: Machine, own: list[str]
):
    machine.explicit(A).file(PROGRAM, b"\x7fELF").file("/opt/two", b"\x7fELF")
    machine.explicit(B, base="/etc").overrides(
        override_object(app_keys=[PROGRAM], override_paths=own),
        override_object(app_keys=["/opt/two"], override_paths=["/etc/vulkan/explicit_layer.d"]),
    )
    listed = [layer.name for layer in machine.report().layers]
    leaks = "override-leaks" in [p.code for p in told(machine)]
    assert (leaks, B in listed) == (not own, not own)


@pytest.mark.parametrize("paths", [[], [EXPLICIT]], ids=["none", "some"])
def test_only_an_override_with_paths_may_leak_them(machine: Machine, paths: list[str]):
    machine.explicit(A).override(A, app_keys=["/gone"], override_paths=paths)
    (found,) = (p for p in told(machine) if p.code == "override-program-gone")
    assert ("its paths may still affect" in found.consequence) == bool(paths)


def test_a_script_is_never_the_path_of_a_program(tmp_path: Path):
    (tmp_path / "script").write_text("#!/bin/sh\n")
    override = json.dumps(document(override_object(app_keys=["/script"])))
    (implicit_folder(tmp_path) / "o.json").write_text(override)
    (found,) = on_disk(tmp_path)
    assert "the program is a script" in found.title


def test_two_overrides_that_share_their_variable_are_both_off(machine: Machine):
    machine.overrides(override_object(app_keys=[PROGRAM]), override_object())
    machine.file(PROGRAM, b"\x7fELF").env(DISABLE_VK_LAYER_LUNARG_override="1")
    assert "override-disabled-acts" not in [p.code for p in told(machine)]


@pytest.mark.parametrize(
    ("components", "blocked", "said"),
    [
        ([C], [B], "The override still blocks its layer and turns on its implicit components: "),
        ([], [A, B], "The override still blocks 2 layers: "),
        ([C], [], "The override still turns on its implicit components: "),
        ([A], [B], "The override still blocks its layer: "),
    ],
)
def test_an_override_that_is_off_names_what_it_still_does(
    machine: Machine, components: list[str], blocked: list[str], said: str
):
    make_first_override_off(machine, *components, blacklisted_layers=blocked)
    (found,) = (p for p in told(machine) if p.code == "override-disabled-acts")
    assert found.consequence.startswith(said)
    verdicts = {one.name: one.verdict for one in machine.report().found_layers}
    assert [name for name in (A, B) if verdicts[name].reason is Reason.BLACKLISTED] == blocked
    assert (verdicts[C].outcome is Outcome.LOADS) == (C in components)
    assert verdicts[A].outcome is Outcome.OFF


@pytest.mark.parametrize("components", [(), (A,)], ids=["none", "explicit"])
def test_an_override_that_is_off_and_does_nothing_is_no_problem(
    machine: Machine, components: tuple[str, ...]
):
    make_first_override_off(machine, *components, override_paths=[EXPLICIT])
    outcomes = {one.name: one.verdict.outcome for one in machine.report().found_layers}
    assert {outcomes[name] for name in (A, B, C)} == {Outcome.OFF}
    assert "override-disabled-acts" not in [p.code for p in told(machine)]


def test_an_override_for_one_program_replaces_that_for_all_so_nothing_of_it_stays(
    machine: Machine,
):
    first = override_object(blacklisted_layers=[A], app_keys=[PROGRAM])
    machine.explicit(A).overrides(first, override_object(**OTHER_VARIABLE))
    machine.file(PROGRAM, b"\x7fELF").env(**{next(iter(first["disable_environment"])): "1"})
    assert "override-disabled-acts" not in [p.code for p in told(machine)]
    verdicts = {one.name: one.verdict for one in machine.report().found_layers}
    assert verdicts[A].reason is Reason.NOT_REQUESTED


def test_an_override_does_nothing_once_the_other_one_is_off_too(machine: Machine):
    make_first_override_off(machine, blacklisted_layers=[A])
    machine.env(OTHER="1")
    assert "override-disabled-acts" not in [p.code for p in told(machine)]
    verdicts = {one.name: one.verdict for one in machine.report().found_layers}
    assert verdicts[A].reason is not Reason.BLACKLISTED


def make_first_override_off(machine: Machine, *components: str, **members: object) -> None:
    """Add three layers and two overrides, of which the variable of the first one is set."""
    first = override_object(*components, app_keys=[PROGRAM], **members)
    other = override_object(app_keys=["/opt/other"], **OTHER_VARIABLE)
    machine.explicit(A).explicit(B).overrides(first, other)
    machine.implicit(C, enable_environment={"ENABLE_C": "1"})
    machine.file(PROGRAM, b"\x7fELF").file("/opt/other", b"\x7fELF")
    machine.env(**{next(iter(first["disable_environment"])): "1"})


# settings


def test_a_settings_entry_whose_manifest_holds_another_layer(machine: Machine):
    machine.explicit(A)
    entry = {"control": "on", "name": B, "path": f"{EXPLICIT}/{A}.json"}
    found = [p for p in told(machine.settings({"layers": [entry]})) if "dead" in p.code]
    assert "does not contain a layer of that name" in found[0].title


def test_a_driver_that_hides_every_driver(machine: Machine):
    machine.settings({"additional_drivers": [{"path": "/x"}]})
    found = [p for p in told(machine) if p.code == "settings-driver-dead"]
    assert "does not find any drivers" in found[0].consequence


def test_misspelt_keys_of_a_settings_file(machine: Machine):
    entry = {"control": "unordered_layer_location"}
    content = {
        "file_format_version": "1.0.0",
        "settings_array": [{"stderr_logs": ["all"], "layers": [entry]}, 5],
    }
    found = [p for p in told(machine.settings(content)) if p.code == "misspelt-key"]
    path = ("settings_array", 0, "stderr_logs")
    assert found[0].remedy == RenameKey(found[0].file, path, "stderr_log")


def test_other_entries_of_a_settings_file_are_left_alone(machine: Machine):
    machine.explicit(A)
    entries = [
        {"control": "off", "name": "x", "path": "/gone.json"},
        {"control": "on", "name": A, "path": f"{EXPLICIT}/{A}.json"},
    ]
    drivers = [{"path": "/dd/vulkan/icd.d/driver.json"}, 5]
    machine.settings({"layers": entries, "additional_drivers": drivers, "app_keys": [PROGRAM]})
    assert [p.code for p in told(machine) if p.code.startswith("settings-")] == []


def test_a_settings_entry_whose_path_is_no_json(machine: Machine):
    machine.file("/x", json.dumps(document(layer_object(A))))
    entry = {"control": "on", "name": A, "path": "/x"}
    found = next(
        p for p in told(machine.settings({"layers": [entry]})) if p.code == "settings-entry-dead"
    )
    assert "does not end in .json" in found.title


def test_a_settings_entry_that_is_half_empty_says_what_it_lacks(machine: Machine):
    machine.file("/x.json", json.dumps(document(layer_object(A))))
    entries = [
        {"control": "on", "name": "", "path": "/x.json"},
        {"control": "n", "name": "", "path": "/x.json"},
        {"control": "on", "name": A, "path": ""},
    ]
    titles = " ".join(p.title for p in told(machine.settings({"layers": entries})))
    assert "lists an unnamed layer, but /x.json does not contain a layer of that name" in titles
    assert "sets an unnamed layer to “n”" in titles
    assert f"lists {A} without “path”" in titles


def test_one_entry_that_is_no_object_discards_the_list(machine: Machine):
    machine.settings({"stderr_log": ["all"], "layers": [5]})
    assert "settings-layers-discarded" in [p.code for p in told(machine)]


def test_entry_on_which_the_loader_crashes_is_not_said_to_be_ignored(machine: Machine):
    before, since = around(Gate.SETTINGS_MALFORMED_SAFE)
    machine.settings({"stderr_log": ["all"], "layers": [5]})

    def find_discarded(loader: LoaderProfile) -> Problem:
        codes = {problem.code: problem for problem in told(machine, loader)}
        return codes["settings-layers-discarded"]

    crash = find_discarded(before)
    assert crash.title.startswith("Entry 1 of the loader settings file lacks ")
    assert crash.consequence == "The loader crashes on it."
    dropped = find_discarded(since)
    assert dropped.title == "The loader ignores all layers in the loader settings file"
    assert crash.remedy == dropped.remedy


def make_section(*programs: str) -> dict[str, object]:
    """Return a section with an unusable layer list, whose last driver hides all drivers."""
    members = {"layers": [5], "stderr_log": ["all"], "additional_drivers": [{"path": "/x.txt"}]}
    return {"app_keys": list(programs), **members} if programs else members


def find_entry_problems(machine: Machine, *loaders: LoaderProfile) -> list[Problem]:
    """Return the problems of the entries of a loader settings file."""
    codes = ("settings-layers-discarded", "settings-driver-dead")
    return [problem for problem in told(machine, *loaders) if problem.code in codes]


def test_entries_that_no_program_reads_have_no_effect(machine: Machine):
    machine.settings({**make_section(), "app_keys": []})
    assert find_entry_problems(machine) == []
    machine.settings({"file_format_version": 1, "settings": make_section(PROGRAM)})
    assert find_entry_problems(machine) == []


def test_entries_for_other_programs_are_told_as_such(machine: Machine):
    limit = "This affects only the programs listed in this section of the file."
    machine.settings(make_section("/other"))
    found = find_entry_problems(machine)
    assert [problem.code for problem in found] == [
        "settings-layers-discarded",
        "settings-driver-dead",
    ]
    assert all(problem.consequence.endswith(limit) for problem in found)
    before, _since = around(Gate.SETTINGS_MALFORMED_SAFE)
    (crash,) = find_entry_problems(machine, before)
    assert crash.consequence == f"The loader crashes on it. {limit}"


def test_entries_of_the_section_that_is_read_affect_this_program(machine: Machine):
    sections = [make_section("/other"), make_section(PROGRAM), make_section()]
    machine.settings({"file_format_version": "1.0.0", "Settings_Array": sections})
    found = find_entry_problems(machine)
    limited = [
        problem.consequence.endswith(" listed in this section of the file.") for problem in found
    ]
    assert limited == [True, True, False, False]


# variables


@pytest.mark.parametrize(
    ("value", "hint", "remedy"),
    [
        ("VK_LAYER_aa", f"Did you mean {A}?", SetVariable("VK_INSTANCE_LAYERS", A)),
        (f"{A},{B}", "with colons.", SetVariable("VK_INSTANCE_LAYERS", f"{A}:{B}")),
        (f"{A}: {B}", "Spaces count", SetVariable("VK_INSTANCE_LAYERS", f"{A}:{B}")),
        ("nobody", "no effect.", UnsetVariable("VK_INSTANCE_LAYERS")),
        (f"{A}:nobody", "no effect.", SetVariable("VK_INSTANCE_LAYERS", A)),
    ],
)
def test_what_was_meant_by_a_name(machine: Machine, value: str, hint: str, remedy: object):
    machine.explicit(A).explicit(B).env(VK_INSTANCE_LAYERS=value)
    found = one(machine)
    assert hint in found.consequence
    assert found.remedy == remedy


def test_what_was_meant_by_a_pattern(machine: Machine):
    machine.explicit(A).explicit(B).env(VK_LOADER_LAYERS_DISABLE=f"{A}:{B}")
    found = one(machine)
    assert found.remedy == SetVariable("VK_LOADER_LAYERS_DISABLE", f"{A},{B}")
    driver = Machine().driver().driver("other").env(VK_LOADER_DRIVERS_DISABLE="drivr.json")
    assert one(driver).remedy == SetVariable("VK_LOADER_DRIVERS_DISABLE", "driver.json")


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("*mngo*", "VK_LAYER_MANGOHUD_overlay"),
        ("*validatoin*", "VK_LAYER_KHRONOS_validation"),
        ("*vkbaslt*", ""),
    ],
)
def test_what_was_meant_between_asterisks(machine: Machine, value: str, meant: str):
    for name in ("VK_LAYER_MANGOHUD_overlay", "VK_LAYER_KHRONOS_validation"):
        machine.explicit(name)
    found = one(machine.env(VK_LOADER_LAYERS_DISABLE=value))
    name = "VK_LOADER_LAYERS_DISABLE"
    assert found.remedy == (SetVariable(name, meant) if meant else UnsetVariable(name))


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("lvp", "lvp_icd*"),
        ("LVP_icd", "lvp_icd*"),
        ("lpv_icd", "lvp_icd*"),
        ("*lvp*x*", ""),
        ("lvp_icd.x86_64.jsn", "lvp_icd.x86_64.json"),
        ("lavapipe", "lvp_icd*"),
        ("intel", "intel_icd* or intel_hasvk_icd*"),
        ("xy", ""),
    ],
)
def test_a_selection_that_matches_no_driver_hides_them_all(value: str, meant: str):
    names = ("lvp_icd.x86_64", "intel_icd.x86_64", "intel_hasvk_icd.x86_64")
    machine = Machine().env(VK_LOADER_DRIVERS_SELECT=value)
    for name in names:
        machine.driver(name)
    none, pattern = told(machine)
    variable = UnsetVariable("VK_LOADER_DRIVERS_SELECT")
    assert none.code == "no-driver"
    assert f"VK_LOADER_DRIVERS_SELECT={value} hides 3 drivers." in none.consequence
    assert none.remedy == variable
    assert pattern.code == "matches-nothing"
    assert "the loader uses no drivers" in pattern.consequence
    assert "no effect" not in pattern.consequence
    assert pattern.other_remedies == ((variable,) if meant else ())
    corrected = SetVariable("VK_LOADER_DRIVERS_SELECT", meant.replace(" or ", ","))
    assert pattern.remedy == (corrected if meant else variable)
    assert (f"Did you mean {meant}?" in pattern.consequence) == bool(meant)


def test_a_part_of_a_selection_that_matches_nothing_has_no_effect(machine: Machine):
    machine.env(VK_LOADER_DRIVERS_SELECT="driver*,nothing")
    (problem,) = told(machine)
    assert problem.consequence == "This part of the variable has no effect."
    assert problem.remedy == SetVariable("VK_LOADER_DRIVERS_SELECT", "driver*")


def test_exempting_no_layer_leaves_them_to_the_disable_filter(machine: Machine):
    machine.explicit(A).env(VK_LOADER_LAYERS_DISABLE="~all~", VK_LOADER_LAYERS_ALLOW="*other*")
    (problem,) = told(machine)
    assert "VK_LOADER_LAYERS_DISABLE, which turns off 1 layer" in problem.consequence
    machine.env(VK_LOADER_LAYERS_ALLOW=f"*other*,{A}")
    (problem,) = told(machine)
    assert problem.consequence == "This part of the variable has no effect."


@pytest.mark.parametrize(
    ("variables", "offered"),
    [
        ({"VK_DRIVER_FILES": "/nowhere"}, [UnsetVariable("VK_DRIVER_FILES")]),
        ({"VK_LOADER_DRIVERS_DISABLE": "*"}, [UnsetVariable("VK_LOADER_DRIVERS_DISABLE")]),
        # Neither alone brings a driver back.
        (
            {"VK_LOADER_DRIVERS_DISABLE": "*", "VK_LOADER_DRIVERS_SELECT": "x"},
            [
                Together(
                    (
                        UnsetVariable("VK_LOADER_DRIVERS_SELECT"),
                        UnsetVariable("VK_LOADER_DRIVERS_DISABLE"),
                    )
                )
            ],
        ),
    ],
)
def test_what_hides_every_driver_is_offered_to_be_unset(
    machine: Machine, variables: dict[str, str], offered: list[Remedy]
):
    machine.env(**variables)
    problem = next(x for x in told(machine) if x.code == "no-driver")
    assert [
        x for x in (problem.remedy, *problem.other_remedies) if not isinstance(x, NoRemedy)
    ] == offered


def test_a_search_variable_that_names_nothing_is_no_trifle(machine: Machine):
    gone = next(
        x for x in told(machine.env(VK_DRIVER_FILES="/nowhere")) if x.code == "search-path-gone"
    )
    assert (
        gone.consequence
        == "It replaces the default search paths, so the loader does not find any drivers."
    )


def test_patterns_above_the_sixteenth_are_taken_out(machine: Machine):
    tokens = ["*driver*"] * 16 + ["late"]
    found = one(machine.env(VK_LOADER_DRIVERS_SELECT=",".join(tokens)))
    assert found.remedy == SetVariable("VK_LOADER_DRIVERS_SELECT", ",".join(tokens[:16]))


def test_a_tilde_is_not_expanded(machine: Machine):
    found = one(machine.env(VK_ADD_LAYER_PATH="~/layers:/dd", HOME="/home/u"))
    assert "which starts with ~: only shells expand ~" in found.title
    assert found.remedy == SetVariable("VK_ADD_LAYER_PATH", "/home/u/layers:/dd")


def test_variables_of_layers_are_no_mistakes(machine: Machine):
    machine.implicit(A, disable_environment={"VK_LAYER_PATHS": "1"})
    machine.env(VK_LAYER_PATHS="1", VK_LAYER_ENABLES="x", VK_KHRONOS_VALIDATION_DEBUG="1")
    assert [p.code for p in told(machine)] == ["layer-variable-set"]


def test_elevated_programs_read_no_variables(machine: Machine):
    machine.env(VK_LAYERS_PATH="x", VK_LAYER_PATH="").changes["elevated"] = True
    assert [p.code for p in told(machine)] == ["no-driver"]


def test_instance_layers_against_the_disable_filter(machine: Machine):
    machine.explicit(A).env(VK_INSTANCE_LAYERS=A, VK_LOADER_LAYERS_DISABLE=A)
    found = next(p for p in told(machine) if p.code == "filters-conflict")
    assert "VK_LOADER_LAYERS_DISABLE wins" in found.consequence
    assert found.remedy == UnsetVariable("VK_LOADER_LAYERS_DISABLE")
    assert [p.code for p in told(machine)] == ["filters-conflict"]


def test_layers_of_one_family_share_their_switch(machine: Machine):
    for name in ("VK_LAYER_x_32", "VK_LAYER_x_64"):
        machine.implicit(name, disable_environment={"OFF": "1"})
    assert told(machine) == []


@pytest.mark.parametrize(
    ("variables", "codes"),
    [
        ({"PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS": "1"}, []),
        ({"PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS": "0"}, ["steam-without-layers"]),
        ({"LD_LIBRARY_PATH": "/home/me/steam/lib"}, []),
        ({"LD_LIBRARY_PATH": "/home/me/ubuntu12_32/steam-runtime"}, ["steam-library-path"]),
    ],
)
def test_variables_of_steam_runtimes(machine: Machine, variables: dict[str, str], codes: list[str]):
    assert [problem.code for problem in told(machine.env(**variables))] == codes
