#!/usr/bin/env python3
"""Finds options of tirc that no code reads, or that README.md does not name.

    check_options.py [OPTIONS.td]    include/tir/Compiler/Options.td, or this file instead

Prints each of them, and their number at the end.
"""

import argparse
import pathlib
import re
import sys

import reference


def gaps(options):
    code = "\n".join(path.read_text() for folder in ("lib", "tools") for path in (reference.REPO / folder).rglob("*.cpp"))
    page = (reference.REPO / "README.md").read_text()
    for option in reference.command_options(reference.Records([options])):
        name = option["Name"].rstrip("=")
        if not re.search(rf"\bOPT_{name.replace('-', '_')}\b", code):
            yield f"no code reads --{name}; read it in lib/Compiler/OptionParser.cpp, or in lib/Driver"
        if len(name) > 1 and not re.search(rf"--{name}(?![\w-])", page):
            yield f"README.md does not name --{name}; add it to the options of its topic"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("options", nargs="?", type=pathlib.Path, default=reference.OPTIONS)
    found = list(gaps(parser.parse_args().options))
    print(*found, f"{len(found)} gaps", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
