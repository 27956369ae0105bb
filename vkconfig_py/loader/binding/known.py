"""Which functions a loader knows by name; all others it passes on without knowing them."""

from __future__ import annotations

from functools import cache

from vkconfig_py.loader.binding.commands import (
    Command,
    commands,
    extension_kinds,
    known_command,
)
from vkconfig_py.loader.extensions import known_extensions
from vkconfig_py.loader.profiles.profile import LoaderProfile


def find_known(name: str, profile: LoaderProfile) -> Command | None:
    """Return a function that a loader of this release, as it was built, knows by its name."""
    return _known(profile).get(name)


def known_slots(slots: dict[str, int], profile: LoaderProfile) -> list[tuple[str, int]]:
    """Return the slots of those functions that a loader knows."""
    known = _known(profile)
    return [(name, slot) for name, slot in slots.items() if name in known]


@cache
def _known(profile: LoaderProfile) -> dict[str, Command]:
    """Return all of them: those of other window systems are among the unknown."""
    kinds, extensions = extension_kinds(), known_extensions(profile)
    found = (known_command(name, profile.version) for name in commands())
    return {
        command.name: command
        for command in found
        if command is not None
        and (kinds.get(command.extension) != "instance" or command.extension in extensions)
    }
