"""The work of a compilation grows with the model, not with its square, and its memory with the weights.

It is counted in instructions by valgrind, so that it does not matter how busy the machine is. From one size to the next
each kind of model doubles: what the second doubling adds is twice what the first one added where the work grows with
the size, and four times that where it grows with its square.

Upstream's analyses of nested branches and loops grow faster, which is why tirc refuses to nest them deeper than 60. What
the deepest ones take is bounded.
"""

import random
import re
import shutil
import sys

from growing_models import MODELS
from runner import Failure, Skip, Test
from toolchain import run

_LIMIT = 2.3
_SMALLEST = {"constant": 1}
# Kinds whose size has a limit, with that limit and the millions of instructions that it may take.
_LARGEST = {"nested_ifs": (60, 10000), "nested_whiles": (60, 1500)}
_OPTIONS = {"buffers": ["--compile-from=buffers"]}
# All that tirc writes, each of a model with many kernels and constants.
_WAYS = {
    "packed_interface": ["--interface-api=packed"],
    "packed_calls": ["--unpacked-api=false", "--kernel-calls=packed", "--system-lib"],
    "separate_pools": ["--plan=separate", "--workspace=external"],
    "object": ["--emit=obj"],
    "archive": ["--emit=mlf"],
    "report": ["--emit=c,html"],
}
# What users do: kernels run by rows where that saves memory, and are checked.
_CHECKED = ["--target=cortex-m4", "--check=fast"]


def _count_instructions(compiler, kind, size, options, folder):
    folder.mkdir(parents=True)
    model = folder / f"{kind}.mlir"
    model.write_text(MODELS[kind](size))
    out = folder / ("out.tar" if "--emit=mlf" in options else "out")
    if not shutil.which("valgrind"):
        raise Skip("no valgrind; run scripts/setup --tests")
    run("valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder / 'counts'}",
        compiler.tirc, model, "-o", out, "--quiet", *_OPTIONS.get(kind, []), *options)
    counts = re.search(r"^summary: (\d+)", (folder / "counts").read_text(), re.M)
    shutil.rmtree(folder)
    return int(counts[1])


def _weights(compiler, floats, folder, is_resource):
    """Writes a model that adds that many numbers to its input, in bytecode. They are in the operation, or in a resource
    beside it, as front ends write them."""
    kind, path = f"tensor<{floats}xf32>", folder / f"weights-{floats}.mlir"
    # Exponents of numbers between 2^-31 and 2.
    data = bytearray(random.Random(1).randbytes(4 * floats))
    data[3::4] = bytes(0x30 + byte % 16 for byte in data[3::4])
    digits = data.hex().upper()
    values = "dense_resource<weights>" if is_resource else f'dense<"0x{digits}">'
    # The data of a resource follows its alignment.
    resources = f'\n{{-# dialect_resources: {{ builtin: {{ weights: "0x04000000{digits}" }} }} #-}}\n' if is_resource else ""
    path.write_text(f"""func.func @main(%x: {kind}) -> {kind} {{
  %w = "tosa.const"() <{{values = {values} : {kind}}}> : () -> {kind}
  %y = tosa.add %x, %w : ({kind}, {kind}) -> {kind}
  return %y : {kind}
}}{resources}""")
    run(compiler.tirc.with_name("tir-opt"), path, "--emit-bytecode", "-o", path.with_suffix(".mlirbc"))
    return path.with_suffix(".mlirbc")


# A new process counts what its parent has in memory, too, which is much where other tests write large models.
_MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def _most_memory(*command):
    """Returns the largest number of bytes that a command has in memory."""
    return int(run(sys.executable, "-c", _MEASURE, *command)) * 1024


def _check_memory(compiler, name, emit, is_resource):
    folder, sizes = compiler.work / "compile_time" / name, (1 << 10, 1 << 23)
    folder.mkdir(parents=True)
    small, large = (_most_memory(compiler.tirc, _weights(compiler, size, folder, is_resource), "-o",
                                 folder / str(size), "--quiet", "--target=host", f"--emit={emit}") for size in sizes)
    times = (large - small) / (4 * (sizes[1] - sizes[0]))
    shutil.rmtree(folder)
    if times > 3:
        raise Failure(f"{name}: {times:.2f} times the weights are in memory, expected at most 3. What holds them: "
                      "valgrind --tool=massif")


def _check_largest(compiler, kind):
    size, limit = _LARGEST[kind]
    count = _count_instructions(compiler, kind, size, (), compiler.work / "compile_time" / f"{kind}-{size}") / 1e6
    if count > limit:
        raise Failure(f"{kind}: {count:,.0f} millions of instructions for the size {size}, expected at most {limit:,}. "
                      "What takes them: benchmarks/compile-time, perf record")


def _check_growth(compiler, name, kind, smallest, options=()):
    sizes = [smallest, 2 * smallest, 4 * smallest]
    counts = [_count_instructions(compiler, kind, size, options, compiler.work / "compile_time" / f"{name}-{size}")
              for size in sizes]
    growth = (counts[2] - counts[1]) / (counts[1] - counts[0])
    if growth > _LIMIT:
        figures = ", ".join(f"{size}: {count / 1e6:,.0f}" for size, count in zip(sizes, counts))
        raise Failure(f"{kind} {' '.join(options)}: the second doubling adds {growth:.2f} times what the first one "
                      f"does, expected at most {_LIMIT} (2 is linear, 4 is quadratic); millions of instructions by "
                      f"size: {figures}. What grows: benchmarks/compile-time, perf record")


def tests(compiler):
    def test(name, check, *arguments):
        return Test(f"compile_time_{name}", lambda: check(compiler, *arguments), long=True)

    for kind in MODELS:
        if kind in _LARGEST:
            yield test(kind, _check_largest, kind)
        else:
            yield test(kind, _check_growth, kind, kind, _SMALLEST.get(kind, 100))
    for emit in ("c", "obj"):
        yield test(f"memory_{emit}", _check_memory, f"memory_{emit}", emit, False)
        name = f"memory_resource_{emit}"
        yield test(name, _check_memory, name, emit, True)
    for way, options in _WAYS.items():
        yield test(way, _check_growth, way, "convs", 100, options)
    yield test("checked", _check_growth, "checked", "float_convs", 100, _CHECKED)
