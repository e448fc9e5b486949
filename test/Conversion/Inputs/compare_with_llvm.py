"""Runs the functions of a module as our C and as LLVM's object, on the edges of their types.

usage: compare_with_llvm.py MODULE WORKING-FOLDER

Each goes through tir-define-arithmetic first, so that it has a result for every operand. The C goes through
mlir-translate and through tir-translate, has to compile without a warning, and runs under UBSan; what tir-translate
writes also runs without optimization and with much of it, beside an object of the other level. Prints each difference,
and at last `N functions, N differences`.
"""

import pathlib
import re
import subprocess
import sys

WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror".split()
# Upstream's printer casts const away.
OURS = [*WARNINGS, "-Wcast-qual"]
C_TYPES = {"i1": "uint8_t", "i4": "int8_t", "i8": "int8_t", "i16": "int16_t", "i32": "int32_t",
           "i48": "int64_t", "i64": "int64_t",
           "f32": "float", "f64": "double"}
ODD = ("i4", "i48")
FLOATS = ("0,-0.0,1,-1,0.5f,-0.5f,1.5f,2.5f,-2.5f,3.25f,-7.75f,99.875f,1e4f,12345.67f,-1e9f,127,-128,1e-3f,"
          "3e9f,-3e9f,1e19f,1e-40f,INFINITY,-INFINITY,NAN")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def edges(type_):
    if type_ == "i1":
        return "0,1"
    if type_[0] == "f":
        return FLOATS
    width = int(type_[1:])
    top = 2 ** (width - 1)
    values = {0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 33, 63, 100, top - 1, top - 2}
    values |= {-1, -2, -3, -7, -100}
    values = {value for value in values if -top < value < top}
    for other in (8, 16, 32, 48):
        if other < width:
            values |= {2 ** (other - 1), 2**other - 1, 2**other, -(2 ** (other - 1)), -(2 ** other)}
    numbers = [f"INT64_C({value})" for value in sorted(values)]
    return ",".join(numbers + [f"INT64_C({-top + 1}) - 1"])


def harness(text):
    skips = dict(re.findall(r"// SKIP (\S+): (.*)", text))
    functions = re.findall(r"func\.func @(\w+)\(([^)]*)\) -> (\w+)", text)
    lines = ["#include <math.h>", "#include <stdint.h>", "#include <stdio.h>", "#include <string.h>",
             "static int bad;"]
    for type_, c_type in C_TYPES.items():
        lines.append(f"static const {c_type} edges_{type_}[] = {{{edges(type_)}}};")
        same = "!memcmp(&a, &b, sizeof a)" + (" || (a != a && b != b)" if type_[0] == "f" else "")
        lines.append(f"static int same_{type_}({c_type} a, {c_type} b) {{ return {same}; }}")
    checks = []
    for name, arguments, result in functions:
        pairs = re.findall(r"%(\w+): (\w+)", arguments)
        ours = ", ".join("_Bool" if type_ == "i1" else C_TYPES[type_] for _, type_ in pairs)
        theirs = ", ".join(C_TYPES[type_] for _, type_ in pairs)
        lines.append(f"{'_Bool' if result == 'i1' else C_TYPES[result]} c_{name}({ours});")
        lines.append(f"{C_TYPES[result]} l_{name}({theirs});")
        names = ", ".join(argument for argument, _ in pairs)
        # LLVM says nothing of the bits beyond the type.
        theirs = f"l_{name}({names})"
        if result == "i1":
            theirs = f"{theirs} & 1"
        elif result in ODD:
            unused = 64 - int(result[1:])
            theirs = f"(int64_t)((uint64_t){theirs} << {unused}) >> {unused}"
        loops = "".join(
            f"for (unsigned i{a} = 0; i{a} < sizeof edges_{t} / sizeof *edges_{t}; ++i{a}) {{ "
            f"{C_TYPES[t]} {a} = edges_{t}[i{a}]; " for a, t in pairs)
        skip = f"if ({skips[name]}) continue; " if name in skips else ""
        values = ", ".join(f"(double){argument}" for argument, _ in pairs)
        checks.append(
            f"{loops}{skip}{C_TYPES[result]} x = c_{name}({names}); "
            f"{C_TYPES[result]} y = ({C_TYPES[result]})({theirs}); "
            f"if (!same_{result}(x, y) && bad++ < 100) printf(\"{name}({' '.join(['%.9g'] * len(pairs))}): "
            f"%.17g, LLVM %.17g\\n\", {values}, (double)x, (double)y); " + "}" * len(pairs))
    lines.append("int main(void) {\n" + "\n".join(checks))
    lines.append(f'printf("{len(functions)} functions, %d differences\\n", bad);\nreturn bad != 0;\n}}')
    return "\n".join(lines) + "\n"


def main():
    text = pathlib.Path(sys.argv[1]).read_text()
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    model = ('tir.model = #tir.model<name = "m", plan = <pools = [], buffers = []>, source = "m.mlir">, '
             'tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}')
    described = f"func.func @described(%x: i32) -> i32 attributes {{{model}}} {{\n  return %x : i32\n}}\n"
    (folder / "c.mlir").write_text(text.replace("@", "@c_") + described)
    (folder / "llvm.mlir").write_text(text.replace("@", "@l_"))
    (folder / "main.c").write_text(harness(text))
    (folder / "tvmgen_m.h").write_text("")

    run("tir-opt", folder / "llvm.mlir", "--tir-define-arithmetic", "--tir-expand-min-max", "--arith-expand",
        "--memref-expand", "--expand-strided-metadata",
        "--lower-affine", "--convert-scf-to-cf", "--convert-math-to-llvm", "--convert-math-to-libm",
        "--convert-to-llvm", "--reconcile-unrealized-casts", "-o", folder / "lowered.mlir")
    run("mlir-translate", "--mlir-to-llvmir", folder / "lowered.mlir", "-o", folder / "llvm.ll")
    for level in ["O0", "O3"]:
        run("llc", "-filetype=obj", f"-{level}", "-relocation-model=pic", folder / "llvm.ll", "-o",
            folder / f"llvm-{level}.o")

    run("gcc", "-w", "-std=c99", "-O0", "-fno-builtin", "-c", folder / "main.c", "-o", folder / "main.o")
    run("tir-opt", folder / "c.mlir", "--tir-define-arithmetic", "--tir-phase-emitc", "-o", folder / "emitc.mlir")
    undefined = ["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
    for tool, option in [("mlir-translate", "--mlir-to-cpp"), ("tir-translate", "--tir-to-c")]:
        source = folder / f"{tool}.c"
        run(tool, option, folder / "emitc.mlir", "-o", source)
        for compiler in ["gcc", "clang-22", "arm-none-eabi-gcc"]:
            run(compiler, *(OURS if tool == "tir-translate" else WARNINGS), "-fsyntax-only", source)
        levels = [("O1", undefined, "O0")] + ([("O0", [], "O3"), ("O3", [], "O0")] if tool == "tir-translate" else [])
        for compiler in ["gcc", "clang-22"]:
            for level, flags, of_llvm in levels:
                program = folder / f"{tool}-{compiler}-{level}"
                run(compiler, "-w", "-std=c99", f"-{level}", "-ffp-contract=off", "-fno-builtin", *flags,
                    folder / "main.o", source, folder / f"llvm-{of_llvm}.o", "-lm", "-o", program)
                print(tool, compiler, level, run(program).strip())


main()
