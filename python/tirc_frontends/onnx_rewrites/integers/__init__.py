# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantised operators of ONNX as integer operators of TOSA, without torch-mlir, which computes most of them in float."""
