// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

tir.struct @inputs ["image", "context"]

// CHECK-LABEL: func.func @fields
// CHECK-SAME:    %[[S:.*]]: !tir.handle {tir.name = "inputs"}
// CHECK:         %{{.*}} = tir.struct_get %[[S]][@inputs, "image"] : memref<1x8x8x1xi8>
// CHECK:         %{{.*}} = tir.struct_get %[[S]][@inputs, "context"] : !tir.handle
func.func @fields(%inputs: !tir.handle {tir.name = "inputs"}) -> (memref<1x8x8x1xi8>, !tir.handle) {
  %image = tir.struct_get %inputs[@inputs, "image"] : memref<1x8x8x1xi8>
  %context = tir.struct_get %inputs[@inputs, "context"] : !tir.handle
  return %image, %context : memref<1x8x8x1xi8>, !tir.handle
}
