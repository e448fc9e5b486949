// RUN: tir-opt %s --tir-drop-error-codes --split-input-file | FileCheck %s

func.func private @npu_add(memref<4xi8>) -> i32

// CHECK-LABEL: func.func private @kernel(%{{.*}}: memref<4xi8> {tir.effect = #tir.effect<write>})
// CHECK-SAME: attributes {tir.function = #tir.function<kernel = <place = "fill#0">>} {
// CHECK-NOT: arith.constant 0 : i32
// CHECK: memref.store
// CHECK-NEXT: return{{$}}
func.func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<write>}) -> i32
    attributes {tir.function = #tir.function<kernel = <place = "fill#0">>} {
  %i = arith.constant 0 : index
  %v = arith.constant 1 : i8
  memref.store %v, %x[%i] : memref<4xi8>
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// A caller that only calls such functions is one, too, also if it comes first and returns the code of the last call.
// CHECK-LABEL: func.func private @both(
// CHECK-SAME: %{{.*}}: memref<4xi8>) {
// CHECK-NEXT: call @kernel(%{{.*}}) {tir.call = #tir.call<reported = true>} : (memref<4xi8>) -> ()
// CHECK-NEXT: call @kernel(%{{.*}}) : (memref<4xi8>) -> ()
// CHECK-NEXT: return{{$}}
func.func private @both(%x: memref<4xi8>) -> i32 {
  %a = call @kernel(%x) {tir.call = #tir.call<reported = true>} : (memref<4xi8>) -> i32
  tir.report_error %a, "fill#0" {on_error = #tir.on_error<hook>}
  tir.check_return %a
  %b = call @kernel(%x) : (memref<4xi8>) -> i32
  return %b : i32
}

// CHECK-LABEL: func.func private @fails(
// CHECK-SAME: -> i32 {
// CHECK-NEXT: call @both(%{{.*}}) : (memref<4xi8>) -> ()
// CHECK-NEXT: %[[CODE:.*]] = call @npu_add
// CHECK-NEXT: tir.check_return %[[CODE]]
func.func private @fails(%x: memref<4xi8>) -> i32 {
  %a = call @both(%x) : (memref<4xi8>) -> i32
  tir.check_return %a
  %b = call @npu_add(%x) : (memref<4xi8>) -> i32
  tir.check_return %b
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// The header of such a model says so.
// CHECK-LABEL: func.func @succeeds(
// CHECK-SAME: -> i32 attributes {tir.interface = {always_succeeds, api = "c"}} {
// CHECK-NEXT: call @both(%{{.*}}) : (memref<4xi8>) -> ()
func.func @succeeds(%x: memref<4xi8>) -> i32 attributes {tir.interface = {api = "c"}} {
  %a = call @both(%x) : (memref<4xi8>) -> i32
  tir.check_return %a
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @may_fail(
// CHECK-SAME: -> i32 attributes {tir.interface = {api = "c"}} {
func.func @may_fail(%x: memref<4xi8>) -> i32 attributes {tir.interface = {api = "c"}} {
  %a = call @npu_add(%x) : (memref<4xi8>) -> i32
  return %a : i32
}

// CHECK-LABEL: func.func private @asserts(
// CHECK-SAME: -> i32 {
func.func private @asserts(%x: i1) -> i32 {
  tir.assert %x, "is false"
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// The application calls it.
// CHECK-LABEL: func.func @run(
// CHECK-SAME: -> i32 {
// CHECK-NEXT: call @both(%{{.*}}) : (memref<4xi8>) -> ()
// CHECK-NEXT: %[[CODE:.*]] = call @asserts
// CHECK-NEXT: tir.check_return %[[CODE]]
// CHECK-NEXT: %[[CODE:.*]] = call @fails
// CHECK-NEXT: return %[[CODE]]
func.func @run(%x: memref<4xi8>, %y: i1) -> i32 {
  %a = call @both(%x) : (memref<4xi8>) -> i32
  tir.check_return %a
  %b = call @asserts(%y) : (i1) -> i32
  tir.check_return %b
  %c = call @fails(%x) : (memref<4xi8>) -> i32
  return %c : i32
}

// CHECK-LABEL: func.func @always_0(
// CHECK-SAME: -> i32 {
// CHECK-NEXT: call @kernel(%{{.*}}) : (memref<4xi8>) -> ()
// CHECK-NEXT: %[[OK:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[OK]] : i32
func.func @always_0(%x: memref<4xi8>) -> i32 {
  %a = call @kernel(%x) : (memref<4xi8>) -> i32
  return %a : i32
}

// -----

// Who calls a function by its address expects its code.

// CHECK-LABEL: func.func private @by_address() -> i32
func.func private @by_address() -> i32 {
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @run() -> i32
// CHECK: %[[CODE:.*]] = call @by_address() : () -> i32
// CHECK-NEXT: tir.check_return %[[CODE]]
func.func @run() -> i32 {
  %f = func.constant @by_address : () -> i32
  %a = call @by_address() : () -> i32
  tir.check_return %a
  %b = func.call_indirect %f() : () -> i32
  return %b : i32
}

// -----

// The packed convention has a code.

// CHECK-LABEL: func.func private @packed(
// CHECK-SAME: -> i32 {
func.func private @packed(%values: !tir.values, %codes: !tir.type_codes, %count: i32, %result: !tir.values,
                          %result_codes: !tir.type_codes, %context: !tir.handle) -> i32 {
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

// Each return counts, and so does what is not a code.

// CHECK-LABEL: func.func private @two_returns(
// CHECK-SAME: -> i32 {
func.func private @two_returns(%x: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.cond_br %x, ^bb1, ^bb2
^bb1:
  return %zero : i32
^bb2:
  return %one : i32
}

// CHECK-LABEL: func.func private @two_codes(
// CHECK-SAME: -> (i32, i32) {
func.func private @two_codes() -> (i32, i32) {
  %zero = arith.constant 0 : i32
  return %zero, %zero : i32, i32
}

// CHECK-LABEL: func.func private @number(
// CHECK-SAME: -> i64 {
func.func private @number() -> i64 {
  %zero = arith.constant 0 : i64
  return %zero : i64
}

// tir-make-unpacked-api returns the code of this call.
// CHECK-LABEL: func.func private @not_lowered(
// CHECK-SAME: -> i32 {
func.func private @not_lowered(%x: memref<4xi8>) -> i32 {
  tir.call_extern @npu_relu(%x) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// A function that calls itself may never end, but does not fail.
// CHECK-LABEL: func.func private @recursive() {
// CHECK-NEXT: call @recursive() : () -> ()
// CHECK-NEXT: return{{$}}
func.func private @recursive() -> i32 {
  %a = call @recursive() : () -> i32
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

// A function without a code has no tir.try; both parts of it run. Elsewhere it stays for tir-lower-try.

func.func private @step()

// CHECK-LABEL: func.func private @kernel() {
func.func private @kernel() -> i32 {
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func private @tries() {
// CHECK-NEXT: call @kernel() : () -> ()
// CHECK-NEXT: call @kernel() {tir.call = #tir.call<layer = <place = "inner">>} : () -> ()
// CHECK-NEXT: call @step() {tir.call = #tir.call<layer = <place = "inner">>} : () -> ()
// CHECK-NEXT: call @step() {tir.call = #tir.call<layer = <place = "outer">>} : () -> ()
// CHECK-NEXT: return{{$}}
func.func private @tries() -> i32 {
  tir.try {
    %a = func.call @kernel() : () -> i32
    tir.check_return %a
    tir.try {
      %b = func.call @kernel() {tir.call = #tir.call<layer = <place = "inner">>} : () -> i32
      tir.check_return %b
    } finally {
      func.call @step() {tir.call = #tir.call<layer = <place = "inner">>} : () -> ()
    }
  } finally {
    func.call @step() {tir.call = #tir.call<layer = <place = "outer">>} : () -> ()
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @run() -> i32
// CHECK-NEXT: tir.try {
// CHECK-NEXT: func.call @tries() : () -> ()
// CHECK-NEXT: } finally {
func.func @run() -> i32 {
  tir.try {
    %a = func.call @tries() : () -> i32
    tir.check_return %a
  } finally {
    func.call @step() : () -> ()
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}
