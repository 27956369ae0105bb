import pytest

from vkconfig_py.model.launch.observed_loader import InstanceReader, compare_chains, parse_output

NEW = """\
[Vulkan Loader] LAYER:          vkCreateInstance layer callstack setup to:
[Vulkan Loader] LAYER:             <Application>
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             <Loader>
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             VK_LAYER_MESA_device_select
[Vulkan Loader] LAYER:                     Type: Implicit
[Vulkan Loader] LAYER:                     Enabled By: Implicit Layer
[Vulkan Loader] LAYER:                     Manifest: /usr/share/x.json
MANGOHUD: a line in between
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             VK_LAYER_KHRONOS_validation
[Vulkan Loader] LAYER:                     Type: Explicit
[Vulkan Loader] LAYER:               ||
[Vulkan Loader] LAYER:             <Drivers>
[Vulkan Loader] DRIVER:         vkCreateDevice layer callstack setup to:
[Vulkan Loader] DRIVER:            <Application>
[Vulkan Loader] LAYER:             VK_LAYER_KHRONOS_validation
[Vulkan Loader] DRIVER:            <Device>
"""
OLD = "\n".join(
    line.replace("[Vulkan Loader] LAYER:          ", "LAYER:            ").replace(
        "[Vulkan Loader] DRIVER:         ", "DRIVER:           "
    )
    for line in NEW.splitlines()
)
CHAIN = ("VK_LAYER_MESA_device_select", "VK_LAYER_KHRONOS_validation")


def chains_in(log):
    reader = InstanceReader()
    found = (reader.read(parse_output(line)) for line in log.splitlines())
    return [instance.chain for instance in found if instance is not None]


@pytest.mark.parametrize("log", [NEW, OLD], ids=["1.4", "1.3"])
def test_the_instance_chain_is_read_in_both_formats(log):
    assert chains_in(log) == [CHAIN]


def test_every_instance_has_its_chain():
    assert chains_in(NEW + NEW) == [CHAIN, CHAIN]


def test_a_chain_that_is_cut_off_is_none():
    lines = NEW.splitlines()
    assert chains_in("\n".join([*lines[:6], "LAYER:            Unloading", *lines[6:]])) == []


def test_a_chain_without_layers_is_one():
    lines = NEW.splitlines()
    assert chains_in("\n".join([*lines[:5], lines[14]])) == [()]


@pytest.mark.parametrize(
    ("line", "severity", "source"),
    [
        ("ERROR | DRIVER:   vkCreateInstance: Found no drivers!", "error", "loader"),
        ("[Vulkan Loader] WARNING | LAYER: env var", "warning", "loader"),
        ("[Vulkan Loader] INFO:           Vulkan Loader Version 1.4.359", "info", "loader"),
        ("Validation Error: [ VUID-vkCmdDraw-None ] ...", "error", "validation"),
        ("Validation Performance Warning: [ x ]", "warning", "validation"),
        ("SYNC-HAZARD-WRITE-AFTER-READ: vkQueueSubmit()", "error", "validation"),
        (
            "[2026-11-21 15:29:53.1] [MANGOHUD] [warning] [cpu.cpp:1] no sensor",
            "warning",
            "MangoHud",
        ),
        ("[MANGOHUD] [error] no", "error", "MangoHud"),
        # Printed by MangoHud 0.6.8 on a machine without sensors, the first twice a second.
        (
            "[2026-11-30 12:43:05.9] [MANGOHUD] [error] [file_utils.cpp:43] Error opening directory"
            " '/sys/class/hwmon/': No such file or directory",
            "info",
            "MangoHud",
        ),
        (
            "[2026-11-30 12:43:05.9] [MANGOHUD] [error] [pci_ids.cpp:31] can't find file pci.ids",
            "info",
            "MangoHud",
        ),
        ("error: can't find file pci.ids", "error", ""),
        ("vkBasalt err:  could not open", "error", "vkBasalt"),
        ("vkBasalt info: loaded", "info", "vkBasalt"),
        ("error: XDG_RUNTIME_DIR is invalid", "error", ""),
        ("[2026-11-30 12:43:05.9] [game] [error] no window", "error", ""),
        ("[MANGOHUD] [critical] no memory", "error", "MangoHud"),
        ("[ERR] no sound", "error", ""),
        ("fatal: no window", "error", ""),
        ("critical section entered, nonfatal", "info", ""),
        ("Selected GPU 0: llvmpipe, terror: none", "info", ""),
        ("ERROR: [Loader Message] Code 0 : Validation Error: [ VUID-x ]", "error", "validation"),
        ("WARNING: [Loader Message] Code 0 : env var", "warning", ""),
        ("", "info", ""),
    ],
)
def test_a_line_says_who_wrote_it_and_how_bad_it_is(line, severity, source):
    parsed = parse_output(line)
    assert (parsed.severity, parsed.source) == (severity, source)


def test_the_loaders_head_is_not_shown_twice():
    assert parse_output(NEW.splitlines()[5]).text == "   VK_LAYER_MESA_device_select"


@pytest.mark.parametrize(
    ("predicted", "actual", "sentence"),
    [
        ((), (), "Chain matches the prediction: no layers"),
        (("a",), ("a",), "Chain matches the prediction: 1 layer"),
        (CHAIN, CHAIN, "Chain matches the prediction: 2 layers"),
        (
            CHAIN,
            CHAIN[:1],
            "Chain differs from the prediction: MESA_device_select; "
            "predicted: MESA_device_select, KHRONOS_validation",
        ),
        (("a",), (), "Chain differs from the prediction: no layers; predicted: a"),
    ],
)
def test_the_comparison_is_one_sentence(predicted, actual, sentence):
    assert compare_chains(predicted, actual) == (predicted == actual, sentence)


OWN = frozenset({"VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_DISABLE", "VK_LAYER_PATH"})


@pytest.mark.parametrize(
    ("message", "severity"),
    [
        ("env var 'VK_INSTANCE_LAYERS' defined and adding layers \"VK_LAYER_a\"", "info"),
        ("env var 'VK_INSTANCE_LAYERS' defined and adding layers: VK_LAYER_a", "info"),
        ("loader_add_environment_layers: Env Var VK_INSTANCE_LAYERS defined and adding layers x",
         "info"),
        ('Layer "x" forced disabled because name matches filter of env var '
         "'VK_LOADER_LAYERS_DISABLE'.", "info"),
        ("Layer \"x\" ignored because it has been disabled by env var 'VK_LOADER_LAYERS_DISABLE'",
         "info"),
        ("Ignoring VK_LAYER_PATH. The Override layer is active and has override paths set, which "
         "takes priority. VK_LAYER_PATH is set to /x", "info"),
        ("Layer \"x\" forced enabled due to env var 'VK_LOADER_LAYERS_ENABLE'.", "warning"),
        ("Layer \"x\" was not found but was requested by env var VK_INSTANCE_LAYERS!", "warning"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "head",
    [
        "WARNING:           ",
        "[Vulkan Loader] WARNING:        ",
        "WARNING: [Loader Message] Code 0 : ",
    ],
)
def test_a_variable_of_ours_that_acts_is_nothing_to_warn_of(head, message, severity):
    assert parse_output(head + message, OWN).severity == severity
    assert parse_output(head + message).severity == "warning"
