"""The generated C has findings of MISRA's rules only where docs/Assessment.md gives the reason, and as many."""

import collections
import re
import shutil

from models import DIGITS, REPO
from runner import Failure, Skip, Test
from toolchain import run

_FINDING = re.compile(r"\[misra-c2012-(\d+\.\d+)\]")
# The version that the page names; the addons of others may check more.
_VERSION = "2.10"


def _documented():
    """Returns the rules of each row of the page's table, and their number of findings."""
    text = (REPO / "docs" / "Assessment.md").read_text().split("## MISRA")[1].split("\n## ")[0]
    rows = [line.split("|")[1:4] for line in text.splitlines() if re.match(r"\| \d", line)]
    return {tuple(re.findall(r"\d+\.\d+", rules)): int(count) for rules, _, count in rows}


def _check(compiler):
    if shutil.which("cppcheck") is None:
        raise Skip("no cppcheck")
    version = run("cppcheck", "--version").split()[-1]
    if not version.startswith(_VERSION):
        raise Skip(f"cppcheck {version} instead of {_VERSION}")
    out = compiler.compile(DIGITS)
    # One configuration, no macro of a compiler: that is the C that the page counts in.
    printed = run("cppcheck", "--addon=misra", "--enable=style", "--std=c99", "--platform=unix32", "--max-configs=1",
                  "-I", out, out / f"tvmgen_{DIGITS.name}.c", timeout=1200)
    found = collections.Counter(_FINDING.findall(printed))
    if not found:
        raise Failure(f"cppcheck found nothing at all:\n{printed[-2000:]}")
    for rules, count in _documented().items():
        now = sum(found.pop(rule, 0) for rule in rules)
        if now != count:
            raise Failure(f"{now} findings of {', '.join(rules)}, and docs/Assessment.md says {count}")
    if found:
        raise Failure(f"docs/Assessment.md has no reason for the rules {', '.join(sorted(found))}")


def tests(compiler):
    yield Test("misra/digits_int8", lambda: _check(compiler), long=True)
