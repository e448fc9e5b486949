// RUN: tir-opt %s --tir-hide-codes | FileCheck %s
// RUN: tir-opt %s --tir-hide-codes --tir-hide-codes | FileCheck %s
// Around passes of others, tir-opt does it by itself, and undoes it afterwards.
// RUN: tir-opt %s --pass-pipeline='builtin.module(sccp,int-range-optimizations,remove-dead-values,sccp)' \
// RUN:   | FileCheck %s --check-prefix=OTHERS

// CHECK-LABEL: func.func private @checked
// CHECK:         %[[ZERO:.*]] = arith.constant 0
// CHECK-NEXT:    %[[CODE:.*]] = tir.opaque_code %[[ZERO]]
// CHECK-NEXT:    return %[[CODE]]
// OTHERS-NOT:  tir.opaque_code
// OTHERS-LABEL: func.func private @checked
// OTHERS-SAME:    -> i32
func.func private @checked(%x: i32) -> i32 {
  tir.check_return %x
  %ok = arith.constant 0 : i32
  return %ok : i32
}
// CHECK-LABEL: func.func private @asserted
// CHECK:         tir.opaque_code
// OTHERS-LABEL: func.func private @asserted
// OTHERS:         tir.assert
func.func private @asserted(%x: i1) -> i32 {
  tir.assert %x, "no"
  %ok = arith.constant 0 : i32
  return %ok : i32
}
tir.prim_func private @npu(memref<4xi8>) attributes {calling_convention = #tir.calling_convention<unpacked>}
// A call that can fail returns the code of its callee.
// CHECK-LABEL: func.func private @calling
// CHECK:         tir.opaque_code
func.func private @calling(%x: memref<4xi8>) -> i32 {
  tir.call_extern @npu(%x) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
// CHECK-LABEL: func.func private @certain
// CHECK-NOT:     tir.opaque_code
// CHECK:         return
func.func private @certain(%x: i32) -> i32 {
  return %x : i32
}
// CHECK-LABEL: func.func @run
// CHECK:         %[[A:.*]] = call @checked
// CHECK-NEXT:    tir.opaque_code %[[A]]
// CHECK-NEXT:    %[[B:.*]] = call @asserted
// CHECK-NEXT:    tir.opaque_code %[[B]]
// CHECK-NEXT:    %[[C:.*]] = call @calling
// CHECK-NEXT:    tir.opaque_code %[[C]]
// CHECK-NEXT:    %[[D:.*]] = call @certain
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %[[B]], %[[C]]
// CHECK-NEXT:    arith.addi %[[SUM]], %[[D]]
// OTHERS-LABEL: func.func @run
// OTHERS:         call @checked(%{{.*}}) : (i32) -> i32
// OTHERS:         %[[B:.*]] = call @asserted
// OTHERS:         %[[C:.*]] = call @calling
// OTHERS:         arith.addi %[[B]], %[[C]]
// OTHERS-NOT:  tir.opaque_code
func.func @run(%x: i32, %y: i1, %z: memref<4xi8>) -> i32 {
  // Nobody reads this code, but the function keeps its result.
  %a = func.call @checked(%x) : (i32) -> i32
  %b = func.call @asserted(%y) : (i1) -> i32
  %c = func.call @calling(%z) : (memref<4xi8>) -> i32
  %d = func.call @certain(%x) : (i32) -> i32
  %s = arith.addi %b, %c : i32
  %t = arith.addi %s, %d : i32
  return %t : i32
}
