// RUN: tir-opt %s --tir-narrow-floats-to-llvm="target-triple=arm-none-eabi target-cpu=cortex-m4" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FP16
// RUN: tir-opt %s --tir-narrow-floats-to-llvm="target-triple=arm-none-eabi target-cpu=cortex-m4 float-abi=soft" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SOFT
// RUN: tir-opt %s --tir-narrow-floats-to-llvm="target-triple=x86_64-linux-gnu target-features=+f16c" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FP16
// RUN: tir-opt %s --tir-narrow-floats-to-llvm="target-triple=x86_64-linux-gnu" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SOFT
// RUN: tir-opt %s --tir-narrow-floats-to-llvm="target-triple=riscv32-none-elf" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SOFT
// RUN: tir-opt %s --tir-narrow-floats-to-llvm="target-triple=aarch64-none-elf" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FP16

// No library function converts, with and without a floating-point unit.
// RUN: tir-opt %s --tir-phase-llvm="target-triple=arm-none-eabi target-cpu=cortex-m4" \
// RUN:   | tir-translate --tir-to-object --tir-target-triple=arm-none-eabi --tir-target-cpu=cortex-m4 -o %t.o
// RUN: llvm-nm --undefined-only %t.o | FileCheck %s --check-prefix=NM-HARD --allow-empty
// RUN: tir-opt %s --tir-phase-llvm="target-triple=arm-none-eabi target-cpu=cortex-m4 float-abi=soft" \
// RUN:   | tir-translate --tir-to-object --tir-target-triple=arm-none-eabi --tir-target-cpu=cortex-m4 --tir-float-abi=soft -o %t.o
// RUN: llvm-nm --undefined-only %t.o | FileCheck %s --check-prefix=NM-SOFT
// NM-HARD-NOT: U
// NM-SOFT-NOT: U
// NM-SOFT: U __aeabi_fadd
// NM-SOFT-NEXT: U __aeabi_fmul
// NM-SOFT-NOT: U

// CHECK-LABEL: func.func @add(
// FP16-COUNT-2: arith.extf %{{.*}} : f16 to f32
// FP16: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// FP16: arith.truncf %[[SUM]] : f32 to f16
// SOFT-NOT: arith.extf
// SOFT: math.ctlz
// SOFT: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// SOFT: arith.bitcast %[[SUM]] : f32 to i32
// SOFT-NOT: arith.truncf
// SOFT: arith.bitcast %{{.*}} : i16 to f16
func.func @add(%a: f16, %b: f16) -> f16 {
  %r = arith.addf %a, %b : f16
  return %r : f16
}

// Each operation is rounded.

// CHECK-LABEL: func.func @chain(
// FP16: arith.addf
// FP16: %[[H:.*]] = arith.truncf
// FP16: arith.extf %[[H]]
// FP16: arith.mulf
func.func @chain(%a: f16, %b: f16, %c: f16) -> f16 {
  %s = arith.addf %a, %b : f16
  %r = arith.mulf %s, %c : f16
  return %r : f16
}

// bf16 is converted with integer operations on every target.

// CHECK-LABEL: func.func @wide(
// CHECK: arith.bitcast %{{.*}} : bf16 to i16
// CHECK: arith.shli
// CHECK: arith.bitcast %{{.*}} : i32 to f32
func.func @wide(%a: bf16) -> f32 {
  %r = arith.extf %a : bf16 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @narrow(
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @narrow(%a: f32) -> bf16 {
  %r = arith.truncf %a : f32 to bf16
  return %r : bf16
}
