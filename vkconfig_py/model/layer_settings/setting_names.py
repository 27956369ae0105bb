"""Names of a setting (file, variable, Android), and its platforms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.declared import Choice, DeclaredLayer, Setting, Visibility

_PREFIX = "VK_LAYER_"
# The library knows this layer by a second, shorter name.
_SECOND_NAMES = {"VK_LAYER_KHRONOS_synchronization2": "VK_LAYER_KHRONOS_sync2"}


_SEVERAL = (SettingType.FLAGS, SettingType.LIST)
# A prefix that a layer gives to the library in its code and that no manifest mentions.
_PREFIXES = {"VK_LAYER_KHRONOS_validation": "LAYER"}


class Overriding(NamedTuple):
    """A variable that wins over what is configured.

    Attributes:
        adds: it does not: its entries count beside those that are configured.
    """

    name: str
    value: str
    adds: bool = False

    @property
    def sentence(self) -> str:
        does = "counts too" if self.adds else "wins"
        return f"The variable {self.name} {does}: {self.value}"


def layer_key(layer: str) -> str:
    """The name space of a layer in the settings file, such as khronos_validation."""
    return _lower(layer.removeprefix(_PREFIX))


def file_key(layer: str, key: str) -> str:
    """The name of a setting in the settings file, such as khronos_validation.x."""
    return f"{layer_key(layer)}.{key}"


def variable_names(declared: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """The variables that override a setting, the strongest first.

    They are the one with the layer's own prefix, the long one, the one without vendor, the short
    one, and the one that the manifest names; the last alone where a layer has code of its own.
    """
    names = _library_names(declared, setting) if declared.knows_api_settings else []
    return tuple(dict.fromkeys(name for name in (*names, setting.variable) if name))


def settable_variables(declared: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """The variables that make sure of a value: the strongest, and the manifest's own.

    There is none for a layer with code of its own whose manifest names none.
    """
    # The first name wins over the others; newer layers look no further.
    strongest = _library_names(declared, setting)[:1] if declared.knows_api_settings else []
    return tuple(dict.fromkeys(name for name in (*strongest, setting.variable) if name))


def android_properties(declared: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """The system properties of Android that set a setting, the strongest first."""
    if not declared.knows_api_settings:
        return ()
    whole = declared.name.removeprefix(_PREFIX)
    names = [f"debug.{prefix}.{setting.key}"] if (prefix := declared.prefix) else []
    names.append(f"debug.vulkan.{_lower(whole)}.{setting.key}")
    names.append(f"debug.vulkan.{_lower(_without_vendor(whole))}.{setting.key}")
    names.append(f"debug.vulkan.{setting.key}")
    return tuple(dict.fromkeys(names))


def overriding(
    declared: DeclaredLayer, setting: Setting, environment: Mapping[str, str]
) -> Overriding | None:
    """The variable that overrides a setting in an environment."""
    # Layers with code of their own put the entries of lists together (docs/layer_settings.md).
    adds = setting.type in _SEVERAL and not declared.knows_api_settings
    for name in variable_names(declared, setting):
        # To both families an empty variable is one that is not set.
        if value := environment.get(name):
            return Overriding(name, value, adds)
    return None


def _library_names(declared: DeclaredLayer, setting: Setting) -> list[str]:
    # docs/layer_settings.md, "Variables": the prefix, the layer, the layer without its vendor, the
    # key alone.
    key = _upper(setting.key)
    prefix = declared.prefix or _PREFIXES.get(declared.name, "")
    names = [f"VK_{prefix}_{key}"] if prefix else []
    for layer in _layer_names(declared.name):
        whole = _upper(layer.removeprefix(_PREFIX))
        names += [f"VK_{whole}_{key}", f"VK_{_without_vendor(whole)}_{key}", f"VK_{key}"]
    return names


def _layer_names(layer: str) -> tuple[str, ...]:
    second = _SECOND_NAMES.get(layer)
    return (layer, second) if second else (layer,)


def _without_vendor(whole: str) -> str:
    _vendor, separator, rest = whole.partition("_")
    return rest if separator else whole


# C's tolower and toupper change ASCII letters only.
def _lower(text: str) -> str:
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def _upper(text: str) -> str:
    return "".join(chr(ord(c) - 32) if "a" <= c <= "z" else c for c in text)


LABELS = {
    "WINDOWS": "Windows",
    "WINDOWS_X86": "Windows (x86)",
    "WINDOWS_ARM": "Windows (Arm)",
    "LINUX": "Linux",
    "MACOS": "macOS",
    "ANDROID": "Android",
    "IOS": "iOS",
}
_WINDOWS = frozenset({"WINDOWS", "WINDOWS_X86", "WINDOWS_ARM"})
_TOKENS = {Platform.LINUX: "LINUX", Platform.WINDOWS: "WINDOWS", Platform.MACOS: "MACOS"}


def token_of(platform: Platform) -> str:
    return _TOKENS[platform]


def runs_on(platforms: Iterable[str], token: str) -> bool:
    """Whether a platform is among those named; an empty list names none."""
    named = set(platforms)
    if token in named:
        return True
    # The tokens of today are WINDOWS_X86 and WINDOWS_ARM; older manifests name WINDOWS.
    if token == "WINDOWS":
        return bool(named & _WINDOWS)
    return token in _WINDOWS and "WINDOWS" in named


def platform_names(platforms: Iterable[str]) -> str:
    return ", ".join(LABELS.get(token, token) for token in platforms)


ELSEWHERE = "The layer has it on"  # how the reason begins for which other platforms have a setting


def is_offered(of: Setting | Choice, platform: str) -> bool:
    """Whether the manifest shows a setting, flag or value, and the platform has it."""
    return of.visibility is not Visibility.HIDDEN and runs_on(of.platforms, platform)


def elsewhere(setting: Setting, platform: str) -> str:
    """Which platforms have a setting that this one has not, a sentence, or ""."""
    if not setting.platforms or runs_on(setting.platforms, platform):
        return ""
    return f"{ELSEWHERE} {platform_names(setting.platforms)} only."


def walk_offered(settings: Sequence[Setting], platform: str) -> Iterator[Setting]:
    """The settings that have a value, less those that are hidden or below what is."""
    for setting in settings:
        if not is_offered(setting, platform):
            continue
        if setting.type is not SettingType.GROUP:
            yield setting
        yield from walk_offered(setting.settings, platform)
        for choice in setting.choices:
            if is_offered(choice, platform):
                yield from walk_offered(choice.settings, platform)


def walk_visible(declared: DeclaredLayer) -> Iterator[Setting]:
    """The settings that have a value and that the manifest shows on any platform."""
    return _visible(declared.settings)


def _visible(settings: Sequence[Setting]) -> Iterator[Setting]:
    for setting in settings:
        if setting.visibility is Visibility.HIDDEN:
            continue
        if setting.type is not SettingType.GROUP:
            yield setting
        yield from _visible(setting.settings)
        for choice in setting.choices:
            if choice.visibility is not Visibility.HIDDEN:
                yield from _visible(choice.settings)


def path_to(settings: Sequence[Setting], key: str) -> tuple[str, ...]:
    """The keys from the outermost setting down to one; () if there is no such setting."""
    for setting in settings:
        below = () if setting.key == key else path_to(tuple(setting.children()), key)
        if below or setting.key == key:
            return (setting.key, *below)
    return ()
