"""Ask for the plan of a configuration and for the chain that comes of it."""

from __future__ import annotations

from typing import NamedTuple

from vkconfig_py.cli.applying import apply_service
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output
from vkconfig_py.model.apply.service import with_in_force
from vkconfig_py.model.chain.compute import Answer, find_answer
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration
from vkconfig_py.model.plan.plan import Limit, Mechanism, Plan, View
from vkconfig_py.model.plan.question import Question
from vkconfig_py.model.text.wording import UNLISTED_NAME, join_words

NOT_HERE = "none of the listed devices is here: programs get none, and most of them do not start"


class Asked(NamedTuple):
    """A question about a configuration, and the answer."""

    question: Question
    answer: Answer


def ask_launch(machine: Machine, configuration: Configuration, folder: str = "") -> Asked:
    """Ask what one launch does."""
    question = _question(machine, configuration, View(Mechanism.LAUNCH))
    return _ask(machine, question._replace(folder=folder) if folder else question)


def ask_environment(machine: Machine, configuration: Configuration) -> Asked:
    """Ask what variables alone do."""
    return _ask(machine, _question(machine, configuration, View(Mechanism.ENVIRONMENT)))


def ask_applied(
    machine: Machine, configuration: Configuration, programs: tuple[str, ...], by: Mechanism
) -> Asked:
    """Ask what it does to be applied to these programs, beside what is applied already."""
    return _ask(machine, applied_question(machine, configuration, programs, by))


def applied_question(
    machine: Machine,
    configuration: Configuration,
    programs: tuple[str, ...] = (),
    by: Mechanism = Mechanism.AUTOMATIC,
) -> Question:
    """Question whose plan stands beside what is applied already."""
    return _question(machine, configuration, View(by, programs))


def _question(machine: Machine, configuration: Configuration, view: View) -> Question:
    question = Question(machine.host, machine.profile, configuration, view, loaders=machine.loaders)
    return with_in_force(question, apply_service(machine).in_force())


def _ask(machine: Machine, question: Question) -> Asked:
    answer = find_answer(question, machine.cache)
    return Asked(answer.question, answer)


def tell_devices(asked: Asked, output: Output) -> None:
    """Say that programs get none of the listed devices, where earlier probes know that."""
    question, report = asked.question, asked.answer.report
    if not report.foundation.device_configurations:
        return
    from vkconfig_py.loader.probe.answer_cache import ProbeMemory
    from vkconfig_py.loader.probe.console_probe import memory_path  # no other command waits for it
    from vkconfig_py.model.chain.prober import finds_no_device

    memory = ProbeMemory(memory_path(question.host.environment))
    is_launch = question.view.mechanism is Mechanism.LAUNCH
    own = question.configuration.environment if is_launch else ()
    session = question.host.with_environment([(one.name, one.value) for one in own])
    if finds_no_device(report._replace(host=session), memory):
        output.error(NOT_HERE)


def tell_elevated(asked: Asked, output: Output) -> None:
    """Say which chain an elevated program really has: little of the configuration reaches it."""
    report = asked.answer.report
    if report.host.hides_variables:
        layers = join_words([layer.manifest.name for layer in report.callstack])
        output.error(f"{asked.answer.program.name or 'the program'} loads {layers or 'no layers'}")


def tell_plan(plan: Plan, output: Output) -> None:
    """Say what a plan cannot do, and what it does to other configurations."""
    tell_limits(plan.limits, output)
    for note in plan.told:
        output.error(note)


def tell_limits(limits: tuple[Limit, ...], output: Output) -> None:
    """Say where the loader will not follow the configuration."""
    for limit in limits:
        about = UNLISTED_NAME if limit.subject == UNLISTED else limit.subject
        subject = f"{about}: " if about else ""
        instead = f" (what helps: {limit.alternative})" if limit.alternative else ""
        output.error(f"{subject}{limit.text}{instead}", is_note=False)  # JSON has the limits
