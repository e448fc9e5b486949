# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Retrained models run in the code of another one, by weights in a file (--weights=blob), or are refused by name."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

import numpy
import pytest
import retrained_tflite
from weight_files import command, damage

import tirc

ROOT = pathlib.Path(__file__).parents[2]
DIGITS = ROOT / "examples" / "digits" / "digits_int8.tflite"
TINY = pathlib.Path(os.environ.get("TIR_SHARED", "/none")) / "models" / "mlperf_tiny"
KWS, IC = TINY / "kws_int8.tflite", TINY / "ic_int8.tflite"

# Tries each file: prints what use_weights returns, and what runs return then, with the first bytes of their outputs.
MAIN = r"""
#include "tvmgen_net.h"
#include "tvmgen_net_weights.h"
#include <stdio.h>
#include <string.h>

static _Alignas(64) unsigned char memory[2][1 << 20];
static signed char input[INPUT], output[OUTPUT];

static int reject(const void *blob, size_t size, void *context) {
  return ((const unsigned char *)blob)[size - 1] == *(unsigned char *)context;
}

static void run(void) {
  struct tvmgen_net_inputs inputs = {input};
  struct tvmgen_net_outputs outputs = {output};
  FILE *file = fopen("inputs.bin", "rb");
  while (fread(input, 1, INPUT, file) == INPUT) {
    printf(" %d:", (int)tvmgen_net_run(&inputs, &outputs));
    for (int i = 0; i < OUTPUT; ++i)
      printf("%02x", (unsigned char)output[i]);
  }
  fclose(file);
}

int main(int count, char **names) {
  run();
  printf("\n");
  for (int i = 1; i < count; ++i) {
    unsigned char *slot = memory[i % 2];
    FILE *file = fopen(names[i], "rb");
    size_t size = fread(slot, 1, sizeof memory[0], file);
    fclose(file);
    printf("%d", (int)tvmgen_net_use_weights(slot, size));
    run();
    printf("\n");
  }
  if (count > 1) {
    unsigned char *slot = memory[(count - 1) % 2];
    size_t size = slot[12] | slot[13] << 8 | slot[14] << 16;
    memmove(slot + 1, slot, size);
    printf("%d\n", (int)tvmgen_net_use_weights(slot + 1, size));
    memmove(slot, slot + 1, size);
    unsigned char last = slot[size - 1];
    printf("%d\n", (int)tvmgen_net_use_checked_weights(slot, size, reject, &last));
    printf("%u\n", (unsigned)tvmgen_net_weights_version());
    tvmgen_net_drop_weights();
    printf("%d\n", (int)tvmgen_net_run(0, 0));
  }
  return 0;
}
"""


def compile_c(folder: pathlib.Path, inputs: int, outputs: int, *more: str) -> pathlib.Path:
    """Compiles the code in `folder`/fw with a program that tries files."""
    (folder / "main.c").write_text(MAIN)
    program = folder / "main"
    code = [*map(str, sorted((folder / "fw").glob("*.[co]")))]
    flags = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", f"-DINPUT={inputs}", f"-DOUTPUT={outputs}"]
    done = subprocess.run(
        ["gcc", *flags, *more, f"-I{folder / 'fw'}", str(folder / "main.c"), *code, "-lm", "-o", str(program)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return program


def try_files(folder: pathlib.Path, files: list[pathlib.Path]) -> list[list[str]]:
    """Returns what the program prints for no file, and for each: the code and the outputs."""
    done = subprocess.run([folder / "main", *files], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def build(folder: pathlib.Path, model: pathlib.Path, *options: str) -> tuple[numpy.ndarray[Any, Any], int]:
    """Builds the firmware, and returns random inputs and the bytes of an output."""
    done = command(model, "-o", folder / "fw", "--quiet", "--weights=blob", "--model-name=net", *options)
    assert done.returncode == 0, done.stderr
    interpreter = retrained_tflite.open_model(model.read_bytes())
    shape = interpreter.get_input_details()[0]["shape"]
    output = int(numpy.prod(interpreter.get_output_details()[0]["shape"]))
    inputs = numpy.random.default_rng(0).integers(-128, 128, [4, *shape], numpy.int8)
    (folder / "inputs.bin").write_bytes(inputs.tobytes())
    compile_c(folder, inputs[0].size, output)
    return inputs, output


def run_reference(model: bytes, inputs: numpy.ndarray[Any, Any]) -> list[str]:
    opened = retrained_tflite.open_model(model)
    results = []
    for given in inputs:
        opened.set_tensor(opened.get_input_details()[0]["index"], given)
        opened.invoke()
        results.append(opened.get_tensor(opened.get_output_details()[0]["index"]).tobytes().hex())
    return results


def run_ordinary(path: pathlib.Path, inputs: numpy.ndarray[Any, Any]) -> list[str]:
    module = tirc.compile(path)
    return [numpy.asarray(next(iter(module.run(given).values()))).tobytes().hex() for given in inputs]


def check_variants(folder: pathlib.Path, model: pathlib.Path, seeds: range, *options: str) -> list[pathlib.Path]:
    """Runs retrained models by their weights. They compute what they compute otherwise."""
    inputs, output = build(folder, model, *options)
    files, models = [folder / "fw" / "tvmgen_net.weights.bin"], [model]
    for seed in seeds:
        models.append(folder / f"v{seed}.tflite")
        models[-1].write_bytes(retrained_tflite.retrain(model, seed))
        files.append(folder / f"v{seed}.bin")
        done = command("--weights-for", folder / "fw", models[-1], "-o", files[-1], f"--weights-version={seed}")
        assert done.returncode == 0, done.stderr
        assert "fit the code of 'net'" in done.stdout
    printed = try_files(folder, files)
    assert [text.split(":")[0] for text in printed[0]] == ["-16"] * len(inputs)
    for path, line in zip(models, printed[1:]):
        expected = run_ordinary(path, inputs)
        assert line == ["0", *("0:" + text for text in expected)], path
        reference = run_reference(path.read_bytes(), inputs)
        for ours, theirs in zip(expected, reference):
            difference = numpy.frombuffer(bytes.fromhex(ours), numpy.int8).astype(int) - numpy.frombuffer(
                bytes.fromhex(theirs), numpy.int8
            )
            assert numpy.abs(difference).max() <= 1
    assert len({tuple(line) for line in printed[1 : 1 + len(files)]}) == len(files), "the weights make no difference"
    last = str(seeds[-1])
    assert [line[0] for line in printed[1 + len(files) :]] == ["-22", "-24", last, "-16"]
    return files


def check_damaged(folder: pathlib.Path, good: list[pathlib.Path], count: int) -> None:
    """None of the damaged files is used, and runs go on with the weights before."""
    bad = damage(good[-1].read_bytes(), count)
    files = []
    for number, (content, _) in enumerate(bad):
        files.append(folder / f"bad{number}.bin")
        files[-1].write_bytes(content)
    # Bad files go to the other slot. Each line has outputs of the good weights.
    alternating = [good[-1] if number % 2 == 0 else bad_file for bad_file in files for number in range(2)]
    printed = try_files(folder, alternating)[1:]
    for number, (_, codes) in enumerate(bad):
        assert printed[2 * number][0] == "0"
        assert int(printed[2 * number + 1][0]) in codes, files[number]
        assert printed[2 * number + 1][1:] == printed[2 * number][1:]


def test_digits(tmp_path: pathlib.Path) -> None:
    files = check_variants(tmp_path, DIGITS, range(1, 3), "--target=cortex-m4")
    check_damaged(tmp_path, files, 40)


def test_object(tmp_path: pathlib.Path) -> None:
    check_variants(tmp_path, DIGITS, range(1, 2), "--target=host", "--emit=obj")


def test_residual_additions(tmp_path: pathlib.Path) -> None:
    """They have one form for all scales, which has the numbers of TOSA's."""
    if not IC.exists():
        pytest.skip("needs TIR_SHARED")
    check_variants(tmp_path, IC, range(1, 3), "--target=cortex-m4")
    code = (tmp_path / "fw" / "tvmgen_net.c").read_text()
    # No shift of a residual addition is a number of the file, as the shifts of the pool after them are.
    additions, _, rest = code.partition("_avg_pool2d_0(")
    assert additions.count("scales[") >= 9
    assert "& 63" not in additions
    assert "& 63" in rest


@pytest.mark.long
@pytest.mark.parametrize("model", [DIGITS, KWS, IC], ids=["digits", "kws", "ic"])
def test_five_variants(tmp_path: pathlib.Path, model: pathlib.Path) -> None:
    if not model.exists():
        pytest.skip("needs TIR_SHARED")
    files = check_variants(tmp_path, model, range(1, 6), "--target=cortex-m4")
    check_damaged(tmp_path, files, 200)


def test_what_does_not_fit(tmp_path: pathlib.Path) -> None:
    done = command(DIGITS, "-o", tmp_path / "fw", "--quiet", "--weights=blob", "--target=cortex-m4")
    assert done.returncode == 0, done.stderr
    # A zero point of a padded tensor is in the code.
    model = retrained_tflite.read(DIGITS)
    model.subgraphs[0].tensors[12].quantization.zeroPoint = numpy.asarray([-120])
    changed = tmp_path / "other.tflite"
    changed.write_bytes(retrained_tflite.write(model))
    done = command("--weights-for", tmp_path / "fw", changed, "-o", tmp_path / "w.bin")
    assert done.returncode == 1
    assert "other.tflite: error: does not fit the code in" in done.stderr
    assert "expected '" in done.stderr and "as in the firmware, but came '" in done.stderr
    assert "conv2d" in done.stderr
    assert not (tmp_path / "w.bin").exists()


def test_the_file_is_replaced_whole(tmp_path: pathlib.Path) -> None:
    """A file that exists is never written in place, and is kept if tirc did not write it."""
    done = command(DIGITS, "-o", tmp_path / "fw", "--quiet", "--weights=blob", "--model-name=net")
    assert done.returncode == 0, done.stderr
    first = (tmp_path / "fw" / "tvmgen_net.weights.bin").read_bytes()
    slot, other = tmp_path / "slot", tmp_path / "other"
    slot.write_bytes(first)
    os.link(slot, other)
    arguments = ["--weights-for", tmp_path / "fw", DIGITS, "-o", slot]
    done = command(*arguments, "--weights-version=9")
    assert done.returncode == 0, done.stderr
    assert slot.read_bytes() != first
    assert other.read_bytes() == first
    slot.write_text("notes")
    done = command(*arguments)
    assert done.returncode == 1
    assert "'" + str(slot) + "' already exists, and tirc did not write it" in done.stderr
    assert slot.read_text() == "notes"
    done = command(*arguments, "--force")
    assert done.returncode == 0, done.stderr
    assert slot.read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fw", "other", "slot"]


def test_what_is_said_of_weights(tmp_path: pathlib.Path) -> None:
    done = command(DIGITS, "-o", tmp_path / "fw", "--weights=blob", "--model-name=net", "--weights-version=7")
    assert done.returncode == 0, done.stderr
    size = (tmp_path / "fw" / "tvmgen_net.weights.bin").stat().st_size
    line = f"tvmgen_net.weights.bin, {size:,} bytes, which the application gives to the model; version 7"
    assert any(printed.split(maxsplit=1) == ["weights", line] for printed in done.stderr.splitlines()), done.stderr
    report = json.loads((tmp_path / "fw" / "tvmgen_net.report.json").read_text())["weights"]
    assert report["file"] == "tvmgen_net.weights.bin"
    assert report["file_bytes"] == size
    assert 0 < report["constants_bytes"] < size
    assert report["version"] == 7


def test_wrong_usage(tmp_path: pathlib.Path) -> None:
    done = command("--weights-for", tmp_path, DIGITS, "-o", tmp_path / "w.bin")
    assert done.returncode == 1
    assert "has no file tvmgen_NAME.weights.fit; expected the folder that tirc --weights=blob" in done.stderr
    done = command("--weights-for", tmp_path, DIGITS)
    assert done.returncode != 0
    assert "--weights-for: 1 models and no output; expected tirc --weights-for=DIR" in done.stderr
    done = command(DIGITS, "-o", tmp_path, "--weights=blob", "--steps")
    assert "--weights=blob cannot be combined with a run in steps" in done.stderr
    done = command(DIGITS, "-o", tmp_path, "--weights-version=3")
    assert "--weights-version: the weights are in the code; expected --weights=blob, too" in done.stderr
