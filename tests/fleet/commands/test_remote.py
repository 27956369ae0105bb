"""--host: another machine on the command line, shown like this one."""

from __future__ import annotations

import json
import os

import pytest

from tests.framework.probe_parts import ProbeDevice
from tests.framework.ssh_server import ssh_server
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.files import resources

LAYER, BROKEN = "VK_LAYER_far_away", "VK_LAYER_far_crash"


@pytest.fixture(scope="module")
def server(tmp_path_factory, native):
    system = SystemBuilder(tmp_path_factory.mktemp("far"), native)
    system.add_probe_layer(LAYER, implicit=True, disable_environment={"NO_FAR_AWAY": "1"})
    system.add_probe_layer(BROKEN, knobs={"create_does": "crash"})
    system.add_probe_driver("far", devices=[ProbeDevice("FarGPU")])
    folder = tmp_path_factory.mktemp("server") / "s"
    with ssh_server(folder, variables=dict(system.environment)) as server:
        yield server


@pytest.fixture
def ssh(server, tmp_path, monkeypatch):
    """Put an `ssh` first that is let in; return the address."""
    server.put_ssh_in(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return server.address


def told(capfd, *arguments):
    code = main(arguments)
    done = capfd.readouterr()
    return code, done.out, done.err


def test_report_names_the_machine_and_shows_its_chain(ssh, capfd):
    code, out, err = told(capfd, "show", "--host", ssh)
    assert (code, err) == (0, "")
    assert out.startswith(f"On {os.uname().nodename}, {ssh}\n")
    assert " ".join(out.split()).count(f"▼ 1 {LAYER} Loads always on") == 1
    assert "far.json" in out


def test_report_as_json_is_the_document_of_that_machine(ssh, capfd):
    code, out, _ = told(capfd, "show", f"--host={ssh}", "--json", "--set", "NO_FAR_AWAY=1")
    document = json.loads(out)
    assert code == 0
    assert document["machine"] == os.uname().nodename
    assert [layer["name"] for layer in document["callstack"]] == []


def test_probe_ends_like_that_of_this_machine(ssh, capfd):
    code, out, _ = told(capfd, "probe", "--host", ssh)
    assert code == 1
    assert "Crashes" in out
    assert f" 1  {LAYER}\n vkCreateInstance returns VK_SUCCESS" in out
    code, out, _ = told(capfd, "probe", LAYER, "--json", "--host", ssh)
    assert code == 0
    assert [one["name"] for one in json.loads(out)["health"]] == [LAYER]


def test_devices_are_those_of_that_machine(ssh, capfd):
    code, out, _ = told(capfd, "device", "list", "--host", ssh)
    assert code == 0
    assert "FarGPU" in out
    code, out, _ = told(capfd, "device", "list", "--host", ssh, "--json", "--all")
    (device,) = json.loads(out)["devices"]
    assert device["name"] == "FarGPU"
    assert device["all"]["properties"]["deviceName"] == "FarGPU"


# As ssh to a machine whose engine answers anything: the token stands in the remote command.
ANSWERS = """#!/bin/sh
token=$(printf %s "$*" | grep -o 'vkconfig-py-[0-9a-f]*' | head -n 1)
echo "$token ready"
echo "$token answer ANSWER"
exec sleep 60
"""


@pytest.mark.parametrize("command", ["show", "probe", "device"])
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("{}", "not a report"),
        ('{"basis": 1, "loader": 2, "verdicts": 3}', "not a report"),
        ('{"basis": NaN}', "sent an invalid response"),
        ('{"basis": [-Infinity]}', "sent an invalid response"),
        ('{"basis": 1e999}', "sent an invalid response"),
    ],
)
def test_what_is_no_report_is_refused_in_json_too(
    tmp_path, monkeypatch, capfd, command, answer, sentence
):
    program = tmp_path / "ssh"
    program.write_text(ANSWERS.replace("ANSWER", answer.replace('"', '\\"')))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for more in ([], ["--json"]):
        code, out, err = told(capfd, command, "--host", "ssh:box", *more)
        assert (code, sentence in err) == (1, True)
    assert (json.loads(out)["exit_code"], sentence in json.loads(out)["error"]) == (1, True)


@pytest.mark.parametrize("command", ["probe", "device"])
@pytest.mark.parametrize("more", [{}, {"devices": "x"}])
def test_an_answer_to_another_question_is_refused(tmp_path, monkeypatch, capfd, command, more):
    report = {**make_stamped_json(discover(Host({}))), **more}
    (tmp_path / "report.json").write_text(json.dumps(report))
    program = tmp_path / "ssh"
    program.write_text(ANSWERS.replace("ANSWER", f"$(cat {tmp_path}/report.json)"))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    code, out, _ = told(capfd, command, "--host", "ssh:box", "--json")
    assert code == json.loads(out)["exit_code"] == 1
    assert "sent a report without probe results" in json.loads(out)["error"]


def test_a_refusal_is_no_success(tmp_path, monkeypatch, capfd):
    program = tmp_path / "ssh"
    answer = ANSWERS.replace("answer ANSWER", 'refusal [\\"all is well\\", 0]')
    program.write_text(answer)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert told(capfd, "show", "--host", "ssh:box")[0] == 1


def test_what_cannot_be_answered_has_a_sentence_and_its_exit_code(ssh, capfd):
    code, out, err = told(capfd, "probe", "nobody", "--host", ssh, "--json")
    assert code == json.loads(out)["exit_code"] == 3
    assert err == "vkconfig-py: 127.0.0.1: No driver or layer named “nobody”\n"


@pytest.mark.parametrize("address", ["", "box", "ssh:", "adb:-x"])
def test_what_is_no_address_is_a_wrong_command_line(address, capfd):
    code, _, err = told(capfd, "show", "--host", address)
    assert code == 2
    assert "ssh:USER@HOST" in err


def test_help_needs_no_machine(capfd):
    with pytest.raises(SystemExit) as ended:
        main(["probe", "--host", "ssh:box", "--help"])
    assert ended.value.code == 0
    assert "--host ADDRESS" in capfd.readouterr().out


def test_a_saved_report_is_shown_and_printed_as_it_was_saved(ssh, tmp_path, capfd):
    _, out, _ = told(capfd, "show", "--host", ssh, "--json")
    saved = tmp_path / "saved.json"
    saved.write_text(out)
    code, shown, _ = told(capfd, "show", "--machine", str(saved))
    assert code == 0
    assert shown.startswith(f"{os.uname().nodename}: a report from ")
    assert LAYER in shown
    assert json.loads(told(capfd, "show", f"--machine={saved}", "--json")[1]) == json.loads(out)


def test_assumptions_do_not_go_with_a_machine_from_a_path(tmp_path, capfd):
    code, _, err = told(capfd, "show", "--machine", str(tmp_path), "--elevated")
    assert code == 2
    assert "--root FOLDER" in err


@pytest.mark.parametrize("option", ["--machine", "--mach"])
def test_a_path_that_is_no_machine_has_a_sentence(tmp_path, capfd, option):
    code, out, _ = told(capfd, "show", option, str(tmp_path), "--json")
    assert code == json.loads(out)["exit_code"] == 3


def test_machine_takes_addresses_too(ssh, capfd):
    code, out, _ = told(capfd, "show", "--machine", ssh)
    assert code == 0
    assert LAYER in out


def test_two_machines_at_once_are_refused(tmp_path, capfd):
    code, out, _ = told(
        capfd, "show", "--json", "--machine", str(tmp_path), "--host", "ssh:nowhere"
    )
    assert code == json.loads(out)["exit_code"] == 2
    assert "--host and --machine both specify a machine" in json.loads(out)["error"]


@pytest.mark.parametrize("platform", ["windows", "macos"])
def test_the_sample_machine_of_a_system_is_the_one_that_is_described(platform, capfd):
    sample = str(resources.find_resource(f"demo/{platform}"))
    command = ("show", "--platform", platform, "--demo")
    assert told(capfd, *command) == told(capfd, "show", "--machine", sample)
    assert json.loads(told(capfd, *command, "--json")[1])["loader"]["version"] == "1.4.321"
    code, out, _ = told(capfd, *command, "--json", "--elevated")
    assert code == json.loads(out)["exit_code"] == 2


def test_probing_is_offered_only_where_it_can_be_done(tmp_path, capfd):
    saved = tmp_path / "before.json"
    saved.write_text(told(capfd, "show", "--demo", "--json")[1])
    assert "--probe" in told(capfd, "show", "--demo")[1]
    for path in (str(saved), str(resources.find_resource("demo/windows"))):
        shown = told(capfd, "show", "--machine", path)[1]
        assert "vkCreateInstance: VK_SUCCESS unless" in shown
        assert "--probe" not in shown
