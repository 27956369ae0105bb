"""Why, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loader.machine import LIBRARY, NEW, OLD, Machine, document, layer_object
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.machines.open_machine import open_machine


def steps(
    machine: Machine, subject: str, *asked: str, profile: LoaderProfile = NEW
) -> tuple[Step, ...]:
    return explain_component(machine.report(*asked, profile=profile), subject)


def last(machine: Machine, subject: str, *asked: str, profile: LoaderProfile = NEW) -> Step:
    return steps(machine, subject, *asked, profile=profile)[-1]


def texts(told: tuple[Step, ...]) -> list[str]:
    return [step.text for step in told]


def test_an_empty_value_that_is_not_the_wanted_one_is_called_empty(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"}).env(ENABLE_I="")
    assert last(machine, "I").text == "ENABLE_I is empty, not 1"


def test_story_of_an_implicit_layer_that_loads(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"}).env(ENABLE_I="1")
    told = steps(machine, "I")
    file = "/dd/vulkan/implicit_layer.d/I.json"
    assert told == (
        Step(Mark.PASS, "Found in folder 5 of 6", file, 1, "XDG_DATA_DIRS"),
        Step(Mark.PASS, "The manifest is complete", file, 4),
        Step(Mark.PASS, "ENABLE_I=1 is set", file, 14, "enable_environment", True, "ENABLE_I=1"),
        Step(Mark.PASS, "No filter turns it off"),
        Step(Mark.PASS, "DISABLE_I is not set", file, 11, "disable_environment"),
        Step(Mark.NEUTRAL, "No override applies"),
        Step(Mark.PASS, "Library found", file, 6, "/lib/I.so"),
        Step(Mark.PASS, "Position 1 of 1 in the chain", note="in the loader log: “Implicit Layer”"),
    )


def test_a_library_beside_its_manifest_is_named_without_steps_up_and_down(machine: Machine):
    machine.implicit("I", library_path="../../lib/libI.so")
    machine.file("/dd/vulkan/implicit_layer.d/../../lib/libI.so", LIBRARY)
    assert "/dd/lib/libI.so" in [step.note for step in steps(machine, "I")]


def test_story_ends_with_the_step_that_decides_against_it(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"})
    told = steps(machine, "I")
    assert texts(told)[-1] == "ENABLE_I is not set"
    assert (told[-1].mark, told[-1].decisive) == (Mark.AGAINST, True)
    machine.env(DISABLE_I="")
    assert last(machine, "I").text == "DISABLE_I is set"
    del machine.environment["DISABLE_I"]
    machine.env(ENABLE_I="2")
    assert last(machine, "I").text == "ENABLE_I is 2, not 1"
    machine.env(ENABLE_I="1", VK_LOADER_LAYERS_DISABLE="I")
    assert last(machine, "I").text == "VK_LOADER_LAYERS_DISABLE=I matches"


def test_stronger_rules_pass_over_weaker_ones(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"})
    machine.env(VK_LOADER_LAYERS_ENABLE="I")
    told = steps(machine, "I")
    assert told[2] == told[2]._replace(mark=Mark.NEUTRAL, text="ENABLE_I is not set")
    assert told[3].decisive
    assert told[-1].text == "Position 1 of 1 in the chain"
    machine.env(VK_LOADER_LAYERS_ENABLE="", DISABLE_I="1").override("I", description="mine")
    told = steps(machine, "I")
    assert "Turned on by the override “mine”" in texts(told)
    decisive = next(step for step in told if step.decisive)
    assert decisive.file == "/ch/vulkan/implicit_layer.d/override.json"
    assert decisive.line == 12


def test_filter_that_something_stronger_beats(machine: Machine):
    machine.implicit("I").env(VK_LOADER_LAYERS_DISABLE="I", VK_LOADER_LAYERS_ENABLE="I")
    assert "A filter matches, but another rule takes precedence" in texts(steps(machine, "I"))


def test_story_of_an_explicit_layer(machine: Machine):
    machine.explicit("A").explicit("B")
    assert last(machine, "A").text == "Not requested"
    told = steps(machine, "B", "A", "B")
    assert texts(told)[2:] == [
        "No filter turns it off",
        "Program requests it",
        "Library found",
        "Position 2 of 2 in the chain",
    ]
    machine.override("A")
    assert "Turned on by the override “about VK_LAYER_LUNARG_override”" in texts(
        steps(machine, "A")
    )


def test_implicit_layer_that_the_application_names(machine: Machine):
    machine.implicit("I").env(DISABLE_I="1")
    assert "Program requests it" in texts(steps(machine, "I", "I"))
    machine = Machine().driver().implicit("VK_a").env(VK_INSTANCE_LAYERS="VK_ab")
    assert last(machine, "VK_a").text.startswith("Its name is part of another")


@pytest.mark.parametrize(
    ("content", "text", "line"),
    [
        ("{\n!", "Line 2: expected a key in double quotes", 2),
        ('{\n"file_format_version": "1",\n"layer": {}}', "Line 3: “name” is missing", 3),
    ],
)
def test_broken_manifest(machine: Machine, content: str, text: str, line: int):
    machine.file("/dd/vulkan/implicit_layer.d/x.json", content)
    told = steps(machine, "x.json")
    assert len(told) == 2
    assert (told[1].text, told[1].line, told[1].decisive) == (text, line, True)


def test_blocked_by_an_override(machine: Machine):
    machine.implicit("I").override(blacklisted_layers=["I"], description="mine")
    step = last(machine, "I")
    assert step.text == "Blocked by the override “mine”"
    assert step.file == "/ch/vulkan/implicit_layer.d/override.json"
    assert step.line > 1


def test_override_itself(machine: Machine):
    machine.explicit("A").override("A")
    told = steps(machine, OVERRIDE_NAME)
    assert "It has no library: its components load in its place" in texts(told)
    assert told[-1].text == "Not part of the chain"
    machine.override("A", app_keys=["/x"])
    assert last(machine, OVERRIDE_NAME).text == "Does not apply to program"


def test_copy_in_the_chain_is_told_about_first(machine: Machine):
    machine.implicit("I", base="/ch").implicit("I", base="/dd")
    assert steps(machine, "I", profile=OLD)[0].file.startswith("/dd/")
    other = steps(machine, "/ch/vulkan/implicit_layer.d/I.json", profile=OLD)
    assert other[-1].text.startswith("The copy in /dd/")


def test_libraries(machine: Machine):
    machine.implicit("I", library=False).implicit("U", library_path="/x/$ORIGIN/u.so")
    machine.explicit("A", library=False).explicit("W", library_path="/x/$ORIGIN/w.so")
    assert last(machine, "I").text == "/lib/I.so does not exist"
    assert last(machine, "I").line == 6
    assert last(machine, "A").text == "/lib/A.so does not exist"
    assert "Not probed: whether its library opens is unknown" in texts(steps(machine, "U"))
    assert "Not probed: whether its library opens is unknown" in texts(steps(machine, "W", "W"))


def test_call_that_fails(machine: Machine):
    machine.implicit("I")
    step = last(machine, "I", "nobody")
    assert "VK_ERROR_LAYER_NOT_PRESENT" in step.text
    assert step.mark is Mark.AGAINST


@pytest.mark.parametrize("hides", [False, True], ids=["beside others", "alone"])
@pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])
def test_a_settings_file_makes_a_layer_one_of_the_other_kind(
    machine: Machine, hides: bool, implicit: bool
):
    entry = {"control": "auto", "name": "L", "treat_as_implicit_manifest": implicit}
    kind = "explicit" if implicit else "implicit"
    # A layer that can be of both kinds.
    members = {"disable_environment": {"OFF": "1"}}
    (machine.explicit if implicit else machine.implicit)("L", **members)
    entry["path"] = f"/dd/vulkan/{kind}_layer.d/L.json"
    rest = [] if hides else [{"control": "unordered_layer_location"}]
    machine.settings({"layers": [entry, *rest]})
    first = steps(machine, "L")[0]
    if implicit:
        expected = "lists it as an implicit layer, with “treat_as_implicit_manifest”"
    else:
        expected = "lists it as an explicit layer, without “treat_as_implicit_manifest”"
    assert first.text == f"The loader settings file {expected}"
    assert (first.note, first.line) == ("treat_as_implicit_manifest", 5)
    assert first.file.endswith("vk_loader_settings.json")


def test_settings_file(machine: Machine):
    machine.explicit("A").implicit("I").explicit("B")
    names = [("A", "explicit", False), ("I", "implicit", True)]
    layers = [
        {
            "control": "on",
            "name": name,
            "path": f"/dd/vulkan/{kind}_layer.d/{name}.json",
            "treat_as_implicit_manifest": implicit,
        }
        for name, kind, implicit in names
    ]
    machine.settings({"layers": layers})
    assert steps(machine, "I")[0].text == "The loader settings file lists it"
    assert "The loader settings file turns it on" in texts(steps(machine, "I"))
    assert "The loader settings file turns it on" in texts(steps(machine, "A"))
    assert last(machine, "B").text == "The loader settings file does not list it"


def test_second_layer_of_a_file_has_lines_of_its_own(machine: Machine):
    content = document(layer_object("A"), layer_object("B"))
    machine.file("/lib/B.so", b"").file("/dd/vulkan/explicit_layer.d/ab.json", content)
    assert steps(machine, "B")[1].line == 13


def test_file_that_is_named_by_a_variable(machine: Machine):
    machine.explicit("A").env(VK_LAYER_PATH="/dd/vulkan/explicit_layer.d/A.json")
    assert steps(machine, "A")[0] == Step(
        Mark.PASS, "Named directly", "/dd/vulkan/explicit_layer.d/A.json", 1, "VK_LAYER_PATH"
    )


def test_drivers(machine: Machine):
    told = steps(machine, "driver.json")
    assert texts(told) == [
        "Found in folder 5 of 6",
        "The manifest is complete",
        "No filter turns it off",
        "Library found",
    ]
    assert told[-1].line == 4
    machine.env(VK_LOADER_DRIVERS_DISABLE="driver*")
    assert last(machine, "driver.json").text == "VK_LOADER_DRIVERS_DISABLE=driver* matches"
    machine = Machine().driver(library_path="/none.so")
    assert last(machine, "/dd/vulkan/icd.d/driver.json").text == "/none.so does not exist"
    machine.file("/dd/vulkan/icd.d/driver.json", "{}")
    assert len(steps(machine, "driver.json")) == 2


def test_a_filter_that_selects_a_driver_is_named(machine: Machine):
    machine.driver().env(VK_LOADER_DRIVERS_SELECT="driver*")
    told = steps(machine, "/dd/vulkan/icd.d/driver.json")[2]
    assert told.text == "VK_LOADER_DRIVERS_SELECT=driver* selects it"
    assert told.variable == "VK_LOADER_DRIVERS_SELECT=driver*"
    machine.env(VK_LOADER_DRIVERS_SELECT="other*")
    refused = last(machine, "/dd/vulkan/icd.d/driver.json")
    assert (refused.mark, refused.variable) == (Mark.AGAINST, "VK_LOADER_DRIVERS_SELECT=other*")


def test_unknown_subject_has_no_explanation(machine: Machine):
    assert steps(machine, "nobody") == ()


@pytest.mark.parametrize("number", [1, 4, 12, 21])
def test_folders_are_numbered(number: int):
    machine = (
        Machine()
        .driver()
        .env(XDG_DATA_DIRS=":".join(f"/x{n}" for n in range(30)), XDG_CONFIG_HOME="/c")
    )
    base = ["/c", "/cd", "/etc", "/dh"][number - 1] if number <= 4 else f"/x{number - 5}"
    machine.implicit("I", base=base)
    assert steps(machine, "I")[0].text.startswith(f"Found in folder {number} of ")


def test_a_layer_is_always_on_unless_something_else_decides(machine: Machine):
    machine.implicit("I")
    assert "Always on: needs no environment variable" in texts(steps(machine, "I"))
    machine.env(VK_LOADER_LAYERS_DISABLE="*")
    assert "It needs no environment variable" in texts(steps(machine, "I"))


def test_a_built_in_folder_is_on_the_default_search_path(machine: Machine):
    machine.implicit("I", base="/etc")
    assert steps(machine, "I")[0].note == "default search path"


def test_a_file_of_the_registry_is_told_as_such():
    sample = Path(__file__).parents[3] / "resources/demo/windows"
    told = explain_component(open_machine(str(sample)).report, "VK_LAYER_VALVE_steam_overlay")
    assert told[0].text == "Named in the registry"
