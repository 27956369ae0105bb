"""LoaderProfile: which loader to behave as. What each version can do is the table in gates.py."""

from __future__ import annotations

from vkconfig_py.loader.profiles.gates import Gate, Span
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import NamedTuple

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
