# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run that reads what another model passes on, before it is there (--firmware), and guard words of models that interrupt each
other between steps."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import pytest

FORMS = pytest.mark.parametrize("form", ["c", "obj"])
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wcast-qual", "-Werror", "-O2", "-fsanitize=address,undefined",
         "-fno-sanitize-recover=all"]

# Fails if the application says so, after it has written a part.
WRITER = """
func.func @main(%x: tensor<1x4xi32> {tir.name = "x"}) -> (tensor<1x4xi32> {tir.name = "y"}) {
  %a = tosa.reverse %x {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x4xi32>
  %y = tosa.custom %a {operator_name = "work", domain_name = "app", implementation_attrs = ""}
      : (tensor<1x4xi32>) -> tensor<1x4xi32>
  return %y : tensor<1x4xi32>
}
"""
READER = """
func.func @main(%x: tensor<1x4xi32> {tir.name = "x"}) -> (tensor<1x4xi32> {tir.name = "y"}) {
  %y = tosa.reverse %x {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x4xi32>
  return %y : tensor<1x4xi32>
}
"""
PLAN = """
[models.writer]
steps = true
[models.reader]
steps = true
[[pass]]
from = "writer.y"
to = "reader.x"
"""
ORDER = """
#include "tvmgen_plan.h"
#include <stddef.h>
#include <stdio.h>

static int32_t result;
int32_t work(const int32_t *x, int32_t *y);
int32_t work(const int32_t *x, int32_t *y) {
  for (int i = 0; i < 4; ++i) y[i] = 10 * x[i];
  return result;
}
%s

static int32_t given[4] = {1, 2, 3, 4}, made[4];
static struct tvmgen_writer_inputs x = {given};
static struct tvmgen_writer_outputs none = {NULL};
static struct tvmgen_reader_inputs nothing = {NULL};
static struct tvmgen_reader_outputs y = {made};

static void say(int32_t code) { printf("%%d ", (int)code); }

int main(void) {
  struct tvmgen_writer_progress progress = {{0}};
  struct tvmgen_reader_progress reading = {{0}};
  made[0] = 99;
  say(tvmgen_reader_run(&nothing, &y));      /* -1: nothing is there */
  say(tvmgen_reader_begin(&reading));        /* -1 */
  say(made[0]);                              /* 99 */
  say(tvmgen_writer_run(&x, &none));         /* 0 */
  say(tvmgen_reader_run(&nothing, &y));      /* 0 */
  say(tvmgen_reader_run(&nothing, &y));      /* 0: what is there stays */
  say(made[0]);                              /* 10 */
  say(tvmgen_writer_begin(&progress));       /* 0 */
  say(tvmgen_reader_run(&nothing, &y));      /* -1: a run of the writer is not done */
  say(tvmgen_writer_abort(&progress));       /* 0 */
  say(tvmgen_reader_run(&nothing, &y));      /* -1: nor was it ever */
  say(tvmgen_writer_begin(&progress));       /* 0 */
  int32_t code;
  while ((code = tvmgen_writer_step(&progress, &x, &none)) > 0) {}
  say(code);                                 /* 0 */
  say(tvmgen_reader_begin(&reading));        /* -1 */
  say(tvmgen_writer_end(&progress));         /* 0 */
  say(tvmgen_reader_begin(&reading));        /* 0 */
  say(tvmgen_reader_abort(&reading));        /* 0 */
  result = 7;
  say(tvmgen_writer_run(&x, &none));         /* 7 */
  say(tvmgen_reader_run(&nothing, &y));      /* -1: the writer has failed */
  tvmgen_plan_writer_y_written();
  say(tvmgen_reader_run(&nothing, &y));      /* 0 */
  return 0;
}
"""
CODES = "-1 -1 99 0 0 0 10 0 -1 0 -1 0 0 -1 0 0 0 7 -1 0 "


def compile_program(folder: pathlib.Path, models: dict[str, str], plan: str, *options: str) -> dict[str, object]:
    for name, text in models.items():
        (folder / f"{name}.mlir").write_text(text)
    (folder / "plan.toml").write_text(plan)
    files = [folder / f"{name}.mlir" for name in models]
    command = [sys.executable, "-m", "tirc", *files, f"--firmware={folder / 'plan.toml'}", "-o", folder / "out", "--target=host", *options]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report: dict[str, object] = json.loads((folder / "out" / "tvmgen_plan.report.json").read_text())
    return report


def run_program(folder: pathlib.Path, text: str) -> str:
    (folder / "app.c").write_text(text)
    sources = [folder / "app.c", *folder.glob("out/tvmgen_*.[co]")]
    subprocess.run(["gcc", *FLAGS, f"-I{folder / 'out'}", *sources, "-lm", "-o", folder / "app"], check=True)
    done = subprocess.run([folder / "app"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@FORMS
def test_order(form: str, tmp_path: pathlib.Path) -> None:
    """A reader runs after its writer, and not while that one is at work or has failed."""
    compile_program(tmp_path, {"writer": WRITER, "reader": READER}, PLAN, f"--emit={form}", "--model-option=writer:--custom-op=work:work", "--quiet")
    assert run_program(tmp_path, ORDER % "") == CODES


HOOK = """
void tvmgen_reader_on_error(int32_t code, const char *op, const char *device);
void tvmgen_reader_on_error(int32_t code, const char *op, const char *device) { (void)code; (void)device; printf("%%s\\n", op); }
void tvmgen_writer_on_error(int32_t code, const char *op, const char *device);
void tvmgen_writer_on_error(int32_t code, const char *op, const char *device) { (void)code; (void)op; (void)device; }
"""


def test_message(tmp_path: pathlib.Path) -> None:
    """The hook says what is missing."""
    compile_program(tmp_path, {"writer": WRITER, "reader": READER}, PLAN, "--model-option=writer:--custom-op=work:work", "--on-error=hook", "--quiet")
    text = run_program(tmp_path, ORDER % HOOK.replace("%%", "%"))
    assert text.splitlines()[0] == (
        "reader: an input that another model passes on has not been written; run that model before this one")


def test_two_readers(tmp_path: pathlib.Path) -> None:
    """One output may go to several models, each of which waits for it."""
    plan = PLAN + '[[pass]]\nfrom = "writer.y"\nto = "other.x"\n'
    compile_program(tmp_path, {"other": READER, "reader": READER, "writer": WRITER}, plan, "--model-option=writer:--custom-op=work:work", "--quiet")
    call = "  say(tvmgen_other_run(&no_more, &also));\n"
    other = "  struct tvmgen_other_inputs no_more = {NULL};\n  struct tvmgen_other_outputs also = {made};\n" + call
    before, after = (ORDER % "").rsplit("  return 0;", 1)
    text = before.replace("  made[0] = 99;\n", other + "  made[0] = 99;\n") + call + "  return 0;" + after
    assert run_program(tmp_path, text) == "-1 " + CODES + "0 "


LONG = """
func.func @main(%x: tensor<1x64xi32> {tir.name = "x"}) -> (tensor<1x64xi32> {tir.name = "y"}) {
  %a = tosa.reverse %x {axis = 1 : i32} : (tensor<1x64xi32>) -> tensor<1x64xi32>
  %b = tosa.custom %a {operator_name = "work", domain_name = "app", implementation_attrs = ""}
      : (tensor<1x64xi32>) -> tensor<1x64xi32>
  %y = tosa.reverse %b {axis = 1 : i32} : (tensor<1x64xi32>) -> tensor<1x64xi32>
  return %y : tensor<1x64xi32>
}
"""
BETWEEN = """
[models.slow]
steps = true
[[interrupt]]
by = "fast"
of = "slow"
at = "between steps"
"""
INTERRUPTED = """
#include "tvmgen_plan.h"
#include <stdio.h>

static int at;
int32_t work(const int32_t *x, int32_t *y);
int32_t work(const int32_t *x, int32_t *y) {
  volatile int32_t *beyond = y;
  for (int i = 0; i < 64; ++i) y[i] = x[i] + 1;
  if (at != 0) beyond[at] = 7;
  return 0;
}

static int32_t given[64], made[64], other[64];
static struct tvmgen_slow_inputs x = {given};
static struct tvmgen_slow_outputs y = {made};
static struct tvmgen_fast_inputs fast_x = {given};
static struct tvmgen_fast_outputs fast_y = {other};

/* Runs slow in steps, with fast between any two of them. Returns the sum of the outputs, or the code. */
static int run(void) {
  struct tvmgen_slow_progress progress = {{0}};
  int32_t code = tvmgen_slow_begin(&progress);
  for (code = 1; code == 1;) {
    at = 0;
    if (tvmgen_fast_run(&fast_x, &fast_y) != 0) return -100;
    at = %d;
    code = tvmgen_slow_step(&progress, &x, &y);
  }
  if (code < 0) {
    const int32_t why = tvmgen_slow_code(&progress);
    (void)tvmgen_slow_abort(&progress);
    return (int)why;
  }
  if (tvmgen_slow_end(&progress) != 0) return -101;
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += made[i] * (i + 1) + other[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < 64; ++i) given[i] = i;
  printf("%%d", run());
  return 0;
}
"""


@FORMS
def test_guards_between_steps(form: str, tmp_path: pathlib.Path) -> None:
    """With guard words, the models share as much as without, and what a step writes beside its memory is found."""
    workspace = []
    expected = str(sum((i + 1) * (i + 1) for i in range(64)) + sum(i + 1 for i in range(64)))
    for number, safety in enumerate(("", "canaries")):
        folder = tmp_path / str(number)
        folder.mkdir()
        options = [f"--emit={form}", "--custom-op=work:work", "--overlap=off", "--quiet", *([f"--safety={safety}"] if safety else [])]
        report = compile_program(folder, {"slow": LONG, "fast": LONG}, BETWEEN, *options)
        workspace.append(report["totals"]["workspace_bytes"])  # type: ignore[index]
        assert run_program(folder, INTERRUPTED % 0) == expected
    # Each model has a guard on each side, and the last one of the first lies where the second has buffers.
    assert workspace[1] - workspace[0] <= 2 * 32
    codes = {run_program(tmp_path / "1", INTERRUPTED % place) for place in (64, 67, -1, -4)}
    assert "-5" in codes
