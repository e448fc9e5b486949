// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @call
func.func @call(%f: !tir.handle, %v: !tir.values, %c: !tir.type_codes) -> i32 {
  // CHECK: %[[RV:.*]], %[[RC:.*]] = tir.packed_stack 1
  %rv, %rc = tir.packed_stack 1
  // CHECK: tir.call_function %{{.*}}(%{{.*}}, %{{.*}}, 3) -> (%[[RV]], %[[RC]])
  %code = tir.call_function %f(%v, %c, 3) -> (%rv, %rc)
  return %code : i32
}

// No arguments at all.
// CHECK-LABEL: func.func @none
func.func @none(%f: !tir.handle) -> i32 {
  %v = tir.null : !tir.values
  %c = tir.null : !tir.type_codes
  // CHECK: tir.call_function %{{.*}}(%{{.*}}, %{{.*}}, 0) -> (%{{.*}}, %{{.*}})
  %code = tir.call_function %f(%v, %c, 0) -> (%v, %c)
  return %code : i32
}
