"""Where the loader settings file is looked for.

Follows settings.c, get_unix_settings_path; LoaderInterfaceArchitecture, "Loader Settings File".
"""

from __future__ import annotations

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.platforms import linux
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile


def settings_places(host: Host, profile: LoaderProfile) -> tuple[str, ...]:
    """Return where the settings file is looked for, in order.

    Of a variable with several folders only the first counts: while the loader walks the value,
    the later ones keep their colon.
    """
    if not profile.has(Gate.SETTINGS_XDG_DIRS):
        return _three_places(host, profile)
    homes = [host.secure_env(place.variable) or "" for place in linux.SETTINGS_HOMES]
    values = list(homes)
    user = host.secure_env("HOME")
    if user is not None:
        values += [
            user + place.below_home
            for place, home in zip(linux.SETTINGS_HOMES, homes, strict=True)
            if not home
        ]
    values.append(_value(host, linux.CONFIG_DIRS))
    values += [profile.sysconfdir, profile.extra_sysconfdir]
    values.append(_value(host, linux.DATA_DIRS))
    firsts = [value.split(linux.SEPARATOR)[0] for value in values]
    slashes = "//" if profile.has(Gate.SETTINGS_SLASH_TWICE) else "/"
    suffix = f"vulkan{slashes}loader_settings.d/{linux.SETTINGS_NAME}"
    return tuple(f"{first}/{suffix}" for first in firsts if len(first) > 1)


def _three_places(host: Host, profile: LoaderProfile) -> tuple[str, ...]:
    """Return the places of loaders before 1.4.324: HOME first, no value split, /etc itself."""
    folder = "loader_settings.d" if profile.has(Gate.SETTINGS_OWN_FOLDER) else "settings.d"
    home = host.secure_env("HOME")
    bases = (
        None if home is None else home + linux.DATA_HOME.below_home,
        host.secure_env(linux.DATA_HOME.variable),
        host.built_in("/etc"),
    )
    return tuple(
        f"{base}/vulkan/{folder}/{linux.SETTINGS_NAME}" for base in bases if base is not None
    )


def _value(host: Host, place: linux.Place) -> str:
    return host.secure_env(place.variable) or host.built_in(place.fallback)
