"""generate: of a configuration with a settings file of the user's own."""

from __future__ import annotations

import pytest

from tests.cli.commands import save
from tests.cli.generated import ONE, chosen, generated
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.exchange.generated_files import GeneratedKind


@pytest.fixture
def own_file(four_layers, tmp_path):
    """A configuration that uses a file of its own, and values that are not in force then."""
    file = tmp_path / "own" / "vk_layer_settings.txt"
    file.parent.mkdir()
    file.write_bytes(b"test_one.words = of the file\xff\n")
    entry = LayerEntry(
        ONE, LayerControl.ON, settings=(chosen("words", SettingType.STRING, "edited"),)
    )
    save(Configuration(key="own", name="Own", layers=(entry,), settings_file=str(file)))
    return file


@pytest.mark.parametrize("kind", [kind.value for kind in GeneratedKind])
def test_values_that_a_file_of_the_users_own_hides_are_in_no_kind_of_text(own_file, capsys, kind):
    assert main(["generate", kind, "-c", "Own"]) == 0
    out, err = capsys.readouterr()
    assert "edited" not in out
    leads = kind in ("settings", "bash", "fish", "powershell", "cmd", "loader-settings")
    assert (f"{own_file} is used unchanged: this output contains" in err) is not leads


def test_of_a_configuration_with_a_file_of_its_own_that_file_is_copied(own_file, tmp_path, capsys):
    target = tmp_path / "copy.txt"
    generated(capsys, "settings", "-c", "Own", "--output", str(target))
    content = target.read_bytes()
    assert content.endswith(b"\n\n" + own_file.read_bytes())
    assert content.startswith(b"# It is a copy of")  # and not with the mark of our own files


def test_a_script_leads_layers_to_the_file_of_the_users_own_as_env_does(own_file, capsys):
    line = f"export VK_LAYER_SETTINGS_PATH={own_file}"
    assert line in generated(capsys, "bash", "-c", "Own").splitlines()
    assert main(["env", "-c", "Own"]) == 0
    assert line in capsys.readouterr().out.splitlines()


def test_a_file_of_the_users_own_that_cannot_be_read_is_told_and_not_led_to(own_file, capsys):
    own_file.unlink()
    for kind in ("settings", "bash"):
        assert main(["generate", kind, "-c", "Own"]) == 0
        out, err = capsys.readouterr()
        assert f"{own_file} cannot be read, so layer settings are not written" in err
        assert "edited" not in out
        assert "VK_LAYER_SETTINGS_PATH" not in out
