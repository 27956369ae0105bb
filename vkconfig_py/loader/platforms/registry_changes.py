"""Changes to a registry as values, and the registry that results from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue


class SetValue(NamedTuple):
    """A value to write; its key is created if it does not exist."""

    key: str
    value: RegistryValue


class DeleteValue(NamedTuple):
    """A value to delete, by its name in any case; "" is the default value."""

    key: str
    name: str


class CreateKey(NamedTuple):
    """A key that must exist, with or without values."""

    key: str


class DeleteKey(NamedTuple):
    """A key to delete, with its values and all keys below it."""

    key: str


RegistryChange = SetValue | DeleteValue | CreateKey | DeleteKey


def changed(registry: Registry, changes: Iterable[RegistryChange]) -> Registry:
    """Return the registry after these changes, made in this order."""
    tree = RegistryTree()
    for path, values in registry.items():
        tree.create(path).values = {value.name.casefold(): value for value in values}
    for change in changes:
        tree.make(change)
    return tree.registry()


class _Key:
    """One key of a tree: subkeys and values by their names in lower case."""

    __slots__ = ("children", "name", "values")

    def __init__(self, name: str) -> None:
        self.name = name
        self.children: dict[str, _Key] = {}
        self.values: dict[str, RegistryValue] = {}


class RegistryTree:
    """A registry in the making; deleting a key takes the same time whatever it holds."""

    def __init__(self) -> None:
        self._root = _Key("")
        self.size = 0  # estimate of the bytes that were added, deleted ones included

    def make(self, change: RegistryChange) -> None:
        match change:
            case SetValue(key=key, value=value):
                values = self.create(key).values
                folded = value.name.casefold()
                # Writing a value again keeps its place and the spelling of its name.
                name = values[folded].name if folded in values else value.name
                values[folded] = value._replace(name=name)
                self.size += _ENTRY + value.name.__sizeof__() + len(value.data)
            case DeleteValue(key=key, name=name):
                found = self.find(key)
                if found is not None:
                    found.values.pop(name.casefold(), None)
            case CreateKey(key=key):
                self.create(key)
            case DeleteKey(key=key):
                above, _, name = key.rpartition("\\")
                parent = self.find(above) if above else self._root
                if parent is not None:
                    parent.children.pop(name.casefold(), None)

    def create(self, path: str) -> _Key:
        """Return the key of a path, created with its parents where it does not exist."""
        key, length = self._root, 0
        for name in path.split("\\"):
            length += len(name) + 1
            folded = name.casefold()
            child = key.children.get(folded)
            if child is None:
                child = key.children[folded] = _Key(name)
                # registry() keeps the whole path twice: as it is spelt and in lower case.
                self.size += _ENTRY + 2 * min(path.__sizeof__(), 4 * length)
            key = child
        return key

    def find(self, path: str) -> _Key | None:
        key: _Key | None = self._root
        for name in path.split("\\"):
            if key is None:
                return None
            key = key.children.get(name.casefold())
        return key

    def rename(self, path: str, name: str) -> None:
        """Give a key another name; it must exist, and no other may have the new name."""
        above, _, old = path.rpartition("\\")
        parent = self.create(above)
        key = parent.children.pop(old.casefold())
        key.name = name
        parent.children[name.casefold()] = key

    def registry(self) -> Registry:
        return Registry(dict(self._walk()))

    def _walk(self) -> Iterator[tuple[str, tuple[RegistryValue, ...]]]:
        """Yield each key with its values, parents first."""
        left = [(key.name, key) for key in reversed(self._root.children.values())]
        while left:
            path, key = left.pop()
            yield path, tuple(key.values.values())
            left += [(f"{path}\\{child.name}", child) for child in reversed(key.children.values())]


_ENTRY = 400  # bytes of the objects that stand for a key or a value
