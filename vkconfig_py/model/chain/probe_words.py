"""Texts for probe results: health of drivers and layers, steps, advice.

A result stays valid when the configuration is edited: a driver behaves the same in every chain, and
so does a layer probed alone. A stored result names only differences that can change it: another
loader, or a variable that the library itself may read. Variables that only the loader reads decide
what is in the chain, so they matter only for probes of the whole chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.search_paths import VARIABLES
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.rules.outcome import INCOMPATIBLE_DRIVER
from vkconfig_py.loader.wire.jobs import ChainAnswer, DriverAnswer, LayerAnswer, Passage, State
from vkconfig_py.loader.wire.jobs import Health as Found
from vkconfig_py.loader.wire.jobs import Stage as Part
from vkconfig_py.model.chain.probe_results import (
    OTHER_CHAIN,
    Detail,
    Fate,
    ShownHealth,
    Stage,
)
from vkconfig_py.model.text.durations import milliseconds_text
from vkconfig_py.model.text.wording import count_of, join_words, ordinal, short_name

OTHER_LOADER = tr("another loader")
OTHER_DRIVERS = tr("other drivers")
# Only relevant to the whole chain; the lists for pre-instance functions are not part of the
# chain.
_CHAIN = frozenset({"layers", "application", "environment", "device_configurations", "refusal"})
_ORDER = frozenset({"drivers", "application", "environment", "device_configurations"})
_LOADER = frozenset({"loader", tr("build of the loader")})
_FOLDERS = frozenset({"XDG_CONFIG_DIRS", "XDG_DATA_DIRS"})  # kinds of manifests
_LOADERS_OWN = ("VK_LOADER_", "VK_LAYER_")
_MOST_NAMES = 2


def tried_with(others: Iterable[str], report: LoaderReport) -> str:
    """Differences such as "another loader and another value of RADV_DEBUG", or ""."""
    return join_words(list(_differences(frozenset(others), report)))


def chain_tried_with(others: Iterable[str], report: LoaderReport) -> str:
    """The same for a probe of the whole chain."""
    found = frozenset(others)
    chain = [OTHER_CHAIN] if found & _CHAIN else []
    drivers = [OTHER_DRIVERS] if "drivers" in found else []
    return join_words([*chain, *drivers, *_differences(found, report)])


def knows_order(others: Iterable[str]) -> bool:
    """True if the probed chain had the current drivers and device choices."""
    return not _ORDER & frozenset(others)


def _differences(others: frozenset[str], report: LoaderReport) -> Iterator[str]:
    if others & _LOADER:
        yield OTHER_LOADER
    loaders = _read_by_loader(report)
    names = sorted(
        name
        for name in (one[1:] for one in others if one.startswith("$"))
        if name not in loaders and not name.startswith(_LOADERS_OWN)
    )
    if len(names) > _MOST_NAMES:
        yield tr("other values of {names}", names=count_of(len(names), "variable"))
    elif names:
        yield tr("another value of {names}", names=join_words(names))


def _read_by_loader(report: LoaderReport) -> frozenset[str]:
    """Variables that only the loader reads and that decide what is loaded."""
    found = {INSTANCE_LAYERS, *_FOLDERS}
    for variables in VARIABLES.values():
        found |= {name for name, _gate in variables.replacing}
        found.add(variables.adding[0])
    for layer in report.found:
        if layer.manifest is None:
            continue
        if layer.manifest.enable_environment:
            found.add(layer.manifest.enable_environment[0])
        if layer.manifest.disable_environment:
            found.add(layer.manifest.disable_environment)
    return frozenset(found)


SUCCESS = "VK_SUCCESS"
_OPEN = "open "
_FATES = {
    State.SOUND: Fate.WELL,
    State.REFUSES: Fate.REFUSED,
    State.DOES_NOT_LOAD: Fate.REFUSED,
    State.FAILS_TO_CREATE: Fate.FAILED,
    State.CRASHED: Fate.CRASHED,
    State.HUNG: Fate.HUNG,
    State.EXCESSIVE: Fate.EXCESSIVE,
    State.LIED: Fate.LIED,
}
FATAL = (State.CRASHED, State.HUNG, State.EXCESSIVE, State.LIED)
SHORT = {
    State.REFUSES: tr("refuses this loader"),
    State.DOES_NOT_LOAD: tr("cannot be opened"),
    State.FAILS_TO_CREATE: "fails",
    State.CRASHED: "crashes",
    State.HUNG: "hangs",
    State.EXCESSIVE: tr("uses too much"),
    State.LIED: tr("ends the process"),
}
_PARTS = {
    Part.OPEN: "Opens",
    Part.NEGOTIATE: "Negotiates",
    Part.EXTENSIONS: tr("Lists extensions"),
    Part.INSTANCE: tr("Creates an instance"),
    Part.DEVICES: tr("Lists devices"),
    Part.DEVICE: tr("Creates a device"),
    Part.DESTROY: tr("Destroys both again"),
}


def short_step(step: str) -> str:
    """A step, with the library's path reduced to its file name."""
    if step.startswith(_OPEN):
        return _OPEN + base_name(step[len(_OPEN) :])
    call, of, library = step.rpartition(" of ")
    return f"{call}{of}{base_name(library)}" if of else step


def _where(step: str) -> str:
    """Place of a failure: " in vkCreateInstance of liba.so", or " when liba.so is opened"."""
    short = short_step(step)
    if short.startswith(_OPEN):
        return tr(" when {short} is opened", short=short[len(_OPEN) :])
    return tr(" in {short}", short=short) if short else ""


def duration(seconds: float) -> str:
    return milliseconds_text(seconds * 1000)


def driver_health(answer: DriverAnswer, when: float) -> ShownHealth:
    return _health(answer.health, _driver_verdict(answer), when)


def layer_health(answer: LayerAnswer, when: float) -> ShownHealth:
    return _health(answer.health, _verdict(answer.health, answer.library), when)


def _health(found: Found, verdict: str, when: float) -> ShownHealth:
    short = SHORT.get(found.state) or tr(
        "works ({total_seconds})", total_seconds=duration(found.total_seconds)
    )
    return ShownHealth(_FATES[found.state], verdict, short, when)


def _driver_verdict(answer: DriverAnswer) -> str:
    if (answer.health.state, answer.health.code) == (State.FAILS_TO_CREATE, INCOMPATIBLE_DRIVER):
        # The driver reports that no installed device is one of its own.
        return tr(
            "finds no GPU that it can drive ({incompatible_driver})",
            incompatible_driver=INCOMPATIBLE_DRIVER,
        )
    return _verdict(answer.health, answer.library)


def _verdict(found: Found, library: str) -> str:
    """The verdict; a returned call of the probed library itself omits the library's name."""
    call, of, opened = found.step.rpartition(" of ")
    own = call if of and opened == library else short_step(found.step)
    match found.state:
        case State.SOUND:
            return tr("works ({total_seconds})", total_seconds=duration(found.total_seconds))
        case State.REFUSES:
            why = found.detail or found.code
            return tr("refuses this loader: {why}", why=why) if why else tr("refuses this loader")
        case State.DOES_NOT_LOAD:
            return tr("cannot be opened: {detail}", detail=found.detail or found.code)
        case State.FAILS_TO_CREATE:
            if not found.code:
                return f"{own}: {found.detail}"
            return tr(
                "{own} returns {code} {detail}", own=own, code=found.code, detail=found.detail
            ).rstrip()
        case State.NOT_PROBED:
            return tr("not probed: {detail}", detail=found.detail or found.code)
        case _:
            return _fatal_verdict(found)


def _fatal_verdict(found: Found) -> str:
    where = _where(found.step)
    if found.state is State.CRASHED:
        return f"crashes{where} ({found.code})"
    if found.state is State.HUNG:
        return f"hangs{where}"
    if found.state is State.EXCESSIVE:
        return tr("uses {code}{where}", code=found.code, where=where)
    return tr("ends the process without a message{where}", where=where)


def driver_detail(answer: DriverAnswer) -> Detail:
    said = {
        Part.OPEN: answer.library,
        Part.NEGOTIATE: tr("driver interface {interface}", interface=answer.interface)
        if answer.interface >= 0
        else "",
        Part.EXTENSIONS: count_of(len(answer.extensions), "instance extension"),
        Part.INSTANCE: answer.create,
        Part.DEVICES: ", ".join(device.name for device in answer.devices) or tr("no device here"),
    }
    effect = tr("Programs that use it {health}.", health=_meets(answer.health))
    if answer.health.state not in FATAL:
        effect = tr("Programs go on without its devices.")
    return _detail(answer.health, said, effect, "driver", _driver_verdict(answer))


def layer_detail(answer: LayerAnswer, passages: Sequence[Passage] = (), name: str = "") -> Detail:
    over = tr(" on {device}", device=answer.device) if answer.device else ""
    said = {
        Part.OPEN: answer.library,
        Part.NEGOTIATE: tr("layer interface {interface}", interface=answer.interface)
        if answer.interface >= 0
        else "",
        Part.INSTANCE: answer.create_instance,
        Part.DEVICE: f"{answer.create_device}{over}" if answer.create_device else "",
    }
    effect = tr("Programs that load it {health}.", health=_meets(answer.health))
    verdict = _verdict(answer.health, answer.library)
    detail = _detail(answer.health, said, effect, "layer", verdict)
    return detail._replace(taps=tuple(_passages(passages, name)))


def _detail(found: Found, said: Mapping[Part, str], effect: str, noun: str, verdict: str) -> Detail:
    order = list(_PARTS)
    stages = [
        Stage(_PARTS[timing.stage], said.get(timing.stage, ""), timing.seconds * 1000)
        for timing in sorted(found.seconds, key=lambda timing: order.index(timing.stage))
    ]
    bad = found.state is not State.SOUND
    if bad:
        call = found.step.partition(" of ")[0].partition(" /")[0] or "Then"
        stages.append(Stage(call, _ending(found), -1, "error"))
    return Detail(
        title=f"{_sentence_start(verdict)}.",
        stages=tuple(stages),
        advice=f"{effect} {_cure(found, noun)}" if bad else "",
        printed=found.output,
        stack="\n".join(found.stack),
    )


def _ending(found: Found) -> str:
    words = {
        State.CRASHED: tr("crashed with {code}", code=found.code),
        State.HUNG: tr("did not return and was stopped"),
        State.EXCESSIVE: tr("used {code} and was ended", code=found.code),
        State.LIED: tr("ended the process ({code})", code=found.code or "exit 0"),
    }
    return words.get(found.state) or ": ".join(x for x in (found.code, found.detail) if x)


def _meets(found: Found) -> str:
    return {
        State.CRASHED: tr("crash in the same way"),
        State.HUNG: tr("hang in the same way"),
        State.EXCESSIVE: tr("use as much, and nothing stops them"),
        State.LIED: tr("exit without a message"),
        State.FAILS_TO_CREATE: tr("get the same error"),
    }.get(found.state, "go on without it")


def _cure(found: Found, noun: str) -> str:
    if found.state is State.DOES_NOT_LOAD:
        return tr("Install what the dynamic linker misses, or a build for this machine.")
    if found.state is State.REFUSES:
        return tr(
            "This {noun} and this loader do not fit together; update the older one.", noun=noun
        )
    return tr(
        "Turn it off in this configuration, or install another version of this {noun}.", noun=noun
    )


def _passages(passages: Sequence[Passage], name: str) -> Iterator[Stage]:
    """Calls of a layer in the trace of the whole chain."""
    for passage in passages:
        if passage.layer == name:
            parts = [tr("{own_seconds} of its own", own_seconds=duration(passage.own_seconds))]
            parts += [tr("adds {extension}", extension=extension) for extension in passage.added]
            parts += [tr("hides {extension}", extension=extension) for extension in passage.removed]
            yield Stage(passage.command, ", ".join(parts), passage.seconds * 1000)


def entered(answer: ChainAnswer) -> tuple[str, ...]:
    """The layers in the order in which vkCreateInstance entered them."""
    passed = [p.layer for p in answer.passages if p.command == "vkCreateInstance"]
    return tuple(dict.fromkeys(passed)) or answer.loaded


def chain_failure(found: Found) -> str:
    """Reason why the probe of a chain gave no answer."""
    return tr("The whole chain {found}.", found=_verdict(found, ""))


def chain_sentence(answer: ChainAnswer, met: Sequence[str], predicted: Sequence[str]) -> str:
    """First difference between the predicted and the probed chain; "" if there is none."""
    if answer.create != SUCCESS and not met and predicted:
        return tr("vkCreateInstance returned {create}.", create=answer.create)
    for place, name in enumerate(predicted, 1):
        if name not in met:
            return tr(
                "{name}, predicted {place}, was not called.",
                name=short_name(name),
                place=ordinal(place),
            )
    for place, (wanted, real) in enumerate(zip(predicted, met, strict=False), 1):
        if wanted != real:
            found = tr("{real} was called {place}", real=short_name(real), place=ordinal(place))
            return tr(
                "{found}, where {wanted} was predicted.", found=found, wanted=short_name(wanted)
            )
    extra = [name for name in met if name not in predicted]
    return (
        tr("{extra} was called too, and was not predicted.", extra=short_name(extra[0]))
        if extra
        else ""
    )


def _sentence_start(text: str) -> str:
    return text[:1].upper() + text[1:] if not text.startswith("vk") else text
