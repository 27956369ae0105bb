"""States, names and shared parts of the runs that were launched here, and what their loaders told.

The instances of a run are compared with what was predicted for that run.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.session.background import SharedServices, Worker
from vkconfig_py.model.session.loader_checks import LoaderChecks
from vkconfig_py.model.session.snapshots import ChainSnapshots

if TYPE_CHECKING:
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.model.launch.observed_loader import ExpectedLaunch, SeenInstance
    from vkconfig_py.model.launch.run_program import Launch, LaunchEnd, LaunchError
    from vkconfig_py.model.plan.plan import Plan, PlannedFile
    from vkconfig_py.model.programs.seen_requests import SeenRequests


StartLaunch = Callable[..., "Launch | LaunchError"]


class LaunchState(StrEnum):
    """State of a run."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    ENDED = "ended"
    NOT_STARTED = "not started"


STATE_WORDS = {
    LaunchState.STARTING: tr("starting"),
    LaunchState.RUNNING: tr("running"),
    LaunchState.STOPPING: tr("stopping"),
    LaunchState.ENDED: tr("ended"),
    LaunchState.NOT_STARTED: tr("not started"),
}
ENDED_STATES = (LaunchState.ENDED, LaunchState.NOT_STARTED)


class RunServices(NamedTuple):
    """What the runs of one window share: queues, the engine, and where results go.

    Attributes:
        starts: plans and starts programs, one after the other.
        scan_worker: looks through logs; each slice takes milliseconds.
        copies: makes texts and writes small files.
        home: where a saved log is suggested to go.
        log_parts: how many parts of 8 MB each log keeps.
    """

    shared: SharedServices
    snapshots: ChainSnapshots
    checks: LoaderChecks
    starts: Worker
    scan_worker: Worker
    copies: Worker
    home: str
    start_launch: StartLaunch | None = None
    log_parts: int = 64


class RunName(NamedTuple):
    """How a run is called: the second one of vkcube is "vkcube 2"."""

    program: str
    number: int = 1

    def __str__(self) -> str:
        return self.program if self.number == 1 else f"{self.program} {self.number}"


def render_ended_state(launch_end: LaunchEnd) -> str:
    """Return how a run ended, in words."""
    if launch_end.was_stopped:
        return tr("Stopped")
    return (
        tr("Terminated by {signal}", signal=launch_end.signal)
        if launch_end.signal
        else tr("Exited with code {code}", code=launch_end.code)
    )


def has_changed_since_launched(
    launched_snapshot: ChainSnapshot, current_snapshot: ChainSnapshot
) -> bool | None:
    """Return whether edits of its configuration would give a launched program something else.

    What changed on the machine alone is no edit, and neither is a new name. None if the current
    snapshot is of another configuration, program or view, and so does not tell.
    """
    configuration_before, current_configuration = (
        launched_snapshot.request.configuration,
        current_snapshot.request.configuration,
    )
    if (
        configuration_before.key != current_configuration.key
        or configuration_before.target.program != current_configuration.target.program
        or launched_snapshot.request.view != current_snapshot.request.view
    ):
        return None
    launched_plan, current_plan = launched_snapshot.plan, current_snapshot.plan
    return configuration_before._replace(
        name=current_configuration.name
    ) != current_configuration and (
        configuration_before.target != current_configuration.target
        or launched_plan.variables != current_plan.variables
        or _list_parts_at_start(launched_plan) != _list_parts_at_start(current_plan)
        or launched_plan.registry != current_plan.registry
    )


def _list_parts_at_start(plan: Plan) -> list[PlannedFile]:
    """Return the files of a plan without what layers read again while the program runs."""
    return [
        file if file.values_at_start is None else file._replace(content=None) for file in plan.files
    ]


def list_live_files(plan: Plan) -> dict[str, bytes]:
    """Return the contents of files that layers read again while the program runs, by path."""
    return {
        file.path: file.content
        for file in plan.files
        if file.values_at_start is not None and file.content is not None
    }


def find_live_changes(launched_contents: Mapping[str, bytes], plan: Plan) -> dict[str, bytes]:
    """Return the new contents of files that layers of a running program read again.

    Args:
        launched_contents: such files of the program, by path, as they were written last.
        plan: of a launch now, which has them in another folder.
    """
    new_contents = {
        posixpath.basename(path): content for path, content in list_live_files(plan).items()
    }
    return {
        path: content
        for path, old_content in launched_contents.items()
        if (content := new_contents.get(posixpath.basename(path), old_content)) != old_content
    }


def predict_launch(snapshot: ChainSnapshot) -> ExpectedLaunch:
    """Return what a launch of a snapshot is compared with."""
    from vkconfig_py.model.chain.compute import find_program
    from vkconfig_py.model.chain.run_engine import get_program_file
    from vkconfig_py.model.launch.observed_loader import make_expected_launch

    request = snapshot.request
    program = find_program(request)
    return make_expected_launch(snapshot.report, get_program_file(program, request.host), program)


class ObservedChain(NamedTuple):
    """A chain that the loader of a run told of, compared with the predicted one.

    Attributes:
        is_explained: it equals the prediction, or `why` says what explains the difference.
        difference: as a sentence, or "".
        counts_as_observed: it stands for the whole run; not so an equal chain after one that
            differed.
    """

    actual_chain: tuple[str, ...]
    sentence: str
    is_explained: bool
    difference: str
    why: str
    counts_as_observed: bool


class RunFindings:
    """The Vulkan instances that one run created, as its loader told of them.

    Attributes:
        expected: what was predicted; None until the program was started.
        chain: the first one that the loader told of.
        has_validation: the validation layer was in a chain.
    """

    def __init__(self) -> None:
        self.expected: ExpectedLaunch | None = None
        self.chain: tuple[str, ...] | None = None
        self.has_validation = False
        self._instances: list[SeenInstance] = []
        self._has_seen_difference = False

    @property
    def is_empty(self) -> bool:
        return not self._instances

    def add(self, instance: SeenInstance) -> ObservedChain | None:
        """Compare an instance with the prediction. Return None if its chain was compared before."""
        from vkconfig_py.model.launch.layer_log_files import VALIDATION_LAYER
        from vkconfig_py.model.launch.observed_loader import ExpectedLaunch, compare_instance

        actual_chain = instance.chain
        is_known = any(
            earlier_instance.chain == actual_chain for earlier_instance in self._instances
        )
        self._instances.append(instance)
        if is_known:
            return None
        self.chain = self.chain or actual_chain
        self.has_validation = self.has_validation or VALIDATION_LAYER in actual_chain
        comparison = compare_instance(self.expected or ExpectedLaunch(()), instance)
        is_equal, explanation = comparison.is_equal, comparison.explanation
        self._has_seen_difference = self._has_seen_difference or not is_equal
        return ObservedChain(
            actual_chain=actual_chain,
            sentence=f"{comparison.sentence}. {explanation}"
            if explanation
            else comparison.sentence,
            is_explained=is_equal or bool(explanation),
            difference="" if is_equal else f"{comparison.sentence}.",
            why=explanation,
            counts_as_observed=is_equal is not self._has_seen_difference,
        )

    def requests(self) -> SeenRequests | None:
        """Return what the program requested itself, None if that cannot be told."""
        from vkconfig_py.model.launch.observed_loader import collect_requests

        if self.expected is None:
            return None
        return collect_requests(self.expected, tuple(self._instances))
