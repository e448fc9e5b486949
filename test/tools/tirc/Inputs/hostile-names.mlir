func.func @main(%a: tensor<4xi32> {ml_program.identifier = "\E2\80\AE"})
    -> (tensor<4xi32> {ml_program.identifier = "\E2\80\AEo"}) {
  %0 = tosa.bitwise_not %a : (tensor<4xi32>) -> tensor<4xi32> loc("\E2\80\AE*/int pwned,/*<b>\22")
  return %0 : tensor<4xi32>
}
