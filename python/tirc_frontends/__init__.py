# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The converters of model formats to MLIR, and what they share with tirc.importers, which runs them.

A converter has a process of its own: it loads another MLIR than tirc, and may crash. That process must not load tirc, so
that this package does not import anything from it.
"""
