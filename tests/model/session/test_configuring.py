"""Any edits through the Session: undone they lead back, saved they are loaded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.configuration.strategies import CONFIGURATIONS
from tests.model.formats.samples import FOLDER, VARIABLES, declared
from vkconfig_py.model.chain.probe_results import EMPTY_PROBE_REPORT
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceChoice,
    DeviceMode,
    DriverControl,
    LayerControl,
    SettingType,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.configuration_json import (
    export_configuration,
    read_built_ins,
    read_exported,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.exchange.import_report import add_opened_files
from vkconfig_py.model.exchange.open_file import open_foreign_content
from vkconfig_py.model.session.edits import Edits, ShownChain

LAYERS = ("VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_KHRONOS_validation")
MINE = Configuration("mine", "Mine", extra=(("later", {"x": [1]}),))
FILES = sorted(FOLDER.iterdir())
START = Workspace((MINE, Configuration("other", "Mine (2)"), *read_built_ins()), "mine")


class UnchangedChain(ShownChain):
    """Chain of a machine that follows no edit."""

    def list_order(self) -> Sequence[str]:
        return LAYERS[:2]

    def list_order_with(self, layer: str, place: int) -> Sequence[str]:
        return workspace_edits.move_in_order(self.list_order(), layer, place)

    def list_manifests(self) -> Mapping[str, str]:
        return {layer: f"/{layer}.json" for layer in LAYERS}


class Desk(Edits):
    """Edits on a machine whose chain never changes."""

    def __init__(self, start: Workspace = START) -> None:
        super().__init__(UnchangedChain(), lambda: EMPTY_PROBE_REPORT.findings)
        self.open(start, read_built_ins())
        self.saves: list[Workspace] = []
        self.edited.connect(self._keep)

    def _keep(self) -> None:
        self.saves.append(self.workspace)

    def key(self, number: int) -> str:
        """Return the key of one of the configurations there are now."""
        everyone = self.workspace.configurations
        return everyone[number % len(everyone)].key

    def set_devices(self, mode: DeviceMode) -> None:
        self.do(
            workspace_edits.make_change,
            self.workspace.selected_configuration._replace(devices=DeviceChoice(mode)),
            "Change devices",
        )

    def set_value(self, number: int) -> None:
        current = self.workspace.selected_configuration
        entry = current.find_entry(LAYERS[2])
        if entry is not None:
            changed = entry.with_value(f"key{number % 3}", SettingType.INT, number)
            self.do(workspace_edits.make_change, current.with_entry(changed), "Change a setting")

    def open_files(self, *numbers: int) -> None:
        """Open files of other programs, all as one step."""
        paths = [FILES[number % len(FILES)] for number in numbers]
        found = [
            (str(path), open_foreign_content(str(path), path.read_bytes(), declared, VARIABLES))
            for path in paths
        ]
        self.commit(add_opened_files(self.workspace, found, self.shipped))


Act = Callable[[Desk], object]
NUMBERS = st.integers(0, 20)
LAYER = st.sampled_from(LAYERS)
NAMES = st.sampled_from(["", "Mine", "Foo ()", "Validation", "v1", "v1.2 test", "a/b"])


def act(made: Callable[..., Act], *drawn: st.SearchStrategy) -> st.SearchStrategy[Act]:
    return st.builds(made, *drawn)


EDITS: st.SearchStrategy[Act] = st.one_of(
    act(
        lambda la, w: lambda d: d.do(workspace_edits.set_control, la, w),
        LAYER,
        st.sampled_from(LayerControl),
    ),
    act(lambda la, n: lambda d: d.move_layer(la, n % 4 - 1), LAYER, NUMBERS),
    act(lambda la, n: lambda d: d.step_layer(la, n % 2 * 2 - 1), LAYER, NUMBERS),
    act(
        lambda w: lambda d: d.do(workspace_edits.set_driver_control, "gpu.json", w),
        st.sampled_from(DriverControl),
    ),
    act(
        lambda w: lambda d: d.do(workspace_edits.set_control, UNLISTED, w),
        st.sampled_from(LayerControl),
    ),
    act(lambda on: lambda d: d.do(workspace_edits.show_unlisted, is_shown=on), st.booleans()),
    act(lambda n: lambda d: d.set_value(n), NUMBERS),
    act(lambda n: lambda d: d.do(chosen_program.choose_program, Target(f"/p{n}")), NUMBERS),
    act(
        lambda n: lambda d: d.do(chosen_program.change_program, Target(f"/p{n}", ("-x",))), NUMBERS
    ),
    st.just(lambda d: d.do(chosen_program.set_own_program)),
    st.just(lambda d: d.do(chosen_program.use_last_program)),
    st.just(lambda d: d.do(chosen_program.clear_program)),
    act(
        lambda n: (
            lambda d: d.do(
                workspace_edits.set_environment,
                d.workspace.selected_configuration.key,
                (Variable(f"V{n}", None),),
            )
        ),
        NUMBERS,
    ),
    act(lambda m: lambda d: d.set_devices(m), st.sampled_from(DeviceMode)),
    act(lambda name: lambda d: d.do(workspace_edits.add_configuration, name), NAMES),
    act(lambda n: lambda d: d.do(workspace_edits.duplicate_configuration, d.key(n)), NUMBERS),
    act(
        lambda n, name: lambda d: d.do(workspace_edits.rename_configuration, d.key(n), name),
        NUMBERS,
        NAMES,
    ),
    act(
        lambda n: lambda d: d.do(workspace_edits.delete_configuration, d.key(n), d.shipped), NUMBERS
    ),
    act(
        lambda n: lambda d: d.do(workspace_edits.reset_configuration, d.key(n), d.shipped), NUMBERS
    ),
    act(lambda n: lambda d: d.do(workspace_edits.add_program, d.key(n), f"/p{n % 2}"), NUMBERS),
    act(
        lambda n, on: lambda d: d.do(workspace_edits.enable_program, d.key(n), "/p0", is_on=on),
        NUMBERS,
        st.booleans(),
    ),
    act(lambda n: lambda d: d.do(workspace_edits.remove_program, d.key(n), "/p0"), NUMBERS),
    act(
        lambda n: lambda d: d.do(workspace_edits.set_settings_file, d.key(n), f"/s{n % 3}"), NUMBERS
    ),
    act(
        lambda one: (
            lambda d: d.do(
                workspace_edits.import_configuration,
                read_exported(export_configuration(one), "/x.json"),
            )
        ),
        CONFIGURATIONS,
    ),
    act(lambda n: lambda d: d.select_configuration(d.key(n)), NUMBERS),
    act(
        lambda n: (
            lambda d: d.do(workspace_edits.add_sources, (CollectionSource(f"/layers{n % 3}"),))
        ),
        NUMBERS,
    ),
    act(lambda n: lambda d: d.do(workspace_edits.remove_source, f"/layers{n % 3}"), NUMBERS),
    act(lambda m, n: lambda d: d.open_files(m, n), NUMBERS, NUMBERS),
    st.just(lambda d: d.do(workspace_edits.reset_built_in, d.shipped)),
    st.just(lambda d: d.do(workspace_edits.remove_order)),
    st.just(lambda d: d.undo()),
    st.just(lambda d: d.redo()),
)


def but_selection(workspace: Workspace) -> Workspace:
    return workspace._replace(selected_key="")


@given(st.lists(EDITS, max_size=25))
def test_any_edits_and_undos_end_where_they_began(edits: list[Act]) -> None:
    desk = Desk()
    for edit in edits:
        edit(desk)
        assert desk.workspace.selected_configuration.key == desk.workspace.selected_key
    there = desk.workspace
    steps = 0
    while desk.can_undo():
        desk.undo()
        steps += 1
    assert but_selection(desk.workspace) == but_selection(START)
    for _ in range(steps):
        desk.redo()
    assert but_selection(desk.workspace) == but_selection(there)


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(EDITS, min_size=1, max_size=12))
def test_after_any_edits_what_is_saved_is_what_is_loaded(
    tmp_path_factory: pytest.TempPathFactory, edits: list[Act]
) -> None:
    folder = tmp_path_factory.mktemp("configurations")
    assert save_workspace(folder, Workspace(), START, read_built_ins()).errors == ()
    desk, saved = Desk(), START
    for edit in edits:
        edit(desk)
        assert save_workspace(folder, saved, desk.workspace, read_built_ins()).errors == ()
        saved = desk.workspace
        loaded = load_workspace(folder, read_built_ins())
        assert (loaded.workspace, loaded.problems) == (saved, ())


@pytest.mark.parametrize(
    "edit",
    [
        lambda desk: desk.do(
            workspace_edits.delete_configuration, "built-in-validation", desk.shipped
        ),
        lambda desk: desk.do(workspace_edits.reset_configuration, "mine", desk.shipped),
        lambda desk: desk.do(workspace_edits.remove_order),
        lambda desk: desk.do(workspace_edits.set_settings_file, "mine", "/s.txt"),
        lambda desk: desk.do(workspace_edits.rename_configuration, "mine", "Other"),
    ],
)
def test_every_edit_is_saved_and_asked_about_at_once(edit: Act) -> None:
    current = MINE.with_order(LAYERS, on=LAYERS[0])
    desk = Desk(START.with_configuration(current))
    edit(desk)
    assert desk.saves == [desk.workspace]
    assert desk.can_undo()


def test_a_configuration_goes_out_and_comes_back() -> None:
    desk = Desk()
    desk.select_configuration("mine")
    desk.do(workspace_edits.set_control, LAYERS[0], LayerControl.ON)
    content = export_configuration(desk.workspace.selected_configuration)
    assert desk.do(workspace_edits.import_configuration, read_exported(content, "/x.json"))
    back = desk.workspace.selected_configuration
    assert (back.name, back.get_control(LAYERS[0]), back.extra) == (
        "Mine 2",
        LayerControl.ON,
        MINE.extra,
    )
    assert desk.undo_label() == "Import “Mine 2”"


def test_an_edited_built_in_one_is_known() -> None:
    desk = Desk()
    assert not desk.is_edited("built-in-validation")
    assert not desk.is_edited("gone")
    desk.do(workspace_edits.rename_configuration, "built-in-validation", "My checks")
    assert not desk.is_edited("built-in-validation")  # it keeps its name
    desk.select_configuration("built-in-validation")
    desk.do(workspace_edits.set_control, LAYERS[0], LayerControl.ON)
    assert desk.is_edited("built-in-validation")
    desk.do(workspace_edits.reset_configuration, "built-in-validation", desk.shipped)
    assert not desk.is_edited("built-in-validation")


def test_an_edit_notes_where_the_layers_of_a_configuration_are() -> None:
    named = MINE.with_control(LAYERS[0], LayerControl.ON).with_control(
        "VK_LAYER_gone", LayerControl.ON
    )
    gone = named.layers[1]._replace(manifest="/sdk/gone.json")
    desk = Desk(START._replace(configurations=(named.with_entry(gone), MINE._replace(key="two"))))
    desk.do(
        workspace_edits.set_environment,
        desk.workspace.selected_configuration.key,
        (Variable("V", None),),
    )
    assert [e.manifest for e in desk.workspace.selected_configuration.layers] == [
        f"/{LAYERS[0]}.json", "/sdk/gone.json",
    ]  # fmt: skip
    desk.move_layer(LAYERS[1], 0)
    assert desk.workspace.selected_configuration.layers[0].manifest == f"/{LAYERS[1]}.json"
    assert desk.workspace.configurations[1] == MINE._replace(key="two")


def test_a_built_in_one_that_is_edited_back_is_what_is_shipped() -> None:
    desk = Desk()
    desk.select_configuration("built-in-validation")
    desk.do(workspace_edits.set_control, LAYERS[2], LayerControl.OFF)
    assert desk.workspace.selected_configuration.layers[0].manifest == f"/{LAYERS[2]}.json"
    desk.do(workspace_edits.set_control, LAYERS[2], LayerControl.ON)
    assert desk.workspace.selected_configuration in read_built_ins()


def test_an_edited_one_of_which_a_newer_one_is_shipped_is_known() -> None:
    desk = Desk()
    desk.select_configuration("built-in-validation")
    desk.do(workspace_edits.set_control, LAYERS[0], LayerControl.ON)
    assert not desk.is_outdated("built-in-validation")
    desk.shipped = tuple(one._replace(built_in=one.built_in + 1) for one in read_built_ins())
    assert desk.is_outdated("built-in-validation")
    assert not desk.is_outdated("gone")
