"""In which release a decision changed, and by which rule.

Every release between two versions in which a rule changes is simulated in turn. Where a verdict
changes, each rule of that release is put back alone: those with which the verdict is the old one
are its cause. No rule is named because it sounds right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.base.versions import version_text
from vkconfig_py.loader.explain.compare import (
    LIST_ORDER,
    Key,
    compared_text,
    in_common,
    snapshot,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, differing_gates
from vkconfig_py.loader.profiles.releases import releases_between

_ABSENT = ("absent",)
_States = dict[Key, tuple[str, ...]]


class ReleaseChange(NamedTuple):
    """A release that decides otherwise than the one before it.

    Attributes:
        version: the first that is known to decide so.
        before: outcome or result up to then.
        gates: each decides alone; () if only several together do.
    """

    version: tuple[int, int, int]
    before: str
    after: str
    gates: tuple[Gate, ...]

    def sentence(self) -> str:
        """Return the change in a line."""
        before, after = (compared_text(one) or "–" for one in (self.before, self.after))
        change = before if before == after else f"{before} → {after}"
        rules = "; ".join(map(rule_text, self.gates)) or tr("several rules together")
        return f"{version_text(self.version)}: {change}: {rules}"

    def to_json(self) -> dict[str, Any]:
        return {
            "version": version_text(self.version),
            "before": self.before,
            "after": self.after,
            "rules": [
                {
                    "name": gate.name,
                    "since": version_text(gate.value.first),
                    "until": version_text(gate.value.last) if gate.value.last else None,
                    "sentence": render(gate.value.feature),
                }
                for gate in self.gates
            ],
        }


def rule_text(gate: Gate) -> str:
    """Return a rule with the releases that have it."""
    span = gate.value
    first = version_text(span.first)
    if span.last is None:
        return tr("since {first}, {rule}", first=first, rule=span.feature)
    last = version_text(span.last)
    return tr("from {first} to {last}, {rule}", first=first, last=last, rule=span.feature)


_PLACES = frozenset({Kind.FOLDER, Kind.FILE, Kind.LIBRARY})


def deciding_gates(
    releases: Mapping[Key, Iterable[ReleaseChange]], differing: Iterable[Gate]
) -> tuple[Gate, ...]:
    """Return those of the differing rules that decide about something else than places."""
    named = {
        gate
        for (kind, _, _), changes in releases.items()
        if kind not in _PLACES
        for release in changes
        for gate in release.gates
    }
    return tuple(gate for gate in differing if gate in named)


def others_text(number: int) -> str:
    """Say how many rules differ beside those that decide."""
    return counted(
        "{n} other rules differ and change nothing here (docs/loader_versions.md)",
        "{n} other rule differs and changes nothing here (docs/loader_versions.md)",
        number,
    )


def find_releases(
    host: Host,
    application: Application,
    profile: LoaderProfile,
    older: tuple[int, int, int],
    cache: DocumentCache | None = None,
) -> dict[Key, tuple[ReleaseChange, ...]]:
    """Return by subject the releases after `older` that changed its verdict.

    Rules that began and ended on the way are left out.
    """
    lasting = frozenset(differing_gates(profile.at(older), profile, host.platform))
    documents = cache or DocumentCache()

    def states(loader_profile: LoaderProfile) -> _States:
        return _states(host, application, loader_profile, documents)

    found: dict[Key, list[ReleaseChange]] = {}
    now, last = states(profile.at(older)), older
    for version in releases_between(older, profile.version):
        release = profile.at(version)
        then = states(release)
        changed = [key for key in {**now, **then} if _differ(key, now, then)]
        if changed:
            before = profile.at(last)
            gates = differing_gates(before, release, host.platform)
            put_back = {
                gate: states(release._replace(reversed_gates=(gate.name,))) for gate in gates
            }
            for key in changed:
                old, new = now.get(key, _ABSENT), then.get(key, _ABSENT)
                causes = [gate for gate in gates if not _differ(key, put_back[gate], now)]
                if causes and lasting.isdisjoint(causes):
                    continue
                told = ("order", "order") if key == LIST_ORDER else _told(old, new)
                release_of_key = ReleaseChange(version, *told, tuple(causes))
                found.setdefault(key, []).append(release_of_key)
        now, last = then, version
    return {key: tuple(releases) for key, releases in found.items()}


def _states(
    host: Host, application: Application, profile: LoaderProfile, cache: DocumentCache
) -> _States:
    """Return what is decided about each subject; several verdicts on one are one state."""
    seen = snapshot(discover(host, application, profile, cache))
    found: _States = {
        LIST_ORDER: seen.listed,
        (Kind.LOADER, "vkCreateInstance", ""): (seen.create,),
        (Kind.LOADER, "vkCreateDevice", ""): (seen.create_device,),
    }
    for row in seen.rows:
        found[row.key] = (*found.get(row.key, ()), *row.state)
    return found


def _differ(key: Key, before: _States, after: _States) -> bool:
    old, new = before.get(key, _ABSENT), after.get(key, _ABSENT)
    if key == LIST_ORDER:
        common, moved = in_common(old, new)
        return common != moved
    return old != new


def _told(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, str]:
    """Return the first part in which two states differ."""
    for pair in zip(old, new, strict=False):
        if "" not in pair and pair[0] != pair[1]:
            return pair
    return old[0], new[0]
