"""The result in plain words, and where the loader deviates from the configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Verdict
from vkconfig_py.loader.explain.sentences import CAUSES, find_guilty, sentence
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import CRASH, HANG
from vkconfig_py.model.chain.compute import Answer
from vkconfig_py.model.chain.picture_values import Headline, Loading, headline_of
from vkconfig_py.model.configuration.configuration import (
    NEWEST,
    UNLISTED,
    Configuration,
    LayerControl,
)
from vkconfig_py.model.plan.inventory import is_absence
from vkconfig_py.model.plan.plan import Applied, Limit, Mechanism, Plan, Question, is_older
from vkconfig_py.model.text.wording import called, capitalised, count_of, join_words, ordinal

_MOST_NAMES = 4
SUCCESS = "VK_SUCCESS"
EVERY_PROGRAM = tr("Every Vulkan program")
WHAT_IF = tr("This is what if: nothing is written.")


def write_headline(question: Question, answer: Answer) -> Headline:
    """The headline: which program loads which layers, or why programs fail."""
    if not question.profile.library and not answer.report.drivers:
        return Headline(_nothing_installed(question))
    if answer.report.create != SUCCESS:
        return _fails(question, answer)
    named = question.supposed.program is not None
    if question.view.is_applied and not named:
        return _override(question, answer)
    return headline_of(_run(question, answer))


def subject(question: Question, answer: Answer) -> str:
    """The program or programs that load the layers."""
    supposed = question.supposed.program is not None
    if question.view.is_applied and not supposed:
        return applied_to(question)
    return answer.program.name or "a program"


def applied_to(question: Question) -> str:
    programs = question.view.programs
    if not programs:
        return tr("every program")
    return join_words(called_programs(programs))


def called_programs(programs: tuple[str, ...]) -> list[str]:
    """Base names; full paths for programs with the same base name."""
    names = [path.rsplit("/", 1)[-1] for path in programs]
    return [
        name if names.count(name) == 1 else path for name, path in zip(names, programs, strict=True)
    ]


def _names(answer: Answer) -> str:
    names = called([layer.manifest.name for layer in answer.report.callstack])
    if len(names) > _MOST_NAMES:
        kept = names[: _MOST_NAMES - 1]
        return tr("{kept} and {names} more", kept=", ".join(kept), names=len(names) - len(kept))
    return join_words(names)


def _run(question: Question, answer: Answer) -> Loading:
    who = subject(question, answer)
    hypothetical = answer.program.error or not question.supposed.is_empty
    verb = tr("would load") if hypothetical else tr("will load")
    if question.view.mechanism is Mechanism.ENVIRONMENT:
        start = tr("With these variables {who} {verb}", who=who, verb=verb)
    elif question.view.safe.is_on:
        start = tr(
            "Safe mode, {text}: {who} {verb}", text=question.view.safe.text, who=who, verb=verb
        )
    else:
        start = f"{capital(who)} {verb}"
    error = f"{capital(answer.program.error)}." if answer.program.error else ""
    return Loading(
        who, start, _count(answer), _names(answer), error, _system(question, answer), error
    )


def _count(answer: Answer) -> str:
    count = len(answer.report.callstack)
    return count_of(count, "layer") if count else tr("no layers")


def _system(question: Question, answer: Answer) -> str:
    """Sentence about what is applied to the system, and that this run ignores it."""
    if not question.supposed.is_empty:
        return WHAT_IF
    acting = [one for one in question.applied if _acts_here(one, answer)]
    if acting:
        names = join_words([f"“{one.configuration.name}”" for one in acting])
        verb = "is" if len(acting) == 1 else "are"
        return tr(
            "{names} {verb} applied by a loader settings file, which acts here too.",
            names=names,
            verb=verb,
        )
    alone = question.view.mechanism is Mechanism.ENVIRONMENT
    run = tr("a run with these variables ignores") if alone else tr("a launch from here ignores")
    if question.applied:
        names = join_words([f"“{one.configuration.name}”" for one in question.applied])
        verb, them = ("is", "it") if len(question.applied) == 1 else ("are", "them")
        return tr(
            "{names} {verb} applied to the system; {run} {them}.",
            names=names,
            verb=verb,
            run=run,
            them=them,
        )
    if answer.others:
        return tr("Another program applied an override to the system; {run} it.", run=run)
    return tr("Nothing is applied to the system.")


def _acts_here(one: Applied, answer: Answer) -> bool:
    """True if the applied files affect a launch: no variable can disable a settings file."""
    if one.mechanism is not Mechanism.SETTINGS:
        return False
    return not one.programs or answer.program.real in one.programs


def _override(question: Question, answer: Answer) -> Headline:
    blocking = next((limit for limit in answer.plan.limits if limit.blocking), None)
    who = applied_to(question)
    if blocking is not None:
        cure = f" ({blocking.alternative})" if blocking.alternative else ""
        start = tr("Applying this would have no effect")
        said = f"{start}: {blocking.text}"
        return Headline((f"{said}{cure}.", f"{said}.", f"{start}."))
    # The shortest still names the device: "Every program would load 4 layers on llvmpipe."
    whom, brief = tr("Applied for {who}", who=who), tr("{who} would load", who=capital(who))
    loads = "loads" if len(question.view.programs) < 2 else "load"
    if not question.supposed.is_empty:
        start, tail = tr("{whom}, this configuration would load", whom=whom), WHAT_IF
    elif _applied_now(question) is None:
        start = tr("{whom}, this configuration loads", whom=whom)
        tail = (
            tr("Nothing is applied yet.") if not question.applied else tr("It is not applied yet.")
        )
    elif is_in_force(question):
        start, brief = f"{whom}: loads", f"{capital(who)} {loads}"
        tail = tr("It is in force now.")
    else:
        start = tr("{whom}, this configuration loads", whom=whom)
        tail = tr("An older version is in force.")
    count, names = _count(answer), _names(answer)
    return headline_of(Loading(who, start, count, names, tail=tail, brief=brief))


def is_in_force(question: Question) -> bool:
    """True if the question's configuration is applied in its current state."""
    now = _applied_now(question)
    return now is not None and not is_older(
        now, question.configuration, with_sources=not question.left_out
    )


def _applied_now(question: Question) -> Applied | None:
    """The applied entry of this configuration for exactly these programs."""
    wanted = (question.configuration.key, frozenset(question.view.programs))
    for one in question.applied:
        if (one.configuration.key, frozenset(one.programs)) == wanted:
            return one
    return None


def _fails(question: Question, answer: Answer) -> Headline:
    """Reason why every program fails, naming the file that causes it."""
    result, guilty = answer.report.create, find_guilty(answer.report)
    who = capital(subject(question, answer))
    if guilty is not None:
        own = (*question.configuration.sources, *question.configuration.implicit_sources)
        if not any(guilty.file.startswith(source) for source in own):
            who = EVERY_PROGRAM
        return Headline(_blame(who, result, guilty, answer.report), None, True, guilty.file)
    if result == HANG:
        hangs = tr("{who} hangs at its first Vulkan call", who=who)
        return _alarm(
            tr("{hangs}: a file that the loader reads is a pipe.", hangs=hangs), f"{hangs}.", hangs
        )
    cause = CAUSES.get(result)
    short = tr("{who} cannot use Vulkan: {result}.", who=who, result=result)
    if not cause:
        return _alarm(short, short, short)
    return _alarm(
        tr(
            "{who} cannot use Vulkan: {cause}, so vkCreateInstance returns {result}.",
            who=who,
            cause=cause,
            result=result,
        ),
        tr("{who} cannot use Vulkan: {cause}.", who=who, cause=cause),
        short,
    )


def _alarm(*sentences: str) -> Headline:
    return Headline(sentences, is_alarm=True)


def _blame(who: str, result: str, guilty: Verdict, report: LoaderReport) -> tuple[str, ...]:
    name = base_name(guilty.file)
    verb = {CRASH: "crashes", HANG: "hangs"}.get(result, "fails")
    why = sentence(guilty, report).partition(";")[0]
    return (
        f"{who} {verb}: {name}, {why}.",
        tr("{who} {verb} because of {name}.", who=who, verb=verb, name=name),
        f"{who} {verb}: {name}.",
    )


def _nothing_installed(question: Question) -> tuple[str, ...]:
    version = question.profile.version_text
    return (
        tr(
            "No Vulkan loader and no driver are installed. Shown is what loader "
            "{version} would do.",
            version=version,
        ),
        tr("No Vulkan loader and no driver are installed."),
        tr("No Vulkan loader."),
    )


def capital(text: str) -> str:
    """The text with a capital first letter; a path or program name is unchanged."""
    return capitalised(text) if text.startswith(("a ", "every ")) else text


def find_deviations(
    configuration: Configuration,
    plan: Plan,
    chain: Sequence[tuple[str, str]],
    off: Sequence[str],
) -> dict[str, str]:
    """Sentence for every layer whose place, state or copy differs from the user's choice.

    The plan's limits name the rules. `chain`: layers that load, with their manifests, application
    side first. `off`: layers that could load but do not.
    """
    limits = _limits_by_subject(plan)
    positions = {name: index for index, (name, _file) in enumerate(chain)}
    deviations = _states(configuration, limits, positions)
    deviations.update(_unlisted(configuration, positions, off))
    deviations.update(_places(configuration, limits, positions))
    for name in (*positions, UNLISTED):
        if name in limits and name not in deviations:
            deviations[name] = _rule(limits[name])
    return _copies(configuration, dict(chain)) | deviations


def _limits_by_subject(plan: Plan) -> dict[str, Limit]:
    limits: dict[str, Limit] = {}
    for limit in plan.limits:
        if limit.subject and not is_absence(limit):
            limits.setdefault(limit.subject, limit)
    return limits


def _states(
    configuration: Configuration, limits: Mapping[str, Limit], positions: Mapping[str, int]
) -> dict[str, str]:
    found = {}
    for entry in configuration.layers:
        loads = entry.name in positions
        if entry.name == UNLISTED:
            continue
        if entry.control is LayerControl.ON and not loads:
            text = tr("you turned it on, and it does not load")
        elif entry.control is LayerControl.OFF and loads:
            text = tr("you turned it off, and it still loads")
        else:
            continue
        found[entry.name] = _with_rule(text, limits.get(entry.name))
    return found


def _unlisted(
    configuration: Configuration, positions: Mapping[str, int], off: Sequence[str]
) -> dict[str, str]:
    """Name layers without an entry that load although they should not, or the reverse."""
    known = {entry.name for entry in configuration.layers}
    match configuration.unlisted:
        case LayerControl.OFF:
            rest = [name for name in positions if name not in known]
            text = tr("you turned them off, and {} still {}")
            verbs = ("loads", "load")
        case LayerControl.ON:
            rest = [name for name in off if name not in known]
            text = tr("you turned them on, and {} {}")
            verbs = (tr("does not load"), tr("do not load"))
        case LayerControl.AUTO:
            return {}
    verb = verbs[len(rest) > 1]
    return {UNLISTED: text.format(join_words(called(rest)), verb)} if rest else {}


def _copies(configuration: Configuration, loaded: Mapping[str, str]) -> dict[str, str]:
    """Compare the chosen copy with the one that loads."""
    return {
        entry.name: tr(
            "you chose {copy}, this loader takes {loaded}",
            copy=entry.copy,
            loaded=loaded[entry.name],
        )
        for entry in configuration.layers
        if entry.copy not in ("", NEWEST, loaded.get(entry.name, "")) and entry.name in loaded
    }


def _places(
    configuration: Configuration, limits: Mapping[str, Limit], positions: Mapping[str, int]
) -> dict[str, str]:
    """Compare the user's order with the chain; layers without a place keep their slots."""
    drawn = list(
        dict.fromkeys(
            entry.name
            for entry in configuration.layers
            if entry.placed and entry.control is not LayerControl.OFF and entry.name in positions
        )
    )
    slots = sorted(positions[name] for name in drawn)
    found = {}
    for name, slot in zip(drawn, slots, strict=True):
        if positions[name] != slot:
            here = ordinal(positions[name] + 1)
            text = tr(
                "you put it {slot}, this loader puts it {here}", slot=ordinal(slot + 1), here=here
            )
            found[name] = _with_rule(text, limits.get(name))
    return found


def _with_rule(text: str, limit: Limit | None) -> str:
    return f"{text}: {_rule(limit)}" if limit else text


def _rule(limit: Limit) -> str:
    return f"{limit.text}; {limit.alternative}" if limit.alternative else limit.text
