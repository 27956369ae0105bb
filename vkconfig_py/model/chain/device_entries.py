"""Everything that is known of a device, in groups of named, readable values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.chain.device_page import device_facts
from vkconfig_py.model.chain.device_values import NONE, bytes_text, mask_text, value_text
from vkconfig_py.model.text.wording import count_of

DEVICE, MEMORY, QUEUES = tr("Device"), tr("Memory"), tr("Queue families")
LIMITS, FEATURES = tr("Limits"), tr("Features")
EXTENSIONS, FORMATS = tr("Extensions"), tr("Formats")
_SAMPLED = tr("Images (2D, optimal tiling, sampled and copied)")
_TITLES = {"shared": tr("Sharing with others"), "lists": tr("Lists")}
# Parts of a dump that have a function here, or repeat what others tell.
_TOLD = frozenset(
    {
        *("properties", "features", "memory", "queue_families", "extensions", "layers"),
        *("formats", "image_formats", "sparse_formats", "properties2", "features2", "memory2"),
        *("queue_families2", "formats2", "image_formats2"),
    }
)
_TILINGS = ("linear", "optimal", "buffer")


class DeviceFact(NamedTuple):
    """A named value in a group.

    Attributes:
        path: where it stands in the dump, as "properties.limits.maxViewports"; "" for others.
    """

    group: str
    name: str
    value: str
    path: str = ""


def device_entries(
    summary: DeviceSummary, dump: Mapping[str, Any] | None
) -> tuple[DeviceFact, ...]:
    """A device in groups; without a dump, what a list of devices tells."""
    about = [
        DeviceFact(DEVICE, fact.what, fact.value)
        for fact in device_facts(summary, with_memory=False)
    ]
    if dump is None:
        return (*about, *_summary_memory(summary), *_extensions(summary.extensions))
    return (*about, *dump_entries(dump), *_extensions(summary.extensions))


def _summary_memory(summary: DeviceSummary) -> Iterator[DeviceFact]:
    for number, heap in enumerate(summary.heaps):
        own = "DEVICE_LOCAL" if heap.is_device_local else NONE
        yield DeviceFact(
            MEMORY, tr("Heap {number}", number=number), f"{bytes_text(heap.size)} · {own}"
        )
    for number, family in enumerate(summary.queue_families):
        abilities = ", ".join(ability.upper().replace(" ", "_") for ability in family.abilities)
        parts = (
            count_of(family.queues, "queue"),
            abilities or NONE,
            _timestamps(family.timestamp_bits),
        )
        yield DeviceFact(
            QUEUES, tr("Family {number}", number=number), " · ".join(filter(None, parts))
        )


def _extensions(extensions: tuple[ExtensionName, ...]) -> Iterator[DeviceFact]:
    for one in sorted(extensions):
        yield DeviceFact(EXTENSIONS, one.name, tr("version {version}", version=one.spec_version))


def dump_entries(dump: Mapping[str, Any]) -> Iterator[DeviceFact]:
    """Values of a dump, each once: later structures repeat those of Vulkan 1.0."""
    properties = _mapping(dump.get("properties"))
    for name, group in (("limits", LIMITS), ("sparseProperties", tr("Sparse images"))):
        yield from _members(group, _mapping(properties.get(name)), f"properties.{name}")
    yield from _memory(_mapping(dump.get("memory")))
    yield from _families(dump.get("queue_families"))
    yield from _members(FEATURES, _mapping(dump.get("features")), "features")
    for part in ("features2", "properties2", "memory2"):
        for structure, members in _mapping(dump.get(part)).items():
            if not structure.endswith("2"):  # the base, which repeats what is above
                yield from _members(structure, _mapping(members), f"{part}.{structure}")
    yield from _further_families(dump.get("queue_families2"))
    yield from _formats(dump)
    for part, value in dump.items():
        if part not in _TOLD:
            yield from _members(_TITLES.get(part, part), _mapping(value), part)


def _mapping(value: Any) -> Mapping[str, Any]:
    """The members of an object; none where the dump has an error in its place."""
    return value if isinstance(value, Mapping) else {}


def _members(group: str, members: Mapping[str, Any], path: str) -> Iterator[DeviceFact]:
    for name, value in members.items():
        yield DeviceFact(group, name, value_text(name, value), f"{path}.{name}")


def _memory(memory: Mapping[str, Any]) -> Iterator[DeviceFact]:
    for number, heap in enumerate(memory.get("memoryHeaps", ())):
        flags = mask_text(heap["flags"], "VK_MEMORY_HEAP_")
        value = f"{bytes_text(heap['size'])} · {flags}"
        yield DeviceFact(
            MEMORY, tr("Heap {number}", number=number), value, f"memory.memoryHeaps[{number}]"
        )
    for number, kind in enumerate(memory.get("memoryTypes", ())):
        flags = mask_text(kind["propertyFlags"], "VK_MEMORY_PROPERTY_")
        value = f"{tr('heap {number}', number=kind['heapIndex'])} · {flags}"
        yield DeviceFact(
            MEMORY, tr("Type {number}", number=number), value, f"memory.memoryTypes[{number}]"
        )


def _families(families: Any) -> Iterator[DeviceFact]:
    for number, one in enumerate(families if isinstance(families, list) else ()):
        granularity = value_text("", one["minImageTransferGranularity"])
        parts = (
            count_of(one["queueCount"], "queue"),
            mask_text(one["queueFlags"], "VK_QUEUE_"),
            _timestamps(one["timestampValidBits"]),
            tr("copies images by {granularity}", granularity=granularity),
        )
        value = " · ".join(filter(None, parts))
        yield DeviceFact(
            QUEUES, tr("Family {number}", number=number), value, f"queue_families[{number}]"
        )


def _timestamps(bits: int) -> str:
    return tr("timestamps of {bits} bits", bits=bits) if bits else ""


def _further_families(families: Any) -> Iterator[DeviceFact]:
    for number, structures in enumerate(families if isinstance(families, list) else ()):
        path = f"queue_families2[{number}]"
        for structure, members in structures.items():
            if not structure.endswith("2"):
                for entry in _members(structure, _mapping(members), f"{path}.{structure}"):
                    yield entry._replace(
                        name=tr("Family {number}: {name}", number=number, name=entry.name)
                    )


def _formats(dump: Mapping[str, Any]) -> Iterator[DeviceFact]:
    for name, features in _mapping(dump.get("formats")).items():
        known = zip(_TILINGS, features, strict=False)
        said = [f"{one}: {mask_text(mask, 'VK_FORMAT_FEATURE_')}" for one, mask in known if mask]
        yield DeviceFact(FORMATS, name, "\n".join(said) or tr("not supported"), f"formats.{name}")
    for name, limits in _mapping(dump.get("image_formats")).items():
        if isinstance(limits, Mapping):  # else VK_ERROR_FORMAT_NOT_SUPPORTED
            yield DeviceFact(_SAMPLED, name, value_text(name, limits), f"image_formats.{name}")
    for name, kinds in _mapping(dump.get("sparse_formats")).items():
        if kinds:
            text = "\n".join(value_text(name, kind) for kind in kinds)
            yield DeviceFact(tr("Sparse formats"), name, text, f"sparse_formats.{name}")
