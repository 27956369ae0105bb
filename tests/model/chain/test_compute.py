"""What the window's parts ask for besides a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework import manifests
from tests.framework.manifests import list_layers
from tests.framework.system import SystemBuilder
from tests.model.machine import EVERY, NEW, OLD, build, drawn, look, row
from vkconfig_py.language.sentences import join_words
from vkconfig_py.loader.api.runtime_view import RuntimeView, RuntimeViewKind
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.processes import ProcessFacts
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.compute import find_program, plan_applied_set
from vkconfig_py.model.chain.loader_variables import VariableSetter, describe_environment
from vkconfig_py.model.chain.run_engine import make_placeholder_program
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import Configuration, Target, Variable
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, PlanView
from vkconfig_py.model.programs.program_paths import ProgramState, describe_program
from vkconfig_py.model.text.wording import get_display_names, render_count, render_ordinal


def test_what_stays_applied_is_planned_without_the_configuration_shown(
    system: SystemBuilder,
) -> None:
    build(system).add_explicit_layer("OWN", folder=system.root / "mine")
    source = str(system.root / "mine")
    snapshot = look(system.host(), drawn("A", on="A"), EVERY)
    rest = (
        AppliedConfiguration(
            drawn("OWN", on=("OWN",))._replace(sources=(source,)), ("/bin/x",), 0.0
        ),
    )
    plan = plan_applied_set(snapshot.request, rest, DocumentCache())
    (layer,) = list_layers(plan.files[0].content or b"")
    assert (layer["component_layers"], layer["app_keys"]) == (["OWN"], ["/bin/x"])
    assert plan_applied_set(snapshot.request, (), DocumentCache()).files == ()


def test_the_program_of_a_picture_is_the_one_it_is_about(system: SystemBuilder) -> None:
    program = str(build(system).program)
    configuration = drawn()._replace(target=Target(program))
    host = system.host()
    assert find_program(look(host, configuration).request).real_path == program
    assert find_program(look(host, configuration, EVERY).request).state is ProgramState.NONE
    other = PlanView(Mechanism.OVERRIDE, ("/bin/sh", program))
    assert find_program(look(host, configuration, other).request).real_path == program
    assert find_program(look(host, drawn(), other).request).name == "sh"
    assert look(host, drawn()).report.host.executable == make_placeholder_program(host)


def test_the_path_of_the_program_acts_on_no_row(system: SystemBuilder) -> None:
    build(system)
    target = Target("/opt/\N{RIGHT-TO-LEFT OVERRIDE}game")
    snapshot = look(system.host(), drawn()._replace(target=target))
    assert snapshot.rows[0].secondary == r"/opt/\u202egame"


def script(system: SystemBuilder, *lines: str) -> str:
    path = system.root / "start"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return str(path)


def test_a_launch_is_that_of_the_program_that_its_script_comes_to(system: SystemBuilder) -> None:
    program = str(build(system).program)
    path = script(system, "export ENABLE_I3=${FROM:-0}", 'exec env A=1 "$@"')
    configuration = drawn()._replace(target=Target(path, (program, "an argument")))
    snapshot = look(system.host(), configuration._replace(environment=(Variable("FROM", "1"),)))
    assert snapshot.report.host.executable == program
    assert snapshot.report.host.environment["A"] == "1"
    assert row(snapshot, "I3").reason == f"ENABLE_I3=1 is set by {path}, line 2"
    assert f"starts {program} · sets ENABLE_I3" in snapshot.rows[0].reason
    assert "I3" not in look(system.host(), configuration).list_loading_layers()


def test_a_layer_that_a_script_turns_on_can_be_turned_off(system: SystemBuilder) -> None:
    program = str(build(system).program)
    path = script(system, "export ENABLE_I3=1", f"exec {program}")
    configuration = drawn(off=["I3"])._replace(target=Target(path))
    assert "I3" not in look(system.host(), configuration).list_loading_layers()
    target = Target(script(system, "unset ENABLE_I3", program))
    own = drawn()._replace(target=target, environment=(Variable("ENABLE_I3", "1"),))
    snapshot = look(system.host(), own)
    assert [(one.name, one.value) for one in snapshot.script_variables] == [("ENABLE_I3", None)]
    assert "I3" not in snapshot.list_loading_layers()


def test_what_a_script_sets_to_what_only_a_run_tells_is_said(system: SystemBuilder) -> None:
    program = str(build(system).program)
    path = script(system, "export ENABLE_I3=$(tool) OTHER=$(tool)", program)
    snapshot = look(system.host(), drawn()._replace(target=Target(path)))
    assert snapshot.rows[0].reason.endswith(
        f"starts {program} · the script sets ENABLE_I3 to values known only at run time"
    )
    unclear = look(system.host(), drawn()._replace(target=Target(script(system, '"$(tool)"'))))
    assert unclear.rows[0].reason.endswith(
        "the program that the script starts is known only at run time"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("while IFS= read -r L; do", 'export "$L"; done < settings'),
        ("export $(tool)", ""),
        ("E=(ENABLE_I3=1)", 'exec env "${E[@]}" "$@"'),
        ("", "for ((i = 0; i < 2; i++)); do export ENABLE_I3=1; done"),
    ],
)
def test_a_layer_is_not_said_to_be_off_for_a_variable_that_may_be_set(
    system: SystemBuilder, lines: tuple[str, str]
) -> None:
    program = str(build(system).program)
    path = script(system, *lines, program)
    snapshot = look(system.host(), drawn()._replace(target=Target(path)))
    assert "the script sets variables that are known only at run time" in snapshot.rows[0].reason
    assert row(snapshot, "I3").reason.startswith(f"ENABLE_I3 may be set by {path}, line ")


def test_a_script_that_ends_before_its_program_is_said_to_start_none(system: SystemBuilder) -> None:
    program = str(build(system).program)
    path = script(system, "set -e", "false", f"exec {program}")
    snapshot = look(system.host(), drawn()._replace(target=Target(path)))
    assert "the script does not start a program" in snapshot.rows[0].reason


def test_the_linker_s_folders_are_those_of_the_script(system: SystemBuilder) -> None:
    program = str(build(system).program)
    path = script(system, 'here=$(dirname "$(readlink -f "$0")")',
                  'export LD_LIBRARY_PATH="$here/lib"', f"exec {program}")  # fmt: skip
    snapshot = look(system.host(), drawn()._replace(target=Target(path)))
    assert snapshot.report.host.environment["LD_LIBRARY_PATH"] == f"{system.root}/lib"


def test_a_variable_of_another_process_is_not_said_to_be_of_the_session(
    system: SystemBuilder,
) -> None:
    program, host = str(build(system).program), system.host()
    environment = {**host.environment, "ENABLE_I3": "1"}
    facts = ProcessFacts(77, 0, 1, 1.0, "game", program, environment=environment)
    runtime_view = RuntimeView(RuntimeViewKind.PROCESS, "77", "", environment, "", facts)
    request = look(host, drawn()).request._replace(assumptions=WhatIf(runtime_view=runtime_view))
    snapshot = compute_snapshot(request)
    assert row(snapshot, "I3").reason == "ENABLE_I3=1 is set in process 77"
    (told,) = (one for one in describe_environment(snapshot) if one.row.name == "ENABLE_I3")
    assert told.origin == "set in process 77"


def test_who_sets_a_variable_is_told_with_its_line(system: SystemBuilder) -> None:
    program = str(build(system).program)
    path = script(system, "", "export ENABLE_I3=1 DISABLE_I3=$(tool)", program)
    snapshot = look(system.host(), drawn()._replace(target=Target(path)))
    told = {one.row.name: one for one in describe_environment(snapshot)}["ENABLE_I3"]
    assert (told.origin, told.file, told.line) == ("set by", path, 3)
    assert told.row.setter is VariableSetter.SCRIPT


def test_an_override_with_keys_that_is_not_ours_is_left_out_of_a_launch_by_its_own_variable(
    system: SystemBuilder,
) -> None:
    build(system).add_override(("B",), disable_environment={"MY_SWITCH": "1"})
    snapshot = look(system.host(), drawn("A", on="A"))
    assert {v.name for v in snapshot.plan.variables} >= {"MY_SWITCH"}
    assert "B" not in snapshot.list_loading_layers()
    again = look(system.host().with_environment([("MY_SWITCH", "")]), drawn())
    assert again.plan.variables == ()


def test_an_override_whose_layers_lie_in_its_own_folders_is_left_out_of_a_launch(
    system: SystemBuilder,
) -> None:
    own = system.root / "own"
    build(system).add_explicit_layer("OWN", folder=own)
    system.add_override(("OWN",), override_paths=[str(own)])
    snapshot = look(system.host(), drawn("A", on="A"))
    assert "DISABLE_VK_LAYER_LUNARG_override" in {v.name for v in snapshot.plan.variables}
    assert "OWN" not in snapshot.list_loading_layers()


def test_a_library_that_only_a_process_finds_is_unknown_until_probed(tmp_path: Path) -> None:
    folder = tmp_path / "etc" / "vulkan"
    for name, content in (
        ("icd.d/d.json", manifests.driver_document("$ORIGIN/libdriver.so")),
        (
            "implicit_layer.d/l.json",
            manifests.layer_document(manifests.implicit_layer("ODD", "$ORIGIN/libodd.so")),
        ),
    ):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(json.dumps(content))
    snapshot = look(
        Host(environment={}, root=str(tmp_path)), drawn(), profile=LoaderProfile((1, 4, 364))
    )
    row = next(row for row in snapshot.rows if row.name == "ODD")
    assert (row.kind, row.status, row.reason) == (
        RowKind.LAYER,
        "Unknown",
        "not probed",
    )


def test_a_driver_hidden_for_another_reason_says_it(system: SystemBuilder) -> None:
    build(system).add_driver("portable", is_portability_driver=True)
    snapshot = look(system.host(), drawn())
    row = next(row for row in snapshot.rows if row.name == "portable")
    assert (row.status, row.reason) == (
        "not chosen",
        "only for programs that request portability drivers",
    )


def test_a_file_that_makes_every_call_fail_is_said(system: SystemBuilder) -> None:
    build(system)
    (system.manifest("A").parent / "junk.json").write_text("{")
    snapshot = look(system.host(), drawn(), profile=OLD)
    assert snapshot.sentences == (
        "Every Vulkan program fails: junk.json, line 1: expected a key in double quotes.",
        "Every Vulkan program fails because of junk.json.",
        "Every Vulkan program fails: junk.json.",
    )
    assert snapshot.summary.is_alarm
    assert snapshot.summary.file.endswith("/junk.json")
    off = row(snapshot, "I1")
    assert (off.status, off.reason) == (
        "Off",
        "junk.json cannot be read, so this loader gives up",
    )
    assert look(system.host(), drawn(), profile=NEW).list_loading_layers() == ("I1", "I2")


def test_active_copies_stand_for_their_name(system: SystemBuilder) -> None:
    build(system).add_meta_layer("META", ("A", "B"))
    snapshot = look(system.host(), drawn("META", on=("META",)))
    assert snapshot.list_loading_layers()[:2] == ("A", "B")
    rows = {row.name: row for row in snapshot.rows}
    assert rows["META"].kind is RowKind.OFF_LAYER
    assert rows["A"].reason == "turned on by the meta-layer META"


def test_an_unreadable_program_is_taken_as_a_binary(tmp_path: Path) -> None:
    deep = tmp_path / "run"
    deep.write_text("#!/bin/sh\n")
    deep.chmod(0o755)
    current = str(deep)
    for number in range(6):  # more scripts of scripts than Linux follows
        script = tmp_path / f"run{number}"
        script.write_text(f"#!{current}\n")
        script.chmod(0o755)
        current = str(script)
    assert describe_program(current, Host(environment={})).state is ProgramState.SCRIPT


def test_equal_questions_have_equal_pictures(system: SystemBuilder) -> None:
    snapshot = look(build(system).host(), drawn("A", on="A"))
    assert compute_snapshot(snapshot.request).rows == snapshot.rows


def test_words() -> None:
    assert [render_ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
    ]  # fmt: skip
    assert (render_count(1, "layer"), render_count(0, "layer")) == ("1 layer", "0 layers")
    assert [join_words(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert get_display_names(["VK_LAYER_MANGOHUD_overlay", "VK_LAYER_x", "VK_LAYER_"]) == [
        "MangoHud",
        "x",
        "VK_LAYER_",
    ]
    both = ["VK_LAYER_MANGOHUD_overlay", "VK_LAYER_MANGOHUD_overlay_x86"]
    assert get_display_names(both) == ["MANGOHUD_overlay", "MANGOHUD_overlay_x86"]


def test_a_workspace_selects_a_neighbour_of_what_is_deleted() -> None:
    one, two = Configuration(key="1", name="1"), Configuration(key="2", name="2")
    both = Workspace((one, two), "2")
    assert both.selected_configuration is two
    assert both.without_configuration("2") == Workspace((one,), "1")
    assert both.without_configuration("1") == Workspace((two,), "2")
    assert Workspace((one, two), "gone").selected_configuration is one


def test_the_picture_of_a_launch_names_the_place_where_its_folder_will_be(
    system: SystemBuilder,
) -> None:
    configuration = drawn("B", "A", on=("A", "B"))
    for environment, parent in (({"XDG_RUNTIME_DIR": "/run/user/7"}, "/run/user/7"), ({}, "/run")):
        host = build(system).host()
        host = host._replace(environment={**host.environment, **environment})
        (file,) = look(host, configuration, folder="").plan.files
        assert file.path.startswith(f"{parent}/vkconfig-py/launch-XXXXXXXX/")
