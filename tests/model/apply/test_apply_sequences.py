"""Whatever is applied, in whichever way and order, and withdrawn: the start comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.framework.reference import chromium_loader, debian_loader
from tests.framework.settings import EXTENSION, make_setting
from tests.framework.snapshot import take_snapshot
from tests.framework.system import SystemBuilder
from tests.model.plan.random_plans import SESSIONS, RandomMachine
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.apply.apply_plan import (
    ApplyResult,
    apply_plan,
    list_applied_files,
    read_applied,
    read_applied_state,
)
from vkconfig_py.model.chain.compute import plan_applied_set
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Mechanism,
    Plan,
    PlanView,
    PredictionRequest,
    add_applied_configuration,
    remove_applied_configuration,
    replace_mechanism,
)

LAYER = "VK_LAYER_TEST_one"
WAYS = (Mechanism.OVERRIDE, Mechanism.SETTINGS, Mechanism.AUTOMATIC)
THEIRS = json.dumps({"file_format_version": "1.0.0", "settings": {"stderr_log": ["warn"], "x": 1}})


class Session:
    """A machine on which things are applied; each step is what window and command line do."""

    def __init__(self, system: SystemBuilder, seed: int) -> None:
        self.system = system
        self.machine = RandomMachine(system, seed)
        self.chance = self.machine.chance
        system.with_env(**dict.fromkeys(SESSIONS))
        features = {"settings": [make_setting("limit", "INT", default=3)]}
        folder = system.root / "share/a/vulkan/explicit_layer.d"
        system.add_explicit_layer(
            LAYER, folder=folder, instance_extensions=[EXTENSION], features=features
        )
        self.loader = (debian_loader, chromium_loader)[seed % 2]()
        self.programs = [str(system.root / "bin" / name) for name in ("one", "two")]
        for program in self.programs:
            system.add_program(Path(program))
        own = system.root.parent / "own"
        self.paths = StatePaths(own / "configurations", own / "state", own / "run")
        self.configurations = [self._configuration(number) for number in range(3)]

    def _configuration(self, number: int) -> Configuration:
        made = self.machine.configuration(f"c{number}")
        if self.chance.random() < 0.5:
            entry = LayerEntry(LAYER, LayerControl.ON).with_value(
                "limit", SettingType.INT, 10 + number
            )
            made = made.with_entry(entry)
        return made

    def settings_file(self) -> Path:
        home = self.chance.choice(["XDG_CONFIG_HOME", "XDG_DATA_HOME"])
        folder = Path(self.system.environment[home]) / "vulkan/loader_settings.d"
        return folder / "vk_loader_settings.json"

    def step(self) -> None:
        """Apply or withdraw something; what comes of it is what the record says."""
        now = read_applied(self.paths)
        if self.chance.random() < 0.7:
            chosen = self.chance.choice(self.configurations)
            programs = self.chance.sample(self.programs, self.chance.choice([0, 0, 1, 2]))
            wanted = add_applied_configuration(now, chosen, programs, 0.0, self.chance.choice(WAYS))
        else:
            key = self.chance.choice(["", *(one.configuration.key for one in now)])
            wanted = remove_applied_configuration(now, key) if key else ()
        plan = plan_applied_set(self._request(now), wanted, DocumentCache())
        if len(wanted) < len(now) and not plan.files:  # what is left says nothing
            wanted = ()
        wanted = replace_mechanism(wanted, plan.mechanism)
        if not apply_plan(plan, wanted, self.paths).error:
            assert read_applied(self.paths) == wanted
            self.compare()

    def _request(self, now: tuple[AppliedConfiguration, ...]) -> PredictionRequest:
        return PredictionRequest(
            host=self.system.host(),
            profile=self.loader.profile,
            configuration=self.configurations[0],
            view=PlanView(),
            applied_configurations=now,
            own_files=list_applied_files(self.paths),
            original_contents=read_applied_state(self.paths).original_contents,
        )

    def compare(self) -> None:
        """Ask the real loader about every program."""
        for program in (*map(Path, self.programs), self.system.program):
            host = self.system.host(program)
            report = discover(host, profile=self.loader.profile)
            answer = self.system.run_reference(self.loader, program=program)
            expected = tuple(layer.manifest.name for layer in report.callstack)
            assert (answer.create, answer.chain()) == (report.create_result, expected)

    def withdraw(self) -> ApplyResult:
        return apply_plan(Plan(mechanism=Mechanism.OVERRIDE), (), self.paths)

    def seen(self) -> dict[str, tuple[object, ...]]:
        """Return everything but what the asking program leaves."""
        asked = [self.system.root, *(self.system.root / n for n in ("answer.json", "entered.txt"))]
        return {
            p: s for p, s in take_snapshot(self.system.root).items() if p not in map(str, asked)
        }


@pytest.mark.parametrize("seed", range(choose_amount(8, long=16)))
def test_any_sequence_can_be_taken_back_to_the_byte(seed: int, system: SystemBuilder) -> None:
    session = Session(system, seed)
    session.machine.add_files_of_others()
    before = session.seen()
    for _step in range(session.chance.randint(1, 5)):
        session.step()
    assert session.withdraw() == ApplyResult()
    assert session.seen() == before


@pytest.mark.parametrize("seed", range(100, choose_amount(104, long=108)))
def test_what_somebody_else_writes_meanwhile_survives(seed: int, system: SystemBuilder) -> None:
    session = Session(system, seed)
    for _step in range(2):
        session.step()
    theirs = session.settings_file()
    system.add_file(theirs, THEIRS)
    for _step in range(2):
        session.step()
    session.withdraw()
    assert theirs.read_text() == THEIRS
    assert read_applied(session.paths) == ()
    assert list_applied_files(session.paths) == ()
