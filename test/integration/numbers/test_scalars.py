"""Numbers pass from C to generated code and back, in C and in objects: docs/CallingConventions.md has the table of
types that both follow.

`scalars/driver.c` calls and is called; compilers that rely on the upper bits of a register expose wrong bits.
"""

import re

import cortex_m4
from models import BOARD, HERE, REPO
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC, SANITIZE, STRICT_C, run

_ROOM = HERE / "scalars"
_TVM = REPO / "runtime" / "crt" / "include"

# The type in C, its bits, and some numbers: a float's bits.
_INTEGERS = {
    "i1": ("bool", 1, (0, 1)),
    "i4": ("int8_t", 4, (-8, -3, 7)),
    "i8": ("int8_t", 8, (-128, -3, 127)),
    "i12": ("int16_t", 12, (-2048, -3, 2047)),
    "i16": ("int16_t", 16, (-32768, -300, 32767)),
    "i32": ("int32_t", 32, (-(2**31) + 1, -5, 2**31 - 1)),
    "i48": ("int64_t", 48, (-(2**47), -5, 2**47 - 1)),
    "i64": ("int64_t", 64, (-(2**63) + 1, -5, 2**63 - 1)),
    "index": ("int32_t", 32, (-(2**31) + 1, -7, 2**31 - 1)),
    "f16": ("uint16_t", 16, (0x3C00, 0x8001, 0xFBFF)),
    "bf16": ("uint16_t", 16, (0x3F80, 0x8001, 0xFF7F)),
}
_FLOATS = {
    "f32": ("float", "int32_t", 32, (0x3FC00000, -0x40800000)),
    "f64": ("double", "int64_t", 64, (0x3FF8000000000000, -0x4010000000000000)),
}
_UNSIGNED = {"ui8": "uint8_t", "ui16": "uint16_t", "ui32": "uint32_t"}
_PACKED = [name for name in _INTEGERS if "f" not in name]
# More arguments than registers, each type twice.
_MANY = ("i8", "i1", "f16", "i16", "index", "i4", "bf16", "i32") * 2


def _narrow(kind, value, result):
    if kind == "index":
        return f"%{result} = arith.index_cast %{value} : i64 to index"
    bits = _FLOATS[kind][2] if kind in _FLOATS else _INTEGERS[kind][1]
    if "f" not in kind:
        return (f"%{result} = arith.trunci %{value} : i64 to {kind}" if bits < 64 else
                f"%{result} = arith.addi %{value}, %zero : i64")
    cut = f"%{result}_bits = arith.trunci %{value} : i64 to i{bits}" if bits < 64 else ""
    source = f"{result}_bits" if cut else value
    return f"{cut}\n%{result} = arith.bitcast %{source} : i{bits} to {kind}"


def _widen(kind, value, result):
    if kind == "index":
        return f"%{result} = arith.index_cast %{value} : index to i64"
    if kind == "i64":
        return f"%{result} = arith.addi %{value}, %zero : i64"
    if "f" not in kind:
        return f"%{result} = arith.ext{'u' if kind == 'i1' else 's'}i %{value} : {kind} to i64"
    bits = _FLOATS[kind][2] if kind in _FLOATS else 16
    if bits == 64:
        return f"%{result} = arith.bitcast %{value} : f64 to i64"
    sign = "s" if kind == "f32" else "u"
    return (f"%{result}_bits = arith.bitcast %{value} : {kind} to i{bits}\n"
            f"%{result} = arith.ext{sign}i %{result}_bits : i{bits} to i64")


_ZERO = "%zero = arith.constant 0 : i64"
_FIRST = "%c0 = arith.constant 0 : index"


def _scalar(kind):
    # A call gives a value of another width.
    given = "i32" if kind == "index" else kind
    return f"""
func.func @widen_{kind}(%x: {kind}) -> i64 {{
{_ZERO}
{_widen(kind, "x", "r")}
return %r : i64
}}
func.func @narrow_{kind}(%x: i64) -> {kind} {{
{_ZERO}
{_narrow(kind, "x", "r")}
return %r : {kind}
}}
func.func @call_{kind}(%x: i64) -> i64 {{
{_ZERO}
{_narrow(kind, "x", "t")}
%u = tir.call_extern @c_{kind}(%t) : ({kind}) -> {given}
{_widen(given, "u", "r")}
return %r : i64
}}
func.func @load_{kind}(%m: memref<3x{kind}>) -> i64 {{
{_ZERO}
%c1 = arith.constant 1 : index
%t = memref.load %m[%c1] : memref<3x{kind}>
{_widen(kind, "t", "r")}
return %r : i64
}}
func.func @store_{kind}(%m: memref<3x{kind}>, %x: i64) {{
{_ZERO}
%c1 = arith.constant 1 : index
{_narrow(kind, "x", "t")}
memref.store %t, %m[%c1] : memref<3x{kind}>
return
}}
tir.prim_func private @kernel_{kind}(%x: {kind}, %m: memref<1xi64> {{tir.effect = #tir.effect<write>}}) {{
{_ZERO}
{_FIRST}
{_widen(kind, "x", "r")}
memref.store %r, %m[%c0] : memref<1xi64>
tir.return
}}
tir.prim_func @through_{kind}(%x: {kind}, %m: memref<1xi64>) attributes {{exported_name = "through_{kind}"}} {{
tir.call_tir @kernel_{kind}(%x, %m) : ({kind}, memref<1xi64>) -> ()
tir.return
}}"""


def _packed(kind):
    return f"""
tir.prim_func @packed_{kind}(%x: {kind}, %m: memref<1xi64>)
    attributes {{calling_convention = #tir.calling_convention<packed>, exported_name = "packed_{kind}"}} {{
{_ZERO}
{_FIRST}
{_widen(kind, "x", "r")}
memref.store %r, %m[%c0] : memref<1xi64>
tir.return
}}
func.func @give_packed_{kind}(%x: i64) -> i32 {{
{_ZERO}
{_narrow(kind, "x", "t")}
tir.call_cpacked @c_packed(%t) : ({kind}) -> ()
%ok = arith.constant 0 : i32
return %ok : i32
}}"""


def _module():
    every = [*_INTEGERS, *_FLOATS]
    unsigned = [f"""
func.func @pass_{kind}(%x: {kind}) -> {kind} {{
%r = tir.call_extern @c_{kind}(%x) : ({kind}) -> {kind}
return %r : {kind}
}}""" for kind in _UNSIGNED]
    # The argument with the number i counts i + 1 times.
    steps = "\n".join(f"""{_widen(kind, f"a{i}", f"w{i}")}
%f{i} = arith.constant {i + 1} : i64
%p{i} = arith.muli %w{i}, %f{i} : i64
%s{i} = arith.addi %{f"s{i - 1}" if i else "u"}, %p{i} : i64""" for i, kind in enumerate(_MANY))
    many = f"""
func.func @many({", ".join(f"%a{i}: {kind}" for i, kind in enumerate(_MANY))}) -> i64 {{
%u = tir.call_extern @c_many({", ".join(f"%a{i}" for i in range(len(_MANY)))}) : ({", ".join(_MANY)}) -> i64
{steps}
return %s{len(_MANY) - 1} : i64
}}"""
    return "\n".join([*map(_scalar, every), *map(_packed, _PACKED), *unsigned, many])


def _number(value):
    return f"INT64_C({value})"


def _types():
    """Returns the header of the driver."""
    scalars = [(name, type_, bits) for name, (type_, bits, _) in _INTEGERS.items()]
    scalars += [(name, type_, bits) for name, (type_, _, bits, _) in _FLOATS.items()]
    values = {name: row[-1] for name, row in (_INTEGERS | _FLOATS).items()}

    def each(name, rows):
        return f"#define {name}(X) " + " ".join(f"X({', '.join(map(str, row))})" for row in rows)

    chosen = [values[kind][-1 - i % 2] for i, kind in enumerate(_MANY)]
    return "\n".join([
        *(f"static const int64_t values_{name}[] = {{{', '.join(map(_number, numbers))}}};"
          for name, numbers in values.items()),
        each("FOR_INTEGERS", [(name, type_) for name, (type_, _, _) in _INTEGERS.items()]),
        each("FOR_FLOATS", [(name, type_, bits) for name, (type_, bits, _, _) in _FLOATS.items()]),
        each("FOR_SCALARS", scalars),
        each("FOR_PACKED", [(name,) for name in _PACKED]),
        each("FOR_UNSIGNED", list(_UNSIGNED.items())),
        "#define MANY_PARAMETERS " + ", ".join(f"{_INTEGERS[kind][0]} a{i}" for i, kind in enumerate(_MANY)),
        "#define MANY_SUM " + " + ".join(f"(int64_t)a{i} * {i + 1}" for i in range(len(_MANY))),
        "#define MANY_ARGUMENTS " + ", ".join(f"({_INTEGERS[kind][0]}){value}" for kind, value in zip(_MANY, chosen)),
        "",
    ])


def _prepare(compiler, name):
    folder = compiler.folder(f"scalars/{name}")
    (folder / "types.h").write_text(_types())
    (folder / "scalars.mlir").write_text(_module())
    return folder


def _lower(compiler, folder, phase):
    passes = ",".join(("tir-make-packed-api", "tir-lower-cpacked-calls", "tir-make-unpacked-api", phase))
    output = folder / "lowered.mlir"
    run(compiler.tirc.parent / "tir-opt", folder / "scalars.mlir", f"--pass-pipeline=builtin.module({passes})",
        "-o", output)
    return output


def _generated_c(compiler, folder, command):
    source = folder / "scalars.c"
    run(compiler.tirc.parent / "tir-translate", "--tir-to-c", _lower(compiler, folder, "tir-phase-emitc"), "-o", source)
    run(*command, *STRICT_C, "-isystem", _TVM, "-c", source, "-o", folder / "scalars.o")


def _object(compiler, folder, options):
    words = " ".join(f"{key}={value}" for key, value in options.items() if key != "opt-level")
    run(compiler.tirc.parent / "tir-translate", "--tir-to-object", *(f"--tir-{k}={v}" for k, v in options.items()),
        _lower(compiler, folder, f"tir-phase-llvm{{{words}}}"), "-o", folder / "scalars.o")


def _check(printed):
    counted = re.fullmatch(r"(\d+) arrived\n", printed)
    wanted = sum(10 * len(row[-1]) for row in (_INTEGERS | _FLOATS).values())
    wanted += sum(4 * len(_INTEGERS[kind][-1]) for kind in _PACKED) + 2 * len(_UNSIGNED) + 1
    if not counted or int(counted[1]) != wanted:
        raise Failure(f"{printed}\nexpected: {wanted} arrived")


def _on_host(compiler, name, make_object, how, driver):
    folder = _prepare(compiler, name)
    make_object(compiler, folder, how)
    run(*driver, "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", folder, "-isystem", _TVM, _ROOM / "driver.c",
        folder / "scalars.o", "-o", folder / "program")
    _check(run(folder / "program"))


def _on_cortex_m4(compiler, name, make_object, how, float_abi):
    folder = _prepare(compiler, f"cortex-m4/{name}")
    make_object(compiler, folder, how)
    run(ARM_GCC, *CORTEX_M4, *FLOAT_ABIS[float_abi], "-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O2",
        "-DON_CORTEX_M", "-I", BOARD, "-I", folder, "-isystem", _TVM, BOARD / "startup.c", _ROOM / "driver.c",
        folder / "scalars.o", "-nostartfiles", "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld",
        "-Wl,--fatal-warnings", "-o", folder / "program.elf")
    _check(cortex_m4.emulate(folder / "program.elf"))


def tests(compiler):
    for peer, driver in (("gcc", (GCC, "-O2")), ("clang", (CLANG, "-O2"))):
        for name, make_object, how in (
            ("c-gcc", _generated_c, (GCC, "-O2")),
            ("c-clang", _generated_c, (CLANG, "-O2")),
            ("obj", _object, {}),
            ("obj-O0", _object, {"opt-level": "0"}),
        ):
            yield Test(f"scalars/{name}-with-{peer}",
                       lambda a=(f"{name}-with-{peer}", make_object, how, driver): _on_host(compiler, *a),
                       fast=name == "obj")
    sanitized = (CLANG, *SANITIZE)
    yield Test("scalars/c-sanitized",
               lambda: _on_host(compiler, "c-sanitized", _generated_c, sanitized, sanitized), fast=True)
    for float_abi, flags in FLOAT_ABIS.items():
        target = {"target-triple": "thumbv7em-none-eabi", "target-cpu": "cortex-m4", "float-abi": float_abi}
        for name, make_object, how in (
            (f"c-{float_abi}", _generated_c, (ARM_GCC, *CORTEX_M4, *flags, "-O2")),
            (f"obj-{float_abi}", _object, target),
        ):
            yield Test(f"scalars/cortex-m4-{name}",
                       lambda a=(name, make_object, how, float_abi): _on_cortex_m4(compiler, *a))
