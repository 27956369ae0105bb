"""What desktops know of the program: valid, and under one name."""

import configparser
import re
import subprocess
import xml.etree.ElementTree as ET

import pytest

from devtools.console import ROOT
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.paths import APPLICATION_ID

FOLDER = resources.find_resource("desktop")
MANIFEST = ROOT / "packaging/flatpak" / f"{APPLICATION_ID}.yaml"
# Flathub's linter lets these through where the submission explains them (docs.flathub.org, linter).
EXPLAINED = {"host-os:ro", "host-etc:ro"}


def entry() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(FOLDER / f"{APPLICATION_ID}.desktop", encoding="utf-8")
    return parser


def metainfo() -> ET.Element:
    return ET.parse(FOLDER / f"{APPLICATION_ID}.metainfo.xml").getroot()


@pytest.mark.parametrize(
    ("command", "ending"),
    [
        (("desktop-file-validate",), "desktop"),
        (("appstreamcli", "validate", "--pedantic", "--no-net", "--no-color"), "metainfo.xml"),
    ],
)
def test_the_tools_of_desktops_accept_the_files(command, ending):
    path = FOLDER / f"{APPLICATION_ID}.{ending}"
    done = subprocess.run([*command, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_of_ours_is_known_by_its_name(tmp_path):
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages/ours.xml").write_bytes(
        resources.find_resource(f"desktop/{APPLICATION_ID}.xml").read_bytes()
    )
    subprocess.run(["update-mime-database", tmp_path], check=True, capture_output=True)
    kind = entry()["Desktop Entry"]["MimeType"].rstrip(";")
    assert f"50:{kind}:*.vkconfig-py.json" in (tmp_path / "globs2").read_text().splitlines()
    assert metainfo().findtext("provides/mediatype") == kind


def test_one_name_stands_in_all_files():
    main = entry()["Desktop Entry"]
    assert {main["Icon"], main["StartupWMClass"]} == {APPLICATION_ID}
    assert metainfo().findtext("id") == APPLICATION_ID
    assert metainfo().findtext("launchable") == f"{APPLICATION_ID}.desktop"
    sizes = {
        path.parent.parent.name for path in FOLDER.glob(f"icons/hicolor/*/apps/{APPLICATION_ID}.*")
    }
    assert {"scalable", "16x16", "512x512"} <= sizes


def test_menu_entries_name_actions_that_the_entry_has():
    found = entry()
    named = found["Desktop Entry"]["Actions"].rstrip(";").split(";")
    assert [f"Desktop Action {one}" for one in named] == found.sections()[1:]


def test_releases_are_those_of_the_changelog():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.findall(r"^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$", text, re.M)
    told = [(one.get("version"), one.get("date")) for one in metainfo().iter("release")]
    assert told == dated


def test_metadata_is_as_software_centres_want_it():
    # appstream-compose of older SDKs refuses an icon: the desktop file has it.
    assert metainfo().find("icon") is None
    assert len(metainfo().findtext("name")) <= 20
    summary = metainfo().findtext("summary")
    assert len(summary) <= 35
    assert not summary.endswith(".")
    developer = metainfo().find("developer")
    assert APPLICATION_ID.startswith(developer.get("id"))
    assert developer.findtext("name")
    assert metainfo().find("content_rating").get("type") == "oars-1.1"
    colours = {one.get("scheme_preference"): one.text for one in metainfo().iter("color")}
    assert colours.keys() == {"light", "dark"}


def test_the_flatpak_asks_for_nothing_that_the_linter_of_flathub_refuses():
    text = MANIFEST.read_text(encoding="utf-8")
    asked: dict[str, set[str]] = {}
    for name, value in re.findall(r"^  - --([a-z-]+)=(\S+)$", text, re.M):
        asked.setdefault(name, set()).add(value)
    assert asked.pop("socket") == {"wayland", "fallback-x11"}  # X11 only where Wayland is not
    assert asked.pop("share") == {"ipc"}
    assert asked.pop("device") == {"dri"}
    assert asked.pop("filesystem") == EXPLAINED
    # Portals and the application's own id need no permission; others let it out of the sandbox.
    refused = ("org.freedesktop.portal.", "org.freedesktop.Flatpak", APPLICATION_ID)
    assert not [name for name in asked.pop("talk-name") if name.startswith(refused)]
    assert asked == {}
    assert re.search(r"^command: [a-z-]+$", text, re.M)
    assert f"\nid: {APPLICATION_ID}\n" in text
