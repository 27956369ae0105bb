"""Settings of layers in every mechanism: whose file it is, who finds it, what is told."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, drawn, look
from tests.model.plan.chosen_settings import NAME, chosen, content_of, global_file
from tests.model.plan.plans import blocking, texts, variables
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.configuration.configuration import LayerControl, Variable
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.formats.layer_settings_txt import OWN_FILE_MARKER
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, Plan, PlanView

FOR_ONE_LAUNCH = "/private/vk_layer_settings.txt"


def test_one_launch_has_a_file_of_its_own(machine: SystemBuilder) -> None:
    plan = look(machine.host(), chosen(machine, loud=True, kinds=("b",))).plan
    assert variables(plan)["VK_LAYER_SETTINGS_PATH"] == FOR_ONE_LAUNCH
    assert content_of(plan) == {"test_settings.loud": "true", "test_settings.kinds": "b"}


def test_what_a_chosen_setting_depends_on_is_said_too(machine: SystemBuilder) -> None:
    # The layer's own default may be another one than its manifest's.
    plan = look(machine.host(), chosen(machine, file="/tmp/out")).plan
    assert content_of(plan) == {"test_settings.acts": "log", "test_settings.file": "/tmp/out"}


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_without_settings_nothing_is_written_of_them(
    view: PlanView, machine: SystemBuilder
) -> None:
    plan = look(machine.host(), chosen(machine), view).plan
    assert not [file for file in plan.files if file.path.endswith(".txt")]
    assert not any("SETTINGS" in name for name in variables(plan))


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_layer_that_is_off_or_keeps_its_settings_to_itself_has_none_written(
    view: PlanView, machine: SystemBuilder
) -> None:
    off = chosen(machine, LayerControl.OFF, loud=True)
    assert not [f for f in look(machine.host(), off, view).plan.files if f.path.endswith(".txt")]
    kept = chosen(machine, loud=True)
    entry = kept.find_entry(NAME)
    assert entry is not None
    kept = kept.with_entry(entry._replace(writes_settings=False))
    assert not [f for f in look(machine.host(), kept, view).plan.files if f.path.endswith(".txt")]


@pytest.mark.parametrize("mechanism", [Mechanism.OVERRIDE, Mechanism.SETTINGS])
def test_what_is_applied_writes_the_file_of_every_program(
    mechanism: Mechanism, machine: SystemBuilder
) -> None:
    plan = look(machine.host(), chosen(machine, limit=7), PlanView(mechanism)).plan
    first, second = plan.files
    assert second.path == str(global_file(machine))
    assert (second.content or b"").startswith(OWN_FILE_MARKER.encode())
    assert not first.path.endswith(".txt")
    assert content_of(plan)["test_settings.limit"] == "7"


def test_settings_alone_are_something_to_apply(machine: SystemBuilder) -> None:
    plan = look(machine.host(), chosen(machine, LayerControl.AUTO, limit=7), EVERY).plan
    assert blocking(plan) == []
    assert [file.path for file in plan.files] == [str(global_file(machine))]


def test_without_data_home_the_file_lies_below_home(machine: SystemBuilder) -> None:
    machine.with_env(XDG_DATA_HOME=None)
    plan = look(machine.host(), chosen(machine, limit=7), EVERY).plan
    name = ".local/share/vulkan/settings.d/vk_layer_settings.txt"
    assert plan.files[-1].path == str(machine.home / name)


def test_a_file_of_somebody_else_is_never_replaced(machine: SystemBuilder) -> None:
    path = global_file(machine)
    machine.add_file(path, "khronos_validation.report_flags = error\n")
    plan = look(machine.host(), chosen(machine, limit=7), EVERY).plan
    assert str(path) not in [file.path for file in plan.files]
    text = (
        f"{path} was not written by vkconfig-py and is left unchanged, so layer "
        "settings are not written"
    )
    assert text in texts(plan)


def test_a_file_of_ours_that_was_left_behind_is_replaced(machine: SystemBuilder) -> None:
    path = global_file(machine)
    machine.add_file(path, f"{OWN_FILE_MARKER}\ntest_settings.limit = 3\n")
    plan = look(machine.host(), chosen(machine, limit=7), EVERY).plan
    assert content_of(plan)["test_settings.limit"] == "7"


def test_a_launch_that_a_file_hides_says_the_same_by_variables(machine: SystemBuilder) -> None:
    machine.add_file(global_file(machine), "a.b = c\n")
    plan = look(machine.host(), chosen(machine, limit=7, path="/tmp/out")).plan
    assert variables(plan)["VK_TEST_SETTINGS_LIMIT"] == "7"
    assert variables(plan)["VK_TEST_SETTINGS_PATH"] == variables(plan)["OLD_PATH"] == "/tmp/out"
    assert any("is found before the launch's settings file" in text for text in texts(plan))


def test_variables_alone_name_every_changed_setting(machine: SystemBuilder) -> None:
    configuration = chosen(machine, loud=True)
    plan = look(machine.host(), configuration, ENVIRONMENT).plan
    assert variables(plan)["VK_TEST_SETTINGS_LOUD"] == "true"
    assert "VK_TEST_SETTINGS_LIMIT" not in variables(plan)
    own = configuration._replace(environment=(Variable("VK_TEST_SETTINGS_LOUD", "false"),))
    plan = look(machine.host(), own, ENVIRONMENT).plan
    assert variables(plan)["VK_TEST_SETTINGS_LOUD"] == "false"


def test_an_unknown_layer_gets_the_variables_of_the_library_with_a_word_of_doubt(
    machine: SystemBuilder,
) -> None:
    document = json.loads(machine.manifest(NAME).read_text())
    del document["layer"]["instance_extensions"]
    machine.add_file(machine.manifest(NAME), document)
    plan = look(machine.host(), chosen(machine, loud=True, path="/tmp/out"), ENVIRONMENT).plan
    assert variables(plan)["OLD_PATH"] == "/tmp/out"
    assert variables(plan)["VK_TEST_SETTINGS_LOUD"] == "true"
    assert texts(plan).count("it is unknown whether this layer reads variables") == 1


def test_no_limit_names_a_setting_that_was_not_chosen(machine: SystemBuilder) -> None:
    document = json.loads(machine.manifest(NAME).read_text())
    del document["layer"]["instance_extensions"]
    settings = document["layer"]["features"]["settings"]
    next(one for one in settings if one["key"] == "file")["env"] = "OLD_FILE"
    machine.add_file(machine.manifest(NAME), document)
    plan = look(machine.host(), chosen(machine, file="/tmp/out"), ENVIRONMENT).plan
    assert variables(plan)["OLD_FILE"] == "/tmp/out"
    assert not any("acts" in text for text in texts(plan))


def test_a_variable_of_the_configuration_that_names_a_file_counts(machine: SystemBuilder) -> None:
    configuration = chosen(machine, loud=True)._replace(
        environment=(Variable("VK_LAYER_SETTINGS_PATH", "/mine.txt"),)
    )
    plan = look(machine.host(), configuration).plan
    assert variables(plan)["VK_LAYER_SETTINGS_PATH"] == "/mine.txt"
    assert any("VK_LAYER_SETTINGS_PATH=/mine.txt is set" in text for text in texts(plan))


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_file_of_the_users_own_is_used_as_it_is(view: PlanView, machine: SystemBuilder) -> None:
    own = machine.root / "own.txt"
    machine.add_file(own, "test_settings.limit = 9 # mine\n")
    configuration = chosen(machine, loud=True)._replace(settings_file=str(own))
    plan = look(machine.host(), configuration, view).plan
    if view is EVERY:
        content = plan.files[-1].content or b""
        assert content.startswith(OWN_FILE_MARKER.encode())
        assert content.endswith(b"\ntest_settings.limit = 9 # mine\n")
    else:
        assert variables(plan)["VK_LAYER_SETTINGS_PATH"] == str(own)


@pytest.mark.parametrize("name", ["gone.txt", "folder", "pipe", "own.txt"])
@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_file_of_the_users_own_that_cannot_be_read_is_told(
    view: PlanView, name: str, machine: SystemBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.add_file("folder/vk_layer_settings.txt", "").add_file("own.txt", "")
    os.mkfifo(machine.root / "pipe")
    monkeypatch.chdir(machine.root)  # a relative path would be read from here, and not by programs
    path = name if name == "own.txt" else f"{machine.root}/{name}"
    plan = look(machine.host(), chosen(machine)._replace(settings_file=path), view).plan
    assert f"{path} cannot be read, so layer settings are not written" in texts(plan)
    assert "VK_LAYER_SETTINGS_PATH" not in variables(plan)


def test_settings_for_chosen_programs_reach_every_program_and_that_is_told(
    machine: SystemBuilder,
) -> None:
    view = PlanView(Mechanism.OVERRIDE, (str(machine.program),))
    plan = look(machine.host(), chosen(machine, limit=7), view).plan
    assert any("cannot be limited to specific programs" in text for text in texts(plan))


def test_of_two_configurations_the_values_of_the_one_applied_last_count(
    machine: SystemBuilder,
) -> None:
    other = machine.root / "bin/other"
    machine.add_program(other)
    before = AppliedConfiguration(
        chosen(machine, limit=3)._replace(key="b", name="B"), (str(other),), 0.0
    )
    plan = look(machine.host(), chosen(machine, limit=7), EVERY, applied=(before,)).plan
    assert content_of(plan)["test_settings.limit"] == "7"
    assert "layer settings of “B”, which is also applied, have no effect" in texts(plan, NAME)


@pytest.mark.parametrize("last", ["values", "file", "neither"])
def test_of_values_and_a_file_of_its_own_the_one_that_does_not_count_is_told(
    last: str, machine: SystemBuilder
) -> None:
    own = machine.root / "own.txt"
    machine.add_file(own, "a.b = 1\n")
    values = chosen(machine, loud=True)._replace(key="a", name="A")
    file = drawn()._replace(key="b", name="B", settings_file=str(own))
    new, *others = {
        "values": (values, file),
        "file": (file, values),
        "neither": (drawn(), file, values),
    }[last]
    programs = [machine.root / f"bin/{number}" for number in range(len(others))]
    for program in programs:
        machine.add_program(program)
    before = tuple(
        AppliedConfiguration(one, (str(program),), 0.0)
        for one, program in reversed(list(zip(others, programs, strict=True)))
    )
    plan = look(machine.host(), new, EVERY, applied=before).plan
    start = "layer settings of “{}”, which is also applied, have no effect: "
    if last == "values":
        assert content_of(plan) == {"test_settings.loud": "true"}
        text = start.format("B") + "its settings file cannot be merged with other settings"
    else:
        assert content_of(plan) == {"a.b": "1"}
        text = start.format("A") + "“B” uses an existing settings file"
    assert [limit.text for limit in plan.limits if "have no effect" in limit.text] == [text]


@pytest.mark.parametrize("from_file", [False, True], ids=["values", "own file"])
@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_settings_file_of_the_session_that_no_longer_counts_is_told(
    view: PlanView, from_file: bool, machine: SystemBuilder
) -> None:
    machine.with_env(VK_LAYER_SETTINGS_PATH="/my/settings.txt")
    own = machine.root / "own.txt"
    machine.add_file(own, "a.b = 1\n")
    configuration = chosen(machine, limit=7)._replace(settings_file=str(own) if from_file else "")
    plan = look(machine.host(), configuration, view).plan
    start = "VK_LAYER_SETTINGS_PATH=/my/settings.txt from your session will have no effect: "
    told = [limit for limit in plan.limits if limit.text.startswith(start)]
    # Variables of single settings leave the session's file to the layers.
    assert len(told) == (0 if view is ENVIRONMENT and not from_file else 1)
    assert all(limit.is_note for limit in told)
    if view is EVERY:
        assert told[0].text.endswith(f": layers read {global_file(machine)} first")


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_settings_file_of_the_session_is_not_mentioned_where_it_counts_as_before(
    view: PlanView, machine: SystemBuilder
) -> None:
    machine.with_env(VK_LAYER_SETTINGS_PATH="/my/settings.txt")
    without = look(machine.host(), chosen(machine), view).plan
    assert not any("VK_LAYER_SETTINGS_PATH" in text for text in texts(without))
    same = global_file(machine).parent
    if view is not EVERY:
        same = machine.root / "vk_layer_settings.txt"
        machine.add_file(same, "a.b = 1\n")
    machine.with_env(VK_LAYER_SETTINGS_PATH=f"{same}")
    configuration = chosen(machine, limit=7)
    if view is not EVERY:
        configuration = configuration._replace(settings_file=str(same))
    plan = look(machine.host(), configuration, view).plan
    assert not any("VK_LAYER_SETTINGS_PATH" in text for text in texts(plan))


def test_withdrawing_takes_both_files_away(machine: SystemBuilder, tmp_path: Path) -> None:
    configuration = chosen(machine, limit=7)
    paths = StatePaths(*(tmp_path / name for name in ("configurations", "state", "run")))
    for mechanism in (Mechanism.OVERRIDE, Mechanism.SETTINGS):
        plan = look(machine.host(), configuration, PlanView(mechanism)).plan
        applied = (AppliedConfiguration(configuration, (), 0.0, mechanism),)
        assert apply_plan(plan, applied, paths).error == ""
        assert [Path(file.path).read_bytes() for file in plan.files] == [
            file.content for file in plan.files
        ]
        assert len(plan.files) == 2
        assert apply_plan(Plan(mechanism=mechanism), (), paths).error == ""
        assert not any(Path(file.path).exists() for file in plan.files)


def test_changing_the_mechanism_leaves_no_file_of_the_other(
    machine: SystemBuilder, tmp_path: Path
) -> None:
    configuration = chosen(machine, limit=7)
    paths = StatePaths(*(tmp_path / name for name in ("configurations", "state", "run")))
    plans = [
        look(machine.host(), configuration, PlanView(Mechanism(m))).plan
        for m in ("override", "settings")
    ]
    for plan in plans:
        applied = (AppliedConfiguration(configuration, (), 0.0, plan.mechanism),)
        assert apply_plan(plan, applied, paths).error == ""
    override, settings = plans
    assert not Path(override.files[0].path).exists()
    assert all(Path(file.path).exists() for file in settings.files)


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_choice_that_the_layer_has_on_another_platform_is_told(
    view: PlanView, machine: SystemBuilder
) -> None:
    document = json.loads(machine.manifest(NAME).read_text())
    for one in document["layer"]["features"]["settings"]:
        if one["key"] == "loud":
            one["platforms"] = ["WINDOWS"]
    machine.add_file(machine.manifest(NAME), document)
    plan = look(machine.host(), chosen(machine, loud=True), view).plan
    assert "“loud” is not written: the layer supports this only on Windows" in texts(plan)
