// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --pass-pipeline='builtin.module(canonicalize,cse,sccp,int-range-optimizations,remove-dead-values)' | FileCheck %s

// CHECK-LABEL: func.func private @kernel
// CHECK:         %[[ZERO:.*]] = arith.constant 0
// CHECK:         %[[CODE:.*]] = tir.opaque_code %[[ZERO]]
// CHECK:         return %[[CODE]]
func.func private @kernel(%x: i32) -> i32 {
  tir.check_return %x
  %ok = arith.constant 0 : i32
  %code = tir.opaque_code %ok
  return %code : i32
}
// CHECK-LABEL: func.func @run
// CHECK:         %[[CODE:.*]] = call @kernel
// CHECK:         return %[[CODE]]
func.func @run(%x: i32) -> i32 {
  %code = func.call @kernel(%x) : (i32) -> i32
  return %code : i32
}
