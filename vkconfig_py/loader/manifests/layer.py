"""LayerManifest: one layer of a layer manifest, as loaders of each generation parse it.

Fields are read in the loader's order, since the first error decides. Follows loader.c,
loader_add_layer_properties (the file), loader_read_layer_json (one layer) and, in the oldest
loaders, loaderReadLayerJson. Documented in LoaderLayerInterface, "Layer Manifest File Format".
"""

from __future__ import annotations

import os

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Reason
from vkconfig_py.loader.base.versions import (
    parse_three_parts,
    parse_two_dots,
    parse_version,
    read_u32,
    strtoul,
)
from vkconfig_py.loader.files.safe_paths import FOLDER_REASON, PIPE_REASON
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.json.decode import Members, iterate_elements
from vkconfig_py.loader.manifests.reader import (
    DEFAULT_FUNCTIONS,
    ENUMERATE_VERSION,
    Dialect,
    Extension,
    Failure,
    FieldError,
    Fields,
    Functions,
    get_object_members,
    is_other_architecture,
    read_extensions,
    read_functions,
    resolve_library,
    takes_pre_instance,
)

OVERRIDE_NAME = "VK_LAYER_LUNARG_override"
DEVICE_TYPE = "DEVICE"
INSTANCE_TYPE = "INSTANCE"
_ONE_NODE_FORMAT_VERSION = (1, 0, 1)
_STACK_SIZE = 8 << 20  # bytes that the main thread has, unless ulimit -s says otherwise
_DATE_PARTS, _DATE_LENGTH = 5, 16
_PRE_INSTANCE_KEY = "pre_instance_functions"
NO_SWITCHES = (None, None, None)

# Represents a file with an empty list of layers.
NO_LAYERS = Failure("", Reason.BAD_VALUE, message("“layers” is empty"), 1, key_path=("layers",))


class LayerManifest(NamedTuple):
    """Content of a manifest about one layer.

    Attributes:
        library_path: as written; None for a meta-layer.
        library: resolved against the manifest's folder; "" for a meta-layer.
        enable_environment: (variable, value) that turns an implicit layer on, or None.
        disable_environment: variable that turns an implicit layer off, or None.
        disable_value: value that it must have; None for any.
        index: index of this layer in its file ("layers" arrays hold several).
        key_path: JSON path from the root to this layer's object.
        stopped_at: key at which the loader stopped reading, or ""; such a layer is listed and
            never loaded.
        is_override_flagged: the loader treats it as an override, despite its name.
        is_broken: it is in the list although reading it failed.
        ends_search: if it is the last of its file, the search ends.
        entrypoints: (device extension, its functions), where the manifest names any.
        expires: year, month, day, hour and minute (local time) of an override, or () if it has no
            such date or the loader knows none.
    """

    name: str
    file: str
    implicit: bool
    file_version: str = "1.0.0"
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    type: str = "GLOBAL"
    api_version: tuple[int, int, int] = (1, 0, 0)
    implementation_version: int = 1
    description: str = ""
    library_path: str | None = None
    library: str = ""
    component_layers: tuple[str, ...] = ()
    blacklisted_layers: tuple[str, ...] = ()
    override_paths: tuple[str, ...] = ()
    app_keys: tuple[str, ...] = ()
    enable_environment: tuple[str, str] | None = None
    disable_environment: str | None = None
    disable_value: str | None = None
    instance_extensions: tuple[Extension, ...] = ()
    device_extensions: tuple[Extension, ...] = ()
    library_arch: str = ""
    key_path: KeyPath = ("layer",)
    stopped_at: str = ""
    is_override_flagged: bool = False
    is_broken: bool = False
    ends_search: bool = False
    functions: Functions = DEFAULT_FUNCTIONS
    entrypoints: tuple[tuple[str, tuple[str, ...]], ...] = ()
    expires: tuple[int, ...] = ()

    @property
    def is_meta(self) -> bool:
        return self.library_path is None

    @property
    def off_value(self) -> str:
        """Return the value that its disable variable must have, "1" where any will do."""
        return "1" if self.disable_value is None else self.disable_value

    @property
    def is_override(self) -> bool:
        """Return whether the layer is an override, which chooses layers for other programs."""
        return self.name == OVERRIDE_NAME or self.is_override_flagged


class LayerFile(NamedTuple):
    """Layers of one file, in file order.

    Attributes:
        has_last_failed: the last layer failed, which is the result of the file; only used for the
            settings file.
    """

    entries: tuple[LayerManifest | Failure, ...]
    has_last_failed: bool = False


def parse_layer_file(
    file: str, document: Document, is_implicit: bool, dialect: Dialect
) -> LayerFile:
    """Parse all layers of a manifest once per document.

    `is_implicit`: found where implicit layers are searched for.
    """
    # loader.c, loader_add_layer_properties; loader.c, loader_read_layer_json.
    key = (file, is_implicit, dialect)
    layer_file: LayerFile | None = document.memory.get(key)
    if layer_file is None:
        layer_file = document.memory[key] = _parse(file, document, is_implicit, dialect)
        document.forget_bytes()
    return layer_file


class SourceFile(NamedTuple):
    """Common data of the layers of one file."""

    path: str
    document: Document
    implicit: bool
    version: str
    dialect: Dialect

    def make_failure(
        self, reason: Reason, detail: Message | str = "", key_path: KeyPath = (), name: str = ""
    ) -> Failure:
        """Return the failure of this file or of one of its layers."""
        line = self.document.positions(self.dialect.new_json).find_line(*key_path)
        number = next((part for part in key_path if isinstance(part, int)), 0)
        return Failure(name, reason, detail, line, number, key_path=key_path)

    def parse_short_version(self) -> tuple[int, int, int]:
        """Return file_format_version as three numbers."""
        if self.dialect.three_parts:
            return parse_three_parts(self.version)
        return parse_version(self.version).without_variant


def find_document_failure(document: Document, dialect: Dialect) -> Failure | None:
    """Return the failure of a document that is unreadable or not JSON, else None."""
    if document.error:
        is_folder = document.error == FOLDER_REASON
        if is_folder and dialect.empty_is_invalid_json and not dialect.skips_invalid_files:
            return Failure("", Reason.ABORTS_ALL, document.error, is_abort=True)
        if document.is_elsewhere:
            return Failure("", Reason.FILE_NOT_HERE, document.error)
        # Opening a pipe blocks until a writer opens it: the call does not return.
        is_hanging = document.error == PIPE_REASON or (is_folder and dialect.folder_hangs)
        return Failure("", Reason.UNREADABLE, document.error, is_abort=is_hanging)
    # loader_json.c, loader_get_json: before 1.3.268 invalid JSON is an error of the whole call.
    if document.size >= _STACK_SIZE and dialect.read_onto_stack:
        return Failure("", Reason.CRASHES_ALL, message("its size is 8 MB or more"), is_abort=True)
    parsed_json = document.parse(dialect.new_json)
    if not parsed_json.error:
        return None
    if dialect.skips_invalid_files or (not document.size and not dialect.empty_is_invalid_json):
        return Failure("", Reason.INVALID_JSON, parsed_json.error, parsed_json.line)
    return Failure("", Reason.ABORTS_ALL, parsed_json.error, parsed_json.line, is_abort=True)


def _find_document_failure(document: Document, dialect: Dialect) -> Failure | None:
    """Return why a manifest cannot be read as JSON, with what follows in this release."""
    failure = find_document_failure(document, dialect)
    if failure is None or failure.reason is not Reason.ABORTS_ALL or dialect.invalid_json_fails:
        return failure
    # Before 1.3.234 invalid JSON fails nothing: the search for layers ends there.
    return failure._replace(reason=Reason.ENDS_SEARCH, is_abort=False)


def _parse(path: str, document: Document, is_implicit: bool, dialect: Dialect) -> LayerFile:
    """Parse all layers of a manifest. Those that are refused become failures."""
    failure = _find_document_failure(document, dialect)
    if failure is not None:
        return LayerFile((failure,), True)
    root = document.parse(dialect.new_json).value
    if not isinstance(root, Members):
        file = SourceFile(path, document, is_implicit, "", dialect)
        if root and isinstance(root, list) and not dialect.root_is_object:
            fault = message("the root is an array, not an object")
            crash_failure = file.make_failure(Reason.CRASHES_ALL, fault)
            return LayerFile((crash_failure._replace(is_abort=True),), True)
        return LayerFile(
            (file.make_failure(Reason.NOT_A_MANIFEST, message("not an object")),), True
        )
    fields = Fields(root, dialect)
    try:
        # An unknown version only causes a message.
        file = SourceFile(
            path, document, is_implicit, fields.get_version("file_format_version"), dialect
        )
    except FieldError as error:
        file = SourceFile(path, document, is_implicit, "", dialect)
        return LayerFile(
            (file.make_failure(error.reason, error.detail, error.make_key_path(())),), True
        )
    # If both keys exist, "layers" is used, whatever the file's version.
    if fields.has("layers") and not dialect.layer_nodes_only:
        return _parse_array(file, fields.get_raw("layers"))
    if fields.has("layer"):
        return _parse_single(file, root)
    reason = Reason.MISSING_KEY
    if fields.has("icd" if dialect.new_json else "ICD"):
        reason = Reason.OTHER_MANIFEST_TYPE  # the loader is silent about it
    return LayerFile((file.make_failure(reason, "layer"),), True)


def _parse_array(file: SourceFile, value: Any) -> LayerFile:
    """Parse the layers of a "layers" array."""
    entries: list[LayerManifest | Failure] = []
    for index, node in enumerate(iterate_elements(value)):
        if _is_searched(node, file.dialect):
            entries.append(_parse_layer(file, node, index, ("layers", index)))
            continue
        failure = file.make_failure(
            Reason.BAD_VALUE, message("“layers” contains an invalid element"), ("layers", index)
        )
        entries.append(failure)
        if file.dialect.new_json:
            # "Skipping this file": earlier layers stay, and so does the result of the last one.
            return LayerFile(tuple(entries), len(entries) == 1 or isinstance(entries[-2], Failure))
    return LayerFile(tuple(entries), bool(entries) and isinstance(entries[-1], Failure))


def _is_searched(node: Any, dialect: Dialect) -> bool:
    """Return whether the loader looks up keys in a value that may be no object."""
    return isinstance(node, Members) or (not dialect.new_json and isinstance(node, list))


def _parse_single(file: SourceFile, root: Members) -> LayerFile:
    """Parse the layer of a "layer" key, and what the loader takes for more of them."""
    # The loader counts the "layer" node and every root member after it, whatever its name.
    nodes: list[tuple[str, Any]] = []
    for key, value in root:
        if nodes or (key.lower() if file.dialect.new_json else key) == "layer":
            nodes.append((key, value))
    # From 1.0.1 on "layer" has to be the last key of the root, whatever follows it.
    if len(nodes) > 1 and _takes_one_node(file):
        extra = nodes[1][0]
        return LayerFile((file.make_failure(Reason.MULTIPLE_LAYER_NODES, extra, (extra,)),), True)
    entries = tuple(
        _parse_layer(file, node, index, (key,))
        for index, (key, node) in enumerate(nodes)
        if index == 0 or _is_searched(node, file.dialect)
    )
    return LayerFile(
        entries, not isinstance(nodes[-1][1], Members) or isinstance(entries[-1], Failure)
    )


def _takes_one_node(file: SourceFile) -> bool:
    """Return whether a file of this version may have only one "layer"."""
    if file.dialect.layer_nodes_only:
        return False
    major, minor, patch = file.parse_short_version()  # loader.c, layerJsonSupportsMultipleLayers
    if file.dialect.nodes_in_1_0_0:
        return major > 1 or minor > 0 or patch > 0
    if not file.dialect.nodes_in_1_0_1:
        return (major, minor, patch) >= _ONE_NODE_FORMAT_VERSION
    return major > 1 or minor > 0 or patch > 1


def _parse_layer(
    file: SourceFile, node: Any, index: int, key_path: KeyPath
) -> LayerManifest | Failure:
    """Parse one layer of a manifest, or return why it is refused.

    `node`: the JSON value of the layer. `index`: its number in the file. `key_path`: its place in
    the file.
    """
    name = ""
    try:
        fields = Fields(get_object_members(node, file.dialect, "layer"), file.dialect)
        name = fields.get_text("name") or ""
        if file.dialect.place_taken_first:
            return read_oldest_layer(file, fields, index, key_path)
        return _read_layer(file, fields, index, key_path)
    except FieldError as error:
        failure = file.make_failure(error.reason, error.detail, error.make_key_path(key_path), name)
        return failure._replace(layer_index=index, is_abort=error.reason is Reason.CRASHES_ALL)


def _check_type(kind: str, dialect: Dialect) -> None:
    """Raise FieldError if the loader refuses this "type" of a layer."""
    # LoaderLayerInterface, "Device Layers": deprecated, and refused with a warning.
    if kind == DEVICE_TYPE:
        if dialect.device_layers:
            return
        raise FieldError(Reason.DEVICE_LAYER, "type", DEVICE_TYPE)
    # Only upper case is recognised; both mean the same to loaders with one chain.
    if kind not in ("INSTANCE", "GLOBAL"):
        raise FieldError(
            Reason.BAD_VALUE, "type", message("“type” is neither “INSTANCE” nor “GLOBAL”")
        )


def _read_layer(file: SourceFile, fields: Fields, index: int, key_path: KeyPath) -> LayerManifest:
    """Read one layer. Raise FieldError if it is refused."""
    dialect = file.dialect
    # A name without the prefix VK_LAYER_ is only a warning (LLP_LAYER_3).
    name = fields.get_fixed_text("name")
    if dialect.type_optional and fields.get_text("type") is None:
        return _PartialLayer(name, file, index, key_path).make_untyped_layer()
    kind = fields.get_required("type")
    if kind is None:
        return _PartialLayer(name, file, index, key_path).make_untyped_layer()
    _check_type(kind, dialect)
    if dialect.half_read_layers and fields.get_text("api_version") is None:
        return _PartialLayer(name, file, index, key_path).make_layer("api_version", kind)
    api_version = _read_api_version(fields, dialect)
    if dialect.half_read_layers and fields.get_text("implementation_version") is None:
        partial_layer = _PartialLayer(name, file, index, key_path)
        return partial_layer.make_layer("implementation_version", kind, api_version)
    # Since 1.4.303 a string: a JSON number is treated as missing.
    implementation = fields.get_required("implementation_version")
    description = fields.get_fixed_text("description")
    library_path, components = _read_library(fields, dialect)
    # Only a layer that lacks no key has its version read.
    if dialect.two_dots and (not file.implicit or fields.has("disable_environment")):
        check_dots(fields.get_required("api_version"), "api_version")
    is_empty = dialect.library_required and file.implicit and names_no_switch(fields, dialect)
    if is_empty:
        # It has its place already; what follows is not read, and nothing turns it off.
        return LayerManifest(
            name=name,
            file=file.path,
            implicit=True,
            file_version=file.version,
            index=index,
            type=kind,
            api_version=api_version,
            implementation_version=strtoul(implementation) & 0xFFFFFFFF,
            description=description,
            library_path=library_path,
            library=resolve_library(file.path, library_path or "", dialect),
            key_path=key_path,
            is_broken=True,
        )
    enable, disable, value = read_switches(fields, dialect) if file.implicit else NO_SWITCHES
    functions = read_functions(fields, dialect, file.parse_short_version(), file.implicit)
    # Checked after all required keys.
    library_arch = fields.get_text("library_arch") or ""
    if is_other_architecture(library_arch, dialect):
        raise FieldError(Reason.WRONG_ARCHITECTURE, "library_arch", library_arch[:2])
    is_override = name == OVERRIDE_NAME
    extensions = read_extensions(fields, name, dialect)
    if _ends_at_version_function(file, fields):
        raise FieldError(Reason.ENDS_SEARCH, _PRE_INSTANCE_KEY, ENUMERATE_VERSION)
    return LayerManifest(
        name=name,
        file=file.path,
        implicit=file.implicit,
        file_version=file.version,
        index=index,
        type=kind,
        api_version=api_version,
        # "12x" is 12, and "abc" is 0.
        implementation_version=read_u32(implementation, dialect.signed_numbers),
        description=description,
        library_path=library_path,
        library="" if library_path is None else resolve_library(file.path, library_path, dialect),
        component_layers=components,
        # An invalid element ends the list; the elements before it are kept.
        blacklisted_layers=fields.get_texts("blacklisted_layers")[0] if is_override else (),
        # Read for every layer; only those of the override are used.
        override_paths=() if dialect.library_required else fields.get_texts("override_paths")[0],
        app_keys=fields.get_texts("app_keys")[0] if extensions.last_name == name else (),
        enable_environment=enable,
        disable_environment=disable,
        disable_value=value,
        instance_extensions=extensions.instance,
        device_extensions=extensions.device,
        library_arch=library_arch,
        key_path=key_path,
        functions=functions,
        entrypoints=extensions.entrypoints,
        expires=_read_expiration(fields, dialect) if is_override else (),
    )


def _read_expiration(fields: Fields, dialect: Dialect) -> tuple[int, ...]:
    """Return the numbers of an override's expiration date, such as 2021-12-31-23-59, or ()."""
    is_month_later = dialect.expires_a_month_later
    if not dialect.override_expires and not is_month_later:
        return ()
    key = "expiration" if is_month_later else "expiration_date"
    # Sixteen bytes with a hyphen: what is missing is read from the last part again.
    parts = (fields.get_text(key) or "").split("-")
    if len(parts) < 2 or sum(len(os.fsencode(part)) + 1 for part in parts) != _DATE_LENGTH + 1:
        return ()
    is_complete = len(parts) > _DATE_PARTS
    if not is_complete and not parts[-1]:
        return ()
    parts += parts[-1:] * (_DATE_PARTS - len(parts))
    year, month, *day_and_time = (strtoul(part) for part in parts[:_DATE_PARTS])
    date = (year & 0xFFFF, month & 0xFF, *(number & 0xFF for number in day_and_time))
    return (date[0], date[1] + is_month_later, *date[2:])


class _PartialLayer(NamedTuple):
    """A layer that some loaders stop parsing but list anyway (Gate.HALF_READ_LAYERS).

    It has no library, so that it is never loaded.
    """

    name: str
    file: SourceFile
    number: int
    key_path: KeyPath

    def make_layer(
        self, stopped_at: str, kind: str, api_version: tuple[int, int, int] = (0, 0, 0)
    ) -> LayerManifest:
        """Return a layer that has only what precedes the missing key.

        `stopped_at`: the missing key.
        """
        return LayerManifest(
            name=self.name,
            file=self.file.path,
            implicit=self.file.implicit,
            file_version=self.file.version,
            index=self.number,
            type=kind,
            api_version=api_version,
            implementation_version=0,
            library_path="",
            key_path=self.key_path,
            stopped_at=stopped_at,
        )

    def make_untyped_layer(self) -> LayerManifest:
        """Return a layer without "type", which is neither implicit nor explicit."""
        return self.make_layer("type", "")._replace(implicit=True)


def _read_api_version(fields: Fields, dialect: Dialect) -> tuple[int, int, int]:
    """Return a layer's api_version as three numbers."""
    # No version is too old or too new for a manifest.
    text = fields.get_required("api_version")
    if dialect.two_dots:
        return parse_two_dots(text)
    if dialect.three_parts:
        return parse_three_parts(text)
    version = parse_version(text)
    if version.variant and dialect.variant_refused:
        raise FieldError(Reason.VARIANT, "api_version", str(version.variant))
    return version.without_variant


def _read_library(fields: Fields, dialect: Dialect) -> tuple[str | None, tuple[str, ...]]:
    """Return library_path, None for a meta-layer, and the names of its components."""
    if dialect.library_required:
        return fields.get_required("library_path"), ()
    library_path = fields.get_text("library_path")
    if library_path is not None:
        # An empty library_path is one, too.
        if fields.has("component_layers"):
            raise FieldError(
                Reason.BAD_VALUE,
                "component_layers",
                message("“library_path” and “component_layers” are mutually exclusive"),
            )
        return library_path, ()
    # An empty list is valid: a meta-layer without components.
    components, is_complete = fields.get_texts("component_layers")
    if not is_complete:
        if fields.has("component_layers"):
            raise FieldError(
                Reason.BAD_VALUE,
                "component_layers",
                message("“component_layers” is not a list of names"),
            )
        raise FieldError(Reason.MISSING_KEY, "library_path")
    return None, components


def _ends_at_version_function(file: SourceFile, fields: Fields) -> bool:
    """Return whether the loader ends its search at a layer that has vkEnumerateInstanceVersion.

    Of implicit layers, where pre_instance_functions names it.
    """
    if not file.dialect.version_function_ends or not file.implicit:
        return False
    if not takes_pre_instance(file.parse_short_version(), file.dialect):
        return False
    return ENUMERATE_VERSION in dict(fields.get_child_members(_PRE_INSTANCE_KEY))


def read_oldest_layer(
    file: SourceFile, fields: Fields, index: int, key_path: KeyPath
) -> LayerManifest:
    """Return a layer of the oldest loaders, complete or as far as it was parsed.

    Those with Gate.PLACE_TAKEN_FIRST read five keys before the layer gets its slot in the list. A
    later error leaves the slot in use: without a name, or, from the enable variable on, as a layer
    that lacks the unread keys.

    Raises:
        FieldError: the layer gets no slot in the list.
    """
    layer = _read_into_slot(file, fields, index, key_path)
    if not file.dialect.places_emptied or not (layer.is_broken or layer.ends_search):
        return layer
    return LayerManifest(
        name="",
        file=file.path,
        implicit=True,  # no flag says that it is explicit
        file_version=file.version,
        index=index,
        api_version=(0, 0, 0),
        implementation_version=0,
        library_path="",
        key_path=key_path,
        stopped_at=layer.stopped_at,
        is_broken=True,
        ends_search=layer.ends_search,
    )


def _read_into_slot(
    file: SourceFile, fields: Fields, index: int, key_path: KeyPath
) -> LayerManifest:
    """Read what the oldest loaders keep of a layer, from its name on, as far as they read it."""
    name = fields.get_required("name")
    kind = fields.get_required("type")
    layer = LayerManifest(
        name=fields.get_fixed_text("name"),
        file=file.path,
        implicit=file.implicit,
        file_version=file.version,
        index=index,
        type=kind,
        api_version=parse_three_parts(fields.get_required("api_version")),
        implementation_version=read_u32(fields.get_required("implementation_version"), signed=True),
        description=fields.get_fixed_text("description"),
        key_path=key_path,
    )
    _check_type(kind, file.dialect)
    is_override = name == OVERRIDE_NAME
    nameless_layer = layer._replace(
        name="",
        api_version=(0, 0, 0),
        implementation_version=0,
        description="",
        library_path="",
        is_override_flagged=is_override,
        is_broken=True,
    )
    library_path = fields.get_text("library_path")
    if (library_path is None) != fields.has("component_layers"):
        stopped_at = "component_layers" if library_path is not None else "library_path"
        return nameless_layer._replace(stopped_at=stopped_at)
    library = "" if library_path is None else resolve_library(file.path, library_path, file.dialect)
    layer = layer._replace(library_path=library_path, library=library)
    if file.implicit:
        if not fields.has("disable_environment"):
            return nameless_layer._replace(
                library_path=library_path, library=library, stopped_at="disable_environment"
            )
        try:
            enable, disable, value = read_switches(fields, file.dialect)
        except FieldError as error:
            if error.reason is Reason.CRASHES_ALL:
                raise
            return layer._replace(is_broken=True)  # enabled, and nothing disables it
        layer = layer._replace(
            enable_environment=enable, disable_environment=disable, disable_value=value
        )
    return _read_lists(file, fields, layer, is_override)


def _read_lists(
    file: SourceFile, fields: Fields, base_layer: LayerManifest, is_override: bool
) -> LayerManifest:
    """Return the layer with its lists: extensions, components, override paths and programs."""
    extensions = read_extensions(fields, base_layer.name, file.dialect)
    layer = base_layer._replace(
        instance_extensions=extensions.instance,
        device_extensions=extensions.device,
        functions=read_functions(fields, file.dialect, file.parse_short_version(), file.implicit),
        entrypoints=extensions.entrypoints,
        expires=_read_expiration(fields, file.dialect) if is_override else (),
    )
    if _ends_at_version_function(file, fields):
        return layer._replace(ends_search=True)
    return layer._replace(
        component_layers=fields.get_texts("component_layers")[0],
        blacklisted_layers=fields.get_texts("blacklisted_layers")[0] if is_override else (),
        override_paths=fields.get_texts("override_paths")[0],
        app_keys=fields.get_texts("app_keys")[0] if extensions.last_name == base_layer.name else (),
    )


def read_switches(
    fields: Fields, dialect: Dialect
) -> tuple[tuple[str, str] | None, str, str | None]:
    """Return the enable and disable variables of an implicit layer (LLP_LAYER_9).

    The last is the value that the disable variable must have, None for any.
    """
    if not fields.has("disable_environment"):
        raise FieldError(Reason.MISSING_KEY, "disable_environment")
    # Only the first member is read.
    disable_pair = fields.get_first_pair("disable_environment")
    if disable_pair is None:
        crashes = _crashes_on_pair(
            fields.get_raw("disable_environment"), dialect, not dialect.new_json
        )
        raise FieldError(
            Reason.CRASHES_ALL if crashes else Reason.BAD_VALUE,
            "disable_environment",
            _describe_bad_switch(fields, "disable_environment"),
        )
    enable_pair = fields.get_first_pair("enable_environment")
    if enable_pair is None and fields.has("enable_environment"):
        enable_value = fields.get_raw("enable_environment")
        crashes = _crashes_on_pair(enable_value, dialect, dialect.enable_text_crashes)
        if crashes or (
            not dialect.values_printed_whole and not list(iterate_elements(enable_value))
        ):
            raise FieldError(
                Reason.CRASHES_ALL,
                "enable_environment",
                _describe_bad_switch(fields, "enable_environment"),
            )
    # In most releases the value of the disable variable is irrelevant: its presence decides.
    return enable_pair, disable_pair[0], disable_pair[1] if dialect.value_switches_off else None


def _describe_bad_switch(fields: Fields, key: str) -> Message:
    """Return why the first member of a switch is not one: no variable, or a value of no text."""
    value = fields.get_raw(key)
    if isinstance(value, Members) and value and value[0][0]:
        return message(
            "the value of {variable} in “{key}” is not a string", variable=value[0][0], key=key
        )
    return message("“{key}” does not name a variable", key=key)


def names_no_switch(fields: Fields, dialect: Dialect) -> bool:
    """Return whether disable_environment is there and holds nothing.

    Raise FieldError where that is fatal.
    """
    if not fields.has("disable_environment"):
        return False
    is_empty = not list(iterate_elements(fields.get_raw("disable_environment")))
    if is_empty and dialect.empty_switch_crashes:
        raise FieldError(
            Reason.CRASHES_ALL,
            "disable_environment",
            _describe_bad_switch(fields, "disable_environment"),
        )
    return is_empty


def _crashes_on_pair(value: Any, dialect: Dialect, text_crashes: bool) -> bool:
    """Return whether a loader crashes on the first element of an environment object.

    The oldest loaders treat any element as one, later ones a string without a name.
    """
    first = next(iter(iterate_elements(value)), None)
    if not dialect.values_printed_whole:
        return bool(list(iterate_elements(value)))
    is_nameless = isinstance(value, list) and not isinstance(value, Members)
    return text_crashes and is_nameless and isinstance(first, str)


def check_dots(text: str, key: str) -> None:
    """Raise FieldError if a version lacks the third part that a loader with Gate.TWO_DOTS reads."""
    if text.count(".") < 2:
        raise FieldError(
            Reason.CRASHES_ALL, key, message("“{key}” has fewer than two dots", key=key)
        )
