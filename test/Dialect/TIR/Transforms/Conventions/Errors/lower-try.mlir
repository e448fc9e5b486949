// RUN: tir-opt %s --tir-lower-try --split-input-file | FileCheck %s

func.func private @open() -> i32
func.func private @kernel() -> i32
func.func private @trace()
func.func private @close() -> i32
func.func private @deactivate() -> i32

// Each step runs if no earlier one failed, all of `finally` runs, and the first code is returned.
// CHECK-LABEL: func.func @steps() -> i32
// CHECK: %[[A:.*]] = call @open()
// CHECK-NEXT: tir.report_error %[[A]], "open"
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[A]], %c0_i32
// CHECK-NEXT: %[[B:.*]] = scf.if %[[OK]] -> (i32) {
// CHECK-NEXT: %[[K:.*]] = func.call @kernel()
// CHECK-NEXT: tir.report_error %[[K]], "kernel"
// CHECK-NEXT: scf.yield %[[K]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[B]],
// CHECK-NEXT: %[[D:.*]] = scf.if %[[OK]] -> (i32) {
// CHECK-NEXT: func.call @trace()
// CHECK-NEXT: scf.yield %[[B]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[B]]
// CHECK: %[[E:.*]] = call @close()
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[D]],
// CHECK-NEXT: %[[F:.*]] = scf.if %[[OK]] -> (i32) {
// CHECK-NEXT: tir.report_error %[[E]], "close"
// CHECK-NEXT: scf.yield %[[E]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[D]]
// CHECK: %[[G:.*]] = call @deactivate()
// CHECK: %[[H:.*]] = scf.if
// CHECK-NEXT: scf.yield %[[G]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[F]]
// CHECK: return %[[H]]
func.func @steps() -> i32 {
  tir.try {
    %a = func.call @open() : () -> i32
    tir.report_error %a, "open" {on_error = #tir.on_error<hook>}
    tir.check_return %a
    %b = func.call @kernel() : () -> i32
    tir.report_error %b, "kernel" on "npu0" {on_error = #tir.on_error<hook>}
    tir.check_return %b
    func.call @trace() : () -> ()
  } finally {
    %c = func.call @close() : () -> i32
    tir.report_error %c, "close" {on_error = #tir.on_error<hook>}
    tir.check_return %c
    %d = func.call @deactivate() : () -> i32
    tir.check_return %d
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

func.func private @kernel(memref<4xi8>) -> i32
func.func private @count() -> i64
func.func private @use(i64, memref<4xi8>) -> i32
func.func private @close() -> i32

// Operations without effects move out; a step that a later one needs stays in its condition. The function continues
// after the tir.try.
// CHECK-LABEL: func.func @values(
// CHECK-SAME: %[[X:.*]]: memref<8xi8>)
// CHECK: %[[A:.*]] = call @kernel(%{{.*}})
// CHECK: %[[HIGH:.*]] = memref.view %[[X]]
// CHECK: %[[B:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: %[[N:.*]] = func.call @count()
// CHECK-NEXT: %[[C:.*]] = func.call @kernel(%[[HIGH]])
// CHECK: %[[D:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: %[[E:.*]] = func.call @use(%[[N]], %[[HIGH]])
// CHECK-NEXT: scf.yield %[[E]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[C]]
// CHECK: scf.yield %[[D]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: call @close()
// CHECK: %[[LAST:.*]] = scf.if
// CHECK: tir.check_return %[[LAST]]
// CHECK-NEXT: call @close()
func.func @values(%x: memref<8xi8>) -> i32 {
  tir.try {
    %zero = arith.constant 0 : index
    %low = memref.view %x[%zero][] : memref<8xi8> to memref<4xi8>
    %a = func.call @kernel(%low) : (memref<4xi8>) -> i32
    tir.check_return %a
    %n = func.call @count() : () -> i64
    %four = arith.constant 4 : index
    %high = memref.view %x[%four][] : memref<8xi8> to memref<4xi8>
    %b = func.call @kernel(%high) : (memref<4xi8>) -> i32
    tir.check_return %b
    %c = func.call @use(%n, %high) : (i64, memref<4xi8>) -> i32
    tir.check_return %c
  } finally {
    %c = func.call @close() : () -> i32
    tir.check_return %c
  }
  %last = func.call @close() : () -> i32
  return %last : i32
}

// -----

func.func private @kernel(index) -> i32
func.func private @free(!tir.handle)

// Nested operations, checks, loops and branches. If nothing can fail, no code is returned.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[P:.*]]: !tir.handle, %[[Q:.*]]: i1)
// CHECK: %[[REST:.*]] = tir.misalignment %[[P]], 16
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[REST]],
// CHECK: %[[A:.*]] = arith.select %[[OK]], %c0{{.*}}, %c-1
// CHECK-NEXT: tir.report_error %[[A]], "not aligned: ", %[[REST]] {message, on_error = #tir.on_error<last_error>}
// CHECK: %[[B:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args(%[[CARRIED:.*]] = %{{.*}}) -> (i32) {
// CHECK: scf.if
// CHECK: %[[K:.*]] = func.call @kernel(%[[I]])
// CHECK-NEXT: scf.yield %[[K]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[CARRIED]]
// CHECK: call @free(%[[P]])
// CHECK: scf.yield
// CHECK: %[[D:.*]] = scf.if
// CHECK: scf.if %[[Q]] -> (i32)
// CHECK: func.call @kernel
// CHECK: } else {
// CHECK: scf.yield %c0
// CHECK: call @free(%[[P]])
// CHECK-NEXT: return %[[D]]
func.func @nested(%p: !tir.handle, %q: i1) -> i32 {
  tir.try {
    %rest = tir.misalignment %p, 16 : !tir.handle
    %aligned = arith.constant 0 : i64
    %ok = arith.cmpi eq, %rest, %aligned : i64
    tir.assert %ok, "not aligned: ", %rest {on_error = #tir.on_error<last_error>}
    tir.try {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      scf.for %i = %zero to %four step %one {
        %a = func.call @kernel(%i) : (index) -> i32
        tir.check_return %a
      }
    } finally {
      func.call @free(%p) : (!tir.handle) -> ()
    }
    scf.if %q {
      %one = arith.constant 1 : index
      %b = func.call @kernel(%one) : (index) -> i32
      tir.check_return %b
    }
  } finally {
    func.call @free(%p) : (!tir.handle) -> ()
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @silent(
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: call @free
// CHECK-NEXT: call @free
// CHECK-NEXT: return
func.func @silent(%p: !tir.handle) -> i32 {
  %ok = arith.constant 0 : i32
  tir.try {
    func.call @free(%p) : (!tir.handle) -> ()
  } finally {
    func.call @free(%p) : (!tir.handle) -> ()
  }
  return %ok : i32
}

// -----

// A loop with a condition also stops at the first code.

// CHECK-LABEL: func.func @while
// CHECK:         %[[CODE:.*]] = scf.while (%[[IN:.*]] = %c0_i32) : (i32) -> i32 {
// CHECK:           %[[MORE:.*]] = memref.load
// CHECK:           %[[OK:.*]] = arith.cmpi eq, %[[IN]]
// CHECK:           %[[GO:.*]] = arith.andi %[[OK]], %[[MORE]]
// CHECK:           scf.condition(%[[GO]]) %[[IN]] : i32
// CHECK:         } do {
// CHECK:           %[[STEP:.*]] = func.call @step() : () -> i32
// CHECK:           scf.yield %[[STEP]] : i32
// CHECK:         call @close
// CHECK:         return

func.func private @step() -> i32
func.func private @close() -> i32
func.func @while(%more: memref<i1>) -> i32 {
  tir.try {
    scf.while : () -> () {
      %m = memref.load %more[] : memref<i1>
      scf.condition(%m)
    } do {
      %s = func.call @step() : () -> i32
      tir.check_return %s
      scf.yield
    }
  } finally {
    %c = func.call @close() : () -> i32
    tir.check_return %c
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// A clean-up that only some runs need reports its code unless the body's has been reported.
// CHECK-LABEL: func.func @conditional_cleanup
// CHECK: %[[A:.*]] = call @step()
// CHECK-NEXT: tir.report_error %[[A]], "begin"
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[A]], %c0_i32
// CHECK-NEXT: %[[B:.*]] = func.call @step()
// CHECK-NEXT: scf.if %[[OK]] {
// CHECK-NEXT: tir.report_error %[[B]], "undo" {on_error = #tir.on_error<hook>}
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[B]]
// CHECK-NEXT: } else {
// CHECK-NOT: tir.report_error
// CHECK: return
func.func @conditional_cleanup(%undo: i1) -> i32 {
  %ok = arith.constant 0 : i32
  tir.try {
    %a = func.call @step() : () -> i32
    tir.report_error %a, "begin" {on_error = #tir.on_error<hook>}
    tir.check_return %a
  } finally {
    scf.if %undo {
      %b = func.call @step() : () -> i32
      tir.report_error %b, "undo" {on_error = #tir.on_error<hook>}
      tir.check_return %b
    }
  }
  return %ok : i32
}
