"""What is asked of a real loader in a child, and what it answers, as values and as JSON."""

from __future__ import annotations

from vkconfig_py.loader.base.records import Any, NamedTuple

VERSION = 1


class Question(NamedTuple):
    """One question to a loader library, which is opened by its absolute path.

    Attributes:
        create: also call vkCreateInstance (layers and drivers are opened then).
        devices: also enumerate the physical devices.
        executable: path that /proc/self/exe shall read for the loader; "" leaves it.
        api_version: of the application; None asks without one.
        elevated: the loader shall find what secure_getenv finds in an elevated program.
    """

    library: str
    create: bool = True
    devices: bool = False
    executable: str = ""
    application: str = ""
    api_version: tuple[int, int, int] | None = None
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    flags: int = 0
    elevated: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the question as JSON values."""
        return {"protocol": VERSION, **self._asdict()}

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Question:
        """Read a question; the other end is always the same release of this program."""
        if raw.pop("protocol") != VERSION:
            raise ValueError("the child and its parent are of different releases")
        version = raw.pop("api_version")
        return cls(
            api_version=tuple(version) if version else None,
            layers=tuple(raw.pop("layers")),
            extensions=tuple(raw.pop("extensions")),
            **raw,
        )


class LayerProperties(NamedTuple):
    """One entry of vkEnumerateInstanceLayerProperties."""

    name: str
    spec_version: tuple[int, int, int]
    implementation_version: int
    description: str


class Reply(NamedTuple):
    """What the calls returned.

    Attributes:
        version: as vkEnumerateInstanceVersion reports it.
        layers: in order, or the name of the error of the call.
        create: name of the result of vkCreateInstance; "" if it was not asked for.
        devices: names in order, or the name of the error; () if they were not asked for.
        imitated: the loader was shown the executable path that was asked for.
        hidden: variables were hidden from it, as that was asked for.
        surfaces: extensions of the window systems it was built for.
    """

    version: tuple[int, int, int]
    layers: tuple[LayerProperties, ...] | str
    create: str = ""
    devices: tuple[str, ...] | str = ()
    imitated: bool = False
    surfaces: tuple[str, ...] = ()
    hidden: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the reply as JSON values."""
        layers = self.layers if isinstance(self.layers, str) else [list(x) for x in self.layers]
        return {**self._asdict(), "layers": layers}

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Reply:
        """Read a reply."""
        layers, devices = raw["layers"], raw["devices"]
        return cls(
            unpack_version(raw["version"]),
            layers
            if isinstance(layers, str)
            else tuple(
                LayerProperties(name, unpack_version(spec), implementation, description)
                for name, spec, implementation, description in layers
            ),
            raw["create"],
            devices if isinstance(devices, str) else tuple(devices),
            raw["imitated"],
            tuple(raw["surfaces"]),
            raw["hidden"],
        )


def unpack_version(raw: int | list[int]) -> tuple[int, int, int]:
    """Return (major, minor, patch) of a packed API version or of a list; a variant is in major."""
    if isinstance(raw, int):
        return raw >> 22, raw >> 12 & 0x3FF, raw & 0xFFF
    return raw[0], raw[1], raw[2]


def pack_version(version: tuple[int, int, int]) -> int:
    """Return the packed version of three parts."""
    return version[0] << 22 | version[1] << 12 | version[2]
