"""Numbers that C and processors do not have: f16 to the last bit, floats without double, special values."""

import math
import os
import random
import re
import struct
import tempfile
from dataclasses import dataclass

import cortex_m4
from models import HERE, Model
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC, RISCV_GCC, STRICT_C, run

_UNDEFINED = ("-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all")
_HALF = Model("half", HERE / "numbers" / "half.mlir", HERE / "numbers" / "half.mlir")

# The functions that compilers call if a processor does not compute in double.
_DOUBLE_HELPER = re.compile(
    r"__aeabi_(c?d\w+|[fiul]+2d)$"
    r"|__(add|sub|mul|div|neg|cmp|eq|ne|lt|le|gt|ge|unord)df\d$"
    r"|__(extend[hs]fdf2|truncdf[hs]f2|fix(uns)?df[sd]i|float(un)?[sd]idf)$"
)


# Every half, and the floats around each border between two of them


def _to_single(half):
    """Returns the bits of the f32 that equals the f16 of these bits; a NaN becomes a quiet one."""
    sign, rest = half >> 15 << 31, half & 0x7FFF
    if rest > 0x7C00:
        return sign | 0x7FC00000 | (rest & 0x3FF) << 13
    (number,) = struct.unpack("<e", struct.pack("<H", rest))
    return sign | struct.unpack("<I", struct.pack("<f", number))[0]


def _to_half(single):
    sign, rest = single >> 31 << 15, single & 0x7FFFFFFF
    if rest > 0x7F800000:
        return sign | 0x7E00 | (rest >> 13) & 0x3FF
    (number,) = struct.unpack("<f", struct.pack("<I", rest))
    # From the middle between the largest half and its successor.
    if number >= 65520:
        return sign | 0x7C00
    return sign | struct.unpack("<H", struct.pack("<e", number))[0]


def _singles():
    """Returns 65536 f32, as bits: around each half and each middle between two, and other ones."""
    wanted = {0x00000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FBFFFFF, 0x7FC00000}
    draw = random.Random(16)
    for half in [*range(0x420), *range(0x7BF0, 0x7C00), *draw.sample(range(0x420, 0x7BF0), 4000)]:
        low, high = _to_single(half), _to_single(half + 1)
        # All middles are between two neighbours in bits, except the one above 0.
        middle = (low + high) // 2 if half else high - 0x800000
        wanted |= {max(bits + step, 0) for bits in (low, middle) for step in (-1, 0, 1)}
    while len(wanted) < 32768:
        wanted.add(draw.getrandbits(31))
    chosen = sorted(wanted)[:32768]
    return chosen + [bits | 0x80000000 for bits in chosen]


def _half_inputs():
    singles = _singles()
    given = struct.pack("<65536H", *range(65536)) + struct.pack("<65536I", *singles)
    wanted = struct.pack("<65536I", *map(_to_single, range(65536)))
    return given, wanted + struct.pack("<65536H", *map(_to_half, singles))


def _check_half(got):
    _, wanted = _half_inputs()
    if len(got) != len(wanted):
        raise Failure(f"{len(got)} bytes, expected {len(wanted)}")
    for start, code in ((0, "I"), (65536 * 4, "H")):
        pairs = zip(*(struct.unpack_from(f"<65536{code}", data, start) for data in (got, wanted)))
        wrong = [(i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1]]
        if wrong:
            i, (came, expected) = wrong[0]
            raise Failure(f"{len(wrong)} of 65536 are wrong, the first at {i}: {came:#x}, expected {expected:#x}")


@dataclass(frozen=True)
class _Host:
    """Conversion by hand or by instruction, on this machine."""

    cc: str
    flags: tuple = ()
    options: tuple = ("--emit=c",)
    kind: str = "c"


_HOSTS = {
    "gcc": _Host(GCC),
    "gcc-f16c": _Host(GCC, ("-mf16c",)),
    # The functions that the compiler calls must give the same bits.
    "gcc-library": _Host(GCC, ("-DTIR_HAS_FLOAT16",)),
    "clang": _Host(CLANG),
    "clang-f16c": _Host(CLANG, ("-mf16c",)),
    "obj": _Host(GCC, (), ("--emit=c,obj",), "o"),
    "obj-f16c": _Host(GCC, (), ("--emit=c,obj", "--target-features=+f16c"), "o"),
}


def _half_on_host(compiler, name):
    host = _HOSTS[name]
    out = compiler.compile(_HALF, *host.options)
    folder = compiler.folder(f"numbers/half/{name}")
    source = out / f"tvmgen_half.{host.kind}"
    if host.kind == "c":
        run(host.cc, *STRICT_C, *host.flags, "-O2", *_UNDEFINED, "-c", source, "-o", folder / "model.o")
        source = folder / "model.o"
    run(host.cc, "-std=c99", *_UNDEFINED, "-I", out, HERE / "harness.c", source, "-lm", "-o", folder / "program")
    given, _ = _half_inputs()
    (folder / "in").write_bytes(given)
    run(folder / "program", folder / "in", folder / "out")
    _check_half((folder / "out").read_bytes())


# Maps names to the kind of output, the float ABI, and flags for the C.
_BOARDS = {
    "c-soft": ("c", "soft", ()),
    "c-hard": ("c", "hard", ()),
    "c-instruction": ("c", "hard", ("-mfp16-format=ieee", "-DTIR_HAS_FLOAT16")),
    "obj-soft": ("o", "soft", ()),
    "obj-hard": ("o", "hard", ()),
}


def _for_board(compiler, model, float_abi):
    return compiler.compile(
        model, "--emit=c,obj", "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4",
        f"--float-abi={float_abi}",
    )


def _half_on_board(compiler, name):
    kind, float_abi, flags = _BOARDS[name]
    out = _for_board(compiler, _HALF, float_abi)
    given, _ = _half_inputs()
    folder = compiler.folder(f"numbers/half/cortex-m4-{name}")
    program = cortex_m4.build(folder, out, out / f"tvmgen_half.{kind}", [given], float_abi, ("-O2", *flags))
    got, _ = cortex_m4.execute(program, 1)
    _check_half(got)


# From double, which is rounded once

_FROM_DOUBLE = """
func.func @to_f16(%x: f64) -> f16 {
  %r = arith.truncf %x : f64 to f16
  return %r : f16
}
func.func @to_bf16(%x: f64) -> bf16 {
  %r = arith.truncf %x : f64 to bf16
  return %r : bf16
}
"""


def _from_bits(kind, bits):
    return struct.unpack("<e", struct.pack("<H", bits))[0] if kind == "f16" else (
        struct.unpack("<f", struct.pack("<I", bits << 16))[0])


def _doubles(kind):
    """Returns doubles and the bits of the nearest narrower number: around each middle of two, constructed so."""
    draw = random.Random(15)
    infinite = 0x7C00 if kind == "f16" else 0x7F80
    for bits in [0, 1, 2, infinite - 2, *draw.sample(range(3, infinite - 2), 300)]:
        low, high = _from_bits(kind, bits), _from_bits(kind, bits + 1)
        middle = (low + high) / 2
        even = bits + bits % 2
        for number, wanted in ((low, bits), (high, bits + 1), (middle, even), (math.nextafter(middle, 0), bits),
                               (math.nextafter(middle, math.inf), bits + 1)):
            yield number, wanted
            yield -number, wanted | 0x8000
    largest = _from_bits(kind, infinite - 1)
    beyond = largest + (largest - _from_bits(kind, infinite - 2)) / 2
    for number, wanted in ((math.nextafter(beyond, 0), infinite - 1), (beyond, infinite), (1e300, infinite),
                           (math.inf, infinite), (5e-324, 0)):
        yield number, wanted
        yield -number, wanted | 0x8000


def _in_c(number):
    return number.hex() if math.isfinite(number) else "INFINITY" if number > 0 else "-INFINITY"


def _from_double(compiler, code):
    folder = compiler.folder(f"numbers/from-double/{code}")
    tools = compiler.tirc.parent
    (folder / "model.mlir").write_text(_FROM_DOUBLE)
    phase, form = {"c": ("emitc", "c"), "o": ("llvm", "object")}[code]
    run(tools / "tir-opt", folder / "model.mlir", f"--tir-phase-{phase}", "-o", folder / "lowered.mlir")
    run(tools / "tir-translate", f"--tir-to-{form}", folder / "lowered.mlir", "-o", folder / f"model.{code}")
    rows = {kind: ",\n".join(f"{{{_in_c(number)}, {wanted}}}" for number, wanted in _doubles(kind))
            for kind in ("f16", "bf16")}
    tables = "\n".join(f"""uint16_t to_{kind}(double x);
static const struct {{ double number; uint16_t wanted; }} rows_{kind}[] = {{
{text}}};""" for kind, text in rows.items())
    checks = "\n".join(f"""  for (unsigned i = 0; i < sizeof rows_{kind} / sizeof *rows_{kind}; ++i, ++count)
    if (to_{kind}(rows_{kind}[i].number) != rows_{kind}[i].wanted) {{
      printf("%a to {kind} is %#x, expected %#x\\n", rows_{kind}[i].number, to_{kind}(rows_{kind}[i].number),
             rows_{kind}[i].wanted);
      return 1;
    }}
  if ((to_{kind}(NAN) & 0x7fff) <= {0x7C00 if kind == "f16" else 0x7F80})
    return 1;""" for kind in rows)
    (folder / "main.c").write_text(f"""#include <math.h>
#include <stdint.h>
#include <stdio.h>
{tables}
int main(void) {{
  int count = 0;
{checks}
  printf("%d\\n", count);
  return 0;
}}
""")
    run(GCC, "-std=c99", "-O1", *_UNDEFINED, folder / "main.c", folder / f"model.{code}", "-lm",
        "-o", folder / "program")
    wanted = sum(1 for kind in rows for _ in _doubles(kind))
    if (printed := run(folder / "program")) != f"{wanted}\n":
        raise Failure(f"{printed}, expected {wanted}")


# Every operator that computes with floats

_UNARY = "exp log tanh sigmoid erf sin cos rsqrt reciprocal floor ceil abs".split()
_NUMBERS = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 0.5, -0.5, 2.5, 3.5, 100.0, -100.0, 300.0, 60000.0]
_SMALLEST = {"f32": 1e-45, "f16": 6e-8}
_FORMATS = {"i1": "?", "i8": "b", "i16": "h", "i32": "i", "f16": "e", "f32": "f"}


def _numbers(kind):
    return [*_NUMBERS, _SMALLEST[kind]]


def _operators(kind):
    """Returns the text of a model, and the names and types of its results."""
    other = {"f32": "f16", "f16": "f32", "bf16": "f32"}[kind]
    vector, one, square = f"tensor<16x{kind}>", f"tensor<1x{kind}>", f"tensor<1x4x4x1x{kind}>"
    lines = [
        f'%zero = "tosa.const"() <{{values = dense<0.0> : {one}}}> : () -> {one}',
        '%shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>',
        "%shape = tosa.const_shape {values = dense<[1, 4, 4, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>",
        "%scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>",
        "%offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>",
        "%border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>",
        f"%image = tosa.reshape %x, %shape : ({vector}, !tosa.shape<4>) -> {square}",
    ]
    results = []

    def add(name, text, operands, shape="16", element=kind):
        result = f"tensor<{shape}x{element}>"
        lines.append(f"%{name} = tosa.{text} : ({', '.join(operands)}) -> {result}")
        results.append((name, result, element))

    for name in _UNARY:
        add(name, f"{name} %x", [vector])
    add("negate", "negate %x, %zero, %zero", [vector, one, one])
    add("clamp", f"clamp %x {{min_val = -2.0 : {kind}, max_val = 3.0 : {kind}}}", [vector])
    for name in ("add", "sub", "pow", "maximum", "minimum"):
        add(name, f"{name} %x, %y", [vector, vector])
    add("mul", "mul %x, %y, %shift", [vector, vector, "tensor<1xi8>"])
    for name in ("equal", "greater", "greater_equal"):
        add(name, f"{name} %x, %y", [vector, vector], element="i1")
    for element in ("i8", "i16", "i32", other):
        add(f"to_{element}", "cast %x", [vector], element=element)
        if element != other:
            add(f"from_{element}", f"cast %to_{element}", [f"tensor<16x{element}>"])
    for name in ("sum", "product", "max", "min"):
        add(f"reduce_{name}", f"reduce_{name} %x {{axis = 0 : i32}}", [vector], "1")
    add("pool", "avg_pool2d %image, %zero, %zero {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, "
        "pad = array<i64: 0, 0, 0, 0>, acc_type = f32}", [square, one, one], "1x2x2x1")
    add("max_pool", "max_pool2d %image {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, "
        "pad = array<i64: 0, 0, 0, 0>}", [square], "1x2x2x1")
    add("select", "select %equal, %x, %y", ["tensor<16xi1>", vector, vector])
    add("argmax", "argmax %image {axis = 1 : i32}", [square], "1x4x1", "i32")
    add("reverse", "reverse %x {axis = 0 : i32}", [vector])
    add("concat", "concat %x, %y {axis = 0 : i32}", [vector, vector], "32")
    add("resize", "resize %image, %scale, %offset, %border {mode = BILINEAR}",
        [square, "!tosa.shape<4>", "!tosa.shape<2>", "!tosa.shape<2>"], "1x8x8x1")
    if kind == "f32":
        cube = "tensor<1x4x4xf32>"
        lines.append("%space = tosa.const_shape {values = dense<[1, 4, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>")
        lines.append(f"%real = tosa.reshape %x, %space : ({vector}, !tosa.shape<3>) -> {cube}")
        lines.append("%fft, %imaginary = tosa.fft2d %real, %real {inverse = false} : "
                     f"({cube}, {cube}) -> ({cube}, {cube})")
        results.append(("fft", cube, "f32"))
    types = ", ".join(type_ for _, type_, _ in results)
    body = "\n".join(f"  {line}" for line in lines)
    returned = ", ".join(f"%{name}" for name, _, _ in results)
    text = (f"func.func @main(%x: {vector}, %y: {vector}) -> ({types}) {{\n{body}\n"
            f"  return {returned} : {types}\n}}\n")
    return text, results


def _operator_model(compiler, kind):
    folder = compiler.folder("numbers/operators")
    file = folder / f"operators_{kind}.mlir"
    # Several tests compile it at once: each reader must find the whole file.
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as written:
        written.write(_operators(kind)[0])
    os.replace(written.name, file)
    return Model(file.stem, file, file)


def _without_double(compiler, kind, code, float_abi):
    model = _operator_model(compiler, kind)
    out = _for_board(compiler, model, float_abi)
    folder = compiler.folder(f"numbers/without-double/{kind}-{code}-{float_abi}")
    inputs = bytes(32 * struct.calcsize(_FORMATS[kind]))
    program = cortex_m4.build(folder, out, out / f"tvmgen_{model.name}.{code}", [inputs], float_abi,
                              ("-O2", "-ffunction-sections", "-Wl,--gc-sections"))
    symbols = {line.split()[-1] for line in run("arm-none-eabi-nm", program).splitlines()}
    doubles = sorted(filter(_DOUBLE_HELPER.match, symbols))
    if doubles:
        raise Failure(f"the program computes in double: {', '.join(doubles)}")


_LINKED = {
    "x86-64": (GCC, ()),
    "x86-64-f16c": (GCC, ("--target-features=+f16c",)),
    "aarch64": (None, ("--target-triple=aarch64-linux-gnu",)),
    "cortex-m4-soft": (ARM_GCC, ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")),
    "cortex-m4-hard": (ARM_GCC, ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=hard")),
    "rv64": (RISCV_GCC, ("--target-triple=riscv64-unknown-elf",)),
    "rv32": (RISCV_GCC, ("--target-triple=riscv32-unknown-elf",)),
}
_LIBGCC_FLAGS = {"rv32": ("-march=rv32imac", "-mabi=ilp32"), "cortex-m4-soft": CORTEX_M4, "cortex-m4-hard": CORTEX_M4}
_STANDARD = {"memcpy", "memset", "memmove", "__aeabi_memcpy", "__aeabi_memset", "__aeabi_memclr"} | {
    name + suffix for suffix in ("", "f")
    for name in "exp log pow tanh erf sin cos floor ceil rint round fmin fmax fabs sqrt expm1 log1p fma".split()}


def _known_to(gcc, flags):
    """Returns the functions of that compiler's own library."""
    if not gcc:
        return set()
    library = run(gcc, *flags, "-print-libgcc-file-name").strip()
    lines = run("nm", "--defined-only", "--quiet", library).splitlines()
    return {line.split()[-1] for line in lines if line[:1].isalnum() and " " in line}


def _without_missing_helpers(compiler, kind, level, target):
    """Objects of narrow floats do not need functions that no toolchain of Debian 12 has, such as __truncsfbf2."""
    model = _operator_model(compiler, kind)
    gcc, options = _LINKED[target]
    out = compiler.compile(model, "--emit=obj", f"-O{level}", *options)
    undefined = {line.split()[-1] for line in run("llvm-nm-22", "-u", out / f"tvmgen_{model.name}.o").splitlines()}
    if missing := sorted(undefined - _STANDARD - _known_to(gcc, _LIBGCC_FLAGS.get(target, ()))):
        raise Failure(f"the object needs {', '.join(missing)}")


def _links(compiler, kind):
    model = _operator_model(compiler, kind)
    out = compiler.compile(model, "--emit=c,obj")
    folder = compiler.folder(f"numbers/links/{kind}")
    run(GCC, "-std=c99", "-I", out, HERE / "harness.c", out / f"tvmgen_{model.name}.o", "-lm", "-o", folder / "program")


def _special(name, x):
    """Returns the result of IEEE 754 for a special number; None if it does not define one."""
    if name not in (*_UNARY, "negate", "clamp") and not name.startswith("to_"):
        return None
    if x != x:
        return 0 if name in ("to_i8", "to_i16") else None if name == "to_i32" else math.nan
    if name == "exp":
        return {0.0: 1.0, math.inf: math.inf, -math.inf: 0.0}.get(x)
    if name in ("log", "rsqrt") and x < 0:
        return math.nan
    if name == "log":
        return {0.0: -math.inf, 1.0: 0.0, math.inf: math.inf}.get(x)
    if name == "rsqrt":
        return {0.0: math.copysign(math.inf, x), 1.0: 1.0, math.inf: 0.0}.get(x)
    if name == "reciprocal" and (x == 0 or math.isinf(x)):
        return math.copysign(math.inf if x == 0 else 0.0, x)
    if name in ("sin", "cos") and math.isinf(x):
        return math.nan
    if name in ("tanh", "erf") and (x == 0 or math.isinf(x)):
        return math.copysign(0.0 if x == 0 else 1.0, x)
    if name == "sigmoid":
        return {0.0: 0.5, math.inf: 1.0, -math.inf: 0.0}.get(x)
    if name in ("floor", "ceil"):
        return x if math.isinf(x) else math.copysign(getattr(math, name)(x), x)
    if name == "abs":
        return abs(x)
    if name == "negate":
        return -x
    if name == "clamp":
        return min(max(x, -2.0), 3.0)
    if name.startswith("to_i"):
        limit = 2 ** (int(name[4:]) - 1)
        return limit - 1 if x >= limit else -limit if x < -limit else round(x)
    return None


def _special_values(compiler, kind):
    """C and LLVM's object agree to the bit, and with IEEE 754 where it defines the result."""
    model = _operator_model(compiler, kind)
    out = compiler.compile(model, "--emit=c,obj")
    numbers = struct.pack(f"<16{_FORMATS[kind]}", *_numbers(kind))
    x = struct.unpack(f"<16{_FORMATS[kind]}", numbers)
    y = numbers[len(numbers) // 2 :] + numbers[: len(numbers) // 2]
    outputs = {}
    for code in ("c", "o"):
        folder = compiler.folder(f"numbers/special/{kind}-{code}")
        run(GCC, "-std=c99", "-O1", *_UNDEFINED, "-I", out, HERE / "harness.c", out / f"tvmgen_{model.name}.{code}",
            "-lm", "-o", folder / "program")
        (folder / "in").write_bytes(numbers + y)
        run(folder / "program", folder / "in", folder / "out")
        outputs[code] = (folder / "out").read_bytes()
    start = 0
    for name, type_, element in _operators(kind)[1]:
        count = math.prod(map(int, type_[len("tensor<") : -1].split("x")[:-1]))
        size = struct.calcsize(_FORMATS[element]) * count
        parts = {code: data[start : start + size] for code, data in outputs.items()}
        start += size
        if parts["c"] != parts["o"]:
            raise Failure(f"{name}: {parts['c'].hex()} through C, {parts['o'].hex()} through LLVM")
        for number, got in zip(x, struct.unpack(f"<{count}{_FORMATS[element]}", parts["c"])):
            wanted = _special(name, number)
            same = wanted is None or (got != got and wanted != wanted) or (
                got == wanted and math.copysign(1, got) == math.copysign(1, wanted))
            if not same:
                raise Failure(f"{name}({number}) is {got}, expected {wanted}")


def _without_contraction(compiler, command):
    """Multiplication and addition are separate, whatever the compiler may fuse."""
    model = _operator_model(compiler, "f32")
    out = compiler.compile(model, "--emit=c")
    text = run(*command, "-O3", "-S", out / f"tvmgen_{model.name}.c", "-o", "-")
    fused = sorted(set(re.findall(r"\b(vfn?m(?:add|sub)\w*|vfma\w*)\b", text)))
    if fused:
        raise Failure(f"fused: {', '.join(fused)}")


_FUSING = {
    "gcc": (GCC, "-std=c99", "-march=haswell"),
    "gcc-gnu": (GCC, "-std=gnu99", "-march=haswell"),
    "clang": (CLANG, "-std=c99", "-march=haswell", "-ffp-contract=on"),
    "arm-gcc": (ARM_GCC, "-std=gnu99", *CORTEX_M4, *FLOAT_ABIS["hard"]),
}


def tests(compiler):
    for name in _HOSTS:
        yield Test(f"numbers/half/{name}", lambda n=name: _half_on_host(compiler, n), fast=name == "obj")
    for name in _BOARDS:
        yield Test(f"numbers/half/cortex-m4-{name}", lambda n=name: _half_on_board(compiler, n))
    for kind in ("f32", "f16"):
        yield Test(f"numbers/special/{kind}", lambda k=kind: _special_values(compiler, k))
        for code in ("c", "o"):
            for float_abi in FLOAT_ABIS:
                yield Test(f"numbers/without-double/{kind}-{code}-{float_abi}",
                           lambda k=kind, c=code, f=float_abi: _without_double(compiler, k, c, f))
    for code in ("c", "o"):
        yield Test(f"numbers/from-double/{code}", lambda c=code: _from_double(compiler, c))
    for kind in ("f16", "bf16"):
        yield Test(f"numbers/links/{kind}", lambda k=kind: _links(compiler, k))
        for target in _LINKED:
            for level in (0, 2):
                yield Test(f"numbers/helpers/{kind}-{target}-O{level}",
                           lambda k=kind, o=level, t=target: _without_missing_helpers(compiler, k, o, t),
                           long=level == 0)
    for name, command in _FUSING.items():
        yield Test(f"numbers/without-contraction/{name}", lambda c=command: _without_contraction(compiler, c))
