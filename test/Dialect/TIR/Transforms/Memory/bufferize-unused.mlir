// RUN: tir-opt %s --tir-bufferize | FileCheck %s

// A destination that is never written is erased.

// CHECK-LABEL: tir.prim_func @main
// CHECK-NEXT: tir.return
tir.prim_func @main(%x: memref<4xi8>) {
  %unused = tensor.empty() : tensor<4xi8>
  tir.return
}
