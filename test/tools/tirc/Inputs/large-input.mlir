func.func @large(%a: tensor<9000000xi8>) -> tensor<9000000xi8> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %result = tosa.negate %a, %zero, %zero : (tensor<9000000xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<9000000xi8>
  return %result : tensor<9000000xi8>
}
