#!/usr/bin/env python3
"""Runs the lit, unit and integration tests of the release build and counts them together.

--fast runs the fast tier: the unit tests, the lit tests without `UNSUPPORTED: fast-tier`, and the
integration tests with `fast=True`. A test that has become slow fails in it.

Ends with `N passed, N failed, N skipped`; the exit code is 0 only if something passed and nothing
failed. scripts/test calls this after building.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

REPO = pathlib.Path(__file__).resolve().parents[1]
BUILD = REPO / "build" / "release"
# A fast test takes a second or two alone, and no more than this beside the others.
FAST_SECONDS = 10
LIT = "/usr/lib/llvm-22/bin/lit"
# An expected failure is a defect we know of, not something that works.
LIT_STATUS = {
    "PASS": "pass",
    "FLAKYPASS": "pass",
    "UNSUPPORTED": "skip",
    "SKIPPED": "skip",
    "XFAIL": "skip",
    "EXCLUDED": None,
}


def result(kind, name, status, message="", seconds=0.0):
    return {"kind": kind, "name": name, "status": status, "message": message, "seconds": seconds}


def broken(kind, what):
    return [result(kind, kind, "fail", what)]


def run_lit(options, folder):
    output = folder / "lit.json"
    # The unit tests, which lit can run as well, are ctest's here.
    command = [LIT, "-v", "--no-progress-bar", "-o", output, options.build / "test", "--filter-out=Tests/"]
    command += ["--param", "fast"] if options.fast else []
    if options.filter:
        command += ["--filter", options.filter, "--allow-empty-runs"]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if not output.exists():
        # lit writes nothing where the filter leaves nothing.
        return [] if options.filter else broken("lit", "lit wrote no results")
    results = []
    for test in json.loads(output.read_text())["tests"]:
        status = LIT_STATUS.get(test["code"], "fail")
        if status and not ("fast-tier" in test["output"] and status == "skip"):
            results.append(result("lit", test["name"], status, test["code"], test["elapsed"] or 0.0))
    return results


def run_unit(options, folder):
    output = folder / "unit.xml"
    command = ["ctest", "--test-dir", options.build, "--label-exclude", "suite", "--output-on-failure",
               "--output-junit", output, "-j", str(os.cpu_count() or 1), "--no-tests=ignore"]
    if options.filter:
        command += ["-R", options.filter]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if not output.exists():
        # Like lit, ctest writes nothing where the filter leaves nothing.
        return [] if options.filter else broken("unit", "ctest wrote no results")
    status = {"run": "pass", "notrun": "skip", "disabled": "skip"}
    return [
        result("unit", case.get("name"), status.get(case.get("status"), "fail"))
        for case in ElementTree.parse(output).getroot().iter("testcase")
    ]


def run_integration(options, folder):
    output = folder / "integration.json"
    command = [sys.executable, REPO / "test" / "integration" / "run.py", "--results", output]
    command += ["--tirc", options.build / "bin" / "tirc"]
    command += ["--fast"] if options.fast else ["--full"] if options.full else []
    command += ["--filter", options.filter] if options.filter else []
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if not output.exists():
        return broken("integration", "the runner wrote no results")
    return [
        result("integration", test["name"], test["status"], test["message"], test["seconds"])
        for test in json.loads(output.read_text())
    ]


def slow(results):
    """Returns failures for the tests that are too slow for the fast tier, whatever else the machine has to do."""
    limit = FAST_SECONDS * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
    return [result(r["kind"], f"{r['name']} takes {r['seconds']:.0f} s, too long for the fast tier", "fail")
            for r in results if r["seconds"] > limit]


# They need nothing but packages from PyPI.
NEEDS_PYPI = ("campaign", "python/lint", "python/types/the_package_is_typed")


def needless_skips(results):
    """Returns failures for the tests of NEEDS_PYPI that were skipped although pip reaches it."""
    skipped = [r for r in results if r["status"] == "skip" and r["name"] in NEEDS_PYPI]
    if not skipped:
        return []
    with tempfile.TemporaryDirectory() as folder:
        python = os.path.join(folder, "bin", "python")
        for command in ([sys.executable, "-m", "venv", folder],
                        [python, "-m", "pip", "download", "-q", "--no-deps", "--retries=1", "-d", folder, "flatbuffers"]):
            if subprocess.run(command, capture_output=True, check=False).returncode:
                return []
    return [result("integration", f"{r['name']} is skipped although PyPI can be reached", "fail") for r in skipped]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    tier = parser.add_mutually_exclusive_group()
    tier.add_argument("--fast", action="store_true", help="only the fast tests")
    tier.add_argument("--full", action="store_true", help="the long integration tests, too")
    parser.add_argument("--filter", help="only tests whose name this regular expression finds")
    parser.add_argument("--ci", action="store_true", help="the campaign, ruff and mypy may be skipped only if PyPI cannot be reached")
    parser.add_argument("--build", type=pathlib.Path, default=BUILD, help="the build folder (default: build/release)")
    options = parser.parse_args()

    # Most tests are about something else than the check of kernels, which takes a fraction of a second each time.
    os.environ.setdefault("TIRC_CHECK", "off")
    start = time.monotonic()
    results = []
    with tempfile.TemporaryDirectory(prefix="tir-tests-") as folder:
        for room in (run_lit, run_unit, run_integration):
            sys.stdout.flush()
            results += room(options, pathlib.Path(folder))

    if options.fast:
        results += slow(results)
        print(f"The fast tier took {time.monotonic() - start:.0f} s.")
    if options.ci:
        results += needless_skips(results)

    def named(status):
        return [r for r in results if r["status"] == status]

    # Said once more together, where they can be seen.
    for skipped in named("skip"):
        print(f"SKIP: {skipped['kind']} :: {skipped['name']}: {skipped['message']}")
    for failed in named("fail"):
        print(f"FAIL: {failed['kind']} :: {failed['name']}")
    print(f"{len(named('pass'))} passed, {len(named('fail'))} failed, {len(named('skip'))} skipped")
    return 0 if named("pass") and not named("fail") else 1


if __name__ == "__main__":
    sys.exit(main())
