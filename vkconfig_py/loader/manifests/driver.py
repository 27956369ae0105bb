"""DriverManifest: one driver (ICD) manifest as parsed by the loader.

Follows loader.c, loader_parse_icd_manifest. Documented in LoaderDriverInterface, "Driver Manifest
File Format".
"""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, message, render
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.base.versions import NO_VERSION, Version, parse_version
from vkconfig_py.loader.files.binaries import EntryPoint
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.manifests.layer import check_dots, find_document_failure
from vkconfig_py.loader.manifests.reader import (
    OLDEST_PRINT_STYLE,
    Dialect,
    Failure,
    FieldError,
    Fields,
    get_object_members,
    is_other_architecture,
    print_plain,
    resolve_library,
)
from vkconfig_py.loader.platforms.rules import get_base_name

# loader_scanned_icd_add. The second is interface version 0, which no driver negotiates.
DRIVER_ENTRY_POINTS = (
    EntryPoint(("vk_icdGetInstanceProcAddr",)),
    EntryPoint(
        ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties"),
        unless="vk_icdNegotiateLoaderICDInterfaceVersion",
    ),
)

_DISPLAY_NAMES: dict[str, Message | str] = {
    "lvp": "lavapipe",
    "radeon": "radeon",
    "intel": "intel",
    "intel_hasvk": message("intel (older GPUs)"),
    "nouveau": "nouveau",
    "nvidia": "NVIDIA",
    "virtio": "virtio",
}


class DriverManifest(NamedTuple):
    """Content of a driver manifest.

    Attributes:
        library: library_path resolved against the manifest's folder (reference B.1).
        api_version: (variant, major, minor, patch).
    """

    file: str
    file_version: str
    library_path: str
    library: str
    api_version: tuple[int, int, int, int]
    portability: bool = False
    library_arch: str = ""


def lacks_version(reason: Reason, detail: Message | str) -> bool:
    """Return whether a failure says that the loader finds no version in a driver manifest."""
    # cJSON_GetObjectItem finds nothing in what is no object.
    is_missing = reason is Reason.MISSING_KEY and detail == "file_format_version"
    return is_missing or reason is Reason.NOT_A_MANIFEST


def parse_driver_file(file: str, document: Document, dialect: Dialect) -> DriverManifest | Failure:
    """Parse a driver manifest, or return the failure cached in its document."""
    key = (file, dialect)
    manifest: DriverManifest | Failure | None = document.memory.get(key)
    if manifest is None:
        manifest = document.memory[key] = _parse(file, document, dialect)
        document.forget_bytes()
    return manifest


def _parse(file: str, document: Document, dialect: Dialect) -> DriverManifest | Failure:
    """Parse a driver manifest, or return why the loader refuses it."""
    failure = find_document_failure(document, dialect)
    if failure is not None:
        return failure
    root = document.parse(dialect.new_json).value
    try:
        return _read_driver(file, root, dialect)
    except FieldError as error:
        key_path = error.make_key_path(())
        line = document.positions(dialect.new_json).find_line(*key_path)
        is_abort = error.reason is Reason.CRASHES_ALL
        return Failure("", error.reason, error.detail, line, is_abort=is_abort, key_path=key_path)


def _read_driver(file: str, root: object, dialect: Dialect) -> DriverManifest:
    """Read a driver from the root value of its manifest. Raise FieldError if it is refused."""
    manifest = get_object_members(root, dialect, "")
    if not manifest and not isinstance(root, Members):
        raise FieldError(Reason.NOT_A_MANIFEST, "", message("not an object"))
    fields = Fields(manifest, dialect)
    file_version = fields.get_required("file_format_version")
    icd = "icd" if dialect.new_json else "ICD"
    if not fields.has(icd):
        # No message: a layer manifest in a driver folder is silently ignored.
        if fields.has("layer") or fields.has("layers"):
            raise FieldError(Reason.OTHER_MANIFEST_TYPE, "ICD")
        raise FieldError(Reason.MISSING_KEY, "ICD")
    driver = fields.get_child_members(icd)
    if not driver and not isinstance(fields.get_raw(icd), Members):
        raise FieldError(Reason.BAD_VALUE, "ICD", message("“ICD” is not an object"))
    members = fields.of(driver)
    library_path = _read_library_path(members, dialect)
    api_version = _read_api_version(members, dialect)
    library_arch = members.get_text("library_arch") or ""
    # On every loader only the first two characters of a layer's library_arch matter.
    compared = library_arch if dialect.driver_arch_prefix or len(library_arch) == 2 else ""
    # Without a version the loader stops reading.
    is_examined = not dialect.new_json or isinstance(members.get_raw("api_version"), str)
    if is_examined and is_other_architecture(compared, dialect):
        raise FieldError(Reason.WRONG_ARCHITECTURE, "ICD/library_arch", library_arch[:2])
    return DriverManifest(
        file=file,
        file_version=file_version,
        library_path=library_path,
        library=resolve_library(file, library_path, dialect),
        api_version=api_version,
        # loader_parse_icd_manifest only accepts true; "true" and 1 have no effect.
        portability=is_examined and members.get_raw("is_portability_driver") is True,
        library_arch=library_arch,
    )


def _read_library_path(members: Fields, dialect: Dialect) -> str:
    """Return library_path as the loader reads it. Raise FieldError if it is refused."""
    if not members.has("library_path"):
        raise FieldError(Reason.MISSING_KEY, "ICD/library_path", "library_path")
    # A value of any type is printed as a string: 5 is a library named "5".
    value = members.get_raw("library_path")
    if (
        dialect.digit_library_crashes
        and not isinstance(value, str)
        and len(print_plain(value)) == 1
    ):
        # The loader cuts the first and last character, and reads past the end of the string.
        raise FieldError(
            Reason.CRASHES_ALL, "ICD/library_path", message("“library_path” is a single digit")
        )
    text = print_plain(value) if dialect.new_json else dialect.print_old(value)
    if not text:
        raise FieldError(Reason.BAD_VALUE, "ICD/library_path", message("“library_path” is empty"))
    return text


def _read_api_version(members: Fields, dialect: Dialect) -> Version:
    """Return api_version, or NO_VERSION where the loader loads the driver without one."""
    if not members.has("api_version"):
        if not dialect.driver_version_required:
            return NO_VERSION
        raise FieldError(Reason.MISSING_KEY, "ICD/api_version", "api_version")
    value = members.get_raw("api_version")
    if dialect.two_dots:
        check_dots(print_plain(value, OLDEST_PRINT_STYLE), "ICD/api_version")
    if not dialect.new_json:
        value = print_plain(value)
    if not isinstance(value, str):
        return NO_VERSION  # the driver is loaded anyway
    version = parse_version(value)
    if version.variant and dialect.variant_refused:
        raise FieldError(Reason.VARIANT, "ICD/api_version", str(version.variant))
    return version


def get_driver_display_name(file: str) -> str:
    """Return the display name of a driver: lavapipe for lvp_icd.x86_64.json."""
    base = get_base_name(file).removesuffix(".json")
    stem = base.split(".")[0].removesuffix("_icd")
    return render(_DISPLAY_NAMES.get(stem, stem)) or base
