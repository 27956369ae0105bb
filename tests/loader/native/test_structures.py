"""The structures made from the registry, compared with the installed headers by gcc."""

import ctypes
import re

import pytest

from devtools.registry.tables import ANSWER_STRUCTURES
from tests.framework import headers, layouts
from vkconfig_py.loader.base import versions
from vkconfig_py.loader.native import vulkan_registry
from vkconfig_py.loader.native.vulkan_registry import list_extension_kinds
from vkconfig_py.loader.profiles.profile import read_table


@pytest.fixture(scope="module")
def known():
    """The name in the headers of each structure that they have, by the name in the registry."""
    return layouts.map_known_structures()


def test_the_table_has_every_structure_of_the_headers(known):
    declared = set(re.findall(r"\ntypedef (?:struct|union) (Vk\w+) {", headers.read_all_headers()))
    assert len(declared) > 850
    missing = {name for name in declared if not _has(name)}
    # Of two provisional extensions that others have replaced.
    assert {"VK_EXT_video_encode_h264", "VK_EXT_video_encode_h265"}.isdisjoint(_registered())
    assert {name for name in missing if not re.match(r"VkVideoEncodeH26[45]\w+EXT$", name)} == set()


def _has(name):
    try:
        return bool(vulkan_registry.describe(name))
    except KeyError:
        return False


def test_a_structure_that_the_headers_lack_is_newer_than_they(known):
    newer = len(vulkan_registry.list_structure_names()) - len(known)
    assert newer == {(1, 3, 239): 596}.get(headers.read_version(), newer)
    old = [x for x in vulkan_registry.list_structure_names() if x not in known and not _is_newer(x)]
    assert old == []


def test_structures_lie_in_memory_as_in_the_headers(known):
    ours, in_c = layouts.measure_both()
    assert len(ours) > len(known) - 20
    assert sum(map(len, ours.values())) > 9000
    assert {name for name in ours if ours[name] != in_c[name]} == set()


def test_a_structure_that_was_revised_has_other_members_in_the_headers():
    for name, extension in layouts.REVISED.items():
        ours = ["sType", "pNext", *(member.name for member in vulkan_registry.list_members(name))]
        assert ours != _members_in_c(name), name
        assert headers.extension_revisions()[extension] < _registered()[extension]


def test_bit_fields_lie_where_c_puts_them(known):
    """Each is filled with ones, alone; the bytes of the whole are compared."""
    asked, ours = [], []
    for name in filter(layouts.has_bit_fields, known):
        size = ctypes.sizeof(vulkan_registry.get_structure_class(name))
        for member in vulkan_registry.list_members(name):
            if member.bits:
                value = vulkan_registry.get_structure_class(name)(
                    **{member.name: (1 << member.bits) - 1}
                )
                ours.append(bytes(value).hex())
                asked.append(
                    f"{{{known[name]} v; memset(&v, 0, sizeof v); v.{member.name} = ~0;"
                    f'for (size_t i = 0; i < {size}; ++i) printf("%02x", ((unsigned char *)&v)[i]);'
                    'puts("");}'
                )
    assert len(ours) == 12
    assert headers.compile_and_run("\n".join(asked)) == ours


def test_the_names_of_values_are_those_of_the_headers():
    """Old names of values are macros or other members of the enumeration, with the same value."""
    declared = set(re.findall(r"\b(\w+) = ", headers.read_all_headers()))
    asked = {
        text: value
        for name in vulkan_registry.names_of_enumerations()
        for value, text in vulkan_registry.get_enumeration_names(name).items()
        if text in declared
    }
    assert len(asked) > 350
    answers = headers.compile_and_run("\n".join(f'printf("%d\\n", {text});' for text in asked))
    assert dict(zip(asked, map(int, answers), strict=True)) == asked


def test_results_have_the_names_of_the_registry():
    assert vulkan_registry.get_enumeration_names("VkResult") == versions.RESULT_NAMES


def test_an_old_name_is_the_same_class():
    assert vulkan_registry.get_structure_class(
        "VkPhysicalDeviceIDPropertiesKHR"
    ) is vulkan_registry.get_structure_class("VkPhysicalDeviceIDProperties")


def test_a_structure_is_made_with_its_type():
    made = vulkan_registry.create_structure("VkPhysicalDeviceProperties2", pNext=8)
    assert (made.sType, made.pNext) == (1000059001, 8)
    assert vulkan_registry.create_structure("VkExtent2D", width=3).width == 3


def test_what_extends_an_answer_has_a_type_and_somebody_who_defines_it():
    for base in ANSWER_STRUCTURES:
        assert vulkan_registry.list_extending_structures(base)
        for name in vulkan_registry.list_extending_structures(base):
            description = vulkan_registry.describe(name)
            assert (description.extends, description.is_union) == (base, False)
            assert description.structure_type
            assert description.definers


def test_what_a_driver_fills_in_is_counted_by_a_member():
    counted = {
        name: [member for member in vulkan_registry.list_members(name) if member.is_pointer]
        for base in ANSWER_STRUCTURES
        for name in vulkan_registry.list_extending_structures(base)
    }
    assert {member.name for member in counted["VkPhysicalDeviceVulkan14Properties"]} == {
        "pCopySrcLayouts",
        "pCopyDstLayouts",
    }
    for name, found in counted.items():
        numbers = {
            m.name for m in vulkan_registry.list_members(name) if m.type == "u" and not m.array
        }
        assert {member.counted_by for member in found} <= numbers


def test_every_format_is_defined_by_somebody():
    numbers = [number for _, some in vulkan_registry.list_formats() for number in some]
    assert sorted(numbers) == sorted(vulkan_registry.get_enumeration_names("VkFormat"))
    kinds = list_extension_kinds()
    for definers, _ in vulkan_registry.list_formats():
        assert all(name in kinds or re.match(r"1\.\d$", name) for name in definers)


def _members_in_c(name):
    body = re.search(
        rf"typedef struct {name} {{(.*?)}} {name};", headers.read_all_headers(), re.DOTALL
    )[1]
    return re.findall(r"(\w+)(?:\[\w+\])?(?::\d+)?;", body)


def _is_newer(name):
    """Return whether everybody who defines a structure is newer than the headers."""
    version = ".".join(map(str, headers.read_version()[:2]))
    for definer in vulkan_registry.describe(name).definers:
        if not definer.startswith("VK_"):
            if definer <= version:
                return False
        elif headers.extension_revisions().get(definer, 0) >= _registered()[definer]:
            return False
    return True


def _registered():
    return {n: int(revision) for n, _, revision in map(str.split, read_table("extensions"))}
