# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The error for a model that cannot be converted. It is read before it is known whether onnx is installed."""

from __future__ import annotations


class Refused(Exception):
    """A model that cannot be converted: a sentence, and the operator that causes it."""

    def __init__(self, message: str, operator: str | None = None) -> None:
        super().__init__(message)
        self.operator = operator
