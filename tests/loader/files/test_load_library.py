"""Which file LoadLibrary opens."""

from __future__ import annotations

from tests.loader.windows import LIBRARY, Windows
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.library_search import LoadLibrary
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE


def searched(library, **environment):
    host = Windows().host()._replace(environment=environment)
    return list(LoadLibrary(host, LibraryReader(), NEWEST_PROFILE).list_candidates(library))


def test_program_then_system_then_working_directory_then_path():
    assert searched("a.dll", Path=r"D:\bin;;D:\more\ ".rstrip()) == [
        r"C:\App\a.dll",
        r"C:\Windows\System32\a.dll",
        r"C:\Windows\System\a.dll",
        r"C:\Windows\a.dll",
        r"C:\a.dll",
        r"D:\bin\a.dll",
        r"D:\more\a.dll",
    ]


def test_a_name_without_a_suffix_gets_one():
    assert searched("a")[0] == r"C:\App\a.dll"
    assert searched(r"C:\x.y\a") == [r"C:\x.y\a.dll"]
    assert searched("a.")[0] == r"C:\App\a."


def test_paths_are_not_searched():
    for path in (r"C:\a.dll", r"\a.dll", "C:a.dll", r".\a.dll", "../a.dll"):
        assert len(searched(path)) == 1


def test_the_first_file_of_a_name_decides():
    machine = Windows().file(r"C:\App\a.dll", b"text").file(r"C:\Windows\a.dll", LIBRARY)
    check = LoadLibrary(machine.host(), LibraryReader(), NEWEST_PROFILE).find_state
    assert check("a.dll").reason == "not-a-library"
    assert (check("b.dll").reason, check("b.dll").path) == ("missing", "")
    assert check(r"C:\b.dll").path == r"C:\b.dll"
    assert check("").reason == "missing"
