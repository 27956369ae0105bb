"""Finds the release in which a decision changed, and the rules that changed it.

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
from vkconfig_py.loader.base.versions import format_version
from vkconfig_py.loader.explain.compare import (
    LAYER_ORDER_KEY,
    ComparisonKey,
    find_common,
    make_report_snapshot,
    render_property_value,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import (
    Gate,
    LoaderProfile,
    find_differing_gates,
    releases_between,
)

_ABSENT_VALUES = ("absent",)
_StatesByKey = dict[ComparisonKey, tuple[str, ...]]
_PATH_KINDS = frozenset({Kind.FOLDER, Kind.FILE, Kind.LIBRARY})


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

    def render(self) -> str:
        """Return the change in a line."""
        text_before, text_after = (
            render_property_value(state) or "–" for state in (self.before, self.after)
        )
        change = text_before if text_before == text_after else f"{text_before} → {text_after}"
        rules = "; ".join(map(render_rule, self.gates)) or tr("a combination of several rules")
        return f"{format_version(self.version)}: {change}: {rules}"

    def to_json(self) -> dict[str, Any]:
        """Return the change as a JSON object with the rules that began or ended."""
        return {
            "version": format_version(self.version),
            "before": self.before,
            "after": self.after,
            "rules": [
                {
                    "name": gate.name,
                    "since": format_version(gate.value.first),
                    "until": format_version(gate.value.last) if gate.value.last else None,
                    "sentence": render(gate.value.feature),
                }
                for gate in self.gates
            ],
        }


def render_rule(gate: Gate) -> str:
    """Render a rule with the releases that have it."""
    release_range = gate.value
    first = format_version(release_range.first)
    if release_range.last is None:
        return tr("since {first}, {rule}", first=first, rule=release_range.feature)
    last_version = format_version(release_range.last)
    return tr(
        "from {first} to {last}, {rule}", first=first, last=last_version, rule=release_range.feature
    )


def find_deciding_gates(
    releases: Mapping[ComparisonKey, Iterable[ReleaseChange]], differing_gates: Iterable[Gate]
) -> tuple[Gate, ...]:
    """Return the differing rules that decide about more than folders, files or libraries."""
    deciding_gates = {
        gate
        for (kind, _, _), changes in releases.items()
        if kind not in _PATH_KINDS
        for release in changes
        for gate in release.gates
    }
    return tuple(gate for gate in differing_gates if gate in deciding_gates)


def render_other_rules(number: int) -> str:
    """Render how many more rules differ without changing a decision."""
    return counted(
        "{n} other rules differ but change nothing on this machine (docs/loader_versions.md)",
        "{n} other rule differs but changes nothing on this machine (docs/loader_versions.md)",
        number,
    )


def find_releases(
    host: Host,
    application: Application,
    profile: LoaderProfile,
    older_version: tuple[int, int, int],
    cache: DocumentCache | None = None,
) -> dict[ComparisonKey, tuple[ReleaseChange, ...]]:
    """Return by subject the releases after `older_version` that changed its verdict.

    Rules that began and ended on the way are left out.

    Args:
        host: the machine.
        application: what the program requests.
        profile: the loader.
        older_version: the release from which on changes count.
        cache: documents that were read before.
    """
    lasting_gates = frozenset(
        find_differing_gates(profile.at_release(older_version), profile, host.platform)
    )
    documents = cache or DocumentCache()

    def states(loader_profile: LoaderProfile) -> _StatesByKey:
        """Return what the verdicts are with another loader."""
        return _find_states(host, application, loader_profile, documents)

    changes_by_key: dict[ComparisonKey, list[ReleaseChange]] = {}
    current_states, current_version = states(profile.at_release(older_version)), older_version
    for version in releases_between(older_version, profile.version):
        release = profile.at_release(version)
        new_states = states(release)
        changed_keys = [
            key
            for key in {**current_states, **new_states}
            if _has_changed(key, current_states, new_states)
        ]
        if changed_keys:
            profile_before = profile.at_release(current_version)
            gates = find_differing_gates(profile_before, release, host.platform)
            states_without = {
                gate: states(release._replace(reversed_gates=(gate.name,))) for gate in gates
            }
            for key in changed_keys:
                old_state, new_state = (
                    current_states.get(key, _ABSENT_VALUES),
                    new_states.get(key, _ABSENT_VALUES),
                )
                causes = [
                    gate
                    for gate in gates
                    if not _has_changed(key, states_without[gate], current_states)
                ]
                if causes and lasting_gates.isdisjoint(causes):
                    continue
                change = (
                    ("order", "order")
                    if key == LAYER_ORDER_KEY
                    else _find_changed_part(old_state, new_state)
                )
                release_of_key = ReleaseChange(version, *change, tuple(causes))
                changes_by_key.setdefault(key, []).append(release_of_key)
        current_states, current_version = new_states, version
    return {key: tuple(releases) for key, releases in changes_by_key.items()}


def _find_states(
    host: Host, application: Application, profile: LoaderProfile, cache: DocumentCache
) -> _StatesByKey:
    """Return by subject what discover() decides about it. Several verdicts form one state."""
    snapshot = make_report_snapshot(discover(host, application, profile, cache))
    states: _StatesByKey = {
        LAYER_ORDER_KEY: snapshot.listed_layers,
        (Kind.LOADER, "vkCreateInstance", ""): (snapshot.create_result,),
        (Kind.LOADER, "vkCreateDevice", ""): (snapshot.create_device_result,),
    }
    for row in snapshot.rows:
        states[row.key] = (*states.get(row.key, ()), *row.state)
    return states


def _has_changed(
    key: ComparisonKey, states_before: _StatesByKey, states_after: _StatesByKey
) -> bool:
    """Return whether the state of a subject differs between two releases."""
    old_state, new_state = (
        states_before.get(key, _ABSENT_VALUES),
        states_after.get(key, _ABSENT_VALUES),
    )
    if key == LAYER_ORDER_KEY:
        common_before, common_after = find_common(old_state, new_state)
        return common_before != common_after
    return old_state != new_state


def _find_changed_part(old_state: tuple[str, ...], new_state: tuple[str, ...]) -> tuple[str, str]:
    """Return the first part in which two states differ: the old and the new one."""
    for pair in zip(old_state, new_state, strict=False):
        if "" not in pair and pair[0] != pair[1]:
            return pair
    return old_state[0], new_state[0]
