"""What the menu of the tray icon offers: a configuration to apply, a device, the loader's log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.apply.apply_plan import explain_apply_refusal
from vkconfig_py.model.chain.chosen_devices import DeviceState, ListedDevice
from vkconfig_py.model.chain.compute import plan_for_applying
from vkconfig_py.model.chain.device_page import describe_device_choice
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceMode
from vkconfig_py.model.configuration.workspace import Workspace, set_started_program
from vkconfig_py.model.configuration.workspace_edits import LOG_LEVEL_NAMES
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    AppliedState,
    Mechanism,
    PlanView,
    make_request,
)
from vkconfig_py.model.programs.matching import find_reach
from vkconfig_py.model.session.background import SessionMachine
from vkconfig_py.model.text.wording import strip_full_stop


class TrayChoice(NamedTuple):
    """An entry of a submenu.

    Attributes:
        key: configuration, device or kind of message, EVERY_DEVICE, or "" for a remark.
        reason: why it cannot be chosen, or "".
    """

    key: str
    text: str
    is_chosen: bool = False
    reason: str = ""


class ApplyOffer(NamedTuple):
    """How a configuration would be applied without a question.

    Attributes:
        programs: its programs by the rule of the sheet Apply, () for every program. For an applied
            configuration those that it is applied to.
        reason: why it cannot be applied, or "".
    """

    programs: tuple[str, ...] = ()
    reason: str = ""


EVERY_DEVICE = "every"


def find_apply_offers(
    keys: Sequence[str],
    machine: SessionMachine,
    workspace: Workspace,
    applied_state: AppliedState,
    cache: DocumentCache,
) -> dict[str, ApplyOffer]:
    """Plan how configurations would be applied. Reads files and runs the engine.

    Args:
        keys: of the configurations, which the result has, too.
        machine: as it is known now.
        workspace: with the configurations, whichever is selected.
        applied_state: what is applied.
        cache: of documents that were read before.
    """
    return {
        key: _find_apply_offer(
            key, machine, workspace._replace(selected_key=key), applied_state, cache
        )
        for key in keys
    }


def _find_apply_offer(
    configuration_key: str,
    machine: SessionMachine,
    workspace: Workspace,
    applied_state: AppliedState,
    cache: DocumentCache,
) -> ApplyOffer:
    """Plan how the selected configuration, that of this key, would be applied."""
    entry = next(
        (
            entry
            for entry in applied_state.configurations
            if entry.configuration.key == configuration_key
        ),
        None,
    )
    if entry is not None:
        view = PlanView(entry.mechanism, entry.programs)
    else:
        started_configuration = set_started_program(workspace.selected_configuration, workspace)
        reach = find_reach(started_configuration, machine.host)
        if reach.default_programs is None:
            return ApplyOffer(reason=strip_full_stop(reach.program_list.no_program_reason))
        view = PlanView(Mechanism.AUTOMATIC, reach.default_programs)
    request = make_request(machine.host, machine.loaders, workspace, applied_state, view)
    return ApplyOffer(view.programs, explain_apply_refusal(plan_for_applying(request, cache)))


def find_common_programs(offers: Mapping[str, ApplyOffer]) -> tuple[str, ...] | None:
    """Return the programs that most configurations would be applied to, None if that is unknown."""
    counter = Counter(offer.programs for offer in offers.values() if not offer.reason)
    return counter.most_common(1)[0][0] if counter else None


def describe_apply(programs: tuple[str, ...] | None) -> str:
    """Return to what and until when configurations are applied. `programs`: None if unknown."""
    if programs is None:
        return tr("Until this window closes")
    if not programs:
        return tr("For every program, until this window closes")
    return tr("For {programs} only, until this window closes", programs=_join_names(programs))


def list_configuration_choices(
    workspace: Workspace,
    applied_configurations: Sequence[AppliedConfiguration],
    offers: Mapping[str, ApplyOffer],
) -> tuple[TrayChoice, ...]:
    """Return the configurations, with their programs if these are not those of most.

    Args:
        workspace: with the configurations.
        applied_configurations: what is applied.
        offers: those found so far, by the keys of configurations.
    """
    applied_keys = {entry.configuration.key for entry in applied_configurations}
    programs = find_common_programs(offers) or ()
    return tuple(
        TrayChoice(
            configuration.key,
            _name_with_programs(
                str(configuration.title),
                programs,
                offer := offers.get(configuration.key, ApplyOffer(programs)),
            ),
            configuration.key in applied_keys,
            offer.reason,
        )
        for configuration in workspace.configurations
    )


def _name_with_programs(name: str, common_programs: tuple[str, ...], offer: ApplyOffer) -> str:
    """Return the name of a configuration, with its programs if they are not the common ones."""
    if offer.reason or offer.programs == common_programs:
        return name
    if not offer.programs:
        return tr("{name}, for every program", name=name)
    return tr("{name}, for {programs} only", name=name, programs=_join_names(offer.programs))


def _join_names(programs: Sequence[str]) -> str:
    """Return the names of programs, joined in words."""
    return join_words([get_base_name(program) for program in programs])


def list_device_choices(
    choice: DeviceChoice, devices: Sequence[ListedDevice]
) -> tuple[TrayChoice, ...]:
    """Return every device, and each alone. A choice of another kind is a checked remark."""
    names = [device.name for device in devices]
    only = choice.devices[0] if _is_one_device(choice) else None
    choices = [TrayChoice(EVERY_DEVICE, tr("All devices"), not choice.is_choosing)]
    if choice.is_choosing and only is None:
        choices.append(TrayChoice("", describe_device_choice(choice), is_chosen=True))
    for device in devices:
        text = device.name
        if names.count(device.name) > 1 and device.chosen_entry is not None:
            text = f"{text} ({device.chosen_entry.pci or device.chosen_entry.device_uuid})"
        if device.state is DeviceState.ABSENT:
            text = tr("{device} (not found)", device=text)
        reason = "" if device.can_be_chosen else tr("loaders cannot identify it")
        choices.append(TrayChoice(device.key, text, only is not None and device.is_chosen, reason))
    return tuple(choices)


def _is_one_device(choice: DeviceChoice) -> bool:
    """Return whether a choice is one device, without others behind it."""
    return choice.mode is DeviceMode.LISTED and len(choice.devices) == 1


def list_log_choices(words: Sequence[str]) -> tuple[TrayChoice, ...]:
    """Return the kinds of messages of the loader's log. `words`: those that are printed."""
    choices = [TrayChoice(word, name, word in words) for word, name in LOG_LEVEL_NAMES.items()]
    if other_words := [word for word in words if word not in LOG_LEVEL_NAMES]:
        choices.append(TrayChoice("", tr("Also: {others}", others=", ".join(other_words)), True))
    return tuple(choices)


def toggle_word(words: Sequence[str], word: str) -> tuple[str, ...]:
    """Return the words of a loader log with one more, or without it if it is among them."""
    return (
        tuple(other_word for other_word in words if other_word != word)
        if word in words
        else (*words, word)
    )
