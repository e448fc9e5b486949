"""Runs the functions of low_level.mlir as C and as objects under ASan and UBSan.

usage: run_low_level.py WORKING-FOLDER

The C goes through mlir-translate and through tir-translate and has to compile without a warning;
the objects go through tir-convert-to-llvm and through stock --convert-to-llvm. Prints what the
first program prints, and of each other one whether it prints the same.
"""

import pathlib
import shutil
import subprocess
import sys

WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror".split()
# Upstream's printer casts const away.
OURS = [*WARNINGS, "-Wcast-qual"]
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all -g".split()
INPUTS = pathlib.Path(__file__).parent
HEADERS = ["-I", str(INPUTS.resolve().parents[2] / "runtime/crt/include")]


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def model(*attributes, plan=""):
    """Returns a function that represents the model 'm'."""
    attributes = ", ".join([f'tir.model = #tir.model<name = "m", {plan}source = "m.mlir">', *attributes])
    return f"func.func @described(%x: i32) -> i32 attributes {{{attributes}}} {{\n  return %x : i32\n}}\n"


def sources(folder):
    """Yields the name and the C file of each way to C."""
    text = (INPUTS / "low_level.mlir").read_text()
    (folder / "c.mlir").write_text(
        text + model('tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}',
                     plan="plan = <pools = [], buffers = []>, "))
    # The struct of the C interface, which the model's header defines.
    (folder / "tvmgen_m.h").write_text(
        "struct bindings {\n  void *x;\n  void *context;\n  void *y;\n};\n")
    run("tir-opt", folder / "c.mlir", "--tir-phase-emitc", "-o", folder / "emitc.mlir")
    for tool, option in [("mlir-translate", "--mlir-to-cpp"), ("tir-translate", "--tir-to-c")]:
        source = folder / f"{tool}.c"
        run(tool, option, folder / "emitc.mlir", "-o", source)
        if tool == "mlir-translate":
            source.write_text('#include "tvmgen_m.h"\n' + source.read_text())
        yield tool, source


def objects(folder):
    """Yields the name and the object of each way through LLVM."""
    lower = ["--convert-scf-to-cf"]
    ways = {"tir-convert-to-llvm": ["--tir-convert-to-llvm", "--reconcile-unrealized-casts", "--tir-finalize-llvm"],
            "convert-to-llvm": ["--convert-to-llvm", "--reconcile-unrealized-casts", "--tir-finalize-llvm"]}
    # Raw pointers for buffers, which stock MLIR passes function by function.
    text = (INPUTS / "low_level.mlir").read_text().replace(
        "-> i32 {", "-> i32 attributes {llvm.bareptr} {") + model()
    for name, passes in ways.items():
        (folder / f"{name}.mlir").write_text(text)
        run("tir-opt", folder / f"{name}.mlir", *lower, *passes, "-o", folder / f"{name}.llvm.mlir")
        obj = folder / f"{name}.o"
        run("tir-translate", "--tir-to-object", "--tir-sanitize-address", folder / f"{name}.llvm.mlir", "-o", obj)
        yield name, obj


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    expected = None
    programs = []
    for name, source in sources(folder):
        warnings = WARNINGS if name == "mlir-translate" else OURS
        for compiler in ["gcc", "clang-22"]:
            for level in ["-O0", "-O2"]:
                program = folder / f"{name}-{compiler}{level}"
                run(compiler, *warnings, *SANITIZERS, level, *HEADERS, source, INPUTS / "low_level.c", "-o", program)
                programs.append((f"{name} {compiler} {level}", program))
        run("arm-none-eabi-gcc", *warnings, *HEADERS, "-mcpu=cortex-m4", "-mthumb", "-O2", "-c", source, "-o",
            folder / f"{name}-arm.o")
        print(f"{name} arm-none-eabi-gcc: compiles")
    for name, obj in objects(folder):
        program = folder / name
        run("clang-22", "-std=c99", *SANITIZERS, *HEADERS, INPUTS / "low_level.c", obj, "-o", program)
        programs.append((name, program))
    for name, program in programs:
        output = run(program)
        if expected is None:
            expected = output
            print(output)
        print(f"{name}: {'the same' if output == expected else 'DIFFERENT' + chr(10) + output}")


main()
