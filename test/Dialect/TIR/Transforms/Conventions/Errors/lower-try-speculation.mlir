// Operations that may run although an earlier step failed, and operations that must not.
// RUN: tir-opt %s --tir-lower-try --split-input-file | FileCheck %s

// A pure scf.if that reads, in its regions, the result of a step stays after that step.

// CHECK-LABEL: func.func @region(
// CHECK:         %[[A:.*]] = call @step()
// CHECK-NOT:     scf.if %{{.*}} -> (index)
// CHECK:         scf.if %{{.*}} -> (i32) {
// CHECK:           %[[V:.*]] = memref.load
// CHECK:           scf.if %{{.*}} -> (index) {
// CHECK:             arith.index_cast %[[V]]
func.func private @step() -> i32
func.func private @rounds(index) -> i32
func.func @region(%x: memref<4xi32>, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  tir.try {
    %a = func.call @step() : () -> i32
    tir.check_return %a
    %v = memref.load %x[%c0] : memref<4xi32>
    %n = scf.if %c -> index {
      %w = arith.index_cast %v : i32 to index
      scf.yield %w : index
    } else {
      scf.yield %c0 : index
    }
    %b = func.call @rounds(%n) : (index) -> i32
    tir.check_return %b
  } finally {
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

// An operation that may trap stays after the check that guards it; one that cannot trap moves out.

// CHECK-LABEL: func.func @divisions(
// CHECK-SAME:    %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK:         %[[CODE:.*]] = arith.select
// CHECK-NOT:     %[[Y]]
// CHECK-DAG:     arith.divsi %[[X]], %c3
// CHECK-DAG:     arith.remsi %[[X]], %c3
// CHECK:         scf.if %{{.*}} -> (i32) {
// CHECK-DAG:       arith.divsi %[[X]], %[[Y]]
// CHECK-DAG:       arith.ceildivsi %[[X]], %[[Y]]
// CHECK-DAG:       arith.floordivsi %[[X]], %[[Y]]
// CHECK-DAG:       arith.divui %[[X]], %[[Y]]
// CHECK-DAG:       arith.remsi %[[X]], %[[Y]]
// CHECK-DAG:       arith.remui %[[X]], %[[Y]]
// CHECK-DAG:       math.ipowi %[[Y]], %[[X]]
// CHECK:           func.call @use
func.func private @use(i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
func.func @divisions(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  tir.try {
    %ok = arith.cmpi ne, %y, %zero : i32
    tir.assert %ok, "y is 0"
    %a = arith.divsi %x, %y : i32
    %b = arith.ceildivsi %x, %y : i32
    %c = arith.floordivsi %x, %y : i32
    %d = arith.divui %x, %y : i32
    %e = arith.remsi %x, %y : i32
    %f = arith.remui %x, %y : i32
    %g = math.ipowi %y, %x : i32
    %h = arith.divsi %x, %three : i32
    %i = arith.remsi %x, %three : i32
    %r = func.call @use(%a, %b, %c, %d, %e, %f, %g, %h, %i) : (i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
    tir.check_return %r
  } finally {
  }
  return %zero : i32
}

// -----

// So does a region with an operation that may trap.

// CHECK-LABEL: func.func @nested_division(
// CHECK:         arith.select
// CHECK-NOT:     arith.remui
// CHECK:         scf.if %{{.*}} -> (i32) {
// CHECK:           scf.if %{{.*}} -> (i32) {
// CHECK-NEXT:        arith.remui
func.func private @use(i32) -> i32
func.func @nested_division(%x: i32, %y: i32, %q: i1) -> i32 {
  %zero = arith.constant 0 : i32
  tir.try {
    %ok = arith.cmpi ne, %y, %zero : i32
    tir.assert %ok, "y is 0"
    %v = scf.if %q -> i32 {
      %e = arith.remui %x, %y : i32
      scf.yield %e : i32
    } else {
      scf.yield %x : i32
    }
    %r = func.call @use(%v) : (i32) -> i32
    tir.check_return %r
  } finally {
  }
  return %zero : i32
}

// -----

// A sum that did not overflow in its old place may overflow in its new one.

// CHECK-LABEL: func.func @flags(
// CHECK-SAME:    %[[X:.*]]: i32)
// CHECK:         arith.addi %[[X]], %[[X]] overflow<nsw>
// CHECK:         call @use
// CHECK:         arith.muli %[[X]], %[[X]] : i32
// CHECK:         scf.if
func.func private @use(i32) -> i32
func.func @flags(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  tir.try {
    %first = arith.addi %x, %x overflow<nsw> : i32
    %a = func.call @use(%first) : (i32) -> i32
    tir.check_return %a
    %second = arith.muli %x, %x overflow<nsw, nuw> : i32
    %b = func.call @use(%second) : (i32) -> i32
    tir.check_return %b
  } finally {
  }
  return %zero : i32
}

// -----

// After an iteration that failed, the first region of a loop does nothing that the program could observe.

// CHECK-LABEL: func.func @condition(
// CHECK:         scf.while (%[[IN:.*]] = %{{.*}}) : (i32) -> i32 {
// CHECK:           %[[OK:.*]] = arith.cmpi eq, %[[IN]]
// CHECK-NEXT:      %[[GO:.*]] = scf.if %[[OK]] -> (i1) {
// CHECK-NEXT:        %[[MORE:.*]] = func.call @more()
// CHECK-NEXT:        scf.yield %[[MORE]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[NO:.*]] = arith.constant false
// CHECK-NEXT:        scf.yield %[[NO]]
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.condition(%[[GO]]) %[[IN]] : i32
func.func private @more() -> i1
func.func private @step() -> i32
func.func @condition() -> i32 {
  tir.try {
    scf.while : () -> () {
      %m = func.call @more() : () -> i1
      scf.condition(%m)
    } do {
      %s = func.call @step() : () -> i32
      tir.check_return %s
      scf.yield
    }
  } finally {
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}
