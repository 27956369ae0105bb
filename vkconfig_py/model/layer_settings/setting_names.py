"""Names of a setting (file, variable, Android), and its platforms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Setting,
    SettingChoice,
    VariableReader,
    Visibility,
)
from vkconfig_py.model.layer_settings.known_layers import (
    find_variable_stems,
    is_file_only,
    list_hiding_settings,
)

_LAYER_NAME_PREFIX = "VK_LAYER_"
# C's tolower and toupper change ASCII letters only.
_TO_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_TO_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)
# Vulkan-Utility-Libraries know this layer by a second, shorter name.
_ALTERNATIVE_NAMES = {"VK_LAYER_KHRONOS_synchronization2": "VK_LAYER_KHRONOS_sync2"}


_MULTI_VALUE_TYPES = (SettingType.FLAGS, SettingType.LIST)


class OverridingVariable(NamedTuple):
    """A variable that overrides a configured value.

    Attributes:
        adds_entries: its entries are added to the configured ones instead of replacing them.
        is_doubtful: it is not known whether the layer reads it.
    """

    name: str
    value: str
    adds_entries: bool = False
    is_doubtful: bool = False

    @property
    def comment(self) -> str:
        """What the variable does, in English for a comment of a settings file."""
        effect = "may win" if self.is_doubtful else "counts too" if self.adds_entries else "wins"
        return f"The variable {self.name} {effect}: {self.value}"


def render_winning_variable(name: str, value: str, *, is_configured: bool) -> str:
    """Return the sentence that a variable counts instead of a value.

    `is_configured`: the configuration sets the variable, not the session.
    """
    if is_configured:
        return tr(
            "This configuration sets {name}={value}, which takes precedence.",
            name=name,
            value=value,
        )
    return tr("Your session sets {name}={value}, which takes precedence.", name=name, value=value)


def make_layer_key(layer: str) -> str:
    """Return the namespace of a layer in the settings file, such as khronos_validation."""
    return layer.removeprefix(_LAYER_NAME_PREFIX).translate(_TO_LOWER)


def make_file_key(layer: str, key: str) -> str:
    """Return the name of a setting in the settings file, such as khronos_validation.x."""
    return f"{make_layer_key(layer)}.{key}"


def get_name_in_file(declared_layer: DeclaredLayer, setting: Setting) -> str:
    """Return the name of a setting in the file that its layer reads."""
    return (
        setting.own_name
        if declared_layer.own_settings
        else make_file_key(declared_layer.name, setting.key)
    )


def list_variable_names(declared_layer: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """Return the variables that override a setting, strongest first, the manifest's own last."""
    names = (*_list_library_names(declared_layer, setting), setting.variable)
    return tuple(dict.fromkeys(name for name in names if name))


def list_settable_variables(declared_layer: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """Return the variables to set so that a value takes effect.

    There are none if the layer reads no variable for it.

    They are the strongest and the manifest's own; for a layer whose namespace is not known the two
    that every layer of Vulkan-Utility-Libraries reads.
    """
    # The first name overrides the others; newer layers stop at it.
    is_known = find_variable_stems(declared_layer.name, declared_layer.api_version)
    strongest_names = _list_library_names(declared_layer, setting)[: 1 if is_known else 2]
    return tuple(dict.fromkeys(name for name in (*strongest_names, setting.variable) if name))


def render_variable_doubt(declared_layer: DeclaredLayer, setting: Setting) -> str:
    """Return the sentence that a layer may not read a setting's variable, or ""."""
    if declared_layer.variable_reader is not VariableReader.UNKNOWN or setting.variable:
        return ""
    return tr("It is unknown whether this layer reads variables.")


def list_android_properties(declared_layer: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """Return Android system properties that set a setting, strongest first."""
    if declared_layer.variable_reader is VariableReader.OWN:
        return ()
    full_name = declared_layer.name.removeprefix(_LAYER_NAME_PREFIX)
    names = [f"debug.{prefix}.{setting.key}"] if (prefix := declared_layer.prefix) else []
    names.append(f"debug.vulkan.{full_name.translate(_TO_LOWER)}.{setting.key}")
    names.append(f"debug.vulkan.{_remove_vendor(full_name).translate(_TO_LOWER)}.{setting.key}")
    names.append(f"debug.vulkan.{setting.key}")
    return tuple(dict.fromkeys(names))


def find_overriding_variable(
    declared_layer: DeclaredLayer, setting: Setting, environment: Mapping[str, str]
) -> OverridingVariable | None:
    """Return the variable in an environment that overrides a setting, or None."""
    # Layers with their own parser merge list entries (docs/layer_settings.md).
    adds_entries = (
        setting.type in _MULTI_VALUE_TYPES and declared_layer.variable_reader is VariableReader.OWN
    )
    is_unknown = declared_layer.variable_reader is VariableReader.UNKNOWN
    for name in list_variable_names(declared_layer, setting):
        # Both families treat an empty variable as unset.
        if value := environment.get(name):
            is_doubtful = is_unknown and name != setting.variable
            return OverridingVariable(name, value, adds_entries, is_doubtful)
    return None


def find_hiding_source(
    declared_layer: DeclaredLayer,
    setting: Setting,
    chosen_keys: Collection[str],
    environment: Mapping[str, str],
) -> str:
    """Return the deprecated setting or variable that a layer reads in place of this one, or ""."""
    hiding_keys = list_hiding_settings(declared_layer.name, declared_layer.api_version, setting.key)
    if key_in_use := next((key for key in hiding_keys if key in chosen_keys), ""):
        return key_in_use
    # A manifest need not declare what the layer still reads.
    settings = (
        declared_layer.find_setting(key) or Setting(key, SettingType.FLAGS, key)
        for key in hiding_keys
    )
    variables = (
        find_overriding_variable(declared_layer, hiding_setting, environment)
        for hiding_setting in settings
    )
    return next((variable.name for variable in variables if variable), "")


def _list_library_names(declared_layer: DeclaredLayer, setting: Setting) -> list[str]:
    """Return a setting's variables as Vulkan-Utility-Libraries name them, strongest first.

    It is empty for a layer with a reader of its own.
    """
    if declared_layer.variable_reader is VariableReader.OWN:
        return []
    if is_file_only(declared_layer.name, declared_layer.api_version, setting.key):
        return []
    stems = find_variable_stems(
        declared_layer.name, declared_layer.api_version
    ) or list_common_stems(declared_layer.name)
    return [f"{stem}_{setting.key.translate(_TO_UPPER)}" for stem in stems]


def list_common_stems(layer: str) -> Iterator[str]:
    """Return what stands before _KEY in variables of Vulkan-Utility-Libraries' layers."""
    # docs/layer_settings.md, "Variables": the layer, the layer without its vendor, the key alone.
    # “prefix” in a manifest is the namespace on Android only.
    for name in filter(None, (layer, _ALTERNATIVE_NAMES.get(layer))):
        full_name = name.removeprefix(_LAYER_NAME_PREFIX).translate(_TO_UPPER)
        yield from (f"VK_{full_name}", f"VK_{_remove_vendor(full_name)}", "VK")


def _remove_vendor(full_name: str) -> str:
    """Return a layer's short name without what stands before its first underscore."""
    _vendor, separator, name = full_name.partition("_")
    return name if separator else full_name


PLATFORM_LABELS = {
    "WINDOWS": "Windows",
    "WINDOWS_X86": "Windows (x86)",
    "WINDOWS_ARM": "Windows (Arm)",
    "LINUX": "Linux",
    "MACOS": "macOS",
    "ANDROID": "Android",
    "IOS": "iOS",
}
_WINDOWS_TOKENS = frozenset({"WINDOWS", "WINDOWS_X86", "WINDOWS_ARM"})


def get_platform_token(platform: Platform) -> str:
    """Return the name of a platform in layer manifests, such as "LINUX".

    No name stands for Fuchsia.
    """
    return platform.value.upper()


def lists_platform(platforms: Iterable[str], token: str) -> bool:
    """True if a platform's token is in a list. An empty list contains no platform."""
    platform_names = set(platforms)
    if token in platform_names:
        return True
    # Current tokens are WINDOWS_X86 and WINDOWS_ARM; older manifests use WINDOWS.
    if token == "WINDOWS":
        return bool(platform_names & _WINDOWS_TOKENS)
    return token in _WINDOWS_TOKENS and "WINDOWS" in platform_names


def render_other_platforms(platforms: Collection[str], token: str) -> str:
    """Return the names of the platforms that something is for, "" if `token` is among them."""
    if not platforms or lists_platform(platforms, token):
        return ""
    # Both kinds of Windows are written as two, and meant as one.
    are_both_windows = {"WINDOWS_X86", "WINDOWS_ARM"} <= set(platforms)
    platform_words = (
        "WINDOWS" if are_both_windows and platform in _WINDOWS_TOKENS else platform
        for platform in platforms
    )
    return render_platforms(dict.fromkeys(platform_words))


def render_platforms(platforms: Iterable[str]) -> str:
    """Return the names of platforms, separated by commas."""
    return ", ".join(PLATFORM_LABELS.get(token, token) for token in platforms)


ELSEWHERE_COMMENT = "The layer has it on"  # how a comment of a file begins that names platforms


def is_offered(setting_or_choice: Setting | SettingChoice, platform: str) -> bool:
    """True if a setting, flag or value is not hidden and is available on the platform."""
    return setting_or_choice.visibility is not Visibility.HIDDEN and lists_platform(
        setting_or_choice.platforms, platform
    )


def render_elsewhere(setting_or_choice: Setting | SettingChoice, platform: str) -> str:
    """Return the sentence that a setting or value is for other platforms, or ""."""
    if is_available_on(setting_or_choice, platform):
        return ""
    return tr(
        "The layer supports this only on {platforms}.",
        platforms=render_platforms(setting_or_choice.platforms),
    )


def make_elsewhere_comment(setting: Setting) -> str:
    """Return for which platforms a setting is, in English for a comment that is parsed again."""
    return f"{ELSEWHERE_COMMENT} {render_platforms(setting.platforms)} only."


def is_available_on(setting_or_choice: Setting | SettingChoice, platform: str) -> bool:
    """True if a setting or value declares a platform, or no platform."""
    return not setting_or_choice.platforms or lists_platform(setting_or_choice.platforms, platform)


def walk_offered(settings: Sequence[Setting], platform: str) -> Iterator[Setting]:
    """Yield settings that have a value and that a platform offers, without hidden ones."""
    for setting in settings:
        if not is_offered(setting, platform):
            continue
        if setting.type is not SettingType.GROUP:
            yield setting
        yield from walk_offered(setting.settings, platform)
        for choice in setting.choices:
            if is_offered(choice, platform):
                yield from walk_offered(choice.settings, platform)


def walk_visible(declared_layer: DeclaredLayer) -> Iterator[Setting]:
    """Yield settings with a value that are visible on any platform."""
    return _walk_visible_settings(declared_layer.settings)


def _walk_visible_settings(settings: Sequence[Setting]) -> Iterator[Setting]:
    """Yield settings with a value that are not hidden, and those below them."""
    for setting in settings:
        if setting.visibility is Visibility.HIDDEN:
            continue
        if setting.type is not SettingType.GROUP:
            yield setting
        yield from _walk_visible_settings(setting.settings)
        for choice in setting.choices:
            if choice.visibility is not Visibility.HIDDEN:
                yield from _walk_visible_settings(choice.settings)


def find_key_path(settings: Sequence[Setting], key: str) -> tuple[str, ...]:
    """Return the keys from the outermost setting down to this one, () if it does not exist."""
    for setting in settings:
        names_below = () if setting.key == key else find_key_path(tuple(setting.children()), key)
        if names_below or setting.key == key:
            return (setting.key, *names_below)
    return ()
