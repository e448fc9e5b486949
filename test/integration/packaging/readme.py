#!/usr/bin/env python3
"""The samples of generated code in README.md: `readme.py FOLDER` writes them anew from the digits model's files.

test_examples.py checks that they are current.
"""

import pathlib
import re
import sys

README = pathlib.Path(__file__).resolve().parents[3] / "README.md"


def _between(text, pattern):
    match = re.search(pattern, text, re.S | re.M)
    if not match:
        raise ValueError(f"nothing in the generated code looks like {pattern}")
    return match[0]


def samples(folder):
    """What README.md is to show, by file name."""
    header = (folder / "tvmgen_digits.h").read_text()
    source = (folder / "tvmgen_digits.c").read_text()
    return {
        # The macros of inputs and outputs, the structs and the entry with its comment.
        "tvmgen_digits.h": _between(header, r"^/\* Input a.*?^int32_t tvmgen_digits_run\([^;]*;\n"),
        # The smallest convolution, which is the fully connected layer.
        "tvmgen_digits.c": _between(source, r"^/\* conv2d#3 of(?:(?!^/\*).)*?^\}\n"),
    }


def with_samples(readme, folder):
    for name, sample in samples(folder).items():
        readme, count = re.subn(
            rf"(From `{re.escape(name)}`:\n\n```c\n).*?```",
            lambda match, text=sample: f"{match[1]}{text}```",
            readme,
            flags=re.S,
        )
        if count != 1:
            raise ValueError(f"README.md has {count} samples of {name}, expected one")
    return readme


if __name__ == "__main__":
    README.write_text(with_samples(README.read_text(), pathlib.Path(sys.argv[1])))
