import pytest
from PySide6.QtCore import Qt

from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.configurations_model import ConfigurationsModel
from vkconfig_py.model.items.roles import ConfigurationRole

OWN = Configuration("own", "Steam games")
OTHER = Configuration("other", "Recording", settings_file="/home/me/vk_layer_settings.txt")
SHIPPED = Configuration("built-in-validation", "Validation", built_in=1)
DUMP = Configuration("built-in-dump", "API dump", built_in=1)
WORKSPACE = Workspace((SHIPPED, OWN, DUMP, OTHER), "own")


class Renames(list):
    def rename_configuration(self, key, name):
        self.append((key, name))


@pytest.fixture
def model(qtmodeltester):
    model = ConfigurationsModel(Renames())
    model.show(
        WORKSPACE,
        missing={"built-in-dump": ("VK_LAYER_LUNARG_api_dump", "VK_LAYER_x")},
        edited={"built-in-validation"},
    )
    qtmodeltester.check(model)
    return model


def column(model, role=Qt.ItemDataRole.DisplayRole):
    return [model.index(row).data(role) for row in range(model.rowCount())]


def test_the_users_own_stand_above_the_built_in_ones(model):
    assert column(model) == ["Steam games", "Recording", "Built in", "Validation", "API dump"]
    assert column(model, ConfigurationRole.SECTION) == [False, False, True, False, False]
    assert column(model, ConfigurationRole.BUILT_IN) == [False, False, False, True, True]


def test_missing_layers_are_counted_and_named(model):
    assert column(model, ConfigurationRole.NOTE) == ["", "", "", "", "2 missing"]
    tip = model.index(4).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "API dump\nNot installed: LUNARG_api_dump, x"
    spoken = model.index(4).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "API dump, built in, 2 missing"


def test_an_edited_one_says_that_a_newer_one_is_shipped(model):
    key = "built-in-validation"
    assert "newer" not in model.index(3).data(Qt.ItemDataRole.ToolTipRole)
    model.show(WORKSPACE, edited={key}, outdated={key})
    tip = model.index(3).data(Qt.ItemDataRole.ToolTipRole)
    assert "A newer version is shipped: Reset to use it" in tip
    assert "a newer version is shipped" in model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_built_in_one_that_was_edited_says_so(model):
    assert column(model, ConfigurationRole.EDITED) == [False, False, False, True, False]
    assert "edited" in model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_settings_file_of_the_users_own_is_in_the_tool_tip(model):
    tip = model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Recording\nUses /home/me/vk_layer_settings.txt as it is"


def test_names_are_filtered_and_the_selected_one_stays(model):
    model.show(WORKSPACE, text="DUMP api")
    assert column(model) == ["Steam games", "Built in", "API dump"]
    model.show(WORKSPACE, text="record")
    assert column(model) == ["Steam games", "Recording"]


def test_without_built_in_ones_there_is_no_heading(model):
    model.show(Workspace((OWN,), "own"))
    assert column(model) == ["Steam games"]
