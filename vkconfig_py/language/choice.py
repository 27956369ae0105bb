"""Which language the program speaks: a variable of its own, the preferences, the desktop's choice.

Catalogues are the files `resources/translations/vkconfig-py_LANGUAGE.qm`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from vkconfig_py.language.sentences import ENGLISH, use

VARIABLE = "VKCONFIG_PY_LANGUAGE"  # a language such as "de", or the path of a catalogue
# What those who speak a language call it.
OWN_NAMES = {"de": "Deutsch", ENGLISH: "English"}
_PREFIX, _SUFFIX = "vkconfig-py_", ".qm"


def wanted_languages(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Languages that an environment asks for, the best first, as gettext understands it.

    Locale Names (GNU gettext manual, sections 2.3.1 and 2.3.2): the first variable of LC_ALL,
    LC_MESSAGES and LANG that is set names the locale; LANGUAGE lists others, which do not count
    where the locale is "C".
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return (ENGLISH,)
    preferred = environment.get("LANGUAGE", "").split(":")
    return tuple(dict.fromkeys(name for name in map(_strip_encoding, (*preferred, locale)) if name))


def choose(folder: Path, environment: Mapping[str, str], preferred: str = "") -> str:
    """Speak the best language that is known, and return which one it is.

    Args:
        folder: of the catalogues.
        environment: variables of this process.
        preferred: the language of the preferences; "" follows the environment.
    """
    forced_language = environment.get(VARIABLE, "")
    if forced_language.endswith(_SUFFIX):
        return _use_catalogue(Path(forced_language)) or _use_catalogue(None)
    languages = (
        (forced_language,) if forced_language else (preferred, *wanted_languages(environment))
    )
    for name in _add_general(languages):
        if name == ENGLISH:
            break
        if language := _use_catalogue(folder / f"{_PREFIX}{name}{_SUFFIX}"):
            return language
    return _use_catalogue(None)


def _use_catalogue(file: Path | None) -> str:
    """Speak the language of a catalogue, English without one; "" where it cannot be read."""
    if file is None:
        use(None)
        return ENGLISH
    # Imported here: who shows which languages there are reads none.
    from vkconfig_py.language.catalogue import Catalogue, CatalogueError

    try:
        catalogue = Catalogue(file.read_bytes())
    except (OSError, CatalogueError):
        return ""
    use(catalogue)
    return catalogue.language.partition("_")[0] or ENGLISH


def _strip_encoding(name: str) -> str:
    """A locale without its encoding and modifier: de_AT of de_AT.UTF-8@euro."""
    return name.partition(".")[0].partition("@")[0]


def _add_general(names: tuple[str, ...]) -> Iterator[str]:
    """Each language, and after one of a country the language alone."""
    for name in filter(None, names):
        yield name
        general = name.partition("_")[0]
        if general != name:
            yield general
