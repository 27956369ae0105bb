"""Which settings of a layer can be shown at all on a platform, and where one stands. Pure.

What the manifest hides is neither shown nor written: what nobody sees must not be in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.model.settings.declared import (
    Choice,
    DeclaredLayer,
    Setting,
    SettingType,
    Visibility,
)
from vkconfig_py.model.settings.platforms import platform_names, runs_on

ELSEWHERE = "The layer has it on"  # how the reason begins for which other platforms have a setting


def is_offered(of: Setting | Choice, platform: str) -> bool:
    """Return whether the manifest shows a setting, flag or value, and the platform has it."""
    return of.visibility is not Visibility.HIDDEN and runs_on(of.platforms, platform)


def elsewhere(setting: Setting, platform: str) -> str:
    """Return which platforms have a setting that this one has not, a sentence, or ""."""
    if not setting.platforms or runs_on(setting.platforms, platform):
        return ""
    return f"{ELSEWHERE} {platform_names(setting.platforms)} only."


def walk_offered(settings: Sequence[Setting], platform: str) -> Iterator[Setting]:
    """Yield the settings that have a value, less those that are hidden or below what is."""
    for setting in settings:
        if not is_offered(setting, platform):
            continue
        if setting.type is not SettingType.GROUP:
            yield setting
        yield from walk_offered(setting.settings, platform)
        for choice in setting.choices:
            if is_offered(choice, platform):
                yield from walk_offered(choice.settings, platform)


def walk_visible(declared: DeclaredLayer) -> Iterator[Setting]:
    """Yield the settings that have a value and that the manifest shows on any platform."""
    return _visible(declared.settings)


def _visible(settings: Sequence[Setting]) -> Iterator[Setting]:
    for setting in settings:
        if setting.visibility is Visibility.HIDDEN:
            continue
        if setting.type is not SettingType.GROUP:
            yield setting
        yield from _visible(setting.settings)
        for choice in setting.choices:
            if choice.visibility is not Visibility.HIDDEN:
                yield from _visible(choice.settings)


def path_to(settings: Sequence[Setting], key: str) -> tuple[str, ...]:
    """Return the keys from the outermost setting down to one; () if there is no such setting."""
    for setting in settings:
        below = () if setting.key == key else path_to(tuple(setting.children()), key)
        if below or setting.key == key:
            return (setting.key, *below)
    return ()
