"""Relocatable images (--emit=relocatable): run in flash at two addresses of an emulated board, and are refused if they are
damaged, of another form or for another processor."""

import collections
import hashlib
import re
import struct

import cortex_m4
import golden
from models import BOARD, DIGITS, DIGITS_FP32, HERE, MODELS
from runner import Failure, Test
from toolchain import ARM_GCC, FLOAT_ABIS, STRICT_C, run

_ROOM = HERE / "relocatable"
# What the loader returns for each kind; a change of bytes may be found by any check.
_CODES = {
    "form": {-19}, "processor": {-20}, "architecture": {-20}, "address": {-22}, "cut": {-17, -18},
    "entry": {-21}, "tensors": {-21}, "names": {-21}, "code": {-21},
    "small-workspace": {-23}, "no-workspace": {-23}, "odd-workspace": {-22}, "no-inputs": {-24}, "no-input": {-24},
}
_LINKED = {"missing-function": {-25}, "small-table": {-25}, "unlinked": {-25}}
_ANY = {-17, -18, -19, -20, -21}
_ONNX = [model for model in MODELS if model.name.startswith("onnx_cnn")]
_TINY = [model for model in MODELS if model.name in ("kws_int8", "ic_int8", "ad01_int8", "vww_int8")]
_BOARDS = {"cortex-m4": ("mps2-an386", "softfp"), "cortex-m3": ("mps2-an385", "soft"), "cortex-m0plus": ("mps2-an385", "soft")}
_COUNTER = """
tosa.variable @all = dense<100> : tensor<1x1xi32>
func.func @main(%x: tensor<1x4xi32> {tir.name = "x"}) -> (tensor<1x1xi32> {tir.name = "sum"}) {
  %before = tosa.variable_read @all : tensor<1x1xi32>
  %s = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x1xi32>
  %sum = tosa.add %before, %s : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
  tosa.variable_write @all, %sum : tensor<1x1xi32>
  return %sum : tensor<1x1xi32>
}
"""


def _compile(compiler, model, target):
    folder = compiler.folder(f"relocatable/{target}/{model.name}")
    out = folder / "out"
    run(compiler.tirc, model.file, "-o", out, "--emit=relocatable", f"--target={target}", f"--model-name={model.name}",
        "--quiet", *model.options)
    return folder, out, out / f"tvmgen_{model.name}.relocatable.bin"


def _functions(image):
    """Returns the names of the functions that an image calls."""
    data = image.read_bytes()
    count, names = struct.unpack_from("<2I", data, 96)
    places = struct.unpack_from(f"<{count}I", data, names)
    return [data[at : data.index(b"\0", at)].decode() for at in places]


def _describe_functions(image):
    """Returns functions.h. The compiler does not know what they are."""
    names = _functions(image)
    lines = [f'extern void function_{i}(void) __asm__("{name}");' for i, name in enumerate(names)]
    rows = [f'{{"{name}", function_{i}}},' for i, name in enumerate(names)]
    return "\n".join(['#include "tirc_relocatable.h"', *lines, f"#define FUNCTIONS {len(names)}",
                      "static const struct tirc_relocatable_function functions[] = {", *rows, '{"", 0}};', ""])


def _link(folder, out, image, model, target):
    inputs, expected = golden.load(model)
    cases = cortex_m4.split_cases(inputs)
    (folder / "vectors.h").write_text(cortex_m4.vectors_header(cases))
    return _build(folder, out, image, target, "main.c"), expected


def _build(folder, out, image, target, source):
    _, float_abi = _BOARDS[target]
    (folder / "functions.h").write_text(_describe_functions(image))
    program = folder / "program.elf"
    flags = [flag for flag in STRICT_C if flag != "-Wpedantic"]
    run(ARM_GCC, f"-mcpu={target}", "-mthumb", *FLOAT_ABIS[float_abi], *flags, "-O2", f'-DIMAGE="{image}"',
        "-I", folder, "-I", out, "-I", BOARD, BOARD / "startup.c", _ROOM / source, "-nostartfiles",
        "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld", "-Wl,--fatal-warnings,-z,noexecstack", "-lm", "-o", program)
    return program


def _check_says(line, model, image, out):
    """Compares what the image says of the model with its file and its header."""
    name, hashed, workspace, stack = line
    header = (out / f"tvmgen_{model.name}.h").read_text()
    bytes_of_workspace = int(re.search(r"_WORKSPACE_SIZE (\d+)$", header, re.M)[1])
    found = (name, hashed, int(workspace))
    wanted = (model.name, hashlib.sha256(model.file.read_bytes()).hexdigest(), bytes_of_workspace)
    if found != wanted:
        raise Failure(f"{image} says {found}, expected {wanted}")
    # What functions of the firmware take is not known.
    if not (int(stack) == 0 if _functions(image) else 0 < int(stack) < 4096):
        raise Failure(f"{image} says that a run takes {stack} bytes of stack")


def _check(compiler, model, target):
    model.require()
    folder, out, image = _compile(compiler, model, target)
    program, expected = _link(folder, out, image, model, target)
    printed = cortex_m4.emulate(program, machine=_BOARDS[target][0], timeout=600)
    lines = [line.split() for line in printed.splitlines()]
    for copy in (1, 2):
        golden.check(model, expected, b"".join(bytes.fromhex(line[copy]) for line in lines if line[0] == "case"))
    says = [line[1:] for line in lines if line[0] == "says"]
    if len(says) != 1:
        raise Failure(f"the program did not end:\n{printed[-2000:]}")
    _check_says(says[0], model, image, out)
    refused = [(line[1], int(line[2])) for line in lines if line[0] == "refused"]
    codes = {**_CODES, **(_LINKED if _functions(image) else {})}
    wrong = [(kind, code) for kind, code in refused if code not in codes.get(kind, _ANY)]
    count = collections.Counter(kind for kind, _ in refused)
    if wrong or sum(count[kind] for kind in ("bit", "cut", "page", "bytes")) != 200 or set(codes) - set(count):
        raise Failure(f"refused in another way than expected: {wrong}\nof {count}")


def _check_state(compiler, target):
    """Two copies count by themselves, from the initial value on."""
    folder = compiler.folder(f"relocatable/{target}/counter")
    (folder / "counter.mlir").write_text(_COUNTER)
    out = folder / "out"
    run(compiler.tirc, folder / "counter.mlir", "-o", out, "--emit=relocatable", f"--target={target}", "--quiet")
    program = _build(folder, out, out / "tvmgen_counter.relocatable.bin", target, "state.c")
    printed = cortex_m4.emulate(program, machine=_BOARDS[target][0], timeout=600)
    if printed != "-26 -26 -22 0 0 110 120 110 130 120 0 110 end\n":
        raise Failure(f"two copies count: {printed}")


def _same_anywhere(compiler):
    """The same model gives the same bytes, and no byte depends on where the linker put it."""
    images = []
    for name in ("first", "second"):
        out = compiler.folder(f"relocatable/{name}") / "out"
        run(compiler.tirc, DIGITS.file, "-o", out, "--emit=relocatable", "--target=cortex-m4", "--model-name=digits",
            "--quiet", *DIGITS.options)
        images.append((out / "tvmgen_digits.relocatable.bin").read_bytes())
    if images[0] != images[1]:
        raise Failure("two images of one model differ")


def tests(compiler):
    yield Test("relocatable/cortex-m4/digits_int8", lambda: _check(compiler, DIGITS, "cortex-m4"))
    yield Test("relocatable/reproducible", lambda: _same_anywhere(compiler))
    yield Test("relocatable/cortex-m3/digits_int8", lambda: _check(compiler, DIGITS, "cortex-m3"), long=True)
    for target in ("cortex-m4", "cortex-m0plus"):
        yield Test(f"relocatable/{target}/state", lambda t=target: _check_state(compiler, t))
    yield Test("relocatable/cortex-m0plus/digits_int8", lambda: _check(compiler, DIGITS, "cortex-m0plus"))
    for model in (DIGITS_FP32, *_ONNX):
        for target in ("cortex-m4", "cortex-m3", "cortex-m0plus"):
            yield Test(f"relocatable/{target}/{model.name}", lambda m=model, t=target: _check(compiler, m, t), long=target == "cortex-m3")
    for model in _TINY:
        yield Test(f"relocatable/cortex-m4/{model.name}", lambda m=model: _check(compiler, m, "cortex-m4"), long=True)
