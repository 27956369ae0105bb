"""Fuchsia: the loader service, its components, and where programs search."""

from __future__ import annotations

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.machines.fuchsia.folders import MANIFEST, METADATA, OPENCL, A, B, FuchsiaFolder
from tests.machines.fuchsia.test_system import CML, SAMPLE
from tests.statements.registry import statement
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.machines.fuchsia.components import (
    find_exposed_folders,
    find_metadata_problem,
    parse_json5,
)
from vkconfig_py.machines.fuchsia.report import (
    FuchsiaCode,
    find_component_problems,
    list_folder,
    make_debug_tree,
    render_inspect_json,
)
from vkconfig_py.machines.fuchsia.service import (
    GOLDFISH_URL,
    LAVAPIPE_URL,
    CallAnswer,
    ComponentStage,
    DeviceKind,
    WatchingFolder,
    run_to_idle,
    start,
)
from vkconfig_py.machines.fuchsia.system import open_system

PACKAGE = "machines.fuchsia.components"
COMPONENTS = "machines.fuchsia.components"
SERVICE = "machines.fuchsia.service"
VIEWS = "machines.fuchsia.report"


def searched(kind: ManifestType, **environment: str) -> list[str]:
    host = Host(environment, platform=Platform.FUCHSIA)
    return [place.path for place in find_search_paths(host, NEWEST_PROFILE, kind)]


def problems(fuchsia: FuchsiaFolder) -> list[str]:
    machine = open_system(fuchsia.write())
    found = find_component_problems(machine, run_to_idle(start(machine.system)))
    return [problem.code for problem in found]


def package(fuchsia: FuchsiaFolder, cml: bytes = CML, metadata: str = "meta/metadata") -> None:
    """Add an unpacked package as component A."""
    fuchsia.file("a/meta/vulkan.cml", cml).file(f"a/{metadata}/metadata.json", SAMPLE)
    fuchsia.file(f"a/{SAMPLE['manifest_path']}", MANIFEST)
    fuchsia.file(f"a/{SAMPLE['file_path']}", make_elf_file(kind=LIBRARY))
    fuchsia.description["components"][A] = "a"
    fuchsia.magma(A)


def metadata(**changes: object) -> Members:
    return Members({**METADATA, **changes}.items())


@statement(137, rule="loader.platforms.rules.PlatformRules.list_base_folders")
def test_drivers_have_no_fallback_for_unset_variables_of_folders():
    kind = ManifestType.DRIVER
    assert searched(kind) == ["/config/vulkan/icd.d", "/pkg/data/vulkan/icd.d", "/manifest-fs"]
    assert "/x/vulkan/icd.d" in searched(kind, XDG_CONFIG_DIRS="/x")
    assert "/x/vulkan/icd.d" in searched(kind, XDG_DATA_DIRS="/x")


@statement(244, rule="loader.platforms.rules.PlatformRules.list_base_folders")
def test_layers_have_no_fallback_for_unset_variables_of_folders():
    for kind, folder in (
        (ManifestType.EXPLICIT, "explicit_layer.d"),
        (ManifestType.IMPLICIT, "implicit_layer.d"),
    ):
        assert searched(kind) == [f"/config/vulkan/{folder}", f"/pkg/data/vulkan/{folder}"]
        assert f"/x/vulkan/{folder}" in searched(kind, XDG_CONFIG_DIRS="/x")
        assert f"/x/vulkan/{folder}" in searched(kind, XDG_DATA_DIRS="/x")


@statement(325, rule=f"{SERVICE}._list_icds")
def test_each_device_is_asked_for_the_urls_of_its_drivers(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B).magma(A).magma(B, name="001")
    assert [one.url for one in fuchsia.idle().components] == [A, B]


@statement(326, rule=f"{SERVICE}._add_device")
def test_a_magma_device_tells_its_list_and_a_goldfish_device_has_a_fixed_url(
    fuchsia: FuchsiaFolder,
):
    service = fuchsia.component(A).magma(A).goldfish().idle()
    lists = {one.device.kind: one.urls for one in service.devices}
    assert lists == {DeviceKind.MAGMA: (A,), DeviceKind.GOLDFISH: (GOLDFISH_URL,)}


@statement(327, rule=f"{SERVICE}.start")
def test_kinds_of_devices_are_watched_one_by_one(fuchsia: FuchsiaFolder):
    for magma in (True, False):
        for goldfish in (True, False):
            fuchsia.config(allow_magma_icds=magma, allow_goldfish_icd=goldfish)
            kinds = [one.kind for one in fuchsia.start().actions if isinstance(one, WatchingFolder)]
            assert (DeviceKind.MAGMA in kinds) == magma
            assert (DeviceKind.GOLDFISH in kinds) == goldfish
    lavapipe = fuchsia.config(allow_lavapipe_icd=True).idle().devices
    assert [(one.device.kind, one.urls) for one in lavapipe] == [
        (DeviceKind.LAVAPIPE, (LAVAPIPE_URL,))
    ]


@statement(328, rule=f"{PACKAGE}.find_component")
def test_a_component_is_a_folder_of_contents_and_one_with_metadata(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).idle()
    assert service.components[0].stage is ComponentStage.FINISHED


@statement(329, rule=f"{PACKAGE}.find_exposed_folders")
def test_usually_contents_is_the_package_and_metadata_a_folder_of_it(fuchsia: FuchsiaFolder):
    found = find_exposed_folders("/p", parse_json5(CML))
    assert (found.contents, found.metadata) == ("/p", "/p/meta/metadata")
    other = CML.replace(b"meta/metadata", b"data/test")
    assert find_exposed_folders("/p", parse_json5(other)).metadata == "/p/data/test"


@statement(330, rule="machines.fuchsia.report._find_package_problems")
def test_a_note_says_that_metadata_is_better_kept_below_meta(fuchsia: FuchsiaFolder):
    package(fuchsia, CML.replace(b"meta/metadata", b"data"), metadata="data")
    assert problems(fuchsia) == [FuchsiaCode.OUTSIDE_META]


@statement(331, rule="machines.fuchsia.report._find_library_problems")
def test_a_library_in_bin_is_used_and_told(fuchsia: FuchsiaFolder):
    assert METADATA["file_path"] == "bin/pkg-server"
    assert problems(fuchsia.component().magma(A)) == [FuchsiaCode.IN_BIN]
    assert fuchsia.idle().components[0].stage is ComponentStage.FINISHED


@statement(332, rule=f"{PACKAGE}.find_exposed_folders")
def test_a_package_with_the_runner_for_drivers_is_a_component(fuchsia: FuchsiaFolder):
    package(fuchsia)
    assert fuchsia.idle().components[0].stage is ComponentStage.FINISHED
    package(fuchsia, CML.replace(b"rx*", b"r*"))
    fuchsia.description["devices"].pop()
    assert fuchsia.idle().components[0].stage is ComponentStage.FAILED


@statement(333, rule="machines.fuchsia.components.parse_json5")
def test_component_manifests_are_json5():
    value = parse_json5(b"// c\n{ include: ['a',], program: { runner: \"elf\", }, /* x */ }")
    assert value == {"include": ["a"], "program": {"runner": "elf"}}


@statement(334, rule=f"{PACKAGE}._find_package_path")
def test_subdir_chooses_the_folder_of_metadata(fuchsia: FuchsiaFolder):
    package(fuchsia, CML.replace(b"meta/metadata", b"meta/other"), metadata="meta/other")
    assert fuchsia.idle().components[0].stage is ComponentStage.FINISHED


@statement(335, rule=f"{PACKAGE}._list_unavailable")
def test_a_component_gets_the_log_and_no_other_service(fuchsia: FuchsiaFolder):
    use = b'use: [{ protocol: [ "fuchsia.logger.LogSink", "x.Y" ] }], program:'
    elf = CML.replace(b"icd_runner", b"elf").replace(b"program:", use)
    assert find_exposed_folders("/p", parse_json5(elf)).unavailable == ("x.Y",)
    package(fuchsia, elf)
    assert problems(fuchsia) == [FuchsiaCode.USES_SERVICE]


@statement(336, rule=f"{COMPONENTS}.find_metadata_problem")
def test_version_of_the_metadata_is_the_number_one():
    assert find_metadata_problem(metadata()) == ""
    for version in (0, 2, "1", None):
        told = str(find_metadata_problem(metadata(version=version)))
        assert told == "version must be the number 1"
    assert find_metadata_problem(Members({"file_path": "", "manifest_path": ""}.items())) != ""


@statement(337, rule=f"{COMPONENTS}._open_library")
def test_file_path_is_the_library_below_contents(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).idle()
    answer, file = service.get_driver("0-libvulkan_fake.so")
    assert answer is CallAnswer.LIBRARY
    assert file == f"{fuchsia.root}/component0/contents/bin/pkg-server"


@statement(338, rule=f"{COMPONENTS}._read_manifest")
def test_manifest_path_is_the_manifest_below_contents(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).idle()
    manifest_file = f"{fuchsia.root}/component0/contents/data/libvulkan_fake.json"
    assert service.components[0].reading.manifest_file == manifest_file


@statement(339, rule=f"{COMPONENTS}.find_metadata_problem")
def test_sample_of_the_metadata_is_accepted():
    assert find_metadata_problem(Members(SAMPLE.items())) == ""
    assert find_metadata_problem(Members({**SAMPLE, "version": 2}.items())) != ""


@statement(340, rule=f"{COMPONENTS}.find_metadata_problem")
def test_metadata_without_their_paths_are_rejected_with_the_url(fuchsia: FuchsiaFolder):
    for key in ("file_path", "manifest_path"):
        broken = {name: value for name, value in METADATA.items() if name != key}
        service = FuchsiaFolder(fuchsia.root / key).component(metadata=broken).magma(A).idle()
        assert service.log[0] == f"ERROR: {A} metadata.json failed validation: {key} is missing"
        wrong = {**METADATA, key: 1}
        service = FuchsiaFolder(fuchsia.root / f"{key}1").component(metadata=wrong).magma(A).idle()
        assert service.log[0].endswith(f"{key} must be a string")


@statement(341, rule=f"{SERVICE}.Component.settle")
def test_a_broken_component_does_not_keep_others_from_working(fuchsia: FuchsiaFolder):
    for number, broken in enumerate(({"metadata": b"{"}, {"manifest": b"{"}, {"manifest": None})):
        folder = FuchsiaFolder(fuchsia.root / str(number))
        service = folder.component(A, **broken).component(B).magma(A).magma(B, name="001").idle()
        assert [one.stage for one in service.components] == [
            ComponentStage.FAILED,
            ComponentStage.FINISHED,
        ]
        assert list(service.manifest_fs) == ["1-libvulkan_fake.so.json"]


@statement(342, rule=f"{VIEWS}.make_inspect_tree")
def test_inspect_shows_devices_drivers_configuration_and_health(fuchsia: FuchsiaFolder):
    cl = {"component_url": B, "flags": OPENCL}
    found = render_inspect_json(fuchsia.component().magma(A, cl).idle())
    assert found["moniker"] == "core/vulkan_loader"
    root = found["payload"]["root"]
    assert sorted(root) == ["config", "devices", "fuchsia.inspect.Health", "icds"]
    assert sorted(root["devices"]["magma-000/device"]) == ["0", "1", "active_icd"]
    assert root["icds"]["0"]["status"] == "initialized"


@statement(343, rule=f"{VIEWS}.make_debug_tree")
def test_debugging_has_a_view_of_manifests_and_of_devices(fuchsia: FuchsiaFolder):
    names = list_folder(make_debug_tree(fuchsia.idle()), "out/debug")
    assert names is not None
    assert {"manifest-fs", "device-fs"} <= set(names)


@statement(344, rule=f"{SERVICE}._expose_driver")
def test_the_view_of_manifests_has_a_file_for_each_active_driver(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B).magma(A, B).magma(B, name="001")
    names = list_folder(make_debug_tree(fuchsia.idle()), "out/debug/manifest-fs")
    assert names == ("0-libvulkan_fake.so.json", "1-libvulkan_fake.so.json")


@statement(345, rule=f"{VIEWS}.make_device_fs")
def test_the_view_of_devices_has_classes_and_services(fuchsia: FuchsiaFolder):
    tree = make_debug_tree(fuchsia.magma().goldfish("001").idle())
    assert list_folder(tree, "out/debug/device-fs/svc/magma") == ("000",)
    assert list_folder(tree, "out/debug/device-fs/class/goldfish-pipe") == ("001",)
    assert list_folder(tree, "out/debug/device-fs/class/gpu") == ()


@statement(346, rule=f"{SERVICE}.run_to_idle")
def test_the_service_shows_something_once_it_was_started(fuchsia: FuchsiaFolder):
    started = fuchsia.component().magma(A).start()
    assert list_folder(make_debug_tree(started), "out/debug/manifest-fs") == ()
    names = list_folder(make_debug_tree(run_to_idle(started)), "out/debug/manifest-fs")
    assert names == ("0-libvulkan_fake.so.json",)


@statement(347, rule=f"{VIEWS}.list_folder")
def test_both_views_can_be_listed(fuchsia: FuchsiaFolder):
    tree = make_debug_tree(fuchsia.component().magma(A).idle())
    assert list_folder(tree, "out/debug/manifest-fs") == ("0-libvulkan_fake.so.json",)
    assert list_folder(tree, "out/debug/device-fs") == ("class", "svc")
