# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives the functions in files of a compiler, which are written by hand, the lines that they have in a report."""

import json
import pathlib
import re
import sys

report, *files = map(pathlib.Path, sys.argv[1:])
lines = {row["function"]: row["line"] for row in json.loads(report.read_text())["functions"]}
for file in files:
    text = file.read_text()
    for name, line in lines.items():
        text = re.sub(rf"(net\.c:)\d+(:\d+:{name}\b)", rf"\g<1>{line}\g<2>", text)
        text = re.sub(rf'("{name}\\n[\w./]*net\.c:)\d+', rf"\g<1>{line}", text)
    file.write_text(text)
