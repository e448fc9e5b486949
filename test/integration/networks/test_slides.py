"""Windows that overlap (--slide): calls on new rows have the results of the whole window, to the bit, with resets at
random places, as C under the sanitizers and as objects, with rows kept or computed again."""

import json
import math
import random
import re

from models import HERE
from random_slid_networks import SlidNetworks
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run

_USUAL, _LONG, _TOGETHER = 3, 63, 8
_BYTES = {"i8": 1, "i16": 2, "i32": 4, "i48": 8, "f32": 4}


def _size(value):
    return math.prod(value.shape) * _BYTES[value.element]


def _binding(network, hop, seed):
    """Returns what compare.c needs to know."""
    inputs = " ".join(f"X({x.field}, {_size(x)}, {int(x.element == 'f32')}, {x.bits}, {int(i == 0)})"
                      for i, x in enumerate(network.inputs))
    outputs = " ".join(f"X({y.field}, {_size(y)})" for y in network.outputs)
    return "\n".join([
        '#include "tvmgen_s.h"', '#include "tvmgen_w.h"', f"#define SEED {seed * 2654435761 % 2**32 | 1}u",
        f"#define HOP_BYTES {_size(network.inputs[0]) // network.rows * hop}",
        f"#define NEEDED {-(-network.rows // hop)}",
        f"#define INPUTS(X) {inputs}", f"#define OUTPUTS(X) {outputs}", ""])


def _compare(compiler, seed, form="c", limited=False):
    """Compiles a network with and without --slide, and compares runs."""
    chance = random.Random(seed)
    network = SlidNetworks(seed)
    hop = min(network.rows, chance.choice((1, 1, 2, 2, 3, 4, chance.randint(1, network.rows))))
    folder = compiler.folder(f"slides/{seed}-{form}{'-limited' * limited}")
    (folder / "m.mlir").write_text(network.text())
    options = ["--quiet", f"--emit={form}", "--target=host", "-o", folder]
    run(compiler.tirc, folder / "m.mlir", "--model-name=w", *options)
    slide = ["--model-name=s", f"--slide=x0:{hop}"]
    run(compiler.tirc, folder / "m.mlir", *slide, *options)
    if limited:
        state = json.loads((folder / "tvmgen_s.report.json").read_text())["totals"]["state_bytes"]
        limit = chance.randint(1, state)
        try:
            run(compiler.tirc, folder / "m.mlir", *slide, f"--slide-state={limit}", *options)
        except Failure as failure:
            least = re.search(r"keeps at least (\d+) bytes", str(failure))
            if not least or int(least[1]) <= limit:
                raise
            run(compiler.tirc, folder / "m.mlir", *slide, f"--slide-state={least[1]}", *options)
    (folder / "binding.h").write_text(_binding(network, hop, seed))
    command = (GCC, *STRICT_C) if form == "obj" else (CLANG, *STRICT_C, *SANITIZE, "-O1")
    suffix = "o" if form == "obj" else "c"
    run(*command, "-I", folder, HERE / "slides/compare.c", *(folder / f"tvmgen_{m}.{suffix}" for m in "sw"), "-lm", "-o",
        folder / "program")
    printed = run(folder / "program")
    if printed != "same\n":
        raise Failure(f"{printed}with --slide=x0:{hop} of\n{network.text()[:3000]}")


def _compare_some(compiler, first):
    for seed in range(first, first + _TOGETHER):
        _compare(compiler, seed, ("c", "obj")[seed % 2], limited=seed % 3 == 0)


def tests(compiler):
    for number in range(_LONG):
        yield Test(f"slides/random-{number}", lambda n=number: _compare_some(compiler, n * _TOGETHER),
                   long=number >= _USUAL, fast=number == 0)
