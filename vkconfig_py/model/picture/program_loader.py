"""The loader of the program that a picture is about: its word size, its library, and why. No Qt.

What is chosen in What if counts before what the program's file tells, and so does a word size.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.files.sightings import Sightings
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.opened import NO_MEMORY, Memory, ProgramSide, Start, side_of
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.shown_loaders import recall_shown, shown_file
from vkconfig_py.model.picture.values import Question
from vkconfig_py.model.programs.executables import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.programs.windows import windows_bits
from vkconfig_py.model.programs.wrappers import compared_program


def of_its_program(question: Question, program: ProgramMatch, cache: DocumentCache) -> Question:
    """Return the question with the word size, the rights and the loader of its program."""
    supposed, host = question.supposed, question.host
    target = question.configuration.target
    arguments = target.arguments if supposed.program is None else ()
    start = _start(program, host, arguments, target.working_directory)
    if not start.path or question.opened is not None:
        return question
    if not question.view.is_applied:  # what is applied cannot set variables
        own = [(one.name, one.value) for one in question.configuration.environment]
        host = host.with_environment(own)
    loaders = () if supposed.root is not None else question.loaders
    side = side_of(
        start.path, host, question.profile, loaders, cache, start.memory, start.windows_bits
    )
    is_chosen = supposed.library is not None or supposed.pointer_bits is not None
    if is_chosen:
        side = _as_chosen(side, question.profile)
    elif supposed.version is not None:
        side = _of_version(side, supposed.version, question)
    host = question.host._replace(pointer_bits=side.host.pointer_bits, machine=side.host.machine)
    if supposed.elevated is None:
        host = host._replace(elevated=side.host.elevated)
    return question._replace(host=host, profile=side.profile, opened=side.opened)


def find_start(program: str, host: Host) -> Start:
    """Return what starting a program by its path or name comes to."""
    return _start(compared_program(program, host), host)


def _start(
    program: ProgramMatch, host: Host, arguments: Sequence[str] = (), folder: str = ""
) -> Start:
    memory = _memory(program, host)
    bits = windows_bits(program, arguments, folder, host)
    path = program.real or (program.path if bits else _shown_program(memory))
    return Start(path, memory, bits)


def _memory(program: ProgramMatch, host: Host) -> Memory:
    """Return where what a launch of the program showed is remembered.

    Scripts of one interpreter open what each of them likes: it is remembered for the script.
    """
    if host.root:  # launches are those of this machine
        return NO_MEMORY
    started = ""
    if program.state is ProgramState.SCRIPT:
        interpreter = describe_program(program.interpreter, host).real
        started = program.path if program.real in ("", interpreter) else ""
    return Memory(shown_file(host.environment), started)


def _shown_program(memory: Memory) -> str:
    """Return what a script came to in a launch, where only a run can tell that."""
    if not memory.started:
        return ""
    shown = recall_shown(memory.started, memory.file, Sightings())
    return shown.program if shown is not None else ""


def _as_chosen(side: ProgramSide, chosen: LoaderProfile) -> ProgramSide:
    """Return the program as one that opens the chosen loader, of that word size."""
    host = side.host._replace(pointer_bits=chosen.pointer_bits)
    return ProgramSide(host, chosen)


def _of_version(
    side: ProgramSide, version: tuple[int, int, int], question: Question
) -> ProgramSide:
    """Return the program with a loader of a version: one that is installed, or as if it were."""
    bits = side.profile.pointer_bits
    for loader in question.loaders:
        if (loader.version, loader.pointer_bits) == (version, bits):
            return ProgramSide(side.host, loader)
    return side._replace(profile=side.profile._replace(version=version))
