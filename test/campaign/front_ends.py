"""The front ends, which are loaded when they are used: each needs other packages."""

from __future__ import annotations

import importlib
import importlib.util

from .case import FrontEnd

_CLASSES = {"onnx": ("onnx_cases", "Onnx"), "tflite": ("tflite_cases", "TFLite"), "torch": ("torch_cases", "Torch")}
# All operators of a front end with a fixed number of cases, for tables in the documentation.
_WALKS = {"tflite-walk": ("tflite_cases", "Walk")}
NAMES = (*_CLASSES, *_WALKS)


def get(name: str) -> FrontEnd:
    module, kind = (_CLASSES | _WALKS)[name]
    front_end: FrontEnd = getattr(importlib.import_module(f".{module}", __package__), kind)()
    return front_end


def installed() -> list[str]:
    """Returns the front ends whose packages are there."""
    return [name for name in _CLASSES if all(importlib.util.find_spec(package) for package in get(name).packages)]
