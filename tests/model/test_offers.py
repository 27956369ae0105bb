"""What is offered about a row can be tried, and what is tried has the effect."""

import pytest

from vkconfig_py import assets
from vkconfig_py.loader.verdicts import InstallLibrary, SetVariable, UnsetVariable
from vkconfig_py.model.configuration import Configuration, Wish
from vkconfig_py.model.demo import open_demo
from vkconfig_py.model.picture import compute_picture
from vkconfig_py.model.picture_values import NOTHING_SUPPOSED, RowKind, ask
from vkconfig_py.model.remedies import heading, offers_for
from vkconfig_py.model.whatif import with_remedy, with_supposition

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
    return compute_picture(ask(demo.host, (demo.profile,), configuration))


def offers(picture, name):
    row = next(row for row in picture.rows if row.name == name)
    return offers_for(picture, row)


def test_a_layer_that_waits_for_a_variable(demo):
    found = offers(look(demo), VKBASALT)
    assert [offer.label for offer in found] == ["Set On", "Copy"]
    assert found[1].remedy == SetVariable("ENABLE_VKBASALT", "1")


def test_a_filter_of_the_session_can_be_tried_away_also_where_the_plan_writes_it_anew(demo):
    for picture in (look(demo), look(demo, (VKBASALT, Wish.ON))):
        assert offers(picture, FOSSILIZE)[-1].remedy == UnsetVariable("VK_LOADER_LAYERS_DISABLE")


@pytest.mark.parametrize(("wish", "label"), [(Wish.OFF, "Set On"), (Wish.ON, "Set Off")])
def test_where_the_configuration_decides_its_wish_is_all_that_helps(demo, wish, label):
    assert [offer.label for offer in offers(look(demo, (MESA, wish)), MESA)] == [label]


def test_a_library_that_is_missing_can_be_supposed_to_be_there(demo):
    picture = look(demo)
    row = next(row for row in picture.rows if row.name == "VK_LAYER_DEMO_colour_filter")
    assert heading(row) == "To repair it"
    assert isinstance(offers_for(picture, row)[-1].remedy, InstallLibrary)


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
