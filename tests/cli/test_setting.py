"""setting: what a layer declares, changed in a configuration and written as the window does."""

from __future__ import annotations

import json
import os

import pytest

from tests.cli.commands import VALIDATION, save
from tests.cli.generated import FEATURES, OFF, ONE, TWO, chosen
from tests.framework.known_loaders import know_loaders
from tests.framework.settings import EXTENSION, make_flag, make_setting
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths


def asked(capsys, *arguments, code=0):
    assert main(["layer", *arguments, "-c", "debug"]) == code
    return capsys.readouterr()


def told(capsys, *arguments):
    found = json.loads(asked(capsys, *arguments, "--json").out)
    return {one["key"]: one for one in found["settings"]}


def entry(layer):
    workspace = load_workspace(
        find_state_paths(Host.read_current().environment).configurations
    ).workspace
    found = workspace.find_configuration("debug")
    assert found is not None
    return found.find_entry(layer)


def test_all_settings_are_listed_with_values_and_defaults(four_layers, capsys):
    settings = told(capsys, "show", "two")
    assert settings["on"]["value"] == "true"
    assert settings["on"]["changed"]
    assert settings["words"] == {
        "key": "words",
        "label": settings["words"]["label"],
        "type": "STRING",
        "value": "",
        "default": "",
        "changed": False,
        "left_out": [],
    }


def test_a_value_is_set_kept_and_reset(four_layers, capsys):
    assert told(capsys, "set", ONE, "words", "x y")["words"]["value"] == "x y"
    assert [(one.key, one.value) for one in entry(ONE).settings] == [("words", "x y")]
    assert not told(capsys, "reset", ONE, "words")["words"]["changed"]
    assert entry(ONE).settings == ()


def test_a_value_that_is_set_is_kept_where_it_equals_the_default_until_it_is_reset(
    four_layers, capsys
):
    assert told(capsys, "set", TWO, "on", "false")["on"]["changed"] is True
    assert [(one.key, one.value) for one in entry(TWO).settings] == [("on", False)]
    assert told(capsys, "reset", TWO, "on")["on"]["changed"] is False


def test_an_empty_value_that_is_none_says_how_to_reset_the_setting(four_layers, capsys):
    told_error = asked(capsys, "set", ONE, "on=", code=Exit.USAGE).err
    assert f"To reset it: vkconfig-py layer reset {ONE} on -c" in told_error


def test_several_settings_in_one_command_are_refused_with_both_named(four_layers, capsys):
    with pytest.raises(SystemExit) as ended:
        asked(capsys, "set", ONE, "a=", "b=3")
    assert ended.value.code == Exit.USAGE
    assert "set one setting at a time: a=, then b=3" in capsys.readouterr().err


def test_flags_are_added_and_removed(four_layers, capsys):
    assert told(capsys, "set", TWO, "flags", "--add", "B")["flags"]["value"] == "B"
    assert told(capsys, "set", TWO, "flags", "--add", "A")["flags"]["value"] == "A, B"
    assert told(capsys, "set", TWO, "flags", "--remove", "B")["flags"]["value"] == "A"
    assert told(capsys, "set", TWO, "flags", "B,A")["flags"]["value"] == "A, B"


def test_a_flag_is_named_by_its_key_or_label_and_its_key_is_kept(four_layers, capsys):
    layer = "VK_LAYER_TEST_labels"
    flags = [make_flag("KEY_A", label="First flag"), make_flag("KEY_B", label="Second flag")]
    features = {"settings": [make_setting("which", "FLAGS", flags=flags)]}
    four_layers.add_explicit_layer(layer, features=features, instance_extensions=[EXTENSION])
    asked(capsys, "set", layer, "which", "--add", "second flag,KEY_A")
    assert entry(layer).get_value("which").value == ("KEY_A", "KEY_B")
    asked(capsys, "set", layer, "which", "--remove", "First flag")
    assert entry(layer).get_value("which").value == ("KEY_B",)


def test_a_flag_that_only_the_configuration_has_is_removed(four_layers, capsys):
    value = chosen("flags", SettingType.FLAGS, ("A", "GONE"))
    save(Configuration("debug", "Old", layers=(LayerEntry(TWO, settings=(value,)),)))
    asked(capsys, "set", TWO, "flags", "--remove", "GONE")
    assert entry(TWO).get_value("flags").value == ("A",)


def test_settings_of_a_layer_that_is_not_installed_are_shown_and_reset(four_layers, capsys):
    gone = "VK_LAYER_TEST_gone"
    settings = (
        chosen("file", SettingType.STRING, "x.gfxr"),
        chosen("frames", SettingType.STRING, "1-2"),
    )
    layers = (LayerEntry(gone, LayerControl.ON, copy=NEWEST_COPY, settings=settings),)
    save(Configuration("debug", "Capture", layers=layers))
    shown = asked(capsys, "show", "gone").out.splitlines()
    assert shown[0] == f"{gone} is not installed."
    assert shown[1].startswith(
        "file = x.gfxr  The layer is not installed; the saved value is kept."
    )
    found = json.loads(asked(capsys, "show", gone, "--json").out)
    assert (found["is_installed"], found["settings"]) == (False, [])
    assert found["unknown_values"][1] == {"key": "frames", "value": "1-2"}
    assert "its settings are unknown" in asked(capsys, "set", gone, "file", "y", code=3).err
    assert "its settings are unknown" in asked(capsys, "show", gone, "other", code=3).err
    reset = asked(capsys, "reset", gone, "file").out
    assert "No settings are saved" not in reset
    assert [one.key for one in entry(gone).settings] == ["frames"]
    assert "No settings are saved for this layer." in asked(capsys, "reset", gone).out
    assert entry(gone).settings == ()


def test_a_value_of_another_version_of_the_layer_is_shown_and_reset(four_layers, capsys):
    value = chosen("newer", SettingType.STRING, "x")
    save(Configuration("debug", "Old", layers=(LayerEntry(TWO, settings=(value,)),)))
    told_of_it = "newer = x  This layer has no such setting; the saved value is kept."
    assert told_of_it in asked(capsys, "show", TWO).out
    assert "has no setting “newer”" in asked(capsys, "set", TWO, "newer", "y", code=3).err
    asked(capsys, "reset", TWO, "newer")
    assert entry(TWO) is None


def test_all_of_a_layer_is_reset_at_once(four_layers, capsys):
    asked(capsys, "set", TWO, "words", "x")
    asked(capsys, "reset", TWO)
    assert entry(TWO).settings == ()


def test_an_entry_of_a_list_is_kept_without_being_written(four_layers, capsys):
    layer = "VK_LAYER_TEST_lists"
    features = {"settings": [make_setting("names", "LIST")]}
    four_layers.add_explicit_layer(layer, features=features, instance_extensions=[EXTENSION])
    for part in ("a", "b"):
        asked(capsys, "set", layer, "names", "--add", part)
    assert (
        asked(capsys, "set", layer, "names", "--off", "a").out.splitlines()[1]
        == "    not written: a"
    )
    found = told(capsys, "show", layer)["names"]
    assert (found["value"], found["left_out"]) == ("b", ["a"])
    asked(capsys, "set", layer, "names", "--on", "a")
    assert told(capsys, "show", layer)["names"]["value"] == "a, b"
    assert "“a” is listed twice" in asked(capsys, "set", layer, "names", "--add", "a", code=2).err
    asked(capsys, "set", layer, "names", "--add", "c,d")
    assert told(capsys, "show", layer)["names"]["value"] == "a, b, c, d"
    for part in ("c", "d"):
        asked(capsys, "set", layer, "names", "--remove", part)
    assert "does not contain “c”" in asked(capsys, "set", layer, "names", "--off", "c", code=3).err
    assert "is not a list" in asked(capsys, "set", TWO, "flags", "--off", "A", code=2).err


def test_settings_are_only_kept_until_they_are_to_be_written(four_layers, capsys):
    said = asked(capsys, "set", TWO, "--no-written").out
    assert said.startswith(
        "These settings are saved in the configuration but not written to a file for the layer.\n"
    )
    assert not entry(TWO).writes_settings
    assert not json.loads(asked(capsys, "show", TWO, "--json").out)["is_written"]
    asked(capsys, "set", TWO, "--written")
    assert entry(TWO).writes_settings


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("set", TWO, "on", "maybe"), 2, "on: "),
        (("set", TWO, "flags", "--add", "C"), 2, "flags: "),
        (
            ("set", TWO, "flags", "--remove", "C"),
            2,
            "flags: The layer does not recognize the flag “C”.",
        ),
        (("show", "VK_LAYER_never_seen"), 3, "is not installed, so its settings are unknown"),
        (("show", TWO, "nothing"), 3, "has no setting “nothing”"),
        (("set", TWO, "on", "--add", "x"), 2, "has a single value"),
        (("show", "three"), 3, "No layer named “three”"),
        (("preset", TWO, "x"), 3, "No preset named “x”"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_changes(
    four_layers, capsys, arguments, code, sentence
):
    before = entry(TWO)
    assert sentence in asked(capsys, *arguments, code=code).err
    assert entry(TWO) == before


def test_reading_writes_no_file(four_layers, capsys):
    paths = find_state_paths(Host.read_current().environment)
    asked(capsys, "show", TWO)
    assert not list(paths.state.glob("commands*"))


def test_entries_have_their_notes_in_text_too(four_layers, capsys):
    value = chosen("flags", SettingType.FLAGS, ("A", "other"))
    save(Configuration("debug", "Old", layers=(LayerEntry(TWO, settings=(value,)),)))
    known = "other: The layer does not recognize this flag, so it is not written."
    assert known in asked(capsys, "show", TWO, "flags").out


def test_a_flag_of_another_platform_is_refused(system, monkeypatch, capsys):
    flags = [make_flag("A"), make_flag("W", platforms=["WINDOWS"])]
    features = {"settings": [make_setting("flags", "FLAGS", flags=flags)]}
    system.add_explicit_layer(ONE, features=features, instance_extensions=[EXTENSION])
    for name, text in system.environment.items():
        monkeypatch.setenv(name, text)
    value = chosen("flags", SettingType.FLAGS, ("A",))
    layers = (LayerEntry(ONE, LayerControl.ON, settings=(value,)),)
    save(Configuration("debug", "Debug", layers=layers))
    told = asked(capsys, "set", ONE, "flags", "--add", "W", code=2).err
    assert "W: The layer supports this only on Windows." in told
    assert entry(ONE).settings == (value,)


def test_values_that_a_settings_file_replaces_are_told(four_layers, tmp_path, capsys):
    file = tmp_path / "vk_layer_settings.txt"
    file.write_text("test_two.on = false\n")
    assert main(["config", "settings-file", str(file), "-c", "debug"]) == 0
    told = f"The configuration uses {file}; values set in the configuration have no effect."
    assert told in " ".join(asked(capsys, "set", TWO, "words", "x").out.split())
    assert told in json.loads(asked(capsys, "show", TWO, "--json").out)["messages"]


def test_settings_of_a_layer_without_its_library_are_known(system, monkeypatch, capsys):
    system.add_explicit_layer(ONE, features=FEATURES, instance_extensions=[EXTENSION])
    broken = json.loads(system.manifest(ONE).read_text())
    broken["layer"]["library_path"] = "/nowhere/lib.so"
    system.add_file(system.manifest(ONE), broken)
    for name, text in system.environment.items():
        monkeypatch.setenv(name, text)
    save(Configuration("debug", "Debug"))
    assert told(capsys, "show", ONE)["words"]["default"] == ""
    assert told(capsys, "set", ONE, "words", "x")["words"]["value"] == "x"


def test_settings_of_a_layer_that_is_off_are_told_to_have_no_effect(four_layers, capsys):
    named = "De/bug ging"
    for arguments in (("set", OFF, "on", "false"), ("set", OFF, "--no-written")):
        told_error = asked(capsys, *arguments).err
        assert "is off: its settings have no effect yet." in told_error
        assert f"To enable it: vkconfig-py layer on {OFF} -c '{named}'" in told_error
    (note,) = json.loads(asked(capsys, "set", OFF, "on", "true", "--json").out)["notes"]
    assert note["sentence"].endswith(f"layer on {OFF} -c '{named}'")
    assert asked(capsys, "set", TWO, "on", "false").err == ""
    assert asked(capsys, "reset", OFF, "on").err == ""


def test_a_preset_that_turns_checks_off_says_which(system, monkeypatch, capsys):
    flags = [make_flag("VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT"), make_flag("OTHER")]
    features = {
        "settings": [
            make_setting("disables", "FLAGS", flags=flags),
            make_setting("unique_handles", "BOOL", default=True),
        ],
        "presets": [
            {
                "label": "Quick",
                "settings": [
                    {"key": "disables", "value": [flag["key"] for flag in flags]},
                    {"key": "unique_handles", "value": False},
                ],
            },
            {"label": "Whole", "settings": [{"key": "unique_handles", "value": True}]},
        ],
    }
    system.add_explicit_layer(VALIDATION, features=features, instance_extensions=[EXTENSION])
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    layers = (LayerEntry(VALIDATION, LayerControl.ON),)
    save(Configuration("debug", "Debugging", layers=layers))
    assert asked(capsys, "preset", VALIDATION, "Whole").err == ""
    told_error = asked(capsys, "preset", VALIDATION, "Quick").err
    assert "Checks that are now off: core checks and handle wrapping" in told_error
