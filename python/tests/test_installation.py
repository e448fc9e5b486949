# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of the package that are not Python. test/integration/packaging/test_packaging.py has the tests of wheels with LLVM."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tirc


@pytest.mark.parametrize("program", ["tir-opt", "tir-translate"])
def test_the_commands_run_the_programs(program: str) -> None:
    run = f"import tirc.installation; tirc.installation.{program.replace('-', '_')}()"
    done = subprocess.run([sys.executable, "-c", run, "--help"], capture_output=True, text=True, check=True)
    assert f"USAGE: {program}" in done.stdout
    assert "--tir-" in done.stdout or "--tir-to-c" in done.stdout


def test_a_package_on_shared_libraries_says_where_its_cmake_files_are() -> None:
    with pytest.raises(tirc.Error, match=r"lib/cmake/TIR does not exist: .*cmake --install"):
        tirc.cmake_dir()
