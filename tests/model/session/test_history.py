"""Undo and redo: any edits and as many undos lead back to the start."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.session.edits import UNDO_LIMIT, UndoHistory

START = Workspace((Configuration(key="a", name="a"),), "a")
NAMES = st.sampled_from(["L1", "L2", "L3"])


def wished(workspace: Workspace, name: str, control: LayerControl) -> Workspace:
    return workspace.with_configuration(
        workspace.selected_configuration.with_control(name, control)
    )


EDITS = st.lists(
    st.one_of(
        st.tuples(NAMES, st.sampled_from(LayerControl)).map(
            lambda edit: lambda workspace: wished(workspace, *edit)
        ),
        st.permutations(["L1", "L2", "L3"]).map(
            lambda order: (
                lambda workspace: workspace.with_configuration(
                    workspace.selected_configuration.with_order(order)
                )
            )
        ),
        st.just(lambda workspace: workspace.with_added(Configuration.create("new"))),
    ),
    max_size=12,
)


@given(EDITS)
def test_any_edits_and_as_many_undos_are_the_start(edits: list) -> None:
    history = UndoHistory(START)
    states = [START]
    for number, edit in enumerate(edits):
        history = history.push(edit(history.present), f"edit {number}")
        if history.present != states[-1]:
            states.append(history.present)
    for state in reversed(states[:-1]):
        history = history.undo()
        assert history.present == state
    assert history.undo() == history
    for state in states[1:]:
        history = history.redo()
        assert history.present == state
    assert history.redo() == history


def test_labels_name_the_edit_that_would_be_taken_back_or_made_again() -> None:
    history = UndoHistory(START).push(wished(START, "L1", LayerControl.ON), "Turn on L1")
    assert (history.undo_label, history.redo_label) == ("Turn on L1", "")
    undone = history.undo()
    assert (undone.undo_label, undone.redo_label) == ("", "Turn on L1")


def test_a_new_edit_forgets_what_was_undone() -> None:
    history = UndoHistory(START).push(wished(START, "L1", LayerControl.ON), "1").undo()
    assert history.push(wished(START, "L2", LayerControl.ON), "2").redo_label == ""


def test_an_edit_that_changes_nothing_is_no_step() -> None:
    assert UndoHistory(START).push(START, "nothing").undo_label == ""


def test_selecting_is_no_step() -> None:
    both = START.with_added(Configuration(key="b", name="b"))
    assert UndoHistory(both)._replace(present=both._replace(selected_key="a")).undo_label == ""


def test_the_past_is_bounded() -> None:
    history = UndoHistory(START)
    for number in range(UNDO_LIMIT + 5):
        control = LayerControl.ON if number % 2 else LayerControl.OFF
        history = history.push(wished(history.present, "L1", control), str(number))
    assert len(history.undo_steps) == UNDO_LIMIT


def test_undo_and_redo_look_at_the_configuration_in_which_the_edit_was_made() -> None:
    both = START.with_added(Configuration(key="b", name="b"))._replace(selected_key="a")
    history = UndoHistory(both).push(wished(both, "L1", LayerControl.ON), "Turn on L1")
    for _twice in range(2):
        history = history._replace(present=history.present._replace(selected_key="b"))
        history = history.undo()
        assert history.present == both
        history = history._replace(present=history.present._replace(selected_key="b"))
        history = history.redo()
        assert history.present == wished(both, "L1", LayerControl.ON)


def test_redo_of_a_new_configuration_looks_at_it() -> None:
    new = START.with_added(Configuration(key="b", name="b"))
    history = UndoHistory(START).push(new, "New")._replace(present=new._replace(selected_key="a"))
    assert history.undo().redo().present == new
