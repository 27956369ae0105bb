"""The sample machine at one place for all tests of a process, and what is known of its states.

To look for problems on it costs more than all else of a window, and the answer is the same for the
same files: each process asks for it once.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.framework.stand_ins import replace
from vkconfig_py.language.sentences import current_language
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.apply.verify import Verification, verify_report
from vkconfig_py.model.chain.quick_fix import QuickFix
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row
from vkconfig_py.model.files import resources
from vkconfig_py.model.launch.private_folder import OWNER_FILE
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.problems.actionable import lint_request
from vkconfig_py.model.problems.offers import find_offers
from vkconfig_py.model.problems.probe_remedies import find_remedies
from vkconfig_py.model.problems.summary import Diagnostic, ProblemAction
from vkconfig_py.model.session import sample_machine
from vkconfig_py.model.session.sample_machine import DemoMachine, open_demo_machine

T = TypeVar("T")

# What this program keeps for itself, and windows write at times of their own: no rule reads any.
_OURS = re.compile(rf"{OWNER_FILE}|home/demo/\.(?:local/state|config)(?:/vkconfig-py(?:/.*)?)?")


class SampleFolder:
    """Gives out the sample machine, as it was made, where the one before was."""

    def __init__(self) -> None:
        self.folder = Path()
        self._machine: DemoMachine | None = None
        self._as_made: dict[str, tuple[int, ...]] = {}

    def open(self) -> DemoMachine:
        """Return the machine; the one before has to be closed."""
        if self._machine is None:
            source = resources.find_resource("demo")
            if self.folder.name:
                self.folder.mkdir(mode=0o700)
                self._machine = sample_machine._copy_machine(source, self.folder)
            else:
                self._machine = open_demo_machine(source)
                self.folder = self._machine.folder
            self._as_made = dict(_entries(str(self.folder)))
        return self._machine

    def close(self) -> None:
        """Take away what was added; where anything else was changed, all is made anew."""
        assert self._machine is not None
        try:
            now = dict(_entries(str(self.folder)))
            for path in reversed(now):  # what is in a folder comes after it
                if path not in self._as_made:
                    (os.rmdir if stat.S_ISDIR(now[path][0]) else os.unlink)(path)
            is_as_made = self._as_made.items() <= now.items()
        except OSError:
            is_as_made = False
        if not is_as_made:
            self._machine.close()
            self._machine = None

    def remove(self) -> None:
        """Delete it at last."""
        if self._machine is not None:
            self._machine.close()

    def state(self) -> frozenset[object]:
        """Return what the engine may read there, path, mode and content of each.

        None of it if that is just changing.
        """
        try:
            return frozenset(_contents(str(self.folder)))
        except OSError:
            return frozenset()


def _entries(top: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield everything in a folder with what changes when it is written to."""
    waiting = [top]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    waiting.append(entry.path)
                    yield entry.path, (status.st_mode,)
                else:
                    times = status.st_mtime_ns, status.st_ctime_ns
                    yield entry.path, (status.st_mode, status.st_ino, status.st_size, *times)


def _contents(top: str) -> Iterator[tuple[str, int, str | bytes]]:
    """Yield everything in a folder but what this program keeps there; links are not followed."""
    waiting = [top]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                path, mode = entry.path, entry.stat(follow_symlinks=False).st_mode
                content: str | bytes = b""
                if stat.S_ISDIR(mode):
                    waiting.append(path)
                if _OURS.fullmatch(path, len(top) + 1):
                    continue
                if stat.S_ISREG(mode):
                    with open(path, "rb", buffering=0) as file:
                        content = file.read()
                elif stat.S_ISLNK(mode):
                    content = os.readlink(path)
                yield path, mode, content


def _timeless(request: PredictionRequest) -> PredictionRequest:
    """Return the question as it is whenever something was applied."""
    applied = tuple(
        x._replace(since=0.0, lease=UNTIL_WITHDRAWN) for x in request.applied_configurations
    )
    return request._replace(applied_configurations=applied)


class KnownProblems:
    """What was found out about each state of the machine that a window asked for.

    The snapshot that it opens with, problems, offers, the ways to keep programs from what is
    broken, and what the loader answers.
    """

    def __init__(self, sample: SampleFolder) -> None:
        self._sample = sample
        self._known: dict[object, list[tuple[object, Any]]] = {}

    def remember(self) -> None:
        """Let the windows of a test ask the engine once about each state."""

        is_opened = False

        def compute(
            request: PredictionRequest, cache: DocumentCache | None = None
        ) -> ChainSnapshot:
            nonlocal is_opened
            if is_opened:
                return compute_snapshot(request, cache)
            is_opened = True
            return self._once(request, lambda: compute_snapshot(request, cache))

        def lint(
            request: PredictionRequest, loaders: tuple[LoaderProfile, ...], cache: DocumentCache
        ) -> tuple[Diagnostic, ...]:
            asked = (_timeless(request), loaders)
            return self._once(asked, lambda: lint_request(request, loaders, cache))

        def find_known_ways(
            snapshot: ChainSnapshot, keys: Sequence[str], cache: DocumentCache
        ) -> Mapping[str, tuple[ProblemAction, ...]]:
            asked = (_timeless(snapshot.request), tuple(keys))
            return self._once(asked, lambda: find_remedies(snapshot, keys, cache))

        def find_known_offers(
            snapshot: ChainSnapshot,
            row: Row,
            problems: Sequence[Diagnostic],
            cache: DocumentCache,
        ) -> tuple[QuickFix, ...]:
            asked = (_timeless(snapshot.request), row, tuple(problems))
            return self._once(asked, lambda: find_offers(snapshot, row, problems, cache))

        def verify_once(report: LoaderReport) -> Verification:
            return self._once(report, lambda: verify_report(report))

        replace(
            compute=compute,
            lint=lint,
            find_remedies=find_known_ways,
            find_offers=find_known_offers,
            verify=verify_once,
        )

    def _once(self, asked: object, find: Callable[[], T]) -> T:
        # Tests replace os.access: whether files may be changed is part of the answer.
        asked, state = (asked, os.access, current_language()), self._sample.state()
        for known, answer in self._known.get(state, ()):
            if known == asked:
                return answer
        answer = find()
        if state and self._sample.state() == state:  # a test may write meanwhile
            self._known.setdefault(state, []).append((asked, answer))
        return answer
