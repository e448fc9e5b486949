// RUN: tir-opt %s --tir-adopt-buffers | FileCheck %s --check-prefix=BOTH
// RUN: tir-opt %s --tir-adopt-buffers=entry=second | FileCheck %s --check-prefix=ONE

// Functions that say which model they are become main functions together, and may call the same function. If one is
// chosen, the others are removed.

// BOTH:         tir.prim_func private @helper(
// BOTH-LABEL:   tir.prim_func @first(
// BOTH-SAME:      attributes {tir.model = #tir.model<name = "first">}
// BOTH-NEXT:      %[[T:.*]] = memref.alloc() : memref<4xi32>
// BOTH-NEXT:      tir.call_tir @add(%{{.*}}, %[[T]])
// BOTH-NEXT:      tir.call_tir @helper(
// BOTH-LABEL:   tir.prim_func @second(
// BOTH-SAME:      attributes {tir.model = #tir.model<name = "second">}
// BOTH-NEXT:      tir.call_tir @helper(
// BOTH-NEXT:      tir.call_tir @mul(

// ONE-NOT:      @first
// ONE:          tir.prim_func @second(
// ONE-SAME:       attributes {tir.model = #tir.model<name = "second">}

func.func private @helper(%x: memref<4xi32>, %y: memref<4xi32>) {
  linalg.sub ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%y : memref<4xi32>)
  return
}
func.func @first(%x: memref<4xi32>, %y: memref<4xi32>) attributes {tir.model = #tir.model<name = "first">} {
  %t = memref.alloca() : memref<4xi32>
  linalg.add ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%t : memref<4xi32>)
  func.call @helper(%t, %y) : (memref<4xi32>, memref<4xi32>) -> ()
  return
}
func.func @second(%x: memref<4xi32>, %y: memref<4xi32>, %z: memref<4xi32>) attributes {tir.model = #tir.model<name = "second">} {
  func.call @helper(%x, %y) : (memref<4xi32>, memref<4xi32>) -> ()
  linalg.mul ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%z : memref<4xi32>)
  return
}
