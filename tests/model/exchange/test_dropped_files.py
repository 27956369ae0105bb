"""What a drop would do and does, by the part of the window it is on."""

from __future__ import annotations

import pytest

from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
    SettingValue,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.exchange.dropped_files import (
    DroppedContent,
    DropTarget,
    apply_drop,
    list_dropped_layers,
    preview_drop,
    render_drop_result,
)
from vkconfig_py.model.exchange.import_report import (
    find_idle_layers,
    render_idle_layers,
    turn_on_layers,
)
from vkconfig_py.model.formats.foreign_files import ForeignKind, OpenedFile
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState

CURRENT = Configuration("c", "Mine")
SPACE = Workspace((CURRENT,), "c")
VALUE = SettingValue("log", SettingType.BOOL, True)
MANIFEST = OpenedFile(
    ForeignKind.LAYER_MANIFEST,
    sources=(CollectionSource("/l.json"),),
    manifest_layers=("VK_LAYER_a",),
)
SETTINGS = OpenedFile(
    ForeignKind.LAYER_SETTINGS,
    (Configuration("s", "Layer settings", (LayerEntry("VK_LAYER_b", settings=(VALUE,)),)),),
)
OWN = OpenedFile(ForeignKind.OWN, (Configuration("o", "One"), Configuration("p", "Two")))
REFUSED = OpenedFile(ForeignKind.UNKNOWN, refusal="/x: it is empty.")
GAME = ProgramMatch(ProgramState.BINARY, name="game", path="/bin/game")
FOLDER = ProgramMatch(ProgramState.FOLDER, "bin", "/bin", error="/bin is a folder")


def arrived(*opened: OpenedFile, folders: tuple[str, ...] = (), program=None) -> DroppedContent:
    names = ("/l.json", "/b", "/c", "/d")
    return DroppedContent(folders, tuple(zip(names, opened, strict=False)), program)


@pytest.mark.parametrize(
    ("what", "place", "where", "said"),
    [
        (
            arrived(MANIFEST),
            DropTarget.CHAIN,
            "Add to “Mine”",
            ["Adds the layer a and turns it on"],
        ),
        (
            arrived(MANIFEST),
            DropTarget.LAYERS,
            "Layers for all configurations",
            [
                "Adds the layer a without turning it on",
                "Then offers to register it for all programs",
            ],
        ),
        (
            arrived(MANIFEST, MANIFEST),
            DropTarget.LAYERS,
            "Layers for all configurations",
            ["Adds the layer a without turning it on"],
        ),
        (
            arrived(MANIFEST),
            DropTarget.CONFIGURATIONS,
            "Layers for all configurations",
            ["Adds the layer a without turning it on"],
        ),
        (arrived(SETTINGS), DropTarget.CHAIN, "Add to “Mine”", ["Imports 1 setting for b"]),
        (
            arrived(SETTINGS),
            DropTarget.CONFIGURATIONS,
            "Your configurations",
            ["Adds the configuration “Layer settings”"],
        ),
        (arrived(OWN), DropTarget.CHAIN, "Your configurations", ["Adds 2 configurations"]),
        (
            arrived(folders=("/sdk/layers",)),
            DropTarget.CHAIN,
            "Layers for all configurations",
            ["Searches layers/ for layers"],
        ),
        (
            arrived(REFUSED, program=GAME),
            DropTarget.PROGRAM,
            "Program",
            ["Sets game as the program to launch"],
        ),
        (
            arrived(REFUSED, program=GAME),
            DropTarget.CHAIN,
            "Program",
            ["Sets game as the program to launch"],
        ),
    ],
)
def test_each_place_says_what_it_would_do(what, place, where, said) -> None:
    preview = preview_drop(what, place, CURRENT)
    assert (preview.heading, list(preview.effects), preview.is_refused) == (where, said, False)


def test_what_is_refused_says_why_and_several_are_counted() -> None:
    one = preview_drop(arrived(REFUSED), DropTarget.CHAIN, CURRENT)
    assert (one.effects, one.is_refused) == (("One file cannot be opened. /x: it is empty.",), True)
    more = preview_drop(arrived(OWN, REFUSED, REFUSED), DropTarget.CHAIN, CURRENT)
    assert (more.effects, more.is_refused) == (
        ("Adds 2 configurations", "Cannot open 2 files"),
        False,
    )
    program = preview_drop(arrived(MANIFEST), DropTarget.PROGRAM, CURRENT)
    assert (program.heading, program.is_refused) == ("This is not a program", True)
    nothing = OpenedFile(ForeignKind.LAYER_SETTINGS, (Configuration("s", "Layer settings"),))
    default = preview_drop(arrived(nothing), DropTarget.CHAIN, CURRENT)
    assert default.effects == ("Changes nothing: contains only default values",)


def test_a_drop_on_the_chain_is_one_step_in_the_selected_configuration() -> None:
    files = arrived(MANIFEST, SETTINGS)
    changed = apply_drop(SPACE, files, DropTarget.CHAIN)
    assert changed is not None
    current = changed.workspace.selected_configuration
    assert current.key == "c"
    assert current.get_control("VK_LAYER_a") is LayerControl.ON
    assert current.find_entry("VK_LAYER_b") == LayerEntry("VK_LAYER_b", settings=(VALUE,))
    assert changed.workspace.sources == (CollectionSource("/l.json"),)
    assert apply_drop(changed.workspace, files, DropTarget.CHAIN) is None
    message = render_drop_result(files, DropTarget.CHAIN, current, is_new=True)
    assert (
        message
        == "Added the layer a to “Mine” and turned it on. Imported 1 setting for b into “Mine”."
    )
    assert render_drop_result(files, DropTarget.LAYERS, current, is_new=True) == ""
    assert list_dropped_layers(files) == {"VK_LAYER_a", "VK_LAYER_b", "/l.json"}


def test_values_of_before_stay_beside_those_that_arrive() -> None:
    old = SettingValue("other", SettingType.INT, 3)
    entry = LayerEntry("VK_LAYER_b", LayerControl.ON, settings=(old,))
    space = SPACE.with_configuration(CURRENT.with_entry(entry))
    changed = apply_drop(space, arrived(SETTINGS), DropTarget.CHAIN)
    assert changed is not None
    assert str(changed.label) == "Import settings for b"
    kept = changed.workspace.selected_configuration.find_entry("VK_LAYER_b")
    assert kept == entry._replace(settings=(old, VALUE))


def test_a_program_is_chosen_and_what_is_none_changes_nothing() -> None:
    changed = apply_drop(SPACE, arrived(REFUSED, program=GAME), DropTarget.PROGRAM)
    assert changed is not None
    assert changed.workspace.program.program == "/bin/game"
    assert apply_drop(SPACE, arrived(MANIFEST), DropTarget.PROGRAM) is None
    said = render_drop_result(arrived(MANIFEST), DropTarget.PROGRAM, CURRENT, is_new=False)
    assert said == "No program was chosen."
    refused = arrived(program=FOLDER)
    said = render_drop_result(refused, DropTarget.PROGRAM, CURRENT, is_new=False)
    assert said == "No program was chosen: /bin is a folder."


def test_settings_of_layers_that_are_off_are_idle_until_turned_on() -> None:
    off = ("VK_LAYER_b", "VK_LAYER_z")
    assert find_idle_layers([SETTINGS, OWN], CURRENT, off) == ("VK_LAYER_b",)
    assert find_idle_layers([SETTINGS], CURRENT, ()) == ()
    assert render_idle_layers(("VK_LAYER_b",)) == "B is off: its settings have no effect yet."
    inverted = turn_on_layers(SPACE, ("VK_LAYER_b",))
    assert inverted is not None
    assert str(inverted.label) == "Turn on b"
    assert find_idle_layers([SETTINGS], inverted.workspace.selected_configuration, off) == ()
    assert turn_on_layers(inverted.workspace, ("VK_LAYER_b",)) is None
