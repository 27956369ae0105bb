"""What the window asks to be generated, and what comes of it: one job off the GUI thread."""

from __future__ import annotations

from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.generating.documented import (
    about_configuration,
    about_layers,
    defaults,
    known_layers,
)
from vkconfig_py.model.generating.generating import Generated, Kind, generate
from vkconfig_py.model.picture.asking import find_answer
from vkconfig_py.model.picture.values import Question


class Wanted(NamedTuple):
    """What is to be generated.

    Attributes:
        question: about the configuration.
        layers: names; () is every layer that programs get of the configuration.
        as_they_are: with the layers' own defaults, whatever the configuration says of them.
    """

    kind: Kind
    question: Question
    layers: tuple[str, ...] = ()
    as_they_are: bool = False


class Made(NamedTuple):
    """What was generated.

    Attributes:
        known: every layer that could be asked for.
        layers: those that it is about.
    """

    wanted: Wanted
    generated: Generated
    known: tuple[str, ...]
    layers: tuple[str, ...]


class Generator:
    """Generates one thing after the other; what has not changed is not read again."""

    def __init__(self) -> None:
        self._cache = DocumentCache()

    def make(self, wanted: Wanted) -> Made:
        """Generate what is wanted."""
        answer = find_answer(wanted.question, self._cache)
        question = answer.question
        known = known_layers(answer.inventory)
        layers = tuple(name for name in wanted.layers if name in known)
        if wanted.as_they_are:
            layers = layers if wanted.layers else known
            about = about_layers(question, answer, layers, defaults(layers))
        elif wanted.layers:
            about = about_layers(question, answer, layers, question.configuration)
        else:
            about = about_configuration(question, answer)
        absent = tuple(
            f"{name}: There is no such layer on this machine."
            for name in wanted.layers
            if name not in known
        )
        generated = generate(wanted.kind, about._replace(notes=(*absent, *about.notes)))
        return Made(wanted, generated, known, tuple(one.declared.name for one in about.layers))
