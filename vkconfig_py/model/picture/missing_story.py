"""The story of a layer that a configuration names and that is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vkconfig_py.loader.verdicts import Mark, Step
from vkconfig_py.model.documents.configuration import LayerEntry, Wish
from vkconfig_py.model.picture.values import Picture
from vkconfig_py.model.presence import is_there

_WISHES = {
    Wish.AUTO: "This configuration gives it a place or settings, and keeps them for it",
    Wish.ON: "This configuration turns it on, and keeps that for it",
    Wish.OFF: "This configuration turns it off, and keeps that for it",
}


def tell_missing(picture: Picture, name: str) -> tuple[Step, ...]:
    """Say that no manifest offers a layer, where it was last seen, and what is kept for it."""
    entry = picture.question.configuration.entry(name) or LayerEntry(name)
    return (
        Step(Mark.AGAINST, "No manifest that the loader finds offers this layer", decisive=True),
        *_last_seen(entry, picture.question.host.root),
        Step(Mark.NEUTRAL, _WISHES[entry.wish]),
        Step(Mark.NEUTRAL, "Nothing of it is applied until it is installed again"),
    )


def _last_seen(entry: LayerEntry, root: str) -> Iterator[Step]:
    if not entry.manifest:
        return
    there = is_there(Path(root + entry.manifest))
    text = f"It was last seen at {entry.manifest}"
    if there:
        yield Step(Mark.NEUTRAL, f"{text}, which is there", entry.manifest)
    else:
        yield Step(Mark.NEUTRAL, f"{text}, which is gone")
