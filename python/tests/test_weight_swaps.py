# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Retrained models are swapped by their weights on the emulated Cortex-M4: each computes what its own build with folded
constants computes there, and damaged, old and foreign files are refused."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from collections.abc import Sequence

import numpy
import pytest
import retrained_tflite
from weight_files import CODES, command, damage, seal

from tirc import cortex_m4

ROOT = pathlib.Path(__file__).parents[2]
BOARD = ROOT / "python" / "tirc" / "emulator"
DIGITS = ROOT / "examples" / "digits" / "digits_int8.tflite"
# digits_vN.tflite is what examples/product-life/retrain.py makes with --seed N and 10 N - 15 epochs, or 40 for N = 2.
TRAINED = (
    ROOT / "examples" / "product-life" / "digits_v2.tflite",
    *sorted((pathlib.Path(__file__).parent / "retrained").glob("digits_v*.tflite")),
)
OTHER = ROOT / "test" / "integration" / "models" / "quantized" / "depthwise.tflite"
TINY = pathlib.Path(os.environ.get("TIR_SHARED", "/none")) / "models" / "mlperf_tiny"
KWS = TINY / "kws_int8.tflite"
# Smaller numbers of weights are refused.
OLDEST = 10

pytestmark = pytest.mark.skipif(cortex_m4.missing() is not None, reason=str(cortex_m4.missing()))

# Prints a line for each file that `names` lists: what use_weights returns, and what runs return then, with their outputs.
# Each name follows the number of the slot for the file. With FOLDED, prints one line of runs.
MAIN = r"""
#include "semihosting.h"
#include "tvmgen_net.h"
#include <string.h>
#ifndef FOLDED
#include "tvmgen_net_weights.h"
#endif

static signed char input[INPUT], output[OUTPUT];

static void print(int32_t number) {
  char digits[12], *at = digits + sizeof digits - 1;
  uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
  *at = 0;
  do {
    *--at = (char)('0' + rest % 10);
  } while ((rest /= 10) != 0);
  if (number < 0)
    *--at = '-';
  semihosting_write(at);
}

static int32_t open(const char *name) {
  return semihosting_open(name, strlen(name), SEMIHOSTING_READ);
}

static void run(void) {
  struct tvmgen_net_inputs inputs = {input};
  struct tvmgen_net_outputs outputs = {output};
  const int32_t file = open("inputs.bin");
  while (semihosting_read_file(file, input, INPUT) == 0) {
    semihosting_write(" ");
    print(tvmgen_net_run(&inputs, &outputs));
    semihosting_write(":");
    for (int i = 0; i < OUTPUT; ++i) {
      const unsigned char byte = (unsigned char)output[i];
      const char text[3] = {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15], 0};
      semihosting_write(text);
    }
  }
  semihosting_close(file);
  semihosting_write("\n");
}

int main(void) {
#ifdef FOLDED
  run();
#else
  static _Alignas(64) unsigned char slots[2][1 << 19];
  static char names[1 << 14];
  const int32_t list = open("names");
  char *name = names;
  names[sizeof names - 1 - semihosting_read_file(list, names, sizeof names - 1)] = 0;
  run();
  while (*name != 0) {
    char *const end = strchr(name, '\n');
    unsigned char *const slot = slots[*name - '0'];
    *end = 0;
    const int32_t file = open(name + 1);
    const uint32_t size = sizeof slots[0] - semihosting_read_file(file, slot, sizeof slots[0]);
    semihosting_close(file);
    print(tvmgen_net_use_weights(slot, size));
    run();
    name = end + 1;
  }
#endif
  return 0;
}
"""


def build(folder: pathlib.Path, model: pathlib.Path, sizes: tuple[int, int], *options: str) -> None:
    """Compiles a model for the board, and the program, to `folder`/program.elf."""
    arguments = ("--model-name=net", "--target=cortex-m4", "--quiet", *options)
    done = command(model, "-o", folder, *arguments)
    assert done.returncode == 0, done.stderr
    (folder / "main.c").write_text(MAIN)
    kind = f"-DTVMGEN_NET_OLDEST_WEIGHTS={OLDEST}" if "--weights=blob" in options else "-DFOLDED"
    done = subprocess.run(
        ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-std=c11", "-O2", "-Wall", "-Werror", kind]
        + [f"-DINPUT={sizes[0]}", f"-DOUTPUT={sizes[1]}", f"-I{folder}", f"-I{BOARD}"]
        + [str(path) for path in (*sorted(folder.glob("*.c")), BOARD / "startup.c")]
        + ["-nostartfiles", "--specs=nano.specs", "-Wl,-z,noexecstack", "-T", str(BOARD / "mps2-an386.ld"), "-lm"]
        + ["-o", str(folder / "program.elf")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def emulate(program: pathlib.Path, folder: pathlib.Path) -> list[list[str]]:
    done = subprocess.run(
        ["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial", "none"]
        + ["-semihosting-config", "enable=on,target=native", "-kernel", str(program)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in (done.stdout + done.stderr).splitlines()]


class Swaps:
    """A firmware without weights, and files for it."""

    def __init__(self, folder: pathlib.Path, model: pathlib.Path, others: Sequence[pathlib.Path]) -> None:
        self.folder, self.models = folder, [model, *others]
        interpreter = retrained_tflite.open_model(model.read_bytes())
        shapes = [details[0]["shape"] for details in (interpreter.get_input_details(), interpreter.get_output_details())]
        self.sizes = (int(numpy.prod(shapes[0])), int(numpy.prod(shapes[1])))
        inputs = numpy.random.default_rng(3).integers(-128, 128, [2, self.sizes[0]], numpy.int8)
        (folder / "inputs.bin").write_bytes(inputs.tobytes())
        build(folder / "fw", model, self.sizes, "--weights=blob", f"--weights-version={OLDEST}")
        self.files = [(folder / "fw" / "tvmgen_net.weights.bin").read_bytes()]
        self.files += [self.make(other, OLDEST + number) for number, other in enumerate(others, 1)]

    def make(self, model: pathlib.Path, version: int) -> bytes:
        path = self.folder / "made.bin"
        done = command(f"--weights-for={self.folder / 'fw'}", model, "-o", path, f"--weights-version={version}", "--force")
        assert done.returncode == 0, done.stderr
        return path.read_bytes()

    def run(self, slots: Sequence[tuple[int, bytes]]) -> list[list[str]]:
        """Returns what the firmware prints for each file, which it reads to a slot."""
        names = []
        for number, (slot, content) in enumerate(slots):
            (self.folder / f"{number}.bin").write_bytes(content)
            names.append(f"{slot}{number}.bin\n")
        (self.folder / "names").write_text("".join(names))
        printed = emulate(self.folder / "fw" / "program.elf", self.folder)
        assert [text.partition(":")[0] for text in printed[0]] == ["-16", "-16"], "runs without weights"
        return printed[1:]

    def run_folded(self, number: int) -> list[str]:
        """Returns what a model computes that has its weights in the code."""
        folder = self.folder / f"folded{number}"
        build(folder, self.models[number], self.sizes)
        return emulate(folder / "program.elf", self.folder)[0]

    def check_good(self) -> None:
        expected = [["0", *self.run_folded(number)] for number in range(len(self.models))]
        assert all(text.startswith("0:") for line in expected for text in line[1:])
        assert len({tuple(line) for line in expected}) == len(expected), "the weights make no difference"
        # Each one after each other one, in alternating slots.
        order = [*range(len(self.models)), *reversed(range(len(self.models)))]
        slots = [(place % 2, self.files[number]) for place, number in enumerate(order)]
        assert self.run(slots) == [expected[number] for number in order]

    def make_foreign(self, count: int) -> list[bytes]:
        """Returns good files for other code: of other options, another processor and another model."""
        ways = [
            (self.models[0], "--target=cortex-m4", "--schedule=elementwise"),
            (self.models[0], "--target=cortex-m0plus"),
            (OTHER, "--target=cortex-m4"),
        ][:count]
        files = []
        for number, (model, *options) in enumerate(ways):
            folder = self.folder / f"foreign{number}"
            options += ["--model-name=net", "--quiet", "--weights=blob", "--weights-version=99"]
            done = command(model, "-o", folder, *options)
            assert done.returncode == 0, done.stderr
            files.append((folder / "tvmgen_net.weights.bin").read_bytes())
        return files

    def check_bad(self, count: int, foreign: list[bytes]) -> None:
        """None of `count` files is used, and runs go on with the weights before."""
        last = self.files[-1]
        bad = [(content, {CODES["FOREIGN"]}) for content in foreign]
        bad.append((self.make(self.models[-1], OLDEST - 1), {CODES["OLD"]}))
        bad += [(seal(last[:28] + bytes([old]) + last[29:]), {CODES["OLD"]}) for old in range(OLDEST)]
        bad += damage(last, count - len(bad))
        assert len(bad) == count
        printed = self.run([(0, last), *((1, content) for content, _ in bad)])
        assert printed[0][0] == "0"
        for (_, codes), line in zip(bad, printed[1:], strict=True):
            assert int(line[0]) in codes
            assert line[1:] == printed[0][1:]


def count_cycles(program: pathlib.Path, folder: pathlib.Path, skipped: int) -> float:
    """Returns the cycles of a run on a Cortex-M4, after as many that are skipped."""
    figures = folder / "figures.json"
    done = subprocess.run(
        [ROOT / "benchmarks" / "m4_cycles", program, "tvmgen_net_run", f"--skip={skipped}", "--json", figures],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    cycles: float = json.loads(figures.read_text())["cycles"]
    return cycles


@pytest.mark.long
@pytest.mark.parametrize(
    "model", [DIGITS, *(TINY / f"{name}_int8.tflite" for name in ("kws", "ic", "ad01", "vww"))], ids=lambda path: path.stem
)
def test_cost(tmp_path: pathlib.Path, model: pathlib.Path) -> None:
    """Code for any weights takes at most 12 % more cycles than code for its own."""
    if not model.exists():
        pytest.skip("needs TIR_SHARED")
    swaps = Swaps(tmp_path, model, [])
    # Which channels are constant depends on the weights.
    build(tmp_path / "folded", model, swaps.sizes, "--keep-constant-channels")
    swaps.run([(0, swaps.files[0])])
    # The first two runs have no weights.
    blob = count_cycles(tmp_path / "fw" / "program.elf", tmp_path, 2)
    folded = count_cycles(tmp_path / "folded" / "program.elf", tmp_path, 0)
    assert folded / 2 < blob < 1.12 * folded, f"{blob:,.0f} cycles, and {folded:,.0f} with folded constants"


def test_digits(tmp_path: pathlib.Path) -> None:
    swaps = Swaps(tmp_path, DIGITS, TRAINED[:1])
    swaps.check_good()
    swaps.check_bad(40, swaps.make_foreign(1))


@pytest.mark.long
def test_five_digits(tmp_path: pathlib.Path) -> None:
    assert len(TRAINED) == 5
    swaps = Swaps(tmp_path, DIGITS, TRAINED)
    swaps.check_good()
    swaps.check_bad(200, swaps.make_foreign(3))


@pytest.mark.long
def test_five_kws(tmp_path: pathlib.Path) -> None:
    if not KWS.exists():
        pytest.skip("needs TIR_SHARED")
    variants = [tmp_path / f"variant{seed}.tflite" for seed in range(5)]
    for seed, path in enumerate(variants):
        path.write_bytes(retrained_tflite.retrain(KWS, 100 + seed))
    swaps = Swaps(tmp_path, KWS, variants)
    swaps.check_good()
    swaps.check_bad(200, swaps.make_foreign(3))
