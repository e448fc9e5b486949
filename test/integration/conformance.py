#!/usr/bin/env python3
"""Compiles TOSA operator cases with tirc, runs them, and reports which pass, by operator.

CASES is a folder with a folder a case, as in conformance/README.md, or an archive of such a folder. By default each
case goes through C and gcc and through LLVM's object.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile
import time

from models import HERE, REPO

sys.path.append(str(HERE / "operators"))

import conformance_bundle as bundle
import conformance_cases

_CASES_A_PROGRAM = 24


def _reason(problem):
    """Returns the most informative line of a message."""
    lines = problem.splitlines()
    for sign in ("error:", "elements are wrong", "runtime error", "harness:", "ERROR: AddressSanitizer"):
        for line in lines:
            if sign in line:
                return line[line.index("error:") if sign == "error:" else 0 :].strip()
    return lines[-1].strip() if lines else "no message"


def _general(reason):
    """Returns a reason without the parts that differ between cases, to count equal ones."""
    reason = re.sub(r"(tensor|memref)<(?:[\d?]+x)*(\w+)[^>]*>", r"\1<\2>", reason)
    reason = re.sub(r"elements are wrong.*", "elements are wrong", reason)
    return re.sub(r"(?<![\w.])-?\d[\d.e+-]*", "N", reason)[:140]


def run(tirc, cases, ways, jobs, options=(), keep=None, progress=None):
    """Runs the cases, a few in a program, `jobs` programs at a time; {case name: {way name: problem or None}}."""
    groups = [cases[i : i + _CASES_A_PROGRAM] for i in range(0, len(cases), _CASES_A_PROGRAM)]
    problems = {}
    with tempfile.TemporaryDirectory(prefix="tir-conformance-") as work:

        def one(numbered):
            folder = pathlib.Path(keep or work) / f"group{numbered[0]}"
            folder.mkdir(parents=True)
            return bundle.run(tirc, folder, numbered[1], ways, options)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for done in pool.map(one, enumerate(groups)):
                problems |= done
                if progress:
                    progress(done)
    return problems


def _report(cases, problems, ways, brief):
    reasons = collections.Counter()
    table = {case.operator: collections.Counter() for case in cases}
    for case in cases:
        table[case.operator]["cases"] += 1
        for way in ways:
            problem = problems[case.name].get(way.name)
            table[case.operator][way.name] += problem is None
            if problem:
                reasons[f"{way.name}: {case.operator}: {_general(_reason(problem))}"] += 1
                if not brief:
                    print(f"{way.name}: {case.name}: {_reason(problem)}")
    print()
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")
    print()
    for operator, row in sorted(table.items()):
        if any(row[way.name] != row["cases"] for way in ways):
            print(f"{operator}: " + ", ".join(f"{row[way.name]}/{row['cases']} through {way.name}" for way in ways))
    for way in ways:
        passed = sum(row[way.name] for row in table.values())
        print(f"{way.name}: {passed} passed, {len(cases) - passed} failed")
    return not reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--tirc", type=pathlib.Path, default=REPO / "build" / "release" / "bin" / "tirc")
    parser.add_argument("--way", action="append", choices=bundle.WAYS, help="may be given several times (default: c, llvm)")
    parser.add_argument("--filter", default="", help="only cases whose name this regular expression finds")
    parser.add_argument("--integer", action="store_true", help="only cases without a float")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at a time")
    parser.add_argument("--option", action="append", default=[], help="for tirc, e.g. --option=--plan=separate")
    parser.add_argument("--json", type=pathlib.Path, help="write the results to this file")
    parser.add_argument("--keep", type=pathlib.Path, help="keep all that is written in this new folder")
    parser.add_argument("--brief", action="store_true", help="the reasons, without the cases")
    options = parser.parse_args()
    if not options.tirc.exists():
        sys.exit(f"error: there is no {options.tirc}; build it, or name it with --tirc")
    ways = [bundle.WAYS[name] for name in dict.fromkeys(options.way or ("c", "llvm"))]
    start = time.monotonic()
    with conformance_cases.opened(options.cases) as folder:
        cases = [
            case for case in conformance_cases.load(folder)
            if re.search(options.filter, case.name) and (case.is_integer or not options.integer)
        ]
        if not cases:
            sys.exit(f"error: no case below {options.cases} fits")
        problems = run(options.tirc, cases, ways, options.jobs, options.option, options.keep)
    if options.json:
        bundle.write_record(options.json, cases, problems)
    good = _report(cases, problems, ways, options.brief)
    print(f"{time.monotonic() - start:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
