"""Pictures: rows and sentences that are true for the view they stand in."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.framework.system import Named, SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look
from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.profile import LoaderProfile
from vkconfig_py.loader.scan import DocumentCache
from vkconfig_py.model.documents.configuration import (
    Configuration,
    DriverWish,
    LayerEntry,
    Target,
    Variable,
    Wish,
)
from vkconfig_py.model.picture.picture import compute_picture, drawn_order
from vkconfig_py.model.picture.values import Picture, Question, Row, RowKind, Tone
from vkconfig_py.model.plan import Applied, Mechanism, View


def row(picture: Picture, name: str) -> Row:
    (found,) = [row for row in picture.rows if row.name == name]
    return found


def kinds(picture: Picture) -> list[str]:
    return [row.kind.value for row in picture.rows]


def test_rows_stand_in_the_order_of_the_list(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("BROKEN", library_path=None)
    picture = look(system.host(), drawn("A", "GONE", on=("A", "GONE"), off="B"))
    assert kinds(picture) == [
        "program",
        *["layer"] * 3,
        "loader",
        "driver",
        "group",
        *["off-layer"] * 3,
        "broken",
        "missing",
    ]
    assert [row.position for row in picture.rows if row.kind is RowKind.LAYER] == [1, 2, 3]
    assert row(picture, "Not in the chain").secondary == "5"
    assert len({row.key for row in picture.rows}) == len(picture.rows)


def test_a_layer_row_says_why_it_loads(system: SystemBuilder) -> None:
    build(system).with_env(ENABLE_I3="1")
    picture = look(system.host(), drawn("I3", "A", "I1", on="A"))
    on, auto, always = row(picture, "A"), row(picture, "I3"), row(picture, "I2")
    assert (on.word, on.tone, on.wish, on.placed) == ("Loads", Tone.OK, "on", True)
    assert on.reason == "turned on in this configuration"
    assert on.wishes == ("auto", "on", "off")
    assert on.secondary == "1.3.0 · explicit"
    assert auto.reason == "ENABLE_I3=1 is set in your session"
    assert (always.reason, always.wish, always.placed) == (
        "always on, and nothing turns it off",
        "auto",
        False,
    )
    assert on.accessible == ("A, layer 2 of 4, loads: turned on in this configuration. Wish: On.")
    assert on.manifest in on.tooltip


def test_a_variable_of_the_configuration_counts_for_a_run_alone(system: SystemBuilder) -> None:
    build(system)
    configuration = drawn()._replace(environment=(Variable("ENABLE_I3", "1"),))
    for view in (LAUNCH, ENVIRONMENT):
        picture = look(system.host(), configuration, view)
        assert row(picture, "I3").reason == "ENABLE_I3=1 is set in this configuration"
    picture = look(system.host(), configuration, EVERY)
    assert row(picture, "I3").reason == "ENABLE_I3 is not set"


def test_an_off_row_says_why_it_is_off(system: SystemBuilder) -> None:
    picture = look(build(system).host(), drawn("A", off=("B", "I1")))
    assert row(picture, "B").reason == "kept off by this configuration"
    assert row(picture, "I1").reason == "kept off by this configuration"
    assert row(picture, "C").reason == "nobody asks for it"
    assert row(picture, "I3").reason == "ENABLE_I3 is not set"
    assert row(picture, "C").accessible == (
        "C, layer, not in the chain, off: nobody asks for it. Wish: Auto."
    )


def test_a_layer_that_the_program_asks_for_says_so(system: SystemBuilder) -> None:
    host = build(system).host()
    picture = look(host, drawn())
    asking = picture.question._replace(application=Application("game", (1, 3, 0), ("A",)))
    picture = compute_picture(asking)
    assert row(picture, "A").reason == "game asks for it"
    assert picture.rows[0].reason == "Asks for Vulkan 1.3 and 1 layer of its own"
    none = asking._replace(application=Application("game", (1, 1, 0)))
    assert compute_picture(none).rows[0].reason == ("Asks for Vulkan 1.1 and no layers of its own")


def test_an_off_layer_that_the_program_asks_for_makes_it_fail_and_says_so(
    system: SystemBuilder,
) -> None:
    host = build(system).host()
    question = look(host, drawn(off="A")).question
    picture = compute_picture(question._replace(application=Application(layers=("A",))))
    assert picture.report.create == "VK_ERROR_LAYER_NOT_PRESENT"
    assert picture.sentences[0] == (
        "A program cannot use Vulkan: it asks for a layer that it would not find, "
        "so vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT."
    )
    assert len(picture.sentences) == 3


def test_broken_files_are_rows_without_a_control(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("BAD", named=Named.MISSING)
    folder = system.manifest("A").parent
    (folder / "junk.json").write_text("{")
    system.add_explicit_layer("A", folder=system.root / "share" / "z", file="copy.json")
    host = system.host().with_environment(
        [("XDG_DATA_DIRS", f"{system.environment['XDG_DATA_DIRS']}:{system.root}/share/z")]
    )
    picture = look(host, drawn("BAD", on=("BAD",)))
    broken = {row.name: row for row in picture.rows if row.kind is RowKind.BROKEN}
    assert broken["BAD"].word == "Skipped"
    assert broken["BAD"].reason.endswith("libBAD.so does not exist")
    assert broken["BAD"].deviation == "you turned it on, and it does not load"
    assert broken["BAD"].secondary == "unusable layer"
    assert broken["junk.json"].reason.startswith("line 1: ")
    assert broken["junk.json"].secondary == "unreadable layer"
    assert not any(row.wishes for row in broken.values())
    assert "missing" not in kinds(picture)


def test_the_loader_row_says_what_it_reads(system: SystemBuilder) -> None:
    host = build(system).host()
    old, new = look(host, drawn(), profile=OLD), look(host, drawn(), profile=NEW)
    assert row(old, "Loader 1.3.239").secondary == (
        "64-bit · reads override layers, not vk_loader_settings.json"
    )
    assert row(new, "Loader 1.4.364").secondary == "64-bit · reads vk_loader_settings.json"
    none = look(host, drawn(), profile=LoaderProfile((1, 4, 364)))
    missing = row(none, "No Vulkan loader is installed")
    assert (missing.tone, missing.secondary) == (
        Tone.ERROR,
        "shown as loader 1.4.364 would decide",
    )


def test_driver_rows(system: SystemBuilder) -> None:
    build(system).add_driver("two", file="lvp_icd.x86_64.json").add_driver(
        "bad", named=Named.MISSING
    )
    configuration = drawn().with_driver_wish("driver.json", DriverWish.OFF)
    picture = look(system.host(), configuration)
    rows = {row.name: row for row in picture.rows if row.kind is RowKind.DRIVER}
    off = rows["driver"]
    assert (off.word, off.reason, off.wish) == (
        "not chosen",
        "kept off by this configuration",
        "off",
    )
    assert rows["lavapipe"].word == "not probed yet"
    assert rows["lavapipe"].wishes == ("auto", "only", "off")
    assert rows["bad"].word.startswith("cannot be opened: ")
    assert rows["bad"].tone is Tone.ERROR
    assert [row.last for row in picture.rows if row.kind is RowKind.DRIVER].count(True) == 1


def test_the_program_row(system: SystemBuilder, tmp_path: Path) -> None:
    host = build(system).host()
    program = str(system.program)
    configuration = drawn("A", on="A")._replace(target=Target(program))
    assert row(look(host, configuration), "program").secondary == program
    assert row(look(host, configuration), "program").reason == (
        "Not run yet: assumed to ask for nothing"
    )
    assert look(host, drawn()).rows[0].name == "Any program"
    assert look(host, configuration, EVERY).rows[0].name == "Every program"
    gone = look(host, configuration._replace(target=Target("/gone"))).rows[0]
    assert (gone.deviation, gone.tone) == ("/gone does not exist", Tone.ERROR)
    script = tmp_path / "run"
    script.write_text(f"#!{program}\n")
    script.chmod(0o755)
    started = configuration._replace(target=Target(str(script)))
    view = View(Mechanism.OVERRIDE, (program,))
    head = look(host, started, view).rows[0]
    assert head.reason == (
        f"is a script: the loader sees {program}, and every script run by it matches"
    )
    two = View(Mechanism.OVERRIDE, (program, "/bin/other"))
    assert look(host, drawn(), two).rows[0].name == "program and other"


# sentences


def test_the_sentence_of_a_launch(system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("A", on="A")._replace(target=Target(str(system.program)))
    assert look(host, configuration).sentences == (
        "program will load 3 layers: A, I1 and I2. Nothing is applied to the system.",
        "program will load 3 layers: A, I1 and I2.",
        "program will load 3 layers.",
    )
    assert look(host, drawn(off=("I1", "I2"))).sentences[1] == "A program will load no layers."
    assert look(host, drawn(off=("I1",))).sentences[2] == "A program will load 1 layer."


def test_the_sentence_names_a_program_that_cannot_be_started(system: SystemBuilder) -> None:
    host = build(system).host()
    picture = look(host, drawn()._replace(target=Target("/gone")))
    assert picture.sentences[1] == "gone would load 2 layers: I1 and I2. /gone does not exist."


def test_the_sentence_of_variables(system: SystemBuilder) -> None:
    picture = look(build(system).host(), drawn(), ENVIRONMENT)
    assert picture.sentences[1] == "With these variables a program will load 2 layers: I1 and I2."


def test_the_sentence_of_an_override(system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("A", on="A")
    picture = look(host, configuration, EVERY)
    assert picture.sentences[0] == (
        "Applied for every program, this configuration loads 3 layers: A, I1 and I2. "
        "Nothing is applied yet."
    )
    now = (Applied(configuration, (), 0.0),)
    assert look(host, configuration, EVERY, applied=now).sentences[0] == (
        "Applied for every program: loads 3 layers: A, I1 and I2. It is in force now."
    )
    older = (Applied(drawn("B", on="B"), (), 0.0),)
    assert (
        look(host, configuration, EVERY, applied=older)
        .sentences[0]
        .endswith("What is in force now is older.")
    )
    other = (Applied(Configuration(key="x", name="x"), ("/x",), 0.0),)
    assert (
        look(host, configuration, EVERY, applied=other)
        .sentences[0]
        .endswith("It is not applied yet.")
    )


def test_a_launch_leaves_out_what_is_applied_and_says_so(system: SystemBuilder) -> None:
    build(system).add_override(("B",), description="VkConfig")
    picture = look(system.host(), drawn("A", on="A"))
    assert picture.chain() == ("A", "I1", "I2")
    assert picture.sentences[0].endswith(
        "An override applied to the system by another program is left out here."
    )
    applied = (
        Applied(Configuration(key="x", name="one"), ("/x",), 0.0),
        Applied(Configuration(key="y", name="two"), (), 0.0),
    )
    picture = look(system.host(), drawn("A", on="A"), applied=applied)
    assert picture.sentences[0].endswith(
        "“one” and “two” are applied to the system and left out here."
    )


def test_a_launch_says_that_an_applied_settings_file_acts_on_it_too(system: SystemBuilder) -> None:
    build(system)
    other = drawn("B", on="B")._replace(key="other", name="other")
    view = View(Mechanism.SETTINGS)
    (file,) = look(system.host(), other, view).plan.files
    system.add_file(file.path, file.content or b"")
    program = system.root / "bin/one"
    system.add_program(program)
    for programs, tail in (
        ((), "“other” is applied by a loader settings file, which acts here too."),
        ((str(program),), "“other” is applied by a loader settings file, which acts here too."),
        (("/usr/bin/game",), "“other” is applied to the system and left out here."),
    ):
        question = Question(
            host=system.host(),
            profile=NEW,
            configuration=drawn("A", on="A")._replace(target=Target(str(program))),
            view=LAUNCH,
            applied=(Applied(other, programs, 0.0, Mechanism.SETTINGS),),
            own_files=(file.path,),
        )
        picture = compute_picture(question)
        assert picture.sentences[0].endswith(tail)
    assert picture.chain() == ("B", "A", "I1", "I2")


def test_many_layers_are_counted_not_listed(system: SystemBuilder) -> None:
    build(system)
    names = [f"X{number}" for number in range(7)]
    for name in names:
        system.add_explicit_layer(name)
    picture = look(system.host(), drawn(*names, on=names))
    assert picture.sentences[1] == "A program will load 9 layers: X0, X1, X2 and 6 more."


def test_with_nothing_installed_the_sentence_says_so(system: SystemBuilder) -> None:
    picture = look(system.host(), drawn(), profile=LoaderProfile((1, 4, 364)))
    assert picture.sentences[1] == "No Vulkan loader and no driver are installed."


def test_with_no_driver_the_sentence_says_so_and_the_plan_stands(system: SystemBuilder) -> None:
    build(system)
    system.manifest("driver").unlink()
    picture = look(system.host(), drawn("I2", "A", on="A"))
    assert picture.sentences[1] == "A program cannot use Vulkan: no driver is left."
    assert b'"I2",' in (picture.plan.files[0].content or b"")
    assert picture.chain() == ()
    assert row(picture, "A").reason == "nothing loads: VK_ERROR_INCOMPATIBLE_DRIVER"


# deviations


def test_a_wish_that_is_not_followed_is_said(system: SystemBuilder) -> None:
    build(system).with_env(DISABLE_VK_LAYER_LUNARG_override="1")
    picture = look(system.host(), drawn("A", on="A", off=("I1",)), EVERY)
    assert row(picture, "A").deviation == "you turned it on, and it does not load"
    assert row(picture, "I1").deviation == "you turned it off, and it still loads"


def test_a_copy_that_was_chosen_and_does_not_load_is_said(system: SystemBuilder) -> None:
    build(system)
    first = system.root / "share/i2/vulkan/explicit_layer.d/first.json"
    system.add_explicit_layer("C", folder=first.parent, file=first.name)
    entry = LayerEntry("C", Wish.ON, copy=str(first))
    configuration = drawn().with_entry(entry)
    picture = look(system.host(), configuration, ENVIRONMENT, OLD)
    last = system.root / "share/c/vulkan/explicit_layer.d/C.json"
    said = f"you chose {first}, this loader takes {last}"
    assert [r.deviation for r in picture.rows if r.key == "layer:C"] == [said]
    newer = look(system.host(), configuration, ENVIRONMENT, NEW)
    assert [r.deviation for r in newer.rows if r.key == "layer:C"] == [""]


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_chosen_copy_that_is_gone_is_told_and_the_loader_takes_its_own(
    view: View, system: SystemBuilder
) -> None:
    build(system)
    gone = str(system.root / "gone.json")
    configuration = drawn().with_entry(LayerEntry("C", Wish.ON, copy=gone))
    picture = look(system.host(), configuration, view)
    assert row(picture, "C").manifest == str(system.manifest("C"))
    assert row(picture, "C").word == "Loads"
    said = f"{gone} is no copy that can be used, so the loader takes its own"
    assert said in [limit.text for limit in picture.plan.limits]


def test_what_placing_forces_is_said_on_the_row(system: SystemBuilder) -> None:
    build(system).with_env(ENABLE_I3="1")
    picture = look(system.host(), drawn("I3", "A", on="A"), EVERY)
    assert row(picture, "I3").deviation == (
        "an override that places it turns it on where ENABLE_I3 is not set; "
        "set it to On, or one launch"
    )
    assert "Wish: Auto." in row(picture, "I3").accessible
    assert "An override that places it" in row(picture, "I3").accessible


# drawing


@pytest.mark.parametrize("name", ["A", "I1", "I2"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_move_puts_the_layer_at_its_place(name: str, place: int, system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("A", "I1", "I2", on="A")
    picture = look(host, configuration)
    order = drawn_order(picture, name, place)
    assert order[place] == name
    assert look(host, configuration.with_order(order)).chain() == tuple(order)


def test_a_layer_from_outside_is_put_between(system: SystemBuilder) -> None:
    picture = look(build(system).host(), drawn("A", on="A"))
    assert drawn_order(picture, "B", 1) == ["A", "B", "I1", "I2"]
    assert drawn_order(picture, "B", 3) == ["A", "I1", "I2", "B"]


def test_a_move_keeps_the_places_that_this_loader_does_not_follow(system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("I1", "A", "B", "I2", on="AB")
    picture = look(host, configuration, EVERY, OLD)
    assert picture.chain() == ("A", "B", "I1", "I2")
    order = drawn_order(picture, "B", 0)
    assert list(order) == ["B", "I1", "A", "I2"]  # I1 keeps its place above A
    assert list(drawn_order(picture, "A", 1)) == ["I1", "B", "A", "I2"]


# speed and bad input


def test_a_thousand_layers_take_tens_of_milliseconds(system: SystemBuilder) -> None:
    build(system)
    for number in range(1000):
        name = f"VK_LAYER_TEST_{number}"
        add = system.add_implicit_layer if number % 2 else system.add_explicit_layer
        add(name, named=Named.RELATIVE if number < 1 else Named.MISSING)
    names = [f"VK_LAYER_TEST_{number}" for number in range(0, 1000, 2)]
    configuration = drawn(*names, on=names)
    cache = DocumentCache()
    question = look(system.host(), configuration).question
    compute_picture(question, cache)
    start = time.process_time()
    picture = compute_picture(question, cache)
    assert time.process_time() - start < 0.6  # far above what it takes, far below a pause
    assert len(picture.rows) > 1000


def test_a_picture_of_a_bare_machine(tmp_path: Path) -> None:
    host = Host(environment={}, root=str(tmp_path))
    for view in (LAUNCH, EVERY, ENVIRONMENT):
        picture = look(host, drawn("A", on="A").with_wish("B", Wish.OFF), view)
        assert kinds(picture)[0] == "program"
        assert picture.sentences


def test_a_pipe_among_the_manifests_is_said_to_hang_every_program(system: SystemBuilder) -> None:
    build(system)
    os.mkfifo(system.manifest("A").with_name("pipe.json"))
    picture = look(system.host(), drawn())
    assert picture.sentences[1] == "A program hangs at its first Vulkan call."
    assert picture.chain() == ()
    assert row(picture, "pipe.json").reason.startswith("the loader waits for ever for ")
