"""Random machines in memory: every feature, many faults, reproducible by a seed."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tests.loader.machine import LIBRARY, PROGRAM, Machine, document, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

VERSIONS = [
    (1, 1, 96),
    (1, 2, 135),
    (1, 2, 200),
    (1, 3, 208),
    (1, 3, 224),
    (1, 3, 239),
    (1, 3, 248),
    (1, 3, 261),
    (1, 3, 296),
    (1, 3, 302),
    (1, 4, 313),
    (1, 4, 330),
    (1, 4, 345),
    (1, 4, 364),
]
NAMES = ["VK_LAYER_A", "VK_LAYER_AB", "VK_LAYER_B", "VK_LAYER_C", "VK_LAYER_D", "VK_LAYER_E"]
BASES = ["/ch", "/cd", "/dh", "/dd", "/de", "/h/.config", "/h/.local/share"]
ADDED = ["/add", "/own"]
FOREIGN = b"\x7fELF\x01\x01\x01" + b"\0" * 9 + b"\x03\x00\x03\x00"
VARIABLE_VALUES = {
    "VK_INSTANCE_LAYERS": ["VK_LAYER_A", "VK_LAYER_AB:VK_LAYER_C", "nobody:VK_LAYER_B", ""],
    "VK_LOADER_LAYERS_ENABLE": ["VK_LAYER_B", "*_C,nobody", "**", "vk_layer_a*"],
    "VK_LOADER_LAYERS_DISABLE": ["~all~", "~implicit~", "~explicit~,x", "*_B", "VK_LAYER_A*"],
    "VK_LOADER_LAYERS_ALLOW": ["VK_LAYER_B", "*", "nobody"],
    "VK_LOADER_DRIVERS_SELECT": ["one*", "nobody", "*.json"],
    "VK_LOADER_DRIVERS_DISABLE": ["one*", "*", "two.json,x", "nobody"],
    "VK_LOADER_DISABLE_INST_EXT_FILTER": ["1", "0"],
    "VK_LAYER_PATH": ["/own/vulkan/explicit_layer.d", "", "/none.json"],
    "VK_ADD_LAYER_PATH": ["/add/vulkan/explicit_layer.d", "/none.json", "/gone"],
    "VK_IMPLICIT_LAYER_PATH": ["/own/vulkan/implicit_layer.d"],
    "VK_ADD_IMPLICIT_LAYER_PATH": ["/add/vulkan/implicit_layer.d"],
    "VK_DRIVER_FILES": ["/own/vulkan/icd.d", "/dd/vulkan/icd.d:/none.json"],
    "VK_ICD_FILENAMES": ["/dd/vulkan/icd.d"],
    "VK_ADD_DRIVER_FILES": ["/add/vulkan/icd.d"],
    "LD_LIBRARY_PATH": ["/libs", "/libs:/other"],
}
ODD_MEMBERS: list[dict[str, Any]] = [
    {"type": "DEVICE"},
    {"type": "other"},
    {"type": None},
    {"name": None},
    {"api_version": "1.1.3.0"},
    {"api_version": None},
    {"api_version": "1.0.0"},
    {"implementation_version": 1},
    {"description": "x" * 300},
    {"description": None},
    {"library_path": None},
    {"library_path": ""},
    {"library_path": "/lib/foreign.so"},
    {"library_path": "/lib/text.so"},
    {"library_path": "libbare.so"},
    {"library_path": "/lib/gone.so"},
    {"library_path": "./near.so"},
    {"library_arch": "32"},
    {"component_layers": ["VK_LAYER_A"]},
    {"disable_environment": {}},
    {"disable_environment": None},
    {"enable_environment": "x"},
    {"functions": [1]},
]
WHOLE_FILES = [
    "{",
    "[]",
    "",
    "{}",
    '{"file_format_version": "1.0.0"}',
    '{"file_format_version": 3, "layer": {}}',
    '{"file_format_version": "1.0.0", "layers": [1]}',
    '{"file_format_version": "1.0.0", "ICD": {"library_path": "/lib/one.so", '
    '"api_version": "1.0.0"}}',
]
EXTENSIONS = ["VK_KHR_surface", "VK_NOBODY_knows", "VK_KHR_portability_enumeration"]


class Question(NamedTuple):
    """A machine with a program and a loader."""

    host: Host
    application: Application
    profile: LoaderProfile

    def report(self) -> LoaderReport:
        """Run the engine."""
        return discover(self.host, self.application, self.profile)


def random_question(seed: int) -> Question:
    """Return the machine of a seed."""
    return _Generator(seed).question()


class _Generator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._machine = Machine()

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def question(self) -> Question:
        pick = self._random
        self._libraries()
        self._environment()
        for _ in range(pick.randint(1, 3)):
            self._driver()
        for _ in range(pick.randint(1, 7)):
            self._layer()
        for _ in range(pick.choice([0, 0, 1, 2])):
            self._meta(pick.choice(NAMES) + "_meta", pick.choice(["implicit", "explicit"]))
        for _ in range(pick.choice([0, 0, 0, 1, 1, 2])):
            self._override()
        if self._chance(0.2):
            self._whole_file()
        if self._chance(0.2):
            self._settings()
        self._machine.changes = {
            "executable": pick.choice([PROGRAM, PROGRAM, PROGRAM, "/other", ""]),
            "elevated": self._chance(0.06),
        }
        version = pick.choice(VERSIONS)
        return Question(self._machine.host(), self._application(), LoaderProfile(version))

    def _libraries(self) -> None:
        self._machine.file("/lib/foreign.so", FOREIGN).file("/lib/text.so", "no library")
        self._machine.file("/libs/libbare.so", LIBRARY)

    def _environment(self) -> None:
        environment = self._machine.environment
        environment["HOME"] = "/h"
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME"):
            if self._chance(0.15):
                del environment[name]
        for name, values in VARIABLE_VALUES.items():
            if self._chance(0.1):
                environment[name] = self._random.choice(values)
        if self._chance(0.03):
            tokens = [f"t{n}" for n in range(15)] + ["VK_LAYER_A", "VK_LAYER_B"]
            environment["VK_LOADER_LAYERS_ENABLE"] = ",".join(tokens)
        for name in NAMES:
            if self._chance(0.06):
                environment[f"DISABLE_{name}"] = "1"
            if self._chance(0.1):
                environment[f"ENABLE_{name}"] = self._random.choice(["1", "2"])

    def _base(self) -> str:
        return self._random.choice(ADDED if self._chance(0.15) else BASES)

    def _driver(self) -> None:
        name = self._random.choice(["one", "two", "three"])
        members: dict[str, Any] = {"library_path": f"/lib/{name}.so", "api_version": "1.3.0"}
        odd: list[dict[str, Any]] = [
            {"library_path": None},
            {"library_path": ""},
            {"library_path": "/lib/gone.so"},
            {"library_path": "/lib/foreign.so"},
            {"library_path": "libbare.so"},
            {"api_version": None},
            {"api_version": "1.1.0.0"},
            {"api_version": 5},
            {"library_arch": "32"},
            {"is_portability_driver": True},
            {"is_portability_driver": True},
        ]
        if self._chance(0.35):
            members.update(self._random.choice(odd))
        icd = {key: value for key, value in members.items() if value is not None}
        self._machine.file(f"/lib/{name}.so", LIBRARY)
        content: dict[str, Any] = {"file_format_version": "1.0.0", "ICD": icd}
        if self._chance(0.05):
            del content[self._random.choice(list(content))]
        base = self._base() if self._chance(0.4) else "/dd"
        self._machine.file(f"{base}/vulkan/icd.d/{name}.json", content)

    def _layer(self) -> None:
        name = self._random.choice(NAMES)
        implicit = self._chance(0.5)
        layers = [self._layer_object(name, implicit)]
        if self._chance(0.1):
            layers.append(self._layer_object(self._random.choice(NAMES), implicit))
        content = document(*layers, version=self._random.choice(["1.0.0", "1.1.2", "1.2.0"]))
        if self._chance(0.04):
            content["more"] = {"x": 1}
        kind = "implicit" if implicit else "explicit"
        self._machine.file(f"{self._base()}/vulkan/{kind}_layer.d/{name}.json", content)

    def _layer_object(self, name: str, implicit: bool) -> dict[str, Any]:
        members: dict[str, Any] = {"api_version": self._random.choice(["1.0.0", "1.3.0"])}
        if implicit and self._chance(0.4):
            members["enable_environment"] = {f"ENABLE_{name}": "1"}
        if self._chance(0.22):
            members.update(self._random.choice(ODD_MEMBERS))
        if self._chance(0.94):
            self._machine.file(f"/lib/{name}.so", LIBRARY)
        return layer_object(name, implicit, **members)

    def _components(self) -> list[str]:
        names = [*NAMES, "VK_LAYER_A_meta", "VK_LAYER_gone"]
        return self._random.sample(names, self._random.randint(0, 3))

    def _meta(self, name: str, kind: str, **members: Any) -> None:
        defaults: dict[str, Any] = {
            "library_path": None,
            "component_layers": self._components(),
            "api_version": self._random.choice(["1.0.0", "1.0.0", "1.3.0"]),
        }
        found = layer_object(name, kind == "implicit", **{**defaults, **members})
        path = f"{self._base()}/vulkan/{kind}_layer.d/{name}.json"
        self._machine.file(path, document(found))

    def _override(self) -> None:
        members: dict[str, Any] = {}
        if self._chance(0.4):
            keys = [[PROGRAM], ["/x"], ["/x", "/other"], [PROGRAM, PROGRAM], []]
            members["app_keys"] = self._random.choice(keys)
        if self._chance(0.4):
            members["blacklisted_layers"] = self._random.sample(NAMES, 2)
        if self._chance(0.2):
            members["override_paths"] = ["/own/vulkan/explicit_layer.d"]
        self._meta(OVERRIDE_NAME, "implicit", **members)

    def _whole_file(self) -> None:
        folder = self._random.choice(["implicit_layer.d", "explicit_layer.d", "icd.d"])
        text = self._random.choice(WHOLE_FILES)
        self._machine.file(f"{self._base()}/vulkan/{folder}/odd.json", text)

    def _settings(self) -> None:
        pick = self._random
        section: dict[str, Any] = {}
        if self._chance(0.8):
            section["layers"] = self._settings_layers()
        if self._chance(0.25):
            section["app_keys"] = pick.choice([[PROGRAM], ["/x"]])
        if self._chance(0.15):
            paths = pick.choice([["/dd/vulkan/icd.d/one.json"], ["/none.json"], ["/none"]])
            section["additional_drivers"] = [{"path": path} for path in paths]
            section["additional_drivers_use_exclusively"] = self._chance(0.3)
        if self._chance(0.1):
            section["device_configurations"] = []
        if self._chance(0.3):
            section["stderr_log"] = ["all"]
        whole: dict[str, Any] = {"file_format_version": "1.0.0"}
        if self._chance(0.2):
            whole["settings_array"] = [section]
        else:
            whole["settings"] = section
        if self._chance(0.06):
            del whole[pick.choice(list(whole))]
        self._machine.settings(whole, base=pick.choice(["/ch", "/dh", "/cd", "/h/.config"]))
        if self._chance(0.05):
            self._machine.settings("{", base="/ch")

    def _settings_layers(self) -> list[Any]:
        entries: list[Any] = []
        manifests = [path for path in self._machine.files if "_layer.d/" in path]
        for path in self._random.sample(manifests, min(len(manifests), 3)):
            name = path[path.rfind("/") + 1 :].removesuffix(".json")
            entries.append(
                {
                    "name": "VK_LAYER_other" if self._chance(0.06) else name,
                    "path": "/none.json" if self._chance(0.05) else path,
                    "control": self._random.choice(["on", "off", "auto", "auto", "word"]),
                    "treat_as_implicit_manifest": "implicit" in path,
                }
            )
        if self._chance(0.6):
            place = self._random.randint(0, len(entries))
            entries.insert(place, {"control": "unordered_layer_location"})
        if self._chance(0.04):
            entries.append(self._random.choice([1, {"control": "on"}]))
        return entries

    def _application(self) -> Application:
        pick = self._random
        layers = [n for n in [*NAMES, "VK_LAYER_nobody"] if self._chance(0.08)]
        extensions = [name for name in EXTENSIONS if self._chance(0.12)]
        version = pick.choice([None, None, (1, 0, 0), (1, 1, 0), (1, 3, 0)])
        flags = 1 if self._chance(0.15) else 0
        return Application("random", version, tuple(layers), tuple(extensions), flags)
