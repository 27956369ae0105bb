"""What a program sees before it has an instance: the scan for implicit layers, as files tell it.

vkEnumerateInstanceExtensionProperties without a layer answers what the drivers offer, then what the
loader itself offers, then what the layers of this scan offer. The scan is not the list of layers:
the override's blacklist is unknown to it, explicit layers come in as components of whatever
meta-layer there is, and a layer that the settings file turns on or off does as its variables say.

Follows loader.c, loader_scan_for_implicit_layers, loader_remove_layers_not_in_implicit_meta_layers;
settings.c, combine_settings_layers_with_regular_layers; terminator.c,
terminator_EnumerateInstanceExtensionProperties.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.extensions import loader_extensions
from vkconfig_py.loader.layers.activation import Inputs, decide_implicit
from vkconfig_py.loader.layers.metas import verify_metas
from vkconfig_py.loader.layers.ordering import remove_duplicates
from vkconfig_py.loader.manifests.extensions import Extension
from vkconfig_py.loader.manifests.functions import USUAL
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import Offer
from vkconfig_py.loader.settings.combine import combine
from vkconfig_py.loader.settings.file import Control, Settings

_Offered = tuple[Extension, ...]


class Scanned(NamedTuple):
    """What the scan reads.

    Attributes:
        implicit: implicit layers, without the overrides that are for other programs.
        explicit: explicit layers, None unless an implicit meta-layer needs them.
        from_settings: entries of the settings file.
        is_ended: whether an invalid manifest ended it, so that nothing is checked.
    """

    implicit: Sequence[Entry]
    explicit: Sequence[Entry] | None
    from_settings: Sequence[Entry]
    is_ended: bool = False


def own_extensions(profile: LoaderProfile) -> _Offered:
    """Return the instance extensions that the loader itself offers."""
    return tuple(Extension(*pair) for pair in loader_extensions(profile))


def scan_offers(
    scanned: Scanned, settings: Settings, inputs: Inputs, profile: LoaderProfile
) -> list[Offer]:
    """Return the layers that the calls before an instance see, none if none has a say in them."""
    layers = (*scanned.implicit, *(scanned.explicit or ()), *scanned.from_settings)
    if not any(x.manifest is not None and _has_a_say(x.manifest) for x in layers):
        return []
    offers = _regular(scanned, inputs, profile)
    if settings.layers is not None:
        offers = _beside_settings(scanned.from_settings, offers, settings, inputs, profile)
    return offers


def scan_crashes(
    scanned: Scanned, settings: Settings, inputs: Inputs, profile: LoaderProfile
) -> bool:
    """Return whether a loader dies in these calls because of what the settings file turns off.

    It may die in vkCreateInstance alone: explicit layers are not compared before.
    """
    if settings.layers is None or settings.hides_unlisted:
        return False
    if profile.has(Gate.PLACEHOLDERS_NOT_LISTED):
        return False
    own = []
    for entry in scanned.from_settings:
        found = entry.manifest if entry.manifest is not None else entry.failure
        assert found is not None
        own.append(Entry(entry.file, entry.implicit, found))
        own[-1].control = entry.control
    regular = [entry for entry, _ in _listed(scanned, inputs, profile)]
    return combine(own, regular, settings.file, profile).crashes


def implicit_extensions(offers: Iterable[Offer], profile: LoaderProfile) -> _Offered:
    """Return what layers add to the extensions of drivers and loader; each name once."""
    known = {extension.name for extension in own_extensions(profile)}
    found: dict[str, Extension] = {}
    for offer in offers:
        for extension in offer.extensions:
            if extension.name not in known:
                found.setdefault(extension.name, extension)
    return tuple(found.values())


def _has_a_say(layer: LayerManifest) -> bool:
    return bool(layer.instance_extensions) or layer.functions is not USUAL


def _regular(scanned: Scanned, inputs: Inputs, profile: LoaderProfile) -> list[Offer]:
    return [Offer(entry.layer, offered) for entry, offered in _listed(scanned, inputs, profile)]


def _listed(
    scanned: Scanned, inputs: Inputs, profile: LoaderProfile
) -> list[tuple[Entry, _Offered]]:
    """Return the layers of the machine that the scan keeps, each with its extensions."""
    read = (*scanned.implicit, *(scanned.explicit or ()))
    # Copies: what is decided here is no verdict about the layers of an instance.
    entries = [Entry(entry.file, entry.implicit, entry.layer) for entry in read]
    if scanned.is_ended:
        return [(x, x.layer.instance_extensions) for x in entries if _is_on(x, inputs)]
    verified = verify_metas(entries, inputs, profile)
    listed = verified.entries
    metas = any(x.layer.is_meta and x.name != OVERRIDE_NAME for x in scanned.implicit)
    if verified.override is not None or metas:
        listed = _without_strangers(listed)
    listed = [entry for entry in listed if _is_on(entry, inputs)]
    if profile.has(Gate.DUPLICATES_REMOVED):
        listed = remove_duplicates(listed)
    return [
        (entry, verified.extensions.get(entry, entry.layer.instance_extensions)) for entry in listed
    ]


def _beside_settings(
    entries: Sequence[Entry],
    offers: list[Offer],
    settings: Settings,
    inputs: Inputs,
    profile: LoaderProfile,
) -> list[Offer]:
    """Let the layers of the settings file hide the others, or join them.

    The marker of the unordered place is among those that are left out: nothing joins any more.
    """
    if profile.has(Gate.SETTINGS_SCAN_FILTERED):
        own = [x for x in entries if x.manifest is not None and x.implicit and _is_on(x, inputs)]
        hides = settings.hides_unlisted or bool(own)
        return [_own(entry) for entry in own] if hides else offers
    own = [entry for entry in entries if entry.manifest is not None]
    controls = [entry.control for entry in entries]
    # A misnamed entry may have taken the unordered one along.
    if settings.hides_unlisted or Control.UNORDERED not in controls:
        return [_own(entry) for entry in own]
    place = controls.index(Control.UNORDERED)
    before = [_own(x) for x in entries[:place] if x.manifest is not None]
    after = [_own(x) for x in entries[place:] if x.manifest is not None]
    return [*before, *offers, *after]


def _without_strangers(entries: list[Entry]) -> list[Entry]:
    """Keep explicit layers that are components of any meta-layer, be it explicit or off."""
    components = {name for entry in entries for name in entry.layer.component_layers}
    return [entry for entry in entries if entry.implicit or entry.name in components]


def _is_on(entry: Entry, inputs: Inputs) -> bool:
    return decide_implicit(entry.layer, inputs).on


def _own(entry: Entry) -> Offer:
    return Offer(entry.layer, entry.layer.instance_extensions)
