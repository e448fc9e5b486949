#!/usr/bin/env python3
"""Runs the commands in a page of documentation, in the current folder, and compares their output.

    run_tutorial.py FILE.md

Processes the blocks of code in the order of the page. A block after a paragraph that names a file and ends in a colon
(This is `x.mlir`:) is written to that file. A block of sh is run and must succeed. A block after a paragraph that ends
in "prints:" must occur in the output of the commands before it, with … for omitted text. Other blocks are an error, so
that every block is tested. Prints the number of commands and comparisons at the end.
"""

import pathlib
import re
import subprocess
import sys

from check_doc_examples import missing_part

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w.-]+\.\w+)`[^`]*:$")


def main():
    path = pathlib.Path(sys.argv[1])
    page = path.read_text()
    printed, end, counts = "", 0, {"files": 0, "commands": 0, "comparisons": 0}
    for block in BLOCK.finditer(page):
        language, text = block.groups()
        place = f"{path}:{page.count(chr(10), 0, block.start()) + 1}"
        # The last paragraph before the block.
        said = re.sub(r"\s+", " ", page[end : block.start()].strip().split("\n\n")[-1])
        end = block.end()
        if language == "sh":
            done = subprocess.run(["bash", "-euc", text], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"{place}: these commands fail with {done.returncode}:\n{text}{done.stdout}{done.stderr}")
            printed = done.stdout
            counts["commands"] += 1
        elif said.endswith("prints:"):
            part = missing_part(text, printed)
            if part is not None:
                sys.exit(f"{place}: the commands before do not print this:\n{part}\nbut\n{printed}")
            counts["comparisons"] += 1
        elif name := FILE.search(said):
            pathlib.Path(name.group(1)).write_text(text)
            counts["files"] += 1
        else:
            sys.exit(f"{place}: this block is neither run nor compared; say 'This is `FILE`:' or 'It prints:' before it")
    print(", ".join(f"{number} {what}" for what, number in counts.items()))


if __name__ == "__main__":
    main()
