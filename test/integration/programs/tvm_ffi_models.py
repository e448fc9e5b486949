"""The models of programs/test_tvm_ffi.py."""


def calls(function):
    """A model that is one call of a function that tvm-ffi finds."""
    return f"""
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %e = tensor.empty() : tensor<4xf32>
  %y = tir.call_packed "{function}"(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}}
"""


SCALE = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = tir.call_packed "app.scale"(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %z = tosa.clamp %y {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
"""

CLIP = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tosa.clamp %x {min_val = -1.0 : f32, max_val = 2.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""

# Passes a value of each type, and gets some.
VALUES = """
func.func @main(%x: memref<4xf32> {tir.name = "x"}, %y: memref<4xf32> {tir.name = "y"}) {
  %n = arith.constant -7 : i64
  %f = arith.constant 0.5 : f32
  %yes = arith.constant true
  %text = tir.string_constant "text"
  %i = tir.call_packed "app.values"(%n, %f, %yes, %text) : (i64, f32, i1, !tir.string) -> i64
  %g = tir.call_packed "app.float"(%i) : (i64) -> f64
  tir.call_packed "app.take"(%g, %x, %y) : (f64, memref<4xf32>, memref<4xf32>) -> ()
  return
}
"""

COUNT = """
tosa.variable @count = dense<5> : tensor<1xi32>
func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
  %old = tosa.variable_read @count : tensor<1xi32>
  %new = tosa.add %old, %x : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  tosa.variable_write @count, %new : tensor<1xi32>
  return %new : tensor<1xi32>
}
"""
