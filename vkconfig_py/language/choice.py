"""The language of the program, from its own variable, the preferences or the desktop.

Catalogues are the files `resources/translations/vkconfig-py_LANGUAGE.qm`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from vkconfig_py.language.sentences import (
    ENGLISH_LANGUAGE,
    Catalogue,
    CatalogueError,
    set_catalogue,
)

LANGUAGE_VARIABLE = "VKCONFIG_PY_LANGUAGE"  # a language such as "de", or the path of a catalogue
# Each language's name in that language.
LANGUAGE_NAMES = {"de": "Deutsch", ENGLISH_LANGUAGE: "English"}
_CATALOGUE_PREFIX, _CATALOGUE_SUFFIX = "vkconfig-py_", ".qm"


def list_requested_languages(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the languages that an environment requests, the preferred one first, like gettext.

    Locale Names (GNU gettext manual, sections 2.3.1 and 2.3.2): the first variable of LC_ALL,
    LC_MESSAGES and LANG that is set names the locale; LANGUAGE lists others, which do not count
    where the locale is "C".
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return (ENGLISH_LANGUAGE,)
    preferred = environment.get("LANGUAGE", "").split(":")
    return tuple(dict.fromkeys(name for name in map(_strip_encoding, (*preferred, locale)) if name))


def choose_language(folder: Path, environment: Mapping[str, str], preferred: str = "") -> str:
    """Use the first requested language that has a catalogue, and return it.

    Args:
        folder: where the catalogues are.
        environment: variables of this process.
        preferred: the language of the preferences, or "" to follow the environment.
    """
    forced_language = environment.get(LANGUAGE_VARIABLE, "")
    if forced_language.endswith(_CATALOGUE_SUFFIX):
        return _use_catalogue(Path(forced_language)) or _use_catalogue(None)
    languages = (
        (forced_language,)
        if forced_language
        else (preferred, *list_requested_languages(environment))
    )
    for name in _expand_locales(languages):
        if name == ENGLISH_LANGUAGE:
            break
        if language := _use_catalogue(folder / f"{_CATALOGUE_PREFIX}{name}{_CATALOGUE_SUFFIX}"):
            return language
    return _use_catalogue(None)


def _use_catalogue(file: Path | None) -> str:
    """Use a catalogue file, or English for None. Return the language, "" if unreadable."""
    if file is None:
        set_catalogue(None)
        return ENGLISH_LANGUAGE
    try:
        catalogue = Catalogue(file.read_bytes())
    except (OSError, CatalogueError):
        return ""
    set_catalogue(catalogue)
    return catalogue.language.partition("_")[0] or ENGLISH_LANGUAGE


def _strip_encoding(name: str) -> str:
    """Return a locale without its encoding and modifier: de_AT for de_AT.UTF-8@euro."""
    return name.partition(".")[0].partition("@")[0]


def _expand_locales(names: tuple[str, ...]) -> Iterator[str]:
    """Yield each locale, followed by its language alone: de_AT, de."""
    for name in filter(None, names):
        yield name
        general = name.partition("_")[0]
        if general != name:
            yield general
