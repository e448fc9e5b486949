"""Holds the layouts of the C interface against numbers measured with TVM v0.14's own headers.

usage: layouts.py headers|code WORKING-FOLDER

`headers` compiles the headers in runtime/crt for each target, `code` compiles functions that read
each field through LLVM and looks at the offsets in them. Prints a line for each target.
"""

import pathlib
import re
import shutil
import subprocess
import sys

REPO = pathlib.Path(__file__).resolve().parents[3]
HEADERS = REPO / "runtime" / "crt" / "include"
WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Werror".split()

# Fields of a DLTensor as tir.dltensor_get names them, with their types.
FIELDS = {
    "data": "!tir.handle", "device_type": "i32", "device_id": "i32", "ndim": "i32", "dtype_code": "i8",
    "dtype_bits": "i8", "dtype_lanes": "i16", "shape": "!tir.handle", "strides": "!tir.handle",
    "byte_offset": "i64"}
MEMBERS = {
    "device_type": "device.device_type", "device_id": "device.device_id", "dtype_code": "dtype.code",
    "dtype_bits": "dtype.bits", "dtype_lanes": "dtype.lanes"}

# 64 bits; 32-bit Arm and RISC-V, which pad before byte_offset; i386, which does not.
OFFSETS_64 = dict(zip(FIELDS, (0, 8, 12, 16, 20, 21, 22, 24, 32, 40)))
OFFSETS_32 = dict(zip(FIELDS, (0, 4, 8, 12, 16, 17, 18, 20, 24, 32)))
OFFSETS_I386 = dict(zip(FIELDS, (0, 4, 8, 12, 16, 17, 18, 20, 24, 28)))
# sizeof and alignment of DLTensor and TVMValue; TVMByteArray.size; TVMParallelGroupEnv.num_task.
SIZES_64 = {"DLTensor": (48, 8), "TVMValue": (8, 8), "TVMByteArray": (16, 8), "TVMParallelGroupEnv": (16, 8),
            "DLDevice": (8, 4), "DLDataType": (4, 2)}
SIZES_32 = {"DLTensor": (40, 8), "TVMValue": (8, 8), "TVMByteArray": (8, 4), "TVMParallelGroupEnv": (8, 4),
            "DLDevice": (8, 4), "DLDataType": (4, 2)}
SIZES_I386 = SIZES_32 | {"DLTensor": (36, 4), "TVMValue": (8, 4)}
# Target: offsets, sizes, bytes of DLDeviceType.
TARGETS = {
    "x86_64-linux-gnu": (OFFSETS_64, SIZES_64, 4),
    "aarch64-linux-gnu": (OFFSETS_64, SIZES_64, 4),
    "i386-linux-gnu": (OFFSETS_I386, SIZES_I386, 4),
    "thumbv7em-none-eabi": (OFFSETS_32, SIZES_32, 4),
    "riscv32-unknown-elf": (OFFSETS_32, SIZES_32, 4)}
# Its enumerations are short, and the fields stay where they are.
ARM_GCC = (OFFSETS_32, SIZES_32, 1)


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def assertions(offsets, sizes, enumeration):
    checks = [f"offsetof(DLTensor, {MEMBERS.get(name, name)}) == {offset}" for name, offset in offsets.items()]
    for name, (size, alignment) in sizes.items():
        checks.append(f"sizeof({name}) == {size}")
        checks.append(f"offsetof(struct behind_{name}, second) == {alignment}")
    pointer = sizes["TVMByteArray"][0] // 2
    checks.append(f"offsetof(TVMByteArray, size) == {pointer}")
    checks.append(f"offsetof(TVMParallelGroupEnv, num_task) == {pointer}")
    checks.append(f"sizeof(DLDeviceType) == {enumeration}")
    return checks


def source(checks):
    lines = ["#include <tvm/runtime/c_backend_api.h>"]
    lines += [f"struct behind_{name} {{ char first; {name} second; }};" for name in SIZES_64]
    lines += [f"typedef char check_{number}[({check}) ? 1 : -1];" for number, check in enumerate(checks)]
    return "\n".join(lines) + "\n"


def check_headers(folder):
    compilers = [(target, ["clang-22", f"--target={target}", "-ffreestanding"], numbers)
                 for target, numbers in TARGETS.items()]
    if shutil.which("arm-none-eabi-gcc"):
        compilers.append(("arm-none-eabi-gcc", ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"], ARM_GCC))
    else:
        print("arm-none-eabi-gcc: skipped, it is not installed")
    for name, compiler, numbers in compilers:
        text = folder / f"{name}.c"
        command = compiler + WARNINGS + ["-I", HEADERS, "-fsyntax-only", text]
        checks = assertions(*numbers)
        text.write_text(source(checks))
        run(*command)
        # Each of them fails where its number is another.
        text.write_text(source([f"{check} + 1" for check in checks]))
        limit = ["-ferror-limit=0"] if "clang" in command[0] else []
        done = subprocess.run([*command, *limit], capture_output=True, text=True, check=False)
        failed = len(set(re.findall(r"error: .*check_(\d+)|^ .*typedef char check_(\d+)", done.stderr, re.M)))
        if failed < len(checks):
            sys.exit(f"{name}: {len(checks)} wrong numbers, but {failed} errors\n{done.stderr}")
        print(f"{name}: {len(checks)} numbers")


def functions():
    for name, kind in FIELDS.items():
        yield name, (f"func.func @{name}(%t: !tir.dltensor) -> {kind} {{\n"
                     f"  %r = tir.dltensor_get %t, {name} : {kind}\n  return %r : {kind}\n}}\n")
    yield "value_3", ("func.func @value_3(%v: !tir.values) -> i64 {\n"
                      "  %r = tir.packed_get %v[3] : i64\n  return %r : i64\n}\n")
    yield "code_3", ("func.func @code_3(%c: !tir.type_codes) -> i32 {\n"
                     "  %r = tir.type_code_get %c[3] : i32\n  return %r : i32\n}\n")


def check_code(folder):
    module = folder / "fields.mlir"
    module.write_text("".join(text for _, text in functions()))
    for target, (offsets, _, _) in TARGETS.items():
        lowered = folder / f"{target}.mlir"
        run("tir-opt", module, f"--tir-phase-llvm=target-triple={target}", "-o", lowered)
        text = run("tir-translate", "--tir-to-llvmir", lowered)
        run("tir-translate", "--tir-to-object", lowered, "-o", folder / f"{target}.o")
        for name, expected in {**offsets, "value_3": 24, "code_3": 12}.items():
            body = re.search(rf"^define [^\n]*@{name}\(.*?^}}", text, re.M | re.S).group()
            address = re.search(r"getelementptr .*i8, ptr %\w+, i(?:32|64) (\d+)", body)
            found = int(address.group(1)) if address else 0
            if found != expected:
                sys.exit(f"{target}: {name} is at {found}, expected {expected}\n{body}")
            # What arm-none-eabi-gcc may have left in the other bytes is not looked at.
            width = {"device_type": 8 if "none-eabi" in target else 32}.get(name)
            if width and f"load i{width}," not in body:
                sys.exit(f"{target}: {name} is not read as i{width}\n{body}")
        print(f"{target}: {len(offsets) + 2} offsets")


def main():
    folder = pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    {"headers": check_headers, "code": check_code}[sys.argv[1]](folder)


main()
