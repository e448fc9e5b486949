// The last element counts for nothing, so that no result shows which one is read in its place.
func.func @main(%x: tensor<1x4xi32>) -> tensor<1x4xi32> {
  %factors = "tosa.const"() {values = dense<[[3, 2, 1, 0]]> : tensor<1x4xi32>} : () -> tensor<1x4xi32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %x, %factors, %shift : (tensor<1x4xi32>, tensor<1x4xi32>, tensor<1xi8>) -> tensor<1x4xi32>
  return %0 : tensor<1x4xi32>
}
