"""The front ends, which are loaded when they are used: each needs other packages."""

from __future__ import annotations

import importlib
import importlib.util

from .case import FrontEnd

_CLASSES = {"onnx": ("onnx_cases", "Onnx"), "tflite": ("tflite_cases", "TFLite"), "torch": ("torch_cases", "Torch")}
NAMES = tuple(_CLASSES)


def get(name: str) -> FrontEnd:
    module, kind = _CLASSES[name]
    front_end: FrontEnd = getattr(importlib.import_module(f".{module}", __package__), kind)()
    return front_end


def installed() -> list[str]:
    """Returns the front ends whose packages are there."""
    return [name for name in NAMES if all(importlib.util.find_spec(package) for package in get(name).packages)]
