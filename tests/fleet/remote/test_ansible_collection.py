"""The Ansible collection: what is written, and what its modules do on two machines."""

from __future__ import annotations

import base64
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import PurePath

import pytest

from tests.fleet.remote.ansible_machines import HOSTS, Machines, run, tool
from tests.framework.snapshot import take_snapshot
from tests.loader.machine import document, layer_object
from vkconfig_py import __version__
from vkconfig_py.fleet.remote.ssh import (
    COLLECTION_FOLDER,
    make_collection_files,
    pack_engine,
)

pytestmark = pytest.mark.long

MODULES = ("report", "apply", "withdraw")
SAME = ("changed", "failed", "engine", "withdrawn", "applied_to", "chain")
VALIDATION = "VK_LAYER_KHRONOS_validation"


def test_the_collection_holds_the_engine_of_this_version():
    files = make_collection_files()
    assert set(files) == {
        COLLECTION_FOLDER / name
        for name in (
            "README.md",
            "galaxy.yml",
            "meta/runtime.yml",
            "plugins/module_utils/command_line.py",
            "plugins/module_utils/engine.py",
            *(f"plugins/modules/{name}.py" for name in MODULES),
        )
    }
    assert f'version: "{__version__}"'.encode() in files[COLLECTION_FOLDER / "galaxy.yml"]
    names = {}
    exec(files[COLLECTION_FOLDER / "plugins/module_utils/engine.py"], names)
    assert base64.b64decode(names["ENGINE"]) == pack_engine()


def test_the_engine_of_the_collection_makes_a_report_alone(tmp_path):
    names = {}
    exec(make_collection_files()[COLLECTION_FOLDER / "plugins/module_utils/engine.py"], names)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(names["ENGINE"]))) as packed:
        packed.extractall(tmp_path)
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    start += "from vkconfig_py.loader.__main__ import main; main(['--json'])"
    command = [sys.executable, "-I", "-S", "-B", "-c", start]
    told = subprocess.run(command, capture_output=True, check=True, cwd=tmp_path).stdout
    assert json.loads(told)["engine"] == __version__


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    return Machines(
        tmp_path_factory.mktemp("ansible"),
        document(layer_object(VALIDATION, library_path="./layer.so")),
    )


def task(module, keep, check=False, fails=False, everywhere=True, **options):
    """One task whose result is kept under a name, on all machines or the first one."""
    return "all" if everywhere else HOSTS[0], {
        "name": keep,
        f"vkconfig_py.vulkan.{module}": options,
        "register": keep,
        "check_mode": check,
        "ignore_errors": fails,
    }


def printing(expression):
    """A task in which Ansible itself, no module on a machine, prints the value for each machine."""
    return {"ansible.builtin.debug": {"msg": f"{{{{ {expression} }}}}"}}


def printed_values(printed):
    """Yield what such tasks printed, by the machine for which they did."""
    for host, text in re.findall(r"^ok: \[(\w+)\] => (\{\n.*?^\})$", printed, re.M | re.S):
        yield host, json.loads(text)["msg"]


@pytest.fixture(scope="module")
def results(machines):
    """What each task of one playbook returned, by machine, and what was printed."""
    here = str(machines.command)
    applying = {"executable": here, "configuration": "Validation", "every_program": True}
    tasks = [
        task("report", "sent"),
        ("all", printing("lookup('ansible.builtin.pipe', 'find ' ~ home ~ ' -type f')")),
        task("report", "installed", everywhere=False, executable=here, engine="installed"),
        task(
            "report",
            "older",
            everywhere=False,
            executable=here,
            arguments=["--loader-version=1.3.239"],
        ),
        task("apply", "foreseen", check=True, everywhere=False, **applying),
        task("apply", "applied", **applying),
        task("apply", "again", everywhere=False, **applying),
        task("report", "after", everywhere=False, executable=here),
        task("withdraw", "leaving", check=True, everywhere=False, executable=here),
        task("withdraw", "other", everywhere=False, executable=here, configuration="Portability"),
        task("withdraw", "withdrawn", executable=here, configuration="Validation"),
        task("withdraw", "nothing", everywhere=False, executable=here),
        task(
            "apply",
            "unknown",
            fails=True,
            everywhere=False,
            **{**applying, "configuration": "Nobody"},
        ),
        task("apply", "absent", fails=True, everywhere=False, configuration="Validation"),
        task("apply", "both", fails=True, everywhere=False, **applying, programs=["/usr/bin/true"]),
        task(
            "report",
            "wrong",
            fails=True,
            everywhere=False,
            executable=here,
            arguments=["--nonsense"],
        ),
    ]
    names = [one["register"] for _hosts, one in tasks if "register" in one]
    kept = "".join(f"'{name}': {name} | default(none), " for name in names)
    before = [take_snapshot(machines.folder / host) for host in HOSTS]
    printed = machines.play([*tasks, ("all", printing(f"{{ {kept} }}"))], "--diff")
    values = [*printed_values(printed)]
    files, found = dict(values[: len(HOSTS)]), dict(values[len(HOSTS) :])
    return {host: {**found[host], "files": files[host]} for host in HOSTS}, printed, before


@pytest.fixture
def told(results):
    """What one machine was told; what the other did was told the same, but for the paths."""
    first, second = (results[0][host] for host in HOSTS)
    for name in ("sent", "applied", "withdrawn"):
        one = second[name]
        assert {key: one.get(key) for key in SAME} == {key: first[name].get(key) for key in SAME}
    return first


def test_a_report_needs_nothing_installed(told):
    assert (told["sent"]["changed"], told["sent"]["engine"]) == (False, "sent")
    report = told["sent"]["report"]
    assert report["engine"] == __version__
    assert VALIDATION in {layer["name"] for layer in report["layers"]}
    # and leaves nothing there
    left = {PurePath(path).name for path in told["files"].splitlines()}
    assert left == {"layer.json", "layer.so"}


def test_an_installed_command_makes_the_same_report(told):
    sent, installed = told["sent"]["report"], told["installed"]["report"]
    assert told["installed"]["engine"] == "installed"
    assert sent["callstack"] == installed["callstack"]
    assert sent["drivers"] == installed["drivers"]


def test_arguments_reach_the_engine(told):
    assert told["older"]["report"]["loader"]["version"] == "1.3.239"


def test_check_mode_says_what_would_be_applied(told):
    foreseen, applied = told["foreseen"], told["applied"]
    assert foreseen["changed"]
    assert foreseen["files"] == applied["files"]
    (diff,) = foreseen["diff"]
    assert diff["before"] == ""
    assert VALIDATION in diff["after"]
    # The first one to write found nothing there: check mode had written nothing.
    assert applied["diff"] == foreseen["diff"]


def test_applying_acts_and_does_so_once(told):
    assert told["applied"]["changed"]
    assert told["applied"]["applied_to"] == []
    assert VALIDATION in told["applied"]["chain"]
    assert VALIDATION in [layer["name"] for layer in told["after"]["report"]["callstack"]]
    assert VALIDATION not in [layer["name"] for layer in told["sent"]["report"]["callstack"]]
    assert (told["again"]["changed"], told["again"]["diff"]) == (False, [])


def test_withdrawing_says_first_what_it_would_do_and_does_it_once(told):
    assert (told["leaving"]["changed"], told["leaving"]["withdrawn"]) == (True, ["Validation"])
    assert told["leaving"]["diff"] == {
        "before": "Validation: applied to every program\n",
        "after": "",
    }
    assert (told["other"]["changed"], told["other"]["withdrawn"]) == (False, [])
    assert told["withdrawn"]["files"] == told["applied"]["files"]
    assert (told["nothing"]["changed"], told["nothing"]["withdrawn"]) == (False, [])


def test_the_differences_are_printed_and_nothing_stays(machines, results):
    _, printed, before = results
    assert '+    "name": "VK_LAYER_LUNARG_override",' in printed
    assert "-Validation: applied to every program" in printed
    for host, was in zip(HOSTS, before, strict=True):
        home = machines.folder / host
        assert {path for path in take_snapshot(home) if "/vulkan/" in str(path)} == {
            path for path in was if "/vulkan/" in str(path)
        }


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("unknown", "Nobody"),
        ("absent", "vkconfig-py is not installed here"),
        ("both", "exclude each other"),
        ("wrong", "--nonsense"),
    ],
)
def test_what_fails_says_why_in_a_sentence(told, task, words):
    assert told[task]["failed"]
    assert words in told[task]["msg"]


SPEC = """
import importlib, json, sys
from ansible.module_utils import basic
def keep(argument_spec, **_rest):
    print(json.dumps(argument_spec))
    sys.exit()
basic.AnsibleModule = keep
for name in sys.argv[1:]:
    folder = "ansible_collections.vkconfig_py.vulkan.plugins.modules"
    try:
        importlib.import_module(f"{folder}.{name}").main()
    except SystemExit:
        continue
"""


@pytest.fixture(scope="module")
def documents(machines):
    """What Ansible tells of each module, and the options that it takes."""
    names = [f"vkconfig_py.vulkan.{module}" for module in MODULES]
    found = json.loads(run([tool("ansible-doc"), "--json", *names], machines.folder))
    start = f"import sys; sys.path.insert(0, {str(machines.folder / 'collections')!r})\n{SPEC}"
    specs = run([sys.executable, "-c", start, *MODULES], machines.folder).splitlines()
    return {
        module: (found[name], json.loads(spec))
        for module, name, spec in zip(MODULES, names, specs, strict=True)
    }


@pytest.mark.parametrize("module", MODULES)
def test_every_option_is_documented_as_it_is(documents, module):
    found, spec = documents[module]
    documented = {
        name: (one["type"], one.get("default"), one.get("required", False), one.get("choices"))
        for name, one in found["doc"]["options"].items()
    }
    assert documented == {
        name: (
            one.get("type", "str"),
            one.get("default"),
            one.get("required", False),
            one.get("choices"),
        )
        for name, one in spec.items()
    }
    assert found["examples"]
    assert found["return"]


OLD_PYTHON = """
import sys
from ansible_collections.vkconfig_py.vulkan.plugins.modules import report
class Module:
    def __init__(self, *known): self.known = known
    def get_bin_path(self, name): return f"/bin/{name}" if name in self.known else None
    def run_command(self, command): return (0 if "3.12" in command[0] else 1), "", ""
    def fail_json(self, msg): print(msg); sys.exit()
report.OLDEST = (99, 0)
print(report.find_python(Module("python3", "python3.12")))
report.find_python(Module("python3"))
"""


def test_where_ansible_uses_an_old_python_another_one_is_looked_for(machines):
    start = f"import sys; sys.path.insert(0, {str(machines.folder / 'collections')!r})\n"
    told = run([sys.executable, "-c", start + OLD_PYTHON], machines.folder).splitlines()
    assert told[0] == "/bin/python3.12"
    assert told[1].startswith("The engine needs Python 3.11 or newer, and this machine has only 3.")
