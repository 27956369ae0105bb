"""Asking another machine: a real server on a loopback port, with all that may be wrong there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading

import pytest

from tests.framework.patience import PATIENCE, wait_for
from tests.framework.ssh_server import ssh_server
from tests.framework.system import SystemBuilder
from vkconfig_py import __version__
from vkconfig_py.fleet.remote.address import SshAddress, parse_address
from vkconfig_py.fleet.remote.ssh import (
    SCRIPT,
    RemoteError,
    SshSettings,
    ask_by_ssh,
    describe_ssh_failure,
)
from vkconfig_py.loader.wire.results import Cancellation

AS_USUAL = 'exec sh -c "$SSH_ORIGINAL_COMMAND"'
LAYER = "VK_LAYER_far_away"


@pytest.fixture(scope="module")
def server(tmp_path_factory, native):
    system = SystemBuilder(tmp_path_factory.mktemp("far"), native)
    system.add_probe_layer(LAYER).add_probe_driver("far")
    folder = tmp_path_factory.mktemp("server") / "s"
    with ssh_server(folder, variables=dict(system.environment)) as server:
        yield server


def ask(server, command="show", *arguments, settings=None, **more):
    settings = settings or SshSettings(server.command)
    return ask_by_ssh(parse_address(server.address), command, arguments, settings=settings, **more)


def refusal(server, *arguments, **settings):
    with pytest.raises(RemoteError) as refused:
        ask(server, *arguments, settings=SshSettings(server.command, **settings))
    return str(refused.value)


def with_shell(folder, shell, variables=None):
    return ssh_server(folder / "server", shell=shell, variables=variables)


def test_the_report_is_that_of_the_other_machine(server):
    document = ask(server)
    assert LAYER in [layer["name"] for layer in document["layers"]]
    assert (document["machine"], document["engine"]) == (os.uname().nodename, __version__)
    assert server.left() == []


def test_assumptions_are_made_there(server):
    document = ask(server, "show", "--enable-layer", LAYER, "--loader-version", "1.3.250")
    assert [layer["name"] for layer in document["callstack"]] == [LAYER]
    assert document["loader"]["version"] == "1.3.250"


def test_a_probe_opens_libraries_there_and_tells_of_its_progress(server):
    heard = []
    document = ask(server, "probe", LAYER, report_progress=heard.append)
    assert [(one["name"], one["state"]) for one in document["health"]] == [(LAYER, "sound")]
    assert heard
    assert server.left() == []


def test_a_wrong_argument_is_refused_there_with_the_code_of_the_command_line(server):
    with pytest.raises(RemoteError, match=r"1\.9\.9") as refused:
        ask(server, "show", "--loader-version", "1.9.9")
    assert refused.value.code == 2


def test_an_unknown_name_has_the_code_of_the_command_line(server):
    with pytest.raises(RemoteError, match="No driver or layer named “nobody”") as refused:
        ask(server, "probe", "nobody")
    assert refused.value.code == 3


def test_banners_of_login_shells_do_not_disturb(tmp_path):
    before = "echo Welcome; printf 'no end of line'; echo warned >&2"
    shell = f"{before}; {AS_USUAL.removeprefix('exec ')}; echo Bye"
    with with_shell(tmp_path, shell) as server:
        assert ask(server)["engine"] == __version__
        assert server.left() == []


def test_a_login_shell_that_prints_without_end_is_given_up(tmp_path):
    with with_shell(tmp_path, "exec yes") as server:
        assert "prints endless output" in refusal(server)


def test_the_line_for_the_other_machine_suits_every_login_shell():
    # What csh and fish read differently inside of single quotes.
    assert not {"'", "\\", "!", "\n"} & set(SCRIPT)


def test_a_machine_without_python_is_told_which_one_is_needed(server):
    said = refusal(server, python_commands=("no-such-python", "none-either"))
    assert said == (
        "No Python found on 127.0.0.1. Install Python 3.11 or newer; nothing else is required."
    )


def test_an_old_python_is_named(server, tmp_path):
    old = tmp_path / "old"
    # As Python 3.9 answers: the first question fails, the second prints the version.
    old.write_text('#!/bin/sh\ncase "$*" in *exit*) exit 1;; esac\necho 3.9.2\n')
    old.chmod(0o755)
    assert "127.0.0.1 has Python 3.9.2, but Python" in refusal(server, python_commands=(str(old),))


def test_a_newer_python_beside_an_old_one_is_taken(server, tmp_path):
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    settings = SshSettings(server.command, python_commands=(str(old), "python3"))
    assert ask(server, settings=settings)["engine"] == __version__


def test_no_place_for_temporary_files_is_named(tmp_path):
    with ssh_server(tmp_path / "s", variables={"TMPDIR": "/nowhere/at/all"}) as server:
        assert "The temporary folder /nowhere/at/all on 127.0.0.1 does not exist" in refusal(server)


def test_a_machine_without_a_posix_shell_is_told_apart(tmp_path):
    with with_shell(tmp_path, "echo \"'exec' is not recognized\" >&2; exit 1") as server:
        assert "has no POSIX shell for ssh commands: 'exec' is not" in refusal(server)


def test_a_login_shell_that_waits_is_given_up(tmp_path):
    with with_shell(tmp_path, "exec sleep 600") as server:
        assert "was not ready within 1 s" in refusal(server, ready_seconds=1.0)


def test_nobody_listens(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = SshAddress("127.0.0.1", port)
    with pytest.raises(RemoteError, match=f"refused the connection on port {port}"):
        ask_by_ssh(address, "show", (), settings=SshSettings(("ssh", "-F", "/dev/null")))


def test_an_unknown_host_key_is_not_accepted(server):
    said = refusal_with(server, "-o", "UserKnownHostsFile=/dev/null")
    assert "host key of 127.0.0.1 is not yet known" in said


def test_a_changed_host_key_is_named(server, tmp_path):
    other = tmp_path / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other], check=True)
    key = (tmp_path / "other.pub").read_text().split()[:2]
    known = tmp_path / "known"
    known.write_text(f"[127.0.0.1]:{server.port} {' '.join(key)}\n")
    said = refusal_with(server, "-o", f"UserKnownHostsFile={known}")
    assert "The host key of" in said


def test_a_refused_key_is_named(server, tmp_path):
    other = tmp_path / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other], check=True)
    # The first one on the command line wins over the configuration.
    program, *rest = server.command
    config = tmp_path / "config"
    text = (server.folder / "ssh_config").read_text()
    config.write_text(text.replace(f"{server.folder}/user", str(other)))
    rest = [str(config) if one.endswith("ssh_config") else one for one in rest]
    with pytest.raises(RemoteError, match="denied the login as"):
        ask(server, settings=SshSettings((program, *rest)))


def refusal_with(server, *options):
    with pytest.raises(RemoteError) as refused:
        ask(server, settings=SshSettings((*server.command, *options)))
    return str(refused.value)


def test_without_ssh_it_says_what_to_install(server):
    with pytest.raises(RemoteError, match="Install an OpenSSH client"):
        ask(server, settings=SshSettings(("/no/such/ssh",)))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "ssh: Could not resolve hostname box: Name or service not known",
            "Cannot find a machine named",
        ),
        ("ssh: connect to host box port 22: Connection timed out", "is not responding"),
        ("ssh: connect to host box port 22: No route to host", "not reachable"),
        ("Timeout, server box not responding.", "was interrupted"),
        ("Received disconnect: Too many authentication failures", "too many keys"),
    ],
)
def test_what_ssh_says_becomes_a_sentence(said, sentence):
    assert sentence in describe_ssh_failure(SshAddress("me@box"), said)
    assert describe_ssh_failure(SshAddress("box"), "something else") == ""


@pytest.fixture
def hanging(tmp_path, system):
    """A server on whose machine a driver hangs when it is opened."""
    system.add_probe_driver("hanging", knobs={"create_does": "hang"})
    with ssh_server(tmp_path / "s", variables=dict(system.environment)) as server:
        yield server


def probe_until(server, act):
    """Start a probe, act when the driver is being opened, and return what came of it."""
    opening = threading.Event()
    found = []

    def work():
        try:
            ask(server, "probe", report_progress=lambda step: step.about and opening.set())
        except RemoteError as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert opening.wait(PATIENCE)
    assert server.left() != []
    act()
    thread.join(PATIENCE)
    wait_for(lambda: not server.left() and not engines_of(server), "the end of the engine there")
    return found[0]


def engines_of(server):
    """Processes that run out of the server's folder for temporary files."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as line:
                if str(server.temporary).encode() in line.read():
                    found.append(entry)
        except OSError:
            continue
    return found


def test_a_broken_connection_ends_the_engine_there_and_leaves_nothing(hanging):
    error = probe_until(hanging, hanging.drop_connections)
    assert "The connection to 127.0.0.1 ended before a response arrived" in str(error)


def test_cancelling_ends_the_engine_there_and_leaves_nothing(tmp_path, hanging):
    cancellation = Cancellation()
    found = []

    def tell(step):
        if step.about:
            cancellation.cancel()

    with pytest.raises(RemoteError, match="Cancelled") as refused:
        ask(hanging, "probe", report_progress=tell, cancellation=cancellation)
    assert refused.value.code == 130
    cancellation.close()
    wait_for(lambda: not hanging.left() and not engines_of(hanging), "the end of the engine there")
    assert found == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_when_the_engine_there_is_killed(hanging, number):
    def kill():
        for pid in engines_of(hanging):
            try:
                os.kill(int(pid), number)
            except ProcessLookupError:
                continue

    assert "ended before a response arrived" in str(probe_until(hanging, kill))


def test_the_time_limit_holds_there_too(tmp_path, hanging):
    # Nobody listens any more, and the network has not noticed: the engine ends by itself.
    said = refusal(hanging, "probe", answer_seconds=1.0)
    assert "did not respond within 1 s" in said
    wait_for(lambda: not hanging.left() and not engines_of(hanging), "the end of the engine there")
