"""What programs read of the window, made by this process, in the language that it was told.

    python -m tests.model.english_documents FOLDER

prints an object of document names and texts. Nothing of the package is imported before the
language is chosen, as in the program itself.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(folder: Path) -> None:
    from vkconfig_py.__main__ import _choose_language

    _choose_language()
    from vkconfig_py.language.sentences import current_language

    json.dump({"language": current_language(), **_documents(folder)}, sys.stdout)


def _documents(folder: Path) -> dict[str, str]:
    from vkconfig_py.fleet.reports.machine_report import read_named_files
    from vkconfig_py.fleet.reports.table import TableFormat, export_table, make_rows
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.chain.device_page import make_device_json
    from vkconfig_py.model.chain.prober import open_prober
    from vkconfig_py.model.chain.snapshot import compute_snapshot
    from vkconfig_py.model.comparison.choices import (
        TODAY,
        ComparisonInputs,
        ConfigurationChoice,
        DeviceSideChoice,
        LoaderChoice,
        compare_choices,
        render_english_json,
    )
    from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
    from vkconfig_py.model.files import resources
    from vkconfig_py.model.plan.plan import DEFAULT_VIEW, PredictionRequest
    from vkconfig_py.model.problems.bug_report import (
        ReportFormat,
        ReportPart,
        collect_evidence,
        render_report,
    )
    from vkconfig_py.model.session.sample_machine import _copy_machine

    machine = _copy_machine(resources.find_resource("demo"), folder / "sample")
    cache, prober = DocumentCache(), open_prober({}, machine.paths, machine.recorded)
    plain = Configuration(key="1", name="Mine")
    chosen = plain.with_control("VK_LAYER_KHRONOS_validation", LayerControl.ON)
    chosen = chosen.with_control("VK_LAYER_absent", LayerControl.ON)._replace(key="2")
    known = {one.key: one for one in (plain, chosen)}

    def ask(key: str) -> PredictionRequest:
        return PredictionRequest(machine.host, machine.profile, known[key], DEFAULT_VIEW)

    snapshot = compute_snapshot(ask("2"), cache)
    devices = prober.read_findings(snapshot.report).details.devices
    inputs = ComparisonInputs(ask("2"), ask, devices)
    sides = {
        "configurations": (ConfigurationChoice("1", "a"), ConfigurationChoice("2", "b")),
        "devices": tuple(DeviceSideChoice(key, key) for key in [*devices][:2]),
        "releases": (TODAY, LoaderChoice((1, 3, 204))),
    }
    documents = {}
    for name, (left, right) in sides.items():
        compared = compare_choices(left, right, inputs, cache)
        documents[f"comparison of {name}"] = render_english_json(
            left, right, inputs, compared, compared.values
        )
    documents["device"] = "".join(map(make_device_json, devices.values()))
    evidence = collect_evidence(
        snapshot, prober.read_results, cache, machine.paths, is_sample=True, output="frame 1\n"
    )
    report = json.loads(render_report(evidence, ReportFormat.JSON, frozenset(ReportPart), None))
    documents["bug report"] = json.dumps({**report, "time": ""})
    reports = folder / "reports"
    rows = make_rows(tuple(read_named_files(reports, [path.name for path in reports.iterdir()])))
    for form in (TableFormat.CSV, TableFormat.JSON):
        documents[f"machines as {form}"] = export_table(form, reports, rows, rows).decode()
    return documents


if __name__ == "__main__":
    main(Path(sys.argv[1]))
