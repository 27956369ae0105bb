"""Problems in files that one layer reads."""

from __future__ import annotations

import pytest

from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.problems.actionable import find_problems
from vkconfig_py.model.problems.lint_file import lint_file

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"


def found(name: str, content: str) -> list[tuple[int, str, str]]:
    findings = lint_file(f"/nowhere/{name}", content.encode())
    return sorted((one.line, one.code, one.sentence) for one in findings)


def test_lines_that_mangohud_calls_unknown_are_told_with_the_nearest_name() -> None:
    assert found("MangoHud.conf", "fps\npositon=top-right\nfrobnicate\nread_cfg\n") == [
        (
            2,
            "setting-unknown",
            f"{MANGOHUD} has no setting positon. Did you mean “position”?",
        ),
        (3, "setting-unknown", f"{MANGOHUD} has no setting frobnicate."),
    ]


def test_values_that_a_layer_does_not_read_are_told() -> None:
    assert found("MangoHud.conf", "fps_limit=abc\n") == [
        (
            1,
            "setting-value",
            (
                "fps_limit: “abc” must be a number such as 60 or 59.94, with at most six "
                "digits before and after the decimal point. The layer uses nothing."
            ),
        ),
    ]
    (only,) = found("MangoHud.conf", "text_color=zzz\n")
    assert only[2] == "text_color: Must be a color such as 39F900. The layer uses 000000."


def test_values_that_end_programs_are_told() -> None:
    assert found("MangoHud.conf", "fps\ngpu_load_value=a,b\n") == [
        (
            2,
            "value-ends-program",
            "MangoHud cannot convert gpu_load_value=a,b and terminates the program.",
        ),
    ]


def test_lines_of_vkbasalt_and_effects_that_end_programs_are_told() -> None:
    content = "effects = cas:gone\ngone = /no/gone.fx\ncasSharpnes = 1\nreshadeIncludePath = /\n"
    assert [(line, code) for line, code, _said in found("vkBasalt.conf", content)] == [
        (2, "effect-ends-program"),
        (3, "setting-unknown"),
    ]
    assert found("vkBasalt.conf", "effects = cas\ntoggleKey = F10\n") == []


def problems(system: SystemBuilder) -> list[tuple[str, Severity, int]]:
    cache = DocumentCache()
    told = find_problems(discover(system.host(), cache=cache), cache)
    codes = ("setting-unknown", "setting-version", "effect-ends-program", "value-ends-program",
             "settings-file-named-in-vain")  # fmt: skip
    return [
        (one.problem.code, one.problem.severity, one.problem.line)
        for one in told
        if one.problem.code in codes
    ]


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    system.add_implicit_layer(MANGOHUD, enable_environment={"MANGOHUD": "1"})
    system.add_implicit_layer(VKBASALT, enable_environment={"ENABLE_VKBASALT": "1"})
    return system


def test_the_machine_has_the_problems_of_the_files_that_its_layers_read(
    machine: SystemBuilder,
) -> None:
    assert problems(machine) == []
    machine.add_file(machine.home / ".config/MangoHud/MangoHud.conf", "fps\nshow_fps\n")
    machine.add_file(machine.home / ".config/vkBasalt/vkBasalt.conf", "effects = lut\n")
    unknown = ("setting-unknown", Severity.WARNING, 2)
    ends = ("effect-ends-program", Severity.WARNING, 1)
    assert set(problems(machine)) == {unknown, ends}
    machine.with_env(ENABLE_VKBASALT="1")
    loading = ("effect-ends-program", Severity.ERROR, 1)
    assert set(problems(machine)) == {unknown, loading}


def test_a_variable_that_names_no_file_is_a_problem(machine: SystemBuilder) -> None:
    machine.add_file(machine.home / ".config/MangoHud/MangoHud.conf", "show_fps\n")
    machine.with_env(MANGOHUD_CONFIGFILE="~/.config/MangoHud/MangoHud.conf")
    assert problems(machine) == [("settings-file-named-in-vain", Severity.WARNING, 0)]
    machine.with_env(MANGOHUD_CONFIG="fps")
    assert problems(machine) == []


def test_the_variable_with_settings_has_the_problems_of_a_file(machine: SystemBuilder) -> None:
    machine.with_env(MANGOHUD="1", MANGOHUD_CONFIG="fps, positon=top-left,fps_value=x")
    assert set(problems(machine)) == {
        ("setting-unknown", Severity.WARNING, 0),
        ("value-ends-program", Severity.ERROR, 0),
    }


def find_titles(system: SystemBuilder) -> set[tuple[str, int]]:
    cache = DocumentCache()
    told = [one.problem for one in find_problems(discover(system.host(), cache=cache), cache)]
    return {(one.title, one.line) for one in told if one.file.endswith((".toml", ".conf"))}


def test_a_file_that_a_layer_ignores_is_a_problem(system: SystemBuilder) -> None:
    layer, file = "VK_LAYER_LSFGVK_frame_generation", system.home / ".config/lsfg-vk/conf.toml"
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    system.add_implicit_layer(layer, disable_environment={"DISABLE_LSFGVK": "1"})
    system.add_file(file, "version = 2\n[[profile]]\nactive_in = 'other'\nmultiplier = 1\n")
    assert find_titles(system) == {(f"{layer} ignores ~/.config/lsfg-vk/conf.toml", 4)}
    system.add_file(file, "\nversion = 3\n")
    assert find_titles(system) == {(f"{layer} ignores ~/.config/lsfg-vk/conf.toml", 2)}
    system.add_file(file, "version = 2\n[[profile]]\ndll = '/x'\nmultiplier = '3'\n")
    title = f"~/.config/lsfg-vk/conf.toml has a line that {layer} does not read"
    assert find_titles(system) == {(title, 3), (title, 4)}


def test_every_file_that_counts_is_looked_at(system: SystemBuilder) -> None:
    layer, folder = "VK_LAYER_vksumi_color_grading", system.home / ".config/vkSumi"
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    system.add_implicit_layer(layer, enable_environment={"ENABLE_VKSUMI": "1"})
    named = system.root / "named.conf"
    system.add_file(named, "gamma = x\n").with_env(VKSUMI_CONFIG_FILE=str(named))
    system.add_file(folder / "vkSumi.conf", "tint = 1\ngama = 1\n")
    assert find_titles(system) == {
        (f"{named} has a line that {layer} does not read", 1),
        (f"~/.config/vkSumi/vkSumi.conf has a line that {layer} does not read", 2),
    }
