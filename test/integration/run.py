#!/usr/bin/env python3
"""Compiles whole models with tirc and runs the results. scripts/test calls this."""

import argparse
import importlib
import os
import pathlib
import shutil
import sys
import tempfile

import runner
from compiled import Compiler
from models import REPO


def _rooms():
    """Imports each test_*.py of the topics, which are folders, so that a new file runs without being named. The modules
    of a topic may import modules of others."""
    tests = sorted(pathlib.Path(__file__).resolve().parent.glob("*/test_*.py"), key=lambda path: path.stem)
    sys.path[1:1] = sorted({str(test.parent) for test in tests})
    return [importlib.import_module(test.stem) for test in tests]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tirc", default=REPO / "build" / "release" / "bin" / "tirc")
    tier = parser.add_mutually_exclusive_group()
    tier.add_argument("--fast", dest="tier", action="store_const", const="fast", help="only the fast tests")
    tier.add_argument("--full", dest="tier", action="store_const", const="full", help="the long tests, too")
    parser.set_defaults(tier="usual")
    parser.add_argument("--filter", help="only tests whose name this regular expression finds")
    parser.add_argument("--list", action="store_true", help="print the names, run nothing")
    parser.add_argument("--jobs", type=int, help="tests at a time (default: one more than there are processors)")
    parser.add_argument("--work", help="keep all that is written in this folder")
    parser.add_argument("--results", help="write the results to this JSON file")
    options = parser.parse_args()

    # Most tests compile a network that another one has checked (compiled.py).
    os.environ.setdefault("TIRC_CHECK", "off")
    work = pathlib.Path(options.work or tempfile.mkdtemp(prefix="tir-integration-")).resolve()
    if options.work:
        shutil.rmtree(work, ignore_errors=True)
    try:
        compiler = Compiler(pathlib.Path(options.tirc).resolve(), work)
        every = [test for room in _rooms() for test in room.tests(compiler)]
        tests = runner.select(every, options.tier, options.filter)
        if options.list:
            print("\n".join(test.name for test in tests))
            return 0
        results = runner.run(tests, options.jobs)
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)
    if options.results:
        runner.write_results(results, options.results)
    return 1 if any(result["status"] == "fail" for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
