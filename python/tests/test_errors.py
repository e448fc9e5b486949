# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors: the text, the diagnostics as objects, and a folder that reproduces the error."""

from __future__ import annotations

import os
import pathlib
import pickle
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from models import DIFFERENCE

import tirc
from tirc import reproducer

# TOSA does not have these operators on these types.
WRONG = """func.func @main(%x: tensor<2xi16>) -> tensor<2xf32> {
  %a = tosa.abs %x : (tensor<2xi16>) -> tensor<2xi16>
  %y = "vendor.unknown"(%a) : (tensor<2xi16>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
"""


def _fail(model: object, **options: object) -> tirc.CompileError:
    with pytest.raises(tirc.CompileError) as caught:
        tirc.compile(model, **options)  # type: ignore[arg-type]
    return caught.value


def test_diagnostics_are_objects() -> None:
    error = _fail(WRONG)
    assert isinstance(error, tirc.Error)
    first = error.diagnostics[0]
    assert first.severity == "error"
    assert first.place == "model:unknown#0" and first.place in error.text
    assert first.message in error.text and "vendor.unknown" in first.message
    lines = [(part.file, part.line) for part in (first, *first.notes)]
    assert ("model", 3) in lines, error.diagnostics
    assert str(first).startswith("model:unknown#0: error: ")


def test_an_error_in_the_text_has_its_line() -> None:
    first, *_ = _fail("func.func @main(%x: tensor<2xi8>) {\n  return %y : tensor<2xi8>\n}").diagnostics
    assert (first.place, first.file, first.line, first.column) == (None, "model", 2, 10)


def test_an_error_of_the_options_has_no_place() -> None:
    error = _fail(DIFFERENCE, target_cpu="no-such-cpu")
    assert "no-such-cpu" in error.diagnostics[0].message
    assert error.diagnostics[0].place is None


def test_the_reproducer_gives_the_same_error(own_cache: pathlib.Path, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a model's.mlir"
    path.write_text(WRONG)
    error = _fail(
        path, model_name="m", io_quant={"x\\ y": (1, 0)}, passes_before="kernels:canonicalize{max-iterations=3}"
    )
    assert error.reproducer is not None and error.reproducer.parent == own_cache
    assert error.command == f"cd {shlex.quote(str(error.reproducer))} && tirc @arguments"
    assert error.command in str(error)
    assert (error.reproducer / "a model's.mlir").read_text() == WRONG
    path.unlink()
    # A script that does the same as the console script.
    script = tmp_path / "tirc"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m tirc "$@"\n')
    script.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(error.command, shell=True, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == error.text
    assert not (error.reproducer / "out").exists()


def test_the_same_error_has_the_same_folder(own_cache: pathlib.Path) -> None:
    assert _fail(WRONG).reproducer == _fail(WRONG).reproducer
    assert len(list(own_cache.iterdir())) == 1


def test_the_newest_reproducers_are_kept(own_cache: pathlib.Path) -> None:
    (own_cache / "the user's own").mkdir(parents=True)
    folders = []
    for number in range(reproducer.KEPT + 3):
        saved = reproducer.save([f"--model-name=m{number}"], b"module {}", "m.mlir")
        assert saved is not None
        folders.append(saved[0])
        os.utime(saved[0], ns=(number, number))
    assert {folder for folder in folders if folder.exists()} == set(folders[3:])
    assert (own_cache / "the user's own").exists()


def test_where_nothing_can_be_written_the_error_is_the_models(
    own_cache: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_cache.parent.mkdir(exist_ok=True)
    own_cache.write_text("no folder")
    error = _fail(WRONG)
    assert error.reproducer is None and error.command is None
    assert str(error) == error.text.rstrip()


def test_a_plugin_is_named_from_anywhere(own_cache: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_cache.parent)
    error = _fail(DIFFERENCE, load_pass_plugin="plugins/none.so")
    assert error.reproducer is not None
    written = (error.reproducer / "arguments").read_text()
    assert f"--load-pass-plugin={own_cache.parent}/plugins/none.so" in written


def test_errors_can_be_sent_to_another_process() -> None:
    error = _fail(WRONG)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.diagnostics, again.command) == (str(error), error.diagnostics, error.command)
    run_error = pickle.loads(pickle.dumps(tirc.RunError("text", 7, "message")))
    assert (str(run_error), run_error.code, run_error.message) == ("text", 7, "message")


def test_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIRC_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert reproducer.cache_folder() == pathlib.Path("/cache/tirc/reproducers")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/someone")
    assert reproducer.cache_folder() == pathlib.Path("/home/someone/.cache/tirc/reproducers")


def test_the_interpreter_goes_on_after_an_error() -> None:
    for _ in range(3):
        _fail(WRONG)
        assert tirc.compile(DIFFERENCE).c_source


def test_the_program_is_there_as_a_console_script() -> None:
    script = pathlib.Path(sys.executable).with_name("tirc")
    if not script.exists():
        pytest.skip("the package is not installed")
    assert shutil.which("tirc", path=str(script.parent))
    printed = subprocess.run([script, "--version"], check=True, capture_output=True, text=True).stdout
    assert re.match(rf"tirc {re.escape(tirc.__version__)} \(LLVM 22\.1", printed)
