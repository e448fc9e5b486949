"""Runs an ELF in QEMU, and counts each instruction in each call, between the entry of a function and its return."""

import os
import pathlib
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

import disassembly
from cycle_model import Count

_PLUGIN = pathlib.Path(__file__).with_name("m4_plugin.c")
QEMU = os.environ.get("QEMU", "qemu-system-arm")
ICOUNT = ("-icount", "shift=0")


class Problem(Exception):
    """Why nothing was counted."""


@dataclass
class Node:
    """All calls from one place in the code, whose caller is in one node. The first node is the window itself."""

    number: int
    parent: int
    function: str
    calls: int
    counts: dict = field(default_factory=dict)


@dataclass
class Counts:
    # Callers precede what they call, and calls of the same caller are in the order of their first execution.
    nodes: list
    # Complete windows; all figures are sums over them.
    windows: int
    printed: str
    seconds: float

    def total(self):
        """Returns {address: Count} of all nodes."""
        total = {}
        for node in self.nodes:
            for address, count in node.counts.items():
                total.setdefault(address, Count()).add(count)
        return total


def _build_plugin(folder):
    found = re.search(r"version (\d+)", _output(QEMU, "--version"))
    api = 1 if found and int(found[1]) < 9 else 2
    plugin = folder / "plugin.so"
    compiled = subprocess.run(
        [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", f"-DAPI={api}", "-o", plugin, _PLUGIN],
        capture_output=True, text=True, check=False)
    if compiled.returncode:
        raise Problem("the host compiler failed: " + compiled.stderr[:500])
    return plugin


def _output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError as error:
        raise Problem(f"no such program: {error.filename}") from error


def _find(elf, name):
    address = disassembly.find_function(elf, name)
    if address is None:
        raise Problem(f"no function {name} in {elf} (inlined? compile the harness so that it stays a call, or use "
                      "--from/--to)")
    return address


def _read(text, code):
    """Returns the nodes, the number of complete windows, and whether one is open."""
    nodes, windows, is_open = {}, 0, False
    for line in text.splitlines():
        kind, *words = line.split()
        if kind == "windows":
            windows, is_open = int(words[0]), words[1] != "0"
        elif kind == "node":
            number, parent, calls, entry = int(words[0]), int(words[1]), int(words[3]), int(words[2], 16)
            function = code[entry].function if entry in code else "?"
            nodes[number] = Node(number, parent, function, calls)
        else:
            nodes[int(words[0])].counts[int(words[1], 16)] = Count(*map(int, words[2:]))
    return list(nodes.values()), windows, is_open


def count(elf, code, first, last, windows=1, skip=0, timeout=600, qemu_options=ICOUNT):
    """Counts `windows` windows (0: all) from the entry of the function `first` to the return of `last`, after leaving
    out `skip`. `code` comes from disassembly.disassemble(elf)."""
    with tempfile.TemporaryDirectory(prefix="m4-cycles-") as work:
        folder = pathlib.Path(work)
        plugin, result = _build_plugin(folder), folder / "counts"
        begin, end = _find(elf, first), _find(elf, last)
        jumps = "\n".join(f"{address:x} {kind}" for address, kind in disassembly.jumps(code))
        (folder / "input").write_text(f"{begin:x} {end:x} {windows} {skip} {result}\n{jumps}")
        start = time.monotonic()
        try:
            done = subprocess.run(
                [QEMU, "-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial", "none",
                 "-semihosting-config", "enable=on,target=native", *qemu_options, "-plugin", plugin, "-kernel", elf],
                stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=timeout,
                env={**os.environ, "M4_CYCLES_IN": str(folder / "input")}, check=False)
        except subprocess.TimeoutExpired as error:
            raise Problem(f"QEMU did not finish within {timeout:.0f} s") from error
        seconds = time.monotonic() - start
        printed = done.stdout + done.stderr
        if not result.exists():
            raise Problem("QEMU wrote no counts (built without plugins?): " + printed[:300])
        nodes, complete, is_open = _read(result.read_text(), code)
    if complete < 1 or is_open:
        raise Problem(f"{complete} complete windows" + (", one left open (the return was not seen)" if is_open else ""))
    nodes[0].function = first
    return Counts(nodes, complete, printed, seconds)
