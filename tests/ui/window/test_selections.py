from __future__ import annotations

import pytest

from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.ui.chain.view import ChainView


def test_each_configuration_comes_back_with_the_row_that_was_looked_at(window, qtbot):
    session, view = window.session, window.chain.view
    first = session.edits.workspace.selected_configuration.key
    view.select_key("loader")
    session.edits.do(workspace_edits.add_configuration, "Second")
    second = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.set_control, "VK_LAYER_GONE", LayerControl.ON)
    qtbot.waitUntil(lambda: view.select_key("layer:VK_LAYER_GONE"))
    session.edits.select_configuration(first)
    qtbot.waitUntil(lambda: view.current_row().key == "loader")
    session.edits.select_configuration(second)  # its picture, with the missing row, comes later
    qtbot.waitUntil(lambda: view.current_row().key == "layer:VK_LAYER_GONE")


def test_the_row_of_another_configuration_is_selected_once_its_picture_is_there(window, qtbot):
    session, view = window.session, window.chain.view
    first, program = (
        session.edits.workspace.selected_configuration.key,
        window.controllers.commands.get_program_key(),
    )
    view.select_key("loader")
    session.edits.do(workspace_edits.add_configuration, "Second")
    second = session.edits.workspace.selected_configuration.key
    qtbot.waitUntil(lambda: session.snapshots.current.request.configuration.key == second)
    selected = []

    def note(key):
        selected.append((key, session.snapshots.current.request.configuration.key))

    view.row_selected.connect(note)
    view.select_key(program)
    session.edits.select_configuration(first)
    assert view.current_row().key == program  # these are still the rows of the second one
    qtbot.waitUntil(lambda: view.current_row().key == "loader")
    assert selected == [(program, second), ("loader", first)]


def test_a_row_that_is_selected_with_a_picture_is_in_view(window, qtbot):
    session, view = window.session, window.chain.view
    first = session.edits.workspace.selected_configuration.key
    last = list(view.iterate_rows())[-1][1].key
    view.select_key(last)
    session.edits.do(workspace_edits.add_configuration, "Second")
    qtbot.waitUntil(lambda: session.snapshots.current.request.configuration.key != first)
    view.select_key(window.controllers.commands.get_program_key())
    session.edits.select_configuration(first)
    qtbot.waitUntil(lambda: view.current_row().key == last)
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_the_row_is_remembered_over_sessions(open_window):
    window = open_window()
    window.chain.view.select_key("loader")
    window.save_layout()
    again = open_window()
    assert again.chain.view.current_row().key == "loader"


def test_a_chosen_configuration_begins_with_the_first_layer_that_it_turns_on(window, qtbot):
    session, view = window.session, window.chain.view
    first = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.add_configuration, "Second")
    second = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.set_control, "VK_LAYER_OFF", LayerControl.OFF)
    session.edits.do(workspace_edits.set_control, "VK_LAYER_GONE", LayerControl.ON)
    session.edits.select_configuration(first)
    window.state.set_selected_row(second, "")  # as if it were chosen for the first time
    qtbot.waitUntil(lambda: session.snapshots.current.request.configuration.key == first)
    view.select_key("loader")
    session.edits.select_configuration(second)
    qtbot.waitUntil(lambda: view.current_row().key == "layer:VK_LAYER_GONE")


def test_no_other_row_is_selected_before_the_remembered_one(open_window):
    window = open_window()
    window.chain.view.select_key("loader")
    window.save_layout()
    selected = []
    replaced = ChainView.show_snapshot

    def show(view, snapshot):
        replaced(view, snapshot)
        row = view.current_row()
        selected.append(row.key if row else "")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChainView, "show_snapshot", show)
        open_window()
    assert [key for key in selected if key][:1] == ["loader"]
