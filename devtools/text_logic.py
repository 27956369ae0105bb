"""No code decides by text that people read; run as a program, this names the places that do.

Displayed text changes with the language and with every better wording. What is such text is
followed over all modules from `tr`, `counted` and their like through variables, constants,
results of functions, and fields of records. Such text may be shown and joined, and asked whether
there is any. It is not compared, looked for, cut, sorted by, nor a key; folded (`casefold`) it is
what people search in.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from devtools.console import ROOT

PACKAGE = "vkconfig_py"
# A kind is TEXT, the full name of a class, or one of these behind LIST or VALUES (of a mapping).
TEXT_KIND, LIST_MARK, MAPPING_MARK = "text", "*", "="
MIXED_KIND = "mixed text"  # displayed text, or something else
_SOURCES = ("tr", "counted", "render", "join_words", "join_choices", "join_some")
_CUTTING_METHODS = {
    "startswith",
    "endswith",
    "partition",
    "rpartition",
    "split",
    "rsplit",
    "find",
    "rfind",
}
_CUTTING_METHODS |= {"index", "rindex", "removeprefix", "removesuffix", "replace", "translate"}
_CUTTING_METHODS |= {"lstrip", "rstrip", "splitlines"}
_PATTERNS = {"match", "fullmatch", "search", "sub", "subn", "findall", "finditer", "split"}
_LOOKUPS = {"get", "pop", "setdefault", "index", "count", "remove", "add", "discard"}
_HASHING_FUNCTIONS = {"set", "frozenset", "dict.fromkeys", "Counter"}
_KIND_KEEPING_FUNCTIONS = {
    "sorted",
    "list",
    "tuple",
    "reversed",
    "iter",
    "islice",
    "set",
    "frozenset",
}
_KIND_KEEPING_FUNCTIONS |= {"dict.fromkeys"}
_ELEMENT_FUNCTIONS = {"next", "min", "max"}
_ORDERING_FUNCTIONS = {"sorted", "min", "max", "groupby"}
_LEAF_NODES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.boolop)
# A node is of exactly one of these classes, or of none: asked once, for there are a million.
_SCOPES = {ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda}
_FLOWS = {ast.For, ast.Return, ast.Yield}
_FAULTY = {ast.Compare, ast.Call, ast.Subscript, ast.Dict, ast.DictComp, ast.SetComp}
_BINDINGS = {ast.Match, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.withitem}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
Locals = dict[str, str]


class CheckedPackage:
    """All modules, and what is known of their names.

    Attributes:
        kinds: of constants, fields, and what functions return, by full name.
        fields: of each class, in order.
        fills: the kinds of what a name is in each place, by full name.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.kinds = {f"{PACKAGE}.language.sentences.{name}": TEXT_KIND for name in _SOURCES}
        self.fields: dict[str, list[str]] = {}
        self.bases: dict[str, list[str]] = {}
        self.fills: dict[str, dict[tuple[str, int, int], str]] = {}
        self.changed: set[str] = set()
        self.asked: set[str] = set()  # by the module that is read now
        self.modules = [Module(self, name, text) for name, text in modules.items()]

    def find_faults(self) -> Iterator[tuple[str, int, str]]:
        """Yield module, line and what is wrong there."""
        waiting = self.modules
        while waiting:
            self.changed = set()
            for module in waiting:
                self.asked = module.asked
                module.read()
            for name, fills in self.fills.items():
                if len(kinds := set(fills.values())) == 1 and (kind := kinds.pop()).endswith(
                    TEXT_KIND
                ):
                    self.learn_kind(name, kind)
            waiting = [one for one in self.modules if not one.asked.isdisjoint(self.changed)]
        for module in self.modules:
            for line, what in sorted(module.found):
                yield module.name, line, what

    def learn_kind(self, name: str, kind: str) -> None:
        if kind and name not in self.kinds:
            self.kinds[name] = kind
            self.changed.add(name)

    def look_up_kind(self, name: str) -> str:
        self.asked.add(name)
        return self.kinds.get(name, "")

    def find_member_kind(self, of: str, name: str) -> str:
        """The kind of a field, or of what a method returns."""
        inherited = (self.find_member_kind(base, name) for base in self.bases.get(of, ()))
        return self.look_up_kind(f"{of}.{name}") or next(filter(None, inherited), "")

    def map_fields(self, of: str) -> dict[str, str]:
        """The fields of a class in order, each with the class that declares it."""
        fields: dict[str, str] = {}
        for base in self.bases.get(of, ()):
            fields |= self.map_fields(base)
        return fields | dict.fromkeys(self.fields.get(of, ()), of)


class Module:
    """One module.

    Attributes:
        asked: names that it asked for: it is read again where one of them was learnt.
        found: line and what is wrong there.
    """

    def __init__(self, tree: CheckedPackage, name: str, text: str) -> None:
        self.tree, self.name, self.body = tree, name, ast.parse(text)
        self.names: dict[str, str] = {}
        self.asked: set[str] = set()
        self.found: set[tuple[int, str]] = set()
        self._class, self._function = "", ""
        self._known: dict[ast.expr, str] = {}  # since a variable was bound
        self._parts = _map_parts(self.body)
        for node in self._parts:
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self.names[one.asname or one.name] = f"{node.module}.{one.name}"
        for part in self.body.body:
            self._declare(part)

    def _declare(self, part: ast.stmt) -> None:
        match part:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                self.names[name] = full = f"{self.name}.{name}"
                if isinstance(part, ast.ClassDef):
                    self.tree.bases[full] = list(filter(None, map(self._qualify, part.bases)))
                    members = (x.target for x in part.body if isinstance(x, ast.AnnAssign))
                    self.tree.fields[full] = [x.id for x in members if isinstance(x, ast.Name)]
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                self.names[name] = f"{self.name}.{name}"

    def read(self) -> None:
        """Learn what the module tells of its names, and find what is wrong."""
        self.found.clear()
        self._known.clear()
        local: Locals = {}
        for node in self.body.body:
            self._visit(node, local)

    # statements

    def _visit(self, node: ast.AST, local: Locals) -> None:
        if type(node) not in _SCOPES:
            self._visit_other(node, self._make_inner_locals(node, local))
        elif isinstance(node, ast.ClassDef):
            self._visit_class(node, local)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            self._visit_function(node, dict(local))

    def _visit_other(self, node: ast.AST, local: Locals) -> None:
        kind = type(node)
        if kind in _FLOWS:
            self._follow_flow(node, local)
        for part in self._parts.get(node, ()):
            self._visit(part, local)
        if (
            isinstance(node, ast.expr)
            and kind in _FAULTY
            and (what := self._find_fault(node, local))
        ):
            self.found.add((node.lineno, what))
        if kind in _BINDINGS:
            self._bind_all(node, local)

    def _follow_flow(self, node: ast.AST, local: Locals) -> None:
        match node:
            case ast.For():
                self._bind(node.target, node.iter, local, each=True)
                self._known.clear()
            case ast.Return(value=ast.expr() as value) if self._function:
                self._note_kind(self._function, value, self.find_kind(value, local))
            case ast.Yield(value=ast.expr() as value) if self._function:
                self._note_kind(
                    self._function,
                    value,
                    _make_container_kind(LIST_MARK, self.find_kind(value, local)),
                )

    def _bind_all(self, node: ast.AST, local: Locals) -> None:
        match node:
            case ast.Match(subject=value, lineno=line) if self._has_text([value], local):
                self.found.add((line, "compared"))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value, local)
            case ast.AnnAssign(target=target, annotation=annotation, value=given):
                if kind := self._read_annotation(annotation):
                    self._set_kind(target, annotation, kind, local)
                if given is not None:
                    self._bind(target, given, local)
            case ast.AugAssign() | ast.NamedExpr():
                self._bind(node.target, node.value, local)
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                self._bind(target, value, local)

    def _visit_class(self, node: ast.ClassDef, local: Locals) -> None:
        around, self._class = self._class, f"{self.name}.{node.name}"
        is_enum = any("Enum" in _render_dotted_name(base) for base in node.bases)
        for part in node.body:
            match part:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                    self.tree.learn_kind(f"{self._class}.{name}", self._read_annotation(annotation))
                    if value is not None:
                        self._note_kind(
                            f"{self._class}.{name}", value, self.find_kind(value, local)
                        )
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    kind = self.find_kind(value, local)
                    if not is_enum:
                        self._note_kind(f"{self._class}.{name}", value, kind)
                        continue
                    self.tree.learn_kind(f"{self._class}.{name}", self._class)
                    if kind.endswith(TEXT_KIND):
                        self.found.add((part.lineno, "the value of an enum"))
        inner = dict(local)
        for part in node.body:
            self._visit(part, inner)
        self._class = around

    def _visit_function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, local: Locals
    ) -> None:
        outer, given = self._function, node.args
        for one in chain(given.posonlyargs, given.args, given.kwonlyargs):
            local[one.arg] = self._read_annotation(one.annotation) if one.annotation else ""
        if self._class and given.args and given.args[0].arg in ("self", "cls"):
            local[given.args[0].arg] = self._class
        self._known.clear()
        self._function = ""
        if isinstance(node, ast.Lambda):
            self._visit(node.body, local)
        else:
            if not outer:
                self._function = f"{self._class or self.name}.{node.name}"
            if node.returns is not None and self._function:
                self.tree.learn_kind(self._function, self._read_annotation(node.returns))
            for part in node.body:
                self._visit(part, local)
        self._known.clear()
        self._function = outer

    def _note_kind(self, name: str, value: ast.expr, kind: str) -> None:
        """Note what a constant, a field or a result is in one place: text if it is so in all."""
        if _is_empty(value):
            return
        if kind and not kind.endswith(TEXT_KIND):
            self.tree.learn_kind(name, kind)
        place = (self.name, value.lineno, value.col_offset)
        self.tree.fills.setdefault(name, {})[place] = kind

    def _make_inner_locals(self, node: ast.AST, around: Locals) -> Locals:
        """The variables within a node, which are others in a comprehension."""
        if not isinstance(node, _COMPREHENSIONS):
            return around
        local = dict(around)
        for part in node.generators:
            self._bind(part.target, part.iter, local, each=True)
        return local

    def _bind(
        self, target: ast.expr, value: ast.expr, local: Locals, *, each: bool = False
    ) -> None:
        """Bind a target to a value, or to each of its elements."""
        if isinstance(target, ast.Tuple | ast.List):
            for at, part in enumerate(target.elts):
                self._set_kind(
                    part, value, self._find_part_kind(value, at, local, each=each), local
                )
        elif each and isinstance(target, ast.Name):
            local[target.id] = _get_iterated_kind(self.find_kind(value, local))
        else:
            kind = self.find_kind(value, local)
            self._set_kind(target, value, _get_iterated_kind(kind) if each else kind, local)

    def _find_part_kind(self, value: ast.expr, at: int, local: Locals, *, each: bool) -> str:
        """The kind of one element of a tuple."""
        match value:
            case ast.Tuple(elts=parts) if not each and at < len(parts):
                return self.find_kind(parts[at], local)
            case ast.Call(func=ast.Name(id="enumerate"), args=[of, *_]) if each and at == 1:
                return _get_iterated_kind(self.find_kind(of, local))
            case ast.Call(func=ast.Name(id="zip"), args=parts) if each and at < len(parts):
                return _get_iterated_kind(self.find_kind(parts[at], local))
            case ast.Call(func=ast.Attribute(attr="items", value=of)) if each and at == 1:
                kind = self.find_kind(of, local)
                return kind[1:] if kind.startswith(MAPPING_MARK) else ""
        return ""

    def _set_kind(self, target: ast.expr, value: ast.expr, kind: str, local: Locals) -> None:
        match target:
            case ast.Name(id=name):
                known = local.get(name, "")
                local[name] = _merge_kinds(known, kind) if known else kind
                self._known.clear()
                if not self._function and not self._class:
                    self._note_kind(f"{self.name}.{name}", value, kind)
            case ast.Attribute(value=of, attr=name):
                if owner := self.find_kind(of, local):
                    self._note_kind(f"{owner}.{name}", value, kind)

    # what expressions are

    def find_kind(self, node: ast.expr, local: Locals) -> str:
        """The kind of an expression; "" where it is another or not known."""
        if (kind := self._known.get(node)) is None:
            kind = self._known[node] = self._find_kind(node, local)
        return kind

    def _find_kind(self, node: ast.expr, local: Locals) -> str:
        match node:
            case ast.Name(id=name):
                return local[name] if name in local else self.tree.look_up_kind(self._qualify(node))
            case ast.Attribute(value=of, attr=name):
                return self.tree.find_member_kind(
                    self._qualify(of) or self.find_kind(of, local), name
                )
            case ast.Call():
                return self._find_call_kind(node, local)
            case ast.JoinedStr(values=parts):
                shown = (part.value for part in parts if isinstance(part, ast.FormattedValue))
                return TEXT_KIND if self._has_text(shown, local) else ""
            case ast.BinOp(left=left, right=right):
                return (
                    TEXT_KIND
                    if self._has_text([left, right], local)
                    else self.find_kind(left, local)
                )
            case ast.IfExp(body=one, orelse=other):
                return self._merge_part_kinds([one, other], local)
            case ast.BoolOp(op=op, values=parts):
                return self._merge_part_kinds(
                    parts if isinstance(op, ast.Or) else parts[-1:], local
                )
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self.find_kind(value, local)
            case ast.Subscript(value=of, slice=at):
                kind = self.find_kind(of, local)
                return (
                    kind if _is_text(kind) or isinstance(at, ast.Slice) else _get_element_kind(kind)
                )
        return self._find_container_kind(node, local)

    def _find_container_kind(self, node: ast.expr, local: Locals) -> str:
        """The kind of what holds several things."""
        match node:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                shown = [part for part in parts if not isinstance(part, ast.Constant)]
                kinds = {
                    _get_element_kind(kind) if isinstance(part, ast.Starred) else kind
                    for part in shown
                    for kind in [self.find_kind(part, local)]
                }
                return _make_container_kind(LIST_MARK, kinds.pop() if len(kinds) == 1 else "")
            case ast.ListComp(elt=one) | ast.SetComp(elt=one) | ast.GeneratorExp(elt=one):
                return _make_container_kind(
                    LIST_MARK, self.find_kind(one, self._make_inner_locals(node, local))
                )
            case ast.DictComp(value=value):
                return _make_container_kind(
                    MAPPING_MARK, self.find_kind(value, self._make_inner_locals(node, local))
                )
            case ast.Dict(values=values):
                kinds_of = (self.find_kind(value, local) for value in values)
                return _make_container_kind(MAPPING_MARK, next(filter(None, kinds_of), ""))
        return ""

    def _has_text(self, nodes: Iterable[ast.expr], local: Locals) -> bool:
        return any(_is_text(self.find_kind(node, local)) for node in nodes)

    def _merge_part_kinds(self, parts: Iterable[ast.expr], local: Locals) -> str:
        """The kind of one of several expressions; that there is nothing tells nothing."""
        kinds = [
            self.find_kind(p, local) for p in parts if not isinstance(p, ast.Constant) or p.value
        ]
        merged = next(iter(kinds), "")
        for kind in kinds[1:]:
            merged = _merge_kinds(merged, kind)
        return merged

    def _find_call_kind(self, node: ast.Call, local: Locals) -> str:
        name, full, func = _render_dotted_name(node.func), self._qualify(node.func), node.func
        if full:
            return full if full in self.tree.fields else self.tree.look_up_kind(full)
        first = self.find_kind(node.args[0], local) if node.args else ""
        if name in _KIND_KEEPING_FUNCTIONS and node.args:
            return first if first.startswith(LIST_MARK) else ""
        if name in _ELEMENT_FUNCTIONS and node.args:
            return _get_element_kind(first)
        match name, node.args:
            case "str", [_, *_]:
                return first if _is_text(first) else self.tree.find_member_kind(first, "__str__")
            case "filter", [_, of]:
                return self.find_kind(of, local)
            case "map", [function, *_]:
                return _make_container_kind(
                    LIST_MARK, self._find_kind(ast.Call(function, [], []), local)
                )
        return self._find_method_kind(func, first, local) if isinstance(func, ast.Attribute) else ""

    def _find_method_kind(self, func: ast.Attribute, first: str, local: Locals) -> str:
        of, name = self.find_kind(func.value, local), func.attr
        if name == "join":
            return TEXT_KIND if _is_text(of) or first == LIST_MARK + TEXT_KIND else ""
        if _is_text(of):
            if name in ("split", "splitlines"):
                return LIST_MARK + TEXT_KIND
            return "" if name == "casefold" or name.startswith("is") else TEXT_KIND
        if of.startswith(MAPPING_MARK):
            return {"get": of[1:], "values": LIST_MARK + of[1:], "pop": of[1:]}.get(name, "")
        return (
            of
            if name == "_replace"
            else self.tree.find_member_kind(self._qualify(func.value) or of, name)
        )

    def _qualify(self, node: ast.AST) -> str:
        return self.names.get(node.id, "") if isinstance(node, ast.Name) else ""

    def _read_annotation(self, node: ast.expr) -> str:
        """The kind that an annotation names: a class, or a list or mapping of it."""
        match node:
            case ast.Constant(value=str(text)):
                return self._read_annotation(ast.parse(text, mode="eval").body)
            case ast.BinOp(left=left, right=right):
                return self._read_annotation(left) or self._read_annotation(right)
            case ast.Subscript(value=of, slice=ast.Tuple(elts=[_, one])) if _render_dotted_name(
                of
            ) in (
                "dict",
                "Mapping",
            ):
                return _make_container_kind(MAPPING_MARK, self._read_annotation(one))
            case ast.Subscript(slice=ast.Tuple(elts=[one, ast.Constant(value=end)])):
                return (
                    _make_container_kind(LIST_MARK, self._read_annotation(one))
                    if end is ...
                    else ""
                )
            case ast.Subscript(value=of, slice=one) if not isinstance(one, ast.Tuple):
                kind = self._read_annotation(one)
                return (
                    _make_container_kind(LIST_MARK, kind)
                    if _render_dotted_name(of) not in ("Callable", "type")
                    else kind
                )
        full = self._qualify(node)
        return full if full.startswith(PACKAGE) else ""

    # what is wrong

    def _find_fault(self, node: ast.expr, local: Locals) -> str:
        match node:
            case ast.Compare(left=left, comparators=others, ops=ops):
                sides = [left, *others]
                if all(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                    return ""
                if any(isinstance(side, ast.Constant) and not side.value for side in sides):
                    return ""
                shown = chain.from_iterable(
                    side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
                    for side in sides
                )
                kinds = (self.find_kind(part, local).removeprefix(LIST_MARK) for part in shown)
                return "compared" if any(map(_is_text, kinds)) else ""
            case ast.Call():
                self._learn_fields(node, local)
                return self._find_call_fault(node, local)
            case ast.Subscript(value=of, slice=at):
                if self._has_text([of], local):
                    return "cut"
                return "a key" if self._has_text([at], local) else ""
            case ast.Dict(keys=keys):
                return "a key" if self._has_text(filter(None, keys), local) else ""
            case ast.DictComp(key=key) | ast.SetComp(elt=key):
                return "a key" if self._has_text([key], local) else ""
        return ""

    def _find_call_fault(self, node: ast.Call, local: Locals) -> str:
        name, kinds = (
            _render_dotted_name(node.func),
            [self.find_kind(arg, local) for arg in node.args],
        )
        first = (*kinds, "")[0]
        if name in _HASHING_FUNCTIONS and first == LIST_MARK + TEXT_KIND:
            return "a key"
        if name in _ORDERING_FUNCTIONS or name.endswith(".sort"):
            key = next((k.value for k in node.keywords if k.arg == "key"), None)
            if isinstance(key, ast.Lambda):
                self._known.clear()  # here its parameter has a kind
                one = {key.args.args[0].arg: _get_element_kind(first)}
                parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
                is_by_text = self._has_text(parts, {**local, **one})
                self._known.clear()
                return "sorted by" if is_by_text else ""
            return "sorted by" if kinds == [LIST_MARK + TEXT_KIND] and key is None else ""
        if not isinstance(node.func, ast.Attribute):
            return ""
        of, method = self.find_kind(node.func.value, local), node.func.attr
        if method in _CUTTING_METHODS and _is_text(of) and (node.args or "strip" not in method):
            return "cut"
        if name.startswith("re.") and any(map(_is_text, kinds)):
            return "cut"
        if not _is_text(first) or (of and of[0] not in (LIST_MARK, MAPPING_MARK)):
            return ""
        if method in _CUTTING_METHODS or method in _PATTERNS:
            return "looked for"
        return "a key" if method in _LOOKUPS else ""

    def _learn_fields(self, node: ast.Call, local: Locals) -> None:
        of = self._qualify(node.func)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            of = self.find_kind(node.func.value, local)
        if of not in self.tree.fields:
            return
        fields = self.tree.map_fields(of)
        given = dict(zip(fields, node.args, strict=False))
        for field, value in (given | {one.arg: one.value for one in node.keywords}).items():
            if field in fields:
                self._note_kind(f"{fields[field]}.{field}", value, self.find_kind(value, local))


def _map_parts(tree: ast.AST) -> dict[ast.AST, list[ast.AST]]:
    """Return the parts of each node, leaves left out. ast.walk takes three times as long."""
    found: dict[ast.AST, list[ast.AST]] = {}
    nodes = [tree]
    for node in nodes:
        parts = found[node] = []
        for field in node._fields:
            value = getattr(node, field)
            for part in value if isinstance(value, list) else (value,):
                if isinstance(part, ast.AST) and not isinstance(part, _LEAF_NODES):
                    parts.append(part)
        nodes += parts
    return found


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=constant):
            return not constant
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def _make_container_kind(mark: str, kind: str) -> str:
    return mark + kind if kind else ""


def _get_iterated_kind(kind: str) -> str:
    """What a loop gets: of a mapping its keys."""
    return kind[1:] if kind.startswith(LIST_MARK) else ""


def _get_element_kind(kind: str) -> str:
    return kind[1:] if kind[:1] in (LIST_MARK, MAPPING_MARK) else ""


def _merge_kinds(one: str, other: str) -> str:
    if one.endswith(TEXT_KIND) or other.endswith(TEXT_KIND):
        return one if one == other else MIXED_KIND
    return one or other


def _render_dotted_name(node: ast.expr) -> str:
    """A name, with those before it; "" for what is no name."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=of, attr=name):
            return f"{_render_dotted_name(of)}.{name}"
    return ""


def _is_text(kind: str) -> bool:
    return kind in (TEXT_KIND, MIXED_KIND)


def find_text_logic(root: Path) -> Iterator[str]:
    """Yield a sentence for each place of a checkout."""
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts): path
        for path in sorted((root / PACKAGE).rglob("*.py"))
    }
    tree = CheckedPackage({name: path.read_text(encoding="utf-8") for name, path in paths.items()})
    for name, line, what in tree.find_faults():
        path = paths[name].relative_to(root)
        yield f"{path}:{line}: displayed text is {what}; decide by a value."


def main() -> int:
    """Print the places; return the exit code."""
    gc.disable()  # the trees stay until the end
    sentences = [f"{sentence}\n" for sentence in find_text_logic(ROOT)]
    sys.stdout.writelines(sentences)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
