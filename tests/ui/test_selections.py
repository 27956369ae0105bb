from __future__ import annotations

from vkconfig_py.model.documents.configuration import Wish


def test_each_configuration_comes_back_with_the_row_that_was_looked_at(window, qtbot):
    store, view = window.store, window.chain.view
    first = store.workspace.current.key
    view.select_key("loader")
    store.new_configuration("Second")
    second = store.workspace.current.key
    store.set_wish("VK_LAYER_GONE", Wish.ON)
    qtbot.waitUntil(lambda: view.select_key("layer:VK_LAYER_GONE"))
    store.select_configuration(first)
    assert view.current_row().key == "loader"
    store.select_configuration(second)  # its picture, with the missing row, comes later
    qtbot.waitUntil(lambda: view.current_row().key == "layer:VK_LAYER_GONE")


def test_the_row_is_remembered_over_sessions(open_window):
    window = open_window()
    window.chain.view.select_key("loader")
    window.remember()
    again = open_window()
    assert again.chain.view.current_row().key == "loader"
