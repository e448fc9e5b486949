// Inputs and outputs with the names of things that a registry needs itself.
func.func @main(
    %a: tensor<2xi32> {tir.name = "inputs"},
    %b: tensor<2xi32> {tir.name = "tvmgen_clash_run"},
    %c: tensor<2xi32> {tir.name = "TVMAPISetLastError"},
    %d: tensor<2xi32> {tir.name = "args"},
    %e: tensor<2xi32> {tir.name = "code"},
    %f: tensor<2xi32> {tir.name = "tvmgen_clash_inputs"})
    -> (tensor<2xi32> {tir.name = "outputs"}, tensor<2xi32> {tir.name = "tvm_func_registry"}) {
  %x = tosa.add %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %y = tosa.add %c, %d : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %z = tosa.add %e, %f : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %w = tosa.add %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %w, %z : tensor<2xi32>, tensor<2xi32>
}
