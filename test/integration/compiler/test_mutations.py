"""Damaged models and modules: tirc ends in time with an error, and leaves nothing behind.

200 inputs in a usual run, 5,000 with --full; `test_mutations.py TIRC FIRST LAST` runs any seeds by hand and counts what
came of them.
"""

import collections
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import mutations
from runner import Failure, Test

_MLIR_OPT = pathlib.Path("/usr/lib/llvm-22/bin/mlir-opt")
_SECONDS = 60
_BATCH = 50
_USUAL, _ALL = 200, 5000

# The options for tirc, and the phase from which the input may come: by its words, or any.
_OPTIONS = ((), (), ("--emit=obj",), ("--emit=c,obj,mlf",), ("--interface-api=packed", "--system-lib"))
_PHASES = ("import", "kernels", "schedule", "buffers", "plan", "loops", "abi", "emitc", "llvm")
_WORDS = ((b"emitc.", ("emitc",)), (b"llvm.", ("llvm",)), (b"memref", ("buffers", "buffers", "plan", "loops", "abi")),
          (b"tir.", ("import", "kernels", "buffers")))

# For a tirc of the preset asan. Objects that MLIR's own library places in memory that our code poisons are no faults of
# ours, and a size that only a damaged file asks for ends as it does without the sanitizer.
_SANITIZER = {"ASAN_OPTIONS": "allow_user_poisoning=0:allocator_may_return_null=1:exitcode=99"}

# Texts that a user must never see.
_FAULTS = ("tirc itself failed", "Stack dump", "LLVM ERROR", "Assertion", "failed to legalize", "AddressSanitizer",
           "runtime error:", "UNREACHABLE", "terminate called")
# MLIR's reader of bytecode crashed, which became an error.
_CAUGHT = "its contents contradict each other"


def _run(command, **how):
    """Returns the exit code and the output; None for a run that does not end."""
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace",
                              timeout=_SECONDS, check=False, **how)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stderr


def _fault(code, printed, output, others):
    """Returns what is wrong with a run, or an empty text."""
    if code is None:
        return f"no end after {_SECONDS} s"
    if code not in (0, 1, 2):
        return f"exit code {code}"
    for fault in _FAULTS:
        if fault in printed:
            return f"\"{fault}\" is printed"
    if code != 0 and "error: " not in printed:
        return "exit code without an error"
    if code != 0 and output.exists():
        return f"a failure that leaves {output.name}"
    if code == 0 and not output.exists():
        return "a success without a result"
    if others:
        return f"{sorted(others)} left behind"
    return None


def _options(data, rng):
    options = [*rng.choice(_OPTIONS)]
    phases = next((phases for word, phases in _WORDS if word in data), ())
    if rng.random() < 0.1:
        phases = _PHASES
    return [*options, f"--compile-from={rng.choice(phases)}"] if phases else options


def try_seed(tirc, seed):
    """Returns "compiled", "refused" or "caught"; raises a Failure with the input where tirc is at fault."""
    name, data = mutations.mutated(seed, _MLIR_OPT)
    options = _options(data, random.Random(seed + 1_000_000))
    with tempfile.TemporaryDirectory(prefix="tir-mutation-") as folder:
        folder = pathlib.Path(folder)
        temporary, work = folder / "tmp", folder / "work"
        temporary.mkdir(), work.mkdir()
        file = work / ("model.mlirbc" if data.startswith(b"ML\xefR") else "model.mlir")
        file.write_bytes(data)
        code, printed = _run([tirc, file, "-o", work / "out", "--quiet", *options], cwd=work,
                             env={**_SANITIZER, **os.environ, "TMPDIR": str(temporary)})
        others = {path.name for path in [*work.iterdir(), *temporary.iterdir()]} - {file.name, "out"}
        fault = _fault(code, printed, work / "out", others)
        if fault is None:
            return "compiled" if code == 0 else "caught" if _CAUGHT in printed else "refused"
        shown = data.decode(errors="replace") if len(data) < 3000 and file.suffix == ".mlir" else f"{len(data)} bytes"
        raise Failure(f"seed {seed}, {name}, {' '.join(options)}: {fault}\n{printed[-3000:]}\n{shown}")


def _batch(tirc, first):
    failures = []
    for seed in range(first, first + _BATCH):
        try:
            try_seed(tirc, seed)
        except Failure as failure:
            failures.append(str(failure))
    if failures:
        raise Failure(f"{len(failures)} of {_BATCH} inputs:\n" + "\n".join(failures))


def tests(compiler):
    for first in range(0, _ALL, _BATCH):
        yield Test(f"mutations/{first:04}", lambda first=first: _batch(compiler.tirc, first), long=first >= _USUAL)


def main(tirc, first, last):
    counts = collections.Counter()
    for seed in range(int(first), int(last)):
        try:
            counts[try_seed(pathlib.Path(tirc).resolve(), seed)] += 1
        except Failure as failure:
            counts["failed"] += 1
            print(failure, flush=True)
    print(dict(counts))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
