"""Where the loader does not follow the wish, as one sentence per layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.model.documents.configuration import NEWEST, UNLISTED, Configuration, Wish
from vkconfig_py.model.picture.wording import called, join_words, ordinal
from vkconfig_py.model.plan import Limit, Plan
from vkconfig_py.model.planning.wanted import is_absence


def find_deviations(
    configuration: Configuration,
    plan: Plan,
    chain: Sequence[tuple[str, str]],
    off: Sequence[str],
) -> dict[str, str]:
    """Return the sentence for every layer whose place, state or copy is not as wished.

    Args:
        configuration: what is wished.
        plan: what is written to that end; its limits name the rules.
        chain: names of the layers that load with their manifests, application side first.
        off: names of the layers that could load and do not.
    """
    limits = _limits_by_subject(plan)
    positions = {name: index for index, (name, _file) in enumerate(chain)}
    deviations = _states(configuration, limits, positions)
    deviations.update(_unlisted(configuration, positions, off))
    deviations.update(_places(configuration, limits, positions))
    for name in (*positions, UNLISTED):
        if name in limits and name not in deviations:
            deviations[name] = _rule(limits[name])
    return _copies(configuration, dict(chain)) | deviations


def _limits_by_subject(plan: Plan) -> dict[str, Limit]:
    limits: dict[str, Limit] = {}
    for limit in plan.limits:
        if limit.subject and not is_absence(limit):
            limits.setdefault(limit.subject, limit)
    return limits


def _states(
    configuration: Configuration, limits: Mapping[str, Limit], positions: Mapping[str, int]
) -> dict[str, str]:
    found = {}
    for entry in configuration.layers:
        loads = entry.name in positions
        if entry.name == UNLISTED:
            continue
        if entry.wish is Wish.ON and not loads:
            text = "you turned it on, and it does not load"
        elif entry.wish is Wish.OFF and loads:
            text = "you turned it off, and it still loads"
        else:
            continue
        found[entry.name] = _with_rule(text, limits.get(entry.name))
    return found


def _unlisted(
    configuration: Configuration, positions: Mapping[str, int], off: Sequence[str]
) -> dict[str, str]:
    """Name the layers without an entry that load although none of them is to, or the reverse."""
    known = {entry.name for entry in configuration.layers}
    match configuration.unlisted:
        case Wish.OFF:
            rest = [name for name in positions if name not in known]
            text = "you turned them off, and {} still {}"
            verbs = ("loads", "load")
        case Wish.ON:
            rest = [name for name in off if name not in known]
            text = "you turned them on, and {} {}"
            verbs = ("does not load", "do not load")
        case Wish.AUTO:
            return {}
    verb = verbs[len(rest) > 1]
    return {UNLISTED: text.format(join_words(called(rest)), verb)} if rest else {}


def _copies(configuration: Configuration, loaded: Mapping[str, str]) -> dict[str, str]:
    """Compare the copy that was chosen with the one that loads."""
    return {
        entry.name: f"you chose {entry.copy}, this loader takes {loaded[entry.name]}"
        for entry in configuration.layers
        if entry.copy not in ("", NEWEST, loaded.get(entry.name, "")) and entry.name in loaded
    }


def _places(
    configuration: Configuration, limits: Mapping[str, Limit], positions: Mapping[str, int]
) -> dict[str, str]:
    """Compare the drawn order with the chain; layers without a place keep the slots they have."""
    drawn = list(
        dict.fromkeys(
            entry.name
            for entry in configuration.layers
            if entry.placed and entry.wish is not Wish.OFF and entry.name in positions
        )
    )
    slots = sorted(positions[name] for name in drawn)
    found = {}
    for name, slot in zip(drawn, slots, strict=True):
        if positions[name] != slot:
            here = ordinal(positions[name] + 1)
            text = f"you put it {ordinal(slot + 1)}, this loader puts it {here}"
            found[name] = _with_rule(text, limits.get(name))
    return found


def _with_rule(text: str, limit: Limit | None) -> str:
    return f"{text}: {_rule(limit)}" if limit else text


def _rule(limit: Limit) -> str:
    return f"{limit.text}; {limit.alternative}" if limit.alternative else limit.text
