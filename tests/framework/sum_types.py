"""The sum types of the program, as its text tells them: what stands for one thing or another.

Value classes belong together if a union names them, a match or isinstance tells them apart, or one
is the base of others.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

_TELLING = (ast.ImportFrom, ast.ClassDef, ast.Assign, ast.BinOp, ast.Match, ast.Call)


class ClassName(NamedTuple):
    """A class, or a name for a union of classes, by where it is defined."""

    module: str
    name: str


class Package:
    """The modules of a package as text."""

    def __init__(self, folder: Path) -> None:
        self._nodes = {
            _module_name(path, folder): list(_find_class_nodes(ast.parse(path.read_text())))
            for path in sorted(folder.rglob("*.py"))
        }

    @cached_property
    def _imported(self) -> dict[ClassName, ClassName]:
        """What names of modules stand for that come from elsewhere, under TYPE_CHECKING too."""
        return {
            ClassName(module, alias.asname or alias.name): ClassName(node.module, alias.name)
            for module, nodes in self._nodes.items()
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }

    @cached_property
    def _classes(self) -> dict[ClassName, ast.ClassDef]:
        return {
            ClassName(module, node.name): node
            for module, nodes in self._nodes.items()
            for node in nodes
            if isinstance(node, ast.ClassDef)
        }

    @cached_property
    def _aliases(self) -> dict[ClassName, ast.expr]:
        return {
            ClassName(module, target.id): node.value
            for module, nodes in self._nodes.items()
            for node in nodes
            if isinstance(node, ast.Assign) and _is_union(node.value)
            for target in node.targets
            if isinstance(target, ast.Name) and not _names(node.value, target.id)
        }

    def sum_types(self) -> dict[frozenset[type], str]:
        """Return each set of value classes that belong together, and where it is met first."""
        unions: dict[frozenset[type], str] = {}
        for module, nodes in self._nodes.items():
            for node in nodes:
                names = {
                    name
                    for part in _list_alternatives(node)
                    for name in self._members(module, part)
                }
                kinds = frozenset(filter(_is_value, map(self._load, names)))
                if len(kinds) > 1:
                    unions.setdefault(kinds, f"{module}:{node.lineno}")  # type: ignore[attr-defined]
        return unions

    def _members(self, module: str, node: ast.AST) -> Iterator[ClassName]:
        """Yield the classes that an expression names, those of unions among them."""
        if isinstance(node, ast.BinOp):
            yield from self._members(module, node.left)
            yield from self._members(module, node.right)
        elif isinstance(node, ast.Name):
            name = ClassName(module, node.id)
            while name in self._imported:
                name = self._imported[name]
            if name in self._classes:
                yield name
            elif name in self._aliases:
                yield from self._members(name.module, self._aliases[name])

    @staticmethod
    def _load(name: ClassName) -> Any:
        return getattr(importlib.import_module(name.module), name.name, object)


def _module_name(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _find_class_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that tell of classes. ast.walk takes three times as long."""
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, _TELLING):
            yield node
        for value in vars(node).values():
            if isinstance(value, list):
                left += [child for child in value if isinstance(child, ast.AST)]
            elif isinstance(value, ast.AST):
                left.append(value)


def _is_union(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _names(node: ast.AST, name: str) -> bool:
    """Tell whether an expression names it: a variable that grows by |, say, is no union."""
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _list_alternatives(node: ast.AST) -> list[ast.AST]:
    """Return what a statement or expression treats as kinds of one thing."""
    if _is_union(node):
        return [node]
    if isinstance(node, ast.Match):
        patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
        return [inner.cls for inner in patterns if isinstance(inner, ast.MatchClass)]
    if isinstance(node, ast.ClassDef):
        return [ast.Name(node.name), *node.bases]
    match node:
        case ast.Call(ast.Name("isinstance"), [_, ast.Tuple(kinds)]):
            return list(kinds)
        case _:
            return []


def _is_value(kind: Any) -> bool:
    return bool(_fields(kind))


def _fields(kind: Any) -> tuple[str, ...]:
    if is_dataclass(kind):
        return tuple(kind.__dataclass_fields__)
    return getattr(kind, "_fields", ()) if issubclass(kind, tuple) else ()


def make_alike(first: type, second: type) -> tuple[Any, Any]:
    """Return values of two classes that hold the same as far as they can."""
    length = max(len(_fields(first)), len(_fields(second)))
    return _make_filled(first, length), _make_filled(second, length)


def _make_filled(kind: Any, length: int) -> Any:
    if is_dataclass(kind):
        return kind(*["/x"] * len(_fields(kind)))  # type: ignore[operator]
    return tuple.__new__(kind, ["/x"] * length)
