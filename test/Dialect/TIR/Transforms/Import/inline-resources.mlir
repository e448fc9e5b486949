// RUN: tir-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics --tir-inline-resources | FileCheck %s

// CHECK-NOT: dense_resource
// CHECK: dense<[1, 2, 3, 4]> : tensor<4xi8>
// CHECK: dense<7> : tensor<2xi32>
// CHECK: dense<[true, false, true]> : tensor<3xi1>
func.func @main() -> (tensor<4xi8>, tensor<2xi32>, tensor<3xi1>) {
  %0 = arith.constant dense_resource<bytes> : tensor<4xi8>
  %1 = "tosa.const"() <{values = dense_resource<words> : tensor<2xi32>}> : () -> tensor<2xi32>
  %2 = arith.constant dense_resource<bits> : tensor<3xi1>
  return %0, %1, %2 : tensor<4xi8>, tensor<2xi32>, tensor<3xi1>
}
{-#
  dialect_resources: {
    builtin: {
      bytes: "0x0100000001020304",
      words: "0x040000000700000007000000",
      bits: "0x01000000010001"
    }
  }
#-}

// -----

func.func @elided() -> tensor<4xi8> {
  // expected-error @below {{the data of its constant '__elided__' of type 'tensor<4xi8>' is missing or has another size; expected as many bytes as the type says: write the model again, without eliding resources}}
  %0 = arith.constant dense_resource<__elided__> : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @vectors() {
  // expected-error @below {{the data of its constant 'vectors' of type 'tensor<2xvector<2xi8>>' is missing or has another size}}
  "foreign.constant"() {value = dense_resource<vectors> : tensor<2xvector<2xi8>>} : () -> ()
  return
}
{-#
  dialect_resources: {
    builtin: {
      vectors: "0x0100000001020304"
    }
  }
#-}
