"""What will happen, in plain words, in three lengths: true for the view it stands in."""

from __future__ import annotations

from vkconfig_py.loader.explaining.sentences import sentence
from vkconfig_py.loader.outcome import CRASH, HANG
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Verdict
from vkconfig_py.model.picture.asking import Answer
from vkconfig_py.model.picture.headline import Headline, Loading, headline_of
from vkconfig_py.model.picture.no_instance import CAUSES, find_guilty
from vkconfig_py.model.picture.values import Question
from vkconfig_py.model.picture.wording import called, count_of, join_words
from vkconfig_py.model.plan import Applied, Mechanism
from vkconfig_py.model.planning.applied import is_older

_MOST_NAMES = 4
SUCCESS = "VK_SUCCESS"
EVERY_PROGRAM = "Every Vulkan program"
WHAT_IF = "This is what if: nothing is written."


def write_headline(question: Question, answer: Answer) -> Headline:
    """Return what is said first: who loads what, or why programs do not live."""
    if not question.profile.library and not answer.report.drivers:
        return Headline(_nothing_installed(question))
    if answer.report.create != SUCCESS:
        return _fails(question, answer)
    named = question.supposed.program is not None
    if question.view.is_applied and not named:
        return _override(question, answer)
    return headline_of(_run(question, answer))


def subject(question: Question, answer: Answer) -> str:
    """Return who loads the layers."""
    supposed = question.supposed.program is not None
    if question.view.is_applied and not supposed:
        return applied_to(question)
    return answer.program.name or "a program"


def applied_to(question: Question) -> str:
    """Return whom what is applied affects."""
    programs = question.view.programs
    if not programs:
        return "every program"
    return join_words(called_programs(programs))


def called_programs(programs: tuple[str, ...]) -> list[str]:
    """Return base names; the whole path where two would be called the same."""
    names = [path.rsplit("/", 1)[-1] for path in programs]
    return [
        name if names.count(name) == 1 else path for name, path in zip(names, programs, strict=True)
    ]


def _names(answer: Answer) -> str:
    names = called([layer.manifest.name for layer in answer.report.callstack])
    if len(names) > _MOST_NAMES:
        kept = names[: _MOST_NAMES - 1]
        return f"{', '.join(kept)} and {len(names) - len(kept)} more"
    return join_words(names)


def _run(question: Question, answer: Answer) -> Loading:
    who = subject(question, answer)
    hypothetical = answer.program.error or not question.supposed.is_empty
    verb = "would load" if hypothetical else "will load"
    if question.view.mechanism is Mechanism.ENVIRONMENT:
        start = f"With these variables {who} {verb}"
    else:
        start = f"{capital(who)} {verb}"
    error = f"{capital(answer.program.error)}." if answer.program.error else ""
    return Loading(
        who, start, _count(answer), _names(answer), error, _system(question, answer), error
    )


def _count(answer: Answer) -> str:
    count = len(answer.report.callstack)
    return count_of(count, "layer") if count else "no layers"


def _system(question: Question, answer: Answer) -> str:
    """Say what is applied to the system, and that this run leaves it out."""
    if not question.supposed.is_empty:
        return WHAT_IF
    acting = [one for one in question.applied if _acts_here(one, answer)]
    if acting:
        names = join_words([f"“{one.configuration.name}”" for one in acting])
        verb = "is" if len(acting) == 1 else "are"
        return f"{names} {verb} applied by a loader settings file, which acts here too."
    alone = question.view.mechanism is Mechanism.ENVIRONMENT
    run = "a run with these variables ignores" if alone else "a launch from here ignores"
    if question.applied:
        names = join_words([f"“{one.configuration.name}”" for one in question.applied])
        verb, them = ("is", "it") if len(question.applied) == 1 else ("are", "them")
        return f"{names} {verb} applied to the system; {run} {them}."
    if answer.others:
        return f"Another program applied an override to the system; {run} it."
    return "Nothing is applied to the system."


def _acts_here(one: Applied, answer: Answer) -> bool:
    """Tell whether what is applied reaches a launch: no variable leaves a settings file out."""
    if one.mechanism is not Mechanism.SETTINGS:
        return False
    return not one.programs or answer.program.real in one.programs


def _override(question: Question, answer: Answer) -> Headline:
    blocking = next((limit for limit in answer.plan.limits if limit.blocking), None)
    who = applied_to(question)
    if blocking is not None:
        cure = f" ({blocking.alternative})" if blocking.alternative else ""
        start = "Applying this would have no effect"
        said = f"{start}: {blocking.text}"
        return Headline((f"{said}{cure}.", f"{said}.", f"{start}."))
    # The shortest has room for a device: "Every program would load 4 layers on llvmpipe."
    whom, brief = f"Applied for {who}", f"{capital(who)} would load"
    loads = "loads" if len(question.view.programs) < 2 else "load"
    if not question.supposed.is_empty:
        start, tail = f"{whom}, this configuration would load", WHAT_IF
    elif _applied_now(question) is None:
        start = f"{whom}, this configuration loads"
        tail = "Nothing is applied yet." if not question.applied else "It is not applied yet."
    elif is_in_force(question):
        start, brief = f"{whom}: loads", f"{capital(who)} {loads}"
        tail = "It is in force now."
    else:
        start = f"{whom}, this configuration loads"
        tail = "What is in force now is older."
    count, names = _count(answer), _names(answer)
    return headline_of(Loading(who, start, count, names, tail=tail, brief=brief))


def is_in_force(question: Question) -> bool:
    """Return whether what the question is about was applied as it is now."""
    now = _applied_now(question)
    return now is not None and not is_older(
        now, question.configuration, with_sources=not question.left_out
    )


def _applied_now(question: Question) -> Applied | None:
    """Return this configuration's entry in force for exactly these programs."""
    wanted = (question.configuration.key, frozenset(question.view.programs))
    for one in question.applied:
        if (one.configuration.key, frozenset(one.programs)) == wanted:
            return one
    return None


def _fails(question: Question, answer: Answer) -> Headline:
    """Say why no program lives; a file that is guilty is named, and it is guilty for all."""
    result, guilty = answer.report.create, find_guilty(answer.report)
    who = capital(subject(question, answer))
    if guilty is not None:
        own = (*question.configuration.sources, *question.configuration.implicit_sources)
        if not any(guilty.file.startswith(source) for source in own):
            who = EVERY_PROGRAM
        return Headline(_blame(who, result, guilty, answer.report), None, True, guilty.file)
    if result == HANG:
        hangs = f"{who} hangs at its first Vulkan call"
        return _alarm(f"{hangs}: a file that the loader reads is a pipe.", f"{hangs}.", hangs)
    cause = CAUSES.get(result)
    short = f"{who} cannot use Vulkan: {result}."
    if not cause:
        return _alarm(short, short, short)
    return _alarm(
        f"{who} cannot use Vulkan: {cause}, so vkCreateInstance returns {result}.",
        f"{who} cannot use Vulkan: {cause}.",
        short,
    )


def _alarm(*sentences: str) -> Headline:
    return Headline(sentences, is_alarm=True)


def _blame(who: str, result: str, guilty: Verdict, report: LoaderReport) -> tuple[str, ...]:
    name = guilty.file.rpartition("/")[2]
    verb = {CRASH: "crashes", HANG: "hangs"}.get(result, "fails")
    why = sentence(guilty, report).partition(";")[0]
    return (
        f"{who} {verb}: {name}, {why}.",
        f"{who} {verb} because of {name}.",
        f"{who} {verb}: {name}.",
    )


def _nothing_installed(question: Question) -> tuple[str, ...]:
    version = question.profile.version_text
    return (
        f"No Vulkan loader and no driver are installed. Shown is what loader {version} would do.",
        "No Vulkan loader and no driver are installed.",
        "No Vulkan loader.",
    )


def capital(text: str) -> str:
    """Return the text as a sentence begins; a path or name of a program stays as it is."""
    return f"{text[:1].upper()}{text[1:]}" if text.startswith(("a ", "every ")) else text
