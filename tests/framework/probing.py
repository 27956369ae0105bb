"""What tests of probes share: limits, and a look at the machine that is to be probed."""

from __future__ import annotations

from pathlib import Path

from tests.framework.patience import PATIENCE
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import Limits, Probed

LIMITS = Limits(PATIENCE, 4 << 30)
# What hangs is given these one after the other, until all have come to where they hang: a busy
# machine takes its time.
HANGS = tuple(Limits(seconds, 4 << 30) for seconds in (1.5, 6.0, 30.0))


def discover_machine(system: SystemBuilder, **options: object) -> LoaderReport:
    """Return what is found on a machine by a program that asks for Vulkan 1.3."""
    return discover(system.host(), Application(api_version=(1, 3, 0), **options))  # type: ignore[arg-type] # any of its members


def group_by_name(probed: tuple[Probed, ...]) -> dict[str, Probed]:
    """Return what was probed by the names of the manifests."""
    return {Path(component.manifest).stem: component for component in probed}
