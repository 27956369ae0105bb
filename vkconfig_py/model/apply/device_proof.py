"""Proves a choice of devices: the real loader is asked for them, with what the plan sets."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.probe.reference_client import ReferenceAnswer
from vkconfig_py.loader.profiles.profile import IDENTITY_EXTENSIONS, Gate
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.settings_file import settings_places
from vkconfig_py.model.apply.verify import (
    SUCCESS,
    ask_loader,
    describe_failure,
    obstacle,
    unwritten,
    write_private_copy,
)
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceEntry, DeviceMode
from vkconfig_py.model.files.paths import is_there
from vkconfig_py.model.formats.loader_settings_json import FILE_NAME
from vkconfig_py.model.plan.device_values import DevicePlan
from vkconfig_py.model.plan.launch_plan import DEFAULT_CONFIG_DIRS
from vkconfig_py.model.plan.loader_family import loader_name
from vkconfig_py.model.text.moments import when_text


class DeviceProof(NamedTuple):
    """What programs really got, compared with the choice.

    Attributes:
        proved: they got exactly the chosen devices.
        sentence: the result.
        got: names of the devices, in order.
        checked: the loader was asked and answered.
    """

    proved: bool
    sentence: str
    got: tuple[str, ...] = ()
    checked: bool = True
    when: float = 0.0

    @property
    def text(self) -> str:
        """The sentence, with the time."""
        if not self.checked:
            return self.sentence
        asked = tr("Asked {when}.", when=when_text(self.when))
        return f"{self.sentence} {asked}"


def prove_devices(
    report: LoaderReport, plan: DevicePlan, choice: DeviceChoice, timeout: float = 30.0
) -> DeviceProof:
    """Ask the loader of a report, which has the plan written. Blocks; not for the GUI thread."""
    # The most common application version: the loader sorts devices, and these tell their UUID.
    # Loaders of 1.0 do not know it, and some refuse it.
    knows = report.profile.has(Gate.VERSION_FUNCTION)
    version = (1, 1, 0) if knows else (1, 0, 0)
    asked = report._replace(application=report.application._replace(api_version=version))
    optional = () if knows else IDENTITY_EXTENSIONS
    why = obstacle(report)
    if why:
        return _unchecked(why)
    with tempfile.TemporaryDirectory(prefix="vkconfig-py-check-") as temporary:
        environment = _environment(report, Path(temporary))
        if isinstance(environment, str):
            return _unchecked(environment)
        answer = ask_loader(asked, environment, timeout, devices=True, optional=optional)
    if not isinstance(answer, ReferenceAnswer):
        return DeviceProof(False, describe_failure(report, answer), when=time.time())
    devices = answer.reply.devices
    if answer.reply.create != SUCCESS or isinstance(devices, str):
        result = devices if isinstance(devices, str) else answer.reply.create
        text = tr(
            "Programs get no device: {loader} returns {result}.",
            loader=loader_name(report.profile),
            result=result,
        )
        return DeviceProof(False, text, when=time.time())
    return _compare(report, plan.wanted, devices, answer.reply.identities, choice)


def _unchecked(why: str) -> DeviceProof:
    return DeviceProof(False, why, checked=False, when=time.time())


def _compare(
    report: LoaderReport,
    wanted: Sequence[DeviceEntry],
    got: Sequence[str],
    identities: Sequence[str],
    choice: DeviceChoice,
) -> DeviceProof:
    uuids = [one.device_uuid for one in wanted]
    right = uuids == list(identities)
    if choice.mode is DeviceMode.FIRST:  # behind these any order is right
        first = len(choice.devices)
        right = uuids[:first] == list(identities[:first]) and sorted(uuids) == sorted(identities)
    names = join_words(got) or tr("no device")
    if right:
        if len(got) > 1:
            text = tr("Verified: programs get {devices}, in this order.", devices=names)
        elif choice.mode is DeviceMode.LISTED:
            text = tr("Verified: programs get {device} only.", device=names)
        else:
            text = tr("Verified: programs get {device} first.", device=names)
        return DeviceProof(True, text, tuple(got), when=time.time())
    chosen = join_words([device_entry.name for device_entry in wanted]) or tr("no device")
    text = tr(
        "It differs: with {loader} programs get {devices}, but {chosen} was chosen.",
        loader=loader_name(report.profile),
        devices=names,
        chosen=chosen,
    )
    return DeviceProof(False, text, tuple(got), when=time.time())


def _environment(report: LoaderReport, temporary: Path) -> Mapping[str, str] | str:
    """The environment of the plan, with its files in a folder of their own; a sentence if not."""
    copy = write_private_copy(report.host, temporary / "copy")
    if not isinstance(copy, str):
        return copy.environment
    files = [path for path in unwritten(report.host) if path.endswith(f"/{FILE_NAME}")]
    return _beside(report, files[0], temporary) if files else copy


def _beside(report: LoaderReport, path: str, temporary: Path) -> Mapping[str, str] | str:
    """What applying would write to the user's folder, found in another one."""
    host, file = report.host, report.host.overlay[path]
    later = tr("{path} is not written yet; this can be checked once it is applied.", path=path)
    # A file below XDG_CONFIG_DIRS is found since 1.4.324, if none stands before it.
    others = (is_there(Path(place)) for place in settings_places(host, report.profile))
    if file is None or not report.profile.has(Gate.SETTINGS_XDG_DIRS) or any(others):
        return later
    if any(one != path for one in unwritten(host)):
        return later
    target = temporary / "vulkan/loader_settings.d" / FILE_NAME
    target.parent.mkdir(parents=True)
    target.write_bytes(file.content)
    old = host.environment.get("XDG_CONFIG_DIRS") or DEFAULT_CONFIG_DIRS
    return {**host.environment, "XDG_CONFIG_DIRS": f"{temporary}:{old}"}
