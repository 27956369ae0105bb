"""Probes of the sample machine: answers that were written down, played back. No Qt.

The libraries of the sample machine have no code in them, so nothing could be opened. The document
has the answers of real probes in the form in which they are kept; `play` takes them one after the
other with the steps that were announced, and nothing is started.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from vkconfig_py.loader.probe.jobs import DriverAnswer, Health, LayerAnswer, State, answer_from_json
from vkconfig_py.loader.probe.results import Probed, ProbeResults, Subject
from vkconfig_py.loader.records import Any
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.probing.answers import tell_answers
from vkconfig_py.model.probing.probed import CANCELLED, ProbeAnswers, ProbeStep
from vkconfig_py.model.probing.words import short_step

PLAYED = "This is a recording: the sample machine has nothing that could be opened."
_SHORTEST, _LONGEST = 0.3, 0.8  # long enough to be read


def read_recorded(path: str, report: LoaderReport) -> ProbeResults:
    """Return the recorded results for a report; of another chain only if its own is not there."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    when = float(document["when"])
    manifests = {found.name: found.file for found in report.found if found.manifest}
    names = [active.manifest.name for active in report.callstack]
    recorded = () if report.foundation.device_configurations is not None else document["chains"]
    chain = next((one for one in recorded if one["predicted"] == names), None)
    others = () if chain else ("layers",)
    chain = chain or next(iter(recorded), None)
    return ProbeResults(
        drivers=tuple(
            Probed(Subject.DRIVER, manifest, "", answer.health, answer, when=when)
            for manifest, answer in _answers(document["drivers"])
        ),
        layers=tuple(
            Probed(Subject.LAYER, manifests[name], name, answer.health, answer, when=when)
            for name, answer in _answers(document["layers"])
            if name in manifests
        ),
        chain=Probed(
            Subject.CHAIN,
            "",
            "",
            Health(State.SOUND),
            answer_from_json(chain["answer"]),
            when=when,
            others=others,
            layers=tuple(chain["predicted"]),
        )
        if chain
        else None,
    )


class RecordedProber:
    """Knows what was written down, and plays it back."""

    def __init__(self, path: str) -> None:
        self._path = path

    def recall(self, report: LoaderReport) -> ProbeAnswers:
        """Return what was written down."""
        return tell_answers(report, read_recorded(self._path, report))

    def begin(self, report: LoaderReport, keys: tuple[str, ...]) -> RecordedRun:
        """Return a playback."""
        return RecordedRun(self._path, keys)


class RecordedRun:
    """Announces the recorded steps, slowly enough to be read."""

    def __init__(self, path: str, keys: tuple[str, ...]) -> None:
        self._path = path
        self._keys = keys
        self._cancelled = threading.Event()

    def run(self, tell: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Play; return what to say at the end."""
        found = _all(self._path)
        wanted = [answer for key, answer in found if not self._keys or key in self._keys]
        for number, answer in enumerate(wanted):
            health = answer.health
            step = health.step or f"vkCreateInstance of {answer.library}"
            tell(ProbeStep(number, len(wanted), short_step(step)))
            if self._cancelled.wait(min(max(health.total_seconds, _SHORTEST), _LONGEST)):
                return CANCELLED, True
        return PLAYED, True

    def cancel(self) -> None:
        """End the playback."""
        self._cancelled.set()


def _all(path: str) -> list[tuple[str, DriverAnswer | LayerAnswer]]:
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    return [
        (f"{kind}:{name}", answer)
        for kind, group in (("driver", "drivers"), ("layer", "layers"))
        for name, answer in _answers(document[group])
    ]


def _answers(raw: Mapping[str, Any]) -> Iterator[tuple[str, DriverAnswer | LayerAnswer]]:
    for name, value in raw.items():
        answer = answer_from_json(value)
        if isinstance(answer, DriverAnswer | LayerAnswer):
            yield name, answer
