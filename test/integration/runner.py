"""Runs named tests and counts them. A test is a name and a function that raises an exception to
fail."""

import concurrent.futures
import json
import os
import re
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass


class Failure(Exception):
    """The expected and the actual result; shown without a Python trace."""


class Skip(Exception):
    """Why a test cannot run here."""


@dataclass(frozen=True)
class Test:
    name: str
    function: Callable[[], None]
    # Left out unless --full is given, so that a usual run stays within minutes.
    long: bool = False
    # In the fast tier: takes a second or two on an idle machine, and covers what most changes touch.
    fast: bool = False
    # Takes long, or makes what many tests wait for: begins before all others, which then do not wait.
    first: bool = False
    # Called before any test runs, if this one is going to.
    selected: Callable[[], None] | None = None


def _run_one(test):
    start = time.monotonic()
    try:
        test.function()
        status, message = "pass", ""
    except Skip as reason:
        status, message = "skip", str(reason)
    except Failure as failure:
        status, message = "fail", str(failure)
    except Exception:  # A defect of the test itself is a failure, too.
        status, message = "fail", traceback.format_exc()
    return {
        "name": test.name,
        "status": status,
        "message": message,
        "seconds": round(time.monotonic() - start, 2),
    }


def select(tests, tier, pattern):
    """Returns the tests of a tier, which is "fast", "usual" or "full"."""
    names = [test.name for test in tests]
    assert len(names) == len(set(names)), "two tests of one name"
    assert not any(test.fast and test.long for test in tests), "a fast test that is long"
    in_tier = {"fast": lambda test: test.fast, "usual": lambda test: not test.long, "full": lambda _: True}[tier]
    selected = [test for test in tests if in_tier(test) and (not pattern or re.search(pattern, test.name))]
    for test in selected:
        if test.selected:
            test.selected()
    return sorted(selected, key=lambda test: not test.first)


def run(tests, jobs=None):
    """Returns one result per test, in the order of the tests."""
    results = []
    # One more than the number of processors, since a test may wait for another one that prepares
    # something for both.
    with concurrent.futures.ThreadPoolExecutor(jobs or 1 + (os.cpu_count() or 1)) as pool:
        for result in pool.map(_run_one, tests):
            results.append(result)
            label = result["status"].upper()
            print(f"{label}: integration :: {result['name']} ({result['seconds']} s)", flush=True)
            if result["message"]:
                indented = "\n".join(f"    {line}" for line in result["message"].splitlines()[:60])
                print(indented, flush=True)
    return results


def write_results(results, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
