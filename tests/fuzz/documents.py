"""Mutated documents: manifests, settings files and filter strings, mostly mutated in structure."""

from __future__ import annotations

import copy
import string
from enum import Enum
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.manifests import Faults, driver_file, layer, layer_file
from tests.fuzz.settings import Known, settings_file
from tests.fuzz.text import LENIENT, Members, Raw, nested, odd_value, render
from tests.fuzz.variables import DRIVER_FILTERS, LAYER_FILTERS, filter_value
from tests.fuzz.words import NAMES, chance

_LAYERS = (
    ("VK_LAYER_A", "@ROOT@/plain/a.json", False),
    ("VK_LAYER_B", "@ROOT@/plain/b.json", True),
)
_BYTES = tuple(bytes([code]) for code in range(256))
_STEMS = 60


class Kind(Enum):
    """What a document is."""

    EXPLICIT = "explicit layer"
    IMPLICIT = "implicit layer"
    DRIVER = "driver"
    SETTINGS = "settings file"
    FILTER = "filter"


class Mutated(NamedTuple):
    """One document.

    Attributes:
        structural: whether its structure was mutated, not only its bytes.
    """

    kind: Kind
    content: bytes
    structural: bool


class Mutator:
    """Makes documents, one after the other."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"documents {seed}")
        sound = Faults(self._random, 0.0, False)
        self._odd = Faults(self._random, 0.05, True)
        self._stems = {kind: [self._stem(kind, sound) for _ in range(_STEMS)] for kind in Kind}

    def make(self) -> Mutated:
        """Return one document."""
        random = self._random
        kind = random.choice(tuple(Kind))
        stem = random.choice(self._stems[kind])
        if kind is Kind.FILTER:
            text = stem.encode("utf-8", "surrogateescape")
            structural = chance(random, 0.5)
            change = self._change_list if structural else self._change_bytes
            return Mutated(kind, change(text).replace(b"\0", b""), structural)
        structural = chance(random, 0.75)
        if not structural:
            return Mutated(kind, self._change_bytes(render(stem)), False)
        value = copy.deepcopy(stem)
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            value = self._change_value(value)
        text = render(value, chance(random, 0.3))
        if chance(random, 0.08):
            text = text[: random.randrange(len(text) + 1)]
        if chance(random, 0.08):
            text = random.choice(LENIENT).replace(b"%s", text, 1)
        return Mutated(kind, text, True)

    def _stem(self, kind: Kind, sound: Faults) -> Any:
        random = self._random
        if kind is Kind.FILTER:
            return filter_value(random, NAMES, 0.2)
        if kind is Kind.DRIVER:
            return driver_file(random, "libdriver.so", sound)
        if kind is Kind.SETTINGS:
            known = Known(_LAYERS, ("@ROOT@/plain/driver.json",), "@ROOT@/bin/program")
            return settings_file(random, known, sound)
        layers = [
            layer(random, random.choice(NAMES), "libx.so", kind is Kind.IMPLICIT, self._odd)
            for _ in range(random.choice((1, 1, 2)))
        ]
        return layer_file(random, layers, sound)

    # -- structure

    def _change_value(self, root: Any) -> Any:
        """Change one place of a document."""
        random = self._random
        places = list(_places(root))
        if not places or chance(random, 0.02):
            return random.choice((odd_value(random), [root], nested(random.choice((5, 1100)))))
        container, index = random.choice(places)
        if isinstance(container, Members):
            self._change_member(container, index)
        else:
            self._change_element(container, index)
        return root

    def _change_member(self, members: Members, index: int) -> None:
        random = self._random
        key, value = members[index]
        way = random.randrange(8)
        if way == 0:
            del members[index]
        elif way == 1:
            other = random.choice((value, odd_value(random)))
            members.insert(random.randrange(len(members) + 1), (key, other))
        elif way == 2:
            members[index] = (random.choice((key.upper(), key.title(), key.swapcase())), value)
        elif way == 3:
            members[index] = (random.choice((f"{key}s", key[:-1], f" {key}", "layer")), value)
        elif way == 4:
            random.shuffle(members)
        elif way == 5:
            members.append(("more", random.choice((value, odd_value(random)))))
        else:
            members[index] = (key, self._another(value))

    def _change_element(self, elements: list[Any], index: int) -> None:
        random = self._random
        way = random.randrange(4)
        if way == 0:
            del elements[index]
        elif way == 1:
            elements.insert(index, elements[index])
        elif way == 2:
            elements.insert(random.randrange(len(elements) + 1), odd_value(random))
        else:
            elements[index] = self._another(elements[index])

    def _another(self, value: Any) -> Any:
        """Return a value of another type, or a text of another size."""
        random = self._random
        if isinstance(value, str) and chance(random, 0.5):
            return random.choice(
                (value * random.choice((2, 10, 30)), value[:-1], f"{value}\x01", f"\\{value}", "")
            )
        if chance(random, 0.2):
            return [value]
        if chance(random, 0.1):
            number = "".join(random.choices("0123456789+-.eE", k=random.randint(1, 9)))
            return Raw(number.encode())
        return odd_value(random)

    # -- bytes

    def _change_bytes(self, text: bytes) -> bytes:
        random = self._random
        for _ in range(random.choice((1, 1, 2, 5))):
            at = random.randrange(len(text) + 1)
            way = random.randrange(5)
            if way == 0:
                text = text[:at] + random.choice(_BYTES) + text[at:]
            elif way == 1:
                text = text[:at] + text[at + 1 :]
            elif way == 2:
                text = text[:at] + random.choice(_BYTES) + text[at + 1 :]
            elif way == 3:
                letter = random.choice(string.ascii_letters).encode()
                text = (
                    text[:at] + random.choice((b"\\" + letter, b"\\u00e9", b"\\ud800")) + text[at:]
                )
            else:
                text = text[:at] + text[at : at + random.randint(1, 9)] + text[at:]
        return text

    def _change_list(self, text: bytes) -> bytes:
        random = self._random
        parts = text.split(b",")
        index = random.randrange(len(parts))
        way = random.randrange(5)
        if way == 0:
            parts *= random.choice((2, 9, 17))
        elif way == 1:
            del parts[index]
        elif way == 2:
            parts[index] = parts[index].swapcase()
        elif way == 3:
            parts.insert(index, random.choice((b"", b"~all~", b"*", b"~x~", b"**")))
        else:
            parts[index] = b"*" + parts[index].strip(b"*") + b"*"
        return b",".join(parts)


def _places(value: Any) -> list[tuple[Any, int]]:
    """Return every member and element of a document."""
    found: list[tuple[Any, int]] = []
    if isinstance(value, list):
        for index, element in enumerate(value):
            found.append((value, index))
            found += _places(element[1] if isinstance(value, Members) else element)
    return found


FILTER_VARIABLES = (*LAYER_FILTERS, *DRIVER_FILTERS)
