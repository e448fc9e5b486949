"""Packed functions reject arguments with one wrong field, name the field, and access nothing that does not exist.

`packed-calls/driver.c` has the tables. It runs under the sanitizers on this machine and on an emulated Cortex-M4, on
the C and on the objects.
"""

import re

import cortex_m4
from models import BOARD, HERE, REPO
from runner import Failure, Test
from test_golden import instrumented
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, run

_ROOM = HERE / "packed-calls"
_TVM = REPO / "runtime" / "crt" / "include"
_LLVM = "/usr/lib/llvm-22/bin/"
_PASSES = ("tir-make-packed-api{on-error=last-error}", "convert-linalg-to-loops",
           "tir-make-unpacked-api{on-error=last-error}")
# For four functions with nine arguments; fewer would mean that rows of the table no longer apply.
_LEAST_REJECTED, _LEAST_ACCEPTED = 300, 30


def _lower(compiler, folder, phase):
    output = folder / "lowered.mlir"
    passes = ",".join((*_PASSES, phase))
    run(compiler.tirc.parent / "tir-opt", _ROOM / "functions.mlir", f"--pass-pipeline=builtin.module({passes})",
        "-o", output)
    return output


def _generated_c(compiler, folder, command):
    source = folder / "functions.c"
    run(compiler.tirc.parent / "tir-translate", "--tir-to-c", _lower(compiler, folder, "tir-phase-emitc"), "-o", source)
    run(*command, *STRICT_C, "-isystem", _TVM, "-c", source, "-o", folder / "functions.o")


def _llvm_object(compiler, folder, command, target=""):
    llvm, ir = _lower(compiler, folder, f"tir-phase-llvm{target}"), folder / "functions.ll"
    run(_LLVM + "mlir-translate", "--mlir-to-llvmir", llvm, "-o", ir)
    if any("sanitize" in word for word in command):
        ir.write_text(instrumented(ir.read_text(), "sanitize_address"))
    run(*command, "-Wno-override-module", "-c", ir, "-o", folder / "functions.o")


def _check(printed):
    counts = re.fullmatch(r"(\d+) rejected, (\d+) accepted\n", printed)
    if not counts or int(counts[1]) < _LEAST_REJECTED or int(counts[2]) < _LEAST_ACCEPTED:
        raise Failure(printed)


def _on_host(compiler, name, make_object, command):
    folder = compiler.folder(f"packed-calls/{name}")
    make_object(compiler, folder, command)
    run(*command, "-std=c99", "-Wall", "-Wextra", "-Werror", "-isystem", _TVM, _ROOM / "driver.c",
        folder / "functions.o", "-o", folder / "program")
    _check(run(folder / "program"))


def _on_cortex_m4(compiler, name, make_object, *arguments):
    folder = compiler.folder(f"packed-calls/cortex-m4/{name}")
    make_object(compiler, folder, *arguments)
    run(ARM_GCC, *CORTEX_M4, "-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O2", "-DON_CORTEX_M", "-I", BOARD,
        "-isystem", _TVM, BOARD / "startup.c", _ROOM / "driver.c", folder / "functions.o", "-nostartfiles",
        "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld", "-Wl,--fatal-warnings,-z,noexecstack",
        "-o", folder / "program.elf")
    _check(cortex_m4.emulate(folder / "program.elf"))


def tests(compiler):
    for name, make_object, command in (
        ("c-gcc", _generated_c, (GCC, "-O2")),
        ("c-gcc-sanitized", _generated_c, (GCC, *SANITIZE)),
        ("c-clang-sanitized", _generated_c, (CLANG, *SANITIZE)),
        ("llvm", _llvm_object, (CLANG, "-O2")),
        ("llvm-sanitized", _llvm_object, (CLANG, *SANITIZE)),
    ):
        yield Test(f"packed-calls/{name}", lambda a=(name, make_object, command): _on_host(compiler, *a),
                   fast="sanitized" in name)
    arm_clang = (CLANG, "--target=thumbv7em-none-eabi", "-mcpu=cortex-m4", "-mfloat-abi=soft", "-O2")
    for name, arguments in (
        ("c", (_generated_c, (ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", "-O2"))),
        ("llvm", (_llvm_object, arm_clang, "{target-triple=thumbv7em-none-eabi target-cpu=cortex-m4}")),
    ):
        yield Test(f"packed-calls/cortex-m4-{name}", lambda n=name, a=arguments: _on_cortex_m4(compiler, n, *a))
