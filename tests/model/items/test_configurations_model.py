import pytest
from PySide6.QtCore import QMimeData, QModelIndex, Qt

from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import read_built_ins
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.configurations_model import CHANGES_NOTHING, ConfigurationsModel
from vkconfig_py.model.items.keyed_list import ConfigurationRole

OWN = Configuration("own", "Steam games")
OTHER = Configuration("other", "Recording", settings_file="/home/me/vk_layer_settings.txt")
SHIPPED = Configuration("built-in-validation", "Validation", built_in=1)
DUMP = Configuration("built-in-dump", "API dump", built_in=1)
WORKSPACE = Workspace((SHIPPED, OWN, DUMP, OTHER), "own")


class Renames(list):
    """Edits that are written down instead of done."""

    def do(self, edit, *given):
        self.append(given)


@pytest.fixture
def model(qtmodeltester):
    model = ConfigurationsModel(Renames())
    model.show(
        WORKSPACE,
        missing_layers={"built-in-dump": ("VK_LAYER_LUNARG_api_dump", "VK_LAYER_x")},
        edited_keys={"built-in-validation"},
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
    assert column(model, ConfigurationRole.NOTE) == ["", "", "", "", "2 not installed"]
    tip = model.index(4).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == f"API dump\n{CHANGES_NOTHING}\nNot installed: LUNARG_api_dump, x"
    spoken = model.index(4).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "API dump, built in, 2 not installed"


def test_an_edited_one_says_that_a_newer_one_is_shipped(model):
    key = "built-in-validation"
    assert "newer" not in model.index(3).data(Qt.ItemDataRole.ToolTipRole)
    model.show(WORKSPACE, edited_keys={key}, outdated_keys={key})
    tip = model.index(3).data(Qt.ItemDataRole.ToolTipRole)
    assert "A newer version is available: reset to use it" in tip
    assert "a newer built-in version is" in model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_built_in_one_that_was_edited_says_so(model):
    assert column(model, ConfigurationRole.EDITED) == [False, False, False, True, False]
    assert "edited" in model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_settings_file_of_the_users_own_is_in_the_tool_tip(model):
    tip = model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Recording\nUses /home/me/vk_layer_settings.txt unchanged"


def test_names_are_filtered_and_the_selected_one_stays(model):
    model.show(WORKSPACE, text="DUMP api")
    assert column(model) == ["Steam games", "Built in", "API dump"]
    model.show(WORKSPACE, text="record")
    assert column(model) == ["Steam games", "Recording"]


def test_without_built_in_ones_there_is_no_heading(model):
    model.show(Workspace((OWN,), "own"))
    assert column(model) == ["Steam games"]


ROOT = QModelIndex()


@pytest.mark.parametrize(
    ("row", "above", "command"),
    [
        (1, 0, ("other", 0)),
        (0, 2, ("own", 1)),  # above the heading is below the last of the user's own
        (4, 3, ("built-in-dump", 0)),
        (3, 5, ("built-in-validation", 1)),
    ],
)
def test_a_drop_puts_a_configuration_among_those_of_its_kind(model, row, above, command):
    data = model.mimeData([model.index(row)])
    assert model.canDropMimeData(data, Qt.DropAction.MoveAction, above, 0, ROOT)
    assert model.moveRows(ROOT, row, 1, ROOT, above)
    assert model._edits == [command]


@pytest.mark.parametrize(("row", "above"), [(0, 3), (0, 5), (0, -1), (3, 1), (4, 2)])
def test_no_drop_crosses_the_heading(model, row, above):
    data = model.mimeData([model.index(row)])
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, above, 0, ROOT)
    if above >= 0:
        assert not model.moveRows(ROOT, row, 1, ROOT, above)
    assert model._edits == []


def test_nothing_is_dropped_on_a_row_nor_from_elsewhere(model):
    move = Qt.DropAction.MoveAction
    assert not model.canDropMimeData(model.mimeData([model.index(1)]), move, 0, 0, model.index(0))
    assert not model.canDropMimeData(QMimeData(), move, 0, 0, ROOT)
    assert not model.moveRows(ROOT, 2, 1, ROOT, 0)  # the heading
    assert not model.moveRows(ROOT, 9, 1, ROOT, 0)
    assert model.flags(ROOT) == Qt.ItemFlag.ItemIsDropEnabled
    assert model.supportedDropActions() == move


def test_rows_that_are_filtered_cannot_be_dragged(model):
    assert model.flags(model.index(0)) & Qt.ItemFlag.ItemIsDragEnabled
    model.show(WORKSPACE, text="steam")
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsDragEnabled


def test_one_that_changes_nothing_says_so(model):
    assert CHANGES_NOTHING in model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert CHANGES_NOTHING not in model.index(1).data(Qt.ItemDataRole.ToolTipRole)


def test_one_for_other_platforms_says_which(model):
    windows = Configuration("w", "Capture", platforms=("WINDOWS_X86", "WINDOWS_ARM", "MACOS"))
    both = Configuration("b", "Both", platforms=("LINUX", "WINDOWS"))
    model.show(
        Workspace((windows, both), "w"),
        platform=Platform.LINUX,
        missing_layers={"w": ("VK_LAYER_x",)},
    )
    assert column(model, ConfigurationRole.NOTE) == ["for Windows, …", ""]
    tip = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Only for Windows, macOS: cannot be applied on this machine" in tip
    assert "for Windows, …" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_built_in_one_says_what_it_switches_off(model):
    model.show(Workspace(read_built_ins(), read_built_ins()[0].key))
    lines = {model.index(row).data(): model.index(row) for row in range(model.rowCount())}
    best, sync = lines["Best practices"], lines["Synchronization validation"]
    assert best.data(ConfigurationRole.NOTE) == "4 checks off"
    assert "Turns off: core checks, " in best.data(Qt.ItemDataRole.ToolTipRole)
    assert sync.data(ConfigurationRole.NOTE) == ""


def test_a_copy_of_a_built_in_one_says_what_it_switches_off(model):
    best = next(one for one in read_built_ins() if one.key == "built-in-best-practices")
    model.show(Workspace((best._replace(key="copy", name="Mine", built_in=0),), "copy"))
    assert column(model, ConfigurationRole.NOTE) == ["4 checks off"]
