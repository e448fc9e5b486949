// The zero point's data is missing, on which MLIR 22.1's verifier crashes (docs/UpstreamFaults.md).
// RUN: rm -rf %t.out
// RUN: not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out
// CHECK: resource-zero-point.mlir:const#2: error: the data of its constant 'x' of type 'tensor<1xi32>' is missing or has another size; expected as many bytes as the type says: write the model again, without eliding resources
// CHECK-NOT: Stack dump
func.func @main(%a: tensor<4xi8>) -> tensor<4xi32> {
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<14> : tensor<1xi8>}> : () -> tensor<1xi8>
  %o = "tosa.const"() <{values = dense_resource<x> : tensor<1xi32>}> : () -> tensor<1xi32>
  %i = "tosa.const"() <{values = dense<78> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %i, %o {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<4xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
