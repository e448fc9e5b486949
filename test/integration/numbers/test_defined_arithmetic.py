"""Operations that are undefined in C have one result, in C at every level of optimization and in objects:
docs/Rationale/Numbers.md.

Divisors of 0, the smallest integer divided by -1, shifts by any amount, floats that no integer holds, and which zero is
the larger one. The operands come when the model runs. What is expected is computed here.
"""

import itertools
import math
import struct

from models import HERE, Model
from runner import Failure, Test
from toolchain import CLANG, GCC, STRICT_C, run

_LEAST, _MOST = -(1 << 31), (1 << 31) - 1
_INTEGERS = [_LEAST, _LEAST + 1, -33, -32, -3, -1, 0, 1, 2, 31, 32, 40, 64, _MOST]
_FLOATS = [0.0, -0.0, 1.5, -1.5, 127.9, -128.9, 3e9, -3e9, 1e-45, math.inf, -math.inf, math.nan]
_FORMATS = {"i8": "b", "i32": "i", "f32": "f"}


def _wrapped(number):
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def _quotient(a, b, rounded=math.trunc):
    if b == 0:
        return 0
    exact, rest = divmod(a, b)
    up = {math.trunc: rest != 0 and (a < 0) != (b < 0), math.floor: False, math.ceil: rest != 0}[rounded]
    return _wrapped(exact + up)


def _remainder(a, b):
    return a if b == 0 else a - b * _quotient(a, b) if (a, b) != (_LEAST, -1) else 0


def _unsigned(a):
    return a & 0xFFFFFFFF


def _rounding_shift(a, b):
    """As in TOSA: the last bit that is shifted out is added if the amount is more than 0."""
    return _wrapped((a >> (b & 31)) + ((a >> (b - 1 & 31)) & 1 if b > 0 else 0))


_OF_INTEGERS = {
    "divsi": _quotient,
    "remsi": _remainder,
    "floordivsi": lambda a, b: _quotient(a, b, math.floor),
    "ceildivsi": lambda a, b: _quotient(a, b, math.ceil),
    "divui": lambda a, b: _wrapped(_unsigned(a) // _unsigned(b)) if b else 0,
    "remui": lambda a, b: _wrapped(_unsigned(a) % _unsigned(b)) if b else a,
    "shli": lambda a, b: _wrapped(a << (b & 31)),
    "shrsi": lambda a, b: a >> (b & 31),
    "shrui": lambda a, b: _wrapped(_unsigned(a) >> (b & 31)),
}
_OF_TOSA = {
    "intdiv": ("", _quotient),
    "logical_left_shift": ("", _OF_INTEGERS["shli"]),
    "logical_right_shift": ("", _OF_INTEGERS["shrui"]),
    "arithmetic_right_shift": ("{round = true}", _rounding_shift),
}


def _larger(a, b, ignores, sign):
    """Returns the larger of two numbers, or of two opposites if sign is -1."""
    if a != a or b != b:
        return (b if a != a else a) if ignores else math.nan
    return max((a, b), key=lambda number: (sign * number, sign * math.copysign(1, number)))


def _integer(a, width):
    least, most = -(1 << (width - 1)), (1 << (width - 1)) - 1
    if a != a:
        return 0 if width < 32 else least
    return max(least, min(most, math.trunc(a) if math.isfinite(a) else (most if a > 0 else least)))


def _results():
    """Yields rows of a result: the operation on %a and %b, or on %x and %y, and the expected result."""
    pairs = list(itertools.product(_INTEGERS, _INTEGERS))
    for name, function in _OF_INTEGERS.items():
        yield "arith", name, "i32", [function(a, b) for a, b in pairs]
    for name, (attributes, function) in _OF_TOSA.items():
        yield "tosa", f"{name} %a, %b {attributes}", "i32", [function(a, b) for a, b in pairs]
    floats = list(itertools.product(_FLOATS, _FLOATS))
    for name, sign in (("maximum", 1), ("minimum", -1)):
        for mode in ("PROPAGATE", "IGNORE"):
            expected = [_larger(x, y, mode == "IGNORE", sign) for x, y in floats]
            yield "tosa", f"{name} %x, %y {{nan_mode = {mode}}}", "f32", expected
        for suffix, ignores in (("imumf", False), ("numf", True)):
            yield "arith", name[:3] + suffix, "f32", [_larger(x, y, ignores, sign) for x, y in floats]
    for element, width in (("i8", 8), ("i32", 32)):
        yield "arith", f"fptosi {element}", element, [_integer(x, width) for x, _ in floats]


def _text():
    counts = {"i32": len(_INTEGERS) ** 2, "f32": len(_FLOATS) ** 2}
    types = {kind: f"tensor<{count}x{kind}>" for kind, count in counts.items()}
    lines, returned = [], []
    for i, (dialect, name, element, expected) in enumerate(_results()):
        result = f"tensor<{len(expected)}x{element}>"
        if dialect == "tosa":
            lines.append(f"%r{i} = tosa.{name} : ({types[element]}, {types[element]}) -> {result}")
        elif name.startswith("fptosi"):
            lines.append(_generic(i, result, ["%x"], [types["f32"]], f"arith.fptosi %p0 : f32 to {element}"))
        else:
            operands = ["%a", "%b"] if element == "i32" else ["%x", "%y"]
            lines.append(_generic(i, result, operands, [result] * 2, f"arith.{name} %p0, %p1 : {element}"))
        returned.append((f"%r{i}", result))
    names, results = (", ".join(part) for part in zip(*returned))
    body = "\n".join(f"  {line}" for line in lines)
    return (f"func.func @main(%a: {types['i32']}, %b: {types['i32']}, %x: {types['f32']}, %y: {types['f32']}) -> "
            f"({results}) {{\n{body}\n  return {names} : {results}\n}}\n")


def _generic(i, result, operands, types, operation):
    identity = "affine_map<(d0) -> (d0)>"
    maps = ", ".join([identity] * (len(operands) + 1))
    arguments = ", ".join(f"%p{j}: {type_.split('x')[-1][:-1]}" for j, type_ in enumerate(types))
    element = result.split("x")[-1][:-1]
    return (f"%e{i} = tensor.empty() : {result}\n  %r{i} = linalg.generic {{indexing_maps = [{maps}], "
            f'iterator_types = ["parallel"]}} ins({", ".join(operands)} : {", ".join(types)}) outs(%e{i} : {result}) {{\n'
            f"  ^bb0({arguments}, %o: {element}):\n    %q = {operation}\n    linalg.yield %q : {element}\n  }} -> {result}")


_UNDEFINED = ("-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all")
_COMPILERS = {"gcc": GCC, "clang": CLANG}
_WAYS = {f"{name}-{level}": (cc, (f"-{level}",)) for name, cc in _COMPILERS.items() for level in ("O0", "O1", "O2", "O3")}
_WAYS |= {f"{name}-undefined": (cc, ("-O1", *_UNDEFINED)) for name, cc in _COMPILERS.items()}


def _check(compiler, name):
    file = compiler.folder("defined") / "defined.mlir"
    if not file.exists():
        file.write_text(_text())
    out = compiler.compile(Model("defined", file, file), "--emit=c,obj")
    folder = compiler.folder(f"defined/{name}")
    cc, flags = _WAYS.get(name, (GCC, ("-O1",)))
    unit = out / f"tvmgen_defined.{'c' if name in _WAYS else 'o'}"
    if unit.suffix == ".c":
        run(cc, *STRICT_C, *flags, "-c", unit, "-o", folder / "model.o")
        unit = folder / "model.o"
    run(cc, "-std=c99", *flags, "-I", out, HERE / "harness.c", unit, "-lm", "-o", folder / "program")
    columns = [*zip(*itertools.product(_INTEGERS, _INTEGERS)), *zip(*itertools.product(_FLOATS, _FLOATS))]
    (folder / "in").write_bytes(b"".join(struct.pack(f"<{len(column)}{code}", *column)
                                         for column, code in zip(columns, "iiff")))
    run(folder / "program", folder / "in", folder / "out")
    data = (folder / "out").read_bytes()
    for dialect, operation, element, expected in _results():
        size = len(expected) * struct.calcsize(_FORMATS[element])
        part, data = data[:size], data[size:]
        elements = struct.Struct(f"<{len(expected)}{_FORMATS[element]}")
        # A float is not a double; neither is the expected number.
        for i, (got, wanted) in enumerate(zip(elements.unpack(part), elements.unpack(elements.pack(*expected)))):
            same = got == wanted and math.copysign(1, got) == math.copysign(1, wanted)
            if not same and not (got != got and wanted != wanted):
                operands = list(zip(*(columns[:2] if len(expected) == len(columns[0]) else columns[2:])))[i]
                raise Failure(f"{dialect}.{operation} of {operands} is {got}, expected {wanted}")


def tests(compiler):
    for name in (*_WAYS, "obj"):
        yield Test(f"defined/{name}", lambda n=name: _check(compiler, n), fast=True)
