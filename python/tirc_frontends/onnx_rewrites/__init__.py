# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repairs of a model before torch-mlir reads it: operators that torch-mlir converts to something else, or not at all,
become others of the same meaning.
"""
