"""Knowing: the part of the Session that knows what probes found, and what manifests declare.

The first picture is of files alone: what this needs is loaded with the first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from vkconfig_py.model.session.applying import Applying

if TYPE_CHECKING:
    from vkconfig_py.model.chain.picture_values import Picture
    from vkconfig_py.model.chain.probe_results import ProbeAnswers, Tapped
    from vkconfig_py.model.problems.actionable import Action, ActionableProblem
    from vkconfig_py.model.session.background import Worker
    from vkconfig_py.model.session.declarations import DeclaredLayers
    from vkconfig_py.model.session.device_choosing import DeviceChoosing
    from vkconfig_py.model.session.probes import Probes


class Knowing(Applying):
    """What probes found of the machine, in its picture and among its problems."""

    picture: Picture | None
    _probes: Probes | None = None
    _declared: DeclaredLayers | None = None
    _devices: DeviceChoosing | None = None
    _ways: Mapping[str, tuple[Action, ...]] = MappingProxyType({})
    _ways_asked: object = None

    @property
    def probes(self) -> Probes:
        """What is known from probes, and the run in progress."""
        if self._probes is None:
            from vkconfig_py.model.session.probes import Probes

            self._probes = Probes(self.backend, self.machine, self._errands, self._changes, self)
            self._probes.changed.connect(self._on_probes_changed)
            self._probes.message.connect(self.message)
        return self._probes

    @property
    def devices(self) -> DeviceChoosing:
        """Which devices the current configuration chooses."""
        if self._devices is None:
            from vkconfig_py.model.session.device_choosing import DeviceChoosing

            self._devices = DeviceChoosing(self, lambda: self.probes.answers.probed)
        return self._devices

    def use_device(self, key: str, *, on: bool) -> None:
        """Let programs have a device, or leave it out."""
        self.devices.use(key, on=on)

    @property
    def errands(self) -> Worker:
        """What is read off the GUI thread, in order."""
        return self._errands

    @property
    def declared(self) -> DeclaredLayers:
        """What the manifests of the shown layers declare about settings."""
        if self._declared is None:
            from vkconfig_py.model.session.declarations import DeclaredLayers

            self._declared = DeclaredLayers(self._errands, self)
        return self._declared

    def _on_probes_changed(self) -> None:
        raise NotImplementedError  # the Session does

    def dressed(self, picture: Picture) -> Picture:
        """Return a picture with what is known in its rows."""
        if self._probes is None:
            return picture
        from vkconfig_py.model.chain.probe_rows import with_probe_results

        return with_probe_results(picture, self.probes.answers_for(picture).probed)

    @property
    def shown(self) -> Picture | None:
        """The picture that is looked at: today's, or what if."""
        raise NotImplementedError  # the Session knows

    @property
    def found_out(self) -> ProbeAnswers:
        """What probes found of what is looked at."""
        return self.probes.answers_for(self.shown)

    @property
    def problems(self) -> tuple[ActionableProblem, ...]:
        """Everything wrong on the machine, what probes found bad first."""
        picture = self.picture
        if self._probes is None or picture is None or self.probes.answers.probed.is_empty:
            return super().problems
        from vkconfig_py.model.problems.probe_problems import probe_problems

        told = probe_problems(picture.rows, self.probes.answers, self._ways)
        return (*told, *super().problems)

    def _look_for_ways(self) -> None:
        """Find off the GUI thread what keeps programs from what probes found bad."""
        picture = self.picture
        if self._probes is None or picture is None:
            return
        from vkconfig_py.model.problems.probe_problems import broken_keys

        keys = broken_keys(picture.rows, self.probes.answers)
        if self._ways_asked == (id(picture.plain), keys):
            return
        self._ways_asked = (id(picture.plain), keys)
        if not keys:
            self._ways = {}
            return

        def find() -> Mapping[str, tuple[Action, ...]]:
            from vkconfig_py.loader.files.scan import DocumentCache

            return self.backend.find_ways(picture, keys, DocumentCache())

        self._errands.submit(find, self._on_ways_found)

    def _on_ways_found(self, ways: Mapping[str, tuple[Action, ...]]) -> None:
        self._ways = ways
        self.problems_changed.emit()

    @property
    def tapped(self) -> Tapped | None:
        """What a probe of today's chain met; None if this chain was not probed."""
        return None if self._probes is None else self.probes.tapped_for(self.picture)

    @property
    def tapped_before(self) -> Tapped | None:
        """What a probe of another chain met, where none of today's is known."""
        return None if self._probes is None else self.probes.tapped_before

    def _forget_probes(self) -> None:
        """End the run in progress."""
        if self._probes is not None:
            self._probes.close()
