# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts a .tflite file to TOSA. tflite.py runs it in a separate process; see run_converter in base.py."""

from __future__ import annotations

import json
import pathlib


def main() -> None:
    answer = pathlib.Path(".answer.json")
    try:
        import tosa_converter_for_tflite as converter
    except ImportError as error:
        answer.write_text(json.dumps({"missing": error.name}))
        return
    request = json.loads(pathlib.Path(".request.json").read_text())
    forms = converter.TosaConverterOutputFormat
    try:
        converter.tflite_flatbuffer_to_tosa_mlir(
            request["model"],
            ".model.mlir",
            forms.Text if request["text"] else forms.Bytecode,
            converter.TosaConverterDebugInfo.Enable,
        )
    except RuntimeError as error:
        answer.write_text(json.dumps({"error": str(error)}))


if __name__ == "__main__":
    main()
