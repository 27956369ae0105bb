"""What differs between operating systems in the loader's search and in its paths, as data.

The rules themselves are the same code everywhere; they ask these values and never which system it
is.

Source: LoaderDriverInterface "Driver Discovery", LoaderLayerInterface "Layer Discovery";
vk_loader_platform.h (PATH_SEPARATOR, DIRECTORY_SYMBOL, loader_platform_is_path_absolute); loader.c,
read_data_files_in_search_paths.
"""

from __future__ import annotations

from enum import Enum, StrEnum

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile


class ManifestType(StrEnum):
    """The three kinds of manifests, each with its own search."""

    DRIVER = "driver"
    EXPLICIT = "explicit"
    IMPLICIT = "implicit"


class BuiltIn(Enum):
    """Folders that are compiled into a loader, or that the program brings along."""

    BUNDLE = "bundle_resources"
    SYSCONFDIR = "sysconfdir"
    EXTRA_SYSCONFDIR = "extra_sysconfdir"


class BaseFolders(NamedTuple):
    """A variable with base folders, and its defaults.

    Attributes:
        variable: its value is a list of folders.
        below_home: default folder relative to HOME if the variable is unset or empty.
        fallback: default folders if the variable is unset or empty.
        gate: loaders without it skip the place.
    """

    variable: str
    below_home: str = ""
    fallback: str = ""
    gate: Gate | None = None


class Linking(Enum):
    """How a library is found and opened by its name."""

    LD_SO = "ld.so"
    DYLD = "dyld"
    LOAD_LIBRARY = "LoadLibrary"
    SERVICE = "a service, then the linker"
    NAMESPACE = "linker namespaces"


CONFIG_HOME = BaseFolders("XDG_CONFIG_HOME", below_home="/.config", gate=Gate.XDG_CONFIG_HOME)
CONFIG_DIRS = BaseFolders("XDG_CONFIG_DIRS", fallback="/etc/xdg")
DATA_HOME = BaseFolders("XDG_DATA_HOME", below_home="/.local/share", gate=Gate.XDG_DATA_HOME)
DATA_DIRS = BaseFolders("XDG_DATA_DIRS", fallback="/usr/local/share:/usr/share")


# DEFAULT_VK_DRIVERS_INFO of 2016.
_FIXED_BASE_FOLDERS: tuple[BaseFolders | BuiltIn, ...] = (
    BuiltIn.SYSCONFDIR,
    BaseFolders("", fallback="/usr/share"),
)
_PREFIX_FOLDERS = BaseFolders("", fallback="/usr/etc:/usr/share", gate=Gate.PREFIX_SEARCHED)
FIXED_HOME = BaseFolders("", below_home="/.local/share", gate=Gate.HOME_SEARCHED)


class PathRules(NamedTuple):
    """How a loader reads a path.

    Attributes:
        slash: the only character that it takes for a folder separator (DIRECTORY_SYMBOL).
        has_drives: a path such as C:x is absolute.
    """

    slash: str = "/"
    has_drives: bool = False

    def is_absolute(self, path: str) -> bool:
        """Return whether the loader takes a path for absolute."""
        # loader_platform_is_path_absolute; "C:x" is relative for Windows, absolute for the loader.
        return path.startswith(self.slash) or (self.has_drives and path[1:2] == ":")

    def is_bare(self, path: str) -> bool:
        """Return whether a path is a mere name, which is left to the linker."""
        # loader_platform_is_path: on Windows "/" does not make a path.
        return self.slash not in path and not self.is_absolute(path)

    def get_name(self, path: str) -> str:
        """Return the last part of a path."""
        return path[path.rfind(self.slash) + 1 :]

    def get_folder(self, path: str) -> str:
        """Return a path up to and with its last separator, or "" for a bare name."""
        return path[: path.rfind(self.slash) + 1]

    def get_parent(self, path: str) -> str:
        """Return the folder of a path, without a separator at its end unless it is the root."""
        folder = self.get_folder(path)
        return folder.rstrip(self.slash) or folder

    def join(self, folder: str, path: str) -> str:
        """Return a path below a folder, or the path itself if it is absolute."""
        if self.is_absolute(path) or not folder:
            return path
        return f"{folder.rstrip(self.slash)}{self.slash}{path}"


class PlatformRules(NamedTuple):
    """One operating system.

    Attributes:
        label: its name in sentences.
        separator: between the entries of a list variable.
        paths: how the loader reads a path.
        config_dirs: where configuration of the system is searched; None without such folders.
        data_dirs: where data of the system are searched.
        sysconfdir: SYSCONFDIR of the loaders of this system; "" if it is a build option, and so
            part of the profile.
        extra_sysconfdir: the same for EXTRASYSCONFDIR.
        has_bundles: the program's bundle is searched first.
        has_registry: drivers, layers and settings are registered, not found in folders.
        trusts_environment: variables are read in programs with more rights, too.
        knows_program: the loader knows the path of its program, so app_keys can match.
        has_manifests: drivers and layers have manifests; without, machines has the rules.
        linking: how a bare library name is found.
        library_variable: names folders that are searched for libraries; "" if none does.
        manifest_service: folder of driver manifests that a system service serves; "" if none does.
        loader_library: file name that programs open.
        system_library: one that every system has, so copies of some of its files are known by its
            absence; "" if there is none.
    """

    label: str = "Linux"
    separator: str = ":"
    paths: PathRules = PathRules()
    config_dirs: BaseFolders | None = CONFIG_DIRS
    data_dirs: BaseFolders | None = DATA_DIRS
    sysconfdir: str = ""
    extra_sysconfdir: str = ""
    has_bundles: bool = False
    has_registry: bool = False
    trusts_environment: bool = False
    knows_program: bool = True
    has_manifests: bool = True
    linking: Linking = Linking.LD_SO
    library_variable: str = "LD_LIBRARY_PATH"
    manifest_service: str = ""
    loader_library: str = "libvulkan.so.1"
    system_library: str = ""

    def split_list(self, value: str | None) -> tuple[str, ...]:
        """Return the entries of a path list without empty ones (loader_get_next_path)."""
        return tuple(part for part in (value or "").split(self.separator) if part)

    def is_searched(self, library: str) -> bool:
        """Return whether the linker searches folders for a library opened by this name."""
        if self.linking is not Linking.LOAD_LIBRARY:
            return "/" not in library  # dlopen(3)
        # LoadLibrary takes either slash; "." and ".." mean the working directory.
        text = library.replace("/", self.paths.slash)
        return not (self.paths.is_absolute(text) or text.startswith((".\\", "..\\")))

    def list_base_folders(self, profile: LoaderProfile) -> tuple[BaseFolders | BuiltIn, ...]:
        """Return the base folders that are searched for manifests: configuration before data."""
        # read_data_files_in_search_paths.
        if self.config_dirs is None or self.data_dirs is None:
            return ()
        if profile.has(Gate.FIXED_FOLDERS):
            return _PREFIX_FOLDERS, *_FIXED_BASE_FOLDERS, DATA_HOME, FIXED_HOME
        bundle = (BuiltIn.BUNDLE,) if self.has_bundles else ()
        data = (DATA_HOME, self.data_dirs)
        if not profile.has(Gate.DATA_HOME_FIRST):
            data = (self.data_dirs, DATA_HOME)
        built_in_folders = (BuiltIn.SYSCONFDIR, BuiltIn.EXTRA_SYSCONFDIR)
        return (*bundle, CONFIG_HOME, self.config_dirs, *built_in_folders, *data)

    def find_built_in_folder(self, built_in: BuiltIn, host: Host, profile: LoaderProfile) -> str:
        """Return the folder of a build option such as SYSCONFDIR, or "" if this loader has none."""
        match built_in:
            case BuiltIn.BUNDLE:
                return host.bundle_resources
            case BuiltIn.SYSCONFDIR:
                return self.sysconfdir or profile.sysconfdir
            case BuiltIn.EXTRA_SYSCONFDIR:
                return self.extra_sysconfdir or profile.extra_sysconfdir


LINUX = PlatformRules()

_RULES_BY_PLATFORM = {
    Platform.LINUX: LINUX,
    # loader_windows.c; LoaderDriverInterface "Windows Driver Discovery".
    Platform.WINDOWS: PlatformRules(
        label="Windows",
        separator=";",
        paths=PathRules("\\", has_drives=True),
        config_dirs=None,
        data_dirs=None,
        has_registry=True,
        linking=Linking.LOAD_LIBRARY,
        library_variable="PATH",
        loader_library="vulkan-1.dll",
        system_library="kernel32.dll",
    ),
    # read_data_files_in_search_paths (CFBundleGetMainBundle); SYSCONFDIR of CMakeLists.txt.
    Platform.MACOS: PlatformRules(
        label="macOS",
        sysconfdir="/usr/local/etc",
        extra_sysconfdir="/etc",
        has_bundles=True,
        linking=Linking.DYLD,
        library_variable="DYLD_LIBRARY_PATH",
        loader_library="libvulkan.1.dylib",
    ),
    # Folders as on Linux without fallbacks; SYSCONFDIR and EXTRASYSCONFDIR of Fuchsia's build.
    Platform.FUCHSIA: PlatformRules(
        label="Fuchsia",
        config_dirs=BaseFolders("XDG_CONFIG_DIRS"),
        data_dirs=BaseFolders("XDG_DATA_DIRS"),
        sysconfdir="/config",
        extra_sysconfdir="/pkg/data",
        trusts_environment=True,
        knows_program=False,
        linking=Linking.SERVICE,
        library_variable="",
        # ConnectToManifestFs gives the loader an open folder, which has no path: the name is ours.
        manifest_service="/manifest-fs",
        loader_library="libvulkan.so",
    ),
    # No manifests: machines has the rules of the Android Open Source Project.
    Platform.ANDROID: PlatformRules(
        label="Android",
        config_dirs=None,
        data_dirs=None,
        has_manifests=False,
        linking=Linking.NAMESPACE,
        library_variable="",
        loader_library="libvulkan.so",
    ),
}


def get_platform_rules(platform: Platform) -> PlatformRules:
    """Return the rules of an operating system."""
    return _RULES_BY_PLATFORM[platform]


def get_base_name(path: str) -> str:
    """Return the last part of a path, whatever system it comes from."""
    return path[path.rfind(_find_separator(path)) + 1 :]


def get_folder_name(path: str) -> str:
    """Return the folder of a path, whatever system it comes from, or "" for a bare name."""
    return path[: max(path.rfind(_find_separator(path)), 0)]


def _find_separator(path: str) -> str:
    """Return the separator of a path: a backslash for one of Windows, else "/"."""
    # Absolute paths of Windows are known by their form: elsewhere they start with "/".
    return "\\" if path[1:3] == ":\\" or path.startswith("\\") else "/"
