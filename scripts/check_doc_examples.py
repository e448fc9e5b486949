#!/usr/bin/env python3
"""Runs the ```mlir examples in TableGen descriptions through tir-opt.

    check_doc_examples.py [--require-ops] FILE.td...

Each example is a separate file that must parse and verify. An example in the description of a pass is run through that
pass, or with the options that follow ```mlir on the line, as in ```mlir --tir-select-entry=entry=f. An example after
the word "becomes" is the expected result of the example before it: its text must occur in the output, with … for
omitted text. Names of values and white space are ignored.

With --require-ops, every operation that a file defines must occur in an example. Prints the number of examples at the
end.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field

EXAMPLE = re.compile(r"^[ \t]*```mlir([^\n]*)\n(.*?)^[ \t]*```$", re.MULTILINE | re.DOTALL)
OPERATION = re.compile(r"^def\s+\w+\s*:\s*(TIR|Kernel)_\w*Op<\"([\w.]+)\"", re.MULTILINE)
PASS = re.compile(r"^def\s+\w+\s*:\s*(?:Interface)?Pass<\"([\w-]+)\"", re.MULTILINE)


@dataclass
class Example:
    path: pathlib.Path
    line: int
    text: str
    options: list[str]
    # (line, text) of the expected results.
    becomes: list[tuple[int, str]] = field(default_factory=list)


def examples(path):
    """Returns the examples of a file, unindented."""
    text, found, end = path.read_text(), [], 0
    for match in EXAMPLE.finditer(text):
        line = text.count("\n", 0, match.start(2)) + 1
        body = textwrap.dedent(match.group(2))
        if found and re.search(r"\bbecomes:?\s*$", text[end : match.start()]):
            found[-1].becomes.append((line, body))
        else:
            options = shlex.split(match.group(1))
            # The description belongs to the last pass whose definition began.
            begun = PASS.findall(text, 0, match.start())
            if begun and not options:
                options = [f"--{begun[-1]}"]
            found.append(Example(path, line, body, options))
        end = match.end()
    return found


def normalized(text):
    """Returns the text without the parts that the comparison ignores."""
    text = re.sub(r"%[\w#]+", "%", re.sub(r"//[^\n]*", "", text))
    return re.sub(r"\s+", " ", text).strip()


def missing_part(expected, output):
    """Returns the first part of an expected text that is missing in the output, or None."""
    rest = normalized(output)
    for part in map(str.strip, normalized(expected).split("…")):
        if part not in rest:
            return part
        rest = rest[rest.index(part) + len(part) :]
    return None


def run(example):
    """Returns tir-opt's errors in an example, with the lines of the file that contains it."""
    command = ["tir-opt", "-", *example.options]
    done = subprocess.run(command, input=example.text, capture_output=True, text=True, check=False)
    place = f"{example.path}:{example.line}"
    if done.returncode != 0:
        message = re.sub(
            r"<stdin>:(\d+):", lambda m: f"{example.path}:{example.line + int(m.group(1)) - 1}:", done.stderr
        )
        return f"{place}: this example does not run:\n{message}"
    for line, expected in example.becomes:
        part = missing_part(expected, done.stdout)
        if part is not None:
            return (f"{example.path}:{line}: {shlex.join(command)} does not make this of the example at {place}; "
                    f"not found:\n{part}\nin\n{done.stdout}")
    return None


def missing_examples(path, found):
    """Yields an error for each operation without an example."""
    text = path.read_text()
    for match in OPERATION.finditer(text):
        name = f"{match.group(1).lower()}.{match.group(2)}"
        end = text.find("\n}\n", match.start())
        last = text.count("\n", 0, end) + 1
        first = text.count("\n", 0, match.start()) + 1
        if not any(first < example.line < last and name in example.text for example in found):
            yield f"{path}:{first}: '{name}' has no ```mlir example in which it occurs; add one"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--require-ops", action="store_true")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    errors, jobs = [], []
    for path in options.files:
        found = examples(path)
        jobs += found
        if options.require_ops:
            errors += missing_examples(path, found)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        errors += [error for error in pool.map(run, jobs) if error]
    for error in errors:
        print(error, file=sys.stderr)
    print(f"{len(jobs)} examples, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
