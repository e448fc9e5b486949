#!/usr/bin/env python3
"""The samples of generated code and the table of figures in README.md: `readme.py FOLDER` writes them anew, from the
digits model's files and from `benchmarks`.

test_examples.py checks that they are current.
"""

import json
import pathlib
import re
import sys

_REPO = pathlib.Path(__file__).resolve().parents[3]
README = _REPO / "README.md"
sys.path.append(str(_REPO / "benchmarks"))
from harness import peers  # noqa: E402

# The networks of MLPerf Tiny, with the bytes of their inputs and outputs, which tirc's RAM in benchmarks does not include.
_NETWORKS = {"ad01_int8": 640 + 640, "kws_int8": 490 + 12, "ic_int8": 32 * 32 * 3 + 10, "vww_int8": 96 * 96 * 3 + 2}
# The rows of the others: whose instructions, and whose bytes.
_PEERS = {
    "CMSIS-NN 7.0": ("CMSIS-NN 7.0 by hand, best flags", "CMSIS-NN 7.0 by hand, gcc -O2"),
    "TFLite Micro": ("TFLite Micro with CMSIS-NN", "TFLite Micro, reference kernels"),
    "TVM 0.14": ("TVM 0.14 AOT, best schedule, gcc -O2",) * 2,
}


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


def _measured():
    """Returns tirc's figures in the form of the others."""
    rows = json.loads((_REPO / "benchmarks" / "results.json").read_text())["rows"]
    counts = {row["model"]: row["counts"] for row in rows
              if (row["target"], row["back_end"], row["schedule"]) == ("cortex-m4", "gcc-O2", "auto")}
    return {name: peers.Figures(instructions=counts[name]["instructions"] / 1e6, code=counts[name]["code_bytes"],
                                ram=counts[name]["ram_bytes"] + outside, constants=counts[name]["constants_bytes"])
            for name, outside in _NETWORKS.items()}


def table():
    """The figures of tirc beside the others' figures, by network."""
    projects = {"**tirc**": [_measured()] * 2,
                **{name: [peers.CORTEX_M4[key] for key in keys] for name, keys in _PEERS.items()}}
    quantities = {
        "million instructions": lambda speed, memory: speed.instructions and f"{speed.instructions:#.3g}",
        "RAM, bytes": lambda speed, memory: memory.ram and f"{memory.ram:,}",
        "flash, bytes": lambda speed, memory: memory.code and f"{memory.code + memory.constants:,}",
    }
    lines = [f"| | | {' | '.join(name.removesuffix('_int8') for name in _NETWORKS)} |", "|---|---|" + "--:|" * len(_NETWORKS)]
    for quantity, text in quantities.items():
        for project, (speeds, memories) in projects.items():
            cells = [text(speeds[name], memories[name]) for name in _NETWORKS]
            if any(cells):
                lines.append(f"| {quantity} | {project} | {' | '.join(cell or '' for cell in cells)} |")
    return "\n".join(lines) + "\n"


def with_table(readme):
    readme, count = re.subn(r"^\| \| \| ad01 .*?\n(?=\n)", lambda _: table(), readme, flags=re.S | re.M)
    if count != 1:
        raise ValueError(f"README.md has {count} tables of figures, expected one")
    return readme


if __name__ == "__main__":
    README.write_text(with_table(with_samples(README.read_text(), pathlib.Path(sys.argv[1]))))
