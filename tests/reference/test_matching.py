"""What is said about a program that would match is what real loaders do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from vkconfig_py.model.configuration.configuration import ProgramEntry
from vkconfig_py.model.formats.meta_layer_manifests import OverrideLayer, render_override
from vkconfig_py.model.programs.matching import MatchVerdict, explain_match
from vkconfig_py.model.programs.program_paths import describe_program, find_compared_program

LAYER = "VK_LAYER_matched"
LISTED_AS_IT_IS = ("plain", "link", "other")
FORMS = (
    "plain", "link", "link to a link", "folder", "wrapper", "wrapper of a link", "waiting wrapper",
    "nice wrapper", "script",
    "hard link", "blanks", "bytes", "dots", "relative", "name alone",
)  # fmt: skip
OTHERS = frozenset({"other", "script", "hard link", "blanks", "bytes"})  # files of their own

# A program in Python that uses Vulkan: what is compared is the interpreter.
SCRIPT = f"""#!{sys.executable}
import ctypes, json, sys
info = (ctypes.c_uint32 * 16)(1)
handle = ctypes.c_void_p()
loader = ctypes.CDLL(sys.argv[1])
sys.stderr.write("asker: vkCreateInstance\\n")
sys.stderr.flush()
created = loader.vkCreateInstance(info, None, ctypes.byref(handle))
open(sys.argv[2], "w").write(json.dumps({{"create": created}}) + "\\n")
"""


@pytest.fixture
def forms(system: SystemBuilder) -> dict[str, str]:
    """Return the ways to start one program, and other programs."""
    system.add_driver("driver")
    system.add_explicit_layer(LAYER)
    folder, other = system.program.parent, system.root / "other" / "asker"
    blanks, odd = folder / "my  program é", folder / os.fsdecode(b"pro\xff\xfegram")
    for path in (other, blanks, odd):
        system.add_program(path)
    (folder / "link").symlink_to(system.program)
    (folder / "link2").symlink_to("link")
    (folder / "hard").hardlink_to(system.program)
    (system.root / "elsewhere").symlink_to(folder)
    for name, text in (
        ("wrapper", f'#!/bin/sh\nexec "{system.program}" "$@"\n'),
        ("wrapper2", f'#!/bin/sh\nexec "{folder / "link"}" "$@"\n'),
        ("wrapper3", f'#!/bin/sh\nif true; then echo; fi\n"{system.program}" "$@"\nexit $?\n'),
        ("wrapper4", f'#!/bin/sh\nexec env A=1 nice -n 5 timeout 60 "{system.program}" "$@"\n'),
        ("script", SCRIPT),
        ("shim", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'),
        ("shimmed", SCRIPT.replace(sys.executable, str(folder / "shim"), 1)),
    ):
        system.add_file(folder / name, text)
        (folder / name).chmod(0o755)
    return {
        "plain": str(system.program),
        "link": str(folder / "link"),
        "link to a link": str(folder / "link2"),
        "folder": str(system.root / "elsewhere" / system.program.name),
        "wrapper": str(folder / "wrapper"),
        "wrapper of a link": str(folder / "wrapper2"),
        "waiting wrapper": str(folder / "wrapper3"),
        "nice wrapper": str(folder / "wrapper4"),
        "script": str(folder / "script"),
        "shimmed script": str(folder / "shimmed"),
        "hard link": str(folder / "hard"),
        "blanks": str(blanks),
        "bytes": str(odd),
        "dots": f"{folder}/../{folder.name}//./{system.program.name}",
        "relative": os.path.relpath(system.program, system.working_directory),
        "name alone": "link2",
        "other": str(other),
    }


def limit_to(real: str, system: SystemBuilder) -> None:
    """Write an override for one program, as the program itself writes it."""
    file = system.folder(ManifestKind.IMPLICIT, Place.CONFIG_HOME) / "VkLayer_override.json"
    override = OverrideLayer("matched", "1.0.0", (LAYER,), app_keys=(real,))
    system.add_file(file, render_override([override]))


@pytest.mark.parametrize("listed", [*LISTED_AS_IT_IS, "script", "blanks", "bytes", "hard link"])
def test_a_program_matches_where_the_real_loader_finds_it_in_the_list(
    listed: str, forms: dict[str, str], system: SystemBuilder, loader: RealLoader
) -> None:
    system.with_env(PATH=f"{system.program.parent}:/usr/bin:/bin")
    host = system.host()
    limit_to(describe_program(forms[listed], host).real_path, system)
    same = {listed} if listed in OTHERS else set(FORMS) - OTHERS
    for started in FORMS:
        said = explain_match(forms[started], [ProgramEntry(forms[listed])], host)
        found = Path(describe_program(forms[started], host).path)
        chain = system.run_reference(loader, program=found).chain()
        assert (said.verdict is MatchVerdict.MATCHES) == (LAYER in chain), started
        assert (LAYER in chain) == (started in same), started


@pytest.mark.parametrize(
    "form", ["wrapper", "wrapper of a link", "waiting wrapper", "nice wrapper", "shimmed script"]
)
def test_what_is_applied_for_a_script_reaches_the_program_that_it_comes_to(
    form: str, forms: dict[str, str], system: SystemBuilder, loader: RealLoader
) -> None:
    compared = find_compared_program(forms[form], system.host()).real_path
    assert compared == os.path.realpath(sys.executable if "shim" in form else system.program)
    limit_to(compared, system)
    assert LAYER in system.run_reference(loader, program=Path(forms[form])).chain()
