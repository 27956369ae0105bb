"""The words of manifests for platforms, and what they mean here.

A manifest may say WINDOWS for both kinds of Windows, or name one of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.host import Platform

LABELS = {
    "WINDOWS": "Windows",
    "WINDOWS_X86": "Windows (x86)",
    "WINDOWS_ARM": "Windows (Arm)",
    "LINUX": "Linux",
    "MACOS": "macOS",
    "ANDROID": "Android",
    "IOS": "iOS",
}
_WINDOWS = frozenset({"WINDOWS", "WINDOWS_X86", "WINDOWS_ARM"})
_TOKENS = {Platform.LINUX: "LINUX", Platform.WINDOWS: "WINDOWS", Platform.MACOS: "MACOS"}


def token_of(platform: Platform) -> str:
    """Return the word for the platform of a machine."""
    return _TOKENS[platform]


def runs_on(platforms: Iterable[str], token: str) -> bool:
    """Return whether a platform is among those named; an empty list names none."""
    named = set(platforms)
    if token in named:
        return True
    if token == "WINDOWS":
        return bool(named & _WINDOWS)
    return token in _WINDOWS and "WINDOWS" in named


def platform_names(platforms: Iterable[str]) -> str:
    """Return platforms as a person reads them."""
    return ", ".join(LABELS.get(token, token) for token in platforms)
