"""dev.py fuzz --golden: what the program said of random machines, and whether it still says so.

A file of golden answers has a line of digests for each machine, one for each kind of text, and the
texts themselves if they were asked for: then a difference is shown, not only found.
"""

from __future__ import annotations

import base64
import hashlib
import json
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.framework.memory import find_memory_folder
from tests.fuzz.told import KINDS, told_of

COMMITTED = Path(__file__).with_name("golden.json")
MACHINES = 500
_DIGITS = 12
_LINES = 60

Told = Mapping[str, Mapping[str, str]]


class Golden(NamedTuple):
    """Golden answers, by the number of the machine.

    Attributes:
        digests: of each kind of text.
        texts: empty if none were kept.
    """

    seed: int
    digests: dict[int, dict[str, str]]
    texts: dict[int, str]

    def told(self, number: int) -> Told:
        """Return the texts about a machine; nothing if none were kept."""
        kept = self.texts.get(number)
        return {} if kept is None else json.loads(zlib.decompress(base64.b85decode(kept)))


def make(seed: int, numbers: Iterable[int], jobs: int, *, texts: bool) -> Golden:
    """Ask about machines, in several processes."""
    golden = Golden(seed, {}, {})
    for number, told in ask(seed, numbers, jobs):
        golden.digests[number] = digests(told)
        if texts:
            golden.texts[number] = packed(told)
    return golden


def packed(told: Told) -> str:
    """Return texts as a file keeps them."""
    return base64.b85encode(zlib.compress(json.dumps(told).encode(), 9)).decode()


def ask(seed: int, numbers: Iterable[int], jobs: int) -> Iterator[tuple[int, Told]]:
    """Yield machines with all that is said of them."""
    numbers = list(numbers)
    if jobs == 1:
        yield from zip(numbers, map(partial(_ask_one, seed), numbers), strict=True)
        return
    with ProcessPoolExecutor(jobs) as pool:
        told = pool.map(partial(_ask_one, seed), numbers, chunksize=5)
        yield from zip(numbers, told, strict=True)


def _ask_one(seed: int, number: int) -> Told:
    with tempfile.TemporaryDirectory(prefix="vkgold-", dir=find_memory_folder()) as folder:
        return told_of(seed, number, Path(folder))


def digests(told: Told) -> dict[str, str]:
    """Return the digest of each kind of text."""
    return {
        kind: hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:_DIGITS]
        for kind, texts in told.items()
    }


def write(golden: Golden, file: Path) -> None:
    """Write golden answers, a line for each machine."""
    parts = [f'"seed": {golden.seed}', f'"kinds": {json.dumps(KINDS)}']
    lines = {
        number: " ".join(one[kind] for kind in KINDS) for number, one in golden.digests.items()
    }
    parts.append(_lines("digests", lines))
    if golden.texts:
        parts.append(_lines("texts", golden.texts))
    file.write_text("{" + ",\n".join(parts) + "}\n")


def _lines(key: str, texts: Mapping[int, str]) -> str:
    lines = ",\n".join(f'"{number}": {json.dumps(text)}' for number, text in texts.items())
    return f'"{key}": {{\n{lines}\n}}'


def read(file: Path) -> Golden:
    """Read golden answers."""
    document = json.loads(file.read_text())
    return Golden(
        document["seed"],
        {
            int(number): dict(zip(document["kinds"], line.split(), strict=True))
            for number, line in document["digests"].items()
        },
        {int(number): text for number, text in document.get("texts", {}).items()},
    )


def differences(golden: Golden, numbers: Iterable[int], jobs: int = 1) -> Iterator[str]:
    """Yield a text for each kind of answer that is another one today."""
    for number, told in ask(golden.seed, numbers, jobs):
        wanted = golden.digests[number]
        before = golden.told(number)
        for kind, digest in digests(told).items():
            if wanted.get(kind) != digest:
                head = f"machine {number}, seed {golden.seed}: another {kind}"
                yield "\n".join([head, *_differing(before.get(kind), told[kind])])


def _differing(before: Mapping[str, str] | None, now: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines that differ, for each question about the machine."""
    if before is None:
        yield "  (the file holds digests alone; write one with --texts where the answer is right)"
        return
    for question in dict.fromkeys((*before, *now)):
        old, new = (one.get(question, "").splitlines() for one in (before, now))
        lines = list(
            unified_diff(old, new, f"golden {question}", f"now {question}", n=2, lineterm="")
        )
        yield from lines[:_LINES]
        if len(lines) > _LINES:
            yield f"... and {len(lines) - _LINES} lines more"
