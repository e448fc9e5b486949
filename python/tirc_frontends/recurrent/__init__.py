# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers as functions in MLIR, with a loop over the steps: what ONNX, PyTorch and TensorFlow Lite share.

This package must not import any package of a front end.
"""
