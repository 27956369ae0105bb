"""What will happen, in plain words, in three lengths: true for the view it stands in."""

from __future__ import annotations

from vkconfig_py.loader.outcome import HANG
from vkconfig_py.model.picture.asking import Answer
from vkconfig_py.model.picture.values import Question
from vkconfig_py.model.picture.wording import called, count_of, join_words
from vkconfig_py.model.plan import Applied, Mechanism
from vkconfig_py.model.planning.applied import is_older

_MOST_NAMES = 4
SUCCESS = "VK_SUCCESS"
WHAT_IF = "This is what if: nothing is written."


def write_sentences(question: Question, answer: Answer) -> tuple[str, ...]:
    """Return the sentence in three lengths, longest first."""
    if not question.profile.library and not answer.report.drivers:
        return _nothing_installed(question)
    if answer.report.create != SUCCESS:
        return _fails(question, answer)
    named = question.supposed.program is not None
    if question.view.is_applied and not named:
        return _override(question, answer)
    return _run(question, answer)


def subject(question: Question, answer: Answer) -> str:
    """Return who loads the layers."""
    supposed = question.supposed.program is not None
    if question.view.is_applied and not supposed:
        return _programs(question)
    return answer.program.name or "a program"


def _programs(question: Question) -> str:
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


def _loads(answer: Answer) -> tuple[str, str]:
    """Return "3 layers: a, b and c" and "3 layers"."""
    count = len(answer.report.callstack)
    if not count:
        return "no layers", "no layers"
    short = count_of(count, "layer")
    return f"{short}: {_names(answer)}", short


def _run(question: Question, answer: Answer) -> tuple[str, ...]:
    long, short = _loads(answer)
    who = subject(question, answer)
    hypothetical = answer.program.error or not question.supposed.is_empty
    verb = "would load" if hypothetical else "will load"
    if question.view.mechanism is Mechanism.ENVIRONMENT:
        start = f"With these variables {who} {verb}"
    else:
        start = f"{_capital(who)} {verb}"
    error = f" {_capital(answer.program.error)}." if answer.program.error else ""
    return (
        f"{start} {long}.{error} {_system(question, answer)}",
        f"{start} {long}.{error}",
        f"{start} {short}." if not error else f"{_capital(answer.program.error)}.",
    )


def _system(question: Question, answer: Answer) -> str:
    """Say what is applied to the system, and that this run leaves it out."""
    if not question.supposed.is_empty:
        return WHAT_IF
    acting = [one for one in question.applied if _acts_here(one, answer)]
    if acting:
        names = join_words([f"“{one.configuration.name}”" for one in acting])
        verb = "is" if len(acting) == 1 else "are"
        return f"{names} {verb} applied by a loader settings file, which acts here too."
    if question.applied:
        names = join_words([f"“{one.configuration.name}”" for one in question.applied])
        verb = "is" if len(question.applied) == 1 else "are"
        return f"{names} {verb} applied to the system and left out here."
    if answer.others:
        return "An override applied to the system by another program is left out here."
    return "Nothing is applied to the system."


def _acts_here(one: Applied, answer: Answer) -> bool:
    """Tell whether what is applied reaches a launch: no variable leaves a settings file out."""
    if one.mechanism is not Mechanism.SETTINGS:
        return False
    return not one.programs or answer.program.real in one.programs


def _override(question: Question, answer: Answer) -> tuple[str, ...]:
    blocking = next((limit for limit in answer.plan.limits if limit.blocking), None)
    who = _programs(question)
    if blocking is not None:
        cure = f" ({blocking.alternative})" if blocking.alternative else ""
        start = f"Applying this for {who} would have no effect"
        return (f"{start}: {blocking.text}{cure}.", f"{start}: {blocking.text}.", f"{start}.")
    long, short = _loads(answer)
    if not question.supposed.is_empty:
        start, tail = f"Applied for {who}, this configuration would load", WHAT_IF
    elif _applied_now(question) is None:
        start = f"Applied for {who}, this configuration loads"
        tail = "Nothing is applied yet." if not question.applied else "It is not applied yet."
    elif is_in_force(question):
        start = f"Applied for {who}: loads"
        tail = "It is in force now."
    else:
        start = f"Applied for {who}, this configuration loads"
        tail = "What is in force now is older."
    return (f"{start} {long}. {tail}", f"{start} {long}.", f"{start} {short}.")


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


def _fails(question: Question, answer: Answer) -> tuple[str, ...]:
    who = _capital(subject(question, answer))
    result = answer.report.create
    if result == HANG:
        hangs = f"{who} hangs at its first Vulkan call"
        return (f"{hangs}: a file that the loader reads is a pipe.", f"{hangs}.", f"{who} hangs.")
    causes = {
        "VK_ERROR_INCOMPATIBLE_DRIVER": "no driver is left",
        "VK_ERROR_LAYER_NOT_PRESENT": "it asks for a layer that it would not find",
        "VK_ERROR_OUT_OF_HOST_MEMORY": "a manifest makes every call of this loader fail",
    }
    cause = causes.get(result)
    short = f"{who} cannot use Vulkan: {result}."
    if not cause:
        return (short, short, short)
    return (
        f"{who} cannot use Vulkan: {cause}, so vkCreateInstance returns {result}.",
        f"{who} cannot use Vulkan: {cause}.",
        short,
    )


def _nothing_installed(question: Question) -> tuple[str, ...]:
    version = question.profile.version_text
    return (
        f"No Vulkan loader and no driver are installed. Shown is what loader {version} would do.",
        "No Vulkan loader and no driver are installed.",
        "No Vulkan loader.",
    )


def _capital(text: str) -> str:
    """Return the text as a sentence begins; a path or name of a program stays as it is."""
    return f"{text[:1].upper()}{text[1:]}" if text.startswith(("a ", "every ")) else text
