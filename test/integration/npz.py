"""Reads numpy's .npz files with only the standard library.

The tests must run on a fresh Debian, where python3 has no numpy, and need no more than shape, type
and the bytes in C order.
"""

import ast
import struct
import sys
import zipfile
from dataclasses import dataclass

# numpy's type code -> (struct's, bytes)
_TYPES = {
    "|b1": ("?", 1),
    "|i1": ("b", 1),
    "|u1": ("B", 1),
    "<i2": ("h", 2),
    "<u2": ("H", 2),
    "<i4": ("i", 4),
    "<u4": ("I", 4),
    "<i8": ("q", 8),
    "<f2": ("e", 2),
    "<f4": ("f", 4),
    "<f8": ("d", 8),
}


@dataclass(frozen=True)
class Array:
    dtype: str
    shape: tuple
    data: bytes

    def values(self):
        code, size = _TYPES[self.dtype]
        return struct.unpack(f"<{len(self.data) // size}{code}", self.data)

    @property
    def is_float(self):
        return self.dtype[1] == "f"


def _read_npy(content, name):
    if content[:6] != b"\x93NUMPY":
        raise ValueError(f"{name} is no .npy file")
    header_size_format = "<H" if content[6] == 1 else "<I"
    start = 8 + struct.calcsize(header_size_format)
    (size,) = struct.unpack(header_size_format, content[8:start])
    header = ast.literal_eval(content[start : start + size].decode("latin-1"))
    dtype, shape = header["descr"], header["shape"]
    if header["fortran_order"]:
        raise ValueError(f"{name} is in Fortran order")
    if dtype not in _TYPES or sys.byteorder != "little":
        raise ValueError(f"{name} has type {dtype}, which is not supported here")
    count = 1
    for dim in shape:
        count *= dim
    data = content[start + size :]
    if len(data) != count * _TYPES[dtype][1]:
        raise ValueError(f"{name} has {len(data)} bytes, which is not {shape} of {dtype}")
    return Array(dtype, shape, data)


def load_array(path):
    """Returns the one Array of a .npy file."""
    with open(path, "rb") as file:
        return _read_npy(file.read(), str(path))


def load(path):
    """Returns a dict from array name to Array."""
    with zipfile.ZipFile(path) as archive:
        return {
            entry.removesuffix(".npy"): _read_npy(archive.read(entry), f"{path}:{entry}")
            for entry in archive.namelist()
        }
