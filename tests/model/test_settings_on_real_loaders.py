"""What a picture of an applied loader settings file shows is what real loaders then do."""

from __future__ import annotations

import pytest

from tests.framework.ladder import loader_named, loader_names
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.model.machine import build, carry_out, drawn, look
from tests.model.test_plans_on_real_loaders import CASES
from vkconfig_py.model.configuration import UNLISTED
from vkconfig_py.model.plan import Mechanism, View
from vkconfig_py.model.planning.ways import SETTINGS_FLOOR

SETTINGS = View(Mechanism.SETTINGS)
MORE = {
    "auto-at-a-place": drawn("A", "I3", "I1", "C", on="A"),
    "unlisted-between": drawn("I2", UNLISTED, "B", on="B"),
    "unlisted-off": drawn("A", "I2", on="A", off=[UNLISTED]),
    "nothing-but-unlisted-off": drawn(off=[UNLISTED]),
    "unlisted-on": drawn("B", UNLISTED, on=["B", UNLISTED]),
}


def _reads_one(name: str) -> bool:
    numbers = [int(part) for part in name.split(".") if part.isdecimal()]
    return name == "chromium" or (len(numbers) == 3 and tuple(numbers) >= SETTINGS_FLOOR)


RELEASES = [name for name in loader_names() if _reads_one(name)]


@pytest.fixture(params=RELEASES)
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return loader_named(request.param)


@pytest.mark.parametrize("case", CASES | MORE)
def test_a_settings_file_gives_the_predicted_chain(
    case: str, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    picture = look(system.host(), (CASES | MORE)[case], SETTINGS, loader.profile)
    blocking = [limit.text for limit in picture.plan.limits if limit.blocking]
    assert (case == "nothing") == bool(blocking)
    answer = carry_out(picture.plan, system, loader)
    assert (answer.create, answer.chain()) == (picture.report.create, picture.chain())
    wanted = [e.name for e in (CASES | MORE)[case].layers if e.name in answer.chain()]
    assert [name for name in answer.chain() if name in wanted] == wanted
