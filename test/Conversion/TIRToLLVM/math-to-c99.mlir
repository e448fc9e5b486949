// RUN: tir-opt %s --tir-math-to-c99 | FileCheck %s
// RUN: tir-opt %s --tir-phase-llvm="target-triple=thumbv7em-none-eabi" --verify-diagnostics | tir-translate --tir-to-object -o %t.o
// RUN: llvm-nm --undefined-only %t.o | FileCheck %s --check-prefix=NM

// CHECK-DAG: func.func private @expm1f(f32) -> f32
// CHECK-DAG: func.func private @log1pf(f32) -> f32
// NM-NOT: U
// NM: U expm1f
// NM-NEXT: U log1pf
// NM-NEXT: U rintf
// NM-NOT: U

// CHECK-LABEL: func.func @expm1(
// CHECK: call @expm1f
func.func @expm1(%x: f32) -> f32 {
  %y = math.expm1 %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @log1p(
// CHECK: call @log1pf
func.func @log1p(%x: f32) -> f32 {
  %y = math.log1p %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @roundeven(
// CHECK: llvm.intr.rint
func.func @roundeven(%x: f32) -> f32 {
  %y = math.roundeven %x : f32
  return %y : f32
}

// LLVM has an intrinsic for the others.
// CHECK-LABEL: func.func @absf(
// CHECK: math.absf
func.func @absf(%x: f32) -> f32 {
  %y = math.absf %x : f32
  return %y : f32
}
