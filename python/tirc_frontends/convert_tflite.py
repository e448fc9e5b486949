# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts a .tflite file to TOSA."""

from __future__ import annotations

import tosa_converter_for_tflite as converter


def convert(request: dict[str, object]) -> dict[str, object]:
    """Writes the MLIR of the request's model; returns the answer."""
    forms = converter.TosaConverterOutputFormat
    try:
        converter.tflite_flatbuffer_to_tosa_mlir(
            request["model"],
            ".model.mlir",
            forms.Text if request["text"] else forms.Bytecode,
            converter.TosaConverterDebugInfo.Enable,
        )
    except RuntimeError as error:
        return {"error": str(error)}
    return {}
