from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt

from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.candidates_model import PaletteModel
from vkconfig_py.model.items.configurations_model import ConfigurationLine, ConfigurationsModel
from vkconfig_py.model.items.keyed_list import ConfigurationRole, LinesModel
from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind, SearchEntry
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip, render_count

ONE, TWO = Configuration(key="1", name="vkcube debugging"), Configuration(key="2", name="Steam")
WORKSPACE = Workspace((ONE, TWO), "1")


class Renames(list):
    def do(self, edit, *given):
        self.append(given)


@pytest.fixture
def renames():
    return Renames()


@pytest.fixture
def configurations(renames, qtmodeltester):
    model = ConfigurationsModel(renames)
    model.show(
        WORKSPACE,
        (AppliedConfiguration(ONE, ("/usr/bin/vkcube",), 0.0),),
        {"2": ("VK_LAYER_gone",)},
    )
    qtmodeltester.check(model)
    return model


def column(model, role=Qt.ItemDataRole.DisplayRole):
    return [model.index(row).data(role) for row in range(model.rowCount())]


def test_configurations_are_listed_with_what_is_applied(configurations):
    assert column(configurations) == ["vkcube debugging", "Steam"]
    assert column(configurations, ConfigurationRole.APPLIED) == [True, False]
    assert column(configurations, ConfigurationRole.NOTE) == ["", "1 not installed"]
    tip = configurations.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("vkcube debugging\nApplied to this system for /usr/bin/vkcube")
    assert column(configurations, Qt.ItemDataRole.AccessibleTextRole) == [
        "vkcube debugging, applied to this system",
        "Steam, 1 not installed",
    ]


def test_editing_a_name_renames(configurations, renames):
    index = configurations.find_index("2")
    assert configurations.setData(index, " Games ")
    assert not configurations.setData(index, "Steam")
    assert not configurations.setData(index, "  ")
    assert not configurations.setData(QModelIndex(), "x")
    assert renames == [("2", "Games")]
    assert configurations.key_at(index) == "2"
    assert configurations.key_at(QModelIndex()) == ""


def test_headings_and_built_in_configurations_cannot_be_renamed(configurations):
    head = ConfigurationLine("h", "Built in", is_heading=True)
    configurations.update_to([head, ConfigurationLine("b", "B", is_built_in=True)])
    heading, built_in = (configurations.flags(configurations.index(row)) for row in (0, 1))
    assert not heading & Qt.ItemFlag.ItemIsSelectable
    assert built_in & Qt.ItemFlag.ItemIsSelectable
    assert not built_in & Qt.ItemFlag.ItemIsEditable


def lines_model(*values):
    model = LinesModel(
        str, lambda value: ListLine(value, tooltip="a\x1bb", accessible_text=f"say {value}")
    )
    model.update_to(values)
    return model


@pytest.mark.parametrize(
    "make", [partial(ConfigurationsModel, Renames()), PaletteModel, lines_model]
)
def test_lists_have_no_children_and_survive_foreign_indexes(qapp, make):
    model = make()
    assert model.rowCount(model.createIndex(0, 0)) == 0
    assert model.data(QModelIndex()) is None
    assert model.data(model.createIndex(99, 0)) is None


def test_a_list_shows_and_speaks_lines_without_invisible_characters(qtmodeltester):
    model = lines_model("one", "t\x1bwo")
    qtmodeltester.check(model)
    assert column(model) == ["one", "t\\x1bwo"]
    assert column(model, Qt.ItemDataRole.AccessibleTextRole) == ["say one", "say t\\x1bwo"]
    assert column(model, Qt.ItemDataRole.ToolTipRole) == ["a\\x1bb"] * 2
    line = model.line_at(model.index(1))
    # A row paints neither tool tip nor speech; making them visible takes long in a long list.
    assert (line.title, line.tooltip, line.accessible_text) == ("t\\x1bwo", "", "")
    assert model.line_at(QModelIndex()) == ListLine("")


ENTRIES = (
    SearchEntry("Launch", "F5", EntryKind.ACTION, "launch"),
    SearchEntry("VK_LAYER_MANGOHUD_overlay", "MangoHud.json", EntryKind.LAYER, "mangohud"),
    SearchEntry("VK_LAYER_MESA_overlay", "Loads with launch", EntryKind.LAYER, "mesa"),
)


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("", ["launch", "mangohud", "mesa"]),
        ("overlay", ["mangohud", "mesa"]),
        ("MESA", ["mesa"]),
        ("launch", ["launch", "mesa"]),
        ("layer mango", ["mangohud"]),
        ("overlay nothing", []),
    ],
)
def test_search_finds_every_word_and_shows_the_best_first(query, keys):
    assert [entry.key for entry in EntryIndex(ENTRIES).find(query)] == keys


def test_the_palette_follows_its_query(qtmodeltester):
    model = PaletteModel()
    model.show(ENTRIES)
    qtmodeltester.check(model)
    model.set_query("mango")
    assert model.values() == (ENTRIES[1],)
    line = model.line_at(model.index(0))
    assert (line.text, line.icon) == ("MangoHud.json", "layer")


@given(st.text())
def test_visible_text_prints_and_says_the_same_again(text):
    assert "\n" not in escape_invisible(text)
    assert escape_invisible(escape_invisible(text)) == escape_invisible(text)


@pytest.mark.parametrize(
    ("text", "shown"), [("a b", "a b"), ("a\nb", "a\nb"), ("\x1b[0m", "\\x1b[0m")]
)
def test_a_tool_tip_keeps_line_breaks_only(text, shown):
    assert make_tooltip(text) == shown


def test_one_is_singular():
    assert (render_count(1, "layer"), render_count(2, "layer")) == ("1 layer", "2 layers")
