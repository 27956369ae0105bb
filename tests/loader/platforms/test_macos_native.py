"""The answers of macOS, given by functions of the test."""

from __future__ import annotations

import ctypes
import os
from ctypes import c_bool, c_int, c_long, c_uint32, c_void_p

import pytest

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.platforms import macos_native
from vkconfig_py.loader.platforms.macos_native import RunningMac, read_macos

RESOURCES = b"/Applications/Cube.app/Contents/Resources"
PROGRAM = b"/Applications/Cube.app/Contents/MacOS/Cube"
BUNDLE, URL = 0x1000, 0x2000


class Mac:
    """CoreFoundation and libproc, as C functions that note their calls."""

    def __init__(self):
        self.released = []
        self.bundle, self.url, self.has_path, self.pidpath = BUNDLE, URL, True, PROGRAM
        self._kept = {
            "CFBundleGetMainBundle": ctypes.CFUNCTYPE(c_void_p)(lambda: self.bundle),
            "CFBundleCopyResourcesDirectoryURL": ctypes.CFUNCTYPE(c_void_p, c_void_p)(self._copy),
            "CFRelease": ctypes.CFUNCTYPE(None, c_void_p)(self.released.append),
            "CFURLGetFileSystemRepresentation": ctypes.CFUNCTYPE(
                c_bool, c_void_p, c_bool, c_void_p, c_long
            )(self._represent),
            "proc_pidpath": ctypes.CFUNCTYPE(c_int, c_int, c_void_p, c_uint32)(self._pidpath),
        }
        self.missing = set()

    def open(self, path):
        if path in self.missing:
            raise OSError(path)
        library = type("Library", (), {})()
        for name, function in self._kept.items():
            if name not in self.missing:
                address = ctypes.cast(function, c_void_p).value
                setattr(library, name, ctypes.CFUNCTYPE(c_int)(address))
        return library

    def _copy(self, bundle):
        assert bundle == BUNDLE
        return self.url

    def _represent(self, url, resolves, place, length):
        assert (url, resolves) == (URL, True)
        if self.has_path:
            assert length > len(RESOURCES)
            ctypes.memmove(place, RESOURCES + b"\0", len(RESOURCES) + 1)
        return self.has_path

    def _pidpath(self, pid, place, length):
        assert pid == os.getpid()
        assert length == 4096
        ctypes.memmove(place, self.pidpath + b"\0", len(self.pidpath) + 1)
        return len(self.pidpath)


@pytest.fixture
def mac():
    return Mac()


def test_bundle_and_program_of_the_process_are_asked_for(mac):
    assert read_macos(mac.open) == RunningMac(RESOURCES.decode(), PROGRAM.decode(), False)
    assert mac.released == [URL]


@pytest.mark.parametrize("broken", ["bundle", "url", "has_path"])
def test_a_program_without_resources_has_no_bundle_to_search(mac, broken):
    setattr(mac, broken, None if broken != "has_path" else False)
    assert read_macos(mac.open).bundle_resources == ""
    assert mac.released == ([URL] if broken == "has_path" else [])


def test_what_the_system_does_not_have_is_left_empty(mac):
    mac.missing = {"CFBundleCopyResourcesDirectoryURL", "/usr/lib/libproc.dylib"}
    assert read_macos(mac.open)[:2] == ("", "")
    mac.missing = {macos_native._CORE_FOUNDATION, "proc_pidpath"}
    assert read_macos(mac.open)[:2] == ("", "")


def test_a_program_without_a_path_is_unknown(mac):
    mac.pidpath = b""
    assert read_macos(mac.open).executable == ""


def test_the_host_has_the_answers(mac, monkeypatch):
    monkeypatch.setattr(macos_native, "read_macos", lambda: RunningMac("/r", "/p", True))
    host = Host({}, Platform.MACOS, executable="/old").add_macos_facts()
    assert (host.bundle_resources, host.executable, host.elevated) == ("/r", "/p", True)
    monkeypatch.setattr(macos_native, "read_macos", lambda: RunningMac("", "", False))
    assert Host({}, Platform.MACOS, executable="/old").add_macos_facts().executable == "/old"
