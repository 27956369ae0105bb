"""What probes found, on the rows and pages of the sample machine."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.framework.stand_ins import replace
from tests.ui.probed import MANGOHUD, devices, driver, open_probed, texts
from tests.ui.saving import answer_save_dialogs
from tests.ui.supposing import POPUPS, rows
from vkconfig_py.model.chain.probe_results import EMPTY_PROBE_REPORT
from vkconfig_py.ui.inspector.head import InspectorPage


@pytest.fixture
def window(qtbot, open_window):
    """Return the window on the sample machine, with its devices."""
    return open_probed(qtbot, open_window)


def tabs(window):
    return list(window.inspector.tabs.pages)


def test_devices_stand_under_their_drivers_with_type_and_versions(window):
    first = devices(window)[1]
    assert first.name == "AMD Radeon RX 7800 XT (RADV NAVI32)"
    assert first.secondary == "Discrete GPU · Vulkan 1.4.318 · Mesa 25.1.5"
    assert driver(window, "radeon_icd.x86_64").status == "2 devices"
    assert driver(window, "nvidia").status == "Fails"
    assert rows(window)["VK_LAYER_MESA_device_select"].short_health.startswith("works")


def opens(window):
    """Return the line Opens of the library page, once it is there."""
    shown = texts(window.inspector.library)
    return shown[shown.index("Opens") + 1] if "Opens" in shown else ""


def test_the_library_page_says_what_the_probe_found(qtbot, window):
    window.chain.view.select_key(rows(window)["VK_LAYER_MESA_device_select"].key)
    window.inspector.show_tab(InspectorPage.LIBRARY)
    qtbot.waitUntil(lambda: opens(window).startswith("works ("))
    window.chain.view.select_key(driver(window, "nvidia").key)
    window.inspector.show_tab(InspectorPage.LIBRARY)  # a row of another kind opens on Why
    qtbot.waitUntil(lambda: "probed" in opens(window) and "works" not in opens(window))
    probes = window.session.probes
    probes.answers = EMPTY_PROBE_REPORT
    window.session.snapshots.show_probe_results()
    qtbot.waitUntil(lambda: "probed" not in opens(window))


def test_a_device_shows_everything_about_itself(qtbot, window):
    window.chain.view.select_key(devices(window)[1].key)
    assert tabs(window) == [
        InspectorPage.DEVICE,
        InspectorPage.EXTENSIONS,
        InspectorPage.SURFACES,
        InspectorPage.ORDER,
        InspectorPage.DEVICES,
    ]
    assert window.inspector.tabs.current_page() is InspectorPage.DEVICE
    window.inspector.show_tab(InspectorPage.DEVICE)
    shown = texts(window.inspector.probing.device)
    for text in ("Discrete GPU", "AMD (0x1002)", "0000:03:00.0", "VK_DRIVER_ID_MESA_RADV"):
        assert text in shown
    assert any("heap 0: 15.8 GiB" in text for text in shown)
    assert any("family 0: 1 queue for graphics" in text for text in shown)


def test_extensions_are_found_by_parts_of_their_names(qtbot, window):
    window.chain.view.select_key(devices(window)[1].key)
    window.inspector.show_tab(InspectorPage.EXTENSIONS)
    page = window.inspector.probing.extensions
    assert page.model.rowCount() > 250
    qtbot.keyClicks(page.search, "khr ray tracing")
    names = [page.model.index(row).data() for row in range(page.model.rowCount())]
    assert "VK_KHR_ray_tracing_pipeline" in names
    assert all("ray_tracing" in name for name in names)
    assert page.count.text().endswith("extensions")
    page.list.setCurrentIndex(page.model.index(0))
    qtbot.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == names[0]
    page.search.setText("nothing like this")
    assert "Nothing matches" in page._empty.text()


def test_everything_that_a_device_says_is_found(qtbot, window):
    row = devices(window)[1]
    window.chain.view.select_key(row.key)
    assert InspectorPage.EVERYTHING not in tabs(window)  # nobody asked this device
    probes = window.session.probes
    answers = probes.answers
    detail = answers.details.devices[row.key]._replace(
        dump={"limits": {f"limit{number}": number for number in range(20_000)}}
    )
    details = answers.details._replace(devices={**answers.details.devices, row.key: detail})
    probes.answers = answers._replace(details=details)
    probes.changed.emit()
    assert tabs(window) == [
        InspectorPage.DEVICE,
        InspectorPage.EXTENSIONS,
        InspectorPage.EVERYTHING,
        InspectorPage.SURFACES,
        InspectorPage.ORDER,
        InspectorPage.DEVICES,
    ]
    window.inspector.show_tab(InspectorPage.EVERYTHING)
    page = window.inspector.probing.entries
    assert page.count.text() == "20,000 values"
    qtbot.keyClicks(page.search, "limit19999")
    group = page.model.index(0, 0)
    assert (page.model.rowCount(), group.data(), page.model.rowCount(group)) == (1, "limits", 1)
    line = page.model.index(0, 0, group)
    assert line.data() == "limit19999"
    page.view.setCurrentIndex(line)
    qtbot.keyClick(page.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "limit19999: 19,999"
    page.go_to("limits.limit7")
    assert page.view.currentIndex().data() == "limit7"
    assert not page.search.text()
    page.view.setCurrentIndex(page.model.index(0, 0))
    assert page.view.isExpanded(page.view.currentIndex())
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert not page.view.isExpanded(page.view.currentIndex())


def surface_groups(page):
    return [page.model.index(row, 0).data() for row in range(page.model.rowCount())]


def test_surfaces_are_read_when_their_page_is_opened(qtbot, window):
    probes = window.session.probes
    first, second = devices(window)[:2]
    window.chain.view.select_key(second.key)
    assert not probes.is_reading_surfaces
    assert not probes.surfaces.read_at  # nobody asked for them
    window.inspector.show_tab(InspectorPage.SURFACES)
    page = window.inspector.probing.surfaces
    assert "Reading…" in texts(page)
    assert not page.read_button.isEnabled()
    qtbot.waitUntil(lambda: bool(probes.surfaces.read_at))
    assert surface_groups(page) == ["X11 surface", "Wayland surface", "Headless surface"]
    assert "Reading…" not in texts(page)
    qtbot.keyClicks(page.search, "hdr")
    lines = page.model.index(0, 0)
    line = page.model.index(0, 0, lines)
    assert (lines.data(), line.data()) == ("Wayland surface", "Format A2R10G10B10_UNORM_PACK32")
    page.view.setCurrentIndex(line)
    qtbot.keyClick(page.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "HDR10_ST2084_EXT" in QGuiApplication.clipboard().text()
    page.search.clear()
    window.chain.view.select_key(first.key)  # one reading is about all devices
    assert not probes.is_reading_surfaces
    assert surface_groups(page)
    qtbot.mouseClick(page.read_button, Qt.MouseButton.LeftButton)
    assert probes.is_reading_surfaces
    qtbot.waitUntil(lambda: not probes.is_reading_surfaces)


def test_exported_devices_have_the_surfaces_that_were_read(
    qtbot, window, tmp_path, monkeypatch
) -> None:
    window.chain.view.select_key(devices(window)[1].key)
    window.inspector.show_tab(InspectorPage.SURFACES)
    page, file = window.inspector.probing.surfaces, tmp_path / "device.html"
    qtbot.waitUntil(lambda: bool(surface_groups(page)))
    answer_save_dialogs(monkeypatch, file)
    page.export_requested.emit()
    qtbot.waitUntil(file.exists)
    qtbot.waitUntil(lambda: "Wayland surface" in file.read_text("utf-8"))
    assert "Heap 0" in file.read_text("utf-8")


def test_why_a_device_stands_at_its_place_is_told(qtbot, window):
    window.chain.view.select_key(devices(window)[0].key)
    window.inspector.show_tab(InspectorPage.ORDER)
    steps = window.inspector.why.explanation.steps
    said = [steps.index(row).data() for row in range(steps.rowCount())]
    assert said[0] == "Programs get 3 devices; this is the 3rd."
    assert said[1] == "Ordered by device type: CPU."
    assert said[2] == "VK_LOADER_DEVICE_SELECT=10005:0 would put it first."


def test_what_a_probe_found_of_a_layer_is_told_stage_by_stage(window):
    window.chain.view.select_key(MANGOHUD)
    window.inspector.show_tab(InspectorPage.PROBE)
    shown = texts(window.inspector.probing.probe)
    assert "Works (73 ms)." in shown
    assert "layer interface version 2" in shown
    assert "48 ms in this layer" in shown
    assert window.inspector.probing.probe.button.text() == "Probe again"


def test_a_failing_driver_says_which_call_and_what_to_do(window):
    window.chain.view.select_key(driver(window, "nvidia").key)
    window.inspector.show_tab(InspectorPage.PROBE)
    shown = texts(window.inspector.probing.probe)
    assert "Finds no GPU that it can drive (VK_ERROR_INCOMPATIBLE_DRIVER)." in shown
    assert "vkCreateInstance" in shown
    assert any(text.startswith("Programs continue without its devices.") for text in shown)
    assert any("API mismatch" in text for text in shown)


def test_what_was_not_probed_says_so_and_offers_it(window):
    window.chain.view.select_key("layer:VK_LAYER_VALVE_steam_overlay_32")
    assert window.chain.view.current_row().health == ""
    window.inspector.show_tab(InspectorPage.PROBE)
    page = window.inspector.probing.probe
    assert "Not probed yet." in texts(page)
    assert page.button.text() == "Probe this"


def test_a_device_goes_to_the_clipboard_and_into_a_file(qtbot, window, tmp_path, monkeypatch):
    window.chain.view.select_key(devices(window)[0].key)
    QGuiApplication.clipboard().clear()
    window.actions_["device_copy"].trigger()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    document = json.loads(QGuiApplication.clipboard().text())
    assert document["name"].startswith("llvmpipe")
    path = tmp_path / "device.json"
    answer_save_dialogs(monkeypatch, str(path))
    with qtbot.waitSignal(window.session.message) as told:
        window.actions_["device_export"].trigger()
    assert told.args == [f"Written: {path}", "neutral"]
    assert json.loads(path.read_text()) == document


@POPUPS
def test_a_file_that_cannot_be_written_is_said(qtbot, window, tmp_path, monkeypatch):
    window.chain.view.select_key(devices(window)[0].key)
    path = tmp_path / "missing" / "device.json"
    answer_save_dialogs(monkeypatch, str(path))
    with qtbot.waitSignal(window.session.probes.message) as told:
        window.actions_["device_export"].trigger()
    assert told.args[0].startswith(f"{path} cannot be written: no such file")


def test_an_export_that_is_not_wanted_writes_nothing(window, monkeypatch):
    window.chain.view.select_key(devices(window)[0].key)
    answer_save_dialogs(monkeypatch, "")
    written = []
    replace(write_export=written.append)
    window.actions_["device_export"].trigger()
    assert not written
