"""Windows that overlap (--slide): calls on new rows have the results of the whole window, to the bit, with resets at
random places, as C under the sanitizers and as objects, with rows kept or computed again."""

import json
import math
import random
import re

from models import HERE, MODELS
from random_slid_networks import KeywordNetwork, SlidNetworks
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
    return _bind(inputs, outputs, _size(network.inputs[0]) // network.rows * hop, -(-network.rows // hop), seed)


def _bind(inputs, outputs, hop_bytes, needed, seed):
    return "\n".join([
        '#include "tvmgen_s.h"', '#include "tvmgen_w.h"', f"#define SEED {seed * 2654435761 % 2**32 | 1}u",
        f"#define HOP_BYTES {hop_bytes}", f"#define NEEDED {needed}",
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
    try:
        _execute(folder, form)
    except Failure as failure:
        raise Failure(f"{failure}\nwith --slide=x0:{hop} of\n{network.text()[:3000]}") from failure


def _execute(folder, form):
    command = (GCC, *STRICT_C) if form == "obj" else (CLANG, *STRICT_C, *SANITIZE, "-O1")
    suffix = "o" if form == "obj" else "c"
    run(*command, "-I", folder, HERE / "slides/compare.c", *(folder / f"tvmgen_{m}.{suffix}" for m in "sw"), "-lm", "-o",
        folder / "program")
    printed = run(folder / "program")
    if printed != "same\n":
        raise Failure(printed)


def _compare_some(compiler, first):
    for seed in range(first, first + _TOGETHER):
        _compare(compiler, seed, ("c", "obj")[seed % 2], limited=seed % 3 == 0)


def _totals(folder):
    return json.loads((folder / "tvmgen_s.report.json").read_text())["totals"]


# The multiplications of a row of the first convolution, of one of each of the four pairs behind it, and of the end.
_FIRST, _PAIR, _END = 12_800, 23_360, 768
# What a hop of 2 rows of the input, one of each layer, cannot do without: new rows, and those that padding at a border
# of the window changes, if something needs these.
_LEAST = {
    ("none", False): _FIRST + 4 * _PAIR + _END,
    ("causal", True): _FIRST + 4 * _PAIR + 4096,
    ("causal", False): 6 * _FIRST + (8 + 10 + 12 + 14) * _PAIR + _END,
    ("same", False): 6 * _FIRST + (8 + 10 + 12 + 14) * _PAIR + _END,
}


def _keywords(compiler, padding, last):
    """The work of networks like kws, at most 1.05 times what a hop cannot do without, and their bits."""
    network = KeywordNetwork(padding, last)
    folder = compiler.folder(f"slides/keywords-{padding}-{last}")
    (folder / "m.mlir").write_text(network.text())
    options = ["--quiet", "--target=host", "-o", folder]
    run(compiler.tirc, folder / "m.mlir", "--model-name=w", *options)
    run(compiler.tirc, folder / "m.mlir", "--model-name=s", "--slide=x0:2", *options)
    least, macs = _LEAST[padding, last], _totals(folder)["macs"]
    if not 0.95 * least < macs <= 1.05 * least:
        raise Failure(f"a hop takes {macs} multiplications; the least are {least}")
    (folder / "binding.h").write_text(_binding(network, 2, 1))
    _execute(folder, "c")


# What limits the state, the most multiplications as a part of a whole window's, and the most bytes of state and workspace on
# a Cortex-M4.
_KWS = (("--slide-state=100000", 0.42, 30_000), ("--slide-state=7000", 0.53, 14_000), ("--ram=14000", 0.53, 14_000))


def _kws(compiler):
    """kws_int8 with a hop of 2 rows of 49."""
    model = next(m for m in MODELS if m.name == "kws_int8")
    model.require()
    for limit, share, most in _KWS:
        folder = compiler.folder(f"slides/kws{limit.replace('=', '-')}")
        options = [model.file, *model.options, "--quiet", "-o", folder]
        slide = ["--model-name=s", "--slide=0:2", limit, "--rename=Identity:scores"]
        run(compiler.tirc, *options, *slide, "--target=cortex-m4")
        totals = _totals(folder)
        bytes_of_ram = totals["workspace_bytes"] + totals["state_bytes"]
        if totals["macs"] > share * 2_656_768 or bytes_of_ram > most:
            raise Failure(f"a hop takes {totals['macs']} multiplications, and {bytes_of_ram} bytes of RAM")
        run(compiler.tirc, *options, *slide, "--rename=input_1:x0", "--target=host")
        run(compiler.tirc, *options, "--model-name=w", "--rename=Identity:scores", "--rename=input_1:x0", "--target=host")
        (folder / "binding.h").write_text(_bind("X(x0, 490, 0, 0, 1)", "X(scores, 12)", 20, 25, 1))
        _execute(folder, "c")


def tests(compiler):
    yield Test("slides/kws", lambda: _kws(compiler))
    for padding, last in _LEAST:
        yield Test(f"slides/keywords-{padding}{'-last' * last}", lambda p=padding, e=last: _keywords(compiler, p, e))
    for number in range(_LONG):
        yield Test(f"slides/random-{number}", lambda n=number: _compare_some(compiler, n * _TOGETHER),
                   long=number >= _USUAL, fast=number == 0)
