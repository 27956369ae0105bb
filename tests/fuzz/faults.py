"""Deliberate one-line faults in the engine, each of which random machines must find.

A fault is applied to the source while a module is imported, in a process of its own: see mutant.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_ENGINE = Path(__file__).parent.parent.parent / "vkconfig_py" / "loader"


class Fault(NamedTuple):
    """One line of a module, what stands there instead, and what it breaks.

    Attributes:
        module: below vkconfig_py.loader.
        line: without its indentation; it stands in the module exactly once.
    """

    module: str
    line: str
    changed: str
    breaks: str

    @property
    def full_module(self) -> str:
        """Return the name to import."""
        return f"vkconfig_py.loader.{self.module}"

    def apply(self, source: str) -> str:
        """Return the source with the fault in it."""
        lines = source.split("\n")
        places = [place for place, line in enumerate(lines) if line.strip() == self.line]
        if len(places) != 1:
            raise LookupError(f"{self.module} has {len(places)} lines {self.line!r}")
        (place,) = places
        indent = len(lines[place]) - len(lines[place].lstrip())
        lines[place] = " " * indent + self.changed
        return "\n".join(lines)


def source_of(fault: Fault) -> str:
    """Return the source of the module that a fault is for, without importing anything."""
    return _ENGINE.joinpath(*fault.module.split(".")).with_suffix(".py").read_text("utf-8")


FAULTS = (
    # the reader
    Fault(
        "json.decode",
        "first_values.setdefault(key, value)",
        "first_values[key] = value",
        "of a key that stands twice the last value counts",
    ),
    Fault(
        "manifests.reader",
        "folded_members.setdefault(key.lower() if key.isascii() else key, value)",
        "folded_members.setdefault(key, value)",
        "keys in another case are not found",
    ),
    Fault(
        "manifests.reader",
        "MAX_TEXT_LENGTH = 254",
        "MAX_TEXT_LENGTH = 255",
        "a text may be one byte longer",
    ),
    Fault(
        "manifests.reader",
        "return value if isinstance(value, str) else None",
        "return str(value)",
        "a number counts as a text",
    ),
    Fault(
        "manifests.reader",
        "return text[1:-1] if cuts_strings else text",
        "return text",
        "the oldest loaders do not cut what they print",
    ),
    Fault(
        "manifests.layer",
        "if len(nodes) > 1 and _takes_one_node(file):",
        "if False:",
        "members behind the layer do no harm",
    ),
    Fault(
        "manifests.layer",
        'if kind not in ("INSTANCE", "GLOBAL"):',
        'if kind == "":',
        "any type is taken",
    ),
    Fault(
        "manifests.layer",
        "if version.variant and dialect.variant_refused:",
        "if False:",
        "an API variant does not matter",
    ),
    Fault(
        "manifests.layer",
        'if fields.has("layers") and not dialect.layer_nodes_only:',
        'if fields.has("layers") and not fields.has("layer"):',
        "layer goes before layers",
    ),
    Fault(
        "manifests.reader",
        "self.name = self.name if new_name is None else new_name",
        'self.name = "" if new_name is None else new_name',
        "an extension without a name has none",
    ),
    Fault(
        "manifests.driver",
        "return NO_VERSION  # the driver is loaded anyway",
        'raise FieldError(Reason.BAD_VALUE, "ICD/api_version")',
        "a number as api_version drops the driver",
    ),
    Fault(
        "base.versions",
        "numbers = [strtoul(token) & 0xFFFF for token in tokens[:4]]",
        "numbers = [strtoul(token) & 0xFFFF for token in tokens[:3]]",
        "a version of four parts has no variant",
    ),
    # search
    Fault(
        "files.search_paths",
        "has_separator = entry.endswith(rules.paths.slash) and not with_slash",
        "has_separator = False",
        "a slash at the end of a folder is doubled",
    ),
    Fault(
        "files.scan",
        "name = file[prefix_length:]",
        "name = file",
        "a dangling link keeps its folder",
    ),
    # filters
    Fault(
        "rules.activation", "_MAX_TOKENS = 16", "_MAX_TOKENS = 17", "the seventeenth token counts"
    ),
    Fault(
        "rules.activation",
        '_MATCH_ALL = ("~all~", "*", "**")',
        '_MATCH_ALL = ("~all~",)',
        "a lone asterisk matches nothing",
    ),
    Fault(
        "rules.activation",
        "return folded_text.startswith(self.body)",
        "return self.body in folded_text",
        "a prefix may stand anywhere",
    ),
    Fault(
        "rules.activation",
        "return self.body in folded_text",
        "return folded_text.startswith(self.body)",
        "a part must stand in front",
    ),
    Fault(
        "rules.activation",
        "return folded_text.endswith(self.body)",
        "return folded_text.startswith(self.body)",
        "a suffix is taken for a prefix",
    ),
    Fault(
        "rules.activation",
        "if self.length > len(folded_text):",
        "if self.length >= len(folded_text):",
        "a pattern as long as the name does not match",
    ),
    Fault(
        "rules.activation",
        'return "" if token and self.allow.find_match(name) else token',
        "return token",
        "the allow filter does nothing",
    ),
    Fault(
        "rules.activation",
        'return "" if token and self.enable.find_match(name) else token',
        "return token",
        "the disable filter beats the enable filter",
    ),
    Fault(
        "rules.activation",
        "kind_token = self.all_implicit_token if is_implicit else self.all_explicit_token",
        "kind_token = self.all_explicit_token if is_implicit else self.all_implicit_token",
        "~implicit~ and ~explicit~ change places",
    ),
    Fault(
        "rules.activation",
        "return text.lower() if text.isascii() else text.translate(_LOWER_CASE_TABLE)",
        "return text",
        "patterns mind the case",
    ),
    # activation
    Fault(
        "rules.activation",
        "if disable is not None and value is not None and layer.disable_value in (None, value):",
        "if disable is not None and value and layer.disable_value in (None, value):",
        "an empty disable variable does not disable",
    ),
    Fault(
        "rules.activation",
        "if value == required:",
        "if value is not None:",
        "any value of the enable variable enables",
    ),
    Fault(
        "rules.activation",
        "if not switch.is_on and layer.name in inputs.override_components:",
        "if False:",
        "the override does not force its components on",
    ),
    Fault(
        "rules.activation",
        "switch = Switch(True, Reason.ENABLE_FILTER, enabling_token)",
        "pass",
        "the enable filter enables no implicit layer",
    ),
    # ordering
    Fault(
        "rules.ordering",
        "self._entry_by_name = {entry.name: entry for entry in reversed(available)}",
        "self._entry_by_name = {entry.name: entry for entry in available}",
        "the last layer of a name is found",
    ),
    Fault(
        "rules.ordering",
        "for first, second in zip(copies[::2], copies[1::2], strict=False):",
        "for first, second in zip(copies[:1] * len(copies), copies[1:], strict=False):",
        "every copy of a layer leaves the list",
    ),
    Fault(
        "rules.ordering",
        "if entry.implicit and not (later_names and entry.name in later_names):",
        "if entry.implicit:",
        "VK_INSTANCE_LAYERS does not place implicit layers",
    ),
    Fault(
        "rules.ordering",
        "self._add_layer(entry, ENABLED_AS_IMPLICIT, switch, adds_again, above)",
        "self._add_layer(entry, ENABLED_AS_IMPLICIT, switch, is_repeated_meta, above)",
        "the first place of an implicit layer counts on every loader",
    ),
    Fault("rules.ordering", "loaded_layers.reverse()", "pass", "the chain is the wrong way round"),
    Fault(
        "rules.ordering",
        "if item.entry.name not in names and opens_library(item.entry):",
        "if item.entry.name not in names:",
        "a layer without its library is in the chain",
    ),
    Fault(
        "rules.ordering",
        "adds_again = self._double_components or not self._keeps_first_position",
        "adds_again = False",
        "components of a meta-layer keep their first place on every loader",
    ),
    # meta-layers and the override
    Fault(
        "rules.meta_layers",
        "elif general_index < 0:",
        "elif True:",
        "a second override for all stays",
    ),
    Fault(
        "rules.meta_layers",
        "if self._list_app_keys(entry)[key_index] == self._executable:",
        "if self._executable.endswith(self._list_app_keys(entry)[key_index]):",
        "the end of a path is a key",
    ),
    Fault(
        "rules.meta_layers",
        "if self._matched_override is not None and general_index >= 0:",
        "if False:",
        "the override for all stays beside that of the program",
    ),
    Fault(
        "rules.meta_layers",
        "if offered < required:",
        "if offered <= required:",
        "components must be newer",
    ),
    Fault("rules.meta_layers", "removed_entries.add(entry)", "pass", "an invalid meta-layer stays"),
    Fault(
        "rules.meta_layers",
        "names = override.layer.blacklisted_layers",
        "names: tuple[str, ...] = ()",
        "the blacklist does nothing",
    ),
    Fault(
        "rules.meta_layers",
        "versions.setdefault(extension, version)",
        "versions[extension] = version",
        "extensions of components replace those of the meta-layer",
    ),
    # the settings file
    Fault(
        "settings_file",
        "return general_section",
        "return None",
        "no section for all programs counts",
    ),
    Fault(
        "rules.settings_layers",
        "if is_examined and layer.name != element.name:",
        "if False:",
        "the name of an entry does not matter",
    ),
    Fault(
        "rules.ordering",
        "if entry.control == Control.ON:",
        "if entry.control == Control.AUTO:",
        "auto is on",
    ),
    # drivers
    Fault(
        "rules.activation",
        "if disabled and not selected:",
        "if disabled:",
        "a driver that is selected and disabled is gone",
    ),
    Fault(
        "rules.activation",
        "return (select, name) if select.tokens and not selected else None",
        "return None",
        "drivers that are not selected stay",
    ),
    Fault(
        "rules.activation",
        "name = get_base_name(file)",
        "name = file",
        "driver filters compare the whole path",
    ),
    Fault(
        "rules.activation",
        "if driver.portability and rules.hides_portability:",
        "if False:",
        "portability drivers are for everybody",
    ),
)
