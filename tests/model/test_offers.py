"""What is offered about a row can be tried, and what is tried has the effect."""

import pytest

from tests.model.items.pictures import layer_manifest, off_row, question_of, report_of
from vkconfig_py import assets
from vkconfig_py.loader.report import FoundLayer
from vkconfig_py.loader.verdicts import (
    AskFor,
    AskNotFor,
    ChangeProfile,
    EditKey,
    InstallLibrary,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    Reason,
    RemoveFile,
    RenameKey,
    SetVariable,
    Together,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.model.demo import open_demo
from vkconfig_py.model.documents.configuration import Configuration, Variable, Wish
from vkconfig_py.model.documents.workspace import Workspace
from vkconfig_py.model.picture.picture import compute_picture
from vkconfig_py.model.picture.remedies import OfferKind, heading, offers_for
from vkconfig_py.model.picture.values import NOTHING_SUPPOSED, Findings, Picture, RowKind, ask
from vkconfig_py.model.plan import Mechanism, Plan, PlannedFile
from vkconfig_py.model.whatif.whatif import with_remedy, with_supposition

MESA = "VK_LAYER_MESA_device_select"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
FOSSILIZE = "VK_LAYER_VALVE_steam_fossilize_64"


@pytest.fixture(scope="module")
def demo():
    machine = open_demo(assets.path("demo"))
    yield machine
    machine.close()


def look(demo, *wishes):
    configuration = Configuration(key="k", name="c")
    for name, wish in wishes:
        configuration = configuration.with_wish(name, wish)
    return compute_picture(ask(demo.host, (demo.profile,), Workspace((configuration,))))


def offers(picture, name):
    row = next(row for row in picture.rows if row.name == name)
    return offers_for(picture, row)


def test_a_layer_that_waits_for_a_variable(demo):
    found = offers(look(demo), VKBASALT)
    assert [offer.label for offer in found] == ["Set On", "Copy"]
    assert found[1].remedy == SetVariable("ENABLE_VKBASALT", "1")


def test_a_filter_of_the_session_can_be_tried_away_also_where_the_plan_writes_it_anew(demo):
    for picture in (look(demo), look(demo, (VKBASALT, Wish.ON))):
        found = [offer.remedy for offer in offers(picture, FOSSILIZE)]
        assert found[-2:] == [
            SetVariable("VK_LOADER_LAYERS_ENABLE", FOSSILIZE),
            UnsetVariable("VK_LOADER_LAYERS_DISABLE"),
        ]


@pytest.mark.parametrize(("wish", "label"), [(Wish.OFF, "Set On"), (Wish.ON, "Set Off")])
def test_where_the_configuration_decides_its_wish_is_all_that_helps(demo, wish, label):
    assert [offer.label for offer in offers(look(demo, (MESA, wish)), MESA)] == [label]


def test_a_library_that_is_missing_can_be_supposed_to_be_there(demo):
    picture = look(demo)
    row = next(row for row in picture.rows if row.name == "VK_LAYER_DEMO_colour_filter")
    assert heading(row) == "To repair it"
    assert isinstance(offers_for(picture, row)[-1].remedy, InstallLibrary)


def test_a_hidden_copy_says_that_it_is_the_other_one_that_would_be_removed(demo):
    picture = look(demo)
    row = next(row for row in picture.rows if row.secondary == "hidden copy")
    (offer,) = offers_for(picture, row)
    assert offer.what == "Remove the copy that is found first"
    assert offer.value != row.manifest


def test_a_layer_that_is_not_there_can_be_forgotten(demo):
    assert [x.label for x in offers(look(demo, ("VK_LAYER_gone", Wish.ON)), "VK_LAYER_gone")] == [
        "Remove"
    ]
    (offer,) = offers(look(demo, ("VK_LAYER_gone", Wish.OFF)), "VK_LAYER_gone")
    assert offer.kind is OfferKind.FORGET


def row_with(remedy, **more):
    """Return a picture of one layer that is off, and its row, with a remedy of our choice."""
    row = off_row("A", manifest="/share/a.json", wishes=(), **more)
    verdict = Verdict("A", Kind.LAYER, Outcome.OFF, Reason.NOT_REQUESTED, remedy=remedy)
    found = FoundLayer("A", "/share/a.json", False, layer_manifest("A"), verdict)
    plan = Plan(
        mechanism=Mechanism.LAUNCH,
        files=(PlannedFile("/run/plan.json", b""),),
        variables=(Variable("PLANNED", "1"),),
    )
    report = report_of(())._replace(found=(found,))
    picture = Picture(
        question=question_of(),
        rows=(row,),
        sentences=("",),
        find=lambda: Findings(report, plan, report),
    )
    return picture, row


@pytest.mark.parametrize(
    ("remedy", "what", "label"),
    [
        (SetVariable("A", "a b"), "Set for one run", "Copy"),
        (UnsetVariable("A"), "Run without A", "Copy"),
        (EditKey("/a.json", ("layer", "name"), "B", "name it B"), "Correct “name”", "Show file"),
        (RenameKey("/a.json", ("nam",), "name"), "Name “nam” “name”", "Show file"),
        (RemoveFile("/a.json"), "Remove the file", "Show file"),
        (MoveFile("/a/x.json", "/b/x.json"), "Move it to /b", "Show file"),
        (ChangeProfile((1, 3, 262)), "Use another loader", ""),
        (AskFor("A"), "The program must ask for it", ""),
        (AskNotFor("A"), "The program must not ask for it", ""),
        (InstallLibrary("libx.so"), "Install the library", "Copy"),
        (Together((RemoveFile("/a.json"), SetVariable("A", "1"))), "Remove the file", "Show file"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_each_remedy_is_offered_with_its_button_and_can_be_tried(remedy, what, label):
    (offer,) = offers_for(*row_with(remedy))
    assert (offer.what, offer.label) == (what, label)
    assert offer.remedy == remedy


def test_what_cannot_be_helped_is_said_and_not_tried():
    (offer,) = offers_for(*row_with(NoRemedy("the file cannot be read")))
    assert (offer.what, offer.label, offer.remedy) == ("the file cannot be read", "", None)
    assert offers_for(*row_with(NoRemedy(""))) == ()


@pytest.mark.parametrize(
    "remedy",
    [
        UnsetVariable("PLANNED"),
        RemoveFile("/run/plan.json"),
        Together((RemoveFile("/run/plan.json"),)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_our_own_plan_writes_is_not_offered_to_the_user(remedy):
    assert offers_for(*row_with(remedy)) == ()


def trials(picture):
    return [
        (row, offer) for row in picture.rows for offer in offers_for(picture, row) if offer.remedy
    ]


def test_every_trial_that_is_offered_changes_its_row(demo):
    picture = look(demo)
    found = trials(picture)
    assert len(found) >= 10
    for row, offer in found:
        supposed = with_remedy(NOTHING_SUPPOSED, offer.remedy, picture.inventory.host.environment)
        question = with_supposition(picture.question, supposed, (demo.profile,))
        after = {r.manifest or r.key: r for r in compute_picture(question).rows}
        tried = after.get(row.manifest or row.key)
        changed = tried is None or (tried.word, tried.reason) != (row.word, row.reason)
        assert changed, f"{row.name}: {offer.what} {offer.effect}"
        if row.kind is RowKind.LAYER:
            assert tried is None or tried.kind is not RowKind.LAYER
