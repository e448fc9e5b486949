// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

tir.struct @outputs ["scores", "context"]

// CHECK-LABEL: func.func @fields
// CHECK-SAME:    %[[S:.*]]: !tir.handle, %[[Y:.*]]: memref<10xi8>, %[[H:.*]]: !tir.handle)
// CHECK:         tir.struct_set %[[S]][@outputs, "scores"] = %[[Y]] : memref<10xi8>
// CHECK:         tir.struct_set %[[S]][@outputs, "context"] = %[[H]] : !tir.handle
// CHECK:         %[[C:.*]] = tir.struct_get %[[S]][@outputs, "context"] : !tir.device_context<"npu">
// CHECK:         tir.struct_set %[[S]][@outputs, "context"] = %[[C]] : !tir.device_context<"npu">
func.func @fields(%outputs: !tir.handle, %y: memref<10xi8>, %h: !tir.handle) {
  tir.struct_set %outputs[@outputs, "scores"] = %y : memref<10xi8>
  tir.struct_set %outputs[@outputs, "context"] = %h : !tir.handle
  %c = tir.struct_get %outputs[@outputs, "context"] : !tir.device_context<"npu">
  tir.struct_set %outputs[@outputs, "context"] = %c : !tir.device_context<"npu">
  return
}
