"""What adding places brought, as a sentence. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as Several

from vkconfig_py.model.collection.values import Collection, Copy, CopyState
from vkconfig_py.model.picture.wording import count_of

_FATES = (
    (CopyState.HIDDEN, "hidden by another copy"),
    (CopyState.BROKEN, "cannot be used"),
    (CopyState.AWAY, "not in use"),
)


def tell_added(collection: Collection, paths: Several[str]) -> str:
    """Return what is in places that were added, and what it means for the rest.

    There is nothing to tell once none of them is there any more.
    """
    if not any(place.source.path in paths for place in collection.places):
        return ""
    brought = [copy for copy in collection.copies if copy.source in paths]
    if not brought:
        return "no layer added"
    winners = {one.name for one in brought if one.state in (CopyState.TAKEN, CopyState.BROKEN)}
    states = Counter(copy.state for copy in brought)
    told = [f"{count_of(len({copy.name for copy in brought}), 'layer')} added"]
    if hidden := sum(_is_hidden_by(winners, copy, paths) for copy in collection.copies):
        told.append(f"{hidden} other {'copy' if hidden == 1 else 'copies'} hidden by that")
    told += [f"{states[state]} {words}" for state, words in _FATES if states[state]]
    return ", ".join(told)


def _is_hidden_by(winners: set[str], copy: Copy, paths: Several[str]) -> bool:
    hidden = copy.state is CopyState.HIDDEN and copy.source not in paths
    return hidden and copy.name in winners
