"""Pick the search rules of a host's platform.

Only Linux is known so far; a host of another platform gets these rules too, and the report's
`problems` say so. The rules of macOS and Windows stand beside linux.py once they are written.
"""

from __future__ import annotations

from types import ModuleType

from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.platforms import linux

_RULES: dict[Platform, ModuleType] = {Platform.LINUX: linux}


def is_known(platform: Platform) -> bool:
    """Return whether the search rules of this platform are implemented."""
    return platform in _RULES
