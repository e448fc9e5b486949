"""Checks the table of docs/UpstreamPasses.md: upstream_passes.py TIR-OPT PAGE INCLUDE. With --write, writes it."""

import pathlib
import re
import subprocess
import sys

_INPUT = """
tir.prim_func @f(%x: memref<8xf32> {tir.effect = #tir.effect<read>}, %y: memref<8xf32> {tir.effect = #tir.effect<write>}) {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %y[%i] : memref<8xf32>
  }
  tir.return
}
"""
_PASS = re.compile(r'Pass<\s*"([^"]+)"\s*,\s*"[^"]*(?:FuncOp|FunctionOpInterface)"')
_ROW = re.compile(r"^\| `([a-z0-9-]+)` \| (\S+) \| (\S+) \|$", re.MULTILINE)


def run(tool, option):
    """Returns `yes`, `no` if the pass fails on the function, or `refused` if it must not run there."""
    done = subprocess.run([tool, "-", option], input=_INPUT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        if "tir.prim_func @f(" not in done.stdout or "tir.return" not in done.stdout or "func.return" in done.stdout:
            sys.exit(f"{option}: the function is another one:\n{done.stdout}")
        return "yes"
    if "restricted to 'func.func'" in done.stderr:
        return "refused"
    if "error:" not in done.stderr or done.returncode < 0:
        sys.exit(f"{option}: {done.returncode}\n{done.stderr}")
    return "no"


def rows(tool, names):
    for name in sorted(names):
        yield name, run(tool, f"--pass-pipeline=builtin.module(tir.prim_func({name}))"), run(
            tool, f"--tir-run-on-functions=pipeline={name}")


def declared(include):
    """Returns the passes on functions that MLIR declares, without its tests' passes."""
    text = "\n".join(file.read_text() for file in include.rglob("*.td"))
    return {name for name in _PASS.findall(text) if not name.startswith("test-")}


def main():
    tool, page, include = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    text = page.read_text()
    if sys.argv[4:] == ["--write"]:
        table = "".join(f"| `{name}` | {itself} | {inside} |\n" for name, itself, inside in rows(tool, declared(include)))
        page.write_text(text[:text.index("|---|---|---|\n")] + "|---|---|---|\n" + table)
        return
    listed = _ROW.findall(text)
    if include.is_dir() and {name for name, _, _ in listed} != declared(include):
        sys.exit(f"the rows are other passes: {({name for name, _, _ in listed}) ^ declared(include)}")
    for row, came in zip(listed, rows(tool, [name for name, _, _ in listed]), strict=True):
        if row != came:
            sys.exit(f"expected {row}, but it is {came}")
    print(f"{len(listed)} passes")


main()
