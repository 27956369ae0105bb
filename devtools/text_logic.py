"""No code decides by text that people read; run as a program, this names the places that do.

Displayed text changes with the language and with every better wording. What is such text is
followed over all modules from `tr`, `counted` and their like through variables, constants,
results of functions, and fields of records. Such text may be shown and joined, and asked whether
there is any. It is not compared, looked for, cut, sorted by, nor a key; folded (`casefold`) it is
what people search in.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from devtools.console import ROOT

PACKAGE = "vkconfig_py"
# A kind is TEXT, the full name of a class, or one of these behind LIST or VALUES (of a mapping).
TEXT, LIST, VALUES = "text", "*", "="
MIXED = "mixed text"  # displayed text, or something else
_SOURCES = ("tr", "counted", "render", "join_words", "join_choices", "join_some")
_CUTTING = {"startswith", "endswith", "partition", "rpartition", "split", "rsplit", "find", "rfind"}
_CUTTING |= {"index", "rindex", "removeprefix", "removesuffix", "replace", "translate"}
_CUTTING |= {"lstrip", "rstrip", "splitlines"}
_PATTERNS = {"match", "fullmatch", "search", "sub", "subn", "findall", "finditer", "split"}
_LOOKUPS = {"get", "pop", "setdefault", "index", "count", "remove", "add", "discard"}
_HASHED = {"set", "frozenset", "dict.fromkeys", "Counter"}
_SAME = {"sorted", "list", "tuple", "reversed", "iter", "islice", "set", "frozenset"}
_SAME |= {"dict.fromkeys"}
_FIRST = {"next", "min", "max"}
_ORDERED = {"sorted", "min", "max", "groupby"}
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.boolop)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
Locals = dict[str, str]


class Tree:
    """All modules, and what is known of their names.

    Attributes:
        kinds: of constants, fields, and what functions return, by full name.
        fields: of each class, in order.
        fills: the kinds of what a name is in each place, by full name.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.kinds = {f"{PACKAGE}.language.sentences.{name}": TEXT for name in _SOURCES}
        self.fields: dict[str, list[str]] = {}
        self.bases: dict[str, list[str]] = {}
        self.fills: dict[str, dict[tuple[str, int, int], str]] = {}
        self.changed: set[str] = set()
        self.asked: set[str] = set()  # by the module that is read now
        self.modules = [Module(self, name, text) for name, text in modules.items()]

    def find(self) -> Iterator[tuple[str, int, str]]:
        """Yield module, line and what is wrong there."""
        waiting = self.modules
        while waiting:
            self.changed = set()
            for module in waiting:
                self.asked = module.asked
                module.read()
            for name, fills in self.fills.items():
                if len(kinds := set(fills.values())) == 1 and (kind := kinds.pop()).endswith(TEXT):
                    self.learn(name, kind)
            waiting = [one for one in self.modules if not one.asked.isdisjoint(self.changed)]
        for module in self.modules:
            for line, what in sorted(module.found):
                yield module.name, line, what

    def learn(self, name: str, kind: str) -> None:
        if kind and name not in self.kinds:
            self.kinds[name] = kind
            self.changed.add(name)

    def look_up(self, name: str) -> str:
        self.asked.add(name)
        return self.kinds.get(name, "")

    def member(self, of: str, name: str) -> str:
        """The kind of a field, or of what a method returns."""
        inherited = (self.member(base, name) for base in self.bases.get(of, ()))
        return self.look_up(f"{of}.{name}") or next(filter(None, inherited), "")

    def all_fields(self, of: str) -> dict[str, str]:
        """The fields of a class in order, each with the class that declares it."""
        fields: dict[str, str] = {}
        for base in self.bases.get(of, ()):
            fields |= self.all_fields(base)
        return fields | dict.fromkeys(self.fields.get(of, ()), of)


class Module:
    """One module.

    Attributes:
        asked: names that it asked for: it is read again where one of them was learnt.
        found: line and what is wrong there.
    """

    def __init__(self, tree: Tree, name: str, text: str) -> None:
        self.tree, self.name, self.body = tree, name, ast.parse(text)
        self.names: dict[str, str] = {}
        self.asked: set[str] = set()
        self.found: set[tuple[int, str]] = set()
        self._class, self._function = "", ""
        self._known: dict[ast.expr, str] = {}  # since a variable was bound
        self._parts = {
            node: [part for part in ast.iter_child_nodes(node) if not isinstance(part, _LEAVES)]
            for node in ast.walk(self.body)
            if not isinstance(node, _LEAVES)
        }
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
                    self.tree.bases[full] = list(filter(None, map(self._full, part.bases)))
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
        if isinstance(node, ast.ClassDef):
            self._visit_class(node, local)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            self._visit_function(node, dict(local))
        else:
            self._visit_other(node, self._within(node, local))

    def _visit_other(self, node: ast.AST, local: Locals) -> None:
        match node:
            case ast.For():
                self._bind(node.target, node.iter, local, each=True)
                self._known.clear()
            case ast.Return(value=ast.expr() as value) if self._function:
                self._fill(self._function, value, self.kind(value, local))
            case ast.Yield(value=ast.expr() as value) if self._function:
                self._fill(self._function, value, _many(LIST, self.kind(value, local)))
        for part in self._parts.get(node, ()):
            self._visit(part, local)
        if isinstance(node, ast.expr) and (what := self._fault(node, local)):
            self.found.add((node.lineno, what))
        self._bind_all(node, local)

    def _bind_all(self, node: ast.AST, local: Locals) -> None:
        match node:
            case ast.Match(subject=value, lineno=line) if self._has_text([value], local):
                self.found.add((line, "compared"))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value, local)
            case ast.AnnAssign(target=target, annotation=annotation, value=given):
                if kind := self._annotated(annotation):
                    self._set(target, annotation, kind, local)
                if given is not None:
                    self._bind(target, given, local)
            case ast.AugAssign() | ast.NamedExpr():
                self._bind(node.target, node.value, local)
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                self._bind(target, value, local)

    def _visit_class(self, node: ast.ClassDef, local: Locals) -> None:
        around, self._class = self._class, f"{self.name}.{node.name}"
        is_enum = any("Enum" in _dotted(base) for base in node.bases)
        for part in node.body:
            match part:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                    self.tree.learn(f"{self._class}.{name}", self._annotated(annotation))
                    if value is not None:
                        self._fill(f"{self._class}.{name}", value, self.kind(value, local))
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    kind = self.kind(value, local)
                    if not is_enum:
                        self._fill(f"{self._class}.{name}", value, kind)
                        continue
                    self.tree.learn(f"{self._class}.{name}", self._class)
                    if kind.endswith(TEXT):
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
            local[one.arg] = self._annotated(one.annotation) if one.annotation else ""
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
                self.tree.learn(self._function, self._annotated(node.returns))
            for part in node.body:
                self._visit(part, local)
        self._known.clear()
        self._function = outer

    def _fill(self, name: str, value: ast.expr, kind: str) -> None:
        """Note what a constant, a field or a result is in one place: text if it is so in all."""
        if _is_nothing(value):
            return
        if kind and not kind.endswith(TEXT):
            self.tree.learn(name, kind)
        place = (self.name, value.lineno, value.col_offset)
        self.tree.fills.setdefault(name, {})[place] = kind

    def _within(self, node: ast.AST, around: Locals) -> Locals:
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
                self._set(part, value, self._part(value, at, local, each=each), local)
        elif each and isinstance(target, ast.Name):
            local[target.id] = _each(self.kind(value, local))
        else:
            kind = self.kind(value, local)
            self._set(target, value, _each(kind) if each else kind, local)

    def _part(self, value: ast.expr, at: int, local: Locals, *, each: bool) -> str:
        """The kind of one element of a tuple."""
        match value:
            case ast.Tuple(elts=parts) if not each and at < len(parts):
                return self.kind(parts[at], local)
            case ast.Call(func=ast.Name(id="enumerate"), args=[of, *_]) if each and at == 1:
                return _each(self.kind(of, local))
            case ast.Call(func=ast.Name(id="zip"), args=parts) if each and at < len(parts):
                return _each(self.kind(parts[at], local))
            case ast.Call(func=ast.Attribute(attr="items", value=of)) if each and at == 1:
                kind = self.kind(of, local)
                return kind[1:] if kind.startswith(VALUES) else ""
        return ""

    def _set(self, target: ast.expr, value: ast.expr, kind: str, local: Locals) -> None:
        match target:
            case ast.Name(id=name):
                known = local.get(name, "")
                local[name] = _merged(known, kind) if known else kind
                self._known.clear()
                if not self._function and not self._class:
                    self._fill(f"{self.name}.{name}", value, kind)
            case ast.Attribute(value=of, attr=name):
                if owner := self.kind(of, local):
                    self._fill(f"{owner}.{name}", value, kind)

    # what expressions are

    def kind(self, node: ast.expr, local: Locals) -> str:
        """The kind of an expression; "" where it is another or not known."""
        if (kind := self._known.get(node)) is None:
            kind = self._known[node] = self._find_kind(node, local)
        return kind

    def _find_kind(self, node: ast.expr, local: Locals) -> str:
        match node:
            case ast.Name(id=name):
                return local[name] if name in local else self.tree.look_up(self._full(node))
            case ast.Attribute(value=of, attr=name):
                return self.tree.member(self._full(of) or self.kind(of, local), name)
            case ast.Call():
                return self._kind_of_call(node, local)
            case ast.JoinedStr(values=parts):
                shown = (part.value for part in parts if isinstance(part, ast.FormattedValue))
                return TEXT if self._has_text(shown, local) else ""
            case ast.BinOp(left=left, right=right):
                return TEXT if self._has_text([left, right], local) else self.kind(left, local)
            case ast.IfExp(body=one, orelse=other):
                return self._merge([one, other], local)
            case ast.BoolOp(op=op, values=parts):
                return self._merge(parts if isinstance(op, ast.Or) else parts[-1:], local)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self.kind(value, local)
            case ast.Subscript(value=of, slice=at):
                kind = self.kind(of, local)
                return kind if _is_text(kind) or isinstance(at, ast.Slice) else _element(kind)
        return self._kind_of_many(node, local)

    def _kind_of_many(self, node: ast.expr, local: Locals) -> str:
        """The kind of what holds several things."""
        match node:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                shown = [part for part in parts if not isinstance(part, ast.Constant)]
                kinds = {
                    _element(kind) if isinstance(part, ast.Starred) else kind
                    for part in shown
                    for kind in [self.kind(part, local)]
                }
                return _many(LIST, kinds.pop() if len(kinds) == 1 else "")
            case ast.ListComp(elt=one) | ast.SetComp(elt=one) | ast.GeneratorExp(elt=one):
                return _many(LIST, self.kind(one, self._within(node, local)))
            case ast.DictComp(value=value):
                return _many(VALUES, self.kind(value, self._within(node, local)))
            case ast.Dict(values=values):
                kinds_of = (self.kind(value, local) for value in values)
                return _many(VALUES, next(filter(None, kinds_of), ""))
        return ""

    def _has_text(self, nodes: Iterable[ast.expr], local: Locals) -> bool:
        return any(_is_text(self.kind(node, local)) for node in nodes)

    def _merge(self, parts: Iterable[ast.expr], local: Locals) -> str:
        """The kind of one of several expressions; that there is nothing tells nothing."""
        kinds = [self.kind(p, local) for p in parts if not isinstance(p, ast.Constant) or p.value]
        merged = next(iter(kinds), "")
        for kind in kinds[1:]:
            merged = _merged(merged, kind)
        return merged

    def _kind_of_call(self, node: ast.Call, local: Locals) -> str:
        name, full, func = _dotted(node.func), self._full(node.func), node.func
        if full:
            return full if full in self.tree.fields else self.tree.look_up(full)
        first = self.kind(node.args[0], local) if node.args else ""
        if name in _SAME and node.args:
            return first if first.startswith(LIST) else ""
        if name in _FIRST and node.args:
            return _element(first)
        match name, node.args:
            case "str", [_, *_]:
                return first if _is_text(first) else self.tree.member(first, "__str__")
            case "filter", [_, of]:
                return self.kind(of, local)
            case "map", [function, *_]:
                return _many(LIST, self._find_kind(ast.Call(function, [], []), local))
        return self._kind_of_method(func, first, local) if isinstance(func, ast.Attribute) else ""

    def _kind_of_method(self, func: ast.Attribute, first: str, local: Locals) -> str:
        of, name = self.kind(func.value, local), func.attr
        if name == "join":
            return TEXT if _is_text(of) or first == LIST + TEXT else ""
        if _is_text(of):
            if name in ("split", "splitlines"):
                return LIST + TEXT
            return "" if name == "casefold" or name.startswith("is") else TEXT
        if of.startswith(VALUES):
            return {"get": of[1:], "values": LIST + of[1:], "pop": of[1:]}.get(name, "")
        return of if name == "_replace" else self.tree.member(self._full(func.value) or of, name)

    def _full(self, node: ast.AST) -> str:
        return self.names.get(node.id, "") if isinstance(node, ast.Name) else ""

    def _annotated(self, node: ast.expr) -> str:
        """The kind that an annotation names: a class, or a list or mapping of it."""
        match node:
            case ast.Constant(value=str(text)):
                return self._annotated(ast.parse(text, mode="eval").body)
            case ast.BinOp(left=left, right=right):
                return self._annotated(left) or self._annotated(right)
            case ast.Subscript(value=of, slice=ast.Tuple(elts=[_, one])) if _dotted(of) in (
                "dict",
                "Mapping",
            ):
                return _many(VALUES, self._annotated(one))
            case ast.Subscript(slice=ast.Tuple(elts=[one, ast.Constant(value=end)])):
                return _many(LIST, self._annotated(one)) if end is ... else ""
            case ast.Subscript(value=of, slice=one) if not isinstance(one, ast.Tuple):
                kind = self._annotated(one)
                return _many(LIST, kind) if _dotted(of) not in ("Callable", "type") else kind
        full = self._full(node)
        return full if full.startswith(PACKAGE) else ""

    # what is wrong

    def _fault(self, node: ast.expr, local: Locals) -> str:
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
                kinds = (self.kind(part, local).removeprefix(LIST) for part in shown)
                return "compared" if any(map(_is_text, kinds)) else ""
            case ast.Call():
                self._learn_fields(node, local)
                return self._fault_of_call(node, local)
            case ast.Subscript(value=of, slice=at):
                if self._has_text([of], local):
                    return "cut"
                return "a key" if self._has_text([at], local) else ""
            case ast.Dict(keys=keys):
                return "a key" if self._has_text(filter(None, keys), local) else ""
            case ast.DictComp(key=key) | ast.SetComp(elt=key):
                return "a key" if self._has_text([key], local) else ""
        return ""

    def _fault_of_call(self, node: ast.Call, local: Locals) -> str:
        name, kinds = _dotted(node.func), [self.kind(arg, local) for arg in node.args]
        first = (*kinds, "")[0]
        if name in _HASHED and first == LIST + TEXT:
            return "a key"
        if name in _ORDERED or name.endswith(".sort"):
            key = next((k.value for k in node.keywords if k.arg == "key"), None)
            if isinstance(key, ast.Lambda):
                self._known.clear()  # here its parameter has a kind
                one = {key.args.args[0].arg: _element(first)}
                parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
                is_by_text = self._has_text(parts, {**local, **one})
                self._known.clear()
                return "sorted by" if is_by_text else ""
            return "sorted by" if kinds == [LIST + TEXT] and key is None else ""
        if not isinstance(node.func, ast.Attribute):
            return ""
        of, method = self.kind(node.func.value, local), node.func.attr
        if method in _CUTTING and _is_text(of) and (node.args or "strip" not in method):
            return "cut"
        if name.startswith("re.") and any(map(_is_text, kinds)):
            return "cut"
        if not _is_text(first) or (of and of[0] not in (LIST, VALUES)):
            return ""
        if method in _CUTTING or method in _PATTERNS:
            return "looked for"
        return "a key" if method in _LOOKUPS else ""

    def _learn_fields(self, node: ast.Call, local: Locals) -> None:
        of = self._full(node.func)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            of = self.kind(node.func.value, local)
        if of not in self.tree.fields:
            return
        fields = self.tree.all_fields(of)
        given = dict(zip(fields, node.args, strict=False))
        for field, value in (given | {one.arg: one.value for one in node.keywords}).items():
            if field in fields:
                self._fill(f"{fields[field]}.{field}", value, self.kind(value, local))


def _is_nothing(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=constant):
            return not constant
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def _many(mark: str, kind: str) -> str:
    return mark + kind if kind else ""


def _each(kind: str) -> str:
    """What a loop gets: of a mapping its keys."""
    return kind[1:] if kind.startswith(LIST) else ""


def _element(kind: str) -> str:
    return kind[1:] if kind[:1] in (LIST, VALUES) else ""


def _merged(one: str, other: str) -> str:
    if one.endswith(TEXT) or other.endswith(TEXT):
        return one if one == other else MIXED
    return one or other


def _dotted(node: ast.expr) -> str:
    """A name, with those before it; "" for what is no name."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=of, attr=name):
            return f"{_dotted(of)}.{name}"
    return ""


def _is_text(kind: str) -> bool:
    return kind in (TEXT, MIXED)


def find_text_logic(root: Path) -> Iterator[str]:
    """Yield a sentence for each place of a checkout."""
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts): path
        for path in sorted((root / PACKAGE).rglob("*.py"))
    }
    tree = Tree({name: path.read_text(encoding="utf-8") for name, path in paths.items()})
    for name, line, what in tree.find():
        path = paths[name].relative_to(root)
        yield f"{path}:{line}: displayed text is {what}; decide by a value."


def main() -> int:
    """Print the places; return the exit code."""
    sentences = [f"{sentence}\n" for sentence in find_text_logic(ROOT)]
    sys.stdout.writelines(sentences)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
