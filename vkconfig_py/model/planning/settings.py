"""plan_settings: vk_loader_settings.json for everything that is applied.

The first file of this name that a loader finds hides all others, so there is one, with a section
for each configuration. A file of somebody else is never written beside: ours go into it, what they
say stays, and withdrawing brings their file back byte for byte.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.settings.places import settings_places
from vkconfig_py.model.picture.wording import join_words
from vkconfig_py.model.plan import Applied, Limit, Mechanism, Plan, PlannedFile
from vkconfig_py.model.planning.at_hand import NO_SETTINGS, SettingsPlan
from vkconfig_py.model.planning.devices import device_limits, nobody_limits
from vkconfig_py.model.planning.settings_sections import (
    make_section,
    says_something,
    section_limits,
)
from vkconfig_py.model.planning.stock import Stock, take_stock
from vkconfig_py.model.planning.variables import source_limits
from vkconfig_py.model.planning.wanted import find_wanted, later_limits
from vkconfig_py.model.planning.ways import SETTINGS_FLOOR, loader_name
from vkconfig_py.model.writers.loader_settings import (
    FILE_NAME,
    Merged,
    Section,
    merge_loader_settings,
    render_loader_settings,
)

NO_HOME = "HOME and XDG_DATA_HOME are not set, so there is no settings file of your own"
OVERRIDE_INSTEAD = "an override layer"


class Standing(NamedTuple):
    """A settings file of somebody else: the first one that the loader finds.

    Attributes:
        content: None if it cannot be read.
    """

    path: str
    content: bytes | None


def plan_settings(
    applied: Sequence[Applied],
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile,
    standing: Standing | None = None,
    others: Sequence[LoaderProfile] = (),
    settings: SettingsPlan = NO_SETTINGS,
) -> Plan:
    """Plan the loader settings file for everything that is to be applied; with () there is none.

    Args:
        applied: as for plan_override.
        inventory: report without any settings file, with the sources of all configurations
            searched.
        host: the session, without files of ours.
        profile: the loader that programs use.
        standing: the settings file of somebody else, if there is one.
        others: every loader that is installed.
        settings: what is planned for settings of layers.
    """
    if not applied:
        return Plan(mechanism=Mechanism.SETTINGS, summary="Nothing is applied")
    path = standing.path if standing else user_settings_file(host)
    limits = list(_loader_limits(profile, others))
    limits += _place_limits(path, host, profile, others)
    stock = take_stock(inventory)
    sections = [make_section(one, stock, profile) for one in _general_last(applied)]
    needed = _needed(sections)
    content, merging = _write(needed, standing, host)
    limits += merging
    if not path:
        limits.append(Limit("", NO_HOME, "launch from here", blocking=True))
    if not needed and not settings.files:
        limits.append(
            Limit(
                "", "this configuration changes nothing that a settings file can say", blocking=True
            )
        )
    limits += _limits(applied[-1], stock, profile, others)
    files = (PlannedFile(path, content, named=True),) if content and path else ()
    return Plan(
        mechanism=Mechanism.SETTINGS,
        files=(*files, *settings.files),
        limits=(*limits, *settings.limits),
        summary="A loader settings file, which gives every layer its place",
    )


def user_settings_file(host: Host) -> str:
    """Return the path that every loader from 1.3.302 on looks at for this user, or "".

    Since 1.4.324 files below XDG_CONFIG_HOME come first; where one stands, it is the one that is
    changed. Of a variable with several folders the first counts.
    """
    home = host.secure_env("HOME")
    data = (host.secure_env("XDG_DATA_HOME") or "").split(":")[0]
    folder = data or (posixpath.join(home, ".local/share") if home else "")
    return posixpath.join(folder, "vulkan/loader_settings.d", FILE_NAME) if folder else ""


def is_users_place(path: str, host: Host) -> bool:
    """Return whether a settings file lies where the user's own files do."""
    bases = [host.secure_env(name) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")]
    return any(base and path.startswith(f"{base.split(':')[0].rstrip('/')}/") for base in bases)


def _general_last(applied: Sequence[Applied]) -> list[Applied]:
    return sorted(applied, key=lambda one: not one.programs)


def _needed(sections: Sequence[Section]) -> list[Section]:
    """Leave out what says nothing; for a program it takes what is for every program away."""
    general = any(says_something(section) and not section.app_keys for section in sections)
    return [
        section for section in sections if says_something(section) or (general and section.app_keys)
    ]


def _write(
    sections: Sequence[Section], standing: Standing | None, host: Host
) -> tuple[bytes, tuple[Limit, ...]]:
    if not sections:
        return b"", ()
    if standing is None:
        return render_loader_settings(sections), ()
    path = standing.path
    instead = "remove that file, or launch from here"
    if not is_users_place(path, host):
        text = f"{path} is the system's, and one of your own would hide it"
        return b"", (Limit("", text, instead, blocking=True),)
    if standing.content is None:
        return b"", (Limit("", f"{path} cannot be read", instead, blocking=True),)
    merged = merge_loader_settings(sections, standing.content)
    if merged.refused:
        text = f"{path} is another program's and cannot be added to: {merged.refused}"
        return b"", (Limit("", text, instead, blocking=True),)
    text = f"{path} is another program's, which may write it anew; this is added to it"
    return merged.content, (Limit("", text), *_rival_limits(sections, merged))


def _rival_limits(sections: Sequence[Section], merged: Merged) -> Iterator[Limit]:
    """Say whom a file that ours is added to still reaches, and whom no more."""
    if all(section.app_keys for section in sections):
        return
    if merged.general:
        yield Limit("", "what that file says to every program has no effect meanwhile")
    if merged.programs:
        several = len(merged.programs) > 1
        text = "keep what that file says to them" if several else "keeps what that file says to it"
        yield Limit("", f"{join_words(merged.programs)} {text}")


def _loader_limits(profile: LoaderProfile, others: Sequence[LoaderProfile]) -> Iterator[Limit]:
    """Before 1.3.302 an off entry beside the unordered one is a crash of every program."""
    if profile.version < SETTINGS_FLOOR:
        reads = profile.has(Gate.SETTINGS_FILE)
        why = "can crash on a settings file" if reads else "does not read vk_loader_settings.json"
        yield Limit("", f"{loader_name(profile)} {why}", OVERRIDE_INSTEAD, blocking=True)
    for other in others:
        if other.version < SETTINGS_FLOOR and other.version != profile.version:
            if other.has(Gate.SETTINGS_FILE):
                text = f"{loader_name(other)}, also installed, can crash on a settings file"
                yield Limit("", text, OVERRIDE_INSTEAD, blocking=True)
            else:
                text = f"{loader_name(other)}, also installed, does not read it"
                yield Limit("", text, OVERRIDE_INSTEAD)


def _place_limits(
    path: str, host: Host, profile: LoaderProfile, others: Sequence[LoaderProfile]
) -> Iterator[Limit]:
    """Before 1.4.324 fewer places are looked at."""
    for other in others:
        places = map(posixpath.normpath, settings_places(host, other))
        known = other.version == profile.version or other.version < SETTINGS_FLOOR
        if path and not known and path not in places:
            text = f"{loader_name(other)}, also installed, does not look for {path}"
            yield Limit("", text, OVERRIDE_INSTEAD)


def _limits(
    one: Applied, stock: Stock, profile: LoaderProfile, others: Sequence[LoaderProfile]
) -> list[Limit]:
    configuration = one.configuration
    wanted = find_wanted(configuration, stock)
    sources = (*configuration.sources, *configuration.implicit_sources)
    section = make_section(one, stock, profile)
    return [
        *wanted.limits,
        *later_limits(configuration),
        *source_limits(sources),
        *section_limits(configuration, section, stock, profile),
        *device_limits(configuration, Mechanism.SETTINGS, profile, others),
        *nobody_limits(configuration, profile),
    ]
