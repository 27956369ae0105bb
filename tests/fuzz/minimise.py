"""Make a machine smaller as long as engine and loader still differ in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from tests.framework.plain import convert_objects
from tests.fuzz.machine import Item, Machine, What
from tests.fuzz.text import Members, render
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.json.decode import Members as JsonMembers
from vkconfig_py.loader.json.decode import parse_json

Of = TypeVar("Of")
_MOST_TRIES = 600
_KEPT_VARIABLE = "XDG_DATA_DIRS"  # without it there are the layers of the real system


def minimise(
    machine: Of,
    still_differs: Callable[[Of], bool],
    smaller_ones: Callable[[Of], Iterator[Of]],
) -> Of:
    """Return a machine of which nothing can be left out."""
    tries = 0
    progress = True
    while progress and tries < _MOST_TRIES:
        progress = False
        for candidate in smaller_ones(machine):
            tries += 1
            if still_differs(candidate):
                machine, progress = candidate, True
                break
            if tries >= _MOST_TRIES:
                break
    return machine


def smaller(machine: Machine) -> Iterator[Machine]:
    """Yield the machine without one of its features."""
    for place in range(len(machine.items)):
        yield machine._replace(items=machine.items[:place] + machine.items[place + 1 :])
    for place, (name, _) in enumerate(machine.environment):
        if name == _KEPT_VARIABLE:
            continue
        rest = machine.environment[:place] + machine.environment[place + 1 :]
        yield machine._replace(environment=rest)
    for application in _smaller_requests(machine.application):
        yield machine._replace(application=application)
    for place, (name, value) in enumerate(machine.environment):
        for shorter in _shorter_lists(value):
            changed = list(machine.environment)
            changed[place] = (name, shorter)
            yield machine._replace(environment=tuple(changed))
    for place, item in enumerate(machine.items):
        for simpler in _simpler(item):
            items = (*machine.items[:place], simpler, *machine.items[place + 1 :])
            yield machine._replace(items=items)


def _smaller_requests(application: Application) -> Iterator[Application]:
    for field in ("layers", "extensions"):
        names = getattr(application, field)
        for place in range(len(names)):
            yield application._replace(**{field: names[:place] + names[place + 1 :]})
    if application.api_version is not None:
        yield application._replace(api_version=None)
    if application.flags:
        yield application._replace(flags=0)


def _shorter_lists(value: str) -> Iterator[str]:
    for separator in (":", ","):
        parts = value.split(separator)
        if len(parts) > 1:
            for place in range(len(parts)):
                yield separator.join(parts[:place] + parts[place + 1 :])


def _simpler(item: Item) -> Iterator[Item]:
    """Leave out one member of a document, as text so that its other oddities stay."""
    if item.what is not What.TEXT:
        return
    parsed = parse_json(item.content)
    if parsed.error or not isinstance(parsed.value, list):
        return
    try:
        values = list(_without_one(convert_objects(parsed.value)))
    except RecursionError:  # a document of a thousand levels is as small as it gets
        return
    for value in values:
        yield item._replace(content=render(_as_members(value)))


def _without_one(value: Any) -> Iterator[Any]:
    if not isinstance(value, list):
        return
    is_object = isinstance(value, JsonMembers)
    for place, element in enumerate(value):
        yield _like(value, value[:place] + value[place + 1 :])
        for less in _without_one(element[1] if is_object else element):
            changed = (element[0], less) if is_object else less
            yield _like(value, [*value[:place], changed, *value[place + 1 :]])


def _like(value: list[Any], changed: list[Any]) -> list[Any]:
    return JsonMembers(changed) if isinstance(value, JsonMembers) else changed


def _as_members(value: Any) -> Any:
    if isinstance(value, JsonMembers):
        return Members((key, _as_members(inner)) for key, inner in value)
    return [_as_members(inner) for inner in value] if isinstance(value, list) else value
