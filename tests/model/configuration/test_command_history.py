"""Steps of commands: undone they give the workspace of before, whatever they changed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.german import speak_german
from vkconfig_py.language.sentences import message, render
from vkconfig_py.model.configuration.command_history import (
    HISTORY_FILE,
    CommandHistory,
    add_step,
    make_step,
    read_history,
    redo_step,
    undo_step,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    OptionSet,
    ProgramOptions,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace

LAYERS = ("VK_LAYER_a", "VK_LAYER_b")


@st.composite
def workspaces(draw):
    keys = draw(st.permutations(["1", "2", "3", "4"]))[: draw(st.integers(1, 4))]
    configurations = []
    for key in keys:
        one = Configuration(key, f"Name {key}")
        for layer in draw(st.sets(st.sampled_from(LAYERS))):
            one = one.with_control(layer, LayerControl.ON)
        configurations.append(one)
    folders = draw(st.lists(st.sampled_from(["/x", "/y"]), unique=True))
    sets = draw(st.lists(st.sampled_from(["A", "B"]), unique=True))
    return Workspace(
        tuple(configurations),
        keys[0],
        tuple(map(CollectionSource, folders)),
        program_options=tuple(ProgramOptions(f"/{name}", (OptionSet(name),)) for name in sets),
    )


@given(workspaces(), workspaces())
def test_undoing_a_step_gives_what_was_before(before, after):
    back = undo_step(make_step("Edit", before, after, 0.0), after)
    assert isinstance(back, Workspace)
    assert back.configurations == before.configurations
    assert back.sources == before.sources


@given(workspaces(), workspaces())
def test_redoing_an_undone_step_gives_what_was_after_it(before, after):
    step = make_step("Edit", before, after, 0.0)
    back = undo_step(step, after)
    assert isinstance(back, Workspace)
    again = redo_step(step, back)
    assert isinstance(again, Workspace)
    assert again.configurations == after.configurations
    assert (again.sources, again.program_options) == (after.sources, after.program_options)


@given(workspaces(), workspaces())
def test_a_step_is_read_back_as_it_was_written(tmp_path_factory, before, after):
    folder = tmp_path_factory.mktemp("state")
    step = make_step("Edit", before, after, 12.5)
    add_step(folder, step)
    changed = (before.configurations, before.sources) != (after.configurations, after.sources)
    assert read_history(folder) == (CommandHistory((step,)) if changed else CommandHistory())


def test_what_was_changed_since_is_not_undone():
    before = Workspace((Configuration("1", "One"),), "1")
    after = before.with_configuration(
        before.selected_configuration.with_control("VK_LAYER_a", LayerControl.ON)
    )
    later = after.with_configuration(
        after.selected_configuration.with_control("VK_LAYER_b", LayerControl.ON)
    )
    refusal = undo_step(make_step("Turn on a", before, after, 0.0), later)
    assert refusal == "Cannot undo “Turn on a”: “One” has been changed since."


def test_the_refusal_calls_a_supplied_configuration_as_the_reader_does():
    name = message("Validation")
    before = Workspace((Configuration("1", name),), "1")
    after, later = (
        before.with_configuration(
            before.selected_configuration.with_control(layer, LayerControl.ON)
        )
        for layer in LAYERS
    )
    with speak_german():
        assert "“Validierung” " in undo_step(make_step("Edit", before, after, 0.0), later)


@pytest.mark.parametrize(
    "note",
    [
        None,
        [],
        {"text": "Move {name}"},
        {"text": "Move {name}", "values": []},
        {"text": "Move {name}", "values": {"other": "a"}},
        {"text": "Move {name", "values": {"name": "a"}},
        {"text": "Move {name.x}", "values": {"name": "a"}},
        {"text": "Move {name}", "values": {"name": "b"}},
        {"text": "Move {name}", "values": {"name": {"text": 1}}},
        {"text": "Move {n}", "one": "Move a", "values": {"n": "1"}},
    ],
)
def test_a_label_whose_note_is_damaged_is_the_text_beside_it(tmp_path, note):
    before, after = (Workspace((Configuration("1", name),), "1") for name in "ab")
    add_step(tmp_path, make_step(message("Move {name}", name="a"), before, after, 1.0))
    file = tmp_path / HISTORY_FILE
    document = json.loads(file.read_text())
    document["steps"][0]["label_note"] = note
    file.write_text(json.dumps(document))
    with speak_german():
        assert render(read_history(tmp_path).steps[0].label) == "Move a"
