"""Scripts: what a shell that runs them has in its environment, and bytes where none is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    declare_layer,
    entry_with_values,
    make_dependence,
    make_setting,
    sdk_layer,
    sdk_manifests,
)
from tests.model.formats.test_environment import run_shell
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem, Value, Variable
from vkconfig_py.model.formats.setting_lines import LayerSettings, Scope
from vkconfig_py.model.formats.shells import SYNTAX_BY_SHELL_KIND, RefusedVariable, ShellKind
from vkconfig_py.model.formats.variable_scripts import (
    SettingVariables,
    make_layers_variable,
    make_setting_variables,
    render_script,
)
from vkconfig_py.model.layer_settings.declared import VariableReader

LAYER = declare_layer(
    make_setting(
        "core", default=True, settings=[make_setting("deep", dependence=make_dependence(core=True))]
    ),
    make_setting("log", "SAVE_FILE", default="stdout"),
    make_setting("ids", "LIST", env="VK_IDS"),
)
LOG = "test_settings.log"
PREFIX = "VK_TEST_SETTINGS_"


def chosen(**values: Value) -> list[LayerSettings]:
    return [
        LayerSettings.from_entry(LAYER, entry_with_values(LAYER, LayerEntry(LAYER.name), values))
    ]


IDS = (ListItem("off", enabled=False), ListItem("a"), ListItem("b"))


def test_bash_has_the_layers_the_log_and_the_settings(tmp_path: Path):
    script = render_script(
        ShellKind.BASH,
        chosen(core=False, deep=True, log="/tmp/it's $HOME `x`; #1", ids=IDS),
        enabled_layers=["VK_LAYER_a", "VK_LAYER_b"],
        loader_log=["error", "layer"],
        variables=[Variable("GONE", None), Variable("MORE", "x")],
        title="My configuration",
    )
    found = run_shell("bash", script.text, {"GONE": "1"})
    expected = {
        "VK_INSTANCE_LAYERS": "VK_LAYER_a:VK_LAYER_b",
        "VK_LOADER_DEBUG": "error,layer",
        "MORE": "x",
        f"{PREFIX}CORE": "false",
        f"{PREFIX}LOG": "/tmp/it's $HOME `x`; #1",
        f"{PREFIX}IDS": "a:b",
        "VK_SETTINGS_IDS": "a:b",
        "VK_IDS": "a:b",
    }
    assert {key: value for key, value in found.items() if key in expected} == expected
    assert "GONE" not in found
    assert f"{PREFIX}DEEP" not in found
    assert script.refused_variables == ()


def test_a_script_for_bash_to_the_byte():
    script = render_script(
        ShellKind.BASH,
        chosen(core=False, deep=True, ids=IDS),
        enabled_layers=["VK_LAYER_a", "VK_LAYER_b"],
        scope=Scope.CHANGED,
        title="Mine",
    )
    assert script.text == (
        "# Mine\n"
        "# Use it in a shell with: source FILE\n"
        "export VK_INSTANCE_LAYERS=VK_LAYER_a:VK_LAYER_b\n"
        "\n"
        "# VK_LAYER_TEST_settings\n"
        "export VK_TEST_SETTINGS_CORE=false\n"
        "export VK_SETTINGS_CORE=false\n"
        "# Has no effect without “Core” = true.\n"
        "# export VK_TEST_SETTINGS_DEEP=true\n"
        "# export VK_SETTINGS_DEEP=true\n"
        "export VK_TEST_SETTINGS_IDS=a:b\n"
        "export VK_SETTINGS_IDS=a:b\n"
        "export VK_IDS=a:b\n"
    )


def test_a_script_for_fish_to_the_byte():
    script = render_script(
        ShellKind.FISH, chosen(log="it's #1"), enabled_layers=["VK_LAYER_a"], scope=Scope.CHANGED
    )
    assert script.text == (
        "# Use it in a shell with: source FILE\n"
        "set -gx VK_INSTANCE_LAYERS 'VK_LAYER_a'\n"
        "\n"
        "# VK_LAYER_TEST_settings\n"
        "set -gx VK_TEST_SETTINGS_LOG 'it\\'s #1'\n"
        "set -gx VK_SETTINGS_LOG 'it\\'s #1'\n"
    )


def test_a_script_for_powershell_splits_as_its_platform_does():
    def text(platform: str, title: str = "") -> str:
        script = render_script(
            ShellKind.POWERSHELL,
            chosen(ids=IDS),
            enabled_layers=["VK_LAYER_a", "VK_LAYER_b"],
            platform=platform,
            scope=Scope.CHANGED,
            title=title,
        )
        return script.text

    assert text("WINDOWS") == (
        "# Use it in a session with: . FILE\n"
        "$env:VK_INSTANCE_LAYERS = 'VK_LAYER_a;VK_LAYER_b'\n"
        "\n"
        "# VK_LAYER_TEST_settings\n"
        "$env:VK_TEST_SETTINGS_IDS = 'a;b'\n"
        "$env:VK_SETTINGS_IDS = 'a;b'\n"
        "$env:VK_IDS = 'a;b'\n"
    )
    assert "'VK_LAYER_a:VK_LAYER_b'" in text("LINUX")
    assert text("WINDOWS", "é").startswith("\ufeff# é\n")


def test_a_script_for_cmd_is_for_windows_and_keeps_the_echo_as_it_was():
    script = render_script(
        ShellKind.CMD,
        chosen(ids=IDS, log="C:/100%.txt"),
        enabled_layers=["VK_LAYER_a", "VK_LAYER_b"],
        scope=Scope.CHANGED,
        title="& calc > x ^ 50% /?",
        platform="WINDOWS_ARM",
    )
    assert script.text == (
        "@rem   calc   x   50%% / ?\r\n"
        "@rem Use it in a console, or in a batch file with: call FILE\r\n"
        '@set "VK_INSTANCE_LAYERS=VK_LAYER_a;VK_LAYER_b"\r\n'
        "\r\n"
        "@rem VK_LAYER_TEST_settings\r\n"
        "@rem VK_TEST_SETTINGS_LOG is not set. cmd would expand the %% in the value.\r\n"
        "@rem VK_SETTINGS_LOG is not set. cmd would expand the %% in the value.\r\n"
        '@set "VK_TEST_SETTINGS_IDS=a;b"\r\n'
        '@set "VK_SETTINGS_IDS=a;b"\r\n'
        '@set "VK_IDS=a;b"\r\n'
    )
    reason = "cmd would expand the % in the value."
    names = (f"{PREFIX}LOG", "VK_SETTINGS_LOG")
    assert script.refused_variables == tuple(RefusedVariable(name, reason) for name in names)
    inactive = render_script(ShellKind.CMD, chosen(core=False, deep=True)).text
    assert '@rem Has no effect without "Core" = true.\r\n' in inactive
    assert inactive.isascii()
    assert "chcp" not in inactive
    assert render_script(ShellKind.CMD, title="é").text.startswith("@chcp 65001 >nul\r\n@rem é\r\n")
    assert render_script(ShellKind.CMD, enabled_layers="ab").text.endswith(
        '@set "VK_INSTANCE_LAYERS=a;b"\r\n'
    )


def test_steam_takes_one_line():
    script = render_script(
        ShellKind.STEAM, chosen(log="a:b", ids=IDS), enabled_layers=["VK_LAYER_a"], title="no room"
    )
    assert script.text == (
        "env VK_INSTANCE_LAYERS=VK_LAYER_a VK_TEST_SETTINGS_IDS=a:b VK_SETTINGS_IDS=a:b "
        "VK_IDS=a:b %command%"
    )
    assert script.refused_variables == (
        RefusedVariable(LOG, "Newer layers would split the value at “:”."),
    )


def test_what_no_variable_can_carry_is_told():
    script = render_script(ShellKind.BASH, chosen(log=""), scope=Scope.CHANGED)
    reason = "Empty text counts as unset; the default applies."
    assert script.refused_variables == (RefusedVariable(LOG, reason),)
    assert f"# {LOG} is not set. Empty text counts" in script.text
    wanted = make_setting_variables(chosen(log="", ids=IDS))
    names = ("VK_TEST_SETTINGS_IDS", "VK_SETTINGS_IDS", "VK_IDS")
    assert wanted.variables == tuple(Variable(name, "a:b") for name in names)
    assert wanted.refused_variables == script.refused_variables


def test_a_layer_with_code_of_its_own_reads_the_variables_of_its_manifest_only():
    layer = LAYER._replace(variable_reader=VariableReader.OWN)
    script = render_script(
        ShellKind.BASH, [chosen(log="x", ids=IDS)[0]._replace(declared=layer)], scope=Scope.ALL
    )
    reason = "This setting has no environment variable."
    assert script.refused_variables == (RefusedVariable(LOG, reason),)
    assert f"# {LOG} is not set. {reason}\n" in script.text
    assert "core is not set" not in script.text
    assert "VK_TEST_SETTINGS" not in script.text
    assert "\nexport VK_IDS=a:b\n" in script.text
    wanted = make_setting_variables([LayerSettings(layer, {"log": "x", "ids": IDS})])
    assert wanted == SettingVariables((Variable("VK_IDS", "a:b"),), script.refused_variables)


def test_a_variable_with_a_name_that_no_shell_can_set_is_refused():
    layer = declare_layer(make_setting("x", env="NOT A NAME"))._replace(
        variable_reader=VariableReader.OWN
    )
    changed = LayerSettings(layer, {"x": True})
    refused = RefusedVariable("NOT A NAME", "Shells cannot set a variable with this name.")
    assert render_script(ShellKind.BASH, [changed]).refused_variables == (refused,)


def test_what_has_no_effect_is_not_among_the_variables():
    wanted = make_setting_variables(chosen(core=False, deep=True))
    names = (f"{PREFIX}CORE", "VK_SETTINGS_CORE")
    assert wanted == SettingVariables(tuple(Variable(name, "false") for name in names))


def test_a_setting_without_effect_sets_no_other_variable():
    layer = sdk_layer("khronos_validation")
    entry = entry_with_values(layer, LayerEntry(layer.name), {"sync_queue_submit": False})
    layers = [LayerSettings.from_entry(layer, entry)]
    assert make_setting_variables(layers).variables == ()
    for scope in Scope:
        assert "\nexport " not in render_script(ShellKind.BASH, layers, scope=scope).text


def test_nothing_chosen_is_a_script_without_settings():
    assert render_script(ShellKind.BASH, chosen(), scope=Scope.CHANGED).text == (
        "# Use it in a shell with: source FILE\n"
    )
    assert make_setting_variables(chosen()).variables == ()


def test_every_shell_with_files_has_an_ending():
    assert {shell for shell in ShellKind if SYNTAX_BY_SHELL_KIND[shell].file_extension} == set(
        ShellKind
    ) - {ShellKind.STEAM}
    assert make_layers_variable(["a", "b"], "WINDOWS_X86").value == "a;b"


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_the_documented_script_sets_what_was_chosen_and_nothing_else(path: Path):
    layer = sdk_layer(path.stem.removeprefix("VkLayer_"))
    own = LayerSettings.from_entry(layer, None)
    found = run_shell("bash", render_script(ShellKind.BASH, [own]).text, {})
    assert not [name for name in found if name.startswith(("VK_", "DEBUG"))]


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30))
def test_bash_takes_any_text_that_is_not_refused(text: str):
    script = render_script(ShellKind.BASH, chosen(log=text), scope=Scope.CHANGED, title=text)
    found = run_shell("bash", script.text, {})
    if script.refused_variables or text == "stdout":
        assert f"{PREFIX}LOG" not in found
    else:
        assert found[f"{PREFIX}LOG"] == text


def test_a_setting_for_which_a_layer_reads_no_variable_is_told():
    layer = declare_layer(
        make_setting("on"),
        make_setting("ids", "LIST", env="VK_IDS"),
        instance_extensions=None,
        name="VK_LAYER_LUNARG_gfxreconstruct",
    )
    entry = entry_with_values(layer, LayerEntry(layer.name), {"on": True, "ids": IDS})
    script = render_script(
        ShellKind.BASH, [LayerSettings.from_entry(layer, entry)], scope=Scope.CHANGED
    )
    assert "export VK_IDS=a:b\n" in script.text
    assert "export VK_LUNARG" not in script.text
    (refused,) = script.refused_variables
    assert refused.reason == "This setting has no environment variable."


def test_a_doubt_stands_above_the_variable_of_an_unknown_layer():
    layer = declare_layer(
        make_setting("on"), make_setting("own", env="VK_OWN"), instance_extensions=None
    )
    entry = entry_with_values(layer, LayerEntry(layer.name), {"on": True, "own": True})
    script = render_script(
        ShellKind.BASH, [LayerSettings.from_entry(layer, entry)], scope=Scope.CHANGED
    )
    doubt = "# It is unknown whether this layer reads variables.\n"
    assert f"{doubt}export VK_TEST_SETTINGS_ON=true\n" in script.text
    assert script.text.count(doubt) == 1
    assert script.refused_variables == ()
