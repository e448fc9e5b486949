"""Upstream's passes, in random orders before and after bufferization, keep modules of tir calls valid and their results
unchanged.

Each order runs on all modules in one process, verifying after each pass. Equal results are lowered once: all different
results go, with a number in each name, into one module that stock MLIR lowers to LLVM and runs. The remaining tir
operations are then written as func, so that no lowering of ours affects the result.
"""

import math
import random
import re

from pass_order_modules import MODULES
from runner import Failure, Test
from toolchain import run

_LLVM = "/usr/lib/llvm-22/bin/"
_PASSES = ("canonicalize", "cse", "loop-invariant-code-motion", "inline", "symbol-dce", "sccp", "remove-dead-values")
_ORDERS = 200
# All seven together leave few differences, so some orders have only a part of them.
_PARTIAL_ORDERS = 100
# Bodies of kernels stay on tensors until they become loops, and one-shot-bufferize takes every function.
_BUFFERS = {
    True: "tir-bufferize",
    False: "one-shot-bufferize{bufferize-function-boundaries=1 "
    "allow-return-allocs-from-loops=1 function-boundary-type-conversion=identity-layout-map}",
}
_TO_LLVM = (
    "builtin.module(func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-ub-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
    "reconcile-unrealized-casts)"
)
_SPLIT = "\n// -----\n"


def _on_kernel_bodies(module):
    return module.name == "kernel_bodies"


def _orders():
    """Pairs of orders, before and after. The first pair is empty: the others are compared with it."""
    generator = random.Random(20220)
    yield (), ()
    for number in range(_ORDERS + _PARTIAL_ORDERS):
        yield tuple(
            tuple(generator.sample(_PASSES, k=len(_PASSES) if number < _ORDERS else generator.randint(0, 3)))
            for _ in ("before", "after")
        )


def _apply(tir_opt, files, before, after):
    """The text of each module after the passes."""
    texts = {}
    for bodies, (modules, path) in files.items():
        # To loops at last, which is not upstream's.
        passes = [*before, _BUFFERS[bodies], *after, "tir-lower-kernels"]
        printed = run(tir_opt, path, "--split-input-file", f"--pass-pipeline=builtin.module({','.join(passes)})")
        parts = printed.split(_SPLIT)
        if len(parts) != len(modules):
            raise Failure(f"{len(parts)} modules of {len(modules)} came out of {' '.join(passes)}")
        texts.update({module.name: part for module, part in zip(modules, parts)})
    return texts


def _split(text):
    """The parts of a list, at commas outside brackets."""
    parts, depth = [""], 0
    for before, char in zip(" " + text, text):
        depth += (char in "<([{") - (char in ")]}" or (char == ">" and before != "-"))
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def _call(match, declared):
    """A call as one of func, whose operands have the callee's types: a call of tir takes what fits them."""
    indent, callee, operands, types = match.groups()
    casts, passed = "", []
    wanted = declared[callee]
    for index, (operand, got, want) in enumerate(zip(_split(operands), _split(types), wanted)):
        if got != want:
            name = f"%fit{match.start()}_{index}"
            casts += f"{indent}{name} = memref.cast {operand} : {got} to {want}\n"
            operand = name
        passed.append(operand)
    return f"{casts}{indent}func.call {callee}({', '.join(passed)}) : ({', '.join(wanted)}) -> ()"


def _rebase(match):
    """The address of a region as a buffer of its own, for which only LLVM's dialect has operations."""
    indent, result, source, got, want = match.groups()
    *sizes, element = re.fullmatch(r"memref<([^,>]*)>", want)[1].split("x")
    strides = [math.prod(map(int, sizes[axis + 1 :])) for axis in range(len(sizes))]
    name = f"%rebase{match.start()}"
    array = f"array<{len(sizes)} x i64>"
    descriptor = f"!llvm.struct<(ptr, ptr, i64, {array}, {array})>"
    indices = ", ".join(["index"] * (1 + 2 * len(sizes)))
    lines = [
        f"{name}_b, {name}_o, {name}_s:{len(sizes)}, {name}_t:{len(sizes)} = memref.extract_strided_metadata {source} : {got} -> "
        f"memref<{element}>, {indices}",
        f"{name}_p = memref.extract_aligned_pointer_as_index {source} : {got} -> index",
        f"{name}_w = arith.constant {int(element[1:]) // 8} : index",
        f"{name}_d = arith.muli {name}_o, {name}_w : index",
        f"{name}_a = arith.addi {name}_p, {name}_d : index",
        f"{name}_i = arith.index_cast {name}_a : index to i64",
        f"{name}_q = llvm.inttoptr {name}_i : i64 to !llvm.ptr",
        f"{name}_0 = llvm.mlir.poison : {descriptor}",
    ]
    numbers = {"2": 0}
    numbers |= {f"3, {axis}": int(size) for axis, size in enumerate(sizes)}
    numbers |= {f"4, {axis}": stride for axis, stride in enumerate(strides)}
    fields = [("0", f"{name}_q"), ("1", f"{name}_q")]
    for count, (place, value) in enumerate(numbers.items()):
        lines.append(f"{name}_n{count} = llvm.mlir.constant({value} : i64) : i64")
        fields.append((place, f"{name}_n{count}"))
    for count, (place, value) in enumerate(fields):
        lines.append(f"{name}_{count + 1} = llvm.insertvalue {value}, {name}_{count}[{place}] : {descriptor}")
    lines.append(f"{result} = builtin.unrealized_conversion_cast {name}_{len(fields)} : {descriptor} to {want}")
    return "\n".join(indent + line for line in lines)


def _as_functions(text, number):
    """Returns a module's contents as functions of func, with a number in each of its names."""
    # Layouts and effects have aliases, which are of the whole file.
    aliases = re.findall(r"^(#\w+) = (.*)$", text, re.M)
    text = re.sub(r"^#\w+ = .*\n", "", text, flags=re.M)
    for alias, value in sorted(aliases, reverse=True):
        text = re.sub(rf"{alias}\b", lambda _, v=value: v, text)
    text = re.sub(r" \{tir\.(effect = #tir\.effect<\w+>|name = \"\w+\")\}", "", text)
    text = re.sub(r" attributes \{tir\.[^}]*\}", "", text)
    declared = {
        name: [argument.split(": ", 1)[1] for argument in _split(arguments)]
        for name, arguments in re.findall(r"^ *tir\.prim_func (?:private )?(@\w+)\((.*)\) \{$", text, re.M)
    }
    text = re.sub(
        r"^( *)tir\.call_tir (@\w+)\(([^)]*)\) : \((.*)\) -> \(\)$", lambda match: _call(match, declared), text, flags=re.M
    )
    text = re.sub(r"^( *)(%\S+) = tir\.rebase (%\S+) : (memref<.*>) to (memref<.*>)$", _rebase, text, flags=re.M)
    text = text.replace("tir.prim_func ", "func.func ").replace("tir.return", "return")
    text = re.sub(r"@(?!printMemrefI32)(\w+)", rf"@\1_{number}", text)
    text = re.sub(r"^ *func\.func private @printMemrefI32.*\n", "", text, flags=re.M)
    match = re.fullmatch(r"\s*module \{\n(.*)\}\s*", text, re.S)
    if not match or "tir." in text:
        raise Failure(f"cannot read what tir-opt printed:\n{text}")
    return match[1]


def _execute(tir_opt, folder, texts):
    """Runs the @main of each module and returns the numbers that each prints."""
    mains = "".join(
        f"  call @mark() : () -> ()\n  call @main_{number}() : () -> ()\n" for number in range(len(texts))
    )
    program = (
        "func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}\n"
        "memref.global \"private\" constant @marker : memref<1xi32> = dense<-987654321>\n"
        "func.func private @mark() {\n  %m = memref.get_global @marker : memref<1xi32>\n"
        "  %u = memref.cast %m : memref<1xi32> to memref<*xi32>\n"
        "  call @printMemrefI32(%u) : (memref<*xi32>) -> ()\n  return\n}\n"
        + "".join(_as_functions(text, number) for number, text in enumerate(texts))
        + f"func.func @main() {{\n{mains}  return\n}}\n"
    )
    source, lowered = folder / "all.mlir", folder / "all.llvm.mlir"
    source.write_text(program)
    run(_LLVM + "mlir-opt", source, f"--pass-pipeline={_TO_LLVM}", "-o", lowered)
    printed = run(
        _LLVM + "mlir-runner", lowered, "-O0", "-e", "main", "--entry-point-result=void",
        "--shared-libs=/usr/lib/llvm-22/lib/libmlir_runner_utils.so,/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so",
    )
    numbers = [
        int(number)
        for data in re.findall(r"data = *\n?(.*?)(?=^Unranked|\Z)", printed, re.M | re.S)
        for number in re.findall(r"-?\d+", data)
    ]
    results = []
    for number in numbers:
        if number == -987654321:
            results.append([])
        else:
            results[-1].append(number)
    return [tuple(result) for result in results]


def _any_order(compiler, step):
    tir_opt = compiler.tirc.parent / "tir-opt"
    folder = compiler.folder(f"pass-orders/{step}")
    files = {}
    for bodies in (True, False):
        modules = [module for module in MODULES if _on_kernel_bodies(module) == bodies]
        path = folder / f"modules-{'kernel-bodies' if bodies else 'functions'}.mlir"
        path.write_text(_SPLIT.join(module.text for module in modules))
        files[bodies] = (modules, path)

    # What came out -> the module and the first order that made it.
    origins = {}
    for before, after in list(_orders())[::step]:
        for name, text in _apply(tir_opt, files, before, after).items():
            origins.setdefault(text, (name, before, after))
    results = _execute(tir_opt, folder, list(origins))
    if len(results) != len(origins):
        raise Failure(f"{len(results)} results of {len(origins)} modules")
    expected = {module.name: module.expected for module in MODULES}
    for (text, (name, before, after)), result in zip(origins.items(), results):
        if result != expected[name]:
            raise Failure(
                f"module {name} printed {result}, expected {expected[name]}\npasses before buffers: {' '.join(before)}"
                f"\nafter: {' '.join(after)}\nwhich made\n{text}"
            )
    # A test whose passes do nothing would pass, too.
    if len(origins) * step < 5 * len(MODULES):
        raise Failure(f"{_ORDERS // step} orders made only {len(origins)} different modules")


def tests(compiler):
    for step in (8, 1):
        yield Test(f"pass-orders/{_ORDERS // step}-orders", lambda s=step: _any_order(compiler, s), long=step == 1)
