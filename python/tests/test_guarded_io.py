# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Guards around inputs and outputs (--safety=guarded-io): a kernel, or whoever fills an input, that writes beside one of them is
found, as is a buffer whose guards were never set."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

FORMS = pytest.mark.parametrize("form", ["c", "obj"])
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wcast-qual", "-Werror", "-O2",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

# The last kernel is the application's, and writes the output itself.
STRAY = """
func.func @main(%x: tensor<1x{count}x{type}> {{tir.name = "x"}}) -> (tensor<1x{count}x{type}> {{tir.name = "y"}}) {{
  %a = tosa.reverse %x {{axis = 1 : i32}} : (tensor<1x{count}x{type}>) -> tensor<1x{count}x{type}>
  %y = tosa.custom %a {{operator_name = "stray", domain_name = "app", implementation_attrs = ""}}
      : (tensor<1x{count}x{type}>) -> tensor<1x{count}x{type}>
  return %y : tensor<1x{count}x{type}>
}}
"""

CHAIN = """
func.func @main(%x: tensor<1x4xi32> {tir.name = "x"}) -> (tensor<1x4xi32> {tir.name = "y"}) {
  %a = tosa.reverse %x {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x4xi32>
  %b = tosa.add %a, %x : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<1x4xi32>
  %y = tosa.reverse %b {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x4xi32>
  return %y : tensor<1x4xi32>
}
"""


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tirc", *map(str, arguments)], capture_output=True, text=True)


def compile_model(text: str, folder: pathlib.Path, *options: str) -> str:
    (folder / "net.mlir").write_text(text)
    done = command(folder / "net.mlir", "-o", folder, "--model-name=net", "--target=host", "--safety=guarded-io", "--quiet", *options)
    assert done.returncode == 0, done.stderr
    return (folder / "tvmgen_net.h").read_text()


def run_program(folder: pathlib.Path, *texts: str) -> str:
    for number, text in enumerate(texts):
        (folder / f"app{number}.c").write_text(text)
    sources = [path for path in folder.iterdir() if re.fullmatch(r"app\d\.c|tvmgen_\w+\.[co]", path.name)]
    subprocess.run(["gcc", *FLAGS, f"-I{folder}", *sources, "-lm", "-o", folder / "app"], check=True)
    done = subprocess.run([folder / "app"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# The model's kernel writes `bytes` bytes at `at` of its output, counted from the first element.
APP = """
#include "tvmgen_net.h"
#include <stdio.h>
#include <string.h>

extern int at;
int at = 0;
int32_t stray(const {ctype} *x, {ctype} *y);
int32_t stray(const {ctype} *x, {ctype} *y) {{
  volatile unsigned char *bytes = (volatile unsigned char *)y;
  memcpy(y, x, TVMGEN_NET_Y_SIZE);
  if (at != 0) bytes[at] ^= 0x40;
  return 0;
}}

enum {{ FRONT = TVMGEN_NET_X_GUARDED_SIZE - TVMGEN_NET_X_SIZE - 16 }};
static union {{ unsigned char bytes[TVMGEN_NET_X_GUARDED_SIZE + 2]; int64_t align; }} given;
static union {{ unsigned char bytes[TVMGEN_NET_Y_GUARDED_SIZE + 2]; int64_t align; }} made;

int main(void) {{
  struct tvmgen_net_inputs inputs = {{given.bytes + FRONT}};
  struct tvmgen_net_outputs outputs = {{made.bytes + FRONT}};
  const int size = TVMGEN_NET_Y_SIZE;
  int unset = tvmgen_net_run(&inputs, &outputs) == TVMGEN_NET_ERROR_GUARDED_IO, found = 0, false_alarms = 0, filled = 0;
  inputs.x = tvmgen_net_guard_tensor(given.bytes, TVMGEN_NET_X_GUARDED_SIZE);
  outputs.y = tvmgen_net_guard_tensor(made.bytes, TVMGEN_NET_Y_GUARDED_SIZE);
  for (at = -17; at < size + 17; ++at) {{
    if (at == -17 && FRONT == 16) continue;
    const int code = tvmgen_net_run(&inputs, &outputs);
    if (at < -16 || at >= size + 16 || (at >= 0 && at < size))
      false_alarms += code != 0;
    else
      found += code == TVMGEN_NET_ERROR_GUARDED_IO;
    tvmgen_net_guard_tensor(made.bytes, TVMGEN_NET_Y_GUARDED_SIZE);
  }}
  at = 0;
  for (int bit = 0; bit < 256; ++bit) {{
    const int byte = bit / 8;
    given.bytes[byte < 16 ? FRONT - 16 + byte : FRONT + size + byte - 16] ^= (unsigned char)(1 << bit % 8);
    filled += tvmgen_net_run(&inputs, &outputs) == TVMGEN_NET_ERROR_GUARDED_IO;
    tvmgen_net_guard_tensor(given.bytes, TVMGEN_NET_X_GUARDED_SIZE);
  }}
  printf("%d %d %d %d %d", unset, found, false_alarms, filled, (int)tvmgen_net_run(&inputs, &outputs));
  return 0;
}}
"""


@FORMS
@pytest.mark.parametrize("kind, ctype, count", [("i8", "int8_t", 7), ("i16", "int16_t", 5), ("f32", "float", 3), ("i32", "int32_t", 64)])
def test_each_byte(form: str, kind: str, ctype: str, count: int, tmp_path: pathlib.Path) -> None:
    """A byte that a kernel writes beside the output, or the application beside the input, is found wherever it is."""
    header = compile_model(STRAY.format(type=kind, count=count), tmp_path, f"--emit={form}", "--custom-op=stray:stray")
    assert "#define TVMGEN_NET_ERROR_GUARDED_IO (-6)" in header
    assert run_program(tmp_path, APP.format(ctype=ctype)) == "1 32 0 256 0"


STEPS = """
#include "tvmgen_net.h"
#include <stdio.h>

static int32_t given[TVMGEN_NET_X_GUARDED_SIZE / 4], made[TVMGEN_NET_Y_GUARDED_SIZE / 4];

int main(void) {
  struct tvmgen_net_inputs inputs = {tvmgen_net_guard_tensor(given, sizeof given)};
  struct tvmgen_net_outputs outputs = {tvmgen_net_guard_tensor(made, sizeof made)};
  int found = 0, all = 0;
  for (int word = 0; word < 4; ++word)
    for (int damaged = 0; damaged < TVMGEN_NET_STEPS; ++damaged) {
      struct tvmgen_net_progress progress = {{0}};
      if (tvmgen_net_begin(&progress) != 0) return 1;
      for (int step = 0; step < damaged; ++step)
        if (tvmgen_net_step(&progress, &inputs, &outputs) != 1) return 2;
      int32_t *const place = word == 0 ? given + 3 : word == 1 ? given + 8 : word == 2 ? made : made + 11;
      *place ^= 1 << 20;
      found += tvmgen_net_step(&progress, &inputs, &outputs) == -1 && tvmgen_net_code(&progress) == TVMGEN_NET_ERROR_GUARDED_IO;
      *place ^= 1 << 20;
      ++all;
      if (tvmgen_net_abort(&progress) != 0) return 3;
    }
  printf("%d %d", found == all, all >= 8);
  return tvmgen_net_run(&inputs, &outputs);
}
"""


@FORMS
def test_steps(form: str, tmp_path: pathlib.Path) -> None:
    """The step fails before which a guard changes."""
    compile_model(CHAIN, tmp_path, f"--emit={form}", "--steps", "--rows=off")
    assert run_program(tmp_path, STEPS) == "1 1"


@pytest.mark.parametrize("options", [[], ["--safety=arguments,canaries"], ["--overwrite-inputs"]], ids=str)
def test_example(options: list[str], tmp_path: pathlib.Path) -> None:
    """The example sets the guards, whatever else the run checks."""
    compile_model(CHAIN, tmp_path, "--emit=c,example", *options)
    (example,) = [path for path in tmp_path.glob("*.c") if "int main(void)" in path.read_text()]
    text = example.read_text()
    example.unlink()
    assert run_program(tmp_path, text) == "y: 21 21 21 21\n"


PLAN = '[[pass]]\nfrom = "net.y"\nto = "other.x"\n'
PROGRAM = """
#include "tvmgen_two.h"
#include <stdio.h>

static int32_t given[TVMGEN_NET_X_GUARDED_SIZE / 4], made[TVMGEN_OTHER_Y_GUARDED_SIZE / 4];

int main(void) {
  struct tvmgen_net_inputs inputs = {tvmgen_net_guard_tensor(given, sizeof given)};
  struct tvmgen_net_outputs none = {NULL};
  struct tvmgen_other_inputs nothing = {NULL};
  struct tvmgen_other_outputs outputs = {tvmgen_other_guard_tensor(made, sizeof made)};
  for (int i = 0; i < 4; ++i) given[4 + i] = i + 1;
  printf("%d ", (int)tvmgen_net_run(&inputs, &none));
  printf("%d ", (int)tvmgen_other_run(&nothing, &outputs));
  printf("%d ", (int)made[4]);
  made[8] ^= 1;
  printf("%d ", (int)tvmgen_other_run(&nothing, &outputs));
  given[3] ^= 1;
  printf("%d", (int)tvmgen_net_run(&inputs, &none));
  return 0;
}
"""


@FORMS
def test_firmware(form: str, tmp_path: pathlib.Path) -> None:
    """In a program of several models, what they pass on has no guards, and everything else has."""
    for name in ("net", "other"):
        (tmp_path / f"{name}.mlir").write_text(CHAIN)
    (tmp_path / "two.toml").write_text(PLAN)
    out = tmp_path / "out"
    done = command(tmp_path / "net.mlir", tmp_path / "other.mlir", f"--firmware={tmp_path / 'two.toml'}", "-o", out, "--target=host",
                   "--safety=guarded-io", f"--emit={form}", "--quiet")
    assert done.returncode == 0, done.stderr
    assert run_program(out, PROGRAM.replace("#include <stdio.h>", "#include <stddef.h>\n#include <stdio.h>")) == "0 0 10 -6 -6"


def test_refusals(tmp_path: pathlib.Path) -> None:
    """What passes inputs and outputs in another way is refused by name."""
    (tmp_path / "net.mlir").write_text(CHAIN)
    for option in ("--io=pool", "--interface-api=packed", "--system-lib", "--tvm-ffi", "--emit=shared"):
        done = command(tmp_path / "net.mlir", "-o", tmp_path / "out", "--target=host", "--safety=guarded-io", option)
        assert done.returncode != 0
        assert f"--safety=guarded-io cannot be combined with {option}: the application sets guards" in done.stderr
