"""Runs a campaign: python -m campaign --front-end onnx --seed 1 --count 300."""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import random
import re
import sys
import time
from collections.abc import Sequence

from tirc_frontends import process

from . import front_ends
from .case import FrontEnd
from .pool import run_all
from .replaying import keep, replay
from .running import Job
from .shrinking import shrink
from .verdicts import COMPUTED, FAILURES, NOT_COUNTED, Result

# Failures of an operator that are simplified.
_SHRUNK = 2
# How often more cases are drawn of operators of which few are computed, and at most how many for each that is wanted.
_MORE_ROUNDS, _MOST_MORE = 4, 10


def jobs_of(front_end: FrontEnd, operators: Sequence[str], seed: int, count: int) -> list[Job]:
    """Returns jobs that go through the operators round by round, each round in another order. Every hundredth case is
    converted in a process of its own."""
    rounds = -(-count // max(1, len(operators)))
    jobs = []
    for number in range(rounds):
        order = list(operators)
        random.Random(f"{seed}/{number}").shuffle(order)
        jobs += [Job(operator, seed, number) for operator in order]
    return [Job(job.operator, job.seed, job.number, None, index % 100 == 99) for index, job in enumerate(jobs[:count])]


def more_jobs(front_end: FrontEnd, rows: Sequence[Result], seed: int, least: int) -> list[Job]:
    """Returns further jobs for operators of which fewer than `least` cases are computed, as many as that may need. There
    are none for those that are never computed."""
    operators = collections.Counter(row["operator"] for row in rows)
    counted = collections.Counter(row["operator"] for row in rows if row["verdict"] != NOT_COUNTED)
    computed = collections.Counter(row["operator"] for row in rows if row["verdict"] in COMPUTED)
    jobs = []
    for operator, count in sorted(operators.items()):
        number = least - counted[operator]
        if 0 < computed[operator] < least:
            share = max(computed[operator] / count, 1 / _MOST_MORE)
            number = int((least - computed[operator]) / share) + 1
        jobs += [Job(operator, seed, count + i) for i in range(number) if computed[operator] < least]
    return jobs


def campaign(front_end: FrontEnd, jobs: Sequence[Job], options: argparse.Namespace) -> list[Result]:
    front_end.prepare()
    process.converter(front_end.kind)
    shown: collections.Counter[str] = collections.Counter()

    def report(row: Result) -> None:
        if row["verdict"] in FAILURES:
            shown[row["operator"]] += 1
            if shown[row["operator"]] <= options.show:
                place = f"{front_end.name}:{row['case']}"
                print(f"{row['verdict']}: {place} {row.get('words')}: {_last(row['message'])}", flush=True)

    rows = run_all(front_end, jobs, options.jobs, report)
    for _ in range(_MORE_ROUNDS if options.least else 0):
        rows += run_all(front_end, more_jobs(front_end, rows, options.seed, options.least), options.jobs, report)
    failures: dict[str, list[Result]] = {}
    for row in sorted(rows, key=lambda row: row["case"]):
        if row["verdict"] in FAILURES:
            failures.setdefault(row["operator"], []).append(row)
    for row in (row for group in failures.values() for row in group[:_SHRUNK]):
        if options.shrink and row.get("choices"):
            small = shrink(front_end, row, options.jobs)
            row["shrunk"] = {key: small.get(key) for key in ("words", "choices", "message")}
            print(f"shrunk: {front_end.name}:{row['case']} {small['words']}: {_last(small['message'])}", flush=True)
        if options.keep:
            keep(front_end, row, options.keep)
    return rows


def _last(message: str) -> str:
    return message.strip().rpartition("\n")[2][:300]


def summary(rows: Sequence[Result]) -> str:
    count = collections.Counter(row["verdict"] for row in rows)
    accepted = len(rows) - count[NOT_COUNTED] - count["generator"]
    computed = sum(count[verdict] for verdict in COMPUTED)
    text = ", ".join(f"{number} {verdict}" for verdict, number in sorted(count.items()))
    return f"{text}; {computed / max(1, accepted):.1%} of what the reference runs is computed"


def main() -> int:
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--front-end", choices=front_ends.NAMES, action="append", help="default: those installed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="cases of each front end")
    parser.add_argument("--rounds", type=int, default=0, help="cases of each operator, in place of --count")
    parser.add_argument(
        "--least", type=int, default=0, help="further cases until this many of each operator are computed"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--operator", default="", help="only operators that this regular expression matches wholly")
    parser.add_argument("--results", type=pathlib.Path, help="a JSON file for a row of each case")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the models that fail")
    parser.add_argument("--show", type=int, default=5, help="failures of an operator to print")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="do not simplify failures")
    parser.add_argument("--always-succeed", action="store_true", help="failures are only in the results")
    parser.add_argument("--replay", metavar="FRONT_END:OPERATOR:SEED:NUMBER", help="print one case, or a kept .json")
    options = parser.parse_args()
    if options.replay:
        return replay(options.replay)
    rows: list[Result] = []
    for name in options.front_end or front_ends.installed():
        front_end = front_ends.get(name)
        wanted = re.compile(options.operator or ".*")
        operators = sorted(operator for operator in front_end.operators if wanted.fullmatch(operator))
        start = time.monotonic()
        count = options.rounds * len(operators) or options.count
        found = campaign(front_end, jobs_of(front_end, operators, options.seed, count), options)
        seconds = time.monotonic() - start
        print(f"{name}: {len(operators)} operators, {len(found)} cases in {seconds:.0f} s: {summary(found)}")
        rows += found
    if options.results:
        options.results.write_text(json.dumps(sorted(rows, key=lambda row: (row["front_end"], row["case"])), indent=1))
    return 1 if any(row["verdict"] in FAILURES for row in rows) and not options.always_succeed else 0


if __name__ == "__main__":
    sys.exit(main())
