# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts the model in the working directory: `python -P PATH/tirc_frontends/__main__.py KIND`. process.py says how."""

from __future__ import annotations

import pathlib
import sys

if not __package__:
    # Run by its path: the package is this one, wherever Python would find one of this name.
    sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1]))

from tirc_frontends.process import convert

if not __package__:
    del sys.path[0]

if __name__ == "__main__":
    convert(sys.argv[1])
