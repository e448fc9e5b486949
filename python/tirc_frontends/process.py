# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a converter's process does. run_converter in tirc/importers/base.py starts it, and says which files it reads and
writes in the working directory."""

from __future__ import annotations

import gc
import json
import pathlib
from collections.abc import Callable

from .refused import Refused

# Writes the MLIR of the request's model, and returns the answer. Raises Refused.
Converter = Callable[[dict[str, object]], dict[str, object]]


def converter(kind: str) -> Converter:
    """Returns the converter of a kind of model: "tflite", "onnx" or "torch". Raises ImportError if a package is missing."""
    if kind == "tflite":
        from .convert_tflite import convert
    elif kind == "onnx":
        from .convert_onnx import convert
    else:
        from .convert_torch import convert
    return convert


def convert(kind: str) -> None:
    """Converts the model of the request."""
    # A process that ends soon has little garbage, and looking for it takes a twentieth of the time.
    gc.set_threshold(100_000, 50, 100)
    request = json.loads(pathlib.Path(".request.json").read_text())
    answer = pathlib.Path(".answer.json")
    try:
        run = converter(kind)
    except ImportError as error:
        answer.write_text(json.dumps({"missing": error.name}))
        return
    try:
        answer.write_text(json.dumps(run(request)))
    except Refused as refused:
        answer.write_text(json.dumps({"refused": str(refused), "operator": refused.operator}))
