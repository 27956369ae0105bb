"""Watcher: passes each step on before it is taken, measures it, and remembers what came of it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.probe.jobs import Answer, Health, Note, Stage, State, Timing
from vkconfig_py.loader.results import result_name

# How the sentences begin that come before calls into foreign code.
_STAGES = (
    ("open ", Stage.OPEN),
    ("vk_icd", Stage.NEGOTIATE),
    ("vkNegotiate", Stage.NEGOTIATE),
    ("vkEnumerateInstanceExtensionProperties", Stage.EXTENSIONS),
    ("vkCreateInstance", Stage.INSTANCE),
    ("vkEnumeratePhysicalDevices", Stage.DEVICES),
    ("the properties of", Stage.DEVICES),
    ("vkCreateDevice", Stage.DEVICE),
    ("vkQueueSubmit", Stage.DEVICE),
    ("vkDestroy", Stage.DESTROY),
)
_BAD = ("refused", "foreign", "skipped", "failed", "missing", "aborts")
_CONSEQUENCE = "load"  # of a layer that could not be used, after what says why
_STATES = {"open": State.DOES_NOT_LOAD, "negotiate": State.REFUSES, "symbols": State.REFUSES}


class Watcher(Observer):
    """Hears everything.

    Attributes:
        step: what was announced last.
        findings: all of them, in their order.
    """

    __slots__ = ("_hand_over", "_seconds", "_since", "_stage", "_tell", "findings", "step")

    def __init__(
        self, tell: Callable[[str], None], hand_over: Callable[[Answer], None] | None = None
    ) -> None:
        self.step = ""
        self.findings: list[Finding] = []
        self._tell = tell
        self._hand_over = hand_over
        self._seconds: dict[Stage, float] = {}
        self._stage: Stage | None = None
        self._since = 0.0

    def about(self, step: str) -> None:
        """Pass the step on, and begin to measure it."""
        self.step = step
        self._tell(step)
        stage = next((stage for begin, stage in _STAGES if step.startswith(begin)), self._stage)
        self._measure(stage)

    def found(self, finding: Finding) -> None:
        """Remember what a step came to."""
        self.findings.append(finding)

    def so_far(self, answer: Answer) -> None:
        """Hand over what is known, before a step that may be the last one."""
        if self._hand_over is not None:
            self._hand_over(answer)

    def seconds(self) -> tuple[Timing, ...]:
        """Return how long each stage has taken, and stop measuring."""
        self._measure(None)
        return tuple(Timing(stage, round(self._seconds[stage], 6)) for stage in self._seconds)

    def notes(self) -> tuple[Note, ...]:
        """Return the findings as values of an answer."""
        return tuple(
            Note(found.subject, found.step, found.outcome, _name(found.code), found.detail)
            for found in self.findings
        )

    def verdict(self, *subjects: str) -> Health:
        """Return the health that the last bad finding about one of the subjects stands for."""
        for found in reversed(self.findings):
            if found.step == _CONSEQUENCE:
                continue
            if found.subject in subjects and found.outcome in _BAD:
                state = _STATES.get(found.step, State.FAILS_TO_CREATE)
                step = f"{found.step} of {found.subject}"
                return Health(state, step, _name(found.code), found.detail)
        return Health(State.SOUND)

    def _measure(self, stage: Stage | None) -> None:
        now = perf_counter()
        if self._stage is not None:
            known = self._seconds.get(self._stage, 0.0)
            self._seconds[self._stage] = known + now - self._since
        self._stage, self._since = stage, now


def _name(code: int) -> str:
    return result_name(code) if code else ""
