# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of the package that are not Python: programs, and what CMake finds."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import NoReturn

from tirc.errors import Error

_FOLDER = pathlib.Path(__file__).resolve().parent


def cmake_dir() -> str:
    """Returns the folder for `cmake -DTIR_DIR=...`, in which find_package(TIR) finds this package.

    The package has it if it contains LLVM, as the wheels of a release do.
    """
    folder = _FOLDER / "lib" / "cmake" / "TIR"
    if not folder.is_dir():
        raise Error(
            f"{folder} does not exist: this package was built on the shared libraries of LLVM; use the CMake files of "
            "the tirc that it was built from (cmake --install), or a wheel that scripts/package makes"
        )
    return str(folder)


def tir_opt() -> NoReturn:
    """Runs tir-opt, in place of this process."""
    _run("tir-opt")


def tir_translate() -> NoReturn:
    """Runs tir-translate, in place of this process."""
    _run("tir-translate")


def _run(program: str) -> NoReturn:
    os.execv(_FOLDER / "bin" / program, [program, *sys.argv[1:]])
