"""A process that speaks German from some point on, as the next one of the user would."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vkconfig_py.language.catalogue import Catalogue
from vkconfig_py.language.sentences import use
from vkconfig_py.model.files import resources


@contextmanager
def german() -> Iterator[None]:
    """Speak German; sentences made when modules were imported stay English."""
    use(Catalogue(resources.data("translations/vkconfig-py_de.qm")))
    try:
        yield
    finally:
        use(None)
