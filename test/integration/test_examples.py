"""The example and what the documents show are what the tools do."""

import re

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


def _test_set_header(compiler):
    written = compiler.folder("examples/test-set") / "digits_test_set.h"
    run("python3", _DIGITS / "make_test_set.py", written)
    if written.read_text() != (_DIGITS / "digits_test_set.h").read_text():
        raise Failure("examples/digits/digits_test_set.h is not what make_test_set.py writes")


def _readme_samples(compiler):
    """Each excerpt in README.md, taken from a file it names, stands in that file word for word."""
    folder = compiler.folder("examples/readme")
    run("make", "-C", _DIGITS, f"BUILD={folder}", f"TIRC={compiler.tirc}", folder / "tvmgen_digits.c")
    readme = (REPO / "README.md").read_text()
    samples = re.findall(r"From `(tvmgen_digits\.[ch])`:\n\n```c\n(.*?)```", readme, re.S)
    if {name for name, _ in samples} != {"tvmgen_digits.c", "tvmgen_digits.h"}:
        raise Failure("README.md shows no sample of the C and of the header")
    for name, sample in samples:
        text = (folder / name).read_text()
        for piece in sample.split("/* ... */\n"):
            if piece.strip("\n") not in text:
                raise Failure(f"README.md shows what {name} does not hold:\n{piece}")


def tests(compiler):
    yield Test("examples/digits/run", lambda: _digits(compiler))
    yield Test("examples/digits/test-set-is-current", lambda: _test_set_header(compiler))
    yield Test("examples/readme-samples-are-current", lambda: _readme_samples(compiler))
