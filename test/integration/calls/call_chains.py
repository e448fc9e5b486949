"""The cost of a call inside the module: chains of calls of a small kernel, by each convention, counted by callgrind."""

import re

from models import REPO
from runner import Failure
from toolchain import CLANG, GCC, run

CALLS = 100
CONVENTIONS = ("unpacked", "packed", "registry")
COMPILERS = ("gcc", "clang", "object")

_TVM = REPO / "runtime" / "crt" / "include"
_LLVM = "/usr/lib/llvm-22/bin/"
_PASSES = ("tir-make-packed-api{on-error=last-error}", "tir-lower-cpacked-calls{on-error=last-error}",
           "tir-lower-packed-calls{on-error=last-error}", "convert-linalg-to-loops",
           "tir-make-unpacked-api{on-error=last-error}")

# The kernel's place keeps it out of line, as kernels of models are.
_CHAIN = """
!vec = memref<8xi32>
tir.prim_func private @kernel(%x: !vec {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                              %y: !vec {{tir.effect = #tir.effect<write>, tir.name = "y"}})
    attributes {{{attributes}tir.function = #tir.function<kernel = <place = "add#0">>}} {{
  linalg.add ins(%x, %x : !vec, !vec) outs(%y : !vec)
  tir.return
}}
tir.prim_func @chain(%x: !vec {{tir.name = "x"}}, %y: !vec {{tir.name = "y"}}) {{
{calls}
  tir.return
}}
"""
_SMALL = """
!f32 = memref<f32>
tir.prim_func private @add(%x: !f32 {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                           %y: !f32 {{tir.effect = #tir.effect<read>, tir.name = "y"}},
                           %z: !f32 {{tir.effect = #tir.effect<write>, tir.name = "z"}})
    attributes {{{attributes}tir.function = #tir.function<always_inline = true>}} {{
  %a = memref.load %x[] : !f32
  %b = memref.load %y[] : !f32
  %c = arith.addf %a, %b : f32
  memref.store %c, %z[] : !f32
  tir.return
}}
tir.prim_func @small(%x: !f32 {{tir.name = "x"}}, %y: !f32 {{tir.name = "y"}}, %z: !f32 {{tir.name = "z"}}) {{
  tir.call_tir @add(%x, %y, %z) : (!f32, !f32, !f32) -> ()
  tir.return
}}
"""
_PACKED = "calling_convention = #tir.calling_convention<packed>, "
_REGISTERED = _PACKED + 'registered, exported_name = "tvmgen_default_kernel", '

_DRIVER = """
#include <stdint.h>
#include <string.h>
#include <tvm/runtime/c_runtime_api.h>
int32_t tvmgen_default_chain(int32_t *x, int32_t *y);
typedef int32_t packed(TVMValue *, int *, int, TVMValue *, int *, void *);
packed tvmgen_default_kernel __attribute__((weak));
void TVMAPISetLastError(const char *message) { (void)message; }
int TVMBackendGetFuncFromEnv(void *module, const char *name, void **function) {
  (void)module;
  *function = strcmp(name, "tvmgen_default_kernel") == 0 ? &function : NULL;
  return 0;
}
int TVMFuncCall(void *function, TVMValue *args, int *codes, int count, TVMValue *value, int *code) {
  (void)function;
  return tvmgen_default_kernel(args, codes, count, value, code, NULL);
}
int main(void) {
  int32_t x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8];
  /* The first call looks names up. */
  for (int i = 0; i < 2; ++i)
    if (tvmgen_default_chain(x, y) != 0)
      return 1;
  return 0;
}
"""


def _chain(convention):
    callee = '"tvmgen_default_kernel"' if convention == "registry" else "@kernel"
    op = "tir.call_packed" if convention == "registry" else "tir.call_tir"
    calls = (f"  {op} {callee}(%{'xy'[i % 2]}, %{'yx'[i % 2]}) : (!vec, !vec) -> ()" for i in range(CALLS))
    return _CHAIN.format(attributes={"unpacked": "", "packed": _PACKED, "registry": _REGISTERED}[convention],
                         calls="\n".join(calls))


def _small(convention):
    return _SMALL.format(attributes=_PACKED if convention == "packed" else "")


def _lower(compiler, folder, module, phase):
    source, lowered = folder / "module.mlir", folder / f"{phase}.mlir"
    source.write_text(module)
    run(compiler.tirc.parent / "tir-opt", source, f"--pass-pipeline=builtin.module({','.join((*_PASSES, phase))})",
        "-o", lowered)
    return lowered


def emit_c(compiler, folder, module):
    source = folder / "module.c"
    run(compiler.tirc.parent / "tir-translate", "--tir-to-c", _lower(compiler, folder, module, "tir-phase-emitc"), "-o",
        source)
    return source


def emit_llvm(compiler, folder, module):
    ir = folder / "module.ll"
    run(_LLVM + "mlir-translate", "--mlir-to-llvmir", _lower(compiler, folder, module, "tir-phase-llvm"), "-o", ir)
    return ir


def _build(compiler, folder, module, how):
    output = folder / "module.o"
    if how == "object":
        run(CLANG, "-O2", "-Wno-override-module", "-c", emit_llvm(compiler, folder, module), "-o", output)
    else:
        run(GCC if how == "gcc" else CLANG, "-std=c99", "-O2", "-isystem", _TVM, "-c",
            emit_c(compiler, folder, module), "-o", output)
    return output


def count_instructions(compiler, convention, how):
    """Returns the instructions of one run of the chain."""
    folder = compiler.folder(f"calls/{convention}-{how}")
    model = _build(compiler, folder, _chain(convention), how)
    (folder / "main.c").write_text(_DRIVER)
    run(GCC, "-std=gnu99", "-O2", "-isystem", _TVM, folder / "main.c", model, "-o", folder / "program")
    printed = run("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind'}",
                  "--toggle-collect=tvmgen_default_chain", folder / "program")
    collected = int(re.search(r"Collected : (\d+)", printed)[1])
    if collected == 0:
        raise Failure(f"callgrind saw no call of the chain:\n{printed}")
    return collected // 2


def disassemble_small(compiler, convention, how):
    """Returns the instructions of an addition of two floats, called with that convention."""
    folder = compiler.folder(f"calls/small-{convention}-{how}")
    printed = run("objdump", "-d", "--no-show-raw-insn", "--disassemble=tvmgen_default_small",
                  _build(compiler, folder, _small(convention), how))
    lines = re.findall(r"^\s+[0-9a-f]+:\s+(.*?)\s*$", printed, re.M)
    # Padding after the function.
    return [line for line in lines if not re.match(r"(nop|data16|cs nop|xchg\s+%ax,%ax)", line)]


def module_texts(compiler):
    """Returns the C and the LLVM IR of the packed chain, before any optimisation."""
    folder, chain = compiler.folder("calls/text"), _chain("packed")
    return emit_c(compiler, folder, chain).read_text(), emit_llvm(compiler, folder, chain).read_text()
