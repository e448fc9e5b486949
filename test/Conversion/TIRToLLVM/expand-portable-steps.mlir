// RUN: tir-opt %s --tir-expand-steps="target-triple=x86_64-linux-gnu" --cse | FileCheck %s --check-prefixes=CHECK,SSE2
// RUN: tir-opt %s --tir-expand-steps="target-triple=aarch64-linux-gnu" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" --cse | FileCheck %s --check-prefix=MVE

// The sums of vectors are scalars.
// MVE-LABEL: func.func @dot
// MVE: %[[SUMS:.*]]:2 = scf.for %{{.*}} -> (i32, i32)
// MVE: llvm.call_intrinsic "llvm.arm.mve.vmldava.v8i16"(%[[NO:.*]], %[[NO]], %[[NO]], %{{.*}}, %{{.*}}, %{{.*}})
// MVE: memref.store %[[SUMS]]#0

// PLAIN-NOT: llvm.call_intrinsic

// CHECK-LABEL: func.func @widen
// CHECK-NOT: kernel.widen_elements
// CHECK: %[[NUMBER:.*]] = arith.extsi %{{.*}} : i8 to i16
// CHECK: memref.store %[[NUMBER]]
// CHECK: scf.if
// CHECK: else
// CHECK: scf.yield %c5_i16
func.func @widen(%bytes: memref<100xi8>, %numbers: memref<64xi16>, %at: index) {
  %none = arith.constant 0 : index
  %all = arith.constant 48 : index
  kernel.widen_elements %bytes[%at] from %none to %all size 48 padding -128, %numbers[%none] : memref<100xi8>, memref<64xi16>
  kernel.widen_elements %bytes[%none] from %none to %all size 64 padding 5, %numbers[%none] : memref<100xi8>, memref<64xi16>
  return
}

// Two pixels by one channel after the other; one pixel by four channels, and one that is left.
// CHECK-LABEL: func.func @dot
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: %[[SUMS:.*]]:2 = scf.for %{{.*}} = %c0 to %c32 step %c8
// CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<8xi8>
// CHECK: %[[W:.*]] = llvm.sext %[[BYTES]] : vector<8xi8> to vector<8xi16>
// CHECK: %[[X:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<8xi16>
// SSE2: %[[PRODUCTS:.*]] = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%[[X]], %[[W]])
// PLAIN: %[[PRODUCTS:.*]] = llvm.mul %{{.*}} : vector<8xi32>
// CHECK: llvm.add %{{.*}}, %[[PRODUCTS]]
// CHECK: "llvm.intr.vector.reduce.add"(%[[SUMS]]#0)
// CHECK: "llvm.intr.vector.reduce.add"(%[[SUMS]]#1)
// CHECK: %{{.*}}:4 = scf.for
// CHECK-COUNT-4: "llvm.intr.vector.reduce.add"
// CHECK: scf.for
// CHECK-COUNT-1: "llvm.intr.vector.reduce.add"
// CHECK-NOT: "llvm.intr.vector.reduce.add"
// CHECK: return
func.func @dot(%x: memref<64xi16>, %w: memref<4096xi8>, %sums: memref<6xi32>) {
  %zero = arith.constant 0 : index
  kernel.dot_rows %x, %w[%zero], %sums size 32 pixels 2 channels 3 : memref<64xi16>, memref<4096xi8>, memref<6xi32>
  kernel.dot_rows %x, %w[%zero], %sums size 32 pixels 1 channels 5 : memref<64xi16>, memref<4096xi8>, memref<6xi32>
  return
}

// Eight channels at a time, and the one that is left.
// CHECK-LABEL: func.func @depthwise
// CHECK-COUNT-3: llvm.select
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c8
// CHECK: llvm.mul %{{.*}} : vector<8xi16>
// CHECK: %[[PAIR:.*]] = llvm.add %{{.*}} : vector<8xi16>
// CHECK: llvm.sext %[[PAIR]] : vector<8xi16> to vector<8xi32>
// CHECK: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: scf.for %{{.*}} = %c8 to %c9 step %c1
// CHECK: llvm.mul %{{.*}} : i16
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr
func.func @depthwise(%x: memref<1152xi8>, %none: memref<9xi8>, %w: memref<144xi8>, %at: index, %sums: memref<9xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  kernel.dot_window %x[%at] padding %none, %w[%zero] rows %zero to %one columns %at to %at, %sums channels 9
      {rows = 1, columns = 3, row_pitch = 96, column_pitch = 16, weight_pitch = 9}
      : memref<1152xi8>, memref<9xi8>, memref<144xi8>, memref<9xi32>
  return
}

// CHECK-LABEL: func.func @quantize
// CHECK: %[[ACC:.*]] = arith.sitofp %{{.*}} : i32 to f64
// CHECK: %[[SCALE:.*]] = arith.sitofp %{{.*}} : i32 to f64
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[ACC]], %[[SCALE]] : f64
// CHECK: %[[OFFSET:.*]] = arith.mulf %{{.*}}, %cst : f64
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %[[OFFSET]] : f64
// CHECK: %[[SCALED:.*]] = arith.mulf %[[SUM]], %{{.*}} : f64
// CHECK: %[[NUMBER:.*]] = arith.fptosi %[[SCALED]] : f64 to i16
// CHECK: arith.minsi %[[NUMBER]], %c255_i16
// CHECK: arith.maxsi %{{.*}}, %c0_i16
func.func @quantize(%acc: i32, %scale: i32, %offset: i32) -> i32 {
  %q = kernel.requantize_double %acc, %scale, %offset shift 7 max 255
  return %q : i32
}
