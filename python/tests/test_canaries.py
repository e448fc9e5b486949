# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Guard words around the memory of a model (--safety=canaries): each byte of them that changes is found, by a whole run, after
each step and after each row, and nothing else is."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
DIGITS = ROOT / "examples" / "digits" / "digits_int8.mlirbc"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

# Writes `BEYOND` elements behind its output, or in front of it.
STRAY = """
func.func @main(%x: tensor<1x64xi32> {tir.name = "x"}) -> (tensor<1x64xi32> {tir.name = "y"}) {
  %a = tosa.reverse %x {axis = 1 : i32} : (tensor<1x64xi32>) -> tensor<1x64xi32>
  %b = tosa.custom %a {operator_name = "stray", domain_name = "app", implementation_attrs = ""}
      : (tensor<1x64xi32>) -> tensor<1x64xi32>
  %y = tosa.reverse %b {axis = 1 : i32} : (tensor<1x64xi32>) -> tensor<1x64xi32>
  return %y : tensor<1x64xi32>
}
"""


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tirc", *map(str, arguments)], capture_output=True, text=True)


def compile_model(model: pathlib.Path, folder: pathlib.Path, *options: str) -> str:
    done = command(model, "-o", folder, "--model-name=net", "--target=host", "--force", *options)
    assert done.returncode == 0, done.stderr
    return (folder / "tvmgen_net.h").read_text()


def run_program(folder: pathlib.Path, text: str, *flags: str) -> str:
    (folder / "app.c").write_text(text)
    subprocess.run(["gcc", *FLAGS, *flags, f"-I{folder}", folder / "app.c", *folder.glob("tvmgen_net*.[co]"), "-lm", "-o", folder / "app"], check=True)
    done = subprocess.run([folder / "app"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def field(header: str, structure: str) -> str:
    found = re.search(rf"struct tvmgen_net_{structure} {{\s*(?:/\*.*?\*/\s*)?(?:const )?\w+ \*(?:const )?(\w+);", header, re.DOTALL)
    assert found is not None
    return found[1]


EXTERNAL = """
#include "tvmgen_net.h"
#include <stdio.h>
#include <string.h>

enum {{ SIZE = {pool}_SIZE, GUARD = 16 }};
static _Alignas(64) unsigned char memory[SIZE];
static _Alignas(64) unsigned char given[{input}_SIZE], made[{output}_SIZE], expected[sizeof made];

/* The bytes of the guards, one after the other. */
static unsigned char *guard(int byte) {{ return byte < GUARD ? memory + {front} - GUARD + byte : memory + SIZE - 2 * GUARD + byte; }}

int main(void) {{
  struct tvmgen_net_inputs inputs = {{given}};
  struct tvmgen_net_outputs outputs = {{made}};
  struct tvmgen_net_workspace_pools pools = {{memory}};
  for (size_t i = 0; i < sizeof given; ++i) given[i] = (unsigned char)(i * 37 % 101);
  memset(memory, 0xAA, sizeof memory);
  if (tvmgen_net_run(&inputs, &outputs, &pools) != 0) return 1;
  memcpy(expected, made, sizeof made);
  int found = 0, steps = 0;
  for (int byte = 0; byte < 2 * GUARD; ++byte)
    for (int at = 0; at < TVMGEN_NET_STEPS - 1; ++at) {{
      struct tvmgen_net_progress progress = {{0}};
      if (tvmgen_net_begin(&progress{state}) != 0) return 2;
      for (int step = 0; step <= at; ++step)
        if (tvmgen_net_step(&progress, &inputs, &outputs, &pools) != 1) return 3;
      *guard(byte) ^= (unsigned char)(1 << byte % 8);
      ++steps;
      found += tvmgen_net_step(&progress, &inputs, &outputs, &pools) == -1 && tvmgen_net_code(&progress) == TVMGEN_NET_ERROR_CANARIES;
      if (tvmgen_net_abort(&progress) != 0) return 4;
    }}
  /* The next run sets them again. */
  memset(memory, 0x55, sizeof memory);
  if (tvmgen_net_run(&inputs, &outputs, &pools) != 0 || memcmp(made, expected, sizeof made) != 0) return 5;
  printf("%d %d", found == steps, steps);
  return 0;
}}
"""


@pytest.mark.parametrize("form", ["c", "obj"])
def test_steps(form: str, tmp_path: pathlib.Path) -> None:
    """Whichever bit of the guards flips before a step, the step fails."""
    header = compile_model(DIGITS, tmp_path, f"--emit={form}", "--safety=canaries", "--steps", "--workspace=external", "--check=fast")
    sizes = re.findall(r"#define (TVMGEN_NET_\w+)_SIZE ", header)
    (pool,) = [name for name in sizes if name.endswith("_POOL")]
    row = json.loads((tmp_path / "tvmgen_net.report.json").read_text())["pools"][0]
    text = EXTERNAL.format(
        pool=pool,
        input=next(name for name in sizes if name.lower().endswith("_" + field(header, "inputs").lower())),
        output=next(name for name in sizes if name.lower().endswith("_" + field(header, "outputs").lower())),
        front=row["alignment"] if row["alignment"] > 16 else 16,
        state="",
    )
    found, steps = run_program(tmp_path, text).split()
    assert (found, int(steps) > 100) == ("1", True)


STRAYING = """
#include "tvmgen_net.h"
#include <stdio.h>

static int at;
int32_t stray(const int32_t *x, int32_t *y) {{
  for (int i = 0; i < 64; ++i) y[i] = x[i] + 1;
  volatile int32_t *beyond = y;
  if (at != 0) beyond[at] = 7;
  return 0;
}}

int main(void) {{
  static int32_t x[64], y[64];
  const int places[] = {{0, 64, 67, -1, -4, 0}};
  for (int i = 0; i < 6; ++i) {{
    at = places[i];
    {run}
    printf("%d ", (int)code);
  }}
  return 0;
}}
"""
BY_STRUCTS = """struct tvmgen_net_inputs inputs = {x};
    struct tvmgen_net_outputs outputs = {y};
    const int32_t code = tvmgen_net_run(&inputs, &outputs);"""
MAPPED = """(void)x, (void)y;
    const int32_t code = tvmgen_net_run();"""


@pytest.mark.parametrize("form", ["c", "obj"])
@pytest.mark.parametrize("options", [["--overlap=off"], ["--overlap=off", "--io=pool"], ["--overlap=off", "--plan=separate"]], ids=str)
def test_stray_kernel(form: str, options: list[str], tmp_path: pathlib.Path) -> None:
    """A kernel of the application writes beside all buffers of the model: the words next to them are guards."""
    (tmp_path / "net.mlir").write_text(STRAY)
    out = tmp_path / "out"
    header = compile_model(tmp_path / "net.mlir", out, f"--emit={form}", "--safety=canaries", "--custom-op=stray:stray", *options)
    assert "#define TVMGEN_NET_ERROR_CANARIES (-5)" in header
    codes = run_program(out, STRAYING.format(run=MAPPED if "--io=pool" in options else BY_STRUCTS), "-fno-sanitize=address").split()
    report = json.loads((out / "tvmgen_net.report.json").read_text())
    places = {buffer["name"]: buffer["offset"] for buffer in report["buffers"]}
    assert min(places.values()) == 16 and codes[0] == codes[5] == "0"
    # Which side of the output is an end of the memory depends on the plan.
    assert set(codes) == {"0", "-5"}
    if "--plan=separate" in options:
        assert codes == ["0", "-5", "-5", "-5", "-5", "0"]


def test_bytes(tmp_path: pathlib.Path) -> None:
    """The workspace has the guards, as its macro says, and a limit of RAM counts them."""
    plain = compile_model(DIGITS, tmp_path / "plain", "--quiet")
    guarded = compile_model(DIGITS, tmp_path / "guarded", "--safety=canaries", "--quiet")
    size = [int(re.search(r"#define TVMGEN_NET_WORKSPACE_SIZE (\d+)", header)[1]) for header in (plain, guarded)]  # type: ignore[index]
    assert 32 <= size[1] - size[0] <= 35
    report = json.loads((tmp_path / "guarded" / "tvmgen_net.report.json").read_text())
    assert report["pools"][0]["bytes"] == report["totals"]["workspace_bytes"] == size[1]
    needed = size[1] + report["totals"].get("bookkeeping_bytes", 0)
    compile_model(DIGITS, tmp_path / "fits", "--safety=canaries", f"--ram={needed}", "--quiet")
    less = command(DIGITS, "-o", tmp_path / "less", "--target=host", "--safety=canaries", "--rows=off", f"--ram={needed // 4}")
    assert less.returncode != 0 and "RAM" in less.stderr


FED = """
#include "tvmgen_net.h"
#include <stdio.h>
#include <string.h>

enum {{ SIZE = {pool}_SIZE, GUARD = 16 }};
static _Alignas(64) unsigned char memory[SIZE];
static _Alignas(64) unsigned char made[{output}_SIZE];

int main(void) {{
  struct tvmgen_net_outputs outputs = {{made}};
  struct tvmgen_net_workspace_pools pools = {{memory}};
  int found = 0, all = 0;
  for (int byte = -GUARD; byte < GUARD; ++byte)
    for (int damaged = 0; damaged < TVMGEN_NET_ROWS; ++damaged) {{
      struct tvmgen_net_progress progress = {{{{0}}}};
      int32_t code = tvmgen_net_begin(&progress, &outputs, &pools);
      for (int row = 0; row <= damaged; ++row) {{
        if (code < 0) return 2;
        memset(tvmgen_net_row(&progress, &pools), row, TVMGEN_NET_ROW_SIZE);
        if (row == damaged) memory[byte < 0 ? SIZE + byte : byte] ^= 0x10;
        code = tvmgen_net_feed(&progress, &outputs, &pools);
      }}
      ++all;
      found += code == -1 && tvmgen_net_code(&progress) == TVMGEN_NET_ERROR_CANARIES;
      if (tvmgen_net_abort(&progress) != 0) return 3;
    }}
  printf("%d of %d", found, all);
  return 0;
}}
"""


@pytest.mark.parametrize("form", ["c", "obj"])
def test_rows_that_are_fed(form: str, tmp_path: pathlib.Path) -> None:
    """A row that is fed is followed by a check."""
    header = compile_model(DIGITS, tmp_path, "--safety=canaries", "--feed-rows=a", "--workspace=external", f"--emit={form}")
    sizes = re.findall(r"#define (TVMGEN_NET_\w+)_SIZE ", header)
    text = FED.format(pool=next(name for name in sizes if name.endswith("_POOL")), output="TVMGEN_NET_IDENTITY")
    assert run_program(tmp_path, text) == "256 of 256"
