import pytest
from PySide6.QtCore import Qt

from vkconfig_py.loader.probe.devices import ExtensionName
from vkconfig_py.model.items.extensions_model import ExtensionsModel
from vkconfig_py.model.items.roles import ExtensionRole

MANY = tuple(ExtensionName(f"VK_EXT_number_{number}", number) for number in range(410))


@pytest.fixture
def model(qtmodeltester):
    model = ExtensionsModel()
    model.show((ExtensionName("VK_KHR_surface", 25), ExtensionName("VK_EXT_b", 1)))
    qtmodeltester.check(model)
    return model


def names(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def test_extensions_stand_in_the_order_of_their_names_with_their_versions(model):
    assert names(model) == ["VK_EXT_b", "VK_KHR_surface"]
    assert model.index(1).data(ExtensionRole.VERSION) == 25
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "VK_KHR_surface, version 25"
    assert model.summary() == "2 extensions"


def test_every_word_is_sought_in_any_case(model):
    model.set_text("KHR surf")
    assert names(model) == ["VK_KHR_surface"]
    assert model.summary() == "1 of 2 extensions"
    model.set_text("nothing")
    assert names(model) == []
    model.set_text(" ")
    assert model.rowCount() == 2


def test_another_device_keeps_the_search(model):
    model.set_text("40")
    model.show(MANY)
    assert model.summary() == "14 of 410 extensions"
    model.show(MANY)
    assert model.rowCount() == 14
