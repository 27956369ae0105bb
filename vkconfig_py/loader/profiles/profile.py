"""LoaderProfile: which loader to behave as, and the versions that can be named."""

from __future__ import annotations

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.gates import Gate, Span
from vkconfig_py.loader.profiles.native_gates import NativeGate

__all__ = ["NEWEST", "WINDOW_SYSTEMS", "XRANDR", "Gate", "LoaderProfile"]

# Window systems of other platforms; no Linux distribution builds its loader for them.
_NEVER_BUILT = {
    "VK_EXT_directfb_surface": Gate.DIRECTFB_BUILT_OUT,
    "VK_QNX_screen_surface": Gate.QNX_BUILT_OUT,
}
XRANDR = "VK_EXT_acquire_xlib_display"
WINDOW_SYSTEMS = ("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface", XRANDR)


class LoaderProfile(NamedTuple):
    """A loader version and how it was built.

    Attributes:
        version: (major, minor, patch), as vkEnumerateInstanceVersion reports it.
        library: path of the loader library this profile describes, or "".
        pointer_bits: 32 or 64.
        sysconfdir: compile-time SYSCONFDIR.
        extra_sysconfdir: compile-time EXTRASYSCONFDIR, or "".
        is_secure: hides variables from an elevated process (secure_getenv, or a build option).
        surfaces: extensions of the window systems it was built for; Xrandr is one of its own.
    """

    version: tuple[int, int, int]
    library: str = ""
    pointer_bits: int = 64
    sysconfdir: str = "/etc"
    extra_sysconfdir: str = ""
    is_secure: bool = True
    surfaces: tuple[str, ...] = WINDOW_SYSTEMS

    def has(self, gate: Gate | NativeGate) -> bool:
        """Return whether this version behaves as the gate says."""
        span: Span = gate.value
        return span.first <= self.version and (span.last is None or self.version <= span.last)

    @property
    def missing_surfaces(self) -> frozenset[str]:
        """Return the extensions of window systems that this build leaves out everywhere.

        Xrandr's is not among them: without it the extension is merely unknown.
        """
        never = {name for name, gate in _NEVER_BUILT.items() if self.has(gate)}
        return frozenset(never | (set(WINDOW_SYSTEMS) - {XRANDR, *self.surfaces}))

    @property
    def version_text(self) -> str:
        """Return the version as people write it."""
        return ".".join(map(str, self.version))


NEWEST = LoaderProfile((1, 4, 364))


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
