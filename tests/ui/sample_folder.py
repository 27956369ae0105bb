"""The sample machine at one place for all tests of a process, and what is known of its states.

To look for problems on it costs more than all else of a window, and the answer is the same for the
same files: each process asks for it once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.framework.snapshot import snapshot
from tests.model.fake_backend import replaced
from vkconfig_py.language.sentences import spoken
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.offer import Offer
from vkconfig_py.model.chain.picture_values import Picture, Row
from vkconfig_py.model.files import resources
from vkconfig_py.model.plan.plan import Question
from vkconfig_py.model.problems.headline import Action, ActionableProblem
from vkconfig_py.model.session import sample_machine
from vkconfig_py.model.session.backend import Backend
from vkconfig_py.model.session.sample_machine import DemoMachine, open_demo

T = TypeVar("T")


class SampleFolder:
    """Gives out the sample machine, fresh, where the one before was."""

    def __init__(self) -> None:
        self.folder = Path()

    def open(self) -> DemoMachine:
        """Return a fresh machine; the one before has to be closed."""
        source = resources.path("demo")
        if self.folder.name and not self.folder.exists():
            self.folder.mkdir(mode=0o700)
            machine = sample_machine._open(source, self.folder)
        else:
            machine = open_demo(source)
            self.folder = machine.folder
        return machine

    def state(self) -> frozenset[object]:
        """Return path, mode and content of everything in it; none if that is just changing."""
        try:
            found = snapshot(self.folder).items()
        except OSError:
            return frozenset()
        return frozenset((path, mode, content) for path, (mode, _size, _time, content) in found)


class KnownProblems:
    """What was found out about each state of the machine that a window asked for.

    Problems, offers, and the ways to keep programs from what is broken.
    """

    def __init__(self, sample: SampleFolder) -> None:
        self._sample = sample
        self._known: dict[object, list[tuple[object, Any]]] = {}

    def backend(self) -> Backend:
        """Return the real backend of one window, which asks the engine once about each state."""
        real = Backend()

        def lint(
            question: Question, loaders: tuple[LoaderProfile, ...], cache: DocumentCache
        ) -> tuple[ActionableProblem, ...]:
            asked = (question, loaders)
            return self._once(asked, lambda: real.lint(question, loaders, cache))

        def find_ways(
            picture: Picture, keys: Sequence[str], cache: DocumentCache
        ) -> Mapping[str, tuple[Action, ...]]:
            asked = (picture.question, tuple(keys))
            return self._once(asked, lambda: real.find_ways(picture, keys, cache))

        def find_offers(
            picture: Picture,
            row: Row,
            problems: Sequence[ActionableProblem],
            cache: DocumentCache,
        ) -> tuple[Offer, ...]:
            asked = (picture.question, row, tuple(problems))
            return self._once(asked, lambda: real.find_offers(picture, row, problems, cache))

        return replaced(real, lint=lint, find_ways=find_ways, find_offers=find_offers)

    def _once(self, asked: object, find: Callable[[], T]) -> T:
        # Tests replace os.access: whether files may be changed is part of the answer.
        asked, state = (asked, os.access, spoken()), self._sample.state()
        for known, answer in self._known.get(state, ()):
            if known == asked:
                return answer
        answer = find()
        if state and self._sample.state() == state:  # a test may write meanwhile
            self._known.setdefault(state, []).append((asked, answer))
        return answer
