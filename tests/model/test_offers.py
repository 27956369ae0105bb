"""What is offered about a row can be tried, and what is tried has the effect."""

from pathlib import Path

import pytest

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeProfile,
    EditKey,
    InstallLibrary,
    Kind,
    MoveFile,
    RemoveFile,
    RenameKey,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.explain.remedies import Goal
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.quick_fix import MOVES, QuickFixKind, describe_remedy, get_heading
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind, Tone
from vkconfig_py.model.chain.what_if_snapshot import add_remedy, add_what_if
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Variable
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files import resources
from vkconfig_py.model.plan.plan import Mechanism, PlanView, make_request
from vkconfig_py.model.problems.actionable import find_problems
from vkconfig_py.model.problems.offers import find_move, find_offers
from vkconfig_py.model.problems.summary import ActionKind
from vkconfig_py.model.session.sample_machine import open_demo_machine

MESA = "VK_LAYER_MESA_device_select"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
VALIDATION = "VK_LAYER_KHRONOS_validation"
OLDER = LoaderProfile((1, 3, 283))
HUD = "VK_LAYER_MANGOHUD_overlay_x86_64"
GIVES_UP = LoaderProfile((1, 3, 239))  # on a file that is no JSON
FOSSILIZE = "VK_LAYER_VALVE_steam_fossilize_64"


@pytest.fixture(scope="module")
def demo():
    machine = open_demo_machine(resources.find_resource("demo"))
    yield machine
    machine.close()


def look(demo, *controls):
    configuration = Configuration(key="k", name="c")
    for name, control in controls:
        configuration = configuration.with_control(name, control)
    return compute_snapshot(make_request(demo.host, (demo.profile,), Workspace((configuration,))))


def offers(snapshot, name):
    row = next(row for row in snapshot.rows if row.name == name)
    return find_offers(snapshot, row)


def test_a_layer_that_waits_for_a_variable(demo):
    found = offers(look(demo), VKBASALT)
    assert [offer.label for offer in found] == ["Set On", "Copy"]
    assert found[1].remedy == SetVariable("ENABLE_VKBASALT", "1")


def test_a_filter_of_the_session_can_be_tried_away_also_where_the_plan_writes_it_anew(demo):
    for snapshot in (look(demo), look(demo, (VKBASALT, LayerControl.ON))):
        found = [offer.remedy for offer in offers(snapshot, FOSSILIZE)]
        assert found[-2:] == [
            SetVariable("VK_LOADER_LAYERS_ENABLE", FOSSILIZE),
            UnsetVariable("VK_LOADER_LAYERS_DISABLE"),
        ]


@pytest.mark.parametrize(
    ("control", "label"), [(LayerControl.OFF, "Set On"), (LayerControl.ON, "Set Off")]
)
def test_where_the_configuration_decides_its_wish_is_all_that_helps(demo, control, label):
    found = offers(look(demo, (MESA, control)), MESA)
    assert [offer.label for offer in found if offer.kind not in MOVES] == [label]


def order_of(configuration, demo, profile=None):
    request = make_request(demo.host, (profile or demo.profile,), Workspace((configuration,)))
    return compute_snapshot(request)


def test_a_move_is_offered_that_ends_a_drawback_of_the_order_and_the_loader_keeps_it(demo):
    configuration = Configuration(key="k", name="c").with_order([HUD, VKBASALT])
    for name in (HUD, VKBASALT):
        configuration = configuration.with_control(name, LayerControl.ON)
    snapshot = order_of(configuration, demo)
    row = next(row for row in snapshot.rows if row.name == HUD)
    move, *others = find_offers(snapshot, row)
    assert (move.kind, move.value, move.label) == (QuickFixKind.MOVE_BELOW, VKBASALT, "Move")
    assert move.title == "Move it below VKBASALT_post_processing"
    assert move.consequence == "After this: its overlay is not changed by VKBASALT_post_processing"
    assert get_heading(row, (move, *others)) == "To change it"
    assert get_heading(row, others) == "To turn it off"
    moved = order_of(configuration.with_order([VKBASALT, HUD]), demo)
    row = next(row for row in moved.rows if row.name == HUD)
    assert not any(offer.kind in MOVES for offer in find_offers(moved, row))


def test_no_move_is_offered_that_the_loader_would_not_keep(demo):
    """Variables alone set no order for this loader."""
    configuration = Configuration(key="k", name="c")
    for name in (HUD, VALIDATION):
        configuration = configuration.with_control(name, LayerControl.ON)
    kinds = []
    for mechanism in (Mechanism.LAUNCH, Mechanism.ENVIRONMENT):
        request = make_request(
            demo.host, (OLDER,), Workspace((configuration,)), view=PlanView(mechanism)
        )
        snapshot = compute_snapshot(request)
        layers = snapshot.list_chain_names()
        assert layers.index(HUD) < layers.index(VALIDATION)
        move = find_move(snapshot, HUD, DocumentCache())
        kinds.append(move and move.kind)
    assert kinds == [QuickFixKind.MOVE_BELOW, None]


def test_a_library_that_is_missing_can_be_supposed_to_be_there(demo):
    snapshot = look(demo)
    row = next(row for row in snapshot.rows if row.name == "VK_LAYER_DEMO_colour_filter")
    assert get_heading(row, ()) == "To repair it"
    assert isinstance(find_offers(snapshot, row)[-1].remedy, InstallLibrary)


def test_a_hidden_copy_can_be_used_and_the_other_one_is_left_alone(demo):
    snapshot = look(demo)
    row = next(row for row in snapshot.rows if row.secondary == "hidden copy")
    assert (row.status, row.tone, get_heading(row, ())) == (
        "Not used",
        Tone.NEUTRAL,
        "To change it",
    )
    found = find_offers(snapshot, row)
    assert (found[0].kind, found[0].label, found[0].value) == (
        QuickFixKind.USE_COPY,
        "Use this copy",
        row.manifest,
    )
    assert not any(isinstance(offer.remedy, RemoveFile) for offer in found)


def test_a_library_for_32_bit_programs_is_right_as_it_is(demo):
    name = "VK_LAYER_VALVE_steam_overlay_32"
    variable = Variable("ENABLE_VK_LAYER_VALVE_steam_overlay_1", "1")
    for environment in ((), (variable,)):
        configuration = Configuration(key="k", name="c", environment=environment)
        request = make_request(demo.host, (demo.profile,), Workspace((configuration,)))
        snapshot = compute_snapshot(request)
        row = next(row for row in snapshot.rows if row.name == name)
        assert row.tone is Tone.NEUTRAL
        (offer,) = find_offers(snapshot, row)
        text = "For 32-bit programs. Nothing to repair."
        assert (offer.title, offer.kind) == (text, QuickFixKind.NONE)
    assert (row.status, row.reason) == ("Not used", "for 32-bit programs")


def test_a_layer_that_is_not_there_can_be_forgotten(demo):
    assert [
        x.label for x in offers(look(demo, ("VK_LAYER_gone", LayerControl.ON)), "VK_LAYER_gone")
    ] == ["Add layer folder…", "Remove"]
    (offer,) = offers(look(demo, ("VK_LAYER_gone", LayerControl.OFF)), "VK_LAYER_gone")
    assert offer.kind is QuickFixKind.FORGET


@pytest.mark.parametrize(
    ("remedy", "what", "line"),
    [
        (SetVariable("A", "a b"), "Turn it on for one run", "A='a b'"),
        (UnsetVariable("A"), "Turn it on for one run", "env -u A"),
        (
            Together((UnsetVariable("DISABLE_X"), SetVariable("X", "1"))),
            "Turn it on for one run",
            "env -u DISABLE_X X=1",
        ),
        (
            Together((SetVariable("A", "1"), SetVariable("B", ""))),
            "Turn it on for one run",
            "A=1 B=''",
        ),
        (SetVariable("a.b", "1"), "Turn it on for one run", "env a.b=1"),
        (
            SetVariable("VK_LOADER_LAYERS_ENABLE", "VK_LAYER_a"),
            "Enable it by name for one run",
            "VK_LOADER_LAYERS_ENABLE=VK_LAYER_a",
        ),
        (
            UnsetVariable("VK_LOADER_LAYERS_DISABLE"),
            "Unset the filter for one run",
            "env -u VK_LOADER_LAYERS_DISABLE",
        ),
        (InstallLibrary("libx.so"), "Install the library", "libx.so"),
        (EditKey("/a.json", ("layer", "name"), "B", "name it B"), "Edit a.json", ""),
        (RenameKey("/a.json", ("nam",), "name"), "Rename the key “nam” to “name”", ""),
        (RemoveFile("/a.json"), "Move the file aside", ""),
        (MoveFile("/a/x.json", "/b/x.json"), "Move it to /b", ""),
        (ChangeProfile((1, 3, 262)), "Use another loader", ""),
        (AskFor("A"), "The application must enable it", ""),
        (AskNotFor("A"), "The application must not request it", ""),
        (Together((InstallLibrary("libx.so"), SetVariable("A", "1"))), "Both steps", ""),
        (SetVariable("a=b", "1"), "Set a=b for one run", ""),
    ],
    ids=str,
)
def test_each_remedy_is_described_with_all_of_its_steps(remedy, what, line):
    offer = describe_remedy(remedy, Kind.LAYER, Goal.LOAD)
    assert (offer.title, offer.value) == (what, line)
    assert offer.kind is (QuickFixKind.COPY if line else QuickFixKind.NONE)
    assert offer.remedy == remedy


def test_both_steps_are_told():
    remedy = Together((InstallLibrary("libx.so"), SetVariable("A", "1")))
    effect = describe_remedy(remedy, Kind.LAYER, Goal.LOAD).effect
    assert effect == "1. Install the library: libx.so; 2. Set A for one run: A=1"


def trials(snapshot):
    return [
        (row, offer)
        for row in snapshot.rows
        for offer in find_offers(snapshot, row)
        if offer.can_try
    ]


def test_every_trial_that_is_offered_changes_its_row(demo):
    snapshot = look(demo)
    found = trials(snapshot)
    assert len(found) >= 10
    for row, offer in found:
        assumptions = add_remedy(NOTHING_ASSUMED, offer.remedy, snapshot.inventory.host.environment)
        request = add_what_if(snapshot.request, assumptions, (demo.profile,))
        after = {r.manifest or r.key: r for r in compute_snapshot(request).rows}
        tried = after.get(row.manifest or row.key)
        changed = tried is None or (tried.status, tried.reason) != (row.status, row.reason)
        assert changed, f"{row.name}: {offer.what} {offer.effect}"
        if row.kind is RowKind.LAYER:
            assert tried is None or tried.kind is not RowKind.LAYER


def broken_rows(snapshot):
    return [row for row in snapshot.rows if row.kind is RowKind.BROKEN]


def test_why_offers_the_fixes_of_problems_with_the_same_line(demo):
    cache = DocumentCache()
    snapshot = look(demo)
    told = find_problems(discover(demo.host, profile=demo.profile, cache=cache), cache)
    compared = 0
    for row in broken_rows(snapshot):
        fixes = {
            (action.label, action.step_label, action.consequence)
            for one in told
            if one.problem.file == row.manifest
            for action in one.actions
            if action.kind is ActionKind.FIX
        }
        offered = {
            (offer.label, offer.step, offer.consequence)
            for offer in find_offers(snapshot, row, told)
            if offer.kind is QuickFixKind.FIX
        }
        assert offered <= fixes
        assert bool(offered) == bool(fixes)
        compared += len(offered)
    assert compared >= 3


def test_what_a_what_if_supposes_is_never_fixed_on_the_machine(demo):
    cache = DocumentCache()
    told = find_problems(discover(demo.host, profile=demo.profile, cache=cache), cache)
    request = look(demo).request
    assumptions = NOTHING_ASSUMED._replace(variables=(("MANGOHUD", None),))
    snapshot = compute_snapshot(add_what_if(request, assumptions, (demo.profile,)))
    assert not snapshot.request.assumptions.is_empty
    kinds = [x.kind for row in snapshot.rows for x in find_offers(snapshot, row, told)]
    assert kinds
    assert not {QuickFixKind.FIX, QuickFixKind.COMMAND}.intersection(kinds)


def test_what_lets_programs_start_counts_with_the_variables_of_the_configuration():
    demo = open_demo_machine(resources.find_resource("demo"))
    try:
        folder = Path(next(row.manifest for row in look(demo).rows if row.name == VKBASALT)).parent
        broken = folder / "old.json"
        broken.write_text('{ "layer": { "name": "VK_LAYER_OLD", } }', encoding="utf-8")
        demo = demo._replace(profile=GIVES_UP)
        snapshot = look(demo, (VKBASALT, LayerControl.ON))
        assert snapshot.summary.file == str(broken)
        cache = DocumentCache()
        told = find_problems(discover(demo.host, profile=GIVES_UP, cache=cache), cache)
        row = next(row for row in snapshot.rows if row.name == VKBASALT)
        found = find_offers(snapshot, row, told)
    finally:
        demo.close()
    after = "After this: loads, turned on by this configuration; Vulkan works again"
    assert [offer.consequence for offer in found] == [after] * len(found)
    assert "Move aside" in [offer.label for offer in found]
