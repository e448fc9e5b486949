"""Modules of Relax in TVM 0.27 whose kernels tirc compiled, and what that TVM can and cannot export: the table of
docs/TVMToday.md, a test for each row."""

import test_tvm_ffi
from models import HERE
from runner import Test
from toolchain import run

# Two dense layers with a bias, and the activation between them.
_DENSE = """
func.func @main(%x: tensor<2x8xf32>, %w: tensor<8x{units}xf32>, %b: tensor<{units}xf32>) -> tensor<2x{units}xf32> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x{units}xf32>
  %bias = linalg.broadcast ins(%b : tensor<{units}xf32>) outs(%e : tensor<2x{units}xf32>) dimensions = [0]
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x{units}xf32>)
      outs(%bias : tensor<2x{units}xf32>) -> tensor<2x{units}xf32>
  return %y : tensor<2x{units}xf32>
}}
"""
_RELU = """
func.func @main(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %y = tosa.clamp %x {min_val = 0.0 : f32, max_val = 3.4028234663852886e+38 : f32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}
"""
_MODELS = {"hidden": _DENSE.format(units=8), "relu": _RELU, "scores": _DENSE.format(units=3)}
_ROWS = ("apart", "jit", "export-llvm", "export-c", "export-tar", "export-import", "missing", "no-micro", "no-aot",
         "no-targets")


def _row(compiler, row):
    python = test_tvm_ffi.environment(compiler)
    folder = compiler.folder(f"relax/{row}")
    for name, text in _MODELS.items():
        made = test_tvm_ffi.compile_model(compiler, folder, name, text, "--emit=obj", "--target=host")
        (made / f"tvmgen_{name}.o").rename(folder / f"{name}.o")
    test_tvm_ffi.link(folder, "kernels", *(folder / f"{name}.o" for name in _MODELS))
    run(python, HERE / "loaders" / "run_relax.py", row, folder)


def tests(compiler):
    for row in _ROWS:
        yield Test(f"relax/{row}", lambda r=row: _row(compiler, r))
