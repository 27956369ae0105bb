"""A made-up machine: three layers, an engine that obeys, a system of values."""

from threading import Event

from tests.framework.patience import PATIENCE
from tests.framework.stand_ins import replace
from tests.model.items.snapshots import report_of, snapshot_of
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.loader.wire.results import ProbeResults
from vkconfig_py.model.apply.apply_plan import ApplyResult
from vkconfig_py.model.apply.lease_facts import read_moment
from vkconfig_py.model.chain.probe_results import EMPTY_PROBE_REPORT, NOTHING_READ, ProbeStep
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import LoadResult, SaveResult, Workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.observed_loader import ExpectedLaunch
from vkconfig_py.model.plan.plan import AppliedState, Mechanism, Plan, PlannedFile
from vkconfig_py.model.problems.fixes import AppliedFix
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState
from vkconfig_py.model.session.session import Session, SessionMachine
from vkconfig_py.model.timeline.history import MachineHistory

LAYERS = ("VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_c")
ALWAYS_ON = LAYERS[:2]
ONE, TWO = Configuration(key="1", name="One"), Configuration(key="2", name="Two")


class FakeProber:
    """Recalls what a test says; a run waits for the gate."""

    def __init__(self, fake):
        self.fake = fake
        self.cancelled = False

    def read_findings(self, report):
        return self.fake.recalled

    def read_results(self, report):
        return ProbeResults()

    def start_run(self, report, keys):
        self.fake.probed.append(keys)
        self.cancelled = False
        return self

    def start_surface_run(self, report, devices):
        self.fake.surfaces_asked.append(tuple(devices))
        return FakeSurfaceRun(self.fake)

    def cancel(self):
        self.cancelled = True
        self.fake.probe_gate.set()

    def run(self, tell):
        tell(ProbeStep(0, 2, "vkCreateInstance of liba.so"))
        self.fake.probe_gate.wait(PATIENCE)
        if self.cancelled:
            return "Canceled.", True
        tell(ProbeStep(1, 2, "vkCreateInstance of libb.so"))
        return "Both are well.", True


class FakeSurfaceRun:
    """Answers what a test says, once the gate is open."""

    def __init__(self, fake):
        self.fake = fake

    def run(self):
        self.fake.probe_gate.wait(PATIENCE)
        return self.fake.surfaces

    def cancel(self):
        self.fake.probe_gate.set()


class FakeMachine:
    """Remembers what was done to it; `gate` holds the engine back while it is cleared."""

    def __init__(self, tmp_path):
        self.paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
        self.loaded = LoadResult(Workspace((ONE, TWO), "1"))
        self.saved = []
        self.save_errors = ()
        self.asked = []
        self.applied_state = AppliedState()
        self.plans = []
        self.apply_error = ""
        self.journal = ()
        self.overrides = ()
        self.running = None
        self.opened = None
        self.removed = []
        self.problems = ()
        self.fixes = []
        self.fix_error = ""
        self.gate = Event()
        self.gate.set()
        self.clock = 1000.0
        self.recalled = EMPTY_PROBE_REPORT
        self.requests = []  # what launches showed
        self.probed = []  # keys of each run
        self.surfaces_asked = []  # keys of the devices of each reading
        self.surfaces = NOTHING_READ
        self.probe_gate = Event()
        self.probe_gate.set()

    def machine(self, **more):
        host = Host(environment={}, root=more.pop("root", ""))
        return SessionMachine(**{"host": host, "loaders": (), "paths": self.paths, **more})

    def session(self, machine=None, **more):
        """Return a session on this machine, with more of its functions replaced."""
        replace(
            **{
                "compute": self.compute,
                "run_engine": lambda request, cache: report_of(()),
                "load": lambda folder, built_ins: self.loaded,
                "save": self.save,
                "read_again": lambda folder, before, after, built_ins: SaveResult(before, after),
                "moment": lambda: read_moment(self.clock),
                "read_applied_state": lambda paths: self.applied_state,
                "describe": self.describe,
                "plan_applied": lambda request, cache: self.plan_rest(request, (), cache),
                "plan_rest": self.plan_rest,
                "apply": self.apply,
                "change_leases": lambda leases, paths: "",
                "find_overrides": lambda report, paths: self.overrides,
                "find_running": lambda host: self.running,
                "open_foreign": lambda path, host, inventory: self.opened,
                "remove_override": lambda path, paths, fix="": self.removed.append(path) or "",
                "read_journal": lambda paths: self.journal,
                "go_back": lambda way, paths, term: "",
                "look_at_machine": lambda found, paths, now: MachineHistory(),
                "lint": lambda request, loaders, cache: self.problems,
                "plan_fix": lambda remedy, paths, root, home: remedy,
                "apply_fix": lambda remedy, paths: self.fix(remedy),
                "revert_fix": lambda key, paths: self.fix(key),
                "read_file": lambda host, path: None,
                "explanation": lambda report, subject: (Step(Mark.NEUTRAL, subject),),
                "expect": lambda snapshot: ExpectedLaunch(
                    snapshot.list_loading_layers(), program="/usr/bin/vkcube"
                ),
                "keep_requests": lambda paths, seen: bool(self.requests.append(seen)),
                "verify": lambda report: "agreed",
                "prober": lambda environment, paths, recorded: FakeProber(self),
                **more,
            }
        )
        return Session(machine or self.machine())

    def fix(self, asked):
        self.fixes.append(asked)
        if self.fix_error:
            return AppliedFix("", self.fix_error)
        return AppliedFix(f"fix {len(self.fixes)}", f"done {len(self.fixes)}")

    def compute(self, request, cache):
        self.gate.wait()
        self.asked.append(request)
        chain = chain_of(request.configuration)
        plan = Plan(
            mechanism=request.view.mechanism,
            files=(PlannedFile(f"{request.launch_folder}/plan", b"x"),),
        )
        off = [name for name in LAYERS if name not in chain]
        return snapshot_of(chain, off, request=request, plan=plan)

    def save(self, folder, before, after, built_ins, _on_deleted):
        self.saved.append((before, after))
        return SaveResult(before if self.save_errors else after, after, self.save_errors)

    def describe(self, path, host):
        if path.startswith("/missing"):
            error = f"{path} does not exist"
            return ProgramMatch(state=ProgramState.NOT_FOUND, path=path, error=error)
        return ProgramMatch(state=ProgramState.BINARY, path=path, real_path=f"/real{path}")

    def plan_rest(self, request, applied, cache):
        self.plans.append((request, applied))
        return Plan(mechanism=Mechanism.OVERRIDE, files=(PlannedFile("/override", b"x"),))

    def apply(self, plan, applied, paths, *, is_expired):
        if self.apply_error:
            return ApplyResult(error=self.apply_error)
        files = tuple(file.path for file in plan.files) if applied else ()
        self.applied_state = self.applied_state._replace(configurations=applied, files=files)
        return ApplyResult(path=files[0] if files else "")


def chain_of(configuration):
    """Return what a loader that follows every control would load."""
    controls = {entry.name: entry.control for entry in configuration.layers}
    on = [n for n in LAYERS if controls.get(n) is LayerControl.ON or n in ALWAYS_ON]
    on = [name for name in on if controls.get(name) is not LayerControl.OFF]
    drawn = [entry.name for entry in configuration.layers if entry.placed and entry.name in on]
    return [*drawn, *(name for name in on if name not in drawn)]
