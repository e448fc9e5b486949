"""Networks of floats on hosts run by rows where that saves memory, although their blocks of lanes are fast."""

import array
import json
import random

from runner import Failure, Test
from toolchain import run

# A block like MobileNetV2's. Weights that are all equal are not laid out in lanes.
_BLOCK = """
func.func @main(%image: tensor<1x56x56x32xf32>) -> tensor<1x28x28x24xf32> {{
  %zero = "tosa.const"() {{values = dense<0.0> : tensor<1xf32>}} : () -> tensor<1xf32>
  %few = "tosa.const"() {{values = dense<0.25> : tensor<24xf32>}} : () -> tensor<24xf32>
  %many = "tosa.const"() {{values = dense<0.25> : tensor<96xf32>}} : () -> tensor<96xf32>
  %w0 = "tosa.const"() {{values = dense<"{}"> : tensor<96x1x1x32xf32>}} : () -> tensor<96x1x1x32xf32>
  %w1 = "tosa.const"() {{values = dense<"{}"> : tensor<3x3x96x1xf32>}} : () -> tensor<3x3x96x1xf32>
  %w2 = "tosa.const"() {{values = dense<"{}"> : tensor<24x1x1x96xf32>}} : () -> tensor<24x1x1x96xf32>
  %0 = tosa.conv2d %image, %w0, %many, %zero, %zero {{acc_type = f32, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}}
      : (tensor<1x56x56x32xf32>, tensor<96x1x1x32xf32>, tensor<96xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<1x56x56x96xf32>
  %1 = tosa.clamp %0 {{min_val = 0.0 : f32, max_val = 6.0 : f32}} : (tensor<1x56x56x96xf32>) -> tensor<1x56x56x96xf32>
  %2 = tosa.depthwise_conv2d %1, %w1, %many, %zero, %zero {{acc_type = f32, pad = array<i64: 0, 1, 0, 1>,
      stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>}}
      : (tensor<1x56x56x96xf32>, tensor<3x3x96x1xf32>, tensor<96xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<1x28x28x96xf32>
  %3 = tosa.clamp %2 {{min_val = 0.0 : f32, max_val = 6.0 : f32}} : (tensor<1x28x28x96xf32>) -> tensor<1x28x28x96xf32>
  %4 = tosa.conv2d %3, %w2, %few, %zero, %zero {{acc_type = f32, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}}
      : (tensor<1x28x28x96xf32>, tensor<24x1x1x96xf32>, tensor<24xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<1x28x28x24xf32>
  return %4 : tensor<1x28x28x24xf32>
}}
"""


def _check(compiler):
    folder = compiler.folder("networks/lane-rows")
    draw = random.Random(5)
    weights = [array.array("f", [draw.uniform(-1, 1) for _ in range(count)]) for count in (96 * 32, 9 * 96, 24 * 96)]
    model = folder / "model.mlir"
    model.write_text(_BLOCK.format(*(f"0x{values.tobytes().hex()}" for values in weights)))

    def workspace(rows):
        out = folder / rows
        run(compiler.tirc, model, "-o", out, "--quiet", "--model-name=m", "--target-cpu=x86-64-v3",
            "--target-triple=x86_64-linux-gnu", f"--rows={rows}")
        if "tir_dot_lanes" not in (out / "tvmgen_m.c").read_text():
            raise Failure("no kernel computes in lanes")
        return json.loads((out / "tvmgen_m.report.json").read_text())["totals"]["workspace_bytes"]

    chosen, least, whole = workspace("auto"), workspace("min-ram"), workspace("off")
    if not least <= chosen < whole / 2:
        raise Failure(f"the workspace takes {chosen} bytes, {least} with --rows=min-ram and {whole} with --rows=off")


def tests(compiler):
    yield Test("networks/lane-rows", lambda: _check(compiler))
