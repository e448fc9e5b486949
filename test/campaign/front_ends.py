"""The front ends, which are loaded when they are used: each needs other packages."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

from .case import FrontEnd


def _onnx() -> FrontEnd:
    from .onnx_cases import Onnx

    return Onnx()


def _tflite() -> FrontEnd:
    from .tflite_cases import TFLite

    return TFLite()


def _tflite_walk() -> FrontEnd:
    from .tflite_cases import Walk

    return Walk()


def _torch() -> FrontEnd:
    from .torch_cases import Torch

    return Torch()


_MADE: dict[str, Callable[[], FrontEnd]] = {"onnx": _onnx, "tflite": _tflite, "torch": _torch}
# All operators of a front end with a fixed number of cases, for tables in the documentation.
_WALKS: dict[str, Callable[[], FrontEnd]] = {"tflite-walk": _tflite_walk}
NAMES = (*_MADE, *_WALKS)


def get(name: str) -> FrontEnd:
    return (_MADE | _WALKS)[name]()


def installed() -> list[str]:
    """Returns the front ends whose packages are there."""
    return [name for name in _MADE if all(importlib.util.find_spec(package) for package in get(name).packages)]
