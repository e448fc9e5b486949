# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m tirc`, which is the command."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time

import tirc
from models import DIFFERENCE, long_chain


def _command(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tirc", *map(os.fspath, arguments)],  # type: ignore[arg-type]
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_compiles(tmp_path: pathlib.Path) -> None:
    (tmp_path / "model.mlir").write_text(DIFFERENCE)
    done = _command(tmp_path / "model.mlir", "-o", tmp_path / "out", "--model-name=m")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "out" / "tvmgen_m.c").read_text() == tirc.compile(
        tmp_path / "model.mlir", model_name="m"
    ).c_source


def test_it_fails_as_the_command_does(tmp_path: pathlib.Path) -> None:
    done = _command(tmp_path / "none.mlir", "-o", tmp_path)
    assert done.returncode == 1
    assert "none.mlir" in done.stderr and "Traceback" not in done.stderr


def test_version_and_help() -> None:
    assert _command("--version").stdout.startswith(f"tirc {tirc.__version__} ")
    assert "--model-name=<NAME>" in _command("--help").stdout


def test_ctrl_c_ends_it(tmp_path: pathlib.Path) -> None:
    (tmp_path / "model.mlir").write_text(long_chain(200))
    command = [sys.executable, "-m", "tirc", tmp_path / "model.mlir", "-o", tmp_path / "out", "--emit=obj"]
    with subprocess.Popen(command) as process:
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == -signal.SIGINT
    assert not (tmp_path / "out").exists()
