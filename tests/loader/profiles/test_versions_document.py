"""docs/loader_versions.md has the tables of gates and of the SDK's branches, and no more of them.

As a program (python -m tests.loader.profiles.test_versions_document) this writes the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.evidence import read_evidence
from vkconfig_py.loader.profiles.gates import ReleaseRange
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    BRANCHES,
    OLDEST_RELEASE,
    Gate,
    LoaderProfile,
    Version,
    is_measured,
    release_after,
    release_before,
)

DOCUMENT = Path(__file__).parents[3] / "docs/loader_versions.md"
MET = frozenset(met.gate for met in read_evidence())
# The libraries on both sides of their ends were compared on a machine made for the difference.
DIRECTED = frozenset((
    "COMPONENT_PATCH", "DOUBLE_COMPONENTS", "EMPTY_MANIFEST_NOTICED", "ENABLE_TEXT_CRASHES",
    "CIRCLES_LEFT", "EXTENSIONS_OF_NAMED_LAYERS", "FIRST_SECTION", "NAMES_READ_ONCE",
    "ON_BEATS_FILTERS", "PATTERNS_CUT", "READ_ONTO_STACK", "SETTINGS_WALK_ON", "UNOPENED_CRASHES",
    "VALIDATION_IN_PLACE", "VALIDATION_OVERRUNS",
))  # fmt: skip
HEADS = (
    "| since | until | what these releases do | gate | seen | commits |",
    "|---|---|---|---|---|---|",
)

BRANCH_HEADS = (
    "| SDK | its library alone does | the release alone does | told by |",
    "|---|---|---|---|",
)


def branch_table() -> list[str]:
    """Return how the SDK's library of each number differs."""
    rows: list[str] = []
    gates: tuple[Gate | NativeGate, ...] = (*Gate, *NativeGate)
    for version, branch in BRANCHES.items():
        release, of_sdk = LoaderProfile(version), LoaderProfile(version, is_branch=True)
        more, less = (
            ", ".join(f"`{gate.name}`" for gate in gates if a.has(gate) > b.has(gate))
            for a, b in ((of_sdk, release), (release, of_sdk))
        )
        told = f"{'' if branch.is_marked else 'no '}`{branch.mark}`" if branch.mark else "nothing"
        rows.append(f"| {_text(version)} | {more} | {less} | {told} |")
    return [*BRANCH_HEADS, *rows]


def table(gates: type[Gate] | type[NativeGate]) -> list[str]:
    in_order = sorted(gates, key=lambda gate: (gate.value.first, gate.name))
    return [*HEADS, *(f"| {' | '.join(_cells(gate.name, gate.value))} |" for gate in in_order)]


def _cells(name: str, span: ReleaseRange) -> tuple[str, ...]:
    beside = _releases_beside(span)
    measured = all(is_measured(version, span.platform) for version in beside)
    known = "random machines" if name in MET else "directed" if name in DIRECTED else "source"
    seen = known if measured else "source"
    until = f"until: {span.ended}" if span.ended else ""
    commits = "; ".join(filter(None, (span.began, until)))
    return _text(span.first), _text(span.last), str(span.feature), f"`{name}`", seen, commits


def _releases_beside(span: ReleaseRange) -> Iterator[Version]:
    """Return the releases on both sides of both ends."""
    yield span.first
    if span.first != OLDEST_RELEASE:
        yield release_before(span.first)
    if span.last is not None:
        yield span.last
        yield release_after(span.last)


def _text(version: Version | None) -> str:
    return ".".join(map(str, version or ()))


def renewed(text: str) -> str:
    """Return the document with its tables as the gates are now."""
    found: list[str] = []
    tables = iter((table(Gate), branch_table(), table(NativeGate)))
    is_old = False  # a row of a table of gates, as it was
    for line in text.splitlines():
        is_old = is_old and line.startswith("|")
        if line in (HEADS[0], BRANCH_HEADS[0]):
            found += next(tables)
            is_old = True
        elif not is_old:
            found.append(line)
    return "\n".join(found) + "\n"


def test_the_document_has_every_gate_in_the_order_of_releases_and_every_branch():
    text = DOCUMENT.read_text()
    assert text == renewed(text)


def test_a_table_that_is_not_of_gates_stays():
    text = DOCUMENT.read_text()
    rows = text.partition("## Known")[2].partition("\n## ")[0].count("\n| ")
    assert rows > 1
    assert renewed(text.replace("| 1.2.177 |", "| 1.2.177 | changed")).count("changed") == 1


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text()))
