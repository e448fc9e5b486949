"""The example and what the documents show are what the tools do."""

import re

import readme
from models import REPO
from runner import Failure, Test
from toolchain import run

_DIGITS = REPO / "examples" / "digits"


def _digits(compiler):
    folder = compiler.folder("examples/digits")
    printed = run("make", "--no-print-directory", "-C", _DIGITS, f"BUILD={folder}",
                  f"TIRC={compiler.tirc}")
    for wanted in ("accuracy  98.3 %", "360 of 360 outputs equal to the reference"):
        if wanted not in printed:
            raise Failure(f"expected '{wanted}' in\n{printed}")


def _digits_by_rows(compiler):
    folder = compiler.folder("examples/digits-by-rows")
    printed = run("make", "--no-print-directory", "-C", _DIGITS.parent / "digits-by-rows", f"BUILD={folder}",
                  f"TIRC={compiler.tirc}", "CFLAGS=-O1 -Werror -fsanitize=address,undefined")
    if "360 of 360 outputs equal to the reference" not in printed:
        raise Failure(f"expected other outputs than\n{printed}")


def _test_set_header(compiler):
    written = compiler.folder("examples/test-set") / "digits_test_set.h"
    run("python3", _DIGITS / "make_test_set.py", written)
    if written.read_text() != (_DIGITS / "digits_test_set.h").read_text():
        raise Failure("examples/digits/digits_test_set.h is not what make_test_set.py writes")


def _readme_samples(compiler):
    folder = compiler.folder("examples/readme")
    run("make", "-C", _DIGITS, f"BUILD={folder}", f"TIRC={compiler.tirc}", folder / "tvmgen_digits.c")
    text = readme.README.read_text()
    if readme.with_samples(text, folder) != text:
        raise Failure("README.md shows other code than tirc writes; run test/integration/packaging/readme.py FOLDER")


def _readme_figures():
    text = readme.README.read_text()
    if readme.with_table(text) != text:
        raise Failure("README.md shows other figures than benchmarks; run test/integration/packaging/readme.py FOLDER")


def _readme_options(compiler):
    """Each option of tirc is in one of the groups, and no other."""
    shown = run(compiler.tirc, "--help=all")
    options = set(re.findall(r"^  (--?[a-zA-Z-]+)", shown, re.M)) | {"--version", "--help"}
    groups = re.search(r"^## Options\n.*?(?=^The phases are)", readme.README.read_text(), re.S | re.M)[0]
    listed = set(re.findall(r"`(--?[a-zA-Z-]+?)(?:\d|=|`| )", groups))
    if options != listed:
        raise Failure(f"missing in README.md: {sorted(options - listed)}, not in tirc: {sorted(listed - options)}")


def tests(compiler):
    yield Test("examples/digits/run", lambda: _digits(compiler), fast=True)
    yield Test("examples/digits-by-rows/run", lambda: _digits_by_rows(compiler))
    yield Test("examples/digits/test-set-is-current", lambda: _test_set_header(compiler), fast=True)
    yield Test("examples/readme-samples-are-current", lambda: _readme_samples(compiler), fast=True)
    yield Test("examples/readme-figures-are-current", _readme_figures, fast=True)
    yield Test("examples/readme-options-are-current", lambda: _readme_options(compiler), fast=True)
