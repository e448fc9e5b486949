"""Runs the kernels of a module as tir-lower-kernels and as upstream's bufferization and loops lower them.

usage: compare_kernels.py MODULE WORKING-FOLDER

Buffers are full of random numbers, small ones, so that sums of floats are exact in any order. Prints each kernel that
leaves other numbers in its buffers than upstream's, and at last `N kernels, N differences`.
"""

import ctypes
import pathlib
import random
import re
import shutil
import subprocess
import sys

C_TYPES = {"i1": ctypes.c_uint8, "i8": ctypes.c_int8, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
           "f32": ctypes.c_float}
LOWERINGS = {"ours": ["--tir-lower-kernels", "--tir-drop-annotations"],
             "upstream": ["--one-shot-bufferize", "--convert-linalg-to-loops", "--convert-bufferization-to-memref"]}
TO_LLVM = ["--expand-strided-metadata", "--lower-affine", "--convert-scf-to-cf",
           "--convert-func-to-llvm=use-bare-ptr-memref-call-conv", "--convert-to-llvm",
           "--reconcile-unrealized-casts"]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def library(module, folder, lowering):
    stem = folder / lowering
    run("tir-opt", module, *LOWERINGS[lowering], *TO_LLVM, "-o", f"{stem}.mlir")
    run("mlir-translate", "--mlir-to-llvmir", f"{stem}.mlir", "-o", f"{stem}.ll")
    run("llc", "-filetype=obj", "-relocation-model=pic", f"{stem}.ll", "-o", f"{stem}.o")
    # Upstream's copies of slices call its runtime.
    llvm = pathlib.Path(shutil.which("mlir-translate")).resolve().parents[1] / "lib"
    run("cc", "-shared", f"{stem}.o", "-lm", f"-L{llvm}", f"-Wl,-rpath,{llvm}", "-lmlir_c_runner_utils", "-o",
        f"{stem}.so")
    return ctypes.CDLL(f"{stem}.so")


def kernels(text):
    """Name and arguments of each function; an argument is its name, its number of elements and their type."""
    for name, arguments in re.findall(r"func\.func @(\w+)\(([^)]*)\)", text):
        yield name, [(argument, dims, element)
                     for argument, dims, element in re.findall(r"%(\w+): memref<((?:\d+x)*)(\w+)>", arguments)]


def numbers(argument, dims, element, rng):
    count = 1
    for dim in dims.split("x")[:-1]:
        count *= int(dim)
    array = (C_TYPES[element] * count)()
    for i in range(count):
        array[i] = rng.randrange(2) if element == "i1" else rng.randrange(-8, 8)
    return array


def main():
    module, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    libraries = [library(module, folder, lowering) for lowering in LOWERINGS]
    rng = random.Random(1)
    different = 0
    every = list(kernels(module.read_text()))
    for name, arguments in every:
        inputs = [numbers(*argument, rng) for argument in arguments]
        results = []
        for each in libraries:
            arrays = [type(array).from_buffer_copy(array) for array in inputs]
            getattr(each, name)(*arrays)
            results.append([bytes(array) for array in arrays])
        if results[0] != results[1]:
            different += 1
            print(f"{name}: {results}")
        # What writes nothing would be the same, too.
        elif results[0] == [bytes(array) for array in inputs]:
            sys.exit(f"{name} writes nothing")
    print(f"{len(every)} kernels, {different} differences")


main()
