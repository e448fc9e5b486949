// Positions of two parts: the first of a pair is at most 1, the second at most 29.
func.func @main(%table: tensor<1x60x1xf32>, %x: tensor<6x1xf32>) -> (tensor<1x6x1xf32>, tensor<6x2xi32>) {
  %quarter = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %rows = "tosa.const"() <{values = dense<[[0], [0], [0], [1], [1], [1]]> : tensor<6x1xi32>}> : () -> tensor<6x1xi32>
  %far = "tosa.const"() <{values = dense<[[0], [10], [29], [3], [9], [28]]> : tensor<6x1xi32>}> : () -> tensor<6x1xi32>
  %near = "tosa.const"() <{values = dense<[[5], [4], [3], [2], [1], [0]]> : tensor<6x1xi32>}> : () -> tensor<6x1xi32>
  %steps = "tosa.const"() <{values = dense<[[30, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape = tosa.const_shape {values = dense<[1, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %is_far = tosa.greater %x, %quarter : (tensor<6x1xf32>, tensor<1x1xf32>) -> tensor<6x1xi1>
  %columns = tosa.select %is_far, %far, %near : (tensor<6x1xi1>, tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x1xi32>
  %pairs = tosa.concat %rows, %columns {axis = 1 : i32} : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
  %parts = tosa.mul %pairs, %steps, %none : (tensor<6x2xi32>, tensor<1x2xi32>, tensor<1xi8>) -> tensor<6x2xi32>
  %sums = tosa.reduce_sum %parts {axis = 1 : i32} : (tensor<6x2xi32>) -> tensor<6x1xi32>
  %positions = tosa.reshape %sums, %shape : (tensor<6x1xi32>, !tosa.shape<2>) -> tensor<1x6xi32>
  %0 = tosa.gather %table, %positions : (tensor<1x60x1xf32>, tensor<1x6xi32>) -> tensor<1x6x1xf32>
  return %0, %pairs : tensor<1x6x1xf32>, tensor<6x2xi32>
}
