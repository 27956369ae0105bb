"""Drivers and devices that the real loader gave an instance, beside the predicted ones."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.protocol import Reply
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.plan.loader_family import loader_name
from vkconfig_py.model.processes.mapped_parts import MappedKind, find_parts

UNOPENED = tr(
    "Whether a driver fits is known only once it is opened: a probe tells why it does not."
)
EARLIER = tr("Devices are known from an earlier probe: a new one brings them up to date.")


class Disagreement(NamedTuple):
    """One difference between prediction and real loader, as a sentence.

    Attributes:
        why: what explains it, as a sentence; "" if nothing is known to.
    """

    text: str
    why: str = ""


class SeenParts(NamedTuple):
    """What the loader kept.

    Attributes:
        drivers: base names of manifests, in the order of the search; None if it is not known.
        devices: names in the program's order, or the name of the error; None if it was not asked.
    """

    drivers: tuple[str, ...] | None = None
    devices: tuple[str, ...] | str | None = None
    differences: tuple[Disagreement, ...] = ()


def compare_parts(report: LoaderReport, reply: Reply, *, asked_devices: bool) -> SeenParts:
    """Compare drivers and devices; of these only what the report predicts."""
    drivers, differences = None, []
    if reply.mapped:
        unclear = {one.file for one in report.drivers if one.verdict.outcome is Outcome.UNKNOWN}
        parts = [
            part
            for part in find_parts(report, reply.mapped, DocumentCache())
            if part.kind is MappedKind.DRIVER and part.file not in unclear
        ]
        drivers = tuple(part.name for part in parts if part.is_loaded)
        for part in parts:
            if part.is_predicted and not part.is_loaded:
                text = tr(
                    "The {loader} does not keep the driver {driver}.",
                    loader=loader_name(report.profile),
                    driver=part.name,
                )
                differences.append(Disagreement(text, "" if report.probed else UNOPENED))
            elif not part.is_predicted:
                text = tr(
                    "The {loader} also opens the driver {driver}, which was not predicted.",
                    loader=loader_name(report.profile),
                    driver=part.name,
                )
                differences.append(Disagreement(text))
    if asked_devices:
        differences.extend(_devices(report, reply))
    return SeenParts(drivers, reply.devices if asked_devices else None, tuple(differences))


def _devices(report: LoaderReport, reply: Reply) -> Iterator[Disagreement]:
    wanted, got = report.devices, reply.devices
    if not isinstance(wanted, tuple):
        return
    names = tuple(device.name for device in wanted)
    if isinstance(got, str):
        loader = loader_name(report.profile)
        yield Disagreement(
            tr("The {loader} lists no devices: {result}.", loader=loader, result=got)
        )
    elif names != got:
        said = join_words(got) or tr("no device")
        text = tr(
            "The {loader} lists {devices}; predicted: {predicted}.",
            loader=loader_name(report.profile),
            devices=said,
            predicted=join_words(names) or tr("none", "of several devices"),
        )
        yield Disagreement(text, EARLIER)
