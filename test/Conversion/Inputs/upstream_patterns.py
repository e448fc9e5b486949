"""Checks the table of docs/UpstreamPatterns.md: upstream_patterns.py ROOT [--write], with mlir-opt, mlir-translate and gcc."""

import pathlib
import re
import subprocess
import sys
import textwrap

_PATTERNS = ("ArithToEmitC/*.cpp", "MathToEmitC/MathToEmitC.cpp")
_INTEGERS, _FLOATS = ("i1", "i8", "i16", "i32", "i64", "index"), ("f16", "f32", "f64")
# Operations whose operands and results do not all have one type, by their operands and results.
_CASTS = {
    "arith.addui_extended": [((t, t), (t, "i1")) for t in ("i8", "i32")],
    "arith.bitcast": [(("i32",), ("f32",)), (("f64",), ("i64",)), (("i16",), ("f16",))],
    "arith.constant": [((), (t,)) for t in (*_INTEGERS, *_FLOATS)],
    "arith.extf": [(("f16",), ("f32",)), (("f32",), ("f64",))],
    "arith.extsi": [(("i1",), ("i32",)), (("i8",), ("i32",)), (("i32",), ("i64",))],
    "arith.extui": [(("i1",), ("i32",)), (("i8",), ("i32",)), (("i32",), ("i64",))],
    "arith.fptosi": [((f,), (t,)) for f in _FLOATS for t in ("i1", "i64")],
    "arith.fptoui": [((f,), (t,)) for f in _FLOATS for t in ("i4", "i64")],
    "arith.index_cast": [(("index",), ("i32",)), (("i32",), ("index",)), (("i1",), ("index",))],
    "arith.index_castui": [(("index",), ("i32",)), (("i32",), ("index",)), (("i1",), ("index",))],
    "arith.mulsi_extended": [((t, t), (t, t)) for t in ("i8", "i32")],
    "arith.mului_extended": [((t, t), (t, t)) for t in ("i8", "i32")],
    "arith.sitofp": [((t,), (f,)) for t in ("i1", "i8", "i64") for f in _FLOATS],
    "arith.truncf": [(("f32",), ("f16",)), (("f64",), ("f32",))],
    "arith.trunci": [(("i8",), ("i1",)), (("i32",), ("i8",)), (("i64",), ("i32",))],
    "arith.uitofp": [((t,), (f,)) for t in ("i1", "i8", "i64") for f in _FLOATS],
}
# What upstream makes of buffers and control flow: a function, and what is in the result.
_OTHERS = {
    "memref.alloca": ("(%i: index) -> f32 { %a = memref.alloca() : memref<4xf32> %r = memref.load %a[%i] : memref<4xf32> "
                      "return %r : f32 }", "emitc.array<4xf32>"),
    "memref.copy": ("(%a: memref<4xf32>, %b: memref<4xf32>) { memref.copy %a, %b : memref<4xf32> to memref<4xf32> return }",
                    "emitc.array<4xf32>"),
    "memref.get_global": ("() -> f32 { %g = memref.get_global @g : memref<4xf32> %i = arith.constant 0 : index "
                          "%r = memref.load %g[%i] : memref<4xf32> return %r : f32 }", "get_global @g : !emitc.array"),
    "memref.global": ('() { return } memref.global "private" constant @aligned : memref<4xf32> = dense<1.0> {alignment = 4}',
                      "memref.global"),
    "memref.load": ("(%a: memref<4xf32>, %i: index) -> f32 { %r = memref.load %a[%i] : memref<4xf32> return %r : f32 }",
                    "emitc.array<4xf32>"),
    "memref.memory_space_cast": ("(%a: memref<4xf32>, %i: index) -> f32 { %b = memref.memory_space_cast %a : memref<4xf32> to "
                                 "memref<4xf32, 1> %r = memref.load %b[%i] : memref<4xf32, 1> return %r : f32 }",
                                 "memref.memory_space_cast"),
    "memref.store": ("(%a: memref<4xf32>, %i: index, %x: f32) { memref.store %x, %a[%i] : memref<4xf32> return }",
                     "emitc.array<4xf32>"),
    "memref.view": ("(%a: memref<16xi8>, %o: index, %i: index) -> f32 { %v = memref.view %a[%o][] : memref<16xi8> to "
                    "memref<4xf32> %r = memref.load %v[%i] : memref<4xf32> return %r : f32 }", "memref.view"),
    "scf.for": ("(%l: index, %s: index, %a: memref<4xf32>, %x: f32) { scf.for %i = %l to %s step %s { memref.store %x, "
                "%a[%i] : memref<4xf32> } return }", "emitc.size_t"),
    "scf.if": ("(%c: i1, %x: i32, %y: i32) -> i32 { %r = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %y : i32 }"
               " return %r : i32 }", "emitc.variable"),
    "scf.while": ("(%x: index) -> index { %r = scf.while (%a = %x) : (index) -> index { %c = arith.cmpi ne, %a, %x : index "
                  "scf.condition(%c) %a : index } do { ^bb0(%b: index): scf.yield %b : index } return %r : index }", None),
}
_GLOBAL = 'memref.global "private" constant @g : memref<4xf32> = dense<1.0>'
_OPERANDS = {"math.copysign": 2, "math.fma": 3}
_PROPERTIES = {"arith.cmpi": "<{predicate = 2 : i64}>", "arith.cmpf": "<{predicate = 4 : i64}>"}
_SMALLEST = {"i1": "true", "i8": "-128 : i8", "i16": "-32768 : i16", "i32": "-2147483648 : i32",
             "i64": "-9223372036854775808 : i64", "index": "-1 : index",
             "f16": "1.5 : f16", "f32": "1.5 : f32", "f64": "1.5 : f64"}
_FLAGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fmax-errors=0 -fsyntax-only -x c -".split()
_HEAD = "#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n"
_BEGIN = "| operation | has no conversion | not C99 | why tirc converts it itself |\n|---|---|---|---|\n"
_LIST = "These have no conversion for any type that C has: "
_MISSING = re.compile(re.escape(_LIST) + r"[^.]*(?:\.[^\n][^.]*)*\.$", re.MULTILINE)
_OTHER_ROW = re.compile(r"^\| `((?:memref|scf)\.\w+)` \| .+ \|$", re.MULTILINE)
_ROW = re.compile(r"^\| `([a-z0-9_.]+)` \| (.*?) \| (.*?) \| (.*) \|$", re.MULTILINE)


def patterns(root):
    """Returns the operations that our patterns convert, as the tables of patterns name them."""
    text = "".join(file.read_text() for glob in _PATTERNS for file in (root / "lib" / "Conversion").glob(glob))
    text = "".join(re.findall(r"add(?:Expressions|Conversions)\(.*?\);", text, re.DOTALL) +
                   re.findall(r"convert\w+\(\s*(?:arith|math)::\w+Op op", text))
    return {f"{dialect.lower()}.{mnemonic(name)}" for dialect, name in re.findall(r"(arith|math)::(\w+)Op\b", text)}


def mnemonic(name):
    """Returns the name in the dialect of a class of C++."""
    known = {"AddUIExtended": "addui_extended", "MulSIExtended": "mulsi_extended", "MulUIExtended": "mului_extended",
             "CopySign": "copysign", "CountLeadingZeros": "ctlz", "CountTrailingZeros": "cttz", "CtPop": "ctpop",
             "IndexCast": "index_cast", "IndexCastUI": "index_castui"}
    return known.get(name, name.lower())


def signatures(op):
    if op in _CASTS:
        return _CASTS[op]
    if op == "arith.cmpi":
        return [((t, t), ("i1",)) for t in _INTEGERS]
    if op == "arith.cmpf":
        return [((t, t), ("i1",)) for t in _FLOATS]
    if op.startswith("math."):
        types = _INTEGERS if op in ("math.absi", "math.ctlz", "math.cttz", "math.ctpop") else _FLOATS
        return [((t,) * _OPERANDS.get(op, 1), (t,)) for t in types]
    return [((t, t), (t,)) for t in (_FLOATS if op.endswith("f") else _INTEGERS)]


def function(number, op, operands, results):
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(operands))
    names = ", ".join(f"%a{i}" for i in range(len(operands)))
    properties = f"<{{value = {_SMALLEST[results[0]]}}}>" if op == "arith.constant" else _PROPERTIES.get(op, "")
    return (f"func.func @f{number}({arguments}) -> {results[0]} {{\n"
            f'  %r:{len(results)} = "{op}"({names}) {properties} : ({", ".join(operands)}) -> ({", ".join(results)})\n'
            f"  func.return %r#0 : {results[0]}\n}}\n")


def convert(cases):
    """Returns the functions that upstream's passes convert, by their numbers. A case that they refuse is left out."""
    text = "// -----\n".join(function(number, *case) for number, case in enumerate(cases))
    options = ("--split-input-file", "--convert-math-to-emitc=language-target=c99", "--convert-to-emitc")
    done = subprocess.run(["mlir-opt", *options], input=text, capture_output=True, text=True, check=False)
    functions = re.findall(r"^  emitc\.func @f(\d+)(\(.*?^  }\n)", done.stdout, re.DOTALL | re.MULTILINE)
    return {int(number): f"emitc.func @f{number}{body}" for number, body in functions
            if not re.search(r"\b(?:arith|math|builtin)\.", body)}


def refuse(code):
    """Returns the numbers of the functions in which gcc finds an error."""
    compiled = subprocess.run(["gcc", *_FLAGS], input=code, capture_output=True, text=True, check=False)
    begins = [(number, int(found[1])) for number, line in enumerate(code.splitlines(), 1)
              if (found := re.match(r"\w.* f(\d+)\(.*{$", line))]
    errors = re.findall(r"^<stdin>:(\d+):\d+: error:", compiled.stderr, re.MULTILINE)
    return {max(begin for begin in begins if begin[0] <= int(line))[1] for line in errors}


def classify(cases):
    """Returns for each case `none` without a conversion, `bad` if gcc refuses its C99, and otherwise `C`."""
    converted = convert(cases)
    printed = subprocess.run(["mlir-translate", "--mlir-to-cpp"], input="\n".join(converted.values()),
                             capture_output=True, text=True, check=True)
    bad = refuse(_HEAD + printed.stdout)
    return ["none" if number not in converted else "bad" if number in bad else "C" for number in range(len(cases))]


def check_others(text):
    """Checks what upstream makes of buffers and control flow, and that the page lists it."""
    if _OTHER_ROW.findall(text) != list(_OTHERS):
        sys.exit(f"the rows on buffers and control flow are other operations than {list(_OTHERS)}")
    for op, (function_of, expected) in _OTHERS.items():
        done = subprocess.run(["mlir-opt", "--convert-to-emitc"], input=f"{_GLOBAL}\nfunc.func @f{function_of}\n",
                              capture_output=True, text=True, check=False)
        made = None if done.returncode else done.stdout
        if (made is None) != (expected is None) or expected and expected not in made:
            sys.exit(f"{op}: expected {expected}, but it is {made or done.stderr}")


def rows(operations):
    cases = [(op, *signature) for op in operations for signature in signatures(op)]
    found = {op: {"none": [], "bad": [], "C": []} for op in operations}
    for (op, operands, results), kind in zip(cases, classify(cases), strict=True):
        same = op.startswith("arith.cmp") or set(operands) <= {results[0]}
        found[op][kind].append((operands or results)[0] if same else f"{operands[0]} to {results[0]}")
    for op, kinds in found.items():
        yield op, *("all" if len(kinds[kind]) == sum(map(len, kinds.values())) else ", ".join(kinds[kind]) or "–"
                    for kind in ("none", "bad"))


def main():
    root = pathlib.Path(sys.argv[1])
    page = root / "docs" / "UpstreamPatterns.md"
    text = page.read_text()
    made = list(rows(sorted(patterns(root))))
    missing = ", ".join(f"`{op}`" for op, none, _ in made if none == "all")
    partial = [row for row in made if row[1] != "all"]
    if sys.argv[2:] == ["--write"]:
        reasons = {op: reason for op, _, _, reason in _ROW.findall(text)}
        table = "".join(f"| `{op}` | {none} | {bad} | {reasons.get(op, '')} |\n" for op, none, bad in partial)
        text = re.sub(re.escape(_BEGIN) + r"(?:\|.*\n)*", lambda _: _BEGIN + table, text)
        page.write_text(_MISSING.sub(lambda _: textwrap.fill(_LIST + missing, 120, break_on_hyphens=False) + ".", text))
        return
    found = [row[:3] for row in _ROW.findall(text)]
    if found != partial:
        sys.exit(f"the rows of {page} differ: {set(partial) ^ set(found)}")
    if missing not in re.sub(r"\s+", " ", text):
        sys.exit(f"{page}: the operations without a conversion are {missing}")
    if unexplained := [op for op, _, _, reason in _ROW.findall(text) if not reason.strip()]:
        sys.exit(f"{page}: no reason for {unexplained}")
    check_others(text)
    print(f"{len(made) + len(_OTHERS)} patterns")


main()
