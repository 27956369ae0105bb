"""The one override that is in force on a machine."""

from __future__ import annotations

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.apply.found_overrides import find_overrides


def find_only(system, paths, profile: LoaderProfile | None = None):
    host = system.host()
    report = discover(host, profile=profile) if profile else discover(host)
    (found,) = find_overrides(report, paths)
    return found
