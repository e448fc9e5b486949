"""The code of a failing call reaches the application, whatever pass of upstream runs on the module in between, at whatever
phase. A call whose callee ends in `return 0` may return something else: passes that propagate constants through calls do
not see a tir.check_return."""

import pathlib
import re
import subprocess

from runner import Failure, Test
from toolchain import GCC, run
from upstream_passes import OTHER_PROGRAMS

_REPO = pathlib.Path(__file__).resolve().parents[3]
_CODE = 42
# A kernel of the application fails; a tensor comes between two kernels, so that each phase has something to do.
_MODEL = """
tir.prim_func private @npu_relu(memref<1x8x8x2xi8> {tir.effect = #tir.effect<read>},
                                memref<1x8x8x2xi8> {tir.effect = #tir.effect<write>})
    attributes {calling_convention = #tir.calling_convention<unpacked>}
func.func @main(%x: tensor<1x8x8x2xi8> {tir.name = "img"}) -> tensor<1x8x8x2xi8> {
  %e = tensor.empty() : tensor<1x8x8x2xi8>
  %y = tir.call_extern @npu_relu(%x) outs(%e) : (tensor<1x8x8x2xi8>, tensor<1x8x8x2xi8>) -> tensor<1x8x8x2xi8>
  %z = tosa.reverse %y {axis = 1 : i32} : (tensor<1x8x8x2xi8>) -> tensor<1x8x8x2xi8>
  return %z : tensor<1x8x8x2xi8>
}
"""
_MODEL_DRIVER = """
#include <stdio.h>
#include "tvmgen_n.h"
int32_t npu_relu(const int8_t *x, int8_t *y) { (void)x; (void)y; return 42; }
int main(void) {
  static int8_t x[128], y[128];
  struct tvmgen_n_inputs in = {x};
  struct tvmgen_n_outputs out = {y};
  printf("%d\\n", (int)tvmgen_n_run(&in, &out));
  return 0;
}
"""
# Codes as values: of a check, of an assertion, of a call whose code nobody reads, and of one in a branch.
_FUNCTIONS = """
func.func private @inner(%k: i32, %x: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  tir.check_return %k
  memref.store %k, %x[%c0] : memref<4xi32>
  %ok = arith.constant 0 : i32
  return %ok : i32
}
func.func private @not_negative(%k: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %holds = arith.cmpi sge, %k, %zero : i32
  tir.assert %holds, "negative"
  return %zero : i32
}
func.func private @unread(%k: i32, %x: memref<4xi32>) -> i32 {
  %c3 = arith.constant 3 : index
  tir.check_return %k
  %one = arith.constant 1 : i32
  memref.store %one, %x[%c3] : memref<4xi32>
  %ok = arith.constant 0 : i32
  return %ok : i32
}
func.func private @passed(%k: i32, %five: i32) -> i32 {
  tir.check_return %k
  return %five : i32
}
func.func @entry(%k: i32, %x: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %code = func.call @inner(%k, %x) : (i32, memref<4xi32>) -> i32
  memref.store %code, %x[%c1] : memref<4xi32>
  %unread = func.call @unread(%k, %x) : (i32, memref<4xi32>) -> i32
  %succeeded = arith.cmpi eq, %code, %zero : i32
  %result = scf.if %succeeded -> i32 {
    %p = func.call @passed(%code, %five) : (i32, i32) -> i32
    scf.yield %p : i32
  } else {
    %negative = func.call @not_negative(%code) : (i32) -> i32
    %difference = arith.subi %negative, %code : i32
    scf.yield %difference : i32
  }
  memref.store %result, %x[%c2] : memref<4xi32>
  return %result : i32
}
"""
_FUNCTIONS_DRIVER = """
#include <stdint.h>
#include <stdio.h>
int32_t entry(int32_t k, int32_t *x);
int main(void) {
  static const int32_t cases[3] = {0, 7, -3};
  for (int i = 0; i < 3; ++i) {
    int32_t x[4] = {9, 9, 9, 9};
    const int32_t result = entry(cases[i], x);
    printf("%d: %d, %d %d %d %d; ", (int)cases[i], (int)result, (int)x[0], (int)x[1], (int)x[2], (int)x[3]);
  }
  return 0;
}
"""
_FUNCTIONS_RESULT = "0: 5, 0 0 5 1; 7: -7, 9 7 -7 9; -3: 2, 9 -3 2 9; "

# In each test run; the others take minutes.
_USUAL = ("sccp", "int-range-optimizations", "remove-dead-values", "inline", "canonicalize", "cse", "symbol-dce",
          "control-flow-sink", "loop-invariant-code-motion", "mem2reg", "sroa",
          "arith-int-range-narrowing", "duplicate-function-elimination", "flatten-memref")


def _passes(tir_opt):
    """Returns the names of upstream's passes."""
    shown = run(tir_opt, "--help").split("    Passes:\n", 1)[1].split("    Pass Pipelines:\n", 1)[0]
    names = re.findall(r"^      --([a-z][\w-]+) ", shown, re.MULTILINE)
    names = [name for name in dict.fromkeys(names) if not name.startswith("tir-")]
    if len(names) < 150:
        raise Failure(f"tir-opt --help names only {len(names)} passes of upstream")
    return names


def _apply(tir_opt, path, name):
    """Returns the module after a pass on it or on its functions, or None if the pass refuses it."""
    for pipeline in (name, f"func.func({name})"):
        done = subprocess.run([tir_opt, path, f"--pass-pipeline=builtin.module({pipeline})"], capture_output=True, text=True,
                              check=False, timeout=60)
        if done.returncode == 0:
            return done.stdout
        if "Stack dump" in done.stderr and "PLEASE submit a bug report" not in done.stderr:
            raise Failure(f"--{name} crashes on {path}:\n{done.stderr[-3000:]}")
    return None


class _Variants:
    """What passes make of a module, each different result once."""

    def __init__(self, tir_opt, path, names):
        self.path = path
        plain = run(tir_opt, path)
        self.texts = {}
        for name in names:
            text = _apply(tir_opt, path, name)
            if text is None:
                raise Failure(f"--{name} refuses {path.name}; if it is not for such modules, list it in upstream_passes.py")
            if text != plain:
                self.texts.setdefault(text, name)

    def check(self, build_and_run, expected):
        wrong = []
        for number, (text, name) in enumerate(self.texts.items()):
            path = self.path.with_name(f"{self.path.stem}-{number}.mlir")
            path.write_text(text)
            try:
                got = build_and_run(path)
            except Failure as failure:
                wrong.append(f"--{name} on {self.path.name}: {failure}")
                continue
            if got != expected:
                wrong.append(f"--{name} on {self.path.name}: {got!r}, expected {expected!r}")
        if wrong:
            raise Failure("\n".join(wrong))


def _names(tir_opt, usual):
    known = _passes(tir_opt)
    if not usual:
        unknown = OTHER_PROGRAMS - set(known)
        if unknown:
            raise Failure(f"upstream no longer has {sorted(unknown)}; drop them from upstream_passes.py")
        return [name for name in known if name not in OTHER_PROGRAMS]
    missing = set(_USUAL) - set(known)
    if missing:
        raise Failure(f"upstream no longer has {sorted(missing)}")
    return _USUAL


def _model(compiler, phase, usual):
    folder = compiler.folder(f"error-codes/{phase}-{'usual' if usual else 'all'}")
    tir_opt = compiler.tirc.parent / "tir-opt"
    model, driver = folder / "model.mlir", folder / "driver.c"
    model.write_text(_MODEL)
    driver.write_text(_MODEL_DRIVER)
    dump = folder / f"{phase}.mlir"
    dump.write_text(run(compiler.tirc, model, "-o", "-", "--model-name=n", "--quiet", f"--compile-to={phase}"))

    def build_and_run(path):
        output = path.with_suffix("")
        run(compiler.tirc, path, "-o", output, "--model-name=n", "--quiet", f"--compile-from={phase}")
        run(GCC, "-std=c99", "-I", output, driver, output / "tvmgen_n.c", "-o", output / "program")
        return run(output / "program")

    _Variants(tir_opt, dump, _names(tir_opt, usual)).check(build_and_run, f"{_CODE}\n")


def _functions(compiler, back_end, usual):
    folder = compiler.folder(f"error-codes/functions-{back_end}-{'usual' if usual else 'all'}")
    tools = compiler.tirc.parent
    module, driver = folder / "functions.mlir", folder / "driver.c"
    module.write_text(_FUNCTIONS)
    driver.write_text(_FUNCTIONS_DRIVER)

    def build_and_run(path):
        lowered, program = path.with_suffix(".lowered"), path.with_suffix(".program")
        phase, translation, suffix = {"c": ("emitc", "tir-to-c", ".c"), "object": ("llvm", "tir-to-object", ".o")}[back_end]
        run(tools / "tir-opt", path, f"--tir-phase-{phase}", "-o", lowered)
        run(tools / "tir-translate", lowered, f"--{translation}", "-o", path.with_suffix(suffix))
        run(GCC, driver, path.with_suffix(suffix), "-o", program)
        return run(program)

    _Variants(tools / "tir-opt", module, _names(tools / "tir-opt", usual)).check(build_and_run, _FUNCTIONS_RESULT)


def _lowered_functions(compiler, usual):
    """The same of EmitC, where a return from the middle is text."""
    folder = compiler.folder(f"error-codes/emitc-{'usual' if usual else 'all'}")
    tools = compiler.tirc.parent
    module, driver, lowered = folder / "functions.mlir", folder / "driver.c", folder / "lowered.mlir"
    module.write_text(_FUNCTIONS)
    driver.write_text(_FUNCTIONS_DRIVER)
    run(tools / "tir-opt", module, "--tir-phase-emitc", "-o", lowered)

    def build_and_run(path):
        run(tools / "tir-translate", path, "--tir-to-c", "-o", path.with_suffix(".c"))
        run(GCC, driver, path.with_suffix(".c"), "-o", path.with_suffix(".program"))
        return run(path.with_suffix(".program"))

    _Variants(tools / "tir-opt", lowered, _names(tools / "tir-opt", usual)).check(build_and_run, _FUNCTIONS_RESULT)


_PHASES = ("import", "kernels", "schedule", "buffers", "plan", "loops", "abi", "emitc")


def tests(compiler):
    for usual in (True, False):
        which = "usual-passes" if usual else "all-passes"
        for phase in _PHASES:
            yield Test(f"error-codes/{phase}-{which}", lambda p=phase, u=usual: _model(compiler, p, u), long=not usual,
                       fast=usual and phase == "loops")
        for back_end in ("c", "object"):
            yield Test(f"error-codes/functions-{back_end}-{which}",
                       lambda b=back_end, u=usual: _functions(compiler, b, u), long=not usual)
        yield Test(f"error-codes/functions-emitc-{which}",
                   lambda u=usual: _lowered_functions(compiler, u), long=not usual)
