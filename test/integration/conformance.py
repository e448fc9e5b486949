#!/usr/bin/env python3
"""Runs the TOSA operator cases through tirc's C, and says which pass, by operator.

Usage: conformance.py CASES_DIR, where each folder is a case: model.mlir, case.json, in_*.npy, expect_*.npy, and
lo_*.npy and hi_*.npy where an interval is accepted.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import re
import sys
import tempfile

import npz
import toolchain
from compiled import read_interface
from models import HERE, REPO
from runner import Failure

# Results of these types come sign-extended or not; only the low bits count.
_NARROW = {"i4": 4, "i48": 48}


def _narrowed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def _accepted(value, expected, low, high):
    if low is None:
        return value == expected or (value != value and expected != expected)
    if low != low:
        return value != value
    return (low, high) == (math.inf, -math.inf) or low <= value <= high


def check_result(result, folder, got):
    expected = npz.load_array(folder / result["file"])
    if len(got) != len(expected.data):
        raise Failure(f"{result['file']}: {len(got)} bytes, expected {len(expected.data)}")
    values = npz.Array(expected.dtype, expected.shape, got).values()
    references = expected.values()
    bits = _NARROW.get(result["type"].rstrip(">").split("x")[-1])
    if bits:
        values = [_narrowed(value, bits) for value in values]
    lows = highs = [None] * len(references)
    if result["compare"] == "interval":
        lows = npz.load_array(folder / result["lo"]).values()
        highs = npz.load_array(folder / result["hi"]).values()
    wrong = [
        i
        for i, row in enumerate(zip(values, references, lows, highs))
        if not _accepted(*row)
    ]
    if wrong:
        i = wrong[0]
        raise Failure(
            f"{result['file']}: {len(wrong)} of {len(references)} wrong; at {i}: {values[i]}, "
            f"expected {references[i]}"
        )


def run_case(tirc, folder, work, options, cc):
    case = json.loads((folder / "case.json").read_text())
    out = work / folder.name
    out.mkdir()
    toolchain.run(tirc, folder / "model.mlir", "-o", out, "--quiet", "--model-name=m", *options, timeout=60)
    (out / "binding.h").write_text(read_interface(out / "tvmgen_m.h", "m").binding())
    inputs = b"".join(npz.load_array(folder / a["file"]).data for a in case["args"])
    (out / "inputs").write_bytes(inputs)
    sources = [path for path in (out / "tvmgen_m.o", out / "tvmgen_m.c") if path.exists()][:1]
    toolchain.run(*cc, "-I", out, HERE / "harness.c", *sources, "-lm", "-o", out / "program", timeout=120)
    toolchain.run(out / "program", out / "inputs", out / "outputs", timeout=60)
    got = (out / "outputs").read_bytes()
    for result in case["results"]:
        size = len(npz.load_array(folder / result["file"]).data)
        check_result(result, folder, got[:size])
        got = got[size:]


def _general(reason):
    """The message without what differs from case to case."""
    reason = re.sub(r"^.*?error: ", "", reason)
    reason = re.sub(r"(tensor|memref)<[^>]*?(\w+)>", r"\1<\2>", reason)
    return re.sub(r"\d{2,}", "N", reason)[:140]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--tirc", default=REPO / "build" / "release" / "bin" / "tirc")
    parser.add_argument("--filter", default="", help="only cases whose name begins so")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--option", action="append", default=[], help="for tirc, e.g. --option=--emit=c,obj")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--brief", action="store_true", help="the reasons, without the cases")
    options = parser.parse_args()
    cc = [toolchain.GCC, "-std=c99", "-O1", *(toolchain.SANITIZE if options.sanitize else ())]
    folders = sorted(p.parent for p in options.cases.glob(f"{options.filter}*/case.json"))
    passed, failed, reasons = collections.Counter(), collections.Counter(), collections.Counter()

    with tempfile.TemporaryDirectory(prefix="tir-conformance-") as work:

        def attempt(folder):
            try:
                run_case(options.tirc, folder, pathlib.Path(work), options.option, cc)
                return None
            except Failure as failure:
                return str(failure)

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for folder, problem in zip(folders, pool.map(attempt, folders)):
                operator = folder.name.split("__")[0]
                (failed if problem else passed)[operator] += 1
                if problem:
                    lines = [line for line in problem.splitlines() if "error" in line or " wrong;" in line]
                    reason = (lines or problem.splitlines()[-1:])[0]
                    reasons[f"{operator}: {_general(reason)}"] += 1
                    if not options.brief:
                        print(f"{folder.name}: {reason}", flush=True)
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")
    for operator in sorted(passed.keys() | failed.keys()):
        if failed[operator]:
            print(f"{operator}: {passed[operator]} passed, {failed[operator]} failed")
    print(f"{sum(passed.values())} passed, {sum(failed.values())} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
