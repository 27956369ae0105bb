"""The sentence above the chain, in its three lengths."""

from __future__ import annotations

import os
from pathlib import Path

from tests.framework.german import speak_german
from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, build, drawn, look, row
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, PlanView, PredictionRequest


def test_the_sentence_of_a_launch(system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("A", on="A")._replace(target=Target(str(system.program)))
    assert look(host, configuration).sentences == (
        "program will load 3 layers: A, I1 and I2.",
        "program will load 3 layers: A, I1 and I2.",
        "program will load 3 layers.",
    )
    assert look(host, drawn(off=("I1", "I2"))).sentences[1] == "A program will load no layers."
    assert look(host, drawn(off=("I1",))).sentences[2] == "A program will load 1 layer."


def test_the_sentence_names_a_program_that_cannot_be_started(system: SystemBuilder) -> None:
    host = build(system).host()
    snapshot = look(host, drawn()._replace(target=Target("/gone")))
    assert snapshot.sentences[1] == "gone would load 2 layers: I1 and I2. /gone does not exist."


def test_the_sentence_of_variables(system: SystemBuilder) -> None:
    snapshot = look(build(system).host(), drawn(), ENVIRONMENT)
    assert snapshot.sentences[1] == "With these variables, a program will load 2 layers: I1 and I2."


def test_the_sentence_of_an_override(system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("A", on="A")
    snapshot = look(host, configuration, EVERY)
    assert snapshot.sentences[0] == (
        "When applied to every program, this configuration loads 3 layers: A, I1 and I2. "
        "Nothing is applied yet."
    )
    assert snapshot.sentences[2] == "Every program would load 3 layers."
    now = (AppliedConfiguration(configuration, (), 0.0),)
    applied_state = look(host, configuration, EVERY, applied=now).sentences
    assert applied_state[0] == (
        "Applied to every program: loads 3 layers: A, I1 and I2. It is active now."
    )
    assert applied_state[2] == "Every program loads 3 layers."
    older = (AppliedConfiguration(drawn("B", on="B"), (), 0.0),)
    assert (
        look(host, configuration, EVERY, applied=older)
        .sentences[0]
        .endswith("An older version is active.")
    )
    moved = configuration._replace(
        layers=tuple(entry._replace(moved_past=("I1",)) for entry in configuration.layers)
    )
    assert (
        look(host, moved, EVERY, applied=now).sentences[0].endswith("It is active now.")
    )  # no file tells who was moved
    other = (AppliedConfiguration(Configuration(key="x", name="x"), ("/x",), 0.0),)
    assert (
        look(host, configuration, EVERY, applied=other)
        .sentences[0]
        .endswith("It is not applied yet.")
    )


def test_a_launch_leaves_out_what_is_applied_and_says_so(system: SystemBuilder) -> None:
    build(system).add_override(("B",), description="VkConfig")
    snapshot = look(system.host(), drawn("A", on="A"))
    assert snapshot.list_loading_layers() == ("A", "I1", "I2")
    assert snapshot.sentences[0].endswith(
        "Another program applied an override to the system; a launch from here ignores it."
    )
    applied = (
        AppliedConfiguration(Configuration(key="x", name="one"), ("/x",), 0.0),
        AppliedConfiguration(Configuration(key="y", name="two"), (), 0.0),
    )
    snapshot = look(system.host(), drawn("A", on="A"), applied=applied)
    assert snapshot.sentences[0].endswith(
        "“one” and “two” are applied to the system; a launch from here ignores them."
    )


def test_a_launch_says_that_an_applied_settings_file_acts_on_it_too(system: SystemBuilder) -> None:
    build(system)
    other = drawn("B", on="B")._replace(key="other", name="other")
    view = PlanView(Mechanism.SETTINGS)
    (file,) = look(system.host(), other, view).plan.files
    system.add_file(file.path, file.content or b"")
    program = system.root / "bin/one"
    system.add_program(program)
    for programs, tail in (
        ((), "“other” is applied through a loader settings file, which also affects this launch."),
        (
            (str(program),),
            "“other” is applied through a loader settings file, which also affects this launch.",
        ),
        (("/usr/bin/game",), "“other” is applied to the system; a launch from here ignores it."),
    ):
        request = PredictionRequest(
            host=system.host(),
            profile=NEW,
            configuration=drawn("A", on="A")._replace(target=Target(str(program))),
            view=LAUNCH,
            applied_configurations=(
                AppliedConfiguration(other, programs, 0.0, Mechanism.SETTINGS),
            ),
            own_files=(file.path,),
        )
        snapshot = compute_snapshot(request)
        assert snapshot.sentences[0].endswith(tail)
    assert snapshot.list_loading_layers() == ("B", "A", "I1", "I2")


def test_many_layers_are_counted_not_listed(system: SystemBuilder) -> None:
    build(system)
    names = [f"X{number}" for number in range(7)]
    for name in names:
        system.add_explicit_layer(name)
    snapshot = look(system.host(), drawn(*names, on=names))
    assert snapshot.sentences[1] == "A program will load 9 layers: X0, X1, X2 and 6 more."


def test_with_nothing_installed_the_sentence_says_so(system: SystemBuilder) -> None:
    snapshot = look(system.host(), drawn(), profile=LoaderProfile((1, 4, 364)))
    assert snapshot.sentences[1] == "No Vulkan loader or driver is installed."


def test_with_no_driver_the_sentence_says_so_and_the_plan_stands(system: SystemBuilder) -> None:
    build(system)
    system.manifest("driver").unlink()
    snapshot = look(system.host(), drawn("I2", "A", on="A"))
    assert snapshot.sentences[1] == "A program cannot use Vulkan: no usable driver."
    assert b'"I2",' in (snapshot.plan.files[0].content or b"")
    assert snapshot.list_loading_layers() == ()
    assert row(snapshot, "A").reason == "nothing loads: no usable driver"


def test_several_programs_that_fail_are_told_in_the_plural(system: SystemBuilder) -> None:
    view = PlanView(Mechanism.OVERRIDE, ("/bin/a", "/bin/b"))
    build(system)
    settings = Path(system.environment["XDG_DATA_HOME"], "vulkan/loader_settings.d")
    settings.mkdir(parents=True)
    os.mkfifo(settings / "vk_loader_settings.json")
    assert look(system.host(), drawn(), view, NEW).sentences == (
        "a and b hang at their first Vulkan call: a file that the loader reads is a pipe.",
        "a and b hang at their first Vulkan call.",
        "a and b hang at their first Vulkan call.",
    )
    (settings / "vk_loader_settings.json").unlink()
    system.manifest("driver").unlink()
    with speak_german():
        sentence = look(system.host(), drawn(), view).sentences[1]
    assert sentence.startswith("a und b können Vulkan nicht verwenden: ")
