# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command, run as `python -m tirc`."""

from __future__ import annotations

import errno
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest
from conftest import REPO
from models import DIFFERENCE, long_chain
from tiny_tflite import tiny_tflite

import tirc
from tirc.__main__ import main


def _command(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tirc", *map(os.fspath, arguments)],  # type: ignore[arg-type]
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_compiles(tmp_path: pathlib.Path) -> None:
    (tmp_path / "model.mlir").write_text(DIFFERENCE)
    done = _command(tmp_path / "model.mlir", "-o", tmp_path / "out", "--model-name=m", "--target=m4")
    assert (done.returncode, done.stdout) == (0, "")
    assert re.match(r"files +tvmgen_m\.c, .*\ntarget +cortex-m4, .*\nRAM +\d", done.stderr)
    assert (tmp_path / "out" / "tvmgen_m.c").read_text() == tirc.compile(
        tmp_path / "model.mlir", model_name="m", target="cortex-m4"
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


def test_it_reads_tflite(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    model = REPO / "examples" / "digits" / "digits_int8.tflite"
    done = _command(model, "-o", tmp_path / "out", "--model-name", "digits", "--io-quant=a:0.5:1", "--target=m3", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    module = tirc.compile(model, model_name="digits", io_quant={"a": (0.5, 1)}, target="m3")
    assert (tmp_path / "out" / "tvmgen_digits.c").read_text() == module.c_source
    assert (tmp_path / "out" / "tvmgen_digits.h").read_text() == module.header


def test_it_takes_the_shape_of_a_dynamic_input(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    (tmp_path / "model.tflite").write_bytes(tiny_tflite(dynamic=True))
    without = _command(tmp_path / "model.tflite", "-o", tmp_path / "out")
    assert without.returncode == 0
    assert re.match(r"tirc: remark: model\.tflite: input 0 .*batch, which is compiled as 1; give input_shape", without.stderr)
    done = _command(
        tmp_path / "model.tflite", "-o", tmp_path / "out", "--input-shape", "0:1x4", "--quiet", "--target=host"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / "tvmgen_model.c").is_file()


def test_a_full_disk_is_an_error(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tflite", reason="needs tirc[tflite]")

    def write(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "model.tflite").write_bytes(tiny_tflite())
    monkeypatch.setattr("pathlib.Path.write_bytes", write)
    monkeypatch.setattr(sys, "argv", ["tirc", str(tmp_path / "model.tflite"), "-o", str(tmp_path / "out")])
    assert main() == 1
    expected = "No space left on device; expected room for the converted model: TMPDIR names another folder\n"
    assert capsys.readouterr().err.endswith(expected)


def test_it_says_what_is_wrong_with_a_model_of_a_front_end(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("tflite", reason="needs tirc[tflite]")
    (tmp_path / "cut.tflite").write_bytes(tiny_tflite()[:100])
    done = _command(tmp_path / "cut.tflite", "-o", tmp_path / "out")
    assert done.returncode == 1
    assert done.stderr.startswith("tirc: error: cut.tflite: ") and "Traceback" not in done.stderr
    # Later messages of the compiler also name the model.
    (tmp_path / "whole.tflite").write_bytes(tiny_tflite())
    done = _command(tmp_path / "whole.tflite", "-o", tmp_path / "out", "--entry=none")
    assert done.returncode == 1
    assert done.stderr.startswith("whole.tflite: error: no function @none")
