// Operators of test/lib/KernelPlugin among operators of TOSA and linalg.
func.func @main(%a: tensor<2x6xi32>, %b: tensor<2x6xi32>)
    -> (tensor<2x6xi32>, tensor<2x12xi32>, tensor<2x12xi32>) {
  %sum = tosa.add %a, %b : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
  %rolled = testkernels.roll %sum {shift = 2 : i64} : tensor<2x6xi32>
  %bucket = testkernels.bucketize %rolled {boundaries = array<i32: -5, 0, 7>} : tensor<2x6xi32> -> tensor<2x6xi8>
  %wide = tosa.cast %bucket : (tensor<2x6xi8>) -> tensor<2x6xi32>

  %empty = tensor.empty() : tensor<2x6xi32>
  %square = linalg.mul ins(%a, %a : tensor<2x6xi32>, tensor<2x6xi32>) outs(%empty : tensor<2x6xi32>) -> tensor<2x6xi32>
  %stored = testkernels.interleave %square, %b : tensor<2x6xi32> -> tensor<2x12xi32>

  %both = testkernels.interleave %a, %b : tensor<2x6xi32> -> tensor<2x12xi32>
  %abs = tosa.abs %both : (tensor<2x12xi32>) -> tensor<2x12xi32>
  return %wide, %stored, %abs : tensor<2x6xi32>, tensor<2x12xi32>, tensor<2x12xi32>
}
