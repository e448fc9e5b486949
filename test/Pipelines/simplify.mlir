// RUN: tir-opt %s --tir-simplify | FileCheck %s

// The attribute that distinguishes branches is removed.
// CHECK-NOT: tir.note

// CHECK-LABEL: func.func @branches(
// CHECK-SAME: %[[ON:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK: %[[X:.*]] = scf.if %[[ON]]
// CHECK:   arith.addi %[[A]], %[[B]]
// CHECK: %[[Z:.*]] = scf.if %[[ON]]
// CHECK:   arith.addi %[[A]], %[[A]]
// CHECK: %[[W:.*]] = scf.if %[[ON]]
// CHECK:   arith.muli %[[A]], %[[B]]
// CHECK-NOT: scf.if
// CHECK: return %[[X]], %[[X]], %[[Z]], %[[W]]
func.func private @step()

func.func @branches(%on: i1, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %x = scf.if %on -> i32 {
    %made = arith.addi %a, %b : i32
    scf.yield %made : i32
  } else {
    scf.yield %a : i32
  }
  func.call @step() : () -> ()
  %y = scf.if %on -> i32 {
    %made = arith.addi %a, %b : i32
    scf.yield %made : i32
  } else {
    scf.yield %a : i32
  }
  func.call @step() : () -> ()
  %z = scf.if %on -> i32 {
    %made = arith.addi %a, %a : i32
    scf.yield %made : i32
  } else {
    scf.yield %a : i32
  }
  func.call @step() : () -> ()
  %w = scf.if %on -> i32 {
    %made = arith.muli %a, %b : i32
    scf.yield %made : i32
  } else {
    scf.yield %a : i32
  }
  func.call @step() : () -> ()
  return %x, %y, %z, %w : i32, i32, i32, i32
}

tir.prim_func private @fill(%y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4xf32>)
  tir.return
}

// The values that the callee writes are still there after the call.
// CHECK-LABEL: tir.prim_func @calls(
// CHECK: memref.load
// CHECK: tir.call_tir @fill
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: tir.return
tir.prim_func @calls(%y: memref<4xf32> {tir.effect = #tir.effect<read_write>},
                     %s: memref<3xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %before = memref.load %y[%c0] : memref<4xf32>
  tir.call_tir @fill(%y) : (memref<4xf32>) -> ()
  %after = memref.load %y[%c0] : memref<4xf32>
  %again = memref.load %y[%c0] : memref<4xf32>
  memref.store %before, %s[%c0] : memref<3xf32>
  memref.store %after, %s[%c1] : memref<3xf32>
  memref.store %again, %s[%c2] : memref<3xf32>
  tir.return
}

// Within the branches of an scf.if, its condition is known; after it, it is not.
// CHECK-LABEL: func.func @conditions(
// CHECK-SAME: %[[ON:.*]]: i1, %[[OTHER:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[R:.*]] = arith.select %[[ON]], %[[A]], %[[B]]
// CHECK-DAG: %[[WHICH:.*]] = arith.select %[[ON]], %[[OTHER]], %[[FALSE]]
// CHECK: scf.if %[[ON]] {
// CHECK-NEXT: func.call @use(%[[TRUE]])
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[OTHER]] {
// CHECK-NEXT: func.call @use(%[[FALSE]])
// CHECK-NEXT: func.call @use(%[[TRUE]])
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: call @use(%[[ON]])
// CHECK: call @use(%[[OTHER]])
// CHECK: return %[[R]], %[[WHICH]]
func.func private @use(i1)

func.func @conditions(%on: i1, %other: i1, %a: i32, %b: i32) -> (i32, i1) {
  %r, %which = scf.if %on -> (i32, i1) {
    func.call @use(%on) : (i1) -> ()
    %inner = scf.if %on -> i32 {
      scf.yield %a : i32
    } else {
      scf.yield %b : i32
    }
    scf.yield %inner, %other : i32, i1
  } else {
    scf.if %other {
      func.call @use(%on) : (i1) -> ()
      func.call @use(%other) : (i1) -> ()
    }
    scf.yield %b, %on : i32, i1
  }
  func.call @use(%on) : (i1) -> ()
  func.call @use(%other) : (i1) -> ()
  return %r, %which : i32, i1
}
