"""Pictures: rows and sentences that are true for the view they stand in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.framework.effort import costs_at_most
from tests.framework.system import LibraryNaming, SystemBuilder
from tests.loader.profiles.test_profile_2016 import FIRST, of_three_types
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look, row
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.layer_rows import attribute_to_configuration
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import (
    TONE_BY_SEVERITY,
    ChainSnapshot,
    Row,
    RowKind,
    Tone,
)
from vkconfig_py.model.configuration.configuration import (
    DriverControl,
    LayerControl,
    Target,
    Variable,
)
from vkconfig_py.model.plan.plan import Mechanism, PlanView, PredictionRequest
from vkconfig_py.model.text.wording import strip_layer_prefix


def kinds(snapshot: ChainSnapshot) -> list[str]:
    return [row.kind.value for row in snapshot.rows]


def test_rows_stand_in_the_order_of_the_list(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("BROKEN", library_path=None)
    snapshot = look(system.host(), drawn("A", "GONE", on=("A", "GONE"), off="B"))
    assert kinds(snapshot) == [
        "program",
        *["layer"] * 3,
        "loader",
        "driver",
        "group",
        *["off-layer"] * 2,
        "missing",
        "off-layer",
        "files",
        "broken",
    ]
    below = [strip_layer_prefix(one.name) for one in snapshot.rows[7:11]]
    assert below == sorted(below)
    assert [row.position for row in snapshot.rows if row.kind is RowKind.LAYER] == [1, 2, 3]
    assert row(snapshot, "Not in the chain").secondary == "4"
    assert row(snapshot, "Files not used").secondary == "1"
    assert len({row.key for row in snapshot.rows}) == len(snapshot.rows)


def test_a_layer_row_says_why_it_loads(system: SystemBuilder) -> None:
    build(system).with_env(ENABLE_I3="1")
    snapshot = look(system.host(), drawn("I3", "A", "I1", on="A"))
    on, auto, always = row(snapshot, "A"), row(snapshot, "I3"), row(snapshot, "I2")
    assert (on.status, on.tone, on.control, on.has_user_position) == ("Loads", Tone.OK, "on", True)
    assert on.reason == "turned on by this configuration"
    assert on.controls == ("auto", "on", "off")
    assert on.secondary == "1.3.0 · explicit"
    assert auto.reason == "ENABLE_I3=1 is set in your session"
    assert (always.reason, always.control, always.has_user_position) == (
        "always on",
        "auto",
        False,
    )
    assert on.accessible_text == (
        "A, layer 2 of 4, Loads: turned on by this configuration. Set to On."
    )
    assert on.manifest in on.tooltip


@pytest.mark.parametrize("profile", [OLD, NEW], ids=["1.3.239", "1.4.364"])
@pytest.mark.parametrize("view", [LAUNCH, EVERY], ids=["launch", "applied"])
def test_why_names_the_configuration_and_not_the_file_that_it_writes(
    system: SystemBuilder, view: PlanView, profile: LoaderProfile
) -> None:
    snapshot = look(build(system).host(), drawn("A", "I1", on="A"), view, profile)
    told = attribute_to_configuration(
        snapshot, "layer:A", explain_component(snapshot.get_explaining_report("A"), "A")
    )
    assert [step.text for step in told if step.decisive] == ["Turned on by this configuration"]
    assert not any("override" in step.text or "meta-layer" in step.text for step in told)
    assert not any("Meta Layer" in step.note for step in told)
    other = explain_component(snapshot.get_explaining_report("I2"), "I2")
    assert attribute_to_configuration(snapshot, "layer:I2", other) == other


def test_why_says_who_sets_the_variable_that_decides(system: SystemBuilder) -> None:
    host = build(system).with_env(DISABLE_I2="0").host()

    def told(name: str, own: tuple[Variable, ...] = ()) -> list[tuple[str, str]]:
        snapshot = look(host, drawn(off=("I1", "I2"))._replace(environment=own), ENVIRONMENT)
        steps = explain_component(snapshot.get_explaining_report(name), name)
        steps = attribute_to_configuration(snapshot, f"layer:{name}", steps)
        return [(one.mark.value, one.text) for one in steps if one.note.endswith("_environment")]

    assert told("I1") == [("against", "DISABLE_I1 is set by this configuration")]
    assert told("I2") == [("against", "DISABLE_I2 is set")]  # in the session
    enabled = told("I3", (Variable("ENABLE_I3", "1"),))
    assert ("pass", "ENABLE_I3=1 is set by this configuration") in enabled


def test_a_variable_of_the_configuration_counts_for_a_run_alone(system: SystemBuilder) -> None:
    build(system)
    configuration = drawn()._replace(environment=(Variable("ENABLE_I3", "1"),))
    for view in (LAUNCH, ENVIRONMENT):
        snapshot = look(system.host(), configuration, view)
        assert row(snapshot, "I3").reason == "ENABLE_I3=1 is set in this configuration"
    snapshot = look(system.host(), configuration, EVERY)
    assert row(snapshot, "I3").reason == "ENABLE_I3 is not set"


def test_an_off_row_says_why_it_is_off(system: SystemBuilder) -> None:
    snapshot = look(build(system).host(), drawn("A", off=("B", "I1")))
    assert row(snapshot, "B").reason == "kept off by this configuration"
    assert row(snapshot, "I1").reason == "kept off by this configuration"
    assert row(snapshot, "C").reason == "not requested"
    assert row(snapshot, "I3").reason == "ENABLE_I3 is not set"
    assert row(snapshot, "C").accessible_text == (
        "C, layer, not in the chain, Off: not requested. Set to Auto."
    )


def test_a_layer_that_the_program_asks_for_says_so(system: SystemBuilder) -> None:
    host = build(system).host()
    snapshot = look(host, drawn())
    asking = snapshot.request._replace(application=Application("game", (1, 3, 0), ("A",)))
    snapshot = compute_snapshot(asking)
    assert row(snapshot, "A").reason == "game requests it"
    assert snapshot.rows[0].reason == "Requests Vulkan 1.3 and 1 layer"
    none = asking._replace(application=Application("game", (1, 1, 0)))
    assert compute_snapshot(none).rows[0].reason == ("Requests Vulkan 1.1, but no layers")


def test_an_off_layer_that_the_program_asks_for_makes_it_fail_and_says_so(
    system: SystemBuilder,
) -> None:
    host = build(system).host()
    request = look(host, drawn(off="A")).request
    snapshot = compute_snapshot(request._replace(application=Application(layers=("A",))))
    assert snapshot.report.create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    assert snapshot.sentences[0] == (
        "A program cannot use Vulkan: the program requests a layer that was not found, so "
        "vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT."
    )
    assert len(snapshot.sentences) == 3


def test_broken_files_are_rows_without_a_control(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("BAD", named=LibraryNaming.MISSING)
    folder = system.manifest("A").parent
    (folder / "junk.json").write_text("{")
    system.add_explicit_layer("A", folder=system.root / "share" / "z", file="copy.json")
    host = system.host().with_environment(
        [("XDG_DATA_DIRS", f"{system.environment['XDG_DATA_DIRS']}:{system.root}/share/z")]
    )
    snapshot = look(host, drawn("BAD", on=("BAD",)))
    broken = {row.name: row for row in snapshot.rows if row.kind is RowKind.BROKEN}
    assert broken["BAD"].status == "Skipped"
    assert broken["BAD"].reason.endswith("libBAD.so does not exist")
    assert broken["BAD"].deviation == "you turned it on, but it does not load"
    assert broken["BAD"].secondary == "unusable layer"
    assert broken["junk.json"].reason.startswith("line 1: ")
    assert broken["junk.json"].secondary == "unreadable layer"
    assert not any(row.controls for row in broken.values())
    assert "missing" not in kinds(snapshot)


def test_the_loader_row_says_what_it_reads(system: SystemBuilder) -> None:
    host = build(system).host()
    old, new = look(host, drawn(), profile=OLD), look(host, drawn(), profile=NEW)
    assert row(old, "Loader 1.3.239").secondary == (
        "64-bit · reads override layers, but not vk_loader_settings.json"
    )
    assert row(new, "Loader 1.4.364").secondary == "64-bit · reads vk_loader_settings.json"
    oldest = look(host, drawn(), profile=OLD._replace(version=(1, 1, 84)))
    assert row(oldest, "Loader 1.1.84").secondary == (
        "64-bit · reads environment variables, but not override layers"
    )
    android = look(host, drawn(), profile=LoaderProfile((0, 0, 0), library="libvulkan.so"))
    unknown = row(android, "Loader of unknown version")
    assert unknown.secondary == "64-bit · its version cannot be determined from its files"
    none = look(host, drawn(), profile=LoaderProfile((1, 4, 364)))
    missing = row(none, "No Vulkan loader found")
    assert (missing.tone, missing.secondary) == (
        Tone.ERROR,
        "predicted for loader 1.4.364",
    )


def test_a_file_is_as_severe_in_the_chain_as_among_the_problems(system: SystemBuilder) -> None:
    build(system).add_driver("bad", named=LibraryNaming.MISSING)
    system.add_explicit_layer("Torn", library_path=None)
    snapshot = look(system.host(), drawn())
    rows = [row for row in snapshot.rows if row.needs_repair or row.name == "bad"]
    problems = {problem.file: problem.severity for problem in snapshot.report.problems}
    assert {row.kind for row in rows} == {RowKind.DRIVER, RowKind.BROKEN}
    assert [row.tone for row in rows] == [TONE_BY_SEVERITY[problems[row.manifest]] for row in rows]


def test_driver_rows(system: SystemBuilder) -> None:
    build(system).add_driver("two", file="lvp_icd.x86_64.json").add_driver(
        "bad", named=LibraryNaming.MISSING
    )
    configuration = drawn().with_driver_control("driver.json", DriverControl.OFF)
    snapshot = look(system.host(), configuration)
    rows = {row.name: row for row in snapshot.rows if row.kind is RowKind.DRIVER}
    off = rows["driver"]
    assert (off.status, off.reason, off.control) == (
        "not chosen",
        "kept off by this configuration",
        "off",
    )
    assert rows["lavapipe"].status == "not probed yet"
    assert rows["lavapipe"].controls == ("auto", "only", "off")
    assert rows["bad"].status.startswith("cannot be opened: ")
    assert rows["bad"].tone is Tone.WARN  # the loader goes on without it
    assert [row.is_last for row in snapshot.rows if row.kind is RowKind.DRIVER].count(True) == 1


def test_the_program_row(system: SystemBuilder, tmp_path: Path) -> None:
    host = build(system).host()
    program = str(system.program)
    configuration = drawn("A", on="A")._replace(target=Target(program))
    assert row(look(host, configuration), "program").secondary == program
    assert row(look(host, configuration), "program").reason == ("Assumed not to request any layers")
    assert look(host, drawn()).rows[0].name == "Any program"
    assert look(host, configuration, EVERY).rows[0].name == "Every program"
    gone = look(host, configuration._replace(target=Target("/gone"))).rows[0]
    assert (gone.deviation, gone.tone) == ("/gone does not exist", Tone.ERROR)
    script = tmp_path / "run"
    script.write_text(f"#!{program}\n")
    script.chmod(0o755)
    started = configuration._replace(target=Target(str(script)))
    view = PlanView(Mechanism.OVERRIDE, (program,))
    head = look(host, started, view).rows[0]
    assert head.reason == (
        f"run is a script: the loader checks {program}, so every script that {program} runs matches"
    )
    two = PlanView(Mechanism.OVERRIDE, (program, "/bin/other"))
    assert look(host, drawn(), two).rows[0].name == "program and other"


def test_the_chain_of_a_wrapper_is_that_of_the_program_behind_it(system: SystemBuilder) -> None:
    host = build(system).host()
    program, wrapper = str(system.program), system.root / "start"
    system.add_file(wrapper, f'#!/bin/sh\nexec {program} "$@"\n')
    wrapper.chmod(0o755)
    started = drawn("A", on="A")._replace(target=Target(str(wrapper)))
    for view in (PlanView(), PlanView(Mechanism.OVERRIDE, (program,))):
        snapshot = look(host, started, view)
        assert snapshot.report.host.executable == program
        told = f"line 2 hands off to {program}. The loader checks that program's path"
    assert told in snapshot.rows[0].tooltip


# speed and bad input


def test_a_thousand_layers_take_tens_of_milliseconds(system: SystemBuilder) -> None:
    build(system)
    for number in range(1000):
        name = f"VK_LAYER_TEST_{number}"
        add = system.add_implicit_layer if number % 2 else system.add_explicit_layer
        add(name, named=LibraryNaming.RELATIVE if number < 1 else LibraryNaming.MISSING)
    names = [f"VK_LAYER_TEST_{number}" for number in range(0, 1000, 2)]
    configuration = drawn(*names, on=names)
    cache = DocumentCache()
    request = look(system.host(), configuration).request
    compute_snapshot(request, cache)
    with costs_at_most(100):  # far above what it takes, far below a pause
        snapshot = compute_snapshot(request, cache)
    assert len(snapshot.rows) > 1000


def test_a_picture_of_a_bare_machine(tmp_path: Path) -> None:
    host = Host(environment={}, root=str(tmp_path))
    for view in (LAUNCH, EVERY, ENVIRONMENT):
        snapshot = look(host, drawn("A", on="A").with_control("B", LayerControl.OFF), view)
        assert kinds(snapshot)[0] == "program"
        assert snapshot.sentences


def test_a_pipe_among_the_manifests_is_said_to_hang_every_program(system: SystemBuilder) -> None:
    build(system)
    os.mkfifo(system.manifest("A").with_name("pipe.json"))
    snapshot = look(system.host(), drawn())
    assert snapshot.sentences[1] == "Every Vulkan program hangs because of pipe.json."
    assert snapshot.summary.is_alarm
    assert snapshot.list_loading_layers() == ()
    assert row(snapshot, "pipe.json").reason.startswith("the loader hangs on ")


def test_the_words_about_the_loader_s_library_make_no_other_answer():
    def snapshot(version, why):
        loader = Row("loader", RowKind.LOADER, f"Loader {version}", secondary=why)
        layer = Row("layer:VK_LAYER_a", RowKind.LAYER, "VK_LAYER_a")
        return ChainSnapshot(request=None, rows=(layer, loader), summary=None, find=lambda: None)

    before = snapshot("1.3.239", "found in the dynamic linker's cache")
    assert snapshot(
        "1.3.239", "found in the dynamic linker's cache (observed in an earlier launch)"
    ).is_equal_answer(before)
    assert not snapshot("1.4.364", "found in the dynamic linker's cache").is_equal_answer(before)
    assert not before.is_equal_answer(None)


def test_layer_in_the_chain_of_devices_says_so_with_a_loader_of_2016():
    host = of_three_types().env(VK_DEVICE_LAYERS="D").host()
    found = row(look(host, drawn(), profile=FIRST), "D")
    assert (found.status, found.kind) == ("Loads", RowKind.OFF_LAYER)
    assert found.reason == "VK_DEVICE_LAYERS lists it; in each device's chain"


def test_the_override_of_what_is_applied_is_told_from_those_of_others(
    system: SystemBuilder,
) -> None:
    build(system)
    configuration = drawn("A", on="A")
    files = look(system.host(), configuration, EVERY, OLD).plan.files
    for file in files:
        assert file.content is not None
        system.add_file(file.path, file.content)
    request = PredictionRequest(
        host=system.host(),
        profile=OLD,
        configuration=configuration,
        view=LAUNCH,
        launch_folder="/private",
        own_files=tuple(file.path for file in files),
    )
    own, foreign = compute_snapshot(request), compute_snapshot(request._replace(own_files=()))
    name = "VK_LAYER_LUNARG_override"
    assert (row(own, name).is_own_override, row(foreign, name).is_own_override) == (True, False)
    counts = [int(row(each, "Not in the chain").secondary) for each in (own, foreign)]
    assert counts[0] == counts[1] - 1
