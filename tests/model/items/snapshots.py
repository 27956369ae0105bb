"""Pictures made by hand: the models show whatever an engine answered."""

from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.loader.rules.loader_report import ActiveLayer, LoaderReport, ManifestSearch
from vkconfig_py.model.chain.snapshot_values import (
    ChainSnapshot,
    ChainSummary,
    Row,
    RowKind,
    SnapshotReports,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlanView, PredictionRequest

CONTROLS = ("auto", "on", "off")
NOWHERE = ManifestSearch((), (), ())


def program_row(name="vkcube"):
    return Row(key="program", kind=RowKind.PROGRAM, name=name)


def layer_row(name, position, **more):
    more = {"status": "Loads", "control": "auto", "controls": CONTROLS, **more}
    return Row(key=f"layer:{name}", kind=RowKind.LAYER, name=name, position=position, **more)


def off_row(name, **more):
    more = {"status": "Off", "control": "auto", "controls": CONTROLS, **more}
    return Row(key=f"layer:{name}", kind=RowKind.OFF_LAYER, name=name, **more)


def driver_row(file="/usr/share/vulkan/icd.d/lvp_icd.json", **more):
    more = {"control": "auto", "controls": ("auto", "only", "off"), "is_last": True, **more}
    return Row(key=f"driver:{file}", kind=RowKind.DRIVER, name="lavapipe", **more)


def rows_of(chain, off=()):
    return (
        program_row(),
        *(layer_row(name, place + 1) for place, name in enumerate(chain)),
        Row(key="loader", kind=RowKind.LOADER, name="Loader 1.4.364"),
        driver_row(is_used=True),
        Row(key="group", kind=RowKind.GROUP, name="Not in the chain"),
        *(off_row(name) for name in off),
    )


def report_of(chain, host=None, problems=()):
    layers = tuple(layer_manifest(name) for name in chain)
    return LoaderReport(
        host=host or Host(environment={}),
        application=Application(),
        profile=NEWEST_PROFILE,
        basis="files",
        instance_version="1.4.364",
        layers=layers,
        layer_extensions={},
        create_result="VK_SUCCESS",
        callstack=tuple(ActiveLayer(layer, "Implicit Layer") for layer in layers),
        found_layers=(),
        drivers=(),
        driver_search=NOWHERE,
        implicit_search=NOWHERE,
        explicit_search=NOWHERE,
        settings_file=None,
        verdicts=(),
        problems=problems,
    )


def layer_manifest(name):
    blank = dict.fromkeys(LayerManifest._fields, "")
    blank.update(LayerManifest._field_defaults)
    return LayerManifest(**{**blank, "name": name})


def question_of(configuration=None, view=None, host=None, **more):
    return PredictionRequest(
        host=host or Host(environment={}),
        profile=NEWEST_PROFILE,
        configuration=configuration or Configuration(key="one", name="One"),
        view=view or PlanView(),
        **more,
    )


def snapshot_of(chain, off=(), *, request=None, rows=None, plan=None, problems=()):
    request = request or question_of()
    report = report_of(chain, request.host, problems)
    findings = SnapshotReports(report, plan or Plan(mechanism=Mechanism.LAUNCH), report)
    return ChainSnapshot(
        request=request,
        rows=rows if rows is not None else rows_of(chain, off),
        summary=ChainSummary(("It will load layers.",)),
        find=lambda: findings,
    )
