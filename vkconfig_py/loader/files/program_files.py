"""The executable of a program: its path as the loader knows it, and its privileges.

The loader compares app_keys with the target of /proc/self/exe, found here as execvp(3) and
execve(2) find it. It calls secure_getenv, which returns NULL if the kernel set AT_SECURE at program
start. What a security module (SELinux, AppArmor) decides cannot be read from the file.
"""

from __future__ import annotations

import os
import posixpath
import stat
import struct
from enum import StrEnum

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.platforms.local_paths import (
    find_local_path,
    resolve_below_root,
    resolve_links,
)
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
# Linux, BINPRM_BUF_SIZE without its final zero byte.
_SHEBANG_LIMIT = 255
_NESTED_SCRIPTS = 4  # Linux, BINPRM_MAX_RECURSION

_CAPABILITY_ATTRIBUTE = "security.capability"
_WORD_COUNT_BY_REVISION = {
    0x0100_0000: 1,
    0x0200_0000: 2,
    0x0300_0000: 2,
}  # VFS_CAP_REVISION_n -> 32-bit words
_REVISION_MASK = 0xFF00_0000
_EFFECTIVE_FLAG = 1  # VFS_CAP_FLAGS_EFFECTIVE
_NAMESPACED_REVISION = 0x0300_0000  # the revision that names the root user of a user namespace
_ALL_CAPABILITIES = (1 << 64) - 1
_MAX_NAMED_CAPABILITIES = 3
# linux/capability.h, by number
_CAPABILITY_NAMES = (
    "chown dac_override dac_read_search fowner fsetid kill setgid setuid "
    "setpcap linux_immutable net_bind_service net_broadcast net_admin "
    "net_raw ipc_lock ipc_owner sys_module sys_rawio sys_chroot "
    "sys_ptrace sys_pacct sys_admin sys_boot sys_nice sys_resource "
    "sys_time sys_tty_config mknod lease audit_write audit_control "
    "setfcap mac_override mac_admin syslog wake_alarm block_suspend "
    "audit_read perfmon bpf checkpoint_restore"
)

NO_PROGRAM_KEY = "\0"  # no JSON string contains it, since it ends a C string
_MAX_PROGRAM_PATH_LENGTHS = {Gate.PROGRAM_PATH_1023: 1023, Gate.PROGRAM_PATH_1024: 1024}


class RefusedProgram(StrEnum):
    """Why a file cannot be executed."""

    NOT_FOUND = "not-found"
    FOLDER = "folder"
    NOT_EXECUTABLE = "not-executable"


class Executable(NamedTuple):
    """The executable that a path, or a bare name in PATH, leads to.

    Attributes:
        path: absolute path that is started; "" if a bare name is not found.
        resolved_path: target of /proc/self/exe; if nothing can run, that of a program at this path.
        interpreter: absolute path of a script's interpreter as in its first line, else "".
        refusal: None, or why it cannot be executed.
        error: "" or the reason as a sentence, with the path.
    """

    path: str
    resolved_path: str
    interpreter: str = ""
    refusal: RefusedProgram | None = None
    error: str = ""


def find_executable(path: str, host: Host) -> Executable:
    """Find the file that the kernel executes when this path or name is started."""
    if get_platform_rules(host.platform).linking is not Linking.LD_SO:
        return Executable(path, path)
    file = _find_file(path, host)
    if not file:
        error = tr("{path} was not found in PATH", path=path)
        return Executable("", path, refusal=RefusedProgram.NOT_FOUND, error=error)
    refusal = _find_start_refusal(file, host)
    real_path = resolve_program_path(file, host)
    if refusal:
        return Executable(file, real_path, refusal=refusal[0], error=refusal[1])
    interpreter = _find_shebang_interpreter(real_path, host)
    if interpreter:
        # execve(2): the interpreter becomes the process and the target of /proc/self/exe.
        return Executable(file, _find_interpreter(interpreter, host), interpreter)
    return Executable(file, real_path)


def resolve_program_path(path: str, host: Host) -> str:
    """Return an absolute path with all links resolved within the host's root."""
    try:
        return resolve_links(host.root, path)
    except OSError:  # symlink loop
        return posixpath.normpath(path)


def _find_file(path: str, host: Host) -> str:
    """Return the absolute path that execvp would start for a path or name, or ""."""
    if "/" in path:
        # execvp(3): a name with a slash is not looked up in PATH.
        return posixpath.join(host.working_directory, path)
    folders = (host.getenv("PATH") or host.add_prefix(DEFAULT_PATH)).split(":")
    working_directory = host.working_directory
    # An empty entry of PATH is the working directory.
    candidates = [posixpath.join(working_directory, folder, path) for folder in folders]
    for candidate in candidates:
        if not _find_start_refusal(candidate, host):
            return candidate
    return next(
        (
            candidate
            for candidate in candidates
            if os.path.lexists(find_local_path(host.root, candidate))
        ),
        "",
    )


def _find_start_refusal(path: str, host: Host) -> tuple[RefusedProgram, str] | None:
    """Return why the kernel would not start a file, and a sentence, or None if it would."""
    try:
        local = resolve_below_root(host.root, path)
        status = os.stat(local)
    except PermissionError:
        return RefusedProgram.NOT_FOUND, tr(
            "you do not have permission to access the folder that contains {path}", path=path
        )
    except (OSError, ValueError):  # ValueError: a NUL byte in the path
        return RefusedProgram.NOT_FOUND, tr("{path} does not exist", path=path)
    if stat.S_ISDIR(status.st_mode):
        return RefusedProgram.FOLDER, tr("{path} is a folder", path=path)
    if not stat.S_ISREG(status.st_mode) or not status.st_mode & 0o111:
        return RefusedProgram.NOT_EXECUTABLE, tr("{path} is not executable", path=path)
    if not os.access(local, os.X_OK):
        return RefusedProgram.NOT_EXECUTABLE, tr(
            "you do not have permission to run {path}", path=path
        )
    return None


def _find_interpreter(interpreter: str, host: Host) -> str:
    """Return the path of a script's interpreter with all links resolved."""
    for _ in range(_NESTED_SCRIPTS):
        real_path = resolve_program_path(interpreter, host)
        interpreter = _find_shebang_interpreter(real_path, host)
        if not interpreter:
            break
    return real_path


def _find_shebang_interpreter(path: str, host: Host) -> str:
    """Return the interpreter path in the #! line of a script.

    For /usr/bin/env it is the program that env runs.
    """
    try:
        line = read_beginning(resolve_below_root(host.root, path), _SHEBANG_LIMIT + 1)
    except (OSError, ValueError):
        return ""
    if not line.startswith(b"#!"):
        return ""
    words = os.fsdecode(line[2:].split(b"\n")[0]).split()
    if not words:
        return ""
    interpreter = posixpath.join(host.working_directory, words[0])
    if posixpath.basename(interpreter) != "env":
        return interpreter
    # env looks the interpreter up in PATH and executes it.
    program = next((word for word in words[1:] if not word.startswith("-") and "=" not in word), "")
    return (_find_file(program, host) if program else "") or interpreter


class StartingProcess(NamedTuple):
    """Credentials of the process that starts programs.

    Attributes:
        user: real user id; `group` likewise.
        bounding: capability bounding set, one bit each.
        inheritable: inheritable capability set.
        has_no_new_privileges: no_new_privs is set: programs cannot gain privileges.
    """

    user: int
    group: int
    bounding: int = _ALL_CAPABILITIES
    inheritable: int = 0
    has_no_new_privileges: bool = False

    @classmethod
    def read_current(cls) -> StartingProcess:
        """Return the credentials of this process."""
        return cls(
            user=os.getuid(),
            group=os.getgid(),
            bounding=int(_read_status("CapBnd") or "ffffffffffffffff", 16),
            inheritable=int(_read_status("CapInh") or "0", 16),
            has_no_new_privileges=_read_status("NoNewPrivs") == "1",
        )


class FileRights(NamedTuple):
    """Privileges that an executable file grants.

    Attributes:
        grants_capabilities: whether its file system allows gaining privileges; False if mounted
            nosuid.
        capabilities: raw security.capability attribute, b"" if it has none.
    """

    mode: int
    owner: int
    group: int
    grants_capabilities: bool = True
    capabilities: bytes = b""

    @property
    def has_any(self) -> bool:
        """Return whether the file has setuid, setgid or capabilities."""
        return bool(self.mode & (stat.S_ISUID | stat.S_ISGID) or self.capabilities)


class Elevation(NamedTuple):
    """Whether the loader treats a program as elevated.

    Attributes:
        is_elevated: secure variables and user folders are hidden from it.
        explanation: the program and what gives it more rights, or why that has no effect, as a
            sentence without a full stop; "" for an ordinary file.
    """

    is_elevated: bool = False
    explanation: str = ""


NOT_ELEVATED = Elevation()


def find_elevation(real_path: str, host: Host) -> Elevation:
    """Return whether a program that this user starts gets more rights than the user has.

    `real_path`: path of the program after all links.
    """
    if get_platform_rules(host.platform).linking is not Linking.LD_SO:
        return NOT_ELEVATED
    rights = _read_rights(real_path, host.root)
    if rights is None or not rights.has_any:
        return NOT_ELEVATED
    return decide_elevation(rights, StartingProcess.read_current(), posixpath.basename(real_path))


def decide_elevation(file: FileRights, starter: StartingProcess, name: str) -> Elevation:
    """Return whether a program file gives its process more rights than the starter has.

    Rules of Linux: fs/exec.c, bprm_fill_uid, for setuid and setgid; security/commoncap.c,
    cap_bprm_creds_from_file, for capabilities.

    Args:
        file: its privileges.
        starter: the starting process.
        name: display name of the program.
    """
    rights = _describe_rights(file)
    if not rights:
        return NOT_ELEVATED
    values = {"name": name, "rights": rights}
    if not file.grants_capabilities:
        reason_text = tr(
            "{name} has elevated privileges ({rights}), but they have no effect: its file "
            "system is mounted nosuid",
            **values,
        )
        return Elevation(False, reason_text)
    is_elevated_by_ids = _changes_ids(file, starter)
    is_elevated_by_capabilities = starter.user != 0 and _gains_capabilities(
        file.capabilities, starter
    )
    # no_new_privs drops the privileges; with capabilities AT_SECURE is still set.
    if is_elevated_by_capabilities or (is_elevated_by_ids and not starter.has_no_new_privileges):
        return Elevation(True, tr("{name} runs with elevated privileges ({rights})", **values))
    if is_elevated_by_ids:
        reason_text = tr(
            "{name} has elevated privileges ({rights}), but they have no effect: "
            "no_new_privs is set in this session",
            **values,
        )
    elif starter.user == 0:
        reason_text = tr(
            "{name} has elevated privileges ({rights}), but they have no effect for root", **values
        )
    else:
        reason_text = tr(
            "{name} has elevated privileges ({rights}), but they have no effect for you", **values
        )
    return Elevation(False, reason_text)


def _changes_ids(file: FileRights, starter: StartingProcess) -> bool:
    """Return whether setuid or setgid gives the process another user or group."""
    # AT_SECURE, which secure_getenv checks, is set if real and effective ids differ.
    user = file.owner if file.mode & stat.S_ISUID else starter.user
    group = file.group if _is_setgid(file.mode) else starter.group
    return (user, group) != (starter.user, starter.group)


def _is_setgid(mode: int) -> bool:
    """Return whether setgid is effective: without group execute it once meant locking."""
    setgid_and_execute = stat.S_ISGID | stat.S_IXGRP
    return mode & setgid_and_execute == setgid_and_execute


def _gains_capabilities(attribute: bytes, starter: StartingProcess) -> bool:
    """Return whether a file's capabilities give the process any.

    `attribute`: the security.capability attribute.
    """
    capabilities = _parse_capabilities(attribute)
    if capabilities is None:
        return False
    effective_set, permitted_set, inheritable = capabilities
    # capabilities(7): the permitted set results from the file's sets, the bounding set and the
    # starter's inheritable set.
    return effective_set or bool(
        permitted_set & starter.bounding | inheritable & starter.inheritable
    )


def _parse_capabilities(attribute: bytes) -> tuple[bool, int, int] | None:
    """Return the effective flag, permitted and inheritable set of a file, as bits.

    None if the kernel ignores the attribute.
    """
    if len(attribute) < 4:
        return None
    (magic,) = struct.unpack_from("<I", attribute)
    words = _WORD_COUNT_BY_REVISION.get(magic & _REVISION_MASK)
    is_owned = magic & _REVISION_MASK == _NAMESPACED_REVISION
    if words is None or len(attribute) != 4 + 8 * words + 4 * is_owned:
        return None
    numbers = struct.unpack_from(f"<{2 * words}I", attribute, 4)
    if is_owned and attribute[-4:] != bytes(4):  # belongs to another user namespace
        return None
    permitted_set = sum(number << 32 * position for position, number in enumerate(numbers[::2]))
    inheritable = sum(number << 32 * position for position, number in enumerate(numbers[1::2]))
    return bool(magic & _EFFECTIVE_FLAG), permitted_set, inheritable


def _describe_rights(file: FileRights) -> str:
    """Return a list such as "setuid root, cap_net_raw" of what a file grants, or ""."""
    rights = []
    if file.mode & stat.S_ISUID:
        rights.append(f"setuid {_find_user_name(file.owner)}")
    if _is_setgid(file.mode):
        rights.append(f"setgid {_find_group_name(file.group)}")
    if (parsed := _parse_capabilities(file.capabilities)) is not None:
        rights += _name_capabilities(parsed[1] | parsed[2])
    return ", ".join(rights)


def _name_capabilities(capabilities: int) -> list[str]:
    """Return the names of capabilities, or only their number if they are many.

    Args:
        capabilities: a bit for each.
    """
    numbers = [number for number in range(64) if capabilities >> number & 1]
    if len(numbers) > _MAX_NAMED_CAPABILITIES:
        return [counted("{n} file capabilities", "{n} file capability", len(numbers))]
    names_by_number = dict(enumerate(_CAPABILITY_NAMES.split()))
    return [f"cap_{names_by_number.get(number, number)}" for number in numbers] or [
        tr("file capabilities")
    ]


def _find_user_name(number: int) -> str:
    """Return the name of a user id, or the number without a name."""
    import pwd  # only for such a file

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _find_group_name(number: int) -> str:
    """Return the name of a group id, or the number without a name."""
    import grp

    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _read_rights(real_path: str, root: str) -> FileRights | None:
    """Read the privileges that a program file grants, or None if it cannot be read.

    Args:
        real_path: path of the program after all links.
        root: folder of the machine that the path is on, "" for this machine.
    """
    try:
        path = resolve_below_root(root, real_path)
        status = os.stat(path)
    except (OSError, ValueError):  # ValueError: a NUL byte in the path
        return None
    try:
        attribute = os.getxattr(path, _CAPABILITY_ATTRIBUTE)
    except OSError:  # no attribute, or not supported by the file system
        attribute = b""
    is_granting = bool(root) or not _is_nosuid(path)  # mount options of another root are unknown
    return FileRights(status.st_mode, status.st_uid, status.st_gid, is_granting, attribute)


def _is_nosuid(path: str) -> bool:
    """Return whether a path is on a file system that is mounted nosuid."""
    try:
        return bool(os.statvfs(path).f_flag & os.ST_NOSUID)
    except OSError:
        return False


def _read_status(name: str) -> str:
    """Return a field of /proc/self/status, or "" if it is missing."""
    try:
        with open("/proc/self/status", encoding="utf-8") as file:
            fields = [line.partition(":") for line in file]
    except OSError:
        return ""
    return next((value.strip() for key, _, value in fields if key == name), "")


def find_known_program_path(host: Host, profile: LoaderProfile) -> str:
    """Return the path that app_keys are compared with, or "" if the loader cannot read it.

    Source: vk_loader_platform.h, loader_platform_executable_path.
    """
    if not get_platform_rules(host.platform).knows_program:
        return ""
    # readlink of /proc/self/exe, into a buffer of fixed size.
    executable = host.executable
    length = len(os.fsencode(executable))
    if profile.has(Gate.PROGRAM_PATH_UNKNOWN):
        return executable if length < 1024 else ""
    if any(
        length > max_length and profile.has(gate)
        for gate, max_length in _MAX_PROGRAM_PATH_LENGTHS.items()
    ):
        return executable + NO_PROGRAM_KEY
    return executable
