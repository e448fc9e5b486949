# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A check of constants (--safety=constants-each-run) covers weights in a file (--weights=blob): a bit that flips in the file in
use makes the next run an error."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
DIGITS = ROOT / "examples" / "digits" / "digits_int8.mlirbc"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
PROGRAM = """
#include "tvmgen_net.h"
#include "tvmgen_net_weights.h"
#include <stdio.h>

static _Alignas(64) unsigned char file[TVMGEN_NET_WEIGHTS_FILE_SIZE];
static _Alignas(64) unsigned char a[TVMGEN_NET_A_SIZE], y[TVMGEN_NET_IDENTITY_SIZE];

int main(int argc, char **argv) {
  struct tvmgen_net_inputs inputs = {a};
  struct tvmgen_net_outputs outputs = {y};
  FILE *from = fopen(argv[argc - 1], "rb");
  if (from == NULL || fread(file, 1, sizeof file, from) != sizeof file) return 1;
  if (tvmgen_net_run(&inputs, &outputs) != TVMGEN_NET_WEIGHTS_NONE) return 2;
  if (tvmgen_net_use_weights(file, sizeof file) != 0) return 3;
  if (tvmgen_net_run(&inputs, &outputs) != 0) return 4;
  int found = 0, flips = 0;
  for (size_t at = 0; at < sizeof file; at += at < 128 ? 1 : 37) {
    const unsigned char bit = (unsigned char)(1 << at % 8);
    file[at] ^= bit;
    found += tvmgen_net_run(&inputs, &outputs) == TVMGEN_NET_ERROR_CONSTANTS;
    ++flips;
    file[at] ^= bit;
    if (tvmgen_net_run(&inputs, &outputs) != 0) return 5;
  }
  printf("%d of %d", found, flips);
  return 0;
}
"""


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tirc", *map(str, arguments)], capture_output=True, text=True)


@pytest.mark.parametrize("form", ["c", "obj"])
@pytest.mark.parametrize("check", ["constants-each-run", "constants-first-run"])
def test_flips(form: str, check: str, tmp_path: pathlib.Path) -> None:
    done = command(DIGITS, "-o", tmp_path, "--model-name=net", "--target=host", f"--emit={form}", "--weights=blob", f"--safety={check}")
    assert done.returncode == 0, done.stderr
    (tmp_path / "app.c").write_text(PROGRAM)
    code = [path for path in tmp_path.glob("*.[co]") if path.name != "app.c"]
    subprocess.run(["gcc", *FLAGS, f"-I{tmp_path}", tmp_path / "app.c", *code, "-lm", "-o", tmp_path / "app"], check=True)
    done = subprocess.run([tmp_path / "app", tmp_path / "tvmgen_net.weights.bin"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found, flips = map(int, done.stdout.split(" of "))
    # The first run is not the only one that is damaged.
    assert flips > 300 and found == (flips if check == "constants-each-run" else 0)


def test_refused(tmp_path: pathlib.Path) -> None:
    done = command(DIGITS, "-o", tmp_path / "out", "--target=host", "--weights=blob", "--safety=constants-each-step")
    assert done.returncode != 0
    assert "--weights=blob cannot be combined with --safety=constants-each-step: the weights have one CRC for all steps" in done.stderr
