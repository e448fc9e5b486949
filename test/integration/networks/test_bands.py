"""Layers that run in bands of columns have the bits of layers that do not: random networks with random bands, and with
limits of RAM below what rows need, in C under the sanitizers, as objects and on an emulated Cortex-M4."""

import json
import random

from named_networks import NamedNetwork
from random_row_networks import RowNetworks
from row_programs import RowProgram
from runner import Failure, Test
from test_rows import _WHOLE as WHOLE
from test_schedules import M4_BOARD, ON_M4, SANITIZED, Way, compare
from toolchain import ARM_GCC, CORTEX_M4, FLOAT_ABIS, GCC, STRICT_C, run

_USUAL, _LONG, _TOGETHER = 8, 800, 4
_ROWS = ("--rows=min-ram",)
_FORMS = (
    lambda options: Way(options, (GCC,), SANITIZED),
    Way,
    lambda options: Way((*options, *ON_M4), (GCC,), SANITIZED),
)
_ON_BOARD = (
    lambda options: Way((*options, *ON_M4), (ARM_GCC, *CORTEX_M4, *FLOAT_ABIS["hard"]), ("-O2", *STRICT_C), M4_BOARD),
    lambda options: Way((*options, *ON_M4), machine=M4_BOARD),
)
_REFUSED = ("cannot run in bands of columns: it ", ": expected FIRST:END:COUNT, ")


def _can_compile(program, options, *refusals):
    """Returns whether the network compiles. If not, the error must be one of these."""
    try:
        program.compile(options)
    except Failure as failure:
        if not any(refusal in str(failure) for refusal in refusals):
            raise
        return False
    return True


def _find_bands(program, chance, form):
    """Returns options for bands that this network can have, or None."""
    for _ in range(12):
        first = chance.randint(0, 5)
        bands = f"{first}:{first + chance.randint(1, 6)}:{chance.randint(2, 5)}"
        options = (*_ROWS, f"--passes-before=schedule:tir-choose-bands{{bands={bands}}}")
        if _can_compile(program, form(options).options, *_REFUSED):
            return options
    return None


def _report(program, options):
    return json.loads(next(program.compile(options).glob("*report.json")).read_text())


def _workspace(program, options):
    return _report(program, options)["totals"]["workspace_bytes"]


def _find_limit(program, chance, form):
    """Returns options with a limit below what rows need, if the network can keep one."""
    workspace = _workspace(program, form(_ROWS).options)
    for share in (chance.uniform(0.5, 0.8), chance.uniform(0.8, 0.97)):
        options = (f"--ram={max(1, int(share * workspace))}",)
        if _can_compile(program, form(options).options, "bytes of RAM between its kernels"):
            return options
    return None


def _compare(compiler, seed, forms):
    """Returns how many ways the network ran in."""
    chance = random.Random(seed)
    program = RowProgram(compiler, compiler.folder(f"bands/network-{seed}"), RowNetworks(seed))
    form = forms[seed % len(forms)]
    found = {"bands": _find_bands(program, chance, form), "limit": _find_limit(program, chance, form)}
    ways = {name: form(options) for name, options in found.items() if options}
    program.prepare(WHOLE, *ways.values())
    outputs = program.execute_all({"whole": WHOLE, **ways})
    for name in ways:
        try:
            compare(program.layers, outputs["whole"], outputs[name])
        except Failure as failure:
            raise Failure(f"{' '.join(ways[name].options)}: {failure}\nin {program.model}") from failure
    return len(ways)


def _compare_some(compiler, seeds, forms):
    if not sum(_compare(compiler, seed, forms) for seed in seeds):
        raise Failure(f"none of the networks {seeds} runs in bands")


def _compare_named(compiler, name, share):
    """A published architecture in bands has the bits of the whole."""
    program = RowProgram(compiler, compiler.folder(f"bands/{name}"), NamedNetwork(name))
    rows = _report(program, (*_ROWS, *ON_M4))["totals"]
    way = Way((f"--ram={int(share * rows['workspace_bytes'])}", *ON_M4), (GCC,), ("-O2", *STRICT_C))
    program.prepare(WHOLE, way)
    outputs = program.execute_all({"whole": WHOLE, "bands": way})
    compare(program.layers, outputs["whole"], outputs["bands"])
    macs = _report(program, way.options)["totals"]["macs"]
    if not rows["macs"] < macs < 2 * rows["macs"]:
        raise Failure(f"{macs} multiply-accumulates in bands, and {rows['macs']} by rows")


def _follow_curve(compiler, seed):
    """The limit of each point of --pareto gives about its work: it tries fewer of the ways in bands."""
    program = RowProgram(compiler, compiler.folder(f"bands/curve-{seed}"), RowNetworks(seed))
    run(compiler.tirc, program.model, "--explain-memory", "--pareto", "--quiet", "-o", program.folder / "curve", *ON_M4)
    report = json.loads(next((program.folder / "curve").glob("*report.json")).read_text())
    points = report["pareto"]
    for before, after in zip(points, points[1:]):
        if not (before["limit_bytes"] > after["limit_bytes"] and before["estimated_cycles"] < after["estimated_cycles"]):
            raise Failure(f"{before} or {after} is no point of a curve")
    for point in points:
        totals = _report(program, (f"--ram={point['limit_bytes']}", *ON_M4))["totals"]
        if totals["estimated_cycles"] > 1.2 * point["estimated_cycles"]:
            raise Failure(f"--ram={point['limit_bytes']} takes {totals['estimated_cycles']} cycles, and {point}")
    return len(points)


def _follow_curves(compiler, seeds):
    if sum(_follow_curve(compiler, seed) for seed in seeds) < 3 * len(seeds):
        raise Failure(f"the curves of {seeds} have hardly any points")


def tests(compiler):
    yield Test("bands/curves", lambda: _follow_curves(compiler, range(6)))
    yield Test("bands/mcunet", lambda: _compare_named(compiler, "MCUNet-5fps", 0.7))
    yield Test("bands/mcunet-320kb", lambda: _compare_named(compiler, "MCUNet-320KB", 0.5), long=True)
    for first in range(0, _LONG, _TOGETHER):
        seeds = range(first, first + _TOGETHER)
        yield Test(f"bands/networks-{first}-to-{seeds[-1]}", lambda s=seeds: _compare_some(compiler, s, _FORMS),
                   long=first >= _USUAL, fast=first == 0)
    yield Test("bands/board", lambda: _compare_some(compiler, range(2), _ON_BOARD))
