"""Which layers of Android are in the chain: those that settings, properties and application name.

Follows api.cpp (OverrideLayerNames, LayerChain::ActivateLayers and LoadLayer). One layer that is
missing fails the whole call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.rules.outcome import LAYER_NOT_PRESENT, SUCCESS
from vkconfig_py.machines.android.layers import is_debug_app
from vkconfig_py.machines.android.settings import LAYERS
from vkconfig_py.machines.android.values import (
    AndroidDevice,
    AndroidVerdict,
    AskedLayer,
    Layer,
    Why,
)

LIST_PROPERTY, NUMBERED = "debug.vulkan.layers", "debug.vulkan.layer."
_CALLBACK = "debug.vulkan.enable_callback"
_FIRST_PRIORITY = -92  # -PROPERTY_VALUE_MAX
_LAST_FIXED = 9


class Activation(NamedTuple):
    """The chain, or what keeps vkCreateInstance from making one.

    Attributes:
        layers: all layers, with the verdicts and places of those that are asked for.
    """

    create: str
    layers: tuple[Layer, ...]
    callstack: tuple[tuple[Layer, AskedLayer], ...]
    findings: tuple[AndroidVerdict, ...]
    unless: tuple[str, ...]


def find_requests(device: AndroidDevice) -> tuple[AskedLayer, ...]:
    """Return the layers that are asked for; the first is nearest to the application."""
    outside = tuple(_from_settings(device)) or tuple(_from_properties(device))
    names = {request.name for request in outside}
    own = (AskedLayer(name, Why.APPLICATION, tr("the application")) for name in device.requested)
    return (*outside, *(request for request in own if request.name not in names))


def _from_settings(device: AndroidDevice) -> Iterator[AskedLayer]:
    if not is_debug_app(device):
        return
    value, source = device.settings.value(LAYERS), device.settings.source(LAYERS)
    # An empty list counts as none, an empty name within it does not: it is looked up as it is.
    for name in value.split(":") if value else ():
        yield AskedLayer(name, Why.SETTING_LIST, LAYERS, source.file, source.line)


def _from_properties(device: AndroidDevice) -> Iterator[AskedLayer]:
    found = [*_listed(device), *_numbered(device)]
    yield from (request for _, request in sorted(found, key=lambda item: item[0]))


def _listed(device: AndroidDevice) -> Iterator[tuple[int, AskedLayer]]:
    source = device.properties.source(LIST_PROPERTY)
    for place, name in enumerate(source.value.split(":")):
        if name:
            asked = AskedLayer(name, Why.PROPERTY_LIST, LIST_PROPERTY, source.file, source.line)
            yield _FIRST_PRIORITY + place, asked


def _numbered(device: AndroidDevice) -> Iterator[tuple[int, AskedLayer]]:
    # 0 to 9 may have gaps, from 10 on the first gap ends the list.
    number = 0
    while True:
        name = f"{NUMBERED}{number}"
        source = device.properties.source(name)
        if source.value:
            asked = AskedLayer(source.value, Why.PROPERTY_NUMBERED, name, source.file, source.line)
            yield number, asked
        elif number >= _LAST_FIXED:
            return
        number += 1


def activate(
    device: AndroidDevice, layers: Sequence[Layer], hidden: Sequence[str] = ()
) -> Activation:
    """Look every layer up that is asked for, and build the chain of them.

    `hidden` are layers that are there and not searched for.
    """
    requests = find_requests(device)
    unknown = tuple(layer for layer in layers if layer.verdict.why is Why.NAME_UNKNOWN)
    callstack: list[tuple[Layer, AskedLayer]] = []
    findings: list[AndroidVerdict] = []
    failed = False
    for request in requests:
        layer = _find(layers, request.name)
        if layer is not None and layer.has_entry_point:
            findings.append(_request(request, Outcome.ACTS, request.why))
            callstack.append((layer._replace(position=len(callstack)), request))
        elif layer is None and unknown and request.name:
            libraries = ", ".join(one.library for one in unknown)
            findings.append(_request(request, Outcome.UNKNOWN, Why.NAME_UNKNOWN, libraries))
        else:
            failed = True
            findings.append(_failed_request(request, layer, hidden))
    changed = [_placed(layer, callstack, failed) for layer in layers]
    return Activation(
        LAYER_NOT_PRESENT if failed else SUCCESS,
        tuple(changed),
        () if failed else tuple(_chain(callstack)),
        (*findings, *_callback(device), *_unused_settings(device)),
        tuple(_conditions(callstack, findings)),
    )


def _find(layers: Sequence[Layer], name: str) -> Layer | None:
    """Return the first layer of that name (FindLayer)."""
    reasons = (Why.NOT_REQUESTED,)
    return next((x for x in layers if x.name == name and x.verdict.why in reasons), None)


def _failed_request(
    request: AskedLayer, layer: Layer | None, hidden: Sequence[str]
) -> AndroidVerdict:
    if not request.name:
        return _request(request, Outcome.FAILS, Why.EMPTY_NAME)
    if layer is None:
        why = Why.NOT_SEARCHED if request.name in hidden else Why.NOT_FOUND
        return _request(request, Outcome.FAILS, why)
    return _request(request, Outcome.FAILS, Why.NO_ENTRY_POINT, layer.library)


def _request(request: AskedLayer, outcome: Outcome, why: Why, detail: str = "") -> AndroidVerdict:
    subject = request.name or request.source
    detail = detail or request.source
    return AndroidVerdict(subject, Kind.REQUEST, outcome, why, detail, request.file, request.line)


def _chain(callstack: list[tuple[Layer, AskedLayer]]) -> Iterator[tuple[Layer, AskedLayer]]:
    for layer, request in callstack:
        yield _loading(layer, request), request


def _placed(layer: Layer, callstack: list[tuple[Layer, AskedLayer]], failed: bool) -> Layer:
    """Return a layer with its place; one that is asked for twice has its first."""
    asked = (item for item in callstack if item[0].library == layer.library)
    for found, request in asked:
        if found.name == layer.name and layer.verdict.why is Why.NOT_REQUESTED:
            loading = _loading(found, request)
            if not failed:
                return loading
            verdict = loading.verdict._replace(outcome=Outcome.OFF, why=Why.NO_CHAIN)
            return layer._replace(verdict=verdict)
    return layer


def _loading(layer: Layer, request: AskedLayer) -> Layer:
    verdict = AndroidVerdict(
        *(layer.name, Kind.LAYER, Outcome.LOADS, request.why),
        *(request.source, request.file, request.line),
    )
    return layer._replace(verdict=verdict)


def _callback(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    source = device.properties.source(_CALLBACK)
    if not device.properties.is_true(_CALLBACK):
        return
    outcome, why = Outcome.ACTS, Why.CALLBACK
    if not device.is_debuggable:
        outcome, why = Outcome.IGNORED, Why.NOT_DEBUGGABLE
    yield AndroidVerdict(_CALLBACK, Kind.VARIABLE, outcome, why, "", source.file, source.line)


def _unused_settings(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    """Yield properties that name layers in vain: settings that name some replace them."""
    if not any(_from_settings(device)):
        return
    for _, request in (*_listed(device), *_numbered(device)):
        yield AndroidVerdict(
            *(request.source, Kind.VARIABLE, Outcome.IGNORED, Why.LAYERS_FROM_SETTINGS),
            *(request.name, request.file, request.line),
        )


def _conditions(
    callstack: list[tuple[Layer, AskedLayer]], findings: Sequence[AndroidVerdict]
) -> Iterator[str]:
    """Yield what only a run can tell about the result."""
    for layer, _ in callstack:
        if not layer.is_certain:
            yield tr(
                "{library} does not call itself {name}", library=layer.library, name=layer.name
            )
    for finding in findings:
        if finding.outcome is Outcome.UNKNOWN:
            yield tr("{library} holds no {layer}", library=finding.detail, layer=finding.subject)
