"""config import: what a file becomes is printed with -n; without it is saved."""

import json
import shlex
import shutil
import zipfile
from pathlib import Path

from tests.cli.commands import VALIDATION, run_without_qt, save
from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.settings import make_setting
from tests.framework.snapshot import take_snapshot
from tests.model.formats.samples import FOLDER
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths

LIMITED = {
    **explicit_layer(VALIDATION, "./lib.so"),
    "features": {"settings": [make_setting("duplicate_message_limit", "INT", default=10)]},
}
API_DUMP = "VK_LAYER_LUNARG_api_dump"
STATE = FOLDER / "vkconfig.json"
OVERRIDE = FOLDER / "VkLayer_override.json"


def workspace():
    return load_workspace(
        find_state_paths(Host.read_current().environment).configurations
    ).workspace


def test_a_file_is_shown_with_what_is_not_carried_over(machine, capsys):
    assert main(["config", "import", str(FOLDER / "vk_loader_settings.json"), "-n"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].endswith("vk_loader_settings.json is a loader settings file.")
    assert "    auto all other layers\n" in out
    assert "    adds the driver /opt/drivers/b_icd.json\n" in out
    assert "/home/me/build/capture.json (implicit)" in out


def test_looking_at_a_file_writes_nothing(machine, capsys):
    home = Path(Host.read_current().environment["HOME"])
    before = take_snapshot(home)
    for path in sorted(FOLDER.iterdir()):
        main(["config", "import", str(path), "-n"])
        main(["config", "import", str(path), "--json", "-n"])
    assert take_snapshot(home) == before
    capsys.readouterr()


def test_what_members_of_a_file_are_read_as_is_told_apart_from_losses(machine, capsys):
    file = str(FOLDER / "vkconfig_2.1.0.json")
    assert main(["config", "import", file, "-n"]) == 0
    out = capsys.readouterr().out
    assert "Notes:\n" in out
    assert "printf_buffer_size is empty, so the layer's default is used." in out
    assert main(["config", "import", file, "--json", "-n"]) == 0
    (opened,) = json.loads(capsys.readouterr().out)["opened"]
    (remark,) = opened["remarks"]
    assert (remark["file"], remark["line"] > 1) == (file, True)


def test_an_import_is_kept(machine, capsys):
    assert main(["config", "import", str(OVERRIDE)]) == 0
    out = capsys.readouterr().out
    assert "Added and selected “Override for vkcube and game”.\n" in out
    assert "Added a layer search folder: /home/me/layers\n" in out
    assert workspace().selected_configuration.name == "Override for vkcube and game"
    assert workspace().sources[0].path == "/home/me/layers"


def test_settings_of_a_layer_that_is_off_say_so_with_the_command_that_turns_it_on(
    machine, tmp_path, capsys
):
    file = tmp_path / "vk_layer_settings.txt"
    file.write_text("khronos_validation.duplicate_message_limit = 5\n")
    machine.add_file(machine.manifest(VALIDATION), json.dumps(layer_document(LIMITED)))
    assert main(["config", "import", str(file)]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "off: its settings have no effect yet." in line
    assert main(shlex.split(line.partition("To enable it: vkconfig-py")[2])) == 0
    assert workspace().selected_configuration.get_control(VALIDATION) is LayerControl.ON


def test_what_is_there_already_is_not_added_again(machine, tmp_path, capsys):
    manifest = tmp_path / "a.json"
    manifest.write_text(json.dumps({"layer": {"name": "VK_LAYER_a"}}))
    assert main(["config", "import", str(manifest)]) == 0
    assert main(["config", "import", str(manifest)]) == 0
    assert "Nothing added" in capsys.readouterr().out


def test_a_damaged_configuration_is_told_once_whatever_is_done_with_a_file(
    machine, tmp_path, capsys
):
    damaged = find_state_paths(Host.read_current().environment).configurations / "bad.json"
    damaged.parent.mkdir(parents=True)
    damaged.write_text("{")
    manifest = tmp_path / "a.json"
    manifest.write_text(json.dumps({"layer": {"name": "VK_LAYER_a"}}))
    settings = tmp_path / "vk_layer_settings.txt"
    settings.write_text("khronos_validation.fine_grained_locking = true\n")
    for command in (
        ["config", "import", str(manifest), "-n"],
        ["config", "import", str(manifest)],
        ["config", "import", str(OVERRIDE)],
        ["lint", str(settings)],
    ):
        main(command)
        assert capsys.readouterr().err.count("bad.json") == 1, command


def test_json_tells_the_same(machine, capsys):
    assert main(["config", "import", str(STATE), "--json"]) == 0
    said = capsys.readouterr()
    document = json.loads(said.out)
    (opened,) = document["opened"]
    assert opened["kind"] == "vkconfig-state"
    assert opened["sources"][1]["path"] == "/opt/team/layers/"
    assert document["notes"][0]["line"] > 0
    assert "/data/vulkan/layers" in document["searched"]


def test_a_file_that_is_nothing_is_refused(machine, tmp_path, capsys):
    (tmp_path / "x").write_bytes(b"\x1b[2J")
    assert main(["config", "import", str(tmp_path / "x"), "-n"]) == 1
    assert "it is not a configuration" in capsys.readouterr().err


def test_a_file_that_is_not_there_has_the_exit_code_for_that(machine, tmp_path, capsys):
    assert main(["config", "import", str(tmp_path / "gone.json"), "-n"]) == 3
    assert "no such file or directory" in capsys.readouterr().err


def test_it_works_without_qt(machine):
    done = run_without_qt("config", "import", str(OVERRIDE), "-n")
    assert done.returncode == 0
    assert b"is an override manifest." in done.stdout


def test_a_configuration_of_vkconfig_goes_through_us_and_back(machine, tmp_path, capsys):
    sample = FOLDER / "vkconfig_configuration.json"
    assert main(["config", "import", str(sample)]) == 0
    command = ["config", "export", "Frame analysis", "--format", "vkconfig"]
    assert main([*command, "--output", str(tmp_path / "back.json")]) == 0
    back = json.loads((tmp_path / "back.json").read_text())
    assert back == json.loads(sample.read_text())
    capsys.readouterr()


def test_what_vkconfig_cannot_hold_is_said_at_export(machine, capsys):
    save(Configuration("1", "Own", loader_log=("error",)))
    assert main(["config", "export", "Own", "--format", "vkconfig"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["configuration"]["name"] == "Own"
    assert "VkConfig configurations cannot store the loader log setting" in said.err


def test_a_folder_is_searched_for_layers(machine, tmp_path, capsys):
    for name in ("one", "two"):
        (tmp_path / "sdk" / name).mkdir(parents=True)
        document = layer_document(explicit_layer(f"VK_LAYER_{name}", "./lib.so"))
        (tmp_path / "sdk" / name / "a.json").write_text(json.dumps(document))
    assert main(["config", "import", str(tmp_path / "sdk"), "-n"]) == 0
    assert capsys.readouterr().out.startswith(f"{tmp_path}/sdk is a folder with layers.\n")
    assert workspace().sources == ()
    assert main(["config", "import", str(tmp_path / "sdk")]) == 0
    assert [source.path for source in workspace().sources] == [
        f"{tmp_path}/sdk/one",
        f"{tmp_path}/sdk/two",
    ]


def test_more_than_twenty_folders_are_not_added_without_a_question(machine, tmp_path, capsys):
    document = json.dumps(layer_document(explicit_layer("VK_LAYER_one", "./lib.so")))
    sdk = tmp_path / "sdk"
    for number in range(21):
        (sdk / f"{number:02}").mkdir(parents=True)
        (sdk / f"{number:02}/a.json").write_text(document)
    assert main(["config", "import", str(sdk), "-n"]) == 0
    assert main(["config", "import", str(sdk), "--json"]) == 1
    sentence = f"Nothing added: 21 folders in {sdk} contain layers. Add them all with --yes."
    assert sentence in capsys.readouterr().err
    assert workspace().sources == ()
    assert main(["config", "import", str(sdk), "--yes"]) == 0
    assert len(workspace().sources) == 21


def test_a_folder_without_layers_is_refused(machine, tmp_path, capsys):
    (tmp_path / "sdk" / "deep").mkdir(parents=True)
    assert main(["config", "import", str(tmp_path / "sdk"), "-n"]) == 1
    refused = (
        f"{tmp_path}/sdk: no layer manifest found in this folder or its subfolders "
        "(2 folders searched)."
    )
    assert refused in capsys.readouterr().err


def test_the_folder_of_vkconfig_is_its_state(machine, tmp_path, capsys):
    (tmp_path / "vkconfig.json").write_bytes(STATE.read_bytes())
    assert main(["config", "import", str(tmp_path), "-n"]) == 0
    assert "vkconfig.json is a VkConfig state file." in capsys.readouterr().out


def test_a_configuration_takes_its_layers_to_another_home(machine, tmp_path, capsys, monkeypatch):
    build = tmp_path / "build"
    build.mkdir()
    (build / "lib.so").write_bytes(b"library")
    manifest = layer_document(explicit_layer("VK_LAYER_own", "./lib.so"))
    (build / "own.json").write_text(json.dumps(manifest))
    entry = LayerEntry("VK_LAYER_own", LayerControl.ON)
    save(Configuration("k", "Game", layers=(entry,)))
    assert main(["layer", "folder", "add", str(build)]) == 0
    capsys.readouterr()
    export = ["config", "export", "Game", "--with-layers"]
    assert main(export) == 2
    assert "specify a file or folder with -o" in capsys.readouterr().err
    assert main([*export, "--format", "vkconfig", "-o", str(tmp_path)]) == 2
    assert main([*export, "-o", str(tmp_path)]) == 0
    archive = tmp_path / "Game.vkconfig-py.zip"
    assert f"Wrote “Game” with 1 layer to {archive}." in capsys.readouterr().out
    assert main([*export, "-o", str(tmp_path), "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert outcome["files"] == [{"file": str(archive), "change": "unchanged"}]

    shutil.rmtree(build)
    home = tmp_path / "other-home"
    home.mkdir()
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(home))
    assert main(["config", "import", str(archive), "-n"]) == 0
    out = capsys.readouterr().out
    assert "is a vkconfig-py configuration with its layers." in out
    assert "Layers in the archive: VK_LAYER_own" in out
    assert not (home / ".config").exists()
    assert main(["config", "import", str(archive), "--json"]) == 0
    (opened,) = json.loads(capsys.readouterr().out)["opened"]
    assert (opened["kind"], opened["archived_layers"]) == ("own-archive", ["VK_LAYER_own"])
    assert main(["config", "import", str(archive)]) == 0
    assert "It brought VK_LAYER_own: programs load it once" in capsys.readouterr().out
    (source,) = workspace().sources
    assert Path(source.path, "lib.so").read_bytes() == b"library"
    assert main(["show", "-c", "Game"]) == 0
    assert "VK_LAYER_own" in capsys.readouterr().out


def test_layers_that_are_not_taken_along_are_listed_with_what_helps(machine, tmp_path, capsys):
    entries = (LayerEntry("VK_LAYER_own", LayerControl.ON), LayerEntry(API_DUMP, LayerControl.ON))
    save(Configuration("k", "Game", layers=entries))
    assert main(["config", "export", "Game", "--with-layers", "-o", str(tmp_path)]) == 0
    assert "Wrote “Game” with 0 layers" in capsys.readouterr().out
    assert main(["config", "import", str(tmp_path / "Game.vkconfig-py.zip")]) == 0
    err = capsys.readouterr().err
    assert f"Not installed: VK_LAYER_own and {API_DUMP}." in err
    assert f"{API_DUMP}: " in err
    assert "VK_LAYER_own: If a folder contains it: vkconfig-py layer folder add FOLDER" in err


def test_an_archive_that_would_write_elsewhere_is_refused(machine, tmp_path, capsys):
    home = Path(Host.read_current().environment["HOME"])
    before = take_snapshot(home)
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("configuration.json", json.dumps({"name": "X", "layers": []}))
        archive.writestr("layers/../../../evil.so", b"")
    assert main(["config", "import", str(tmp_path / "evil.zip")]) == 1
    assert "it holds “layers/../../../evil.so”, which no export writes." in capsys.readouterr().err
    assert take_snapshot(home) == before
