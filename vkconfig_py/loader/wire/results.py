"""Outcomes of a probe child, and results of a probe."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Sequence
from enum import StrEnum

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any, NamedTuple, Schema, WireError
from vkconfig_py.loader.wire.jobs import (
    HEALTH_SCHEMA,
    Answer,
    ChainAnswer,
    DriverAnswer,
    DumpAnswer,
    Health,
    LayerAnswer,
    State,
    SurfaceAnswer,
    answer_from_json,
)

_SHOWN_OUTPUT = 2000
_OUT_OF_PROCESSOR_TIME = "SIGXCPU"


class Limits(NamedTuple):
    """Resource limits of a child.

    Attributes:
        seconds: time limit for the answer.
        memory: bytes of writable memory, 0 for no limit.
            The same limit applies to shared memory of the child and its descendants in total.
        processor_seconds: of all its threads together.
    """

    seconds: float = 10.0
    memory: int = 0
    processor_seconds: int = 120


NO_LIMITS_NAMED = Limits()


class Cancellation:
    """Kills awaited children, from another thread."""

    def __init__(self) -> None:
        # A pipe, so that select can wait for it together with the pipes of the child. It is never
        # read, so it stays readable for every child.
        self._read_end, self._write_end = os.pipe()

    def cancel(self) -> None:
        """Kill all current and future children started with this object."""
        os.write(self._write_end, b"x")

    @property
    def is_cancelled(self) -> bool:
        return bool(select.select((self._read_end,), (), (), 0)[0])

    def fileno(self) -> int:
        """Return the file descriptor that becomes readable on cancellation, for selectors."""
        return self._read_end

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read_end)
        os.close(self._write_end)


StepListener = Callable[[str], None]


def ignore_step(_step: str) -> None:
    """Ignore a step of the probe."""


class Answered(NamedTuple):
    """The child answered. Its output is bounded."""

    value: Any
    output: str


class Crashed(NamedTuple):
    """The child terminated without an answer.

    Attributes:
        how: "SIGSEGV", "exit 7", its exception, or why it could not be started.
        during: the last announced step, or "".
        stack: Python calls at that moment, innermost first.
        partial_answer: partial answer, also in the next two classes; None without one.
        is_ours: no library is to blame: it could not be started, or our own code raised an error.
    """

    how: Message | str
    during: str
    output: str
    stack: tuple[str, ...] = ()
    partial_answer: Any = None
    is_ours: bool = False


class Lied(NamedTuple):
    """The child exited with status 0 without an answer."""

    during: str
    output: str
    how: str = "no answer"
    partial_answer: Any = None


class TimedOut(NamedTuple):
    """The child exceeded this time limit in seconds and was killed."""

    seconds: float
    during: str
    output: str
    how: str = "no end"
    partial_answer: Any = None


class Overran(NamedTuple):
    """The child and its descendants exceeded a resource limit and were killed.

    Attributes:
        how: exceeded limit: "more than 512 processes and threads".
    """

    how: Message | str
    during: str
    output: str
    partial_answer: Any = None


class Cancelled(NamedTuple):
    """The probe was cancelled."""

    during: str = ""
    output: str = ""
    how: Message = message("cancelled")


Failure = Crashed | Lied | TimedOut | Overran | Cancelled
Outcome = Answered | Failure


class JobSubject(StrEnum):
    """Subject of a job."""

    DRIVER = "driver"
    LAYER = "layer"
    CHAIN = "chain"
    DUMP = "dump"  # all properties of the devices
    SURFACES = "surfaces"  # what the devices can present to


class Probed(NamedTuple):
    """A job and its result.

    Attributes:
        manifest: of the driver or layer; "" for the chain.
        name: of the layer; "" for a driver.
        answer: None where none came.
        is_cached: taken from the cache, since all its dependencies are unchanged.
        when: seconds since the epoch.
        other_circumstances: changed circumstances of a cached result (see answer_cache.Key).
        layers: for the chain: names of the predicted layers.
    """

    subject: JobSubject
    manifest: str
    name: str
    health: Health
    answer: Answer | None = None
    is_cached: bool = False
    when: float = 0.0
    other_circumstances: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()


LIBRARY = Schema(Probed, "subject", "manifest", "name")


def library_to_json(probe_result: Probed) -> dict[str, Any]:
    """Return the result of probing one library as it stands in a report."""
    health = HEALTH_SCHEMA.write(probe_result.health)
    return {**LIBRARY.write(probe_result), **health, "remembered": probe_result.is_cached}


class ProbeResults(NamedTuple):
    """Results of probing a machine.

    Attributes:
        refusal: why nothing was probed, as a sentence, or "".
        chain: None if it was not requested; same for dump and surfaces.
    """

    drivers: tuple[Probed, ...] = ()
    layers: tuple[Probed, ...] = ()
    chain: Probed | None = None
    refusal: str = ""
    is_cancelled: bool = False
    dump: Probed | None = None
    surfaces: Probed | None = None

    def find_driver_answer(self, manifest: str) -> DriverAnswer | None:
        """Return what the probe of a driver answered, or None."""
        for probe_result in self.drivers:
            if probe_result.manifest == manifest and isinstance(probe_result.answer, DriverAnswer):
                return probe_result.answer
        return None

    def find_health(self, manifest: str, name: str = "") -> Health | None:
        """Return how a driver or layer fared in the probe, or None if unknown."""
        for probe_result in (*self.drivers, *self.layers):
            if (probe_result.manifest, probe_result.name) == (manifest, name):
                return probe_result.health
        return None

    @property
    def chain_answer(self) -> ChainAnswer | None:
        """Return what the probe of the whole chain answered, or None."""
        answer = self.chain.answer if self.chain is not None else None
        return answer if isinstance(answer, ChainAnswer) else None

    def find_dumps(self, devices: Sequence[DeviceSummary]) -> tuple[Any, ...]:
        """Return the dump of each device, with its surfaces if these were asked for.

        None stands for an unknown one. Identical devices are matched in order.
        """
        return tuple(
            dump if surfaces is None else {**(dump or {}), "surfaces": surfaces}
            for dump, surfaces in zip(
                _match_devices(self.dump, devices), self.find_surfaces(devices), strict=True
            )
        )

    def find_surfaces(self, devices: Sequence[DeviceSummary]) -> tuple[Any, ...]:
        """Return what each device can present to, None if unknown."""
        return tuple(
            None if answer is None else answer["surfaces"]
            for answer in _match_devices(self.surfaces, devices)
        )


def _match_devices(
    probe_result: Probed | None, devices: Sequence[DeviceSummary]
) -> tuple[Any, ...]:
    """Return for each device the object that a probe answered about it, None without one."""
    answer = probe_result.answer if probe_result is not None else None
    answers = answer.devices if isinstance(answer, DumpAnswer | SurfaceAnswer) else None
    remaining = list(answers) if isinstance(answers, list) else []
    matched_dumps = []
    for device in devices:
        match = next((dump for dump in remaining if _is_dump_of_device(dump, device)), None)
        if match is not None:
            # Two devices of one model have dumps of their own, in the order of enumeration.
            remaining.remove(match)
        matched_dumps.append(match)
    return tuple(matched_dumps)


def _is_dump_of_device(dump: Any, device: DeviceSummary) -> bool:
    """Return whether a dump is that of a device, judged by numbers and name."""
    properties = dump["properties"]
    if not isinstance(properties, dict):  # the name of a result
        return False
    identity = properties["vendorID"], properties["deviceID"], properties["deviceName"]
    return identity == (device.vendor_id, device.device_id, device.name)


def decide_health(outcome: Outcome) -> tuple[Health, Answer | None]:
    """Return how a probe ended, and its answer if there is one."""
    if isinstance(outcome, Answered):
        return _decide_answer_health(outcome)
    output = outcome.output[-_SHOWN_OUTPUT:]
    match outcome:
        case Crashed(ending, step, _, stack, so_far, is_ours):
            if is_ours:
                return Health(State.NOT_PROBED, detail=ending), None
            # RLIMIT_CPU: busy, not crashed.
            state = State.HUNG if ending == _OUT_OF_PROCESSOR_TIME else State.CRASHED
            return _join_partial_answer(
                Health(state, step, ending, stack=stack, output=output), so_far
            )
        case TimedOut(seconds, step, partial_answer=so_far):
            return _join_partial_answer(
                Health(
                    State.HUNG,
                    step,
                    message("{seconds} s", seconds=f"{seconds:g}"),
                    output=output,
                ),
                so_far,
            )
        case Overran(ending, step, partial_answer=so_far):
            return _join_partial_answer(
                Health(State.EXCEEDED_LIMIT, step, ending, output=output), so_far
            )
        # A library called exit or _exit.
        case Lied(step, partial_answer=so_far):
            return _join_partial_answer(
                Health(State.NO_ANSWER, step, message("exit {code}", code=0), output=output),
                so_far,
            )
        case Cancelled(step):
            return Health(State.NOT_PROBED, step, outcome.how), None


def _decide_answer_health(outcome: Answered) -> tuple[Health, Answer | None]:
    """Return the health that an answer tells, and the answer if it is valid."""
    try:
        answer = answer_from_json(outcome.value)
    except WireError as error:
        # What it wrote is no answer of this release: a library wrote it, or broke the child.
        return Health(State.NO_ANSWER, detail=str(error)), None
    if isinstance(answer, DriverAnswer | LayerAnswer):
        health = answer.health._replace(output=outcome.output[-_SHOWN_OUTPUT:])
        return health, answer._replace(health=health)
    create = answer.create
    # A chain or dump has no health of its own: the VkResult decides.
    state = State.HEALTHY if create == "VK_SUCCESS" else State.FAILS_TO_CREATE
    seconds = answer.seconds if isinstance(answer, ChainAnswer) else ()
    code = "" if state is State.HEALTHY else create
    return Health(state, "vkCreateInstance" if code else "", code, seconds=seconds), answer


def _join_partial_answer(health: Health, so_far: Any) -> tuple[Health, Answer | None]:
    """Return the health with the partial answer that was sent before the process ended."""
    if so_far is None:
        return health, None
    try:
        answer = answer_from_json(so_far)
    except WireError:
        return health, None
    if isinstance(answer, DriverAnswer | LayerAnswer):
        answer = answer._replace(health=health)
    return health, answer
