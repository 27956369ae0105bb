"""The service step by step: who has finished, who waits, and what clients get meanwhile."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.machines.fuchsia.folders import (
    MANIFEST,
    METADATA,
    OPENCL,
    VULKAN,
    A,
    B,
    C,
    FuchsiaFolder,
)
from vkconfig_py.machines.fuchsia.report import make_inspect_tree
from vkconfig_py.machines.fuchsia.service import (
    GOLDFISH_URL,
    LAVAPIPE_URL,
    CallAnswer,
    ComponentStage,
    DeviceKind,
    Features,
    IcdListing,
    InitializingComponent,
    NotifyingClients,
    Service,
    VmexAnswer,
    WatchingFolder,
    finish,
    remove_device,
    run_to_idle,
)

NAME = "0-libvulkan_fake.so"
NODE = "magma-000/device"


def named(library: str) -> dict[str, object]:
    return {**MANIFEST, "ICD": {**MANIFEST["ICD"], "library_path": library}}  # type: ignore[dict-item]


def actives(service: Service) -> list[str]:
    return [device.active for device in service.devices]


def test_component_of_the_services_own_test(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).idle()
    assert list(service.manifest_fs) == [f"{NAME}.json"]
    content = service.manifest_fs[f"{NAME}.json"]
    assert len(content) == 136
    assert content == (
        b'{\n    "ICD": {\n        "api_version": "1.1.0",\n'
        b'        "library_path": "0-libvulkan_fake.so"\n    },\n'
        b'    "file_format_version": "1.0.0"\n}'
    )
    assert service.get_driver(NAME)[0] is CallAnswer.LIBRARY
    assert service.get_driver("not-present") == (CallAnswer.NOTHING, "")
    assert service.get_supported_features() == 7
    assert service.get_supported_features() == (
        Features.GET | Features.CONNECT_TO_DEVICE_FS | Features.CONNECT_TO_MANIFEST_FS
    )


def test_only_icds_for_vulkan_become_components(fuchsia: FuchsiaFolder):
    entries = {"component_url": A, "flags": VULKAN}, {"component_url": B, "flags": OPENCL}
    service = fuchsia.component().magma(*entries).idle()
    assert [one.url for one in service.components] == [A]
    tree = make_inspect_tree(service)
    assert tree["devices"][NODE] == {
        "active_icd": "0",
        "0": {"component_url": A, "flags": 1},
        "1": {"component_url": B, "flags": 2},
    }


def test_entries_that_lack_a_member_are_passed_over(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma({"flags": 1}, {"component_url": B}, A).idle()
    assert service.log == ("ERROR: ICD missing component URL", "ERROR: ICD missing flags")
    assert make_inspect_tree(service)["devices"][NODE]["0"] == {"component_url": A, "flags": 1}


def test_a_list_that_is_too_long_for_the_protocol_loses_the_device(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(*[A] * 8).magma(*[A] * 9, name="001").idle()
    assert [device.node for device in service.devices] == [NODE]
    assert service.log[0].startswith("ERROR: GetIcdList transport error")


CONFIGS = {
    "default": ({}, ["magma", "goldfish"]),
    "x64": ({"allow_magma_icds": False, "allow_lavapipe_icd": True}, ["goldfish"]),
    "lavapipe alone": (
        {"allow_magma_icds": False, "allow_goldfish_icd": False, "allow_lavapipe_icd": True},
        ["lavapipe"],
    ),
    "none": ({"allow_magma_icds": False, "allow_goldfish_icd": False}, []),
}


@pytest.mark.parametrize(("config", "kinds"), CONFIGS.values(), ids=CONFIGS)
def test_devices_that_the_configuration_allows(fuchsia: FuchsiaFolder, config, kinds):
    fuchsia.component(A).component(GOLDFISH_URL).component(LAVAPIPE_URL)
    service = fuchsia.magma(A).goldfish().config(**config).idle()
    assert [device.device.kind for device in service.devices] == kinds


def test_nothing_is_watched_that_is_not_allowed(fuchsia: FuchsiaFolder):
    config = {"allow_magma_icds": False, "allow_goldfish_icd": False}
    assert fuchsia.magma(A).config(**config).start().actions == ()
    assert fuchsia.config(allow_magma_icds=False).start().actions == (
        WatchingFolder(DeviceKind.GOLDFISH),
    )


def test_steps_from_the_start_to_idle(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).config(allow_goldfish_icd=False).start()
    seen = []
    while service.actions:
        seen.append(service.actions[0])
        # What is not known yet is waited for, and manifest-fs is empty.
        assert service.get_driver(NAME)[0] in (CallAnswer.WAITS, CallAnswer.LIBRARY)
        assert service.connect_to_manifest_fs(wait_for_idle=True) is None
        service = finish(service, seen[-1])
    assert seen == [
        WatchingFolder(DeviceKind.MAGMA),
        IcdListing(NODE),
        InitializingComponent(A),
        NotifyingClients(),
    ]
    assert service.connect_to_manifest_fs(wait_for_idle=True) == service.manifest_fs


def test_get_knows_a_library_before_its_manifest_is_shown(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).config(allow_goldfish_icd=False).start()
    while service.actions != (NotifyingClients(),):
        service = finish(service, service.actions[0])
    assert service.get_driver(NAME)[0] is CallAnswer.LIBRARY
    assert service.get_driver("other") == (CallAnswer.NOTHING, "")  # nothing holds a token any more
    assert service.connect_to_manifest_fs(wait_for_idle=False) == {}
    assert service.connect_to_manifest_fs(wait_for_idle=True) is None
    assert not service.is_ok
    assert finish(service, NotifyingClients()).is_ok


def test_an_action_that_is_not_under_way_cannot_finish(fuchsia: FuchsiaFolder):
    with pytest.raises(ValueError, match="is not under way"):
        finish(fuchsia.start(), InitializingComponent(A))


def test_a_list_waits_for_what_is_better(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B).magma(A, B).config(allow_goldfish_icd=False)
    service = fuchsia.start()
    for action in (
        WatchingFolder(DeviceKind.MAGMA),
        IcdListing(NODE),
        InitializingComponent(B),
        NotifyingClients(),
    ):
        service = finish(service, action)
    assert service.find_component(B).stage is ComponentStage.FINISHED
    assert actives(service) == [""]
    assert service.get_driver("1-libvulkan_fake.so") == (CallAnswer.WAITS, "")
    service = run_to_idle(service)
    assert actives(service) == ["0"]
    assert list(service.manifest_fs) == [f"{NAME}.json"]
    # Only one manifest of a list is shown, and each finished library can be asked for.
    assert service.get_driver("1-libvulkan_fake.so")[0] is CallAnswer.LIBRARY


def test_what_fails_is_passed_over_with_a_note(fuchsia: FuchsiaFolder):
    service = fuchsia.component(B).magma(A, B).idle()
    assert actives(service) == ["1"]
    assert list(service.manifest_fs) == ["1-libvulkan_fake.so.json"]
    assert service.log == (
        f"ERROR: {A} OpenExposedDir error: 8",
        f"INFO: Note: previous failed lookup for {A} is expected on production devices and is not"
        " an error",
    )


def test_devices_share_the_component_of_a_url(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B)
    service = fuchsia.magma(A).magma(B, A, name="001").magma(A, name="002").idle()
    assert [(one.number, one.url) for one in service.components] == [("0", A), ("1", B)]
    assert actives(service) == ["0", "1", "0"]
    assert sorted(service.manifest_fs) == [f"{n}-libvulkan_fake.so.json" for n in (0, 1)]


def test_the_order_in_which_things_finish_decides_nothing_but_the_numbers(fuchsia: FuchsiaFolder):
    fuchsia.component(A, metadata=None).component(B).component(C)
    fuchsia.magma(A, B).magma(C, name="001")
    results = set()
    for order in permutations(range(4)):
        service, picks = fuchsia.start(), list(order) * 5
        while service.actions:
            service = finish(service, service.actions[picks.pop() % len(service.actions)])
        chosen = {
            next(one.url for one in service.components if one.number == device.active)
            for device in service.devices
        }
        results.add((frozenset(chosen), service.is_ok, len(service.manifest_fs)))
    assert results == {(frozenset({B, C}), True, 2)}


LAVAPIPE_ALLOWED = {"allow_lavapipe_icd": True}


def test_lavapipe_comes_where_no_device_has_a_driver(fuchsia: FuchsiaFolder):
    fuchsia.component(LAVAPIPE_URL).magma(A).config(**LAVAPIPE_ALLOWED)
    service = fuchsia.idle()
    assert [device.node for device in service.devices] == [NODE, "lavapipe-0"]
    assert actives(service) == ["", "1"]
    assert make_inspect_tree(service)["devices"]["lavapipe-0"] == {
        "active_icd": "1",
        "0": {"component_url": LAVAPIPE_URL},
    }


def test_lavapipe_stays_away_where_another_driver_works(fuchsia: FuchsiaFolder):
    fuchsia.component(LAVAPIPE_URL).component(A).magma(A).config(**LAVAPIPE_ALLOWED)
    assert [device.node for device in fuchsia.idle().devices] == [NODE]


def test_older_services_add_lavapipe_at_the_start(fuchsia: FuchsiaFolder):
    fuchsia.component(LAVAPIPE_URL).component(A).magma(A).config(**LAVAPIPE_ALLOWED)
    fuchsia.service(lavapipe="start")
    started = fuchsia.start()
    assert [device.node for device in started.devices] == ["lavapipe-0"]
    service = run_to_idle(started)
    assert actives(service) == ["0", "1"]
    assert len(service.manifest_fs) == 2


def test_lavapipe_that_fails_is_not_added_again(fuchsia: FuchsiaFolder):
    service = fuchsia.config(**LAVAPIPE_ALLOWED).idle()
    assert [device.node for device in service.devices] == ["lavapipe-0"]
    assert not service.is_ok


def test_an_early_failure_brings_lavapipe_before_a_second_device_answered(fuchsia: FuchsiaFolder):
    fuchsia.component(LAVAPIPE_URL).component(B).magma(A).magma(B, name="001")
    service = fuchsia.config(**LAVAPIPE_ALLOWED, allow_goldfish_icd=False).start()
    for action in (
        WatchingFolder(DeviceKind.MAGMA),
        IcdListing(NODE),
        InitializingComponent(A),
        NotifyingClients(),
    ):
        service = finish(service, action)
    # The list of the second device is still empty, and so nothing in it is being read.
    assert "lavapipe-0" in [device.node for device in service.devices]
    assert len(run_to_idle(service).manifest_fs) == 2


def test_lavapipe_waits_until_every_other_driver_is_read(fuchsia: FuchsiaFolder):
    fuchsia.component(LAVAPIPE_URL).magma(A, B)
    service = fuchsia.config(**LAVAPIPE_ALLOWED, allow_goldfish_icd=False).start()
    for action in (
        WatchingFolder(DeviceKind.MAGMA),
        IcdListing(NODE),
        InitializingComponent(A),
        NotifyingClients(),
    ):
        service = finish(service, action)
    assert [device.node for device in service.devices] == [NODE]
    assert [device.node for device in run_to_idle(service).devices] == [NODE, "lavapipe-0"]


def test_url_of_lavapipe_is_configured(fuchsia: FuchsiaFolder):
    fuchsia.component(B).config(**LAVAPIPE_ALLOWED, lavapipe_icd_url=B)
    assert [one.url for one in fuchsia.idle().components] == [B]


def test_goldfish_has_one_driver_and_a_dot_is_no_device(fuchsia: FuchsiaFolder):
    service = fuchsia.component(GOLDFISH_URL).goldfish(".").goldfish("000").idle()
    assert [device.node for device in service.devices] == ["goldfish-000"]
    assert make_inspect_tree(service)["devices"]["goldfish-000"] == {
        "active_icd": "0",
        "0": {"component_url": GOLDFISH_URL},
    }


def test_older_services_find_magma_devices_in_a_device_class(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).service(magma="class").idle()
    assert [device.node for device in service.devices] == ["magma-000"]


def test_a_lost_device_leaves_its_manifest_and_takes_its_library(fuchsia: FuchsiaFolder):
    service = remove_device(fuchsia.component().magma(A).idle(), NODE)
    assert service.devices == ()
    assert service.get_driver(NAME) == (CallAnswer.NOTHING, "")
    assert list(service.manifest_fs) == [f"{NAME}.json"]
    assert service.is_ok


def test_a_device_lost_before_it_answers_lists_nothing(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).config(allow_goldfish_icd=False).start()
    service = remove_device(finish(service, WatchingFolder(DeviceKind.MAGMA)), NODE)
    assert run_to_idle(service).components == ()


@pytest.mark.parametrize(
    ("length", "answer"),
    [(62, CallAnswer.LIBRARY), (63, CallAnswer.REFUSED), (70, CallAnswer.REFUSED)],
)
def test_names_of_more_than_64_bytes_cannot_be_asked_for(fuchsia, length, answer):
    library = "x" * length
    service = fuchsia.component(manifest=named(library)).magma(A).idle()
    assert service.get_driver(f"0-{library}")[0] is answer
    assert list(service.manifest_fs) == [f"0-{library}.json"]


@pytest.mark.parametrize("library", ["lib/x.so", "/x.so", "x" * 249])
def test_names_that_are_no_entry_are_not_in_manifest_fs(fuchsia, library):
    service = fuchsia.component(manifest=named(library)).magma(A).idle()
    assert service.manifest_fs == {}
    # The result of AddEntry is not looked at: the device counts as one with a driver.
    assert actives(service) == ["0"]
    assert service.is_ok


def test_a_component_that_fails_after_its_manifest_hands_out_no_library(fuchsia: FuchsiaFolder):
    service = fuchsia.component(library=None).magma(A).idle()
    assert service.components[0].library_path == NAME
    assert service.get_driver(NAME) == (CallAnswer.NOTHING, "")


VMEX = {
    "not allowed": ({}, {}, VmexAnswer.LAVAPIPE_ICD_NOT_ALLOWED),
    "allowed": (LAVAPIPE_ALLOWED, {}, VmexAnswer.RESOURCE),
    "not routed": (
        LAVAPIPE_ALLOWED,
        {"vmex_resource": False},
        VmexAnswer.FAILED_TO_OBTAIN_RESOURCE,
    ),
}


@pytest.mark.parametrize(("config", "routed", "answer"), VMEX.values(), ids=VMEX)
def test_executable_memory_is_for_lavapipe(fuchsia, config, routed, answer):
    assert fuchsia.config(**config).service(**routed).idle().get_vmex_resource() is answer


def test_a_device_that_names_nothing_leaves_the_service_starting(fuchsia: FuchsiaFolder):
    service = fuchsia.magma().idle()
    assert make_inspect_tree(service)["fuchsia.inspect.Health"] == {"status": "STARTING_UP"}


def test_metadata_are_read_once_for_all_devices(fuchsia: FuchsiaFolder):
    fuchsia.component(metadata={**METADATA, "version": 2}).magma(A).magma(A, name="001")
    service = fuchsia.idle()
    assert len([line for line in service.log if "failed validation" in line]) == 1
