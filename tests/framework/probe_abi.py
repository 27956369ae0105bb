"""The structures that a Vulkan program of the tests passes, as ctypes has them."""

from __future__ import annotations

import ctypes

P, U32, I32 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int32


class ApplicationInfo(ctypes.Structure):
    _fields_ = (
        ("sType", I32),
        ("pNext", P),
        ("name", ctypes.c_char_p),
        ("version", U32),
        ("engine", ctypes.c_char_p),
        ("engine_version", U32),
        ("api", U32),
    )


class InstanceInfo(ctypes.Structure):
    _fields_ = (
        ("sType", I32),
        ("pNext", P),
        ("flags", U32),
        ("application", ctypes.POINTER(ApplicationInfo)),
        ("layer_count", U32),
        ("layers", ctypes.POINTER(ctypes.c_char_p)),
        ("extension_count", U32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
    )


class QueueInfo(ctypes.Structure):
    _fields_ = (
        ("sType", I32),
        ("pNext", P),
        ("flags", U32),
        ("family", U32),
        ("count", U32),
        ("priorities", ctypes.POINTER(ctypes.c_float)),
    )


class DeviceInfo(ctypes.Structure):
    _fields_ = (
        ("sType", I32),
        ("pNext", P),
        ("flags", U32),
        ("queue_count", U32),
        ("queues", ctypes.POINTER(QueueInfo)),
        ("layer_count", U32),
        ("layers", ctypes.POINTER(ctypes.c_char_p)),
        ("extension_count", U32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
        ("features", P),
    )


class Group(ctypes.Structure):
    _fields_ = (
        ("sType", I32),
        ("pNext", P),
        ("count", U32),
        ("devices", P * 32),
        ("subset", U32),
    )


class Extension(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char * 256), ("version", U32))


class Layer(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char * 256),
        ("version", U32),
        ("implementation", U32),
        ("description", ctypes.c_char * 256),
    )


class AllocateInfo(ctypes.Structure):
    _fields_ = (
        ("sType", I32),
        ("pNext", P),
        ("pool", ctypes.c_uint64),
        ("level", I32),
        ("count", U32),
    )
