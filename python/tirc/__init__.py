# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tirc: from a model file to firmware."""

from tirc._tirc import phase_names

__all__ = ["phase_names"]
