"""The nearest known word, for what matches nothing or is misspelt."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.base.verdicts import Problem, Reason, Remedy, SetVariable, UnsetVariable
from vkconfig_py.loader.lint.lint_context import LintContext, base_name
from vkconfig_py.loader.rules.activation import DRIVERS_DISABLE, DRIVERS_SELECT
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS

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


_OF_TOKENS = (Reason.MATCHES_NOTHING, Reason.TOO_MANY_TOKENS)


def give_hint(found: Problem, ground: LintContext) -> Problem:
    """Return a problem about one part of a variable with remedies that leave the other parts."""
    variable = _variable(found, ground)
    value = ground.host.plain_env(variable) if variable else None
    if value is None:
        return found
    separator = ":" if variable == INSTANCE_LAYERS else ","
    parts = [part for part in value.split(separator) if part]
    rest = [part for part in parts if part != found.detail]
    without = _set(variable, rest, separator)
    if found.code != Reason.MATCHES_NOTHING:
        return found._replace(remedy=without)
    why, meant = _guess(found.detail, variable, ground)
    if not meant:
        return found._replace(remedy=without)
    changed = [new for part in parts for new in (meant if part == found.detail else [part])]
    corrected = _set(variable, list(dict.fromkeys(changed)), separator)
    consequence = f"{found.consequence} {why}"
    return found._replace(consequence=consequence, remedy=corrected, more=(without,))


def _variable(found: Problem, ground: LintContext) -> str:
    """Return the variable that a problem with a part of it is about."""
    if found.code not in _OF_TOKENS:
        return ""
    for verdict in ground.report.verdicts:
        told = verdict.reason == found.code and verdict.detail == found.detail
        if told and found.title.startswith(f"{verdict.subject}:"):
            return verdict.subject
    return ""


def _set(variable: str, parts: list[str], separator: str) -> Remedy:
    if not parts:
        return UnsetVariable(variable)
    return SetVariable(variable, separator.join(parts))


def _guess(token: str, variable: str, ground: LintContext) -> tuple[str, list[str]]:
    """Return what was probably meant, and why; [] if nothing comes near."""
    if variable in (DRIVERS_SELECT, DRIVERS_DISABLE):
        names = [base_name(driver.file) for driver in ground.report.drivers]
    else:
        names = [layer.name for layer in ground.layers()]
    wrong = "," if variable == INSTANCE_LAYERS else ":"
    pieces = [piece.strip() for piece in token.split(wrong) if piece.strip()]
    if len(pieces) > 1 and any(piece in names for piece in pieces):
        right = "colons" if wrong == "," else "commas"
        return f"The parts are separated by {right}.", pieces
    if token != token.strip() and token.strip():
        return "Blanks count: the loader does not cut them off.", [token.strip()]
    meant = nearest(token, dict.fromkeys(names)) if "*" not in token else ""
    return (f"{meant} was probably meant.", [meant]) if meant else ("", [])
