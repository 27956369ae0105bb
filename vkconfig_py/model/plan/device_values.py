"""A planned choice of devices as values: every way with what it does, and the one that is taken."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.rules.device_rules import DEVICE_ID, DEVICE_SELECT
from vkconfig_py.model.configuration.configuration import DeviceSelectionMethod
from vkconfig_py.model.plan.device_outcome import (
    DRI_PRIME,
    MESA_SELECT,
    NVIDIA_OFFLOAD,
    Devices,
    DeviceScene,
)

TITLES: Mapping[DeviceSelectionMethod, str] = MappingProxyType(
    {
        DeviceSelectionMethod.AUTOMATIC: tr("Automatic"),
        DeviceSelectionMethod.DRIVERS_SELECT: "VK_LOADER_DRIVERS_SELECT",
        DeviceSelectionMethod.ID_FILTERS: DEVICE_ID,
        DeviceSelectionMethod.DEVICE_SELECT: DEVICE_SELECT,
        DeviceSelectionMethod.DRIVER_FILES: "VK_DRIVER_FILES",
        DeviceSelectionMethod.MESA: MESA_SELECT,
        DeviceSelectionMethod.DRI_PRIME: DRI_PRIME,
        DeviceSelectionMethod.NVIDIA: NVIDIA_OFFLOAD,
        DeviceSelectionMethod.SETTINGS: tr("Loader settings file"),
    }
)


class Means(NamedTuple):
    """What a way sets.

    Attributes:
        drivers: base names of driver manifests, those of the other word size too.
        configured: the devices of a settings file; None if it writes none.
    """

    variables: tuple[tuple[str, str], ...] = ()
    drivers: tuple[str, ...] = ()
    configured: Devices | None = None


NOTHING = Means()


class MethodVerdict(NamedTuple):
    """What one way does here.

    Attributes:
        fits: programs get exactly the chosen devices.
        sentence: what it does, or why it is not usable; small first letter, no full stop.
        given: what programs get with it.
        refused: it cannot be used at all.
    """

    way: DeviceSelectionMethod
    fits: bool
    sentence: str
    given: Devices = ()
    means: Means = NOTHING
    refused: bool = False


class DevicePlan(NamedTuple):
    """The way that is taken, and all others.

    Attributes:
        taken: None if none can be used.
        wanted: the devices that programs should get.
        cleared: variables of the session that are left out of the run.
        kept: variables of the configuration that act beside the way.
        scene: what decides which devices programs get, with the way that is taken.
    """

    taken: MethodVerdict | None
    wanted: Devices
    ways: tuple[MethodVerdict, ...]
    scene: DeviceScene
    by: DeviceSelectionMethod = DeviceSelectionMethod.AUTOMATIC
    cleared: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        return self.taken is not None and self.taken.fits

    @property
    def sentence(self) -> str:
        """The way and its reason."""
        return (
            tr("No method is used: {reason}.", reason=self.clause)
            if self.taken is None
            else f"{self.clause}."
        )

    @property
    def clause(self) -> str:
        """What the way that is taken does, or why none is."""
        if self.taken is None:
            return self.why_none
        return f"{TITLES[self.taken.way]} {self.taken.sentence}"

    @property
    def why_none(self) -> str:
        """Why the chosen way, or the best one, is of no use here."""
        one = next((one for one in self.ways if one.way is self.by), self.ways[0])
        return f"{TITLES[one.way]} {one.sentence}"
