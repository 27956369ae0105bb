"""One layer of a layer manifest, as loaders with Gate.PLACE_TAKEN_FIRST read it.

Five keys are looked at before the layer gets its place in the list. Whatever fails after that
leaves the place taken: without a name, or, from the switches on, as a layer that lacks what was not
read.

Follows loader.c, loaderReadLayerJson; fields in the order in which the loader looks at them.
"""

from __future__ import annotations

from vkconfig_py.loader.manifests.extensions import read_extensions
from vkconfig_py.loader.manifests.functions import PRE_INSTANCE, read_functions
from vkconfig_py.loader.manifests.layer import (
    OVERRIDE_NAME,
    LayerManifest,
    SourceFile,
    read_switches,
)
from vkconfig_py.loader.manifests.reader import FieldError, Fields, resolve_library
from vkconfig_py.loader.parsing.json_slow import PathOfKeys
from vkconfig_py.loader.verdicts import Reason
from vkconfig_py.loader.versions import parse_three_parts, strtoul

_VERSION_FUNCTION = "vkEnumerateInstanceVersion"


def read_oldest_layer(
    file: SourceFile, fields: Fields, index: int, place: PathOfKeys
) -> LayerManifest:
    """Return a layer, whole or as far as it was read.

    Raises:
        FieldError: the layer gets no place in the list.
    """
    name = fields.required("name")
    kind = fields.required("type")
    head = LayerManifest(
        name=fields.fixed("name"),
        file=file.path,
        implicit=file.implicit,
        file_version=file.version,
        index=index,
        type=kind,
        api_version=parse_three_parts(fields.required("api_version")),
        implementation_version=strtoul(fields.required("implementation_version")) & 0xFFFFFFFF,
        description=fields.fixed("description"),
        place=place,
    )
    if kind == "DEVICE":
        raise FieldError(Reason.DEVICE_LAYER, "type", "DEVICE")
    if kind not in ("INSTANCE", "GLOBAL"):
        raise FieldError(Reason.BAD_VALUE, "type", '"type" is neither "INSTANCE" nor "GLOBAL"')
    is_override = name == OVERRIDE_NAME
    nameless = head._replace(
        name="",
        api_version=(0, 0, 0),
        implementation_version=0,
        description="",
        library_path="",
        marks_override=is_override,
        is_broken=True,
    )
    library_path = fields.text("library_path")
    if (library_path is None) != fields.has("component_layers"):
        stopped_at = "component_layers" if library_path is not None else "library_path"
        return nameless._replace(stopped_at=stopped_at)
    library = "" if library_path is None else resolve_library(file.path, library_path, file.dialect)
    head = head._replace(library_path=library_path, library=library)
    if file.implicit:
        if not fields.has("disable_environment"):
            return nameless._replace(
                library_path=library_path, library=library, stopped_at="disable_environment"
            )
        try:
            enable, disable = read_switches(fields, file.dialect)
        except FieldError as error:
            if error.reason is Reason.CRASHES_ALL:
                raise
            return head._replace(is_broken=True)  # on, and nothing turns it off
        head = head._replace(enable_environment=enable, disable_environment=disable)
    return _read_lists(file, fields, head, is_override)


def _read_lists(
    file: SourceFile, fields: Fields, head: LayerManifest, is_override: bool
) -> LayerManifest:
    extensions = read_extensions(fields, head.name, file.dialect)
    layer = head._replace(
        instance_extensions=extensions.instance,
        device_extensions=extensions.device,
        functions=read_functions(fields, file.dialect, file.short_version(), file.implicit),
        entrypoints=extensions.entrypoints,
    )
    if file.implicit and file.short_version() >= PRE_INSTANCE:
        functions = dict(fields.child("pre_instance_functions"))
        if _VERSION_FUNCTION in functions and file.dialect.version_function_ends:
            return layer._replace(ends_search=True)
    return layer._replace(
        component_layers=fields.texts("component_layers")[0],
        blacklisted_layers=fields.texts("blacklisted_layers")[0] if is_override else (),
        override_paths=fields.texts("override_paths")[0],
        app_keys=fields.texts("app_keys")[0] if extensions.last_name == head.name else (),
    )
