"""generate: what it is about, where it goes, and that nothing else is touched."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import run_bound, run_without_qt, save
from tests.cli.generated import AUTO, OFF, ONE, TWO, chosen, generated
from tests.framework.settings import EXTENSION, SDK, make_setting
from tests.framework.snapshot import take_snapshot
from tests.framework.system import LibraryNaming
from tests.model.formats.documents import Html
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
    Variable,
)
from vkconfig_py.model.exchange.generated_files import GENERATED_KINDS, GeneratedKind


def of_json(capsys, *arguments):
    return {one["name"]: one for one in json.loads(generated(capsys, "json", *arguments))["layers"]}


@pytest.mark.parametrize("kind", [kind.value for kind in GeneratedKind])
def test_every_kind_is_printed_and_nothing_is_written(four_layers, capsys, kind):
    before = take_snapshot(four_layers.root)
    text = generated(capsys, kind, "-c", "De/bug ging")
    assert ONE in text or "test_one" in text
    assert take_snapshot(four_layers.root) == before


@pytest.mark.parametrize("kind", [kind.value for kind in GeneratedKind])
def test_no_kind_needs_qt(four_layers, kind):
    ran = run_without_qt("generate", kind, "--layer", "one")
    # Of the loader that is installed everywhere the file is not read, which is said.
    note = b"Loader 1.3.239 does not read vk_loader_settings.json."
    said = b"vkconfig-py: %s\n" % note if kind == "loader-settings" else b""
    assert (ran.returncode, ran.stderr) == (0, said)
    assert ran.stdout


def test_a_configuration_means_its_layers_that_are_not_off_in_the_order_of_the_chain(
    four_layers, capsys
):
    layers = of_json(capsys, "-c", "debug")
    assert list(layers) == [TWO, ONE, AUTO]
    assert [one["is_on"] for one in layers.values()] == [True, True, False]
    values = {s["key"]: s["value"] for s in layers[TWO]["settings"]}
    assert values == {"on": True, "words": "", "flags": []}


def test_several_layers_are_all_in_the_file(four_layers, capsys):
    layers = of_json(capsys, "--layer", "two", "--layer", ONE)
    assert list(layers) == [TWO, ONE]
    text = generated(capsys, "html", "--layer", "two", "--layer", ONE)
    assert {TWO, ONE} <= set(Html(text).ids)


def test_layers_alone_have_their_defaults_and_with_a_configuration_its_values(four_layers, capsys):
    alone = of_json(capsys, "--layer", ONE)[ONE]["settings"]
    chosen = of_json(capsys, "--layer", ONE, "-c", "debug")[ONE]["settings"]
    assert alone[1]["value"] == ""
    assert chosen[1]["value"] == "a b"


def test_without_a_name_it_is_the_selected_configuration_and_says_so(four_layers, capsys):
    assert main(["generate", "settings"]) == 0
    assert "“Plain”" in capsys.readouterr().err


def test_the_settings_file_has_what_the_configuration_chose(four_layers, capsys):
    lines = generated(capsys, "settings", "-c", "debug").splitlines()
    assert "test_one.words = a b" in lines
    assert "test_two.on = true" in lines
    assert "test_auto.flags = A,B" in lines
    assert not [line for line in lines if "test_off" in line]


def test_a_script_sets_what_the_configuration_chose_in_a_real_shell(four_layers, tmp_path, capsys):
    script = tmp_path / "on.sh"
    generated(capsys, "bash", "-c", "debug", "--output", str(script))
    show = f'. "{script}"; echo "$VK_INSTANCE_LAYERS|$VK_TEST_ONE_WORDS|$VK_TEST_TWO_ON"'
    ran = subprocess.run(["bash", "-c", show], capture_output=True, text=True, check=True)
    assert ran.stdout == f"{TWO}:{ONE}|a b|true\n"


def test_scripts_for_windows_separate_as_layers_there_do(four_layers, capsys):
    for kind in ("powershell", "cmd"):
        assert f"{TWO};{ONE}" in generated(capsys, kind, "-c", "debug")


def test_the_loader_settings_file_is_for_the_programs_that_are_enabled(four_layers, capsys):
    document = json.loads(generated(capsys, "loader-settings", "-c", "debug"))
    assert document["settings_array"][0]["app_keys"] == ["/usr/bin/game"]
    named = {one.get("name"): one["control"] for one in document["settings_array"][0]["layers"]}
    assert named[ONE] == "on"
    assert named[OFF] == "off"


def test_settings_that_a_configuration_keeps_to_itself_are_in_no_file(four_layers, capsys):
    entry = LayerEntry(ONE, LayerControl.ON, settings=(chosen("on", SettingType.BOOL, True),))
    save(Configuration(key="kept", name="Kept", layers=(entry._replace(writes_settings=False),)))
    assert "test_one" not in generated(capsys, "settings", "-c", "Kept")
    code = generated(capsys, "cpp", "-c", "Kept")
    assert "std::optional<bool> on;" in code
    assert ONE in code


def test_a_manifest_anywhere_can_be_documented(four_layers, capsys):
    path = SDK / "VkLayer_khronos_validation.json"
    text = generated(capsys, "markdown", "--layer", str(path))
    assert text.startswith("# VK_LAYER_KHRONOS_validation\n")
    listed = json.loads(generated(capsys, "loader-settings", "--layer", str(path)))
    assert listed["settings"]["layers"][0]["path"] == str(path)


def test_a_layer_that_a_manifest_has_twice_is_meant_once(four_layers, tmp_path, capsys):
    layer = {"name": ONE, "type": "GLOBAL", "description": "first"}
    path = tmp_path / "twice.json"
    path.write_text(json.dumps({"layers": [layer, layer | {"description": "second"}]}))
    assert main(["generate", "bash", "--layer", str(path)]) == 0
    out, err = capsys.readouterr()
    assert f"VK_INSTANCE_LAYERS={ONE}\n" in out
    assert "the first copy is used" in err
    assert of_json(capsys, "--layer", str(path))[ONE]["description"] == "first"


def test_a_file_is_written_whole_and_named(four_layers, tmp_path, capsys):
    target = tmp_path / "mine.html"
    printed = generated(capsys, "html", "--layer", ONE)
    assert generated(capsys, "html", "--layer", ONE, "--output", str(target)) == f"{target}\n"
    assert target.read_text() == printed
    assert target.stat().st_mode & 0o777 == 0o644
    folder = tmp_path / "folder"
    folder.mkdir()
    generated(capsys, "html", "--layer", ONE, "--output", str(folder))
    generated(capsys, "markdown", "-c", "debug", "--output", str(folder))
    generated(capsys, "json", "--layer", ONE, "--layer", TWO, "--output", str(folder))
    generated(capsys, "cpp", "--layer", ONE, "--output", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == [
        "De-bug-ging.md",
        f"{ONE}.html",
        "vk_layer_settings.hpp",
        "vulkan-layers.json",
    ]


def test_a_slash_after_a_name_means_a_folder_that_is_made(four_layers, tmp_path, capsys):
    folder = tmp_path / "new"
    arguments = ("markdown", "--layer", ONE, "--output")
    file = folder / f"{ONE}.md"
    assert generated(capsys, *arguments, f"{folder}/", "--dry-run") == f"New {file}\n"
    assert not folder.exists()
    for _again in range(2):
        assert generated(capsys, *arguments, f"{folder}/") == f"{file}\n"
        assert file.is_file()
    assert main(["generate", *arguments, f"{tmp_path}/gone/deeper/"]) == 1
    assert "Nothing was written" in capsys.readouterr().err
    assert main(["generate", *arguments, f"{file}/"]) == 1
    assert "Nothing was written" in capsys.readouterr().err
    assert file.is_file()


def test_a_dry_run_writes_nothing(four_layers, tmp_path, capsys):
    target = tmp_path / "mine.html"
    before = take_snapshot(tmp_path)
    arguments = ("html", "--layer", ONE, "--dry-run", "--output")
    assert generated(capsys, *arguments, str(target)) == f"New {target}\n"
    assert take_snapshot(tmp_path) == before
    target.write_text("mine")
    assert generated(capsys, "--force", *arguments, str(target)) == f"Change {target}\n"
    assert target.read_text() == "mine"


def test_a_dry_run_promises_nothing_that_could_not_be_written(four_layers, tmp_path, capsys):
    arguments = ("generate", "html", "--layer", ONE, "--output")
    loop, closed, inside = tmp_path / "loop", tmp_path / "closed", tmp_path / "file/x.html"
    loop.symlink_to(loop)
    closed.mkdir(0o555)
    (tmp_path / "file").touch()
    gone = tmp_path / "gone/x.html"
    for target in (loop, closed / "x.html", gone, inside, f"{tmp_path}/gone/deeper/"):
        for options, start in ((["--dry-run"], "Nothing would be"), ([], "Nothing was")):
            found = run_bound(*arguments[:-1], *options, "--output", str(target))
            assert (found.returncode, found.stdout) == (1, "")
            assert f"{start} written: {str(target).rstrip('/')}" in found.stderr
    made = tmp_path / "made.html"
    assert main([*arguments, str(made)]) == 0
    assert capsys.readouterr().out == f"{made}\n"
    assert generated(capsys, *arguments[1:], str(made), "--dry-run") == f"Unchanged {made}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--layer", "gone"], 3, "No layer named “gone”."),
        (["--layer", "TEST"], 3, "“TEST” is ambiguous: "),
        (["-c", "gone"], 3, "No configuration named “gone”."),
        (["--layer", "gone.json"], 3, "gone.json cannot be read"),
        (["--layer", "a.json", "--layer", ONE], 2, "Specify either manifests or installed layers"),
        (
            ["--layer", "a.json", "-c", "debug"],
            2,
            "either manifests or --config",
        ),
    ],
)
def test_what_cannot_be_found_is_refused_with_a_reason(
    four_layers, capsys, arguments, code, sentence
):
    assert main(["generate", "html", *arguments]) == code
    assert sentence in capsys.readouterr().err


def test_a_manifest_without_layers_and_a_place_that_cannot_be_written_are_refused(
    four_layers, tmp_path, capsys
):
    empty = tmp_path / "empty.json"
    empty.write_text("{}")
    assert main(["generate", "html", "--layer", str(empty)]) == 3
    assert "does not declare a layer" in capsys.readouterr().err
    empty.write_text('{"layer": {')
    assert main(["generate", "html", "--layer", str(empty)]) == 3
    assert "does not declare a layer: " in capsys.readouterr().err
    nowhere = str(tmp_path / "gone/x.html")
    assert main(["generate", "html", "--layer", ONE, "--output", nowhere]) == 1
    assert "Nothing was written" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [kind.value for kind in GeneratedKind])
def test_a_layer_that_is_missing_is_told_whatever_is_generated(four_layers, capsys, kind):
    layers = (LayerEntry("VK_LAYER_GONE", LayerControl.ON), LayerEntry(ONE, LayerControl.ON))
    save(Configuration(key="gone", name="Gone", layers=layers))
    assert main(["generate", kind, "-c", "Gone"]) == 0
    out, err = capsys.readouterr()
    assert "VK_LAYER_GONE: It is not installed on this machine, so it is not documented." in err
    assert "GONE" not in out.replace("“Gone”", "")


def test_a_layer_whose_manifest_is_damaged_is_there(four_layers, capsys):
    four_layers.add_explicit_layer("VK_LAYER_damaged")
    manifest = four_layers.manifest("VK_LAYER_damaged")
    four_layers.add_file(manifest, '{"layer": {')
    entry = LayerEntry("VK_LAYER_damaged", LayerControl.ON, manifest=str(manifest))
    save(Configuration(key="there", name="There", layers=(entry,)))
    assert main(["generate", "settings", "-c", "There"]) == 0
    err = capsys.readouterr().err
    assert f"VK_LAYER_damaged: Its manifest {manifest} is skipped: " in err
    assert "not on this machine" not in err


def test_a_layer_that_is_skipped_is_told_as_skipped_with_the_reason(four_layers, capsys):
    four_layers.add_explicit_layer("VK_LAYER_torn", library_path=None)
    told = f"VK_LAYER_torn: Its manifest {four_layers.manifest('VK_LAYER_torn')} is skipped: "
    assert main(["generate", "html", "--layer", "VK_LAYER_torn"]) == 3
    assert told in capsys.readouterr().err
    entry = LayerEntry("VK_LAYER_torn", LayerControl.ON)
    save(Configuration(key="there", name="There", layers=(entry,)))
    assert main(["generate", "html", "-c", "There"]) == 0
    assert told in capsys.readouterr().err


def test_what_a_loader_settings_file_cannot_say_is_told(four_layers, capsys):
    four_layers.add_explicit_layer("VK_LAYER_no_library", library_path="")
    layers = (LayerEntry("VK_LAYER_no_library", LayerControl.ON),)
    own = (Variable("A", "b"),)
    save(Configuration(key="loose", name="Loose", layers=layers, environment=own))
    assert main(["generate", "loader-settings", "-c", "Loose"]) == 0
    err = capsys.readouterr().err
    assert "VK_LAYER_no_library: It cannot be loaded from any manifest" in err
    assert "A settings file cannot set variables" in err
    assert main(["generate", "json", "-c", "Loose"]) == 0
    assert "cannot set variables" not in capsys.readouterr().err


def test_loader_settings_of_single_layers_say_nothing_of_the_others(four_layers, capsys):
    text = generated(capsys, "loader-settings", "-c", "De/bug ging", "--layer", ONE)
    assert ONE in text
    assert TWO not in text


def test_what_a_layer_does_not_allow_is_told_whatever_carries_it(four_layers, capsys):
    entry = LayerEntry(
        ONE, LayerControl.ON, settings=(chosen("flags", SettingType.FLAGS, ("A", "Z")),)
    )
    save(Configuration(key="odd", name="Odd", layers=(entry,)))
    for kind in ("settings", "bash", "fish", "powershell", "cmd", "c", "cpp"):
        assert main(["generate", kind, "-c", "Odd"]) == 0
        out, err = capsys.readouterr()
        assert "The layer does not recognize the flag “Z”." in err
        assert not any(given in out for given in ("A,Z", "A:Z", "A;Z", '"A", "Z"'))


def test_what_a_file_leaves_out_is_told(four_layers, capsys):
    entry = LayerEntry(ONE, LayerControl.ON, settings=(chosen("words", SettingType.STRING, "a#b"),))
    save(Configuration(key="hash", name="Hash", layers=(entry,)))
    assert main(["generate", "settings", "-c", "Hash"]) == 0
    assert f"{ONE}: words is not written" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["settings", "bash", "fish", "powershell", "cmd", "c", "cpp"])
def test_variables_of_paths_are_expanded_where_layers_read_them(system, monkeypatch, capsys, kind):
    features = {"settings": [make_setting("log", "SAVE_FILE")]}
    system.add_explicit_layer(ONE, features=features, instance_extensions=[EXTENSION])
    for name, value in {**system.environment, "VULKAN_HOME": "/kit"}.items():
        monkeypatch.setenv(name, value)
    value = chosen("log", SettingType.SAVE_FILE, "${VULKAN_HOME}/log.txt")
    save(
        Configuration(
            key="k", name="K", layers=(LayerEntry(ONE, LayerControl.ON, settings=(value,)),)
        )
    )
    text = generated(capsys, kind, "-c", "K")
    assert "/kit/log.txt" in text
    assert "VULKAN_HOME" not in text


@pytest.mark.parametrize("kind", [kind.value for kind in GeneratedKind])
def test_a_file_with_something_else_in_it_is_replaced_only_when_told(
    four_layers, tmp_path, capsys, kind
):
    assert main(["generate", kind, "--layer", ONE, "--output", str(tmp_path), "--dry-run"]) == 0
    target = Path(capsys.readouterr().out.removeprefix("New ").rstrip("\n"))
    arguments = ["generate", kind, "--layer", ONE, "--output", f"{tmp_path}/"]
    target.touch()  # nothing is lost with an empty one
    assert main(arguments) == 0
    made = target.read_bytes()
    target.write_bytes(b"mine")
    for options in ([], ["--dry-run"]):
        assert main([*arguments, *options]) == 1
        assert f"{target} already exists with other content" in capsys.readouterr().err
    assert target.read_bytes() == b"mine"
    assert main([*arguments, "--force"]) == 0
    assert target.read_bytes() == made


def test_the_layers_of_several_manifests_are_in_one_file(four_layers, tmp_path, capsys):
    paths = []
    for name in (TWO, ONE, TWO):
        paths.append(tmp_path / f"{len(paths)}.json")
        paths[-1].write_text(json.dumps({"layer": {"name": name, "type": "GLOBAL"}}))
    arguments = [word for path in paths for word in ("--layer", str(path))]
    assert main(["generate", "json", *arguments]) == 0
    out, err = capsys.readouterr()
    assert [one["name"] for one in json.loads(out)["layers"]] == [TWO, ONE]
    assert f"{TWO}: also found in {paths[2]}; the first copy is used." in err
    assert {TWO, ONE} <= set(Html(generated(capsys, "html", *arguments)).ids)
    paths[0].write_text("{}")
    assert main(["generate", "markdown", *arguments]) == 0
    assert f"{paths[0]} does not declare a layer" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["bash", "fish", "powershell", "cmd"])
def test_a_script_leaves_out_layers_that_cannot_be_loaded_here_and_says_so(
    four_layers, capsys, kind
):
    broken = "VK_LAYER_TEST_broken"
    four_layers.add_explicit_layer(broken, named=LibraryNaming.MISSING)
    layers = (LayerEntry(broken, LayerControl.ON), LayerEntry(ONE, LayerControl.ON))
    save(Configuration(key="broken", name="Broken", layers=layers))
    for command in (["generate", kind, "-c", "Broken"], ["env", "-c", "Broken"]):
        assert main(command) == 0
        out, err = capsys.readouterr()
        assert ONE in out
        assert not [x for x in out.splitlines() if broken in x and "VK_INSTANCE_LAYERS" in x]
        assert broken in err


def test_without_a_kind_the_kinds_are_listed(capsys):
    assert main(["generate"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [kind.value for kind in GENERATED_KINDS]
    assert "html             HTML: documentation to read in a browser" in lines
