"""Kernels that several threads compute together (`--threads`): the same bits for 1 to 8 threads as without threads, on networks and
random graphs of integers and floats, as C and as objects; the C under ThreadSanitizer and AddressSanitizer.

ThreadSanitizer must find a race if an application runs tasks twice at a time, so that it looks at the generated code. A hook
that fails ends the run with its code.
"""

import re

from models import HERE, REPO
from random_graphs import Graph
from random_mixed_graphs import MixedGraph
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run

_EXAMPLE = REPO / "examples" / "threads"
# All loops that can be divided are, however little they compute.
_DIVIDED = ("--passes-before=abi:tir-launch-tasks{min-cycles=0 threads=8}", "--rows=off", "--overlap=off")
_THREAD_SANITIZER = ("-O1", "-g1", "-fsanitize=thread")
_USUAL, _LONG = 4, 120
_NETWORKS = {
    "digits-int8": "digits_int8.named.mlirbc",
    "digits-fp32": "digits_fp32.mlirbc",
    "cnn": "onnx_cnn.tosa.mlir",
}
_TARGETS = {"portable": ("--target=portable",), "host": ("--target=host",)}


def _ports(header, kind):
    """Returns the macro of the size of each input or output, by the header's struct, and what is in it: the bytes of a float, 1 for
    bools, or 0 for integers."""
    struct = re.search(rf"struct tvmgen_tasks_{kind} \{{(.*?)\}};", header.read_text(), re.S)[1]
    return [
        (f"TVMGEN_TASKS_{name.upper()}_SIZE", 4 if "float32" in what else 2 if "float16" in what else int("bool" in what))
        for name, what in re.findall(r"void \*(\w+);\s*/\*([^*]*)\*/", struct)
    ]


def _arrays(header):
    """C with the arrays of inputs and outputs."""
    ins, outs = _ports(header, "inputs"), _ports(header, "outputs")

    def declare(name, ports):
        lines = [f"static union {{ unsigned char bytes[{size} + 1]; int64_t aligned; }} {name}{i};" for i, (size, _) in enumerate(ports)]
        pointers = ", ".join(f"&{name}{i}" for i in range(len(ports))) or "0"
        return "\n".join(lines) + f"\nstatic void *{name}[] = {{{pointers}}};\n"

    fills = "".join(f"  fill(inputs{i}.bytes, {size}, {float_bytes});\n" for i, (size, float_bytes) in enumerate(ins))
    clears = "".join(f"  memset(outputs{i}.bytes, 0xa5, {size});\n" for i, (size, _) in enumerate(outs))
    compares = "".join(f"  if (memcmp(outputs{i}.bytes, expected{i}.bytes, {size}) != 0)\n    return {i};\n" for i, (size, _) in enumerate(outs))
    return (
        "static void fill(unsigned char *bytes, size_t count, int float_bytes);\n"
        + declare("inputs", ins) + declare("outputs", outs) + declare("expected", outs)
        + f"static void fill_inputs(void) {{\n  (void)fill;\n{fills}}}\nstatic void clear_outputs(void) {{\n{clears}}}\n"
        + f"static int find_difference(void) {{\n{compares}  return -1;\n}}\n"
    )


class _Program:
    """The model without and with tasks, and what runs both."""

    def __init__(self, compiler, name, model, *options):
        self._folder = compiler.folder(f"tasks/{name}")
        self._options = options
        for name, given in (("serial", ()), ("tasks", _DIVIDED)):
            run(compiler.tirc, model, "-o", self._folder, "--quiet", f"--model-name={name}", "--emit=c,obj", *options, *given)
        (self._folder / "arrays.h").write_text(_arrays(self._folder / "tvmgen_tasks.h"))
        self.is_divided = "TVMBackendParallelLaunch" in (self._folder / "tvmgen_tasks.c").read_text()

    def _compile(self, compiler, flags, source):
        unit = self._folder / f"{source.stem}.{source.suffix[1:]}.o"
        run(compiler, *STRICT_C, *flags, "-I", self._folder, "-D_POSIX_C_SOURCE=200809L", '-DINCLUDE_ARRAYS="arrays.h"', "-I", _EXAMPLE,
            "-c", source, "-o", unit)
        return unit

    def run(self, way, *flags, compiler=CLANG):
        """Returns what the program prints. `way` is c or obj."""
        sources = [HERE / "threads" / "tasks.c"]
        if self.is_divided and not any(flag.startswith(("-DRUNS_TWICE", "-DCODE")) for flag in flags):
            sources.append(_EXAMPLE / "pool.c")
        if way == "c":
            sources += [self._folder / "tvmgen_serial.c", self._folder / "tvmgen_tasks.c"]
        units = [self._compile(compiler, flags, source) for source in sources]
        if way == "obj":
            units += [self._folder / "tvmgen_serial.o", self._folder / "tvmgen_tasks.o"]
        program = self._folder / f"run-{way}"
        run(compiler, *flags, *units, "-pthread", "-lm", "-o", program)
        return run(program)


def _check(program, least):
    """All threads compute the same bits."""
    if not program.is_divided:
        if least:
            raise Failure("no kernel is divided")
        return
    for way, flags, compiler in (
        ("c", _THREAD_SANITIZER, CLANG),
        ("c", SANITIZE, GCC),
        ("c", ("-O2",), GCC),
        ("obj", ("-O1",), GCC),
    ):
        printed = program.run(way, *flags, compiler=compiler)
        launches = re.fullmatch(r"(\d+) launches\n", printed)
        if not launches or int(launches[1]) < least:
            raise Failure(f"{way} {' '.join(flags)}: expected at least {least} launches, printed {printed!r}")


def _network(compiler, name, target):
    program = _Program(compiler, f"{name}-{target}", HERE / "models" / _NETWORKS[name], *_TARGETS[target])
    _check(program, 5)


def _native(compiler, name):
    """With all instructions of this processor, which only objects use."""
    program = _Program(compiler, f"{name}-native", HERE / "models" / _NETWORKS[name], "--target-cpu=native")
    if not re.fullmatch(r"\d+ launches\n", program.run("obj", "-O1", compiler=GCC)):
        raise Failure("the outputs of several threads differ")


def _graph(compiler, seed):
    graph = MixedGraph(seed) if seed % 2 else Graph(seed, ("f32", "i8")[seed // 2 % 2])
    name = f"random-{seed}"
    model = compiler.folder(f"tasks/{name}") / "model.mlir"
    model.write_text(graph.text("main"))
    _check(_Program(compiler, name, model, *(_TARGETS["host"] if seed % 4 < 2 else _TARGETS["portable"])), 0)


def _race(compiler):
    """ThreadSanitizer finds tasks that run twice at a time."""
    program = _Program(compiler, "race", HERE / "models" / _NETWORKS["digits-int8"], "--target=host")
    try:
        program.run("c", *_THREAD_SANITIZER, "-DRUNS_TWICE")
    except Failure as failure:
        if "data race" in str(failure) and "_part" in str(failure):
            return
        raise
    raise Failure("ThreadSanitizer reports no race of two threads that write the same outputs")


def _code(compiler, way):
    """The code of a launch is the code of the run, and nothing runs after it."""
    program = _Program(compiler, f"code-{way}", HERE / "models" / _NETWORKS["digits-fp32"], "--target=host")
    printed = program.run(way, "-O1", "-DCODE=7")
    if printed != "code 7, 1 launches\n":
        raise Failure(f"expected the code 7 of the first launch, printed {printed!r}")


def _example(compiler, sanitizer):
    folder = compiler.folder(f"tasks/example-{sanitizer}")
    printed = run("make", "--no-print-directory", "-C", _EXAMPLE, f"BUILD={folder}", f"TIRC={compiler.tirc}", f"CC={CLANG}",
                  f"CFLAGS=-O1 -g1 -Werror -fsanitize={sanitizer}")
    right = re.findall(r"^(\d) threads   360 of 360 outputs equal to the reference, (\d+) launches$", printed, re.M)
    if [int(threads) for threads, _ in right] != list(range(1, 9)):
        raise Failure(f"expected the same outputs for 1 to 8 threads:\n{printed}")


def tests(compiler):
    for name in _NETWORKS:
        for target in ("portable", "host"):
            yield Test(f"tasks/{name}-{target}", lambda n=name, t=target: _network(compiler, n, t))
        yield Test(f"tasks/{name}-native", lambda n=name: _native(compiler, n))
    for seed in range(_LONG):
        yield Test(f"tasks/random-{seed}", lambda s=seed: _graph(compiler, s), long=seed >= _USUAL)
    yield Test("tasks/race", lambda: _race(compiler))
    for way in ("c", "obj"):
        yield Test(f"tasks/code-{way}", lambda w=way: _code(compiler, w))
    for sanitizer in ("thread", "address,undefined"):
        yield Test(f"examples/threads/{sanitizer}", lambda s=sanitizer: _example(compiler, s))
