"""Layers that read files of their own: what env, run, apply and generate say, and write."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import save
from tests.cli.generated import generated
from tests.framework.known_loaders import know_loaders
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    ListItem,
    SettingType,
)

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
OWN = b"# mine\nfont_size=32\n# fps_limit=0\n"


@pytest.fixture
def file(system, monkeypatch) -> Path:
    """Return the user's file of MangoHud, beside a configuration that limits frames."""
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    system.add_implicit_layer(MANGOHUD, enable_environment={"MANGOHUD": "1"})
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    own = system.home / ".config/MangoHud/MangoHud.conf"
    system.add_file(own, OWN)
    configuration = Configuration(key="play", name="Play").with_control(MANGOHUD, LayerControl.ON)
    entry = configuration.find_entry(MANGOHUD)
    entry = entry.with_value("fps_limit", SettingType.LIST, (ListItem(60), ListItem(30)))
    save(configuration.with_entry(entry))
    return own


def test_env_says_it_beside_the_users_file(file, capsys):
    assert main(["env", "-c", "Play"]) == 0
    printed = capsys.readouterr().out
    assert "MANGOHUD_CONFIG='read_cfg,fps_limit=60\\,30'" in printed
    assert "MANGOHUD=1" in printed


def test_apply_writes_the_users_file_and_withdraw_restores_it(file, capsys):
    assert main(["apply", "-c", "Play", "--dry-run", "--every-program"]) == 0
    printed = capsys.readouterr().out
    assert str(file) in printed
    assert f"Change {file}" in printed
    assert "fps_limit=60,30" in printed, printed
    assert file.read_bytes() == OWN
    assert main(["apply", "-c", "Play", "--every-program"]) == 0
    assert file.read_bytes() == OWN.replace(b"# fps_limit=0", b"fps_limit=60,30")
    assert main(["withdraw", "-c", "Play"]) == 0
    assert file.read_bytes() == OWN


def test_a_script_says_it_in_a_real_shell(file, tmp_path, capsys):
    script = tmp_path / "on.sh"
    generated(capsys, "bash", "-c", "Play", "--output", str(script))
    show = f'. "{script}"; printf %s "$MANGOHUD_CONFIG"'
    ran = subprocess.run(["bash", "-c", show], capture_output=True, text=True, check=True)
    assert ran.stdout == "read_cfg,fps_limit=60\\,30"


@pytest.mark.parametrize("kind", ["settings", "c", "cpp"])
def test_other_files_name_the_one_that_is_read_instead(kind, file, capsys):
    assert main(["generate", kind, "-c", "Play"]) == 0
    printed = capsys.readouterr()
    assert "fps_limit" not in printed.out
    assert f"{MANGOHUD} reads MangoHud.conf instead" in printed.err


def test_documentation_has_the_names_of_the_file(file, capsys):
    layers = json.loads(generated(capsys, "json", "-c", "Play"))["layers"]
    assert '"fps_limit"' in json.dumps(layers)
    assert "mangohud_overlay.fps_limit" not in json.dumps(layers)


@pytest.mark.parametrize("form", ["own", "vkconfig"])
def test_a_configuration_keeps_its_values_when_it_is_exported_and_imported(
    form, file, tmp_path, capsys
):
    exported = tmp_path / "play.json"
    way = ["--format", "vkconfig"] if form == "vkconfig" else []
    assert main(["config", "export", "Play", *way, "--output", str(exported)]) == 0
    assert main(["config", "delete", "Play"]) == 0
    assert main(["config", "import", str(exported)]) == 0
    capsys.readouterr()
    assert main(["env", "-c", "Play"]) == 0
    assert "fps_limit=60\\,30" in capsys.readouterr().out


def test_all_settings_are_listed_with_what_the_users_file_says(file, capsys):
    assert main(["layer", "show", MANGOHUD, "-c", "Play"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "font_size = 32" in printed
    assert "fps_limit = 60, 30  (default empty)" in printed
    assert main(["layer", "set", MANGOHUD, "font_size", "40", "-c", "Play"]) == 0
    assert "font_size = 40  (MangoHud.conf: 32)" in capsys.readouterr().out.splitlines()
    assert main(["layer", "reset", MANGOHUD, "font_size", "-c", "Play"]) == 0
    capsys.readouterr()
    assert main(["layer", "show", MANGOHUD, "--json", "-c", "Play"]) == 0
    told = {one["key"]: one for one in json.loads(capsys.readouterr().out)["settings"]}
    assert told["font_size"]["value"] == "32"
    assert not told["font_size"]["changed"]


def test_one_setting_names_the_line_of_the_users_file(file, capsys):
    assert main(["layer", "show", MANGOHUD, "font_size", "-c", "Play"]) == 0
    assert "Set in ~/.config/MangoHud/MangoHud.conf, line 2." in capsys.readouterr().out


def test_the_uniforms_of_an_effect_in_the_users_file_are_settings(system, file, capsys):
    system.add_implicit_layer(VKBASALT, enable_environment={"ENABLE_VKBASALT": "1"})
    effect = system.home / "Level.fx"
    system.add_file(effect, b"uniform float Level = 1.0;\n")
    system.add_file(
        system.home / ".config/vkBasalt/vkBasalt.conf",
        f'effects = Level\nLevel = "{effect}"\n'.encode(),
    )
    assert main(["layer", "set", "vkbasalt", "Level", "0.5", "-c", "Play"]) == 0
    assert "Level = 0.5" in capsys.readouterr().out


def test_a_setting_for_advanced_users_is_printed_where_it_is_asked_for(system, file, capsys):
    system.add_implicit_layer(VKBASALT, enable_environment={"ENABLE_VKBASALT": "1"})
    for words in ([], ["debandRange"]):
        assert main(["layer", "show", VKBASALT, *words, "-c", "Play"]) == 0
        assert "debandRange = 16.0" in capsys.readouterr().out


def test_an_effect_that_there_is_not_is_refused(system, file, capsys):
    system.add_implicit_layer(VKBASALT, enable_environment={"ENABLE_VKBASALT": "1"})
    system.add_file(system.home / ".config/vkBasalt/vkBasalt.conf", "mine = /x.txt\n")
    for effects, code in (("cas,glow", Exit.USAGE), ("cas,mine", Exit.OK)):
        assert main(["layer", "set", VKBASALT, "effects", effects, "-c", "Play"]) == code
    assert main(["layer", "set", VKBASALT, "effects", "--add", "ca", "-c", "Play"]) == Exit.USAGE
    told = " ".join(capsys.readouterr().err.split())
    assert "effects: No effect or effect file named “glow”. Allowed: cas, " in told
    assert "effects: No effect or effect file named “ca”." in told
    assert main(["layer", "set", VKBASALT, "reshadeEffects", "/a/glow.fx", "-c", "Play"]) == Exit.OK
    assert main(["layer", "set", VKBASALT, "effects", "cas,glow", "-c", "Play"]) == Exit.OK
