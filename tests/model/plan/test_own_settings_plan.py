"""Settings of layers that read files of their own: whose file it is, and what is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, look
from tests.model.plan.plans import texts, variables
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    ListItem,
    SettingType,
    Target,
    Value,
    Variable,
)
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Mechanism,
    Plan,
    PlanView,
    PredictionRequest,
)

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
NOTHING = Plan(mechanism=Mechanism.OVERRIDE)
PRIVATE = "/private/MangoHud.conf"
TYPES = {
    "fps_limit": SettingType.LIST,
    "no_display": SettingType.BOOL,
    "custom_text": SettingType.STRING,
    "gpu_load_color": SettingType.STRING,
}


@pytest.fixture
def hud(system: SystemBuilder) -> SystemBuilder:
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    system.add_implicit_layer(
        MANGOHUD,
        enable_environment={"MANGOHUD": "1"},
        disable_environment={"DISABLE_MANGOHUD": "1"},
    )
    return system


def chosen(**values: Value) -> Configuration:
    configuration = Configuration("k", "Play").with_control(MANGOHUD, LayerControl.ON)
    entry = configuration.find_entry(MANGOHUD)
    assert entry is not None
    for key, value in values.items():
        entry = entry.with_value(key, TYPES[key], value)
    return configuration.with_entry(entry)


def limited(*limits: int) -> Configuration:
    return chosen(fps_limit=tuple(map(ListItem, limits)))


def folder(system: SystemBuilder) -> Path:
    return system.home / ".config/MangoHud"


def written(plan: Plan) -> dict[str, bytes]:
    return {f.path: f.content or b"" for f in plan.files if f.path.endswith(".conf")}


def test_a_launch_has_a_private_copy_of_the_users_file(hud: SystemBuilder) -> None:
    own = b"# mine\nposition=top-right\nunknown=\xff\n# fps_limit=0\n"
    hud.add_file(folder(hud) / "MangoHud.conf", own)
    plan = look(hud.host(), limited(60, 30), LAUNCH).plan
    expected = b"# mine\nposition=top-right\nunknown=\xff\nfps_limit=60,30\n"
    assert written(plan) == {PRIVATE: expected}
    assert variables(plan)["MANGOHUD_CONFIGFILE"] == PRIVATE
    assert (folder(hud) / "MangoHud.conf").read_bytes() == own


def test_the_copy_is_of_the_file_that_the_program_would_read(hud: SystemBuilder) -> None:
    name = hud.program.resolve().name
    hud.add_file(folder(hud) / "MangoHud.conf", "width=1\n")
    hud.add_file(folder(hud) / f"{name}.conf", "width=2\n")
    assert written(look(hud.host(), limited(60)).plan)[PRIVATE] == b"width=2\nfps_limit=60\n"
    named = hud.root / "named.conf"
    hud.add_file(named, "width=3\n").with_env(MANGOHUD_CONFIGFILE=str(named))
    assert written(look(hud.host(), limited(60)).plan)[PRIVATE] == b"width=3\nfps_limit=60\n"


def test_of_a_windows_program_the_file_with_its_name_counts_first(hud: SystemBuilder) -> None:
    hud.add_file(folder(hud) / "MangoHud.conf", "width=1\n")
    hud.add_file(folder(hud) / "wine-My Game.conf", "width=2\n")
    for program, arguments in (
        ("/usr/bin/wine", ("C:\\Games\\My Game.exe", "-x")),
        ("/opt/proton/proton", ("run", "/games/My Game.EXE")),
        ("/games/My Game.exe", ()),
    ):
        started = limited(60)._replace(target=Target(program, arguments))
        assert written(look(hud.host(), started).plan)[PRIVATE] == b"width=2\nfps_limit=60\n"
    for program, arguments in (("/usr/bin/mono", ("My Game.exe",)), ("/usr/bin/wine", ())):
        started = limited(60)._replace(target=Target(program, arguments))
        assert written(look(hud.host(), started).plan)[PRIVATE] == b"width=1\nfps_limit=60\n"


def test_a_windows_program_is_seen_as_the_preloader_of_wine(hud: SystemBuilder) -> None:
    hud.add_file(folder(hud) / f"{hud.program.resolve().name}.conf", "width=1\n")
    hud.add_file(folder(hud) / "wine64-preloader.conf", "width=2\n")
    started = limited(60)._replace(target=Target("/usr/bin/wine", ("/games/My Game.exe",)))
    assert written(look(hud.host(), started).plan)[PRIVATE] == b"width=2\nfps_limit=60\n"


def test_without_values_nothing_is_written(hud: SystemBuilder) -> None:
    for view in (LAUNCH, EVERY, ENVIRONMENT):
        plan = look(hud.host(), chosen(), view).plan
        assert written(plan) == {}
        assert not [name for name in variables(plan) if name.startswith("MANGOHUD_")]


def test_a_chosen_default_is_written_as_the_users_file_may_say_otherwise(
    hud: SystemBuilder,
) -> None:
    hud.add_file(folder(hud) / "MangoHud.conf", "no_display\n")
    plan = look(hud.host(), chosen(no_display=False)).plan
    assert written(plan)[PRIVATE] == b"no_display=0\n"


def test_a_variable_of_the_configuration_counts_instead(hud: SystemBuilder) -> None:
    configuration = limited(60)._replace(
        environment=(Variable("MANGOHUD_CONFIGFILE", "/mine.conf"),)
    )
    plan = look(hud.host(), configuration).plan
    assert written(plan) == {}
    assert any("takes precedence" in text for text in texts(plan))


def test_variables_alone_say_it_beside_the_users_file(hud: SystemBuilder) -> None:
    plan = look(hud.host(), limited(60, 30), ENVIRONMENT).plan
    assert variables(plan)["MANGOHUD_CONFIG"] == "read_cfg,fps_limit=60\\,30"
    hud.with_env(MANGOHUD_CONFIG="no_display")
    plan = look(hud.host(), limited(60), ENVIRONMENT).plan
    assert variables(plan)["MANGOHUD_CONFIG"] == "no_display,fps_limit=60"
    hud.with_env(MANGOHUD_CONFIG="")
    plan = look(hud.host(), limited(60), ENVIRONMENT).plan
    assert variables(plan)["MANGOHUD_CONFIG"] == "fps_limit=60"


@pytest.mark.parametrize("mechanism", [Mechanism.OVERRIDE, Mechanism.SETTINGS])
def test_what_is_applied_to_every_program_is_the_users_file(
    mechanism: Mechanism, hud: SystemBuilder
) -> None:
    hud.add_file(folder(hud) / "MangoHud.conf", "width=1\r\n# fps_limit=\r\n")
    plan = look(hud.host(), limited(60), PlanView(mechanism)).plan
    path = str(folder(hud) / "MangoHud.conf")
    assert written(plan) == {path: b"width=1\r\nfps_limit=60\r\n"}


def test_what_is_applied_to_a_program_is_its_own_file(hud: SystemBuilder) -> None:
    # MangoHud reads one file alone: a new one begins as a copy of what was read before.
    hud.add_file(folder(hud) / "MangoHud.conf", "width=1\n")
    program = str(hud.program.resolve())
    plan = look(hud.host(), limited(60), PlanView(Mechanism.OVERRIDE, (program,))).plan
    path = str(folder(hud) / f"{hud.program.resolve().name}.conf")
    assert written(plan) == {path: b"width=1\nfps_limit=60\n"}


def test_what_is_applied_to_a_windows_program_is_the_file_that_it_reads_in_wine(
    hud: SystemBuilder,
) -> None:
    hud.add_file(folder(hud) / "MangoHud.conf", "width=1\n")
    plan = look(hud.host(), limited(60), PlanView(Mechanism.OVERRIDE, ("/x/My Game.exe",))).plan
    path = str(folder(hud) / "wine-My Game.conf")
    assert written(plan) == {path: b"width=1\nfps_limit=60\n"}
    hud.add_file(folder(hud) / "wine-My Game.conf", "width=2\n")
    plan = look(hud.host(), limited(60), PlanView(Mechanism.OVERRIDE, ("/x/My Game.exe",))).plan
    assert written(plan) == {path: b"width=2\nfps_limit=60\n"}


def test_files_of_single_programs_are_told_where_the_file_for_all_is_written(
    hud: SystemBuilder,
) -> None:
    for name in ("MangoHud.conf", "presets.conf", "notes.txt"):
        hud.add_file(folder(hud) / name, "width=1\n")
    assert not any("per-program" in t for t in texts(look(hud.host(), limited(60), EVERY).plan))
    hud.add_file(folder(hud) / "vkcube.conf", "")
    hud.add_file(folder(hud) / "wine-foo.conf", "")
    path = folder(hud) / "MangoHud.conf"
    told = f"2 per-program files are read instead of {path}: vkcube.conf, "
    plan = look(hud.host(), limited(60), EVERY).plan
    assert [one for one in texts(plan) if one.startswith(told)] == [f"{told}wine-foo.conf"]
    program = PlanView(Mechanism.OVERRIDE, (str(hud.program.resolve()),))
    assert not any("per-program" in t for t in texts(look(hud.host(), limited(60), program).plan))


def test_a_variable_of_the_session_that_names_another_file_is_told_when_applying(
    hud: SystemBuilder,
) -> None:
    path = folder(hud) / "MangoHud.conf"
    hud.with_env(MANGOHUD_CONFIGFILE="/mine.conf")
    plan = look(hud.host(), limited(60), EVERY).plan
    told = (
        "MANGOHUD_CONFIGFILE=/mine.conf from your session makes programs read that file instead of "
    )
    assert f"{told}{path}" in texts(plan)
    hud.with_env(MANGOHUD_CONFIGFILE=str(path))
    assert not any("instead of" in t for t in texts(look(hud.host(), limited(60), EVERY).plan))


def test_a_file_that_is_read_before_is_told(hud: SystemBuilder) -> None:
    program = hud.program.resolve()
    hud.add_file(program.parent / "MangoHud.conf", "width=1\n")
    plan = look(hud.host(), limited(60), PlanView(Mechanism.OVERRIDE, (str(program),))).plan
    assert any(f"{program.parent}/MangoHud.conf is read instead of" in t for t in texts(plan))


def test_a_value_that_the_file_cannot_carry_is_told(hud: SystemBuilder) -> None:
    plan = look(hud.host(), chosen(custom_text="6#0")).plan
    assert any("“custom_text” is not written" in text for text in texts(plan))
    assert written(plan) == {}


def applied_desk(
    hud: SystemBuilder,
) -> tuple[StatePaths, Path, Plan, tuple[AppliedConfiguration, ...]]:
    own = hud.root / "own"
    paths = StatePaths(own / "configurations", own / "state", own / "run")
    file = folder(hud) / "MangoHud.conf"
    plan = look(hud.host(), limited(60), EVERY).plan
    return paths, file, plan, (AppliedConfiguration(limited(60), (), 0.0, plan.mechanism),)


@pytest.mark.parametrize("before", [b"# mine\r\nwidth=3\r\n# fps_limit=0\r\n\xff", None])
def test_a_withdrawal_restores_the_users_file_byte_for_byte(
    before: bytes | None, hud: SystemBuilder
) -> None:
    if before is not None:
        hud.add_file(folder(hud) / "MangoHud.conf", before)
    paths, file, plan, applied = applied_desk(hud)
    assert apply_plan(plan, applied, paths).error == ""
    assert b"fps_limit=60" in file.read_bytes()
    assert apply_plan(NOTHING, (), paths).error == ""
    assert (file.read_bytes() if file.exists() else None) == before


def test_what_another_program_wrote_meanwhile_stays(hud: SystemBuilder) -> None:
    hud.add_file(folder(hud) / "MangoHud.conf", "width=3\n")
    paths, file, plan, applied = applied_desk(hud)
    assert apply_plan(plan, applied, paths).error == ""
    file.write_bytes(b"theirs=1\n")
    result = apply_plan(NOTHING, (), paths)
    assert "Another program changed" in result.note
    assert file.read_bytes() == b"theirs=1\n"


def test_a_launch_is_based_on_the_file_as_it_was_before_it_was_applied(hud: SystemBuilder) -> None:
    file = folder(hud) / "MangoHud.conf"
    hud.add_file(file, "width=3\nfps_limit=60\n")
    request = PredictionRequest(
        host=hud.host(),
        profile=NEW,
        configuration=chosen(no_display=True),
        view=LAUNCH,
        launch_folder="/private",
        own_files=(str(file),),
        original_contents=((str(file), b"width=3\n"),),
    )
    plan = compute_snapshot(request).plan
    assert written(plan)[PRIVATE] == b"width=3\nno_display=1\n"


def test_of_several_configurations_the_last_one_wins(hud: SystemBuilder) -> None:
    before = (AppliedConfiguration(chosen(fps_limit=(ListItem(30),), no_display=True), (), 0.0),)
    plan = look(hud.host(), limited(60)._replace(key="j"), EVERY, applied=before).plan
    assert b"fps_limit=60" in written(plan)[str(folder(hud) / "MangoHud.conf")]


def test_a_value_that_is_too_long_for_the_variable_is_told(hud: SystemBuilder) -> None:
    # MangoHud copies each into 256 bytes and does not look how long it is.
    plan = look(hud.host(), chosen(custom_text="x" * 255, no_display=True), ENVIRONMENT).plan
    assert f"custom_text={'x' * 255}" in str(variables(plan)["MANGOHUD_CONFIG"])
    plan = look(hud.host(), chosen(custom_text="x" * 256, no_display=True), ENVIRONMENT).plan
    assert variables(plan)["MANGOHUD_CONFIG"] == "read_cfg,no_display=1"
    assert any("custom_text is not set" in text for text in texts(plan))


def test_a_text_that_would_end_the_program_is_not_written(hud: SystemBuilder) -> None:
    plan = look(hud.host(), chosen(gpu_load_color="red", no_display=True)).plan
    assert written(plan)[PRIVATE] == b"no_display=1\n"
    assert any("“gpu_load_color” is not written: must be three colors" in t for t in texts(plan))


VKBASALT = "VK_LAYER_VKBASALT_post_processing"


@pytest.mark.parametrize(
    ("path", "refused"), [("{home}/Mine.fx", False), ("/no/Mine.fx", True), ("~/Mine.fx", True)]
)
def test_an_effect_that_ends_every_program_is_not_applied(
    path: str, refused: bool, hud: SystemBuilder
) -> None:
    hud.add_implicit_layer(VKBASALT, enable_environment={"ENABLE_VKBASALT": "1"})
    hud.add_file(hud.home / "Mine.fx", "uniform float Level = 1.0;\n")
    named = path.replace("{home}", str(hud.home))
    hud.add_file(
        hud.home / ".config/vkBasalt/vkBasalt.conf",
        f"effects = mine\nmine = {named}\nreshadeIncludePath = /\n",
    )
    on = Configuration("k", "Play").with_control(VKBASALT, LayerControl.ON)
    entry = on.find_entry(VKBASALT)
    assert entry is not None
    chosen_too = on.with_entry(entry.with_value("toggleKey", SettingType.STRING, "End"))
    for configuration in (on, chosen_too):
        plan = look(hud.host(), configuration, EVERY).plan
        assert [one.subject for one in plan.limits if one.is_blocking] == [VKBASALT] * refused
    launched = look(hud.host(), chosen_too, LAUNCH).plan
    assert any("terminates the program" in text for text in texts(launched)) == refused
    assert not any(one.is_blocking for one in launched.limits)


@pytest.mark.parametrize("line", ["gpu_load_value=a,b", "fps_limit=99999999999999999999"])
def test_a_file_with_a_value_that_ends_every_program_is_not_applied(
    line: str, hud: SystemBuilder
) -> None:
    hud.add_file(folder(hud) / "MangoHud.conf", f"{line}\n")
    for configuration in (chosen(), chosen(no_display=True)):
        plan = look(hud.host(), configuration, EVERY).plan
        assert [one.subject for one in plan.limits if one.is_blocking] == [MANGOHUD]
    launched = look(hud.host(), chosen(no_display=True), LAUNCH).plan
    assert any("terminates the program" in text for text in texts(launched))
    assert not any(one.is_blocking for one in launched.limits)
    hud.add_file(folder(hud) / "MangoHud.conf", "fps\n").with_env(MANGOHUD_CONFIG=line)
    plan = look(hud.host(), chosen(), EVERY).plan
    assert [one.subject for one in plan.limits if one.is_blocking] == [MANGOHUD]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (
            "read_cfg,fps",
            (
                "MANGOHUD_CONFIG=read_cfg,fps from your session takes precedence over the "
                "layer's file"
            ),
        ),
        (
            "fps",
            (
                "MANGOHUD_CONFIG=fps from your session lacks read_cfg, so the layer does not read "
                "a settings file"
            ),
        ),
        (
            "",
            (
                "MANGOHUD_CONFIG= from your session lacks read_cfg, so the layer does not read a "
                "settings file"
            ),
        ),
    ],
)
def test_a_variable_that_wins_over_the_file_is_told_of_launch_and_apply(
    value: str, told: str, hud: SystemBuilder
) -> None:
    hud.with_env(MANGOHUD_CONFIG=value)
    for view in (LAUNCH, EVERY):
        assert told in texts(look(hud.host(), limited(60), view).plan)
