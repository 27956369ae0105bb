"""The loader versions that somebody may ask for."""

from __future__ import annotations

from vkconfig_py.loader.profiles.profile import NEWEST

OLDEST = (1, 1, 96)
_KNOWN = f"known are 1.1.96 to {NEWEST.version_text}"
# The patch counts on through the minor versions: 1.1 ended with 1.1.130.
_LAST_PATCHES = {(1, 1): 130, (1, 2): 203, (1, 3): 302}


class LoaderVersionError(ValueError):
    """There is no such loader, or its rules are not known; the message is a sentence."""


def parse_loader_version(text: str) -> tuple[int, int, int]:
    """Return a loader version; a short one like "1.3" stands for the last of that name.

    Raises:
        LoaderVersionError: no loader of that version is known.
    """
    parts = text.split(".")
    if not 2 <= len(parts) <= 3 or not all(x.isdecimal() and len(x) < 6 for x in parts):
        raise LoaderVersionError(f"{text!r} is not a version like 1.3.239, {_KNOWN}")
    major, minor = int(parts[0]), int(parts[1])
    newest = NEWEST.version
    last = newest[2] if (major, minor) == newest[:2] else _LAST_PATCHES.get((major, minor))
    first = 1 + _LAST_PATCHES.get((major, minor - 1), OLDEST[2] - 1)
    if last is None:
        raise LoaderVersionError(f"there is no loader {text}, {_KNOWN}")
    patch = int(parts[2]) if len(parts) == 3 else last
    if not first <= patch <= last:
        raise LoaderVersionError(
            f"there is no loader {text}: those of {major}.{minor} that are known run from "
            f"{major}.{minor}.{first} to {major}.{minor}.{last}"
        )
    return major, minor, patch
