#!/usr/bin/env python3
"""Checks that the files that pages of documentation name exist.

    check_paths.py FILE.md...

A name is a text in backquotes that looks like the path of a file in this repository: it begins with one of its folders
and has an extension. Prints the number of names at the end.
"""

import pathlib
import re
import sys

REPO = pathlib.Path(__file__).resolve().parent.parent
PATH = re.compile(r"`((?:test|unittests|lib|include|docs|scripts|tools|examples|benchmarks|runtime|python|cmake)/[\w./-]+\.\w+)`")


def main():
    names, missing = 0, 0
    for page in map(pathlib.Path, sys.argv[1:]):
        for number, line in enumerate(page.read_text().splitlines(), 1):
            for path in PATH.findall(line):
                names += 1
                if not (REPO / path).is_file():
                    missing += 1
                    print(f"{page}:{number}: there is no file {path}")
    print(f"{names} files named, {missing} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
