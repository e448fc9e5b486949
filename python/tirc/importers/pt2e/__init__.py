# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of torch.export that PT2E has quantised, in the form in which the package onnx_rewrites finds integers.

The converter's process loads this package by its folder. It does not load tirc, so that this package must not import
anything from it.
"""
