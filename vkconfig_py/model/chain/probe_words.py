"""Texts for probe results: health of drivers and layers, steps, advice.

A result stays valid when the configuration is edited: a driver behaves the same in every chain, and
so does a layer probed alone. A stored result names only differences that can change it: another
loader, or a variable that the library itself may read. Variables that only the loader reads decide
what is in the chain, so they matter only for probes of the whole chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import Message, counted, join_words, message, render, tr
from vkconfig_py.loader.files.search_paths import VARIABLES_BY_MANIFEST_TYPE
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.loader.rules.outcome import INCOMPATIBLE_DRIVER
from vkconfig_py.loader.wire.jobs import (
    ChainAnswer,
    DriverAnswer,
    Health,
    LayerAnswer,
    LayerCall,
    State,
)
from vkconfig_py.loader.wire.jobs import Stage as Part
from vkconfig_py.model.chain.probe_results import (
    FATAL_PROBE_STATUSES,
    OTHER_CHAIN,
    ProbeDetail,
    ProbeStatus,
    ShownHealth,
    StageProgress,
)
from vkconfig_py.model.text.wording import (
    capitalise,
    render_milliseconds,
    render_ordinal,
    strip_layer_prefix,
)

OTHER_DRIVERS = message("other drivers")
# Only relevant to the whole chain; the lists for pre-instance functions are not part of the
# chain.
_CHAIN_CONDITIONS = frozenset(
    {"layers", "application", "environment", "device_configurations", "refusal"}
)
_ORDER_CONDITIONS = frozenset({"drivers", "application", "environment", "device_configurations"})
_LOADER_CONDITIONS = frozenset({"loader", "build of the loader"})
_FOLDER_VARIABLES = frozenset({"XDG_CONFIG_DIRS", "XDG_DATA_DIRS"})  # kinds of manifests
_LOADER_PREFIXES = ("VK_LOADER_", "VK_LAYER_")
_MAX_NAMES = 2
SUCCESS = "VK_SUCCESS"
# How children call their steps.
_OPEN_STEP, _CLOSE_STEP, _RUN_STEP = "open ", "close ", "run "
_PROPERTIES_STEP = "the properties of device "
PROBE_STATUS_BY_STATE = {
    State.HEALTHY: ProbeStatus.WELL,
    State.REFUSES: ProbeStatus.REFUSED,
    State.DOES_NOT_LOAD: ProbeStatus.REFUSED,
    State.FAILS_TO_CREATE: ProbeStatus.FAILED,
    State.CRASHED: ProbeStatus.CRASHED,
    State.HUNG: ProbeStatus.HUNG,
    State.EXCEEDED_LIMIT: ProbeStatus.EXCESSIVE,
    State.NO_ANSWER: ProbeStatus.LIED,
}
FATAL_STATES = tuple(
    state for state, status in PROBE_STATUS_BY_STATE.items() if status in FATAL_PROBE_STATUSES
)
SHORT_STATE_TEXTS = {
    State.REFUSES: message("rejects this loader"),
    State.DOES_NOT_LOAD: message("cannot be opened"),
    State.FAILS_TO_CREATE: message("fails"),
    State.CRASHED: message("crashes"),
    State.HUNG: message("hangs"),
    State.EXCEEDED_LIMIT: message("uses too many resources"),
    State.NO_ANSWER: message("terminates the process"),
}


def describe_failed(state: State, names: Sequence[str]) -> str:
    """Return how drivers and layers failed, such as “a and b crash”."""
    subject, count = join_words(names), len(names)
    match state:
        case State.REFUSES:
            return counted("{names} reject this loader", "{names} rejects this loader", count,
                           names=subject)  # fmt: skip
        case State.DOES_NOT_LOAD:
            return counted("{names} cannot be opened", "{names} cannot be opened", count,
                           names=subject)  # fmt: skip
        case State.CRASHED:
            return counted("{names} crash", "{names} crashes", count, names=subject)
        case State.HUNG:
            return counted("{names} hang", "{names} hangs", count, names=subject)
        case State.EXCEEDED_LIMIT:
            return counted("{names} use too many resources", "{names} uses too many resources",
                           count, names=subject)  # fmt: skip
        case State.NO_ANSWER:
            return counted("{names} terminate the process", "{names} terminates the process", count,
                           names=subject)  # fmt: skip
        case _:
            return counted("{names} fail", "{names} fails", count, names=subject)


_PART_TITLES = {
    Part.OPEN: message("Opens"),
    Part.NEGOTIATE: message("Negotiates"),
    Part.EXTENSIONS: message("Lists extensions"),
    Part.INSTANCE: message("Creates an instance"),
    Part.DEVICES: message("Lists devices"),
    Part.DEVICE: message("Creates a device"),
    Part.DESTROY: message("Cleans up"),
}
_SEEN_ONCE = message("Seen in only one trial; programs may fail the same way.")
_DRIVER_EFFECTS = {
    State.CRASHED: message("Programs that use it crash the same way."),
    State.NO_ANSWER: message("Programs that use it exit without a message."),
}
_LAYER_EFFECTS = {
    State.CRASHED: message("Programs that load it crash the same way."),
    State.NO_ANSWER: message("Programs that load it exit without a message."),
    State.FAILS_TO_CREATE: message("Programs that load it get the same error."),
}
_NOT_OPENED = message("Install the missing libraries or a build for this machine.")


def describe_differences(differing_conditions: Iterable[str], report: LoaderReport) -> str:
    """Return how a probe differed from now: "another loader and a different value of X", or "".

    `differing_conditions`: keys of the circumstances that changed since.
    """
    return join_words(list(_find_differences(frozenset(differing_conditions), report)))


def describe_chain_differences(differing_conditions: Iterable[str], report: LoaderReport) -> str:
    """Return how a probe of the whole chain differed from now, or "".

    `differing_conditions`: keys of the circumstances that changed since.
    """
    differing_names = frozenset(differing_conditions)
    chain = [OTHER_CHAIN] if is_other_chain(differing_names) else []
    drivers = [OTHER_DRIVERS] if "drivers" in differing_names else []
    return join_words([*chain, *drivers, *_find_differences(differing_names, report)])


def is_other_chain(differing_conditions: Iterable[str]) -> bool:
    """Return whether another call chain is among the differences of a probe."""
    return not _CHAIN_CONDITIONS.isdisjoint(differing_conditions)


def has_current_order(differing_conditions: Iterable[str]) -> bool:
    """Return whether the probed chain had the current drivers and device choices."""
    return not _ORDER_CONDITIONS & frozenset(differing_conditions)


def _find_differences(differing_conditions: frozenset[str], report: LoaderReport) -> Iterator[str]:
    """Yield phrases for the differences of a probe, except those of loader variables."""
    if differing_conditions & _LOADER_CONDITIONS:
        yield tr("another loader")
    loaders = _find_loader_variables(report)
    names = sorted(
        name
        for name in (variable[1:] for variable in differing_conditions if variable.startswith("$"))
        if name not in loaders and not name.startswith(_LOADER_PREFIXES)
    )
    if len(names) > _MAX_NAMES:
        yield counted(
            "different values for {n:,} variables",
            "a different value for {n:,} variable",
            len(names),
        )
    elif names:
        yield counted(
            "different values for {names}",
            "a different value for {names}",
            len(names),
            names=join_words(names),
        )


def _find_loader_variables(report: LoaderReport) -> frozenset[str]:
    """Return the variables that only the loader reads and that decide what is loaded."""
    names = {INSTANCE_LAYERS_VARIABLE, *_FOLDER_VARIABLES}
    for variables in VARIABLES_BY_MANIFEST_TYPE.values():
        names |= {name for name, _gate in variables.replacing_variables}
        names.add(variables.adding_variable[0])
    for layer in report.found_layers:
        if layer.manifest is None:
            continue
        if layer.manifest.enable_environment:
            names.add(layer.manifest.enable_environment[0])
        if layer.manifest.disable_environment:
            names.add(layer.manifest.disable_environment)
    return frozenset(names)


def shorten_step(step: str) -> str:
    """Return a step, with a library's path reduced to its file name.

    The name of a layer goes without what all have in common: its own part would be cut otherwise.
    """
    if step.startswith(_OPEN_STEP):
        return tr("opening {library}", library=get_base_name(step[len(_OPEN_STEP) :]))
    if step.startswith(_CLOSE_STEP):
        return tr("closing {library}", library=get_base_name(step[len(_CLOSE_STEP) :]))
    if step.startswith(_RUN_STEP):
        return tr("running {command}", command=step[len(_RUN_STEP) :])
    if step.startswith(_PROPERTIES_STEP):
        return tr("the property query for device {number}", number=step[len(_PROPERTIES_STEP) :])
    call, separator, library = step.rpartition(" of ")
    return (
        tr("{call} from {library}", call=call, library=_shorten_name(library))
        if separator
        else step
    )


def _shorten_name(library: str) -> str:
    """Return the file name of a library, or the name of a layer without its prefix."""
    return strip_layer_prefix(get_base_name(library))


def _name_step(step: str) -> str:
    """Return a step as the title of a stage: a call without the library, which the page names."""
    call, separator, _library = step.rpartition(" of ")
    if separator and not step.startswith(_PROPERTIES_STEP):
        return call
    return shorten_step(step) or tr("Then")


def format_duration(seconds: float) -> str:
    """Return a number of seconds as text in milliseconds or seconds."""
    return render_milliseconds(seconds * 1000)


def make_driver_health(answer: DriverAnswer, probed_at: float) -> ShownHealth:
    """Return the texts about the probe of a driver. `probed_at`: in seconds since the epoch."""
    health = _make_health(answer.health, _describe_driver(answer), probed_at)
    return health._replace(finds_no_device=_finds_no_device(answer))


def make_layer_health(answer: LayerAnswer, probed_at: float) -> ShownHealth:
    """Return the texts about the probe of a layer. `probed_at`: in seconds since the epoch."""
    return _make_health(answer.health, _describe_verdict(answer.health, answer.library), probed_at)


def describe_failure(health: Health) -> str:
    """Return what went wrong, in a few words: the code, the step that brought it, and details."""
    parts = (render(health.code), shorten_step(health.step), render(health.detail))
    return ": ".join(filter(None, parts))


def describe_surface_failure(health: Health) -> str:
    """Return why surfaces could not be read, or not all of them, as a sentence, or ""."""
    if health.state is State.HEALTHY:
        return ""
    if health.state is State.HUNG:
        return tr(
            "Reading surfaces was stopped after {limit}, at this step: {step}.",
            limit=render(health.code),
            step=shorten_step(health.step),
        )
    return tr("Reading surfaces failed: {reason}.", reason=describe_failure(health))


def _make_health(health: Health, verdict: str, probed_at: float) -> ShownHealth:
    """Return the texts about a probe. `probed_at`: in seconds since the epoch."""
    short_text = render(
        SHORT_STATE_TEXTS.get(health.state)
        or message("works ({duration})", duration=format_duration(health.total_seconds))
    )
    after_word = _describe_crash(health) if health.state is State.CRASHED else ""
    was_seen_once = health.state in (State.CRASHED, State.NO_ANSWER) and not health.is_repeated
    return ShownHealth(
        PROBE_STATUS_BY_STATE[health.state],
        verdict,
        short_text,
        probed_at,
        details=after_word,
        was_seen_once=was_seen_once,
    )


def _is_incompatible(health: Health) -> bool:
    return (health.state, health.code) == (State.FAILS_TO_CREATE, INCOMPATIBLE_DRIVER)


def _finds_no_device(answer: DriverAnswer) -> bool:
    """Return whether a driver works and lists no device, or says that none is its own."""
    is_healthy = answer.health.state is State.HEALTHY
    return _is_incompatible(answer.health) or (is_healthy and not answer.devices)


def _describe_driver(answer: DriverAnswer) -> str:
    """Return the verdict on a driver: works, crashes, or "finds no GPU that it can drive"."""
    if _is_incompatible(answer.health):
        # The driver reports that no installed device is one of its own.
        return tr(
            "finds no GPU that it can drive ({result})",
            result=INCOMPATIBLE_DRIVER,
        )
    return _describe_verdict(answer.health, answer.library)


def _describe_verdict(health: Health, library: str) -> str:
    """Return the verdict, which names a library only if it is not the probed one."""
    call, separator, opened_library = health.step.rpartition(" of ")
    call_text = call if separator and opened_library == library else shorten_step(health.step)
    match health.state:
        case State.HEALTHY:
            return tr("works ({duration})", duration=format_duration(health.total_seconds))
        case State.REFUSES:
            reason = health.detail or health.code
            return (
                tr("rejects this loader: {reason}", reason=reason)
                if reason
                else tr("rejects this loader")
            )
        case State.DOES_NOT_LOAD:
            return tr("cannot be opened: {reason}", reason=health.detail or health.code)
        case State.FAILS_TO_CREATE:
            if not health.code:
                return tr("fails in {call}: {reason}", call=call_text, reason=health.detail)
            call_result = tr("returns {result} from {call}", call=call_text, result=health.code)
            return f"{call_result} {render(health.detail)}" if health.detail else call_result
        case State.NOT_PROBED:
            return tr("not probed: {reason}", reason=health.detail or health.code)
        case _:
            return _describe_fatal(health)


def _describe_fatal(health: Health) -> str:
    """Return how a library ends programs: "crashes in vkCreateInstance (SIGSEGV)"."""
    time_text, code = _describe_occasion(health.step), render(health.code)
    match health.state:
        case State.CRASHED:
            return (
                tr("crashes {when} ({code})", when=time_text, code=code)
                if time_text
                else tr("crashes ({code})", code=code)
            )
        case State.HUNG:
            return tr("hangs {when}", when=time_text) if time_text else tr("hangs")
        case State.EXCEEDED_LIMIT:
            return (
                tr("uses {what} {when}", what=code, when=time_text)
                if time_text
                else tr("uses {what}", what=code)
            )
    return (
        tr("terminates the process without a message {when}", when=time_text)
        if time_text
        else tr("terminates the process without a message")
    )


def _describe_crash(health: Health) -> str:
    """Return what follows the word "Crashes" of a row."""
    time_text, code = _describe_occasion(health.step), render(health.code)
    return f"{time_text} ({code})" if time_text else code


def _describe_occasion(step: str) -> str:
    """Return when a library failed: "when libX.so is opened", "in vkCreateInstance", or ""."""
    if step.startswith(_OPEN_STEP):
        return tr("when {library} is opened", library=get_base_name(step[len(_OPEN_STEP) :]))
    if step.startswith(_CLOSE_STEP):
        return tr("when {library} is closed", library=get_base_name(step[len(_CLOSE_STEP) :]))
    if step.startswith(_RUN_STEP):
        return tr("when {command} runs", command=step[len(_RUN_STEP) :])
    if step.startswith(_PROPERTIES_STEP):
        return tr("in the property query for device {number}", number=step[len(_PROPERTIES_STEP) :])
    return tr("in {step}", step=shorten_step(step)) if step else ""


def make_driver_detail(answer: DriverAnswer) -> ProbeDetail:
    """Return the page about the probe of a driver: stages with results, advice."""
    results = {
        Part.OPEN: answer.library,
        Part.NEGOTIATE: tr("driver interface version {interface}", interface=answer.interface)
        if answer.interface >= 0
        else "",
        Part.EXTENSIONS: counted(
            "{n:,} instance extensions", "{n:,} instance extension", len(answer.extensions)
        ),
        Part.INSTANCE: answer.create,
        Part.DEVICES: ", ".join(device.name for device in answer.devices) or tr("no device found"),
    }
    detail = _make_detail(answer.health, results, _describe_driver(answer))
    return _append_advice(
        detail,
        answer.health,
        _DRIVER_EFFECTS.get(answer.health.state) or tr("Programs continue without its devices."),
        tr("This driver and this loader are not compatible; update the older of the two."),
        tr("Turn it off in this configuration, or install another version of this driver."),
    )


def make_layer_detail(
    answer: LayerAnswer, layer_calls: Sequence[LayerCall] = (), name: str = ""
) -> ProbeDetail:
    """Return the page about the probe of a layer: stages with results, calls, advice.

    `layer_calls`: trace of the whole chain, of which those of the layer `name` are shown.
    """
    create_result = answer.create_device
    if create_result and answer.device:
        create_result = tr("{result} on {device}", result=create_result, device=answer.device)
    results = {
        Part.OPEN: answer.library,
        Part.NEGOTIATE: tr("layer interface version {interface}", interface=answer.interface)
        if answer.interface >= 0
        else "",
        Part.INSTANCE: answer.create_instance,
        Part.DEVICE: create_result,
    }
    verdict = _describe_verdict(answer.health, answer.library)
    detail = _make_detail(answer.health, results, verdict)
    return _append_advice(
        detail._replace(calls=tuple(_list_stages(layer_calls, name))),
        answer.health,
        _LAYER_EFFECTS.get(answer.health.state)
        or tr("Programs that try to load it continue without it."),
        tr("This layer and this loader are not compatible; update the older of the two."),
        tr("Turn it off in this configuration, or install another version of this layer."),
    )


def _make_detail(health: Health, results: Mapping[Part, str], verdict: str) -> ProbeDetail:
    """Return the stages of a probe with their durations, the last one with its failure."""
    order = list(_PART_TITLES)
    stages = [
        StageProgress(
            render(_PART_TITLES[timing.stage]), results.get(timing.stage, ""), timing.seconds * 1000
        )
        for timing in sorted(health.seconds, key=lambda timing: order.index(timing.stage))
    ]
    is_broken = health.state is not State.HEALTHY
    if is_broken:
        stages.append(StageProgress(_name_step(health.step), _describe_ending(health), -1, "error"))
    return ProbeDetail(
        title=f"{capitalise(verdict)}.",
        stages=tuple(stages),
        output=health.output,
        stack="\n".join(health.stack),
    )


def _describe_ending(health: Health) -> str:
    """Return how the last stage of a probe ended: "crashed with SIGSEGV"."""
    words = {
        State.CRASHED: tr("crashed with {code}", code=health.code),
        State.HUNG: tr("did not return and was stopped"),
        State.EXCEEDED_LIMIT: tr("used {code} and was stopped", code=health.code),
        State.NO_ANSWER: tr("terminated the process ({code})", code=health.code or "exit 0"),
    }
    return words.get(health.state) or ": ".join(
        render(part) for part in (health.code, health.detail) if part
    )


def _append_advice(
    detail: ProbeDetail, health: Health, effect: Message | str, update: str, other_advice: str
) -> ProbeDetail:
    """Add what programs meet, and what to do, unless the probe succeeded.

    Args:
        detail: the page so far.
        health: the result of the probe.
        effect: what programs meet.
        update: advice if it refuses the interface version.
        other_advice: advice for other failures.
    """
    if health.state is State.HEALTHY:
        return detail
    if health.state in FATAL_STATES and not health.is_repeated:
        effect = _SEEN_ONCE
    advice_by_state = {State.REFUSES: update, State.DOES_NOT_LOAD: render(_NOT_OPENED)}
    return detail._replace(
        effect=render(effect), advice=advice_by_state.get(health.state, other_advice)
    )


def _list_stages(layer_calls: Sequence[LayerCall], name: str) -> Iterator[StageProgress]:
    """Yield the calls of a layer in the trace of the whole chain."""
    for layer_call in layer_calls:
        if layer_call.layer == name:
            parts = [
                tr("{duration} in this layer", duration=format_duration(layer_call.own_seconds))
            ]
            parts += [tr("adds {extension}", extension=extension) for extension in layer_call.added]
            parts += [
                tr("hides {extension}", extension=extension) for extension in layer_call.removed
            ]
            yield StageProgress(layer_call.command, ", ".join(parts), layer_call.seconds * 1000)


def list_entered_layers(answer: ChainAnswer) -> tuple[str, ...]:
    """Return the layers in the order in which vkCreateInstance entered them."""
    layer_names = [
        layer_call.layer
        for layer_call in answer.layer_calls
        if layer_call.command == "vkCreateInstance"
    ]
    return tuple(dict.fromkeys(layer_names)) or answer.loaded


def describe_chain_failure(health: Health) -> str:
    """Return the reason why the probe of a chain gave no answer."""
    return tr("The whole chain {verdict}.", verdict=_describe_verdict(health, ""))


def describe_chain_difference(
    answer: ChainAnswer, called_names: Sequence[str], predicted_names: Sequence[str]
) -> str:
    """Return the first difference between predicted and probed chain, or ""."""
    if answer.create != SUCCESS and not called_names and predicted_names:
        return tr("vkCreateInstance returned {result}.", result=answer.create)
    for position, name in enumerate(predicted_names, 1):
        if name not in called_names:
            return tr(
                "{name} was predicted to be called {place}, but was not called.",
                name=strip_layer_prefix(name),
                place=render_ordinal(position),
            )
    for position, (predicted_name, called_name) in enumerate(
        zip(predicted_names, called_names, strict=False), 1
    ):
        if predicted_name != called_name:
            return tr(
                "{called} was called {place} instead of {predicted}.",
                called=strip_layer_prefix(called_name),
                place=render_ordinal(position),
                predicted=strip_layer_prefix(predicted_name),
            )
    unpredicted_names = [name for name in called_names if name not in predicted_names]
    return (
        tr(
            "{layer} was also called, which was not predicted.",
            layer=strip_layer_prefix(unpredicted_names[0]),
        )
        if unpredicted_names
        else ""
    )
