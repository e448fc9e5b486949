# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The self-test of a model (--self-test) passes on right code, however the model is called, and fails on wrong code."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys
import zlib

import numpy
import pytest
import retrained_tflite

ROOT = pathlib.Path(__file__).parents[2]
DIGITS = ROOT / "examples" / "digits" / "digits_int8.tflite"

# Outputs of integers of all widths and of floats, a variable, and an input that may be a position.
MANY = """
tosa.variable @sum = dense<3> : tensor<1x8xi32>
func.func @main(%x: tensor<1x8xi16> {tir.name = "x"}, %f: tensor<1x8xf32> {tir.name = "f"},
                %b: tensor<1x8xi1> {tir.name = "b"}, %w: tensor<1x8xi32> {tir.name = "w"})
    -> (tensor<1x8xi16> {tir.name = "y"}, tensor<1x8xf32> {tir.name = "g"}, tensor<1x8xi1> {tir.name = "n"},
        tensor<1x8xi32> {tir.name = "s"}) {
  %y = tosa.reverse %x {axis = 1 : i32} : (tensor<1x8xi16>) -> tensor<1x8xi16>
  %e = tosa.tanh %f : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %g = tosa.add %e, %f : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  %n = tosa.logical_not %b : (tensor<1x8xi1>) -> tensor<1x8xi1>
  %old = tosa.variable_read @sum : tensor<1x8xi32>
  %s = tosa.add %old, %w : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi32>
  tosa.variable_write @sum, %s : tensor<1x8xi32>
  return %y, %g, %n, %s : tensor<1x8xi16>, tensor<1x8xf32>, tensor<1x8xi1>, tensor<1x8xi32>
}
"""

FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1", "-fsanitize=address,undefined"]


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tirc", *map(str, arguments)], capture_output=True, text=True)


def compile_model(model: pathlib.Path, folder: pathlib.Path, *options: str) -> str:
    done = command(model, "-o", folder, "--model-name=net", "--target=host", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def make_main(header: str) -> str:
    """Returns a program that gives the self-test what its prototype asks for, twice, and prints what it returns."""
    match = re.search(r"int32_t tvmgen_net_self_test\(([^;]*)\);", header)
    assert match is not None
    lines, arguments = [], []
    for parameter in match[1].split(","):
        kind = parameter.split("*")[-1].strip()
        if kind == "void":
            continue
        arguments.append(f"&{kind}")
        lines.append(f"  static struct tvmgen_net_{kind} {kind};")
        fields = re.search(rf"struct tvmgen_net_{kind} {{\n(.*?)}};", header, re.DOTALL)
        assert fields is not None
        for field in re.findall(r"void \*(\w+);", fields[1]):
            lines.append(f"  static _Alignas(64) unsigned char {kind}_{field}[65536];")
            lines.append(f"  {kind}.{field} = {kind}_{field};")
    test = f'  printf("%d ", (int)tvmgen_net_self_test({", ".join(arguments)}));'
    lines += [test, test, "  return 0;"]
    return '#include "tvmgen_net.h"\n#include <stdio.h>\n\nint main(void) {\n' + "\n".join(lines) + "\n}\n"


def run_test(folder: pathlib.Path, *more: str, expected: str = "0 0") -> None:
    (folder / "app.c").write_text(make_main((folder / "tvmgen_net.h").read_text()))
    code = [path for path in sorted(folder.glob("*.[co]")) if path.name != "app.c"]
    # _Alignas is C11.
    subprocess.run(["gcc", "-std=c11", "-c", folder / "app.c", "-o", folder / "app.obj"], check=True)
    done = subprocess.run(
        ["gcc", *FLAGS, *more, f"-I{folder}", *code, folder / "app.obj", "-lm", "-o", folder / "app"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    done = subprocess.run([folder / "app"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == expected


@pytest.mark.parametrize(
    "options",
    [
        "",
        "--emit=obj",
        "--workspace=external",
        "--workspace=call",
        "--io=pool",
        "--io=pool --workspace=external",
        "--steps --guard",
        "--safety=arguments,constants-each-run",
        "--overwrite-inputs --self-test=pattern:77",
    ],
)
def test_right_code_passes(tmp_path: pathlib.Path, options: str) -> None:
    (tmp_path / "many.mlir").write_text(MANY)
    compile_model(tmp_path / "many.mlir", tmp_path / "out", "--self-test=pattern", *options.split())
    run_test(tmp_path / "out")


@pytest.mark.parametrize("options", ["--emit=obj", "--workspace=external --io=pool"])
def test_networks_pass(tmp_path: pathlib.Path, options: str) -> None:
    compile_model(DIGITS, tmp_path / "out", "--self-test=pattern", *options.split())
    run_test(tmp_path / "out")


def test_own_weights(tmp_path: pathlib.Path) -> None:
    """Weights that are inputs stay what the application passes."""
    compile_model(DIGITS, tmp_path / "out", "--self-test=pattern", "--weights-as-inputs")
    source = (tmp_path / "out" / "tvmgen_net_self_test.c").read_text()
    assert source.count("inputs->") == 1
    # The program passes zeros as weights, and not the model's own.
    run_test(tmp_path / "out", expected="-3 -3")


def test_wrong_code_fails(tmp_path: pathlib.Path) -> None:
    compile_model(DIGITS, tmp_path / "out", "--self-test=pattern")
    path = tmp_path / "out" / "tvmgen_net.c"
    text = path.read_text()
    # The first number of each table, biases among them, stays one of 32 bits.
    table = r"(static const int32_t \w+\[\d+\] = \{\s*)(-?\d+)"
    change = 1 << 24
    changed, count = re.subn(
        table, lambda match: f"{match[1]}{int(match[2]) + (-change if int(match[2]) > 0 else change)}", text
    )
    assert count > 0, "the C has no table of 32-bit numbers"
    path.write_text(changed)
    run_test(tmp_path / "out", expected="-3 -3")


def test_wrong_floats_fail(tmp_path: pathlib.Path) -> None:
    model = tmp_path / "many.mlir"
    model.write_text(MANY)
    compile_model(model, tmp_path / "out", "--self-test=pattern")
    path = tmp_path / "out" / "tvmgen_net_self_test.c"
    text = path.read_text()
    match = re.search(r"expected\[\d+\] = \{([^}]*)\}", text)
    assert match is not None
    numbers = [int(number, 16) for number in match[1].split(",")]
    assert len(numbers) == 4 + 4 + 8 * 4
    allowed, *values = numpy.frombuffer(bytes(numbers[4:]), "<f4")
    assert allowed == pytest.approx(max(map(abs, values)) / 4096)
    for change, expected in ((0.9, "0 0"), (1.5, "-3 -3"), (float("nan"), "-3 -3")):
        last = numpy.float32(values[-1] + change * allowed).tobytes()
        changed = ", ".join(map(str, [*numbers[:-4], *last]))
        path.write_text(text.replace(match[1], changed))
        run_test(tmp_path / "out", expected=expected)


def test_inputs_of_a_file(tmp_path: pathlib.Path) -> None:
    with numpy.load(DIGITS.with_suffix(".test_set.npz")) as test_set:
        image, output = test_set["images"][5], test_set["tflite_outputs"][5]
    (tmp_path / "image.bin").write_bytes(image.tobytes())
    printed = compile_model(DIGITS, tmp_path / "out", f"--self-test={tmp_path / 'image.bin'}")
    assert "image.bin (64 bytes), 4 bytes of expected results" in printed
    report = json.loads((tmp_path / "out" / "tvmgen_net.report.json").read_text())
    assert report["self_test"] == {"input": "image.bin", "input_bytes": 64, "expected_bytes": 4}
    run_test(tmp_path / "out")
    # What is expected comes from another runtime, too.
    expected = zlib.crc32(output.tobytes()).to_bytes(4, "little")
    source = (tmp_path / "out" / "tvmgen_net_self_test.c").read_text()
    assert ", ".join(f"0x{byte:02x}" for byte in expected) in source


@pytest.mark.parametrize("given", ["pattern", "file"])
def test_other_weights(tmp_path: pathlib.Path, given: str) -> None:
    """The file with weights says what the self-test expects of them."""
    value = "pattern"
    if given == "file":
        value = str(tmp_path / "x.bin")
        (tmp_path / "x.bin").write_bytes(numpy.random.default_rng(3).integers(-128, 128, 64, numpy.int8).tobytes())
    compile_model(DIGITS, tmp_path / "out", f"--self-test={value}", "--weights=blob")
    (tmp_path / "new.tflite").write_bytes(retrained_tflite.retrain(DIGITS, 5))
    if given == "file":
        (tmp_path / "x.bin").unlink()
    done = command("--weights-for", tmp_path / "out", tmp_path / "new.tflite", "-o", tmp_path / "new.bin")
    assert done.returncode == 0, done.stderr
    compile_model(DIGITS, tmp_path / "without", "--weights=blob")
    (tmp_path / "main.c").write_text(
        r"""
#include "tvmgen_net.h"
#include "tvmgen_net_weights.h"
#include <stdio.h>
static _Alignas(64) unsigned char blob[100000];
static signed char in[64], out[10];
int main(int count, char **names) {
  struct tvmgen_net_inputs inputs = {in};
  struct tvmgen_net_outputs outputs = {out};
  printf("%d ", (int)tvmgen_net_self_test(&inputs, &outputs));
  for (int i = 1; i < count; ++i) {
    FILE *file = fopen(names[i], "rb");
    size_t size = fread(blob, 1, sizeof blob, file);
    fclose(file);
    printf("%d ", (int)tvmgen_net_use_weights(blob, size));
    printf("%d ", (int)tvmgen_net_self_test(&inputs, &outputs));
  }
  blob[blob[16] + 40] ^= 64; /* a weight, after the check of the CRC */
  blob[blob[16] + 41] ^= 64;
  printf("%d", (int)tvmgen_net_self_test(&inputs, &outputs));
  return 0;
}
"""
    )
    code = sorted((tmp_path / "out").glob("*.c"))
    flags = ["-std=c11", *FLAGS[1:]]
    include = f"-I{tmp_path / 'out'}"
    subprocess.run(["gcc", *flags, include, tmp_path / "main.c", *code, "-lm", "-o", tmp_path / "main"], check=True)
    files = [
        tmp_path / "out" / "tvmgen_net.weights.bin",
        tmp_path / "new.bin",
        tmp_path / "without" / "tvmgen_net.weights.bin",
        tmp_path / "new.bin",
    ]
    done = subprocess.run([tmp_path / "main", *files], capture_output=True, text=True, check=True)
    # No weights; right weights of two trainings; weights that say nothing of a self-test; a changed weight.
    assert done.stdout.split() == ["-16", "0", "0", "0", "0", "0", "-3", "0", "0", "-3"]


def test_arguments_that_are_null(tmp_path: pathlib.Path) -> None:
    compile_model(DIGITS, tmp_path / "out", "--self-test=pattern", "--safety=arguments")
    (tmp_path / "main.c").write_text(
        r"""
#include "tvmgen_net.h"
#include <stdio.h>
int main(void) {
  static signed char out[10];
  struct tvmgen_net_inputs inputs = {0};
  struct tvmgen_net_outputs outputs = {out};
  printf("%d %d %d", (int)tvmgen_net_self_test(0, &outputs), (int)tvmgen_net_self_test(&inputs, &outputs),
         (int)tvmgen_net_self_test(&inputs, 0));
}
"""
    )
    code = sorted((tmp_path / "out").glob("*.c"))
    subprocess.run(
        ["gcc", *FLAGS, f"-I{tmp_path / 'out'}", tmp_path / "main.c", *code, "-o", tmp_path / "main"], check=True
    )
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert done.stdout == "-4 -4 -4"


HALF = """
func.func @main(%x: tensor<1x8xf16> {tir.name = "x"}) -> (tensor<1x8xf16> {tir.name = "y"}) {
  %y = tosa.reverse %x {axis = 1 : i32} : (tensor<1x8xf16>) -> tensor<1x8xf16>
  return %y : tensor<1x8xf16>
}
"""
ROOTS = """
func.func @main(%x: tensor<1x8xf32> {tir.name = "x"}) -> (tensor<1x8xf32> {tir.name = "y"}) {
  %y = tosa.log %x : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}
"""


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        (HALF, "pattern", "the input 'x' has elements of type 'f16', which a pattern has not"),
        (HALF, "16", "the output 'y' has elements of type 'f16', which a self-test does not compare"),
        (ROOTS, "pattern", "the output 'y' has elements that are not finite for this input; expected another"),
        (ROOTS, "31", "has 31 bytes, which end before the input 'x' of 32 bytes; expected the elements of all inputs"),
        (ROOTS, "33", "has 33 bytes, 1 more than all inputs; expected their elements"),
    ],
)
def test_refusals(tmp_path: pathlib.Path, text: str, value: str, message: str) -> None:
    (tmp_path / "net.mlir").write_text(text)
    if value.isdigit():
        (tmp_path / "input.bin").write_bytes(bytes(int(value)))
        value = str(tmp_path / "input.bin")
    done = command(tmp_path / "net.mlir", "-o", tmp_path / "out", f"--self-test={value}")
    assert done.returncode == 1
    assert "net.mlir:" in done.stderr and f"--self-test={value}: " in done.stderr
    assert message in done.stderr
    assert not (tmp_path / "out").exists()
