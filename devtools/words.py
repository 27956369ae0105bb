"""Where displayed sentences still have one of the ten patterns that make English odd.

A report to read and no gate: a rule on words makes new odd words.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.console import ROOT, print_now

# Of each function, how many of its first arguments are English sentences.
MAKERS = {"tr": 1, "message": 1, "counted": 2, "counted_message": 2}
PATTERNS = {
    "one": r"\b(?:ones?|none)\b(?! (?:of|or|launch|program|layer|line|run|click|device|setting)\b)",
    "here": r"\bhere\b",
    "of": r"\b(?:layers?|files?|configurations?|settings?|versions?|names?|values?|manifests?) of "
    r"(?:a |an |the )?[A-Za-z]+",
    "there-is": r"\b[Tt]here (?:is|are|was|were)\b",
    "clause": r"(?:^|[ (])[Ww]hat (?!if\b)\w+ |\bthat which\b",
    "negation": r"\b(?:is|are|has|have|was|were|of) (?:no|none|nothing|nobody)\b",
    "keep": r"\bke(?:ep|eps|pt)\b",
    "ask": r"\b(?:loaders?|it|they) (?:is|are|was|were)? ?(?:asked?|asks|answers?|says?|tells?)\b",
    "own": r"\b(?:own|itself|themselves|alone|by itself)\b",
    "say": r"\b(?:says?|said|tells?|told|those of|in force|is over|are over)\b",
}


class Sentence(NamedTuple):
    """A sentence of the program, and the line where it stands."""

    place: str
    text: str


def main(arguments: Sequence[str]) -> int:
    """Count the sentences of each pattern, or list those of the patterns that are named."""
    sentences = list(read_sentences(ROOT / "vkconfig_py"))
    for name in arguments or PATTERNS:
        if name not in PATTERNS:
            print_now(f"Not a pattern: {name}. Patterns: {', '.join(PATTERNS)}")
            return 2
        found = [sentence for sentence in sentences if re.search(PATTERNS[name], sentence.text)]
        print_now(f"{len(found):5,} of {len(sentences):,}  {name}")
        if arguments:
            for sentence in found:
                print_now(f"{sentence.place}: {sentence.text}")
    return 0


def read_sentences(folder: Path) -> Iterator[Sentence]:
    """Yield each sentence that the modules below a folder hand to `tr` and its like."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            for argument in node.args[: MAKERS.get(node.func.id, 0)]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield Sentence(f"{file.relative_to(ROOT)}:{argument.lineno}", argument.value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
