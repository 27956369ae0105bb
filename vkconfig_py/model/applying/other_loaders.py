"""What is applied for every program, or for several, seen by the other loaders that they use.

One picture shows one loader. Programs of the other word size, and those that bring a loader of
their own, may get another chain of the same files: that is said before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.loader.explaining.sentences import sentence
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.opened import side_of
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import FoundLayer, LoaderReport
from vkconfig_py.loader.verdicts import Outcome
from vkconfig_py.model.documents.configuration import UNLISTED, Configuration, Wish
from vkconfig_py.model.picture.inventory import ask_engine, written
from vkconfig_py.model.picture.program_loader import find_start
from vkconfig_py.model.picture.values import Question
from vkconfig_py.model.picture.wording import ordinal
from vkconfig_py.model.plan import Limit, Mechanism, Plan
from vkconfig_py.model.planning.stock import take_stock
from vkconfig_py.model.planning.ways import SETTINGS_FLOOR, Family, family

_SUCCESS = "VK_SUCCESS"
_TWIN = "its version for {}-bit programs"


class _Side(NamedTuple):
    """One loader beside the one of the picture.

    Attributes:
        host: the machine without files of ours, as its programs see it.
        name: how sentences call it.
    """

    host: Host
    profile: LoaderProfile
    name: str


def other_loader_limits(
    question: Question, host: Host, plan: Plan, report: LoaderReport, cache: DocumentCache
) -> tuple[Limit, ...]:
    """Say where a plan does something else for programs that use another loader.

    `question` names the loader of the picture, and `report` is what that one does once the plan is
    written; `host` is the machine without files of ours.
    """
    limits: dict[Limit, None] = {}
    here = _Chain(report)
    for side in _sides(question, host, cache):
        if plan.mechanism is Mechanism.SETTINGS and side.profile.version < SETTINGS_FLOOR:
            continue  # the plan itself says that this one does not read its file
        asked = question._replace(profile=side.profile, opened=None)
        there = ask_engine(asked, written(side.host, plan), cache)
        limits.update(dict.fromkeys(_differences(question.configuration, here, there, side)))
    return tuple(limits)


class _Chain:
    """The layers of a report that load; those that would, where there is no driver to load them."""

    def __init__(self, report: LoaderReport) -> None:
        self.report = report
        active = tuple(layer.manifest.name for layer in report.callstack)
        self.names = active or take_stock(report).loads
        self.places: Mapping[str, int] = {name: place for place, name in enumerate(self.names)}


def _sides(question: Question, host: Host, cache: DocumentCache) -> Iterator[_Side]:
    """Yield the loaders of the programs that it is for: of all that are installed, or of theirs."""
    main = question.profile
    met = {_key(main)}
    for profile, seen in _loaders(question, host, cache):
        if _key(profile) in met or not profile.library:
            continue
        met.add(_key(profile))
        name = f"loader {profile.version_text}"
        if profile.pointer_bits != main.pointer_bits:
            name = f"{profile.pointer_bits}-bit {name}"
        elif profile.version == main.version:
            name = f"{name} in {profile.library}"
        yield _Side(seen, profile, f"the {name}")


def _loaders(
    question: Question, host: Host, cache: DocumentCache
) -> Iterator[tuple[LoaderProfile, Host]]:
    """Yield each loader with the host that its programs see."""
    programs = question.view.programs
    if not programs:
        for profile in question.loaders:
            yield profile, host._replace(pointer_bits=profile.pointer_bits)
    for path in programs:
        start = find_start(path, host)
        if start.path:
            side = side_of(
                start.path,
                host,
                question.profile,
                question.loaders,
                cache,
                start.memory,
                start.windows_bits,
            )
            yield side.profile, side.host.with_executable(start.path)


def _key(profile: LoaderProfile) -> tuple[tuple[int, int, int], int, str]:
    return profile.version, profile.pointer_bits, profile.library


def _differences(
    configuration: Configuration, here: _Chain, report: LoaderReport, side: _Side
) -> Iterator[Limit]:
    there = _Chain(report)
    dropped = next(_dropped(report), None)
    if dropped is not None and next(_dropped(here.report), None) is None:
        text = f"{side.name} drops the whole override: {sentence(dropped.verdict, report)}"
        yield Limit("", text)
    found = {layer.name: layer for layer in reversed(report.found) if layer.manifest is not None}
    for entry in configuration.layers:
        name = entry.name
        if name == UNLISTED or (name in here.places) == (name in there.places):
            continue
        if entry.wish is Wish.OFF and name in there.places:
            yield Limit(name, f"{side.name} loads it all the same")
        elif entry.wish is Wish.ON and name in here.places:
            cause, instead = _why_not(found.get(name), report)
            yield Limit(name, f"{side.name} does not load it: {cause}", instead)
    yield from _other_places(configuration, here, there, side)


def _dropped(report: LoaderReport) -> Iterator[FoundLayer]:
    """Yield the overrides that a loader found and does not use, though they are for its program."""
    for layer in report.found:
        is_override = layer.manifest is not None and layer.manifest.is_override
        if is_override and layer.verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS):
            yield layer


def _why_not(layer: FoundLayer | None, report: LoaderReport) -> tuple[str, str]:
    bits = report.profile.pointer_bits
    if layer is None:
        return "it is not installed for it", _TWIN.format(bits)
    return sentence(layer.verdict, report), ""


def _other_places(
    configuration: Configuration, here: _Chain, there: _Chain, side: _Side
) -> Iterator[Limit]:
    """Compare the order of the layers that both load and that the user gave a place."""
    drawn = {entry.name for entry in configuration.layers if entry.placed}
    ours = _common(here, there, drawn)
    theirs = _common(there, here, drawn)
    for name, other in zip(ours, theirs, strict=True):
        if name != other:
            place = ordinal(there.places[name] + 1)
            yield Limit(name, f"{side.name} puts it {place}: {_rule(side.profile)}")


def _common(one: _Chain, other: _Chain, drawn: set[str]) -> Sequence[str]:
    return [name for name in one.names if name in drawn and name in other.places]


def _rule(profile: LoaderProfile) -> str:
    if family(profile) is Family.LAST_PLACE:
        return "it always puts implicit layers below explicit ones, in the order of their files"
    return "it keeps layers that it finds before the override above it"
