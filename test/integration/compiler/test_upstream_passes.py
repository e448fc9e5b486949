"""Each of upstream's passes leaves the modules of the dialect's own tests valid: whatever is a module of the dialect may
meet whatever pass. What the passes compute is looked at in test_pass_orders.py. Our passes take modules of upstream's
dialects, in which nothing has loaded ours."""

import pathlib
import re
import subprocess

from runner import Failure, Test
from toolchain import run

_MODULES = pathlib.Path(__file__).resolve().parents[2] / "Dialect" / "TIR"
_PASSES = (
    "canonicalize",
    "cse",
    "sccp",
    "inline",
    "symbol-dce",
    "remove-dead-values",
    "loop-invariant-code-motion",
    "control-flow-sink",
    "mem2reg",
    "sroa",
    "func.func(affine-scalrep)",
    # A model's function is public.
    "symbol-privatize{exclude=main}",
)
_SPLIT = "\n// -----\n"


def _is_valid(tir_opt, path):
    """Tests of errors are not, nor what only a test's own options let in."""
    return subprocess.run([tir_opt, path, "--split-input-file"], capture_output=True).returncode == 0


def _apply_passes(compiler):
    tir_opt = compiler.tirc.parent / "tir-opt"
    folder = compiler.folder("upstream-passes")
    paths = [path for path in sorted(_MODULES.glob("*.mlir")) if _is_valid(tir_opt, path)]
    modules = folder / "modules.mlir"
    modules.write_text(_SPLIT.join(path.read_text() for path in paths))
    if len(paths) < 25:
        raise Failure(f"only {len(paths)} files of valid modules were found in {_MODULES}")
    for name in _PASSES:
        run(tir_opt, modules, "--split-input-file", f"--pass-pipeline=builtin.module({name})")


def _apply_our_passes(compiler):
    """A pass or phase may refuse such a module, but not crash."""
    tir_opt = compiler.tirc.parent / "tir-opt"
    passes = sorted(set(re.findall(r"^ +(--tir-[\w-]+) +- ", run(tir_opt, "--help"), re.MULTILINE)))
    if len(passes) < 80:
        raise Failure(f"tir-opt --help names only {len(passes)} passes")
    for name in passes:
        done = subprocess.run([tir_opt, pathlib.Path(__file__).with_name("stock_modules.mlir"), "--split-input-file", name],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1) or "Stack dump" in done.stderr:
            raise Failure(f"{name} ends with code {done.returncode}:\n{done.stderr[:3000]}")


def tests(compiler):
    yield Test("upstream-passes/dialect-tests", lambda: _apply_passes(compiler))
    yield Test("upstream-passes/ours-on-stock-modules", lambda: _apply_our_passes(compiler))
