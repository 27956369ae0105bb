"""A process that speaks German from some point on, as the next one of the user would."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import vkconfig_py
from vkconfig_py.language.sentences import ENGLISH_LANGUAGE, Catalogue, set_catalogue
from vkconfig_py.model.files import resources


@contextmanager
def speak_german() -> Iterator[None]:
    """Speak German; sentences made when modules are imported stay English."""
    with speak("de"):
        yield


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Speak a language from here on."""
    _import_all()
    if language != ENGLISH_LANGUAGE:
        set_catalogue(
            Catalogue(
                resources.find_resource(f"translations/vkconfig-py_{language}.qm").read_bytes()
            )
        )
    try:
        yield
    finally:
        set_catalogue(None)


@cache
def _import_all() -> None:
    """Import what makes sentences, or what is imported here first would speak German for ever."""
    parts = ("vkconfig_py.model.", "vkconfig_py.ui.", "vkconfig_py.loader.explain.")
    with_qt = ("vkconfig_py.ui.", "vkconfig_py.model.items.", "vkconfig_py.model.session.")
    left_out = () if _has_qt() else with_qt
    for module in walk_packages(vkconfig_py.__path__, "vkconfig_py."):
        if module.name.startswith(parts) and not module.name.startswith(left_out):
            import_module(module.name)


def _has_qt() -> bool:
    try:
        import_module("PySide6")
    except ImportError:
        return False
    return True
