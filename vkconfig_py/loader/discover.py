"""discover(host) -> LoaderReport: scan, then resolve."""

from __future__ import annotations

from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.scan import DocumentCache


def discover(
    host: Host,
    application: Application | None = None,
    profile: LoaderProfile = NEWEST,
    cache: DocumentCache | None = None,
) -> LoaderReport:
    """Return what the Khronos loader of this profile would find, choose and refuse."""
    raise NotImplementedError
