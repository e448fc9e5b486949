# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite that become functions in MLIR, since Arm's converter does not know them or computes
something else: recurrent layers, and products that quantise their input in each run.

The converter converts a custom operator to tosa.custom: each of these operators becomes one in the file, and the
tosa.custom a call of the operator's function.
"""

from tirc.importers.tflite_functions.replacement import Taken, put_back, take_out

__all__ = ["Taken", "put_back", "take_out"]
