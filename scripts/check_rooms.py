#!/usr/bin/env python3
"""Checks that the includes of the C++ sources follow the allowed edges between rooms.

A room is a folder of lib, together with the folder of include/tir that mirrors it (include/tir-c belongs to CAPI). Each
room may include its own headers and those of the rooms that the table below allows. An entry of the table may name only
rooms that come before it, so that there is no cycle. An include that is not allowed is an error, and so is an edge of
the table that is not used.

    scripts/check_rooms.py [FOLDER]     checks the checkout at FOLDER (default: this one)
"""

import argparse
import pathlib
import re
import sys

REPO = pathlib.Path(__file__).resolve().parents[1]

# Each room, and the rooms whose headers it may include, from the bottom to the top.
ROOMS = {
    "ABI": [],
    "Plan": [],
    "Support": [],
    "TargetInfo": [],
    "Dialect/TIR/IR": ["ABI"],
    "Dialect/TIR/Analysis": ["ABI", "Dialect/TIR/IR", "Plan", "Support"],
    "Dialect/TIR/Transforms/Import": ["ABI", "Dialect/TIR/Analysis", "Dialect/TIR/IR"],
    "Dialect/TIR/Transforms/Kernels": ["ABI", "Dialect/TIR/Analysis", "Dialect/TIR/IR", "Support"],
    "Dialect/TIR/Transforms/Memory": ["ABI", "Dialect/TIR/Analysis", "Dialect/TIR/IR", "Plan", "Support"],
    "Dialect/TIR/Transforms/Conventions": ["ABI", "Dialect/TIR/Analysis", "Dialect/TIR/IR"],
    "Schedules": ["Dialect/TIR/Analysis", "Dialect/TIR/IR", "Dialect/TIR/Transforms/Kernels", "Plan", "Support",
                  "TargetInfo"],
    "Conversion": ["Dialect/TIR/IR"],
    "Conversion/EmitCCommon": ["ABI"],
    "Conversion/ArithToEmitC": ["Conversion/EmitCCommon"],
    "Conversion/MathToEmitC": ["Conversion/EmitCCommon"],
    "Conversion/MemRefToEmitC": ["Conversion", "Conversion/EmitCCommon", "Dialect/TIR/IR"],
    "Conversion/SCFToEmitC": ["Conversion/EmitCCommon"],
    "Conversion/TIRCommon": ["ABI", "Conversion", "Dialect/TIR/IR"],
    "Conversion/TIRToEmitC": [
        "ABI", "Conversion", "Conversion/ArithToEmitC", "Conversion/EmitCCommon", "Conversion/MathToEmitC",
        "Conversion/MemRefToEmitC", "Conversion/SCFToEmitC", "Conversion/TIRCommon", "Dialect/TIR/IR", "Support",
    ],
    "Conversion/TIRToLLVM": ["ABI", "Conversion", "Conversion/TIRCommon", "Dialect/TIR/IR", "TargetInfo"],
    "Conversion/TOSAToLinalg": ["Conversion", "Dialect/TIR/IR", "Support"],
    "Pipelines": [
        "Conversion", "Dialect/TIR/IR", "Dialect/TIR/Transforms/Conventions", "Dialect/TIR/Transforms/Import",
        "Dialect/TIR/Transforms/Kernels", "Dialect/TIR/Transforms/Memory", "Schedules",
    ],
    "Target": ["Dialect/TIR/IR"],
    "Target/Stack": ["Support"],
    "Target/C": ["ABI", "Conversion/EmitCCommon", "Dialect/TIR/IR", "Support", "Target"],
    "Target/LLVM": ["ABI", "Dialect/TIR/IR", "Target", "Target/Stack", "TargetInfo"],
    "Target/ModelLibraryFormat": ["ABI", "Dialect/TIR/IR", "Support", "Target", "TargetInfo"],
    "Target/Report": ["ABI", "Dialect/TIR/IR", "Support", "Target", "Target/Stack"],
    "Execution": [],
    "Compiler": [
        "ABI", "Conversion", "Conversion/TIRToEmitC", "Conversion/TIRToLLVM", "Dialect/TIR/IR",
        "Dialect/TIR/Transforms/Conventions", "Dialect/TIR/Transforms/Import", "Dialect/TIR/Transforms/Kernels",
        "Dialect/TIR/Transforms/Memory", "Pipelines", "Schedules", "Support", "Target", "Target/C", "Target/LLVM",
        "Target/ModelLibraryFormat", "Target/Report", "Target/Stack", "TargetInfo",
    ],
    "Driver": [
        "ABI", "Compiler", "Dialect/TIR/IR", "Dialect/TIR/Transforms/Import", "Pipelines", "Support", "Target",
        "Target/C", "Target/LLVM", "Target/ModelLibraryFormat", "Target/Report", "Target/Stack", "TargetInfo",
    ],
    "CAPI": ["Compiler", "Dialect/TIR/IR", "Driver", "Execution", "Pipelines"],
    "Plugin": ["Compiler", "Dialect/TIR/IR"],
}

# Headers that a room's .td files share with the rooms below their folder.
_SHARED = {"Dialect/TIR/Transforms": "Dialect/TIR/Transforms/"}
_INCLUDE = re.compile(r'^\s*#?\s*include "(tir(?:-c)?/[^"]+)"', re.M)


def room_of(path):
    """Returns the room of a file, by its path in the checkout."""
    folder = path.parent.as_posix()
    for top in ("include/tir-c", "include/tir", "lib"):
        if folder == top or folder.startswith(f"{top}/"):
            return "CAPI" if top == "include/tir-c" else folder[len(top) + 1 :]
    return folder


def includes(root):
    """Yields (file, line, room of the file, header, room of the header) for each include of our headers."""
    files = (file for top in ("include", "lib") for file in sorted((root / top).rglob("*")))
    for file in files:
        if file.suffix not in (".h", ".cpp", ".td"):
            continue
        text = file.read_text()
        for match in _INCLUDE.finditer(text):
            path = file.relative_to(root)
            header = match.group(1)
            yield path, text.count("\n", 0, match.start(1)) + 1, room_of(path), header, room_of("include" / pathlib.Path(header))


def check(root):
    """Returns the mistakes, one line each."""
    mistakes, used = [], set()
    order = list(ROOMS)
    for room, allowed in ROOMS.items():
        mistakes += [f"scripts/check_rooms.py: '{room}' may include '{below}', which does not come before it"
                     for below in allowed if order.index(below) >= order.index(room)]
    for path, line, room, header, target in includes(root):
        if room == target or (target in _SHARED and room.startswith(_SHARED[target])):
            continue
        if room not in ROOMS:
            mistakes.append(f"{path}:{line}: the room '{room}' is not in scripts/check_rooms.py; add it with the rooms "
                            "that it may include")
        elif target not in ROOMS[room]:
            mistakes.append(f"{path}:{line}: '{room}' includes {header} of '{target}'; it may include "
                            f"{', '.join(ROOMS[room]) or 'no other room'}: move the shared part further down, or pass "
                            "it in from above")
        used.add((room, target))
    mistakes += [f"scripts/check_rooms.py: '{room}' does not include '{below}' anywhere; take it off the list"
                 for room, allowed in ROOMS.items() for below in allowed if (room, below) not in used]
    return mistakes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=REPO, help="the checkout (default: this one)")
    mistakes = check(parser.parse_args().folder)
    print("\n".join(mistakes) or f"{len(ROOMS)} rooms include only what they may")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
