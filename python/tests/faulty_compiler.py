# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiler with one fault: it changes a text in the C of one function, then calls the real compiler.

As a program: faulty_compiler.py COMPILER FUNCTION OLD NEW ARGUMENTS.... FUNCTION "" means the whole file.
"""

from __future__ import annotations

import pathlib
import re
import shlex
import subprocess
import sys


def command(compiler: str, function: str, old: str, new: str) -> str:
    """Returns the faulty compiler, for `cc`. C that does not contain `old` is compiled unchanged."""
    return shlex.join([sys.executable, __file__, compiler, function, old, new])


def change(text: str, function: str, old: str, new: str) -> str:
    """Returns `text` with the first `old` in the body of `function` replaced."""
    if not function:
        return text.replace(old, new, 1)
    body = re.search(rf"^(TIR_\w+ )?static void {function}\([^;]*?\) \{{\n.*?^}}", text, re.M | re.S)
    return text.replace(body[0], body[0].replace(old, new, 1)) if body else text


def main() -> int:
    compiler, function, old, new, *arguments = sys.argv[1:]
    # The arguments between the compiler's name and its options run this program.
    for argument in arguments:
        path = pathlib.Path(argument)
        if path.name.startswith("tvmgen_") and path.suffix == ".c":
            path.write_text(change(path.read_text(), function, old, new))
    return subprocess.run([*shlex.split(compiler), *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
