"""Random networks that run by rows compute the same bits as those that run tensor by tensor, in no more memory, as C
under ASan and UBSan, as objects, and on an emulated Cortex-M4. (Golden vectors by rows: test_golden.)"""

import json

from random_row_networks import RowNetworks
from runner import Failure, Test
from test_schedules import ON_M4, Program, Way, compare
from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC, SANITIZE, STRICT_C

_USUAL, _LONG = 12, 300
_WHOLE = Way(("--schedule=elementwise", "--keep-constant-channels", "--overlap=off", "--rows=off"))
_SANITIZED = ("-O1", "-std=c99", *SANITIZE)
_ROWS = ("--rows=min-ram",)
_WAYS = {
    "c": Way(_ROWS, (GCC,), _SANITIZED),
    "object": Way(_ROWS),
    "elementwise-c": Way((*_ROWS, "--schedule=elementwise"), (CLANG,), ("-O2", *STRICT_C)),
    "cortex-m4-c-here": Way((*_ROWS, *ON_M4), (CLANG,), _SANITIZED),
}
_MORE_WAYS = {
    "auto": Way(("--rows=auto",), (GCC,), _SANITIZED),
    "cpacked": Way((*_ROWS, "--kernel-calls=cpacked"), (GCC,), _SANITIZED),
    "separate": Way((*_ROWS, "--plan=separate"), (GCC,), _SANITIZED),
    "apart": Way((*_ROWS, "--overlap=off"), (GCC,), _SANITIZED),
    "cortex-m4-c": Way((*_ROWS, *ON_M4), (ARM_GCC, *CORTEX_M4, *FLOAT_ABIS["hard"]), ("-O2", *STRICT_C),
                       on_board=True),
    "cortex-m4-object": Way((*_ROWS, *ON_M4), on_board=True),
}


def _workspace(program, options):
    report = json.loads(next(program.compile(options).glob("*report.json")).read_text())
    return report["totals"]["workspace_bytes"]


def _network(compiler, seed):
    program = Program(compiler, compiler.folder(f"rows/network-{seed}"), RowNetworks(seed))
    wanted = program.execute("whole", _WHOLE)
    ways = {**_WAYS, **_MORE_WAYS} if seed % 10 == 0 else _WAYS
    for name, way in ways.items():
        try:
            compare(program.layers, wanted, program.execute(name, way))
        except Failure as failure:
            raise Failure(f"{name}: {failure}\nin {program.model}") from failure
    rows, whole = (_workspace(program, options) for options in (_ROWS, ()))
    if rows > whole:
        raise Failure(f"{program.model} needs {rows} bytes by rows, and {whole} without")


def tests(compiler):
    for seed in range(_LONG):
        yield Test(f"rows/network-{seed}", lambda s=seed: _network(compiler, s), long=seed >= _USUAL)
