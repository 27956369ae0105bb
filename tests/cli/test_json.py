"""Every command prints JSON, with one spelling for one fact."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import VALIDATION, run_without_qt
from tests.cli.generated import FEATURES
from tests.framework.settings import EXTENSION
from tests.framework.snapshot import snapshot
from vkconfig_py.cli import main
from vkconfig_py.cli.parser import command_parser, known_commands
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import stamped_json
from vkconfig_py.loader.base.host import Host

# What is below such a key has names of its own: of layers, of stages, of a document's schema.
FREE = {"layer_extensions", "seconds", "configurations", "all"}


@pytest.fixture
def wrong(debugging):
    """A machine with a problem that can be fixed, an override, and files to read."""
    (debugging.manifest(VALIDATION).parent / "bad.json").write_text("[]")
    debugging.add_explicit_layer(
        "VK_LAYER_with_settings", features=FEATURES, instance_extensions=[EXTENSION]
    )
    assert main(["layer", "off", "overlay", "-c", "Debugging"]) == 0
    assert main(["layer", "auto", "overlay", "-c", "Debugging"]) == 0
    (debugging.root / "other.json").write_text('{"layer": {"name": "x"}}')
    assert main(["config", "export", "Debugging", "--output", str(debugging.root)]) == 0
    (debugging.root / "saved").mkdir()
    for name, create in (("a", "VK_SUCCESS"), ("b", "VK_SUCCESS"), ("c", "VK_ERROR_UNKNOWN")):
        saved = {**stamped_json(discover(Host.current())), "create": create}
        (debugging.root / f"saved/{name}.json").write_text(json.dumps(saved))
    return debugging


COMMANDS = [
    "show",
    "show -c Debugging",
    "search overlay",
    "explain VK_LAYER_overlay",
    "explain gpu.json",
    "diff set=A=1 set=DISABLE_OVERLAY=1",
    "fleet reports {root}/saved",
    "fleet reports {root}/saved --format csv",
    "fleet reports {root}/saved --compare a.json c.json",
    "fleet ansible {root}/collections",
    "layer list",
    "run --list",
    "run -l overlay -- true",
    "config list",
    "config create Mine",
    "config copy Other",
    "config rename Other Another",
    "config move Other --first",
    "config delete Other",
    "config reset --all",
    "config export Debugging",
    "config export Debugging --output {root}/exported.json",
    "config import {root}/Debugging.vkconfig-py.json",
    "layer off overlay -c Debugging",
    "layer auto overlay",
    "layer on overlay",
    "layer copy overlay newest",
    "layer forget overlay",
    "layer show VK_LAYER_with_settings -c Debugging",
    "layer set VK_LAYER_with_settings words=x",
    "layer reset VK_LAYER_with_settings",
    "layer preset VK_LAYER_with_settings Default",
    "driver off gpu.json",
    "driver only gpu.json",
    "driver auto gpu.json",
    "driver add {root}/etc/vulkan/icd.d",
    "driver on gpu.json",
    "driver remove gpu.json",
    "layer build list",
    "undo",
    "undo --list",
    "redo --list",
    "config settings-file -c Debugging",
    "config variables set A=1 -c Debugging",
    "config target -c Debugging",
    "config target -c Debugging -- sh",
    "config adopt --set A=2 -c Debugging",
    "config select Other",
    "layer off others -c Debugging",
    "doctor --quick",
    "bug-report -c Debugging --only system",
    "layer move VK_LAYER_KHRONOS_validation --first -c Debugging",
    "config programs add /bin/true -c Debugging",
    "layer folder",
    "preferences",
    "status",
    "history",
    "config options -p vkcube",
    "history runs",
    "history requests",
    "config log error warn -c Debugging",
    "driver list -c Debugging",
    "apply -c Debugging --dry-run",
    "apply -c Debugging --every-program",
    "apply -c Debugging --every-program --output {root}/override.json",
    "apply -c Debugging --every-program --output -",
    "extend --for 1h",
    "apply -c Debugging --every-program --for 1h",
    "withdraw",
    "bisect -c Other",
    "bisect --forget",
    "run -c Other",
    "run -c Debugging -- true",
    "run -c Debugging -- /gone/game",
    "env -c Debugging",
    "env steam -c Debugging",
    "generate markdown",
    "generate json --output {root}/generated.json",
    "generate settings --output {root}/generated.txt --dry-run",
    "verify",
    "verify -c Debugging",
    "status --overrides",
    "ps",
    "ps {pid}",
    "problems",
    "problems list",
    "problems fix all --dry-run",
    "problems undo",
    "problems fix not-a-manifest --dry-run",
    "problems fix not-a-manifest",
    "lint {root}/other.json",
    "config import {root}/Debugging.vkconfig-py.json -n",
    "config import {root}/Debugging.vkconfig-py.json",
    "probe VK_LAYER_overlay",
    "completion bash",
    "install-desktop --remove --dry-run",
    "completion -- show -c D",
    "device list",
    "device only 0",
    "device order 0",
    "device hide 0",
    "device auto",
    "device ways",
    "device prove",
    "history list --since yesterday",
    "history restore 1 --dry-run",
    "history restore 2026-11-28T10:00 --dry-run",
    "ps list",
    "ps stop 999999999",
    "show --list-views",
]
ERRORS = [
    "explain Nobody",
    "fleet reports {root}/gone",
    "apply -c Nobody",
    "withdraw -c Nobody",
    "bisect -c Nobody -- true",
    "bisect --continue",
    "run -c Nobody -- true",
    "env -c Nobody",
    "verify -c Nobody",
    "generate html --layer Nobody",
    "withdraw -c /gone --override",
    "ps 999999999",
    "problems fix 99",
    "problems undo",
    "config import {root}/gone -n",
    "config delete Nobody",
    "layer show Nobody -c Debugging",
    "bug-report -c Nobody",
    "probe Nobody",
]


def command_line(text: str, root: Path) -> list[str]:
    words = [word.format(root=root, pid=os.getpid()) for word in text.split()]
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], "--json", *words[at:]]


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from keys(one)
    elif isinstance(value, dict):
        for name, below in value.items():
            yield name
            is_free = name in FREE and isinstance(below, dict | list)
            by_name = name == "variables" and isinstance(below, dict)
            yield from () if is_free or by_name else keys(below)


def test_every_command_has_json():
    helps = {name: command_parser(name).format_help() for name in known_commands()}
    assert [name for name, text in helps.items() if "--json" not in text] == []
    tried = {" ".join(line.split()[: len(name.split())]) for line in COMMANDS for name in helps}
    assert [name for name in helps if name not in tried] == []


@pytest.mark.parametrize("line", COMMANDS)
def test_json_has_known_names_alone(wrong, capfd, line):
    main(command_line(line, wrong.root))
    told = capfd.readouterr().out
    assert sorted({*keys(json.loads(told))} - {*KNOWN}) == []


@pytest.mark.parametrize("line", ERRORS)
def test_what_fails_says_so_in_json_too(wrong, capfd, line):
    code = main(command_line(line, wrong.root))
    done = capfd.readouterr()
    told = json.loads(done.out)
    assert code == told["exit_code"] != 0
    assert told["error"]
    assert f"vkconfig-py: {told['error'].splitlines()[0]}" in done.err


@pytest.mark.parametrize(
    "line",
    ["show --root /nope", "generate zzz", "env tcsh", "withdraw --nope", "nonsense", "run --"],
)
def test_a_wrong_command_line_says_so_in_json_too(capsys, line):
    with pytest.raises(SystemExit) as ended:
        main(command_line(line, Path()))
    done = capsys.readouterr()
    told = json.loads(done.out)
    # "run" ends with the code of its program, which may be 2.
    assert ended.value.code == told["exit_code"] == (125 if line.startswith("run") else 2)
    assert told["error"]
    assert f"error: {told['error']}\n" in done.err
    assert "vkconfig-py" in done.err.splitlines()[-1]
    assert "usage:" not in done.err


def test_json_for_the_program_alone_is_not_ours(capsys):
    with pytest.raises(SystemExit):
        main(["run", "-c", "x", "--nope", "--", "tool", "--json"])
    assert capsys.readouterr().out == ""


def test_what_a_program_prints_is_not_mixed_with_json(debugging):
    script = "echo hello; echo $SET_BY_US; kill -SEGV $$"
    done = run_without_qt("run", "-c", "Debugging", "--json", "--", "sh", "-c", script)
    told = json.loads(done.stdout)
    assert done.returncode == told["exit_code"] == 139
    assert (told["signal"], told["program"], told["arguments"]) == ("SIGSEGV", "sh", ["-c", script])
    assert {"name": "SET_BY_US", "value": "a b"} in told["variables"]
    assert b"hello\na b\n" in done.stderr


def test_applying_and_withdrawing_tell_the_files(debugging, capsys):
    before = snapshot(debugging.root)
    assert main(["apply", "-c", "Debugging", "--every-program", "--json"]) == 0
    applied = json.loads(capsys.readouterr().out)
    assert applied["configuration"] == {"name": "Debugging", "key": "debug"}
    assert (applied["applied_to"], applied["dry_run"], applied["error"]) == ([], False, "")
    assert [one["change"] for one in applied["files"]] == ["new"]
    assert VALIDATION in applied["chain"]
    assert Path(applied["file"]).read_text() == applied["files"][0]["content"]
    assert main(["withdraw", "--json"]) == 0
    withdrawn = json.loads(capsys.readouterr().out)
    assert withdrawn["withdrawn"] == [applied["configuration"]]
    assert withdrawn["files"] == [{"file": applied["file"], "change": "remove"}]
    assert snapshot(debugging.root) == before


def test_fixing_and_undoing_tell_the_files(wrong, capsys):
    capsys.readouterr()
    file = str(wrong.manifest(VALIDATION).parent / "bad.json")
    assert main(["problems", "fix", "not-a-manifest", "--json"]) == 0
    fixed = json.loads(capsys.readouterr().out)
    assert [(one["file"], one["change"]) for one in fixed["files"]] == [(file, "remove")]
    assert fixed["problem"]["code"] == "not-a-manifest"
    assert not os.path.exists(file)
    assert main(["problems", "undo", "--json"]) == 0
    undone = json.loads(capsys.readouterr().out)
    assert (undone["files"], os.path.exists(file)) == ([{"file": file, "change": "restore"}], True)


# Name -> what it says, whichever command says it.
KNOWN = {
    "fixes": "of all problems",
    "by": "the method that a choice of devices asks for",
    "mode": "of a choice of devices: which devices it leaves, and in which order",
    "way": "a method by which devices are chosen",
    "ways": "all methods by which devices can be chosen",
    "wanted": "devices that a configuration chooses",
    "gives": "devices that programs get by a method",
    "fits": "a method gives what is wanted",
    "refused": "why a method cannot be used",
    "changes": "what a restoring changes",
    "running": "a program of that view runs",
    "added": "a driver that the configuration adds",
    "about": "what a preference does",
    "preferences": "of the program itself",
    "switched_off": "checks that a built-in configuration switches off, in words",
    "values": "those that a preference can have",
    "environment": "variables of an option set",
    "appends": "the log file is continued",
    "log_file": "what a launch writes its output to, or the pattern of its name",
    "sets": "option sets of a program",
    "runs": "what was run from here",
    "others": "what others installed, changed and removed",
    "is_defect": "a difference that nothing explains",
    "is_sdk_branch": "whether a loader follows the rules of the SDK's branch of its number",
    "drivers_seen": "manifests of the drivers that the real loader kept",
    "devices_seen": "names of the devices that the real loader listed",
    "forgotten": "programs whose requests were forgotten",
    "requests": "what programs asked for by themselves, as launches showed",
    "seen_at": "when a launch showed it, in seconds since the epoch",
    "is_told": "by the loader itself",
    "is_changed_since": "the file of a program",
    "instances": "that a program made, beside the prediction",
    "is_seen": "the chain of a run is what its loader told",
    "options": "name of the option set of a run",
    "safe": "what safe mode left out",
    "started": "time of a run",
    "ended": "how a run ended",
    "default": "of a setting, as the layer has it",
    "presets": "labels of the presets of a layer",
    "settings": "of a layer",
    "layer": "name of a layer",
    "messages": "sentences about settings; counted messages of a program",
    "removes": "a remedy takes a key out of a file",
    "builds": "layers that are watched while they are written",
    "looks": "at a build",
    "undone": "the step of a command that was undone",
    "is_installed": "a layer",
    "is_written": "the settings of a layer are written for it",
    "view": "how a configuration reaches programs: launch, program, listed, every or variables",
    "rows": "of the chain, from the program to the devices, and what is outside of it",
    "place": "in the chain, from 1; 0 outside of it",
    "word": "verdict of a row",
    "deviation": "where and why the loader deviates from a configuration",
    "secondary": "version and kind of a row",
    "delta": "of a row under a what-if, to today",
    "today": "what a row is without the what-if",
    "differs": "how much a what-if changes",
    "words": "that can follow on a command line",
    "plan": "files and variables that a view would write",
    "found": "by a search, the best first",
    "is_own": "the program is that of this configuration, not the one chosen last",
    "redone": "the undone step of a command that was made again",
    "steps": "of commands that can be undone; of the loader's decisions",
    "checks": "of doctor",
    "next": "command that tells more",
    "bug_report": "what a report for a bug has beside a saved report",
    "system": "facts about a machine, each a name and a value",
    "user": "number of the user that a process belongs to",
    "replaced": "its file was replaced or removed since the process began",
    "processes": "that have Vulkan loaded",
    "pid": "number of a process",
    "parts": "layers and drivers of a process; what together breaks a program",
    "candidates": "layers, drivers, settings and variables that trials leave out",
    "culprits": "what breaks a program: sets of which one has to be off",
    "failed": "the program did not work in that trial",
    "kept": "candidates that cannot be left out",
    "pinned": "the configuration that keeps it off",
    "setting": "key of a setting of a layer",
    "sentences": "for people, the first says it all",
    "trials": "launches that were made, in their order",
    "turn_off": "key of the candidate whose turning off costs least",
    "unsteady": "repeated trials gave different answers",
    "loaded": "the process has it mapped",
    "hidden": "how many processes of others show nothing",
    "ends_at": "seconds since the epoch; null without a deadline",
    "seconds_left": "until the deadline; null without one",
    "guard": "process that ends leases, 0 if none runs",
    "extended": "configurations whose deadline was moved",
    "age": "seconds since a file was written",
    "agreement": "of a process: as-predicted, different, no-instance, hidden or no-loader",
    "action": "what a remedy or a button of a problem is",
    "actions": "what can be done about a problem",
    "advice": "what was seen to help; in a remedy: the same in words",
    "after": "what follows; of two sides, the second",
    "agreed": "the real loader did what was predicted",
    "alternative": "what would allow it",
    "api_variant": "of the version that a program asks for",
    "api_version": "of Vulkan",
    "application": "what the program asks for",
    "applied": "configurations that are in force",
    "applied_to": "programs; none of them is every program",
    "arguments": "of a program",
    "asked": "what only a probe can tell",
    "basis": "files or a probe",
    "before": "of two sides, the first",
    "belongs_into": "a folder of the system",
    "blocking": "it cannot be applied",
    "built_in": "it is shipped with this program",
    "callstack": "the chain, with where its layers come from",
    "chain": "the chain, by names of layers",
    "change": "new, change, remove, restore or unchanged",
    "device_callstack": "the chain of each device, of a loader that builds one for devices",
    "create_device": "result of vkCreateDevice, of a loader that builds a chain for devices",
    "changed": "configurations that are there now, or are different",
    "checked": "the real loader was asked",
    "code": "stable name of a problem, or a result of Vulkan",
    "command": "what somebody with more rights can run",
    "components": "of a meta-layer",
    "configuration": "its name and key",
    "configurations": "documents",
    "consequence": "what follows from a problem",
    "content": "of a file, as text",
    "control": "of a layer or driver: on, off, auto or only; forget: the layer was removed",
    "copy": "the manifest that a layer is used from; empty: the loader's choice",
    "create": "what vkCreateInstance returns",
    "create_seen": "what it returned to a real loader",
    "create_unless": "what only drivers and layers can tell about it",
    "decisive": "the step that decided",
    "description": "in the words of its author",
    "detail": "what belongs to a reason or sentence",
    "device_id": "number of a device",
    "device_layers": "in the chain of devices, where a loader has layers of devices",
    "device_luid": "number of a device on Windows",
    "device_uuid": "number of a device",
    "devices": "physical devices, in their order",
    "difference": "lines of a file, with - and +",
    "differences": "of a prediction and a real run",
    "does": "what an action does",
    "driver": "manifest of a driver; the search for them",
    "driver_id": "who made it",
    "driver_info": "in words of the driver",
    "driver_name": "in words of the driver",
    "driver_uuid": "number of a driver",
    "driver_version": "number of a driver",
    "drivers": "of the machine",
    "dry_run": "nothing was changed",
    "edited": "it differs from what is shipped",
    "effect": "of an override",
    "elevated": "with more rights than its user",
    "enabled_by": "why a layer is in the chain",
    "enabled": "of an entry in a list: used, not only remembered",
    "engine": "version of vkconfig-py that made a report",
    "error": "why it failed",
    "executable": "of the program that is looked at",
    "exit_code": "of this command",
    "explicit": "search for explicit layers",
    "extensions": "of the instance",
    "file": "a path",
    "files": "what is written; what a search found",
    "flags": "of vkCreateInstance",
    "folder": "a path",
    "goal": "what advice is for",
    "health": "what became of each library",
    "folders": "of the user, with layers",
    "heaps": "memory of a device",
    "how": "a program comes to its loader",
    "implementation_version": "of a layer",
    "implicit": "search for implicit layers; kind of a folder",
    "implicit_extensions": "of implicit layers",
    "instance_version": "what vkEnumerateInstanceVersion tells",
    "key": "of a configuration, or of JSON",
    "kind": "what sort of thing it is",
    "language": "of the sentences in a report",
    "label": "of a button, a setting or a step",
    "layer_extensions": "by the name of a layer",
    "layer_settings": "it holds settings of layers",
    "layers": "of the machine, or of a configuration",
    "loader_log": "kinds of messages that the loader prints",
    "layers_result": "what listing them returns",
    "left_out": "variables that a shell cannot take; candidates that were off in a trial",
    "left_behind": "applied by a program that was killed",
    "libraries": "that were opened",
    "library": "path of a layer, driver or loader",
    "limits": "what cannot be applied this way",
    "line": "of a file, from 1",
    "listed": "the loader lists it to programs",
    "loader": "its version, library and word size",
    "loader_extensions": "of the loader itself",
    "loaders": "all that are installed",
    "machine": "network name of the computer of a report",
    "machines": "one for each saved report",
    "manifest": "file of a layer or driver",
    "manifests": "layers with all that a report needs when it is read back",
    "mark": "for, against or neither",
    "measure": "how odd a machine is",
    "mechanism": "how a configuration reaches a program",
    "more": "other remedies",
    "name": "of a layer, configuration, variable, extension or device",
    "newest": "no other report of the machine is newer",
    "newer_is_shipped": "this program brings a newer one",
    "note": "what to know before choosing a program",
    "notes": "what was told besides, with file and line",
    "odd": "how odd a machine is, as a number",
    "opened": "how the program comes to its loader",
    "outcome": "of a verdict",
    "output": "what a library printed",
    "own": "this program applied it",
    "owner": "who wrote it",
    "overrides": "files of overrides, of any program",
    "passages": "what went through the chain",
    "path": "of keys in JSON; a folder that is searched",
    "paths": "folders that are searched",
    "pci": "place of a device",
    "pipeline_cache_uuid": "number of a device",
    "platform": "operating system of a report",
    "pointer_bits": "word size",
    "position": "in the chain, from 0",
    "predicted": "by the engine",
    "problem": "that is fixed",
    "problems": "of the machine",
    "process": "the program that is looked at",
    "program": "path of a program",
    "programs": "paths of programs",
    "put_away": "configurations that a file takes away",
    "remarks": "what members of an opened file were read as",
    "platforms": "the platforms that a configuration is for",
    "queue_families": "of a device",
    "reason": "the rule that decided",
    "releases": "with which a decision changed",
    "remedy": "what would help",
    "remembered": "from an earlier probe",
    "removed": "configurations that are gone",
    "result": "of a call of Vulkan; of a search: found, never-fails, still-fails, contradiction",
    "root": "folder that stands for /",
    "search": "where is searched",
    "searched": "folders that are searched from now on",
    "seconds": "how long each stage took",
    "section": "where a program was found",
    "sections": "places in a file of another program",
    "seen": "in a real run",
    "selected": "the current configuration",
    "sentence": "for people",
    "settings_file": "of the loader; a file of the user that a configuration uses as it is",
    "severity": "of a problem",
    "shell": "that a text is for",
    "share": "of machines that agree with the majority",
    "signal": "that ended a program",
    "rules": "of loaders, which a release changed",
    "since": "seconds since the epoch, or a loader version",
    "sources": "where folders come from; folders of layers",
    "spec_version": "of a layer or extension",
    "stack": "calls at a crash",
    "stale": "it was left behind",
    "state": "what became of a library or of a check",
    "status": "a driver is kept or dropped",
    "steam": "number of a game that Steam starts",
    "step": "at which it happened",
    "stopped": "a program was asked to end",
    "story": "steps that led to a verdict",
    "subject": "what it is about",
    "summary": "the whole in one sentence",
    "target": "where a file is moved",
    "time": "when a report was made, in UTC",
    "title": "of a problem",
    "type": "implicit or explicit; kind of a device; type of a setting",
    "unknown_values": "saved for settings that the installed layer does not have",
    "unless": "what may be otherwise",
    "uuid": "of a device, as people write it",
    "valid": "the loader takes it",
    "value": "of a variable, key or setting",
    "variables": "that are set, or taken away",
    "vendor_id": "number of a vendor",
    "verdict": "of what is explained",
    "verdicts": "about everything",
    "until": "last loader version with a rule; what ends a lease: withdrawn, time, process, logout",
    "version": "of a loader",
    "what": "which side of something",
    "why": "why nothing can be done",
    "wish": "auto, on or off",
    "withdrawn": "configurations that are not applied any more",
    "working_directory": "of a program",
}


@pytest.mark.parametrize("line", ["-j config", "--json config", "config list -j", "-j config list"])
def test_json_is_asked_for_before_the_command_or_behind_it(debugging, capsys, line):
    assert main(line.split()) == 0
    assert "Debugging" in {one["name"] for one in json.loads(capsys.readouterr().out)}
