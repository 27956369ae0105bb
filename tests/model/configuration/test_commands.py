import pytest

from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, LayerControl
from vkconfig_py.model.configuration.workspace import Workspace

ONE, TWO = Configuration(key="1", name="One"), Configuration(key="2", name="Two")
SPACE = Workspace((ONE, TWO), "1")
CHAIN = ("VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_c")


@pytest.mark.parametrize(
    ("layer", "place", "order"),
    [("a", 2, "bca"), ("c", 0, "cab"), ("x", 1, "axbc"), ("b", 99, "acb"), ("b", -5, "bac")],
)
def test_a_layer_is_put_where_it_is_drawn(layer, place, order):
    assert "".join(workspace_edits.move_in_order("abc", layer, place)) == order


@pytest.mark.parametrize(
    ("layer", "step", "expected"),
    [
        ("a", -1, None),
        ("a", 1, 1),
        ("c", -1, 1),
        ("c", 1, None),
        ("x", -1, None),
        ("x", 1, None),
    ],
)
def test_a_step_moves_by_one_and_ends_at_the_ends_of_the_chain(layer, step, expected):
    assert workspace_edits.find_stepped_place("abc", layer, step) == expected


def test_drawing_the_chain_as_it_is_changes_nothing():
    assert workspace_edits.move_layer(SPACE, CHAIN, CHAIN, CHAIN[0]) is None


def test_a_driver_goes_by_the_name_of_its_row():
    changed = workspace_edits.set_driver_control(SPACE, "radeon_icd.x86_64.json", DriverControl.OFF)
    assert str(changed.label) == "Leave out radeon"


def test_names_stay_distinct():
    assert (
        workspace_edits.add_configuration(SPACE, "One").workspace.selected_configuration.name
        == "One 2"
    )
    assert (
        workspace_edits.duplicate_configuration(SPACE, "1").workspace.selected_configuration.name
        == "One copy"
    )
    assert (
        workspace_edits.rename_configuration(
            SPACE, "1", " Two "
        ).workspace.selected_configuration.name
        == "Two 2"
    )


def test_a_copy_is_a_configuration_of_its_own():
    copy = workspace_edits.duplicate_configuration(SPACE, "1").workspace.selected_configuration
    assert copy.key not in ("1", "2")


@pytest.mark.parametrize(
    "change",
    [
        lambda: workspace_edits.duplicate_configuration(SPACE, "?"),
        lambda: workspace_edits.rename_configuration(SPACE, "?", "x"),
        lambda: workspace_edits.set_control(SPACE, "VK_LAYER_a", LayerControl.AUTO),
        lambda: workspace_edits.remove_order(SPACE),
    ],
)
def test_what_changes_nothing_is_no_edit(change):
    assert change() is None
