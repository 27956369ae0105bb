"""Which settings of a layer can be shown at all on a platform, and where one stands. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.model.settings.declared import Choice, Setting, SettingType, Visibility
from vkconfig_py.model.settings.platforms import runs_on


def is_offered(of: Setting | Choice, platform: str) -> bool:
    """Return whether the manifest shows a setting, flag or value, and the platform has it."""
    return of.visibility is not Visibility.HIDDEN and runs_on(of.platforms, platform)


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


def path_to(settings: Sequence[Setting], key: str) -> tuple[str, ...]:
    """Return the keys from the outermost setting down to one; () if there is no such setting."""
    for setting in settings:
        below = () if setting.key == key else path_to(tuple(setting.children()), key)
        if below or setting.key == key:
            return (setting.key, *below)
    return ()
