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
_SOURCES = ("tr", "counted", "render")
_JOINING = ("join_words", "join_choices", "join_some")
_FOLDED = "casefold"
_CUTTING = {"startswith", "endswith", "partition", "rpartition", "split", "rsplit", "find", "rfind"}
_CUTTING |= {"index", "rindex", "removeprefix", "removesuffix", "replace", "translate"}
_CUTTING |= {"lstrip", "rstrip", "splitlines"}
_PATTERNS = {"match", "fullmatch", "search", "sub", "subn", "findall", "finditer", "split"}
_LOOKUPS = {"get", "pop", "setdefault", "index", "count", "remove", "add", "discard"}
_HASHED = {"set", "frozenset", "dict.fromkeys", "Counter"}
_SAME = {
    "sorted",
    "list",
    "tuple",
    "set",
    "frozenset",
    "reversed",
    "iter",
    "islice",
    "dict.fromkeys",
}
_FIRST = {"next", "min", "max"}
_ORDERED = {"sorted", "min", "max", "groupby"}
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.boolop)
Locals = dict[str, str]
Place = tuple[str, int, int]


class Tree:
    """All modules, and what is known of their names.

    Attributes:
        kinds: of constants, fields, and what functions return, by full name.
        fields: of each class, in order.
        bases: of each class.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.kinds = {
            f"{PACKAGE}.language.sentences.{name}": TEXT for name in (*_SOURCES, *_JOINING)
        }
        self.fields: dict[str, list[str]] = {}
        self.bases: dict[str, list[str]] = {}
        self.fills: dict[str, dict[Place, str]] = {}
        self.changed: set[str] = set()
        self.asked: set[str] = set()  # by the module that is read now
        self.modules = [Module(self, name, text) for name, text in modules.items()]

    def find(self) -> Iterator[tuple[str, int, str]]:
        """Yield module, line and what is wrong there."""
        for module in self.modules:
            module.declare()
        changed = None
        while changed is None or changed:
            self.changed = set()
            for module in self.modules:
                if changed is None or not module.asked.isdisjoint(changed):
                    self.asked = module.asked
                    module.read()
            for name, fills in self.fills.items():
                kinds = set(fills.values())
                if len(kinds) == 1 and (kind := kinds.pop()).endswith(TEXT):
                    self.learn(name, kind)
            changed = self.changed
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
        found = self.look_up(f"{of}.{name}")
        return found or next(
            filter(None, (self.member(b, name) for b in self.bases.get(of, ()))), ""
        )

    def owner(self, of: str, name: str) -> str:
        """The class that declares a field."""
        if name in self.fields.get(of, ()):
            return of
        bases = self.bases.get(of, ())
        return next((found for b in bases if (found := self.owner(b, name))), "")

    def all_fields(self, of: str) -> list[str]:
        inherited = [name for base in self.bases.get(of, ()) for name in self.all_fields(base)]
        return [*inherited, *self.fields.get(of, ())]


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
        self._known_parts: dict[ast.AST, list[ast.AST]] = {}
        for node in ast.walk(self.body):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self.names[one.asname or one.name] = f"{node.module}.{one.name}"

    def declare(self) -> None:
        """Declare classes, and types that are annotated."""
        for part in self.body.body:
            match part:
                case ast.ClassDef():
                    self.names[part.name] = full = f"{self.name}.{part.name}"
                    self.tree.bases[full] = [b for b in map(self._full, part.bases) if b]
                    self.tree.fields[full] = [
                        one.target.id
                        for one in part.body
                        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                    ]
                case ast.FunctionDef():
                    self.names[part.name] = f"{self.name}.{part.name}"
                case ast.Assign() | ast.AnnAssign():
                    for target in part.targets if isinstance(part, ast.Assign) else [part.target]:
                        if isinstance(target, ast.Name):
                            self.names[target.id] = f"{self.name}.{target.id}"

    def read(self) -> None:
        """Learn what the module tells of its names, and find what is wrong."""
        self.found.clear()
        self._visit_all(self.body.body, {})

    # statements

    def _visit_all(self, nodes: Iterable[ast.AST], local: Locals) -> None:
        for node in nodes:
            self._visit(node, local)

    def _visit(self, node: ast.AST, local: Locals) -> None:
        match node:
            case ast.ClassDef():
                self._visit_class(node, local)
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                self._visit_function(node, local)
                return
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                local = self._made(node, local)
            case ast.For():
                self._bind(node.target, node.iter, local, each=True)
            case ast.Return(value=ast.expr() as value) if self._function:
                self._fill(self._function, value, self.kind(value, local))
            case ast.Yield(value=ast.expr() as value) if self._function:
                kind = self.kind(value, local)
                self._fill(self._function, value, LIST + kind if kind else "")
        self._visit_all(self._parts(node), local)
        self._check(node, local)
        self._bind_all(node, local)

    def _parts(self, node: ast.AST) -> list[ast.AST]:
        """The nodes below a node, without those that have nothing below them."""
        if (parts := self._known_parts.get(node)) is None:
            parts = [one for one in ast.iter_child_nodes(node) if not isinstance(one, _LEAVES)]
            self._known_parts[node] = parts
        return parts

    def _bind_all(self, node: ast.AST, local: Locals) -> None:
        match node:
            case ast.Assign():
                for target in node.targets:
                    self._bind(target, node.value, local)
            case ast.AnnAssign():
                if kind := self._annotated(node.annotation):
                    self._bind_kind(node.target, node.annotation, kind, local)
                if node.value is not None:
                    self._bind(node.target, node.value, local)
            case ast.AugAssign() | ast.NamedExpr():
                self._bind(node.target, node.value, local)
            case ast.withitem(optional_vars=ast.expr() as target):
                self._bind(target, node.context_expr, local)

    def _visit_class(self, node: ast.ClassDef, local: Locals) -> None:
        around = self._class
        self._class = f"{self.name}.{node.name}"
        enum = any("Enum" in _dotted(base) for base in node.bases)
        for part in node.body:
            match part:
                case ast.AnnAssign(target=ast.Name(id=name)):
                    self.tree.learn(f"{self._class}.{name}", self._annotated(part.annotation))
                    if part.value is not None:
                        kind = self.kind(part.value, local)
                        self._fill(f"{self._class}.{name}", part.value, kind)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    kind = self.kind(part.value, local)
                    if enum and kind.endswith(TEXT):
                        self.found.add((part.lineno, "the value of an enum"))
                    if enum:
                        self.tree.learn(f"{self._class}.{name}", self._class)
                    else:
                        self._fill(f"{self._class}.{name}", part.value, kind)
        self._visit_all(node.body, dict(local))
        self._class = around

    def _visit_function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, around: Locals
    ) -> None:
        local, outer = dict(around), self._function
        given = node.args
        for one in chain(given.posonlyargs, given.args, given.kwonlyargs):
            local[one.arg] = self._annotated(one.annotation) if one.annotation else ""
        if self._class and given.args and given.args[0].arg in ("self", "cls"):
            local[given.args[0].arg] = self._class
        if isinstance(node, ast.Lambda):
            self._function = ""
            self._visit(node.body, local)
        else:
            self._function = f"{self._class or self.name}.{node.name}" if not outer else ""
            if node.returns is not None and self._function:
                self.tree.learn(self._function, self._annotated(node.returns))
            self._visit_all(node.body, local)
        self._function = outer

    def _fill(self, name: str, value: ast.expr, kind: str) -> None:
        """Note what a constant, a field or a result is in one place: text if it is so in all."""
        if isinstance(value, ast.Constant) and not value.value:
            return
        if ast.unparse(value) in ("()", "[]", "{}"):
            return
        if kind and not kind.endswith(TEXT):
            self.tree.learn(name, kind)
        place = (self.name, value.lineno, value.col_offset)
        self.tree.fills.setdefault(name, {})[place] = kind

    def _made(self, node: ast.AST, around: Locals) -> Locals:
        """The variables within a comprehension."""
        local = dict(around)
        for part in getattr(node, "generators", ()):
            self._bind(part.target, part.iter, local, each=True)
        return local

    def _bind(
        self, target: ast.expr, value: ast.expr, local: Locals, *, each: bool = False
    ) -> None:
        """Bind a target to a value, or to each of its elements."""
        if isinstance(target, ast.Tuple | ast.List):
            for at, part in enumerate(target.elts):
                self._bind_kind(part, value, self._part(value, at, local, each=each), local)
            return
        kind = self.kind(value, local)
        if each and isinstance(target, ast.Name):
            local[target.id] = _each(kind)
        else:
            self._bind_kind(target, value, _each(kind) if each else kind, local)

    def _part(self, value: ast.expr, at: int, local: Locals, *, each: bool) -> str:
        """The kind of one element of a tuple."""
        match value:
            case ast.Tuple(elts=parts) if not each and at < len(parts):
                return self.kind(parts[at], local)
            case ast.Call(func=ast.Name(id="enumerate"), args=[of, *_]) if each:
                return _each(self.kind(of, local)) if at == 1 else ""
            case ast.Call(func=ast.Name(id="zip"), args=parts) if each and at < len(parts):
                return _each(self.kind(parts[at], local))
            case ast.Call(func=ast.Attribute(attr="items", value=of)) if each:
                kind = self.kind(of, local)
                return kind[1:] if at == 1 and kind.startswith(VALUES) else ""
        return ""

    def _bind_kind(self, target: ast.expr, value: ast.expr, kind: str, local: Locals) -> None:
        match target:
            case ast.Name(id=name):
                local[name] = _merged(local[name], kind) if local.get(name) else kind
                if not self._function and not self._class:
                    self._fill(f"{self.name}.{name}", value, kind)
            case ast.Attribute(value=of, attr=name):
                if owner := self.kind(of, local):
                    self._fill(f"{owner}.{name}", value, kind)

    # what expressions are

    def kind(self, node: ast.expr, local: Locals) -> str:
        """The kind of an expression; "" where it is another or not known."""
        match node:
            case ast.Name(id=name):
                return local[name] if name in local else self.tree.look_up(self._full(node))
            case ast.Attribute(value=of, attr=name):
                return self.tree.member(self._full(of) or self.kind(of, local), name)
            case ast.Call():
                return self._kind_of_call(node, local)
            case ast.JoinedStr(values=parts):
                return self._any_text(
                    (p.value for p in parts if isinstance(p, ast.FormattedValue)), local
                )
            case ast.BinOp(left=left, right=right):
                return self._any_text([left, right], local) or self.kind(left, local)
            case ast.IfExp(body=one, orelse=other):
                return self._merged([one, other], local)
            case ast.BoolOp(op=op, values=parts):
                return self._merged(parts if isinstance(op, ast.Or) else parts[-1:], local)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self.kind(value, local)
            case ast.Subscript(value=of, slice=at):
                kind = self.kind(of, local)
                return kind if _is_text(kind) or isinstance(at, ast.Slice) else _element(kind)
        return self._kind_of_many(node, local)

    def _kind_of_many(self, node: ast.expr, local: Locals) -> str:
        """The kind of what holds several things."""
        kind, mark = "", LIST
        match node:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return self._kind_of_display(parts, local)
            case ast.ListComp(elt=one) | ast.SetComp(elt=one) | ast.GeneratorExp(elt=one):
                kind = self.kind(one, self._made(node, local))
            case ast.DictComp(value=value):
                kind, mark = self.kind(value, self._made(node, local)), VALUES
            case ast.Dict(values=values):
                kind = next(filter(None, (self.kind(value, local) for value in values)), "")
                mark = VALUES
        return mark + kind if kind else ""

    def _merged(self, parts: Iterable[ast.expr], local: Locals) -> str:
        """Of one of several expressions; that there is nothing tells nothing."""
        kinds = [self.kind(p, local) for p in parts if not isinstance(p, ast.Constant) or p.value]
        found = next(iter(kinds), "")
        for kind in kinds[1:]:
            found = _merged(found, kind)
        return found

    def _any_text(self, nodes: Iterable[ast.expr], local: Locals) -> str:
        return TEXT if any(_is_text(self.kind(node, local)) for node in nodes) else ""

    def _kind_of_display(self, parts: list[ast.expr], local: Locals) -> str:
        """Of a tuple or list whose elements are of one kind, written texts aside."""
        kinds = set()
        for part in parts:
            if not isinstance(part, ast.Constant):
                kind = self.kind(part, local)
                kinds.add(_element(kind) if isinstance(part, ast.Starred) else kind)
        return LIST + kinds.pop() if len(kinds) == 1 and all(kinds) else ""

    def _kind_of_call(self, node: ast.Call, local: Locals) -> str:
        name, first = _dotted(node.func), node.args[0] if node.args else None
        full = self._full(node.func)
        if full in self.tree.fields:
            return full
        if isinstance(node.func, ast.Name) and full:
            return self.tree.look_up(full)
        if first is not None and name in _SAME:
            kind = self.kind(first, local)
            return kind if kind.startswith(LIST) else ""
        if first is not None and name in _FIRST:
            return _element(self.kind(first, local))
        if name == "str" and first is not None:
            kind = self.kind(first, local)
            return kind if _is_text(kind) else self.tree.member(kind, "__str__")
        if name == "filter" and len(node.args) == 2:
            return self.kind(node.args[1], local)
        if name == "map" and first is not None:
            kind = self.kind(ast.Call(first, [], []), local)
            return LIST + kind if kind else ""
        if isinstance(node.func, ast.Attribute):
            return self._kind_of_method(node.func, node, local)
        return ""

    def _kind_of_method(self, func: ast.Attribute, node: ast.Call, local: Locals) -> str:
        of, name = self.kind(func.value, local), func.attr
        if name == "join" and node.args:
            return self._any_text([func.value], local) or (
                TEXT if self.kind(node.args[0], local) == LIST + TEXT else ""
            )
        if _is_text(of):
            if name in ("split", "splitlines"):
                return LIST + TEXT
            return "" if name == _FOLDED or name.startswith("is") else TEXT
        if of.startswith(VALUES):
            return {"get": of[1:], "values": LIST + of[1:], "pop": of[1:]}.get(name, "")
        if name == "_replace":
            return of
        return self.tree.member(self._full(func.value) or of, name)

    def _full(self, node: ast.AST) -> str:
        return self.names.get(node.id, "") if isinstance(node, ast.Name) else ""

    def _annotated(self, node: ast.expr) -> str:
        """The kind that an annotation names: a class, or a list or mapping of it."""
        match node:
            case ast.Constant(value=str(text)):
                return self._annotated(ast.parse(text, mode="eval").body)
            case ast.BinOp(left=left, right=right):
                return self._annotated(left) or self._annotated(right)
            case ast.Subscript(value=of, slice=ast.Tuple(elts=[_, value])) if _dotted(of) in (
                "dict",
                "Mapping",
            ):
                kind = self._annotated(value)
                return VALUES + kind if kind else ""
            case ast.Subscript(slice=ast.Tuple(elts=[one, ast.Constant(value=value)])):
                kind = self._annotated(one) if value is ... else ""
                return LIST + kind if kind else ""
            case ast.Subscript(value=of, slice=ast.expr() as one) if not isinstance(one, ast.Tuple):
                kind = self._annotated(one)
                return LIST + kind if kind and _dotted(of) not in ("Callable", "type") else ""
        full = self._full(node)
        return full if full.startswith(PACKAGE) else ""

    # what is wrong

    def _check(self, node: ast.AST, local: Locals) -> None:
        def is_text(one: ast.expr) -> bool:
            return _is_text(self.kind(one, local))

        what = ""
        match node:
            case ast.Compare():
                what = self._compared(node, local)
            case ast.Call():
                self._learn_fields(node, local)
                what = self._called(node, local)
            case ast.Subscript(value=of, slice=at):
                if isinstance(at, ast.Slice):
                    what = "cut" if is_text(of) else ""
                else:
                    what = "cut" if is_text(of) else "a key" if is_text(at) else ""
            case ast.Dict(keys=keys):
                what = "a key" if any(key is not None and is_text(key) for key in keys) else ""
            case ast.DictComp(key=key) | ast.SetComp(elt=key):
                what = "a key" if is_text(key) else ""
            case ast.Match(subject=subject):
                what = "compared" if is_text(subject) else ""
        if what:
            self.found.add((node.lineno, what))  # type: ignore[attr-defined]

    def _compared(self, node: ast.Compare, local: Locals) -> str:
        sides = [node.left, *node.comparators]
        if all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            return ""
        if any(isinstance(side, ast.Constant) and not side.value for side in sides):
            return ""
        for side in sides:
            parts = side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
            if any(self.kind(part, local).removeprefix(LIST) in (TEXT, MIXED) for part in parts):
                return "compared"
        return ""

    def _called(self, node: ast.Call, local: Locals) -> str:
        name, kinds = _dotted(node.func), [self.kind(arg, local) for arg in node.args]
        first = (*kinds, "")[0]
        if name in _HASHED and first == LIST + TEXT:
            return "a key"
        if name in _ORDERED or name.endswith(".sort"):
            key = next((k.value for k in node.keywords if k.arg == "key"), None)
            if isinstance(key, ast.Lambda):
                one = {key.args.args[0].arg: _element(first)}
                body = key.body
                parts = body.elts if isinstance(body, ast.Tuple) else [body]
                return "sorted by" if self._any_text(parts, {**local, **one}) else ""
            return "sorted by" if kinds == [LIST + TEXT] and key is None else ""
        if not isinstance(node.func, ast.Attribute):
            return ""
        of, method = self.kind(node.func.value, local), node.func.attr
        if method in _CUTTING and _is_text(of) and (node.args or "strip" not in method):
            return "cut"
        if name.startswith("re.") and any(map(_is_text, kinds)):
            return "cut"
        if _is_text(first) and (not of or of[0] in (LIST, VALUES)):
            if method in _CUTTING or method in _PATTERNS:
                return "looked for"
            if method in _LOOKUPS:
                return "a key"
        return ""

    def _learn_fields(self, node: ast.Call, local: Locals) -> None:
        of = self._full(node.func)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            of = self.kind(node.func.value, local)
        if of not in self.tree.fields:
            return
        given = dict(zip(self.tree.all_fields(of), node.args, strict=False))
        given |= {one.arg: one.value for one in node.keywords if one.arg}
        for field, value in given.items():
            if owner := self.tree.owner(of, field):
                self._fill(f"{owner}.{field}", value, self.kind(value, local))


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
