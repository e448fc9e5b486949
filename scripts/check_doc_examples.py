#!/usr/bin/env python3
"""Runs the ```mlir examples in TableGen descriptions through tir-opt.

    check_doc_examples.py [--require-ops] FILE.td...

An example is a file of its own: it must parse and verify. With --require-ops every operation that
a file defines must have an example in which it occurs. Ends with the number of examples.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import textwrap

EXAMPLE = re.compile(r"^[ \t]*```mlir\n(.*?)^[ \t]*```$", re.MULTILINE | re.DOTALL)
DEFINITION = re.compile(r"^def\s+\w+\s*:\s*TIR_Op<\"([\w.]+)\"", re.MULTILINE)


def examples(path):
    """Yields (line, text) of each example, unindented."""
    text = path.read_text()
    for match in EXAMPLE.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, textwrap.dedent(match.group(1))


def run(path, line, text):
    """Returns what tir-opt has against an example, with the lines of the file it stands in."""
    done = subprocess.run(
        ["tir-opt", "-", "-o", "/dev/null"], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return None
    message = re.sub(
        r"<stdin>:(\d+):", lambda m: f"{path}:{line + int(m.group(1)) - 1}:", done.stderr
    )
    return f"{path}:{line}: this example does not run:\n{message}"


def missing_examples(path, found):
    """Yields what to say of each operation without an example."""
    text = path.read_text()
    for match in DEFINITION.finditer(text):
        name = "tir." + match.group(1)
        end = text.find("\n}\n", match.start())
        last = text.count("\n", 0, end) + 1
        first = text.count("\n", 0, match.start()) + 1
        if not any(first < line < last and name in example for line, example in found):
            yield f"{path}:{first}: '{name}' has no ```mlir example in which it occurs; add one"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--require-ops", action="store_true")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    errors, jobs = [], []
    for path in options.files:
        found = list(examples(path))
        jobs += [(path, line, text) for line, text in found]
        if options.require_ops:
            errors += missing_examples(path, found)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        errors += [error for error in pool.map(lambda job: run(*job), jobs) if error]
    for error in errors:
        print(error, file=sys.stderr)
    print(f"{len(jobs)} examples, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
