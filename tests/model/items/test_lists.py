import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt

from vkconfig_py.loader.base.verdicts import Mark, Problem, RemoveFile, Severity, Step
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.configurations_model import ConfigurationsModel, Line
from vkconfig_py.model.items.inspector_models import StoryModel
from vkconfig_py.model.items.palette_model import PaletteModel
from vkconfig_py.model.items.palette_search import Entry, EntryIndex, EntryKind
from vkconfig_py.model.items.plan_models import PlanModel
from vkconfig_py.model.items.problems_model import ProblemsModel
from vkconfig_py.model.items.roles import (
    ConfigurationRole,
    FileRole,
    PaletteRole,
    ProblemRole,
    StepRole,
)
from vkconfig_py.model.plan.plan import Applied, Change, ChangeKind, Limit
from vkconfig_py.model.problems.headline import Action, ActionableProblem, ActionKind
from vkconfig_py.model.text.wording import count_of, tooltip, visible

ONE, TWO = Configuration(key="1", name="vkcube debugging"), Configuration(key="2", name="Steam")
WORKSPACE = Workspace((ONE, TWO), "1")


class Renames(list):
    def rename_configuration(self, key, name):
        self.append((key, name))


@pytest.fixture
def renames():
    return Renames()


@pytest.fixture
def configurations(renames, qtmodeltester):
    model = ConfigurationsModel(renames)
    model.show(WORKSPACE, (Applied(ONE, ("/usr/bin/vkcube",), 0.0),), {"2": ("VK_LAYER_gone",)})
    qtmodeltester.check(model)
    return model


def column(model, role=Qt.ItemDataRole.DisplayRole):
    return [model.index(row).data(role) for row in range(model.rowCount())]


def test_configurations_are_listed_with_what_is_applied(configurations):
    assert column(configurations) == ["vkcube debugging", "Steam"]
    assert column(configurations, ConfigurationRole.APPLIED) == [True, False]
    assert column(configurations, ConfigurationRole.NOTE) == ["", "1 missing"]
    tip = configurations.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("vkcube debugging\nApplied to this system for /usr/bin/vkcube")
    assert column(configurations, Qt.ItemDataRole.AccessibleTextRole) == [
        "vkcube debugging, applied to this system",
        "Steam, 1 missing",
    ]


def test_editing_a_name_renames(configurations, renames):
    index = configurations.index_of("2")
    assert configurations.setData(index, " Games ")
    assert not configurations.setData(index, "Steam")
    assert not configurations.setData(index, "  ")
    assert not configurations.setData(QModelIndex(), "x")
    assert renames == [("2", "Games")]
    assert configurations.key_at(index) == "2"
    assert configurations.key_at(QModelIndex()) == ""


def test_headings_and_built_in_configurations_cannot_be_renamed(configurations):
    configurations.update_to([Line("h", "Built in", section=True), Line("b", "B", built_in=True)])
    heading, built_in = (configurations.flags(configurations.index(row)) for row in (0, 1))
    assert not heading & Qt.ItemFlag.ItemIsSelectable
    assert built_in & Qt.ItemFlag.ItemIsSelectable
    assert not built_in & Qt.ItemFlag.ItemIsEditable


@pytest.mark.parametrize(
    "model_class", [ConfigurationsModel, StoryModel, ProblemsModel, PlanModel, PaletteModel]
)
def test_lists_have_no_children_and_survive_foreign_indexes(qapp, model_class):
    model = model_class(Renames()) if model_class is ConfigurationsModel else model_class()
    assert model.rowCount(model.createIndex(0, 0)) == 0
    assert model.data(QModelIndex()) is None
    assert model.data(model.createIndex(99, 0)) is None


def test_a_story_names_its_rules_in_order(qtmodeltester):
    model = StoryModel()
    model.show(
        (
            Step(Mark.PASS, "MANGOHUD=1 requests it", "/x/MangoHud.json", 14, "set in this one"),
            Step(Mark.AGAINST, "DISABLE_MANGOHUD is set", decisive=True),
            Step(Mark.NEUTRAL, "DISABLE_MANGOHUD is set", "/x/folder"),
        )
    )
    qtmodeltester.check(model)
    assert column(model, StepRole.MARK) == ["pass", "against", "neutral"]
    assert column(model, StepRole.SOURCE) == [
        "MangoHud.json, line 14 · set in this one",
        "",
        "/x/folder",
    ]
    assert column(model, StepRole.DECISIVE) == [False, True, False]
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == "/x/MangoHud.json, line 14"
    assert model.step_at(1).text == "DISABLE_MANGOHUD is set"
    assert model.step_at(9) is None


def test_problems_come_worst_first_and_once(qtmodeltester):
    note = Problem(Severity.NOTE, "n", "Two drivers found no device", "Harmless.")
    error = Problem(
        Severity.ERROR, "e", "No “library_path”", "It is skipped.", "/a.json", 6, RemoveFile("/a")
    )
    model = ProblemsModel()
    aside = Action(ActionKind.FIX, "Move aside", RemoveFile("/a"))
    model.show(
        (ActionableProblem(note), ActionableProblem(error, (aside,)), ActionableProblem(note))
    )
    qtmodeltester.check(model)
    assert column(model, ProblemRole.SEVERITY) == ["error", "note"]
    assert column(model, ProblemRole.ACTIONS) == [("Move aside",), ()]
    assert model.summary() == "1 error · 1 note"
    assert model.counts() == {"error": 1, "warning": 0, "note": 1}
    assert model.value_at(model.index(0)) == ActionableProblem(error, (aside,))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == (
        "error: No “library_path”. It is skipped. /a.json, line 6. Actions: Move aside"
    )
    assert model.report() == (
        "error: No “library_path” (/a.json:6). It is skipped. [e]\n"
        "note: Two drivers found no device. Harmless. [n]\n"
    )
    tip = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "No “library_path”\nIt is skipped.\n/a.json, line 6"


def test_the_preview_tells_files_from_variables(qtmodeltester):
    model = PlanModel()
    limit = Limit("a", "cannot")
    model.show(
        (
            Change(ChangeKind.NEW, "/home/u/VkLayer_override.json", "+{\n+}"),
            Change(ChangeKind.SET, "MANGOHUD", "1"),
        ),
        (limit, limit),
    )
    qtmodeltester.check(model)
    assert column(model) == ["VkLayer_override.json", "MANGOHUD"]
    assert column(model, FileRole.CHANGE) == ["New", "Set"]
    assert column(model, FileRole.PATH) == ["/home/u/VkLayer_override.json", ""]
    assert column(model, FileRole.TEXT) == ["+{\n+}", "1"]
    assert model.summary() == "2 choices cannot be applied this way"
    assert model.counts() == "1 file · 1 variable"
    assert model.value_at(model.index(1)).subject == "MANGOHUD"
    model.show(())
    assert (model.summary(), model.counts()) == ("All choices can be applied", "")


ENTRIES = (
    Entry("Launch", "F5", EntryKind.ACTION, "launch"),
    Entry("VK_LAYER_MANGOHUD_overlay", "MangoHud.json", EntryKind.LAYER, "mangohud"),
    Entry("VK_LAYER_MESA_overlay", "Loads with launch", EntryKind.LAYER, "mesa"),
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
    assert column(model, PaletteRole.KEY) == ["mangohud"]
    assert column(model, PaletteRole.KIND) == ["layer"]
    assert column(model, PaletteRole.SUBTITLE) == ["MangoHud.json"]
    assert model.value_at(model.index(0)) == ENTRIES[1]


@given(st.text())
def test_visible_text_prints_and_says_the_same_again(text):
    assert "\n" not in visible(text)
    assert visible(visible(text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "shown"), [("a b", "a b"), ("a\nb", "a\nb"), ("\x1b[0m", "\\x1b[0m")]
)
def test_a_tool_tip_keeps_line_breaks_only(text, shown):
    assert tooltip(text) == shown


def test_one_is_singular():
    assert (count_of(1, "layer"), count_of(2, "layer")) == ("1 layer", "2 layers")
