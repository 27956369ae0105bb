"""What a layer of its own ways reads in a program now: file of the user, presets, session."""

from __future__ import annotations

from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.formats.own_files import read_own, with_presets
from vkconfig_py.model.formats.reshade_settings import find_effects
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.own_file import NO_FILE, OwnFile, session_values
from vkconfig_py.model.layer_settings.own_notes import preset_in_force
from vkconfig_py.model.layer_settings.own_places import own_places, presets_place, started
from vkconfig_py.model.plan.plan import Question, without_own_files
from vkconfig_py.model.programs.program_paths import windows_program


def read_users_file(declared: DeclaredLayer, question: Question, program: str) -> OwnFile:
    """Read it for the question's program; a file that is applied counts as it was before."""
    own, configuration = declared.own, question.configuration
    if own is None:
        return NO_FILE
    target, entry = configuration.target, configuration.entry(declared.name)
    changes = [(one.name, one.value) for one in configuration.environment]
    host = without_own_files(question, question.host).with_environment(changes)
    host = started(host.with_executable(program), target)
    scanner = Scanner(host, DocumentCache())
    places = own_places(own, host, program, windows_program(target.program, target.arguments))
    found = ((path, scanner.read(path)) for path in places)
    path, content = next((one for one in found if one[1] is not None), ("", None))
    file = read_own(own, path, content)
    presets = presets_place(own, host)
    if presets and (content := scanner.read(presets)) is not None:
        number = preset_in_force(declared, file, entry, host.environment)
        file = with_presets(file, presets, content, number)
    if session := session_values(declared, question.host.environment):
        file = file._replace(values={**file.values, **session})
    effects = find_effects(own, file, (entry,) if entry else (), scanner.read)
    return file._replace(effects=effects) if effects else file
