"""Addresses of other machines: what is one, and what is refused."""

import pytest

from vkconfig_py.fleet.remote.address import (
    AdbAddress,
    AddressError,
    SshAddress,
    is_address,
    parse_address,
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ssh:box", SshAddress("box")),
        ("ssh:me@box", SshAddress("me@box")),
        ("ssh:me@box:2222", SshAddress("me@box", 2222)),
        ("ssh://me@box:2222/", SshAddress("me@box", 2222)),
        ("ssh:me@[fe80::1]:2222", SshAddress("me@fe80::1", 2222)),
        ("ssh:fe80::1", SshAddress("fe80::1")),
        ("ssh:me@realm@box", SshAddress("me@realm@box")),
        ("ssh:REALM\\me@fe80::1%eth0", SshAddress("REALM\\me@fe80::1%eth0")),
        ("ssh:build_01.example.org", SshAddress("build_01.example.org")),
        (
            "adb:adb-R5CN-x(2)._adb-tls-connect._tcp",
            AdbAddress("adb-R5CN-x(2)._adb-tls-connect._tcp"),
        ),
        ("adb:emulator-5554", AdbAddress("emulator-5554")),
        ("adb:192.168.0.2:5555", AdbAddress("192.168.0.2:5555")),
    ],
)
def test_an_address_names_a_machine(text, address):
    assert is_address(text)
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    ["", "box", "ssh:", "ssh:@box", "ssh:-oProxyCommand=x", "ssh:me@-x", "ssh:box:0", "ssh:box:x",
     "ssh:box:65536", "ssh:two words", "ssh:a\nb", "adb:", "adb:-s", "telnet:box", "ssh:box;id",
     "ssh:$(id)", "ssh:`id`@box", "ssh:a|b", "ssh:bo\u0445", "ssh:box'", "ssh:me\\@box", "ssh:a/b",
     "adb:a;b"],
)  # fmt: skip
def test_what_names_no_machine_is_refused_with_the_forms_that_do(text):
    with pytest.raises(AddressError, match="ssh:USER@HOST:PORT or adb:SERIAL"):
        parse_address(text)


def test_a_refusal_shows_control_characters_as_escapes():
    with pytest.raises(AddressError, match=r"\\x1b"):
        parse_address("ssh:\x1b[2J")


def test_a_path_is_no_address():
    assert not is_address("/mnt/ssh:box")
