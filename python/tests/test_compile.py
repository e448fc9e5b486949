# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tirc.compile: its inputs and outputs, which must be the same as the command's."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest
from models import DIFFERENCE, DIGITS

import tirc


def test_a_path_text_and_bytes_are_models(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "difference.mlir"
    path.write_text(DIFFERENCE)
    modules = [tirc.compile(model, model_name="m") for model in (path, str(path), DIFFERENCE, DIFFERENCE.encode())]
    # Comments name the file.
    assert len({module.c_source.replace("difference.mlir", "model") for module in modules}) == 1
    assert [module.name for module in modules] == ["m"] * 4


def test_bytecode_is_a_model() -> None:
    assert tirc.compile(DIGITS.read_bytes()).inputs[0].name == "a"


def test_the_command_writes_the_same_files(tmp_path: pathlib.Path) -> None:
    options = ["--model-name=d", "--emit=c,obj,example", "--target-triple=thumbv7em-none-eabi"]
    options += ["--target-cpu=cortex-m4", "--io-quant=a:0.5:-3", "-O1"]
    command = [sys.executable, "-m", "tirc", DIGITS, "-o", tmp_path, "--quiet", *options]
    subprocess.run(command, check=True)
    module = tirc.compile(
        DIGITS,
        model_name="d",
        emit=["c", "obj", "example"],
        target_triple="thumbv7em-none-eabi",
        target_cpu="cortex-m4",
        io_quant={"a": (0.5, -3)},
        O=1,
    )
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(written) == {"tvmgen_d.c", "tvmgen_d.h", "tvmgen_d.o", "tvmgen_d.report.json", "main.c"}
    assert module.files == written


def test_what_was_not_asked_for_is_made_when_it_is_wanted() -> None:
    module = tirc.compile(DIGITS, model_name="d", emit="obj", target_triple="thumbv7em-none-eabi")
    assert "tvmgen_d.c" not in module.files
    assert "int32_t tvmgen_d_run(" in module.c_source
    assert "struct tvmgen_d_inputs {" in module.header
    assert "int main(void)" in module.example
    assert 'target triple = "thumbv7em' in module.llvm_ir
    assert "func" in module.mlir
    assert module.object[:4] == b"\x7fELF"
    assert "tvmgen_d.c" not in module.files


def test_inputs_and_outputs_say_what_they_are() -> None:
    module = tirc.compile(DIGITS, io_quant={"a": (0.25, -128)}, target="host")
    assert module.inputs == (tirc.Tensor("a", "a", (1, 8, 8, 1), "int8", 64, 0.25, -128),)
    assert module.outputs == (tirc.Tensor("Identity", "Identity", (1, 10), "int8", 10),)
    assert repr(module) == "<tirc.Module 'digits_int8_named' (a: 1x8x8x1 int8) -> (Identity: 1x10 int8) for this machine>"
    assert module.report.json["totals"]["workspace_bytes"] == 3232
    assert module.diagnostics == ()


@pytest.mark.parametrize(
    ("options", "text"),
    [({"target": "m4"}, "cortex-m4"), ({"target_cpu": "cortex-m4", "target_triple": "arm-none-eabi"}, "cortex-m4"),
     ({}, "no processor in particular")],
)
def test_a_module_says_what_it_is_for(options: dict[str, str], text: str) -> None:
    module = tirc.compile(DIFFERENCE, **options)  # type: ignore[arg-type]
    assert repr(module).endswith(f") for {text}>")
    assert repr(module.report).startswith(f"default for {text}: RAM ")
    assert ["no --target is given" in str(each) for each in module.diagnostics] == [True] * (not options)


def test_stopping_after_a_phase() -> None:
    module = tirc.compile(DIFFERENCE, compile_to="kernels")
    assert len(module.files) >= 1 and "tir.prim_func" in next(iter(module.files.values())).decode()
    assert [tensor.name for tensor in module.inputs] == ["to.the.left", "right"]


def test_save_writes_all_files_or_none(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(DIFFERENCE, model_name="m")
    module.save(tmp_path / "new" / "folder")
    written = {path.name: path.read_bytes() for path in (tmp_path / "new" / "folder").iterdir()}
    assert written == module.files
    module.save(tmp_path / "other", emit="c,example")
    assert (tmp_path / "other" / "main.c").read_text() == module.example
    (tmp_path / "file").write_text("kept")
    with pytest.raises(OSError, match="file"):
        module.save(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "kept"


def test_an_archive(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(DIGITS, model_name="d")
    module.export_mlf(tmp_path / "d.tar")
    command = [sys.executable, "-m", "tirc", "--describe", tmp_path / "d.tar"]
    assert "int8" in subprocess.run(command, check=True, capture_output=True, text=True).stdout
    with pytest.raises(tirc.CompileError, match="folder"):
        module.export_mlf(tmp_path)


def test_options_win_over_the_name_of_the_file() -> None:
    assert tirc.compile(DIGITS).name == "digits_int8_named"
    assert tirc.compile(DIGITS, model_name="mine").options == {"model_name": "mine"}
