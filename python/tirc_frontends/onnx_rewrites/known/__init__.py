# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which operators of ONNX tirc knows, in which versions and with which attributes. operators.py is the table; check.py
compares a model with it before anything is converted."""
