"""Random networks that run by rows compute the same bits as those that run tensor by tensor, in no more memory, as C
under ASan and UBSan, as objects, and on an emulated Cortex-M4. (Golden vectors by rows: test_golden.)"""

import json
import os
from dataclasses import replace

from random_fed_graphs import FedGraph
from random_row_networks import DriverNetworks, RowNetworks
from row_programs import FEED, OVERWRITE, SANITIZED_TOGETHER, STEPS, RowProgram
from runner import Failure, Test
from test_schedules import M4_BOARD, ON_M4, SANITIZED, Way, compare
from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC, STRICT_C, run

# Networks that run in all ways, and those that run in one way each, a dozen to a test.
_USUAL, _LONG = 2, 300
_USUAL_IN_ONE_WAY, _LONG_IN_ONE_WAY, _TOGETHER = 38, 5006, 12
_USUAL_GRAPHS, _LONG_GRAPHS = 24, 3000
_WHOLE = Way(("--schedule=elementwise", "--keep-constant-channels", "--overlap=off", "--rows=off"), (GCC,),
             ("-O0", *STRICT_C))
_ROWS = ("--rows=min-ram",)
_WAYS = {
    "c": Way(_ROWS, (GCC,), SANITIZED),
    "object": Way(_ROWS),
    "overwritten": Way((*_ROWS, OVERWRITE), (GCC,), SANITIZED),
    "elementwise-c": Way((*_ROWS, "--schedule=elementwise"), (CLANG,), ("-O2", *STRICT_C)),
    "cortex-m4-c-here": Way((*_ROWS, *ON_M4), (CLANG,), SANITIZED),
}
_MORE_WAYS = {
    "auto": Way(("--rows=auto",), (GCC,), SANITIZED),
    "cpacked": Way((*_ROWS, "--kernel-calls=cpacked"), (GCC,), SANITIZED),
    "separate": Way((*_ROWS, "--plan=separate"), (GCC,), SANITIZED),
    "apart": Way((*_ROWS, "--overlap=off"), (GCC,), SANITIZED),
    "cortex-m4-c": Way((*_ROWS, *ON_M4), (ARM_GCC, *CORTEX_M4, *FLOAT_ABIS["hard"]), ("-O2", *STRICT_C),
                       machine=M4_BOARD),
    "cortex-m4-object": Way((*_ROWS, *ON_M4), machine=M4_BOARD),
}


def _totals(program, options):
    """Returns the bytes of workspace, and the MACs of a run."""
    report = json.loads(next(program.compile(options).glob("*report.json")).read_text())
    return report["totals"]["workspace_bytes"], report["totals"]["macs"]


_DRIVEN_WAYS = {
    "steps": Way((*_ROWS, STEPS), (GCC,), SANITIZED),
    "fed": Way((*_ROWS, FEED), (GCC,), SANITIZED),
    "fed-steps": Way((FEED, STEPS)),
    "steps-packed": Way((*_ROWS, STEPS, "--unpacked-api=false", "--on-error=code"), (GCC,), SANITIZED),
    "fed-packed": Way((*_ROWS, FEED, "--unpacked-api=false", "--on-error=code")),
    "steps-pools": Way((*_ROWS, STEPS, "--pool=fast:600", "--pool=slow:1000000"), (GCC,), SANITIZED),
    "fed-m4": Way((*_ROWS, FEED, *ON_M4), machine=M4_BOARD),
}


# On the board, only networks that run in all ways do.
_ONE_WAY = [(name, way) for name, way in (_WAYS | _DRIVEN_WAYS).items() if not way.machine]


def _can_be_fed(program, options=(*_ROWS, FEED)):
    """Returns whether the first input can come by rows. If not, the error must say why."""
    try:
        program.compile(options)
    except Failure as failure:
        if "by rows (--feed-rows), since " not in str(failure):
            raise
        return False
    return True


def _check_each_pass(compiler, program):
    """tir-opt verifies the module after each pass, where tirc does it after each phase."""
    phases = [f"tir-phase-{phase}" for phase in ("import", "kernels", "schedule", "buffers", "plan", "loops", "abi", "emitc")]
    phases[2] += "{target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 rows=min-ram}"
    run(compiler.tirc.with_name("tir-opt"), program.model, f"--pass-pipeline=builtin.module({','.join(phases)})",
        "-o", os.devnull)


def _compare(program, ways):
    """Compares each way with the plain one."""
    outputs = program.execute_all({"whole": _WHOLE, **ways})
    for name in ways:
        try:
            compare(program.layers, outputs["whole"], outputs[name])
        except Failure as failure:
            raise Failure(f"{name}: {failure}\nin {program.model}") from failure


def _network(compiler, seed):
    program = RowProgram(compiler, compiler.folder(f"rows/network-{seed}"), RowNetworks(seed))
    program.prepare(_WHOLE, *_WAYS.values(), *_MORE_WAYS.values(), *_DRIVEN_WAYS.values())
    ways = {**_WAYS, **_MORE_WAYS} if seed % 10 == 0 else dict(_WAYS)
    can_be_fed = _can_be_fed(program)
    ways |= {name: way for name, way in _DRIVEN_WAYS.items() if can_be_fed or FEED not in way.options}
    _compare(program, ways)
    _check_each_pass(compiler, program)
    (rows, row_macs), (whole, macs) = (_totals(program, options) for options in (_ROWS, ()))
    if row_macs != macs:
        raise Failure(f"{program.model} has {row_macs} MACs by rows, and {macs} without")
    if rows > whole:
        raise Failure(f"{program.model} needs {rows} bytes by rows, and {whole} without")


def _in_one_way(compiler, seeds):
    for seed in seeds:
        program = RowProgram(compiler, compiler.folder(f"rows/network-{seed}"), RowNetworks(seed))
        name, way = _ONE_WAY[seed % len(_ONE_WAY)]
        program.prepare(_WHOLE, way)
        if FEED in way.options and not _can_be_fed(program, way.options):
            name, way = "steps", _DRIVEN_WAYS["steps"]
        _compare(program, {name: way})


# By rows, fed, in steps that fail and are aborted, in pools, over the inputs, and packed.
_DRIVER_WAYS = ("c", "fed", "steps", "steps-pools", "overwritten", "steps-packed")


def _compare_where_fed(program, ways):
    """Compares each way with the plain one; those that feed only where the network can be fed. Returns how many ran."""
    program.prepare(_WHOLE, *ways.values())
    ways = {name: way for name, way in ways.items()
            if FEED not in way.options or _can_be_fed(program, way.options)}
    if ways:
        _compare(program, ways)
    return len(ways)


def _emitted_as(names, objects, optimised=None):
    """Returns these ways as C or as objects. All passes of tirc run at -O0, too; LLVM's passes take most of the time,
    and run for one way, `optimised`."""
    ways = {name: (_WAYS | _DRIVEN_WAYS)[name] for name in names}
    if not objects:
        return {name: replace(way, cc=(CLANG,), flags=SANITIZED_TOGETHER) for name, way in ways.items()}
    return {name: Way(way.options if name == optimised else (*way.options, "-O0")) for name, way in ways.items()}


def _with_drivers(compiler, seeds):
    """Networks whose drivers fail, and call the model's functions while a step runs, when these are not their turn: C in
    even networks, objects in odd ones."""
    for seed in seeds:
        program = RowProgram(compiler, compiler.folder(f"rows/drivers-{seed}"), DriverNetworks(seed))
        chosen = _DRIVER_WAYS[seed // 2 % len(_DRIVER_WAYS)]
        # In the usual tests, each network runs in one way.
        _compare_where_fed(program, _emitted_as(_DRIVER_WAYS if seed >= _TOGETHER else (chosen,), seed % 2, chosen))


def _fed_graphs(compiler, seeds):
    """Graphs of all operators compute the same if the application hands over the rows of their input; those that need
    the whole input are refused, and the error says why."""
    count = 0
    for seed in seeds:
        program = RowProgram(compiler, compiler.folder(f"rows/graph-{seed}"), FedGraph(seed))
        name = "fed" if seed % 3 else "fed-steps"
        count += _compare_where_fed(program, _emitted_as((name,), name == "fed-steps", name))
    if not count:
        raise Failure(f"none of the graphs {seeds} can be fed")


def tests(compiler):
    for first in range(0, _LONG_GRAPHS, _TOGETHER):
        seeds = range(first, first + _TOGETHER)
        yield Test(f"rows/drivers-{first}-to-{seeds[-1]}", lambda s=seeds: _with_drivers(compiler, s),
                   long=seeds[-1] >= _TOGETHER)
    for first in range(0, _LONG_GRAPHS, _TOGETHER):
        seeds = range(first, first + _TOGETHER)
        yield Test(f"rows/graphs-{first}-to-{seeds[-1]}", lambda s=seeds: _fed_graphs(compiler, s),
                   long=seeds[-1] >= _USUAL_GRAPHS)
    for first in range(_USUAL, _LONG_IN_ONE_WAY, _TOGETHER):
        seeds = range(first, first + _TOGETHER)
        yield Test(f"rows/networks-{first}-to-{seeds[-1]}", lambda s=seeds: _in_one_way(compiler, s),
                   long=seeds[-1] >= _USUAL_IN_ONE_WAY)
    for seed in range(_LONG):
        yield Test(f"rows/network-{seed}", lambda s=seed: _network(compiler, s), long=seed >= _USUAL)
