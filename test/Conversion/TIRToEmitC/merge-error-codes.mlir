// RUN: tir-opt %s --tir-phase-emitc | tir-translate --tir-to-c | FileCheck %s

module {
func.func private @f() -> i32
func.func private @g() -> i32

// The code of a successful step becomes the next step's code: one variable, without an else.
// CHECK-LABEL: int32_t step(void) {
// CHECK-NEXT:    int32_t code = f();
// CHECK-NEXT:    if (code == 0) {
// CHECK-NEXT:      code = g();
// CHECK-NEXT:    }
// CHECK-NEXT:    return code;
func.func @step() -> i32 attributes {tir.model = #tir.model<name = "m", plan = <pools = [], buffers = []>, source = "m.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}} {
  %zero = arith.constant 0 : i32
  %a = func.call @f() : () -> i32
  %ok = arith.cmpi eq, %a, %zero : i32
  %r = scf.if %ok -> i32 {
    %b = func.call @g() : () -> i32
    scf.yield %b : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// These are not steps: the first passes on another number, the next ones check for another number or for failure, and
// the last lacks a code to pass on.
// CHECK-LABEL: int32_t otherwise(int32_t x) {
// CHECK-NEXT:    const int32_t code = f();
// CHECK:         if (code == 0) {
// CHECK-NEXT:      [[R:.*]] = g();
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[R]] = x;
func.func @otherwise(%x: i32 {tir.name = "x"}) -> i32 {
  %zero = arith.constant 0 : i32
  %a = func.call @f() : () -> i32
  %ok = arith.cmpi eq, %a, %zero : i32
  %r = scf.if %ok -> i32 {
    %b = func.call @g() : () -> i32
    scf.yield %b : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// CHECK-LABEL: int32_t one(void) {
// CHECK-NEXT:    const int32_t code = f();
// CHECK:         if (code == 1) {
// CHECK-NEXT:      [[R:.*]] = g();
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[R]] = code;
func.func @one() -> i32 {
  %one = arith.constant 1 : i32
  %a = func.call @f() : () -> i32
  %ok = arith.cmpi eq, %a, %one : i32
  %r = scf.if %ok -> i32 {
    %b = func.call @g() : () -> i32
    scf.yield %b : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: int32_t fails(void) {
// CHECK-NEXT:    const int32_t code = f();
// CHECK:         if (code != 0) {
// CHECK-NEXT:      [[R:.*]] = g();
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[R]] = code;
func.func @fails() -> i32 {
  %zero = arith.constant 0 : i32
  %a = func.call @f() : () -> i32
  %bad = arith.cmpi ne, %a, %zero : i32
  %r = scf.if %bad -> i32 {
    %b = func.call @g() : () -> i32
    scf.yield %b : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: int32_t two(void) {
// CHECK-NEXT:    const int32_t code = f();
// CHECK:         if (code == 0) {
// CHECK-NEXT:      [[R:.*]] = g();
// CHECK-NEXT:      [[S:.*]] = 3;
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[R]] = code;
// CHECK-NEXT:      [[S]] = 4;
func.func @two() -> i32 {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %a = func.call @f() : () -> i32
  %ok = arith.cmpi eq, %a, %zero : i32
  %r:2 = scf.if %ok -> (i32, i32) {
    %b = func.call @g() : () -> i32
    scf.yield %b, %three : i32, i32
  } else {
    scf.yield %a, %four : i32, i32
  }
  %sum = arith.xori %r#0, %r#1 : i32
  return %sum : i32
}

// CHECK-LABEL: int32_t alone(void) {
// CHECK-NEXT:    const int32_t code = f();
// CHECK-NEXT:    if (code == 0) {
// CHECK-NEXT:      g();
// CHECK-NEXT:    }
// CHECK-NEXT:    return code;
func.func @alone() -> i32 {
  %zero = arith.constant 0 : i32
  %a = func.call @f() : () -> i32
  %ok = arith.cmpi eq, %a, %zero : i32
  scf.if %ok {
    %b = func.call @g() : () -> i32
  }
  return %a : i32
}

// CHECK-LABEL: int64_t wide(int64_t x) {
// CHECK:         if (x == 0) {
// CHECK:         } else {
// CHECK-NEXT:      [[R:.*]] = x;
func.func @wide(%x: i64 {tir.name = "x"}) -> i64 {
  %zero = arith.constant 0 : i64
  %ok = arith.cmpi eq, %x, %zero : i64
  %r = scf.if %ok -> i64 {
    %b = func.call @g() : () -> i32
    %w = arith.extsi %b : i32 to i64
    scf.yield %w : i64
  } else {
    scf.yield %x : i64
  }
  return %r : i64
}
}
