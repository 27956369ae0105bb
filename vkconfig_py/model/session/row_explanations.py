"""Why a row has its state, and how to change it; computed off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from vkconfig_py.model.configuration.configuration import UNLISTED

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Step
    from vkconfig_py.model.chain.offer import Offer
    from vkconfig_py.model.chain.picture_values import Picture, Row
    from vkconfig_py.model.session.background import Shared
    from vkconfig_py.model.session.pictures import Pictures
    from vkconfig_py.model.session.probes import Probes
    from vkconfig_py.model.session.problem_list import ProblemList


class RowExplanations:
    """Explanation and offers of a row for the inspector."""

    def __init__(
        self,
        shared: Shared,
        pictures: Pictures,
        found: ProblemList,
        probes: Callable[[], Probes],
    ) -> None:
        self._backend, self._cache, self._reads = shared.backend, shared.cache, shared.reads
        self._pictures = pictures
        self._found = found
        self._probes = probes
        self._asked: object = None  # row and problems whose offers are looked for
        self._explained: Picture | None = None
        self._offers: dict[object, tuple[Offer, ...]] = {}  # of that picture, by row and problems

    def story(self, key: str, deliver: Callable[[tuple[object, ...]], None]) -> None:
        """Compute the explanation (loader.verdicts.Step values) of a row off the GUI thread."""
        picture = self._pictures.shown
        if picture is not None:
            kind, _colon, subject = key.partition(":")
            if kind == "device":
                deliver(self._probes().place_story(picture, key))
                return
            if kind == "file":  # several of one file are numbered
                subject = subject.partition("#")[0]
            today = self._pictures.current if kind == "loader" else None
            self._reads.submit(partial(self._explain, picture, key, subject, today), deliver)

    def find_offers(self, row: Row, deliver: Callable[[tuple[Offer, ...]], None]) -> None:
        """Compute the offers for a row off the GUI thread; cached ones are delivered at once."""
        picture = self._pictures.shown
        if picture is None:
            deliver(())
            return
        problems = tuple(one for one in self._found.problems if one.problem.file == row.manifest)
        key = (row, problems)
        if not picture.is_same(self._explained):
            self._explained, self._offers, self._asked = picture, {}, None
        offers = self._offers
        known = offers.get(key)
        if known is not None:
            deliver(known)
            return
        if key == self._asked:
            return  # they are on their way
        self._asked = key

        def find() -> tuple[Offer, ...] | None:
            if self._offers is not offers or self._asked != key:
                return None  # another picture or row was asked for meanwhile
            return self._backend.find_offers(picture, row, problems, self._cache())

        def keep(found: tuple[Offer, ...] | None) -> None:
            if found is None or self._offers is not offers:
                return
            if self._asked == key:
                self._asked = None
            offers[key] = found
            deliver(found)

        self._reads.submit(find, keep)

    def _explain(
        self, picture: Picture, key: str, subject: str, today: Picture | None
    ) -> tuple[Step, ...]:
        if today is not None:
            from vkconfig_py.model.chain.row_details import explain_changes

            return () if picture is today else explain_changes(today, picture)
        if subject == UNLISTED:
            from vkconfig_py.model.chain.row_details import explain_unlisted

            return explain_unlisted(picture)
        if picture.is_missing(subject):
            from vkconfig_py.model.chain.row_details import explain_missing

            return explain_missing(picture, subject)
        from vkconfig_py.model.chain.layer_rows import in_own_words
        from vkconfig_py.model.chain.probe_rows import with_probe_failure

        steps = self._backend.story(picture.report_explaining(subject), subject)
        steps = in_own_words(picture, key, with_probe_failure(picture.rows, key, steps))
        if picture.question.supposed.is_empty:
            return steps
        from vkconfig_py.model.chain.what_if_picture import mark_steps

        return mark_steps(steps, picture.question.supposed)
