"""Catalogues of the program's sentences: collected from the code, compiled for the program.

resources/translations/vkconfig-py_LANGUAGE.ts is what translators work on, with Qt Linguist or any
editor; the .qm beside it is what the program reads.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from devtools.console import ROOT, print_now
from vkconfig_py.model.layer_settings.parse_layer import read_declared

FOLDER = ROOT / "resources" / "translations"
# `counted` is read as a `tr` whose comment is the sentence for one.
_ALIASES = ("-tr-function-alias", "tr+=counted,tr+=message,tr+=counted_message")
_LUPDATE = (*_ALIASES, "-locations", "none", "-no-ui-lines", "-silent")
PSEUDO = "eo"  # a language that no catalogue of ours has, with one form more than none
# What may be a call of these within an f-string: few files have one, and parsing all takes seconds.
_INTERPOLATED = re.compile(
    r"""\b[fF][rR]?(?:["'].*|("{3}|'{3})[\s\S]*)\{[^}]*\b(?:tr|counted|message|counted_message)\("""
)
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_ACCENTED = str.maketrans("aeiouycnsAEIOUYCNS", "åéîöûýçñšÅÉÎÖÛÝÇÑŠ")


class CatalogueSentence(NamedTuple):
    """One sentence and its translation.

    Attributes:
        source: as it stands in the code; for a sentence with a number the one for many.
        comment: its meaning; for a sentence with a number the one for 1.
        forms: the translation, one or one for each form of a number; empty texts while there is
            none.
        has_number: the sentence has a form for each kind of number.
    """

    source: str
    comment: str
    forms: tuple[str, ...]
    has_number: bool

    def list_faults(self) -> Iterator[str]:
        """What is wrong with the translation."""
        if not all(self.forms):
            yield "is not translated"
            return
        wanted = sorted(set(_PLACEHOLDER.findall(self.source)))
        for form in self.forms:
            found = sorted(set(_PLACEHOLDER.findall(form)))
            # "One layer" need not name its number.
            if found != wanted and not (
                self.has_number and {*wanted} - {*found} <= {"{n}", "{n:,}"}
            ):
                yield f"has the values {found}, not {wanted}: {form}"


def main(arguments: Sequence[str]) -> int:
    """Collect and compile; --check only compares; --pseudo FILE makes a test catalogue.

    --new LANGUAGE begins the catalogue of a language, such as fr or pt_BR.
    """
    if arguments[:1] == ["--pseudo"]:
        make_pseudo(Path(arguments[1]))
        return 0
    if arguments[:1] == ["--new"]:
        begin_catalogue(arguments[1])
    if arguments == ["--check"]:
        faults = list(list_outdated())
        print_now("".join(f"{fault}\n" for fault in faults) or "Every sentence is translated.\n")
        return 1 if faults else 0
    for file in list_catalogues():
        update_catalogue(file)
        compile_catalogue(file, file.with_suffix(".qm"))
        faults = [fault for message in read_catalogue(file) for fault in message.list_faults()]
        print_now(f"{file.name}: {len(read_catalogue(file)):,} sentences, {len(faults):,} to do\n")
    return 0


def list_catalogues() -> list[Path]:
    """Return the files for translators."""
    return sorted(FOLDER.glob("*.ts"))


def list_outdated() -> Iterator[str]:
    """Say where catalogues are not what the code and their translators made them."""
    for file in list_catalogues():
        with tempfile.TemporaryDirectory() as temporary:
            again = Path(temporary) / file.name
            again.write_bytes(file.read_bytes())
            update_catalogue(again)
            if again.read_bytes() != file.read_bytes():
                yield f"{file.name} is not what the code says: python3 dev.py translations"
            compiled = again.with_suffix(".qm")
            compile_catalogue(file, compiled)
            if compiled.read_bytes() != file.with_suffix(".qm").read_bytes():
                yield f"{file.name} is not compiled: python3 dev.py translations"
        messages = read_catalogue(file)
        missing = [message for message in messages if not all(message.forms)]
        if missing:
            first = missing[0].source.partition("\n")[0]
            yield f"{file.name}: {len(missing):,} not translated yet, the first “{first}”"
        for message in messages:
            if all(message.forms):
                yield from (
                    f"{file.name}: “{message.source}” {one}" for one in message.list_faults()
                )


def begin_catalogue(language: str) -> None:
    """Make the file for translators of a language, without sentences yet."""
    file = FOLDER / f"vkconfig-py_{language}.ts"
    if not file.exists():
        file.write_text(_render_empty(language), encoding="utf-8")


def _render_empty(language: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?><TS version="2.1" language="{language}"/>'


def _list_described_texts(content: bytes) -> Iterator[str]:
    """Every text of a description that people read, for the catalogues."""
    (layer,) = read_declared(content).layers
    for preset in layer.presets:
        yield from (preset.label, preset.description)
    for setting in layer.walk_settings():
        yield from (setting.label, setting.description, setting.detailed, setting.unit)
        for choice in setting.choices:
            yield from (choice.label, choice.description)


_SAID = ("above_says", "below_says")


def _list_interpolated_calls(source: str) -> Iterator[str]:
    """The calls of `tr` and its like within f-strings, into which lupdate does not look."""
    if not _INTERPOLATED.search(source):
        return
    for string in ast.walk(ast.parse(source)):
        if isinstance(string, ast.JoinedStr):
            for node in ast.walk(string):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield ast.unparse(node)


def update_catalogue(file: Path) -> None:
    """Bring a file up to date with the code; what is no longer said is left out."""
    tool = Path(sys.executable).with_name("pyside6-lupdate")
    paths = sorted((ROOT / "vkconfig_py").rglob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder, "described.py")  # as lupdate reads texts of code alone
        files = sorted((ROOT / "resources" / "layer_settings").glob("*.json"))
        found = [text for one in files for text in _list_described_texts(one.read_bytes())]
        for one in (ROOT / "resources").glob("layer_sources.json"):
            layers = json.loads(one.read_bytes())["layers"].values()
            parts = ("purpose", "leaves", "leaves_briefly")
            found += [layer[part] for layer in layers for part in parts if part in layer]
        for one in (ROOT / "resources").glob("layer_order.json"):
            found += _list_order_texts(one.read_bytes())
        texts = dict.fromkeys(filter(None, found))
        calls = [f"tr({_literal(one)})" for one in texts]
        calls += [call for path in paths for call in _list_interpolated_calls(path.read_text())]
        described.write_text("\n".join(calls), "utf-8")
        listed = Path(folder, "sources.lst")
        listed.write_text("\n".join(map(str, [*paths, described])), "utf-8")
        subprocess.run(
            [tool, f"@{listed}", *_LUPDATE, "-no-obsolete", "-ts", file], cwd=ROOT, check=True
        )


def _list_order_texts(content: bytes) -> list[str]:
    """Return the sentences about the order of layers."""
    order = json.loads(content)
    said = [relation.get(key) for relation in order["relations"] for key in _SAID]
    return [*order["rules"].values(), *filter(None, said)]


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def compile_catalogue(file: Path, compiled: Path) -> None:
    """Compile a file for the program."""
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run([tool, "-silent", file, "-qm", compiled], cwd=ROOT, check=True)


def read_catalogue(file: Path) -> list[CatalogueSentence]:
    """Return the sentences of a file."""
    return [_parse_message(node) for node in ElementTree.parse(file).iter("message")]


def _parse_message(node: ElementTree.Element) -> CatalogueSentence:
    translation = node.find("translation")
    assert translation is not None, "a message without a translation element"
    forms = [form.text or "" for form in translation.iter("numerusform")]
    return CatalogueSentence(
        node.findtext("source") or "",
        node.findtext("comment") or "",
        tuple(forms) or (translation.text or "",),
        node.get("numerus") == "yes",
    )


def make_pseudo(compiled: Path) -> None:
    """Compile a catalogue of accented sentences, 30 % longer: what is not in it is found by eye."""
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / f"vkconfig-py_{PSEUDO}.ts"
        file.write_text(_render_empty(PSEUDO), encoding="utf-8")
        update_catalogue(file)
        tree = ElementTree.parse(file)
        for node in tree.iter("message"):
            message, translation = _parse_message(node), node.find("translation")
            assert translation is not None
            translation.attrib.pop("type", None)
            forms = list(translation.iter("numerusform"))
            if forms:
                forms[0].text, forms[-1].text = (
                    make_pseudo_text(message.comment),
                    make_pseudo_text(message.source),
                )
            else:
                translation.text = make_pseudo_text(message.source)
        tree.write(file, encoding="utf-8", xml_declaration=True)
        compile_catalogue(file, compiled)


def make_pseudo_text(text: str) -> str:
    """Return a text with accents and 30 % longer, its values as they were."""
    parts = re.split(f"({_PLACEHOLDER.pattern})", text)
    accented = [part if at % 2 else part.translate(_ACCENTED) for at, part in enumerate(parts)]
    return f"[{''.join(accented)}{'·' * round(0.3 * len(text))}]"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
