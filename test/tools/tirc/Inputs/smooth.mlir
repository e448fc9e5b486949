tosa.variable @count = dense<0> : tensor<1xi32>
tosa.variable @last = dense<[0.5, 0.25]> : tensor<2xf32>

func.func @main(%sample: tensor<1xf32> {tir.name = "sample"})
    -> (tensor<1xi32> {tir.name = "number"}, tensor<1xf32> {tir.name = "sum"}) {
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %count = tosa.variable_read @count : tensor<1xi32>
  %number = tosa.add %count, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  tosa.variable_write @count, %number : tensor<1xi32>

  %last = tosa.variable_read @last : tensor<2xf32>
  %all = tosa.concat %last, %sample {axis = 0 : i32} : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %start = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %size = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %next = tosa.slice %all, %start, %size : (tensor<3xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  tosa.variable_write @last, %next : tensor<2xf32>
  %sum = tosa.reduce_sum %all {axis = 0 : i32} : (tensor<3xf32>) -> tensor<1xf32>
  return %number, %sum : tensor<1xi32>, tensor<1xf32>
}
