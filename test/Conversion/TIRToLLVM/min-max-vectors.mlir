// RUN: tir-opt %s --tir-expand-min-max --split-input-file | FileCheck %s

// LLVM has vectors for its own intrinsics here. A limit is one comparison all the same.
module attributes {llvm.target_triple = "x86_64-linux-gnu"} {
  // CHECK-LABEL: func.func @vectors
  // CHECK: llvm.intr.maximum
  // CHECK: llvm.intr.minimum{{.*}} : (f64, f64) -> f64
  // CHECK: arith.cmpf
  // CHECK-NOT: llvm.intr
  func.func @vectors(%a: f32, %b: f32, %c: f64, %d: f64) -> (f32, f64, f32) {
    %zero = arith.constant 0.0 : f32
    %x = arith.maximumf %a, %b : f32
    %y = arith.minimumf %c, %d : f64
    %z = arith.maximumf %a, %zero : f32
    return %x, %y, %z : f32, f64, f32
  }

  // What ignores a NaN is not an intrinsic, which may return either zero.
  // CHECK-LABEL: func.func @numbers
  // CHECK-NOT: llvm.intr
  func.func @numbers(%a: f32, %b: f32) -> f32 {
    %x = arith.maxnumf %a, %b : f32
    return %x : f32
  }
}

// -----

module attributes {llvm.target_triple = "thumbv7em-none-eabi"} {
  // CHECK-LABEL: func.func @compared
  // CHECK-NOT: llvm.intr
  func.func @compared(%a: f32, %b: f32) -> f32 {
    %x = arith.maximumf %a, %b : f32
    return %x : f32
  }
}
