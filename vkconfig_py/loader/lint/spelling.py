"""The nearest known word to one that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable

_SHORT = 6


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant, or "".

    One slip is allowed in a short word, two in a longer one; a word that stops at an underscore
    ("library") counts as the beginning of a longer one ("library_path") if only one begins so.
    """
    folded = _plain(word)
    best = (3, "")
    beginnings = []
    for candidate in known:
        plain = _plain(candidate)
        allowed = 1 if min(len(plain), len(folded)) <= _SHORT else 2
        distance = _distance(folded, plain, allowed)
        if distance <= allowed:
            best = min(best, (distance, candidate))
        if len(word) >= _SHORT and candidate.lower().startswith(f"{word.lower()}_"):
            beginnings.append(candidate)
    if best[1]:
        return best[1]
    return beginnings[0] if len(beginnings) == 1 else ""


def _plain(word: str) -> str:
    return word.lower().replace("-", "_").replace("_", "")


def _distance(left: str, right: str, most: int) -> int:
    """Count insertions, deletions, replacements and swaps of neighbours, up to `most` + 1."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, above = above, row
    return above[-1]
