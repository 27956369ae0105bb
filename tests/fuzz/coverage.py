"""What a run of random machines has covered: reasons, gates and forms of filter tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tests.framework.reference import RealLoader
from tests.fuzz.answers import as_logged, differences, facts_of_report, may_be_quiet, predict
from tests.fuzz.machine import Machine, Tree
from tests.fuzz.variables import DRIVER_FILTERS, LAYER_FILTERS
from vkconfig_py.loader.base.verdicts import PROBE_REASONS, Reason
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import CRASH_RESULT

Covered = Counter[tuple[str, str]]

WANTED_REASONS = 50
WANTED_FORMS = 5

UNREACHABLE: dict[Reason, str] = {
    Reason.OLDER_THAN_APPLICATION: "loaders before 1.3.228 alone",
    Reason.EXPIRED: "loaders before 1.3.233 alone",
    Reason.PROGRAM_AS_DRIVER: "loaders 1.3.227 to 1.3.234 alone",
    Reason.OUTSIDE_OVERRIDE: "loaders before 1.1.106 alone",
    Reason.META_COMPONENT_OTHER_VERSION: "loaders before 1.3.211 alone",
    Reason.ENDS_SEARCH: "loaders before 1.3.234 alone",
    Reason.NOT_REACHED: "loaders before 1.3.234 alone",
    Reason.EXTENSION_FILTER_OFF: "an unknown extension then depends on what libraries offer",
    Reason.LIBRARY_UNKNOWN: "only where a program may not read a file, or the loader has no path",
    **dict.fromkeys(PROBE_REASONS, "only where libraries are opened"),
    Reason.LIBRARY_NEEDS_MISSING: "compared with the linker: files/test_opening.py",
    Reason.LIBRARY_UNLINKABLE: "compared with the linker: files/test_opening.py",
    Reason.LIBRARY_CUT_SHORT: "compared with the linker: files/test_opening.py",
    Reason.LAYER_WITHOUT_ENTRY_POINT: "compared in reference/test_real_libraries.py",
    Reason.DRIVER_WITHOUT_ENTRY_POINT: "compared in reference/test_real_libraries.py",
}

# Between the two reference loaders, and decided by nothing on either of them.
MASKED: dict[Gate, str] = {
    Gate.ADDITIONAL_DRIVERS: "told by the lint; SETTINGS_BY_CONTENT decides",
    Gate.SETTINGS_OWN_FOLDER: "SETTINGS_XDG_DIRS took its place",
    Gate.FILES_BY_SIZE: "told by the lint",
    Gate.ALL_COMPONENTS_KEPT: "compared in reference/test_extensions.py",
    Gate.DEVICE_DRIVER_REQUIRED: "MALFORMED_DEVICES_KEPT took its place",
}

_SPECIALS = ("~all~", "~implicit~", "~explicit~", "*", "**", "***")
FORMS = (
    *_SPECIALS,
    "unknown special",
    "two characters",
    "substring",
    "prefix",
    "suffix",
    "exact",
    "asterisk inside",
    "other case",
    "longer than 255",
    "17 tokens",
    "empty entry",
    "empty value",
    "blank at an end",
)


def of_report(report: LoaderReport) -> Iterator[tuple[str, str]]:
    """Yield each reason that a report gives, once."""
    verdicts = [
        *(layer.verdict for layer in report.found_layers),
        *(driver.verdict for driver in report.drivers),
        *report.verdicts,
    ]
    for reason in {verdict.reason for verdict in verdicts}:
        yield "reason", reason.value


def of_machine(machine: Machine) -> Iterator[tuple[str, str]]:
    """Yield each form of each filter variable, once."""
    environment = dict(machine.environment)
    for variable in (*LAYER_FILTERS, *DRIVER_FILTERS):
        if variable in environment:
            for form in set(_forms(environment[variable])):
                yield "form", f"{variable} {form}"


def of_gates(tree: Tree, loader: RealLoader, gates: Iterable[Gate]) -> Iterator[tuple[str, str]]:
    """Yield each gate that decides something on this machine: without it the answer differs."""
    usual = facts_of_report(predict(tree, loader), tree)
    if usual.get("undefined"):
        return
    seen = usual if usual["create"] == CRASH_RESULT else as_logged(usual, loader.profile)
    for gate in gates:
        other = loader._replace(profile=without(loader.profile, gate))
        facts = facts_of_report(predict(tree, other), tree)
        if differences(facts, seen, may_be_quiet(tree, loader, usual)):
            yield "gate", gate.name


def gates_between(one: LoaderProfile, other: LoaderProfile) -> list[Gate]:
    """Return the gates that two loaders stand on different sides of."""
    return [gate for gate in Gate if one.has(gate) != other.has(gate)]


def without(profile: LoaderProfile, gate: Gate | NativeGate) -> LoaderProfile:
    """Return a profile that stands on the other side of one gate."""
    return profile._replace(reversed_gates=(gate.name,))


def _forms(value: str) -> Iterator[str]:
    if not value:
        yield "empty value"
        return
    tokens = value.split(",")
    if "" in tokens:
        yield "empty entry"
    if value != value.strip():
        yield "blank at an end"
    tokens = [token for token in tokens if token]
    if len(tokens) > 16:
        yield "17 tokens"
    for token in tokens:
        yield _form(token)
        if token != token.lower():
            yield "other case"
        if len(token) > 255:
            yield "longer than 255"


def _form(token: str) -> str:
    folded = token.lower()
    if folded in _SPECIALS:
        return folded
    if folded.startswith("~"):
        return "unknown special"
    starts, ends = folded.startswith("*"), folded.endswith("*")
    if len(folded) == 2 and (starts or ends):
        return "two characters"
    if starts and ends:
        return "substring"
    if starts:
        return "suffix"
    if ends:
        return "prefix"
    return "asterisk inside" if "*" in folded else "exact"


def describe(covered: Covered, gates: Iterable[Gate], machines: int) -> str:
    """Return the coverage of a run as text; what is short is listed."""
    scale = min(1.0, machines / 10_000)
    lines = ["Reasons, and the machines on which they were given:"]
    for reason in Reason:
        count = covered["reason", reason.value]
        note = UNREACHABLE.get(reason, "" if count >= WANTED_REASONS * scale else "SHORT")
        lines.append(f"  {reason.value:32}{count:>7}  {note}")
    lines.append("Gates between the loaders, and the machines on which they decide something:")
    for gate in gates:
        count = covered["gate", gate.name]
        note = MASKED.get(gate, "" if count else "SHORT")
        lines.append(f"  {gate.name:32}{count:>7}  {note}")
    lines.append("Forms of filter tokens, by variable:")
    for variable in (*LAYER_FILTERS, *DRIVER_FILTERS):
        counts = [(form, covered["form", f"{variable} {form}"]) for form in FORMS]
        lines.append(f"  {variable}: " + ", ".join(f"{form} {count}" for form, count in counts))
        short = [form for form, count in counts if count < WANTED_FORMS * scale]
        if short:
            lines.append(f"    SHORT: {', '.join(short)}")
    return "\n".join(lines)
