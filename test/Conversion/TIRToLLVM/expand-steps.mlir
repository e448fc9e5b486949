// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --cse | FileCheck %s --check-prefixes=CHECK,DSP
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv8m.main-none-eabi target-cpu=cortex-m33" --cse | FileCheck %s --check-prefixes=CHECK,DSP
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 target-features=-dsp" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tir-opt %s --tir-expand-steps="target-triple=aarch64-linux-gnu" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN

// PLAIN-NOT: llvm.call_intrinsic

// All bytes are read: four at a time in a loop, and three that are left. Word 0 of these has the first and the third.
// CHECK-LABEL: func.func @widen_all
// CHECK-NOT: tir.widen_bytes
// CHECK-NOT: scf.if
// CHECK: scf.for
// DSP: %[[FOUR:.*]] = llvm.load volatile %{{.*}} {alignment = 1 : i64}
// DSP: %[[RIGHT:.*]] = arith.shrui %[[FOUR]], %c8
// DSP: %[[LEFT:.*]] = arith.shli %[[FOUR]], %c24
// DSP: %[[TURNED:.*]] = arith.ori %[[RIGHT]], %[[LEFT]]
// DSP: %[[EVEN:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"(%[[FOUR]])
// DSP: memref.store %[[EVEN]]
// DSP: %[[ODD:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"(%[[TURNED]])
// DSP: memref.store %[[ODD]]
// PLAIN-COUNT-4: arith.extsi %{{.*}} : i8 to i32
// PLAIN-COUNT-2: memref.store
// CHECK: }
// CHECK: %[[A:.*]] = arith.extsi %{{.*}} : i8 to i32
// CHECK: %[[B:.*]] = arith.extsi %{{.*}} : i8 to i32
// CHECK: %[[C:.*]] = arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.andi %[[A]], %c65535
// CHECK: arith.shli %[[C]], %c16
// CHECK: memref.store
// CHECK: arith.andi %[[B]], %c65535
// CHECK: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @widen_all(%bytes: memref<100xi8>, %words: memref<16xi32>, %at: index) {
  %none = arith.constant 0 : index
  %all = arith.constant 11 : index
  tir.widen_bytes %bytes[%at] from %none to %all size 11 padding -128, %words[%none] interleave 2
      : memref<100xi8>, memref<16xi32>
  return
}

// A range that is not known may be all bytes.
// CHECK-LABEL: func.func @widen_some
// CHECK: %[[BEGIN:.*]] = arith.cmpi eq, %arg2, %c0
// CHECK: %[[END:.*]] = arith.cmpi eq, %arg3, %c2
// CHECK: %[[WHOLE:.*]] = arith.andi %[[BEGIN]], %[[END]]
// CHECK: scf.if %[[WHOLE]] {
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: } else {
// CHECK: arith.cmpi sge, %[[POSITION:.*]], %arg2
// CHECK: arith.cmpi slt, %[[POSITION]], %arg3
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK: memref.load
// CHECK: } else {
// CHECK: scf.yield %c-5_i32
// CHECK: memref.store
func.func @widen_some(%bytes: memref<100xi8>, %words: memref<1xi32>, %from: index, %to: index) {
  %zero = arith.constant 0 : index
  tir.widen_bytes %bytes[%zero] from %from to %to size 2 padding -5, %words[%zero] interleave 1
      : memref<100xi8>, memref<1xi32>
  return
}

// Eight words in an iteration, and the ninth after them.
// CHECK-LABEL: func.func @dot
// CHECK: %[[SUMS:.*]]:4 = scf.for %{{.*}} = %c0{{[_0-9]*}} to %c1{{[_0-9]*}} step %c1{{[_0-9]*}} iter_args(
// DSP: llvm.load volatile
// DSP: %[[LOW:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"(%[[W:.*]]) : (i32) -> i32
// DSP-NEXT: %[[BOTH:.*]] = llvm.call_intrinsic "llvm.arm.smlad"(%[[X:.*]], %[[W]], %{{.*}}) : (i32, i32, i32) -> i32
// DSP-NEXT: %[[SECOND:.*]] = llvm.call_intrinsic "llvm.arm.smlad"(%[[X]], %[[LOW]], %{{.*}}) : (i32, i32, i32) -> i32
// DSP-COUNT-14: llvm.arm.smlad
// DSP-NOT: llvm.arm.smlad
// PLAIN-COUNT-16: arith.muli {{.*}} : i32
// CHECK: scf.yield
// DSP: %[[BOTH:.*]] = llvm.call_intrinsic "llvm.arm.smlad"({{.*}}, %[[SUMS]]#0)
// DSP: %[[SECOND:.*]] = llvm.call_intrinsic "llvm.arm.smlad"({{.*}}, %[[SUMS]]#1)
// DSP: %[[DIFFERENCE:.*]] = arith.subi %[[BOTH]], %[[SECOND]]
// PLAIN: %[[DIFFERENCE:.*]] = arith.subi %{{.*}}, %[[SECOND:.*]] : i32
// CHECK: %[[FIRST:.*]] = arith.shrsi %[[DIFFERENCE]], %c8
// CHECK: return %[[FIRST]], %[[SECOND]]
func.func @dot(%x: memref<9xi32>, %w: memref<9xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:2 = tir.dot_pairs %x, %w[%zero] size 9 pixels 1 pairs 1 : memref<9xi32>, memref<9xi32>
  return %acc#0, %acc#1 : i32, i32
}

// Adding 128 flips the sign, and another zero point is subtracted from halves.
// CHECK-LABEL: func.func @depthwise
// CHECK: %[[SUMS:.*]]:4 = scf.for %{{.*}} = %arg2 to %arg3
// DSP: llvm.arm.sxtb16
// DSP: llvm.arm.sxtb16
// DSP: arith.xori %{{.*}}, %c-2139062144_i32
// DSP: %[[EVEN:.*]] = llvm.call_intrinsic "llvm.arm.uxtb16"
// DSP: %[[ODD:.*]] = llvm.call_intrinsic "llvm.arm.uxtb16"
// DSP: llvm.call_intrinsic "llvm.arm.smlabb"(%[[EVEN]],
// DSP: llvm.call_intrinsic "llvm.arm.smlabb"(%[[ODD]],
// DSP: llvm.call_intrinsic "llvm.arm.smlatt"(%[[EVEN]],
// DSP: llvm.call_intrinsic "llvm.arm.smlatt"(%[[ODD]],
// PLAIN: arith.subi
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %arg2 to %arg3
// The columns are a loop unless all are read.
// CHECK: scf.for %{{.*}} = %arg2 to %arg3
// DSP: llvm.call_intrinsic "llvm.arm.ssub16"(%{{.*}}, %c458759_i32)
// CHECK: return %[[SUMS]]#3
func.func @depthwise(%x: memref<72xi8>, %w: memref<36xi8>, %from: index, %to: index) -> (i32, i32) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %acc:4 = tir.dot_taps %x[%begin], %w[%begin] rows %from to %to columns %begin to %end
      pixels 1 {columns = 1, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = -128}
      : memref<72xi8>, memref<36xi8>
  %other:4 = tir.dot_taps %x[%begin], %w[%begin] rows %from to %to columns %from to %to
      pixels 1 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 7}
      : memref<72xi8>, memref<36xi8>
  return %acc#3, %other#0 : i32, i32
}

// With an offset of 32 bits, the upper half of the product is enough.
// CHECK-LABEL: func.func @upper_half
// CHECK: %[[PRODUCT:.*]] = arith.muli %{{.*}} : i64
// CHECK: %[[SHIFTED:.*]] = arith.shrsi %[[PRODUCT]], %c32
// CHECK: %[[UPPER:.*]] = arith.trunci %[[SHIFTED]] : i64 to i32
// CHECK: %[[SUM:.*]] = arith.addi %[[UPPER]], %arg2 : i32
// CHECK: %[[SIGN:.*]] = arith.shrsi %arg0, %c31
// CHECK: %[[LESS:.*]] = arith.andi %[[SIGN]], %arg1
// CHECK: %[[OFFSET:.*]] = arith.subi %arg2, %[[LESS]]
// CHECK: %[[BY_SIGN:.*]] = arith.addi %[[UPPER]], %[[OFFSET]]
// CHECK: return %[[SUM]], %[[BY_SIGN]]
func.func @upper_half(%acc: i32, %multiplier: i32, %offset: i32) -> (i32, i32) {
  %q = tir.requantize %acc, %multiplier, %offset shift 0 bits 32 : i32
  %by_sign = tir.requantize %acc, %multiplier, %offset sign %multiplier shift 0 bits 32 : i32
  return %q, %by_sign : i32, i32
}

// The first sum begins with 256 times the first number plus the second, and the second is shifted at the end.
// CHECK-LABEL: func.func @start
// CHECK: %[[SCALED:.*]] = arith.shli %arg2, %c8
// CHECK: %[[BOTH:.*]] = arith.addi %[[SCALED]], %arg3
// DSP: %[[A:.*]] = llvm.call_intrinsic "llvm.arm.smlad"({{.*}}, %[[BOTH]])
// DSP: %[[B:.*]] = llvm.call_intrinsic "llvm.arm.smlad"({{.*}}, %arg3)
// DSP: %[[FIRST:.*]] = arith.subi %[[A]], %[[B]]
// DSP: %[[SECOND:.*]] = arith.shli %[[B]], %c8
// DSP: return %[[FIRST]], %[[SECOND]]
func.func @start(%x: memref<1xi32>, %w: memref<1xi32>, %first: i32, %second: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:2 = tir.dot_pairs %x, %w[%zero] size 1 pixels 1 pairs 1 init(%first, %second) times256
      : memref<1xi32>, memref<1xi32>
  return %acc#0, %acc#1 : i32, i32
}

// 32 bits need no saturation. A negative accumulator takes the sign offset less.
// CHECK-LABEL: func.func @quantize
// CHECK: %[[X:.*]] = arith.extsi %arg0 : i32 to i64
// CHECK: %[[M:.*]] = arith.extsi %arg1 : i32 to i64
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[X]], %[[M]] : i64
// CHECK: %[[SUM:.*]] = arith.addi %[[PRODUCT]], %arg2 : i64
// CHECK: %[[SHIFTED:.*]] = arith.shrsi %[[SUM]], %c32
// CHECK: %[[UPPER:.*]] = arith.trunci %[[SHIFTED]] : i64 to i32
// CHECK: %[[HIGH:.*]] = arith.shrsi %[[UPPER]], %c4
// CHECK: %[[MIN:.*]] = arith.minsi %[[HIGH]], %c127
// CHECK: %[[MAX:.*]] = arith.maxsi %[[MIN]], %c-128
// CHECK-NOT: arith.minsi
// CHECK: %[[SIGN:.*]] = arith.shrsi %arg0, %c31
// CHECK: %[[WIDE:.*]] = arith.extsi %[[SIGN]] : i32 to i64
// CHECK: %[[LESS:.*]] = arith.muli %[[WIDE]], %[[M]] : i64
// CHECK: arith.addi %[[SUM]], %[[LESS]] : i64
// CHECK: return %[[MAX]], %[[UPPER]], %{{.*}}
func.func @quantize(%acc: i32, %multiplier: i32, %offset: i64) -> (i32, i32, i32) {
  %q = tir.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
  %all = tir.requantize %acc, %multiplier, %offset shift 0 bits 32 : i64
  %by_sign = tir.requantize %acc, %multiplier, %offset sign %multiplier shift 0 bits 32 : i64
  return %q, %all, %by_sign : i32, i32, i32
}
