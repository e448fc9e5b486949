// RUN: tir-opt --tir-convert-to-emitc --tir-coalesce-variables %s | FileCheck %s

// One accumulator for the whole nest, also through the branch.
// CHECK-LABEL: emitc.func @nest
// CHECK: %[[ACC:.*]] = "emitc.variable"
// CHECK-NEXT: assign %{{.*}} to %[[ACC]]
// CHECK-NEXT: for
// CHECK-NEXT: for
// CHECK-NOT: emitc.variable
// CHECK: if %
// CHECK-NEXT: %[[OLD:.*]] = load %[[ACC]]
// CHECK-NEXT: %[[NEW:.*]] = add %[[OLD]],
// CHECK-NEXT: assign %[[NEW]] : i32 to %[[ACC]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = load %[[ACC]]
// CHECK-NEXT: return %[[R]]
func.func @nest(%n: index, %c: i1, %init: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (i32) {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (i32) {
      %v = scf.if %c -> i32 {
        %s = arith.addi %b, %x overflow<nsw> : i32
        scf.yield %s : i32
      } else {
        scf.yield %b : i32
      }
      scf.yield %v : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}

// The outer value is used again after the inner loop has begun: this use needs the copy that is
// read before the loop.
// CHECK-LABEL: emitc.func @looked_at
// CHECK: %[[OUT:.*]] = "emitc.variable"
// CHECK: for
// CHECK: %[[OLD:.*]] = load %[[OUT]]
// CHECK: for
// CHECK: mul %{{.*}}, %[[OLD]]
func.func @looked_at(%n: index, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (i32) {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (i32) {
      %s = arith.muli %b, %a overflow<nsw> : i32
      scf.yield %s : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}

// An unused result.
// CHECK-LABEL: emitc.func @unused
// CHECK-NOT: emitc.variable
// CHECK: return
func.func @unused(%n: index, %init: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (i32) {
    scf.yield %init : i32
  }
  return
}

// An empty first branch.
// CHECK-LABEL: emitc.func @inverted
// CHECK: %[[N:.*]] = logical_not %
// CHECK: if %[[N]] {
// CHECK-NOT: else
// CHECK: return
func.func @inverted(%c: i1, %x: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  scf.if %c {
  } else {
    memref.store %v, %x[%c0] : memref<4xi32>
  }
  return
}
