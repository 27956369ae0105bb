"""Probes of the sample machine: answers that were written down, played back. No Qt.

The libraries of the sample machine have no code in them, so nothing could be opened. The document
has the answers of real probes in the form in which they are kept; `play` takes them one after the
other with the steps that were announced, and nothing is started.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from vkconfig_py.loader.probe.jobs import DriverAnswer, LayerAnswer, answer_from_json
from vkconfig_py.loader.records import Any
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.probe_answers import Dated, Kept, tell_answers
from vkconfig_py.model.probe_words import short_step
from vkconfig_py.model.probed import CANCELLED, ProbeAnswers, ProbeStep

PLAYED = "This is a recording: the sample machine has nothing that could be opened."
_SHORTEST, _LONGEST = 0.3, 0.8  # long enough to be read


def read_recorded(path: str, report: LoaderReport) -> Kept:
    """Return the recorded answers for a report; its chain only if that is the one recorded."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    when = float(document["when"])
    chain = [active.manifest.name for active in report.callstack]
    recorded = (one for one in document["chains"] if one["predicted"] == chain)
    return Kept(
        drivers=_answers(document["drivers"], when),
        layers=_answers(document["layers"], when),
        chain=next((Dated(answer_from_json(one["answer"]), when) for one in recorded), None),
    )


def _answers(raw: Mapping[str, Any], when: float) -> dict[str, Dated]:
    return {name: Dated(answer_from_json(answer), when) for name, answer in raw.items()}


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
    found: list[tuple[str, DriverAnswer | LayerAnswer]] = []
    for kind, group in (("driver", "drivers"), ("layer", "layers")):
        for name, raw in document[group].items():
            answer = answer_from_json(raw)
            if isinstance(answer, DriverAnswer | LayerAnswer):
                found.append((f"{kind}:{name}", answer))
    return found
