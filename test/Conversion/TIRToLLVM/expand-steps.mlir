// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --cse | FileCheck %s --check-prefixes=CHECK,DSP
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv8m.main-none-eabi target-cpu=cortex-m33" --cse | FileCheck %s --check-prefixes=CHECK,DSP
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 target-features=-dsp" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tir-opt %s --tir-expand-steps="target-triple=riscv32-unknown-elf" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tir-opt %s --tir-expand-steps="target-triple=aarch64-linux-gnu" --cse | FileCheck %s --check-prefixes=CHECK,PLAIN

// PLAIN-NOT: llvm.call_intrinsic

// All bytes are read: four at a time in a loop, and three that are left. Word 0 of these has the first and the third.
// CHECK-LABEL: func.func @widen_all
// CHECK-NOT: kernel.widen_bytes
// CHECK-NOT: scf.if
// CHECK: scf.for %[[BYTE:.*]] = %c0 to %c8 step %c4 {
// DSP: %[[FOUR:.*]] = llvm.load volatile %{{.*}} {alignment = 1 : i64}
// DSP: %[[RIGHT:.*]] = arith.shrui %[[FOUR]], %c8
// DSP: %[[LEFT:.*]] = arith.shli %[[FOUR]], %c24
// DSP: %[[TURNED:.*]] = arith.ori %[[RIGHT]], %[[LEFT]]
// DSP: %[[EVEN:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"(%[[FOUR]])
// DSP: %[[WORDS:.*]] = arith.shrui %[[BYTE]], %c1
// DSP: %[[AT:.*]] = arith.addi %c0, %[[WORDS]]
// DSP: memref.store %[[EVEN]], %arg1[%[[AT]]]
// DSP: %[[ODD:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"(%[[TURNED]])
// DSP: %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// DSP: memref.store %[[ODD]], %arg1[%[[NEXT]]]
// PLAIN-COUNT-4: arith.extsi %{{.*}} : i8 to i32
// PLAIN: %[[WORDS:.*]] = arith.shrui %[[BYTE]], %c1
// PLAIN: %[[AT:.*]] = arith.addi %c0, %[[WORDS]]
// PLAIN: memref.store %{{.*}}, %arg1[%[[AT]]]
// PLAIN: %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// PLAIN: memref.store %{{.*}}, %arg1[%[[NEXT]]]
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
func.func @widen_all(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
  %none = arith.constant 0 : index
  %all = arith.constant 11 : index
  kernel.widen_bytes %bytes[%at] from %none to %all size 11 padding -128, %words[%none] : memref<100xi8>, memref<6xi32>
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
  kernel.widen_bytes %bytes[%zero] from %from to %to size 2 padding -5, %words[%zero] : memref<100xi8>, memref<1xi32>
  return
}

// A size of whole groups of four: if the range begins and ends with a group too, a group is padding or all bytes. Both
// halves of a word are -5: 0xfffbfffb.
// CHECK-LABEL: func.func @widen_groups
// CHECK: %[[BOTH:.*]] = arith.ori %arg2, %arg3
// CHECK: %[[REST:.*]] = arith.andi %[[BOTH]], %c3
// CHECK: %[[REGULAR:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if %[[REGULAR]] {
// CHECK: %[[BEGIN:.*]] = arith.minsi %arg2, %c16
// CHECK: %[[END:.*]] = arith.maxsi %arg3, %[[BEGIN]]
// CHECK: scf.for %[[BYTE:.*]] = %c0 to %[[BEGIN]] step %c4 {
// CHECK: %[[WORDS:.*]] = arith.shrui %[[BYTE]], %c1
// CHECK: %[[AT:.*]] = arith.addi %c0, %[[WORDS]]
// CHECK: memref.store %c-262149_i32, %arg1[%[[AT]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// CHECK: memref.store %c-262149_i32, %arg1[%[[NEXT]]]
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c4 {
// CHECK-NOT: scf.if
// DSP: llvm.load volatile
// DSP-COUNT-2: llvm.arm.sxtb16
// PLAIN-COUNT-4: arith.extsi %{{.*}} : i8 to i32
// CHECK: scf.for %{{.*}} = %[[END]] to %c16 step %c4 {
// CHECK-COUNT-2: memref.store %c-262149_i32
// CHECK: } else {
// CHECK: scf.for %[[BYTE:.*]] = %c0 to %c16 step %c4 {
// CHECK: arith.cmpi sge, %[[BYTE]], %arg2
// CHECK: arith.cmpi slt, %[[BYTE]], %arg3
// CHECK-COUNT-4: scf.if %{{.*}} -> (i32) {
// CHECK-NOT: scf.if
// CHECK: return
func.func @widen_groups(%bytes: memref<100xi8>, %words: memref<8xi32>, %from: index, %to: index) {
  %zero = arith.constant 0 : index
  kernel.widen_bytes %bytes[%zero] from %from to %to size 16 padding -5, %words[%zero] : memref<100xi8>, memref<8xi32>
  return
}

// Seventeen words have no good divisor: eight words in an iteration, and the last one after them.
// CHECK-LABEL: func.func @dot
// CHECK: %[[SUMS:.*]]:4 = scf.for %{{.*}} = %c0{{[_0-9]*}} to %c2{{[_0-9]*}} step %c1{{[_0-9]*}} iter_args(
// DSP: {{llvm.load volatile|llvm.inline_asm has_side_effects "ldr}}
// DSP: %[[BOTH:.*]] = llvm.inline_asm has_side_effects "smlad $0, $1, $2, $3", "=r,r,r,0" %[[X:.*]], %[[W:.*]], %{{.*}} : (i32, i32, i32) -> i32
// DSP-NEXT: %[[LOW:.*]] = llvm.inline_asm has_side_effects "sxtb16 $0, $1", "=r,r" %[[W]] : (i32) -> i32
// DSP-NEXT: %[[SECOND:.*]] = llvm.inline_asm has_side_effects "smlad $0, $1, $2, $3", "=r,r,r,0" %[[X]], %[[LOW]], %{{.*}} : (i32, i32, i32) -> i32
// DSP-COUNT-14: smlad
// DSP-NOT: smlad
// PLAIN-COUNT-16: arith.muli {{.*}} : i32
// CHECK: scf.yield
// DSP: %[[BOTH:.*]] = llvm.inline_asm has_side_effects "smlad {{.*}}, %[[SUMS]]#0 :
// DSP: %[[SECOND:.*]] = llvm.inline_asm has_side_effects "smlad {{.*}}, %[[SUMS]]#1 :
// DSP: %[[DIFFERENCE:.*]] = arith.subi %[[BOTH]], %[[SECOND]]
// PLAIN: %[[DIFFERENCE:.*]] = arith.subi %{{.*}}, %[[SECOND:.*]] : i32
// CHECK: %[[FIRST:.*]] = arith.shrsi %[[DIFFERENCE]], %c8
// CHECK: return %[[FIRST]], %[[SECOND]]
func.func @dot(%x: memref<17xi32>, %w: memref<17xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:2 = kernel.dot_pairs %x, %w[%zero] size 17 pixels 1 pairs 1 : memref<17xi32>, memref<17xi32>
  return %acc#0, %acc#1 : i32, i32
}

// Eight words are one iteration, which needs no loop. The second pixel's words are after the first one's.
// CHECK-LABEL: func.func @one_iteration
// CHECK-NOT: scf.for
// DSP-COUNT-32: smlad
// DSP-NOT: smlad
// PLAIN: %[[X:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
// PLAIN: %[[W:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
// PLAIN: llvm.getelementptr %[[W]][7]
// PLAIN: llvm.getelementptr %[[X]][7]
// PLAIN: llvm.getelementptr %[[X]][15]
// CHECK-NOT: scf.for
// CHECK: return
func.func @one_iteration(%x: memref<16xi32>, %w: memref<8xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:4 = kernel.dot_pairs %x, %w[%zero] size 8 pixels 2 pairs 1 : memref<16xi32>, memref<8xi32>
  return %acc#0, %acc#3 : i32, i32
}

// Two pairs of channels: what is taken out of the first pair's word is multiplied with both pixels before the other
// pair, so that the pixels and the pairs need four registers besides the sums.
// CHECK-LABEL: func.func @two_pairs
// DSP: "smlad {{.*}}" %[[X:.*]], %[[W:.*]], %{{.*}} :
// DSP-NEXT: "smlad {{.*}}" %[[Y:.*]], %[[W]], %{{.*}} :
// DSP-NEXT: %[[LOW:.*]] = llvm.inline_asm has_side_effects "sxtb16 $0, $1", "=r,r" %[[W]] :
// DSP-NEXT: "smlad {{.*}}" %[[X]], %[[LOW]], %{{.*}} :
// DSP-NEXT: "smlad {{.*}}" %[[Y]], %[[LOW]], %{{.*}} :
// DSP-NEXT: "smlad {{.*}}" %[[X]], %[[V:.*]], %{{.*}} :
// DSP-COUNT-3: smlad
// PLAIN-COUNT-16: arith.muli {{.*}} : i32
// CHECK: return
func.func @two_pairs(%x: memref<2xi32>, %w: memref<2xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:8 = kernel.dot_pairs %x, %w[%zero] size 1 pixels 2 pairs 2 : memref<2xi32>, memref<2xi32>
  return %acc#1, %acc#6 : i32, i32
}

// An iteration multiplies 16 of the 48 words of a run, and the next run begins 16 words after it.
// CHECK-LABEL: func.func @runs
// CHECK: %[[SUMS:.*]]:8 = scf.for %{{.*}} = %c0{{[_0-9]*}} to %c2{{[_0-9]*}} step %c1{{[_0-9]*}} iter_args(
// CHECK: %[[INNER:.*]]:8 = scf.for %{{.*}} = %c0{{[_0-9]*}} to %c3{{[_0-9]*}} step %c1{{[_0-9]*}} iter_args({{.*}}, %[[X:.*]] = %{{[^,]*}}, %[[W:.*]] = %{{[^,]*}}) ->
// PLAIN: llvm.getelementptr %[[W]][0]
// PLAIN: llvm.getelementptr %[[X]][0]
// PLAIN: llvm.getelementptr %[[X]][8]
// PLAIN: %[[NEXT_X:.*]] = llvm.getelementptr %[[X]][16]
// DSP-COUNT-96: smlad
// DSP-NOT: smlad
// PLAIN-COUNT-192: arith.muli {{.*}} : i32
// PLAIN: %[[NEXT_W:.*]] = llvm.getelementptr %[[W]][16]
// PLAIN: scf.yield {{.*}}, %[[NEXT_X]], %[[NEXT_W]] :
// PLAIN: %[[SECOND_X:.*]] = llvm.getelementptr %[[INNER]]#6[16]
// PLAIN: scf.yield {{.*}}, %[[SECOND_X]], %[[INNER]]#7 :
// DSP: scf.yield
// DSP: %[[SECOND_X:.*]] = llvm.getelementptr %{{.*}}[16]
// DSP: scf.yield %[[INNER]]#0, {{.*}}, %[[SECOND_X]], %{{[^,]*}} :
// CHECK: arith.subi %[[SUMS]]#0, %[[SUMS]]#1
// CHECK: return %{{.*}}, %[[SUMS]]#5
func.func @runs(%x: memref<128xi32>, %w: memref<96xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:6 = kernel.dot_pairs %x, %w[%zero] size 96 in runs of 48 apart 64 pixels 3 apart 8 pairs 1
      : memref<128xi32>, memref<96xi32>
  return %acc#0, %acc#5 : i32, i32
}

// A short run has no loop of its own.
// CHECK-LABEL: func.func @short_runs
// CHECK: scf.for
// CHECK-NOT: scf.for
// DSP-COUNT-144: smlad
// DSP-NOT: smlad
// CHECK: return
func.func @short_runs(%x: memref<80xi32>, %w: memref<48xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:6 = kernel.dot_pairs %x, %w[%zero] size 48 in runs of 24 apart 40 pixels 3 apart 8 pairs 1
      : memref<80xi32>, memref<48xi32>
  return %acc#0, %acc#5 : i32, i32
}

// 32 groups of four elements: four in an iteration. A group is a word of elements and two of weights for each pair.
// CHECK-LABEL: func.func @pixel
// CHECK: %[[SUMS:.*]]:6 = scf.for %{{.*}} = %c0{{[_0-9]*}} to %c8{{[_0-9]*}} step %c1{{[_0-9]*}} iter_args({{.*}}, %[[X:.*]] = %{{[^,]*}}, %{{.*}} = %{{[^,]*}}) ->
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$3, #0]\0Aldr $1, [$3, #256]\0Aldr $2, [$4, #0]"
// DSP: %[[EVEN:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"(%[[FOUR:.*]]) : (i32) -> i32
// DSP: arith.shrui %[[FOUR]], %c8
// DSP: %[[ODD:.*]] = llvm.call_intrinsic "llvm.arm.sxtb16"
// DSP: "smlad {{.*}}" %[[EVEN]],
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$2, #4]\0Aldr $1, [$2, #260]"
// DSP: "smlad {{.*}}" %[[ODD]],
// DSP: [$4, #12]"
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$2, #28]\0Aldr $1, [$2, #284]"
// DSP-NOT: llvm.inline_asm has_side_effects "ldr
// PLAIN: llvm.load %[[X]] : !llvm.ptr -> i8
// PLAIN: %[[NEXT:.*]] = llvm.getelementptr %[[X]][3] : (!llvm.ptr) -> !llvm.ptr, i8
// PLAIN: llvm.load %[[NEXT]] : !llvm.ptr -> i8
// CHECK: %[[NEXT_W:.*]] = llvm.getelementptr %{{.*}}[8] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK-NEXT: scf.yield {{.*}}, %[[NEXT_W]] :
// CHECK: arith.subi %[[SUMS]]#0, %[[SUMS]]#1
func.func @pixel(%x: memref<128xi8>, %w: memref<128xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:4 = kernel.dot_pixel %x[%zero], %w[%zero] size 128 pairs 2 : memref<128xi8>, memref<128xi32>
  return %acc#0, %acc#3 : i32, i32
}

// Beside the sums of four pairs, there are registers for the words of two.
// CHECK-LABEL: func.func @four_pairs
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$3, #0]\0Aldr $1, [$3, #256]\0Aldr $2, [$4, #0]"
// DSP-COUNT-4: smlad
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$2, #512]\0Aldr $1, [$2, #768]"
// DSP-COUNT-4: smlad
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$2, #4]\0Aldr $1, [$2, #260]"
// DSP-COUNT-4: smlad
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$2, #516]\0Aldr $1, [$2, #772]"
// CHECK: return
func.func @four_pairs(%x: memref<128xi8>, %w: memref<256xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:8 = kernel.dot_pixel %x[%zero], %w[%zero] size 128 pairs 4 : memref<128xi8>, memref<256xi32>
  return %acc#0, %acc#7 : i32, i32
}

// Three elements that are left are the first and the last, and the second.
// CHECK-LABEL: func.func @rest
// CHECK-NOT: scf.for
// DSP: %[[LAST:.*]] = llvm.getelementptr %[[REST:.*]][2] : (!llvm.ptr) -> !llvm.ptr, i8
// DSP: llvm.load %[[LAST]] : !llvm.ptr -> i8
// DSP: %[[SECOND:.*]] = llvm.getelementptr %[[REST]][1] : (!llvm.ptr) -> !llvm.ptr, i8
// DSP: %[[BYTE:.*]] = llvm.load %[[SECOND]] : !llvm.ptr -> i8
// DSP: %[[X:.*]] = arith.extsi %[[BYTE]] : i8 to i32
// PLAIN-COUNT-7: llvm.load {{.*}} : !llvm.ptr -> i8
// DSP: "smlad {{.*}}" %[[X]],
// CHECK: return
func.func @rest(%x: memref<7xi8>, %w: memref<4xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:2 = kernel.dot_pixel %x[%zero], %w[%zero] size 7 pairs 1 : memref<7xi8>, memref<4xi32>
  return %acc#0, %acc#1 : i32, i32
}

// Weights that are too far apart for the offset of a load are loaded one by one, and the elements from any address.
// CHECK-LABEL: func.func @far
// DSP-NOT: llvm.inline_asm has_side_effects "ldr
// DSP: llvm.load volatile %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i32
// DSP: llvm.load volatile %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i32
// CHECK: return
func.func @far(%x: memref<4096xi8>, %w: memref<4096xi32>) -> i32 {
  %zero = arith.constant 0 : index
  %acc:4 = kernel.dot_pixel %x[%zero], %w[%zero] size 4096 pairs 2 : memref<4096xi8>, memref<4096xi32>
  return %acc#0 : i32
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
  %acc:4 = kernel.dot_taps %x[%begin], %w[%begin] rows %from to %to columns %begin to %end
      pixels 1 {columns = 1, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = -128}
      : memref<72xi8>, memref<36xi8>
  %other:4 = kernel.dot_taps %x[%begin], %w[%begin] rows %from to %to columns %from to %to
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
  %q = kernel.requantize %acc, %multiplier, %offset shift 0 bits 32 : i32
  %by_sign = kernel.requantize %acc, %multiplier, %offset sign %multiplier shift 0 bits 32 : i32
  return %q, %by_sign : i32, i32
}

// The first sum begins with 256 times the first number plus the second, and the second is shifted at the end.
// CHECK-LABEL: func.func @start
// CHECK: %[[SCALED:.*]] = arith.shli %arg2, %c8
// CHECK: %[[BOTH:.*]] = arith.addi %[[SCALED]], %arg3
// DSP: %[[A:.*]] = llvm.inline_asm has_side_effects "smlad {{.*}}, %[[BOTH]] :
// DSP: %[[B:.*]] = llvm.inline_asm has_side_effects "smlad {{.*}}, %arg3 :
// DSP: %[[FIRST:.*]] = arith.subi %[[A]], %[[B]]
// DSP: %[[SECOND:.*]] = arith.shli %[[B]], %c8
// DSP: return %[[FIRST]], %[[SECOND]]
func.func @start(%x: memref<1xi32>, %w: memref<1xi32>, %first: i32, %second: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:2 = kernel.dot_pairs %x, %w[%zero] size 1 pixels 1 pairs 1 init(%first, %second) times256
      : memref<1xi32>, memref<1xi32>
  return %acc#0, %acc#1 : i32, i32
}

// Each channel has bytes of its own, which are taken out of a word and of the word turned by eight bits.
// CHECK-LABEL: func.func @bytes
// DSP: %[[FIRST:.*]] = llvm.inline_asm has_side_effects "sxtb16 $0, $1, ror #8", "=r,r" %[[W:.*]] : (i32) -> i32
// DSP: %[[A:.*]] = llvm.inline_asm has_side_effects "smlad {{.*}}" %[[X:.*]], %[[FIRST]], %arg2 :
// DSP: %[[SECOND:.*]] = llvm.inline_asm has_side_effects "sxtb16 $0, $1", "=r,r" %[[W]] : (i32) -> i32
// DSP: %[[B:.*]] = llvm.inline_asm has_side_effects "smlad {{.*}}" %[[X]], %[[SECOND]], %arg3 :
// DSP: %[[A_TIMES_256:.*]] = arith.shli %[[A]], %c8
// DSP: %[[B_TIMES_256:.*]] = arith.shli %[[B]], %c8
// DSP: return %[[A_TIMES_256]], %[[B_TIMES_256]]
// PLAIN-NOT: arith.subi
// PLAIN: return
func.func @bytes(%x: memref<1xi32>, %w: memref<1xi32>, %first: i32, %second: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:2 = kernel.dot_pairs %x, %w[%zero] size 1 pixels 1 pairs 1 bytes init(%first, %second) times256
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
  %q = kernel.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
  %all = kernel.requantize %acc, %multiplier, %offset shift 0 bits 32 : i64
  %by_sign = kernel.requantize %acc, %multiplier, %offset sign %multiplier shift 0 bits 32 : i64
  return %q, %all, %by_sign : i32, i32, i32
}

// A half is stored as such if the target is little-endian, which DSP instructions imply, and else with the rest of its
// word.
// CHECK-LABEL: func.func @store_half
// DSP: %[[HALF:.*]] = arith.trunci %arg0 : i32 to i16
// DSP: %[[AT:.*]] = arith.index_cast %arg2 : index to i32
// DSP: %[[ADDRESS:.*]] = llvm.getelementptr %{{.*}}[%[[AT]]] : (!llvm.ptr, i32) -> !llvm.ptr, i16
// DSP: llvm.store %[[HALF]], %[[ADDRESS]] {alignment = 2 : i64} : i16, !llvm.ptr
// PLAIN: %[[WORD:.*]] = arith.shrui %arg2, %c1
// PLAIN: %[[ODD:.*]] = arith.andi %arg2, %c1
// PLAIN: %[[IS_LOW:.*]] = arith.cmpi eq, %[[ODD]], %c0
// PLAIN: %[[OLD:.*]] = memref.load %arg1[%[[WORD]]]
// PLAIN: %[[ABOVE:.*]] = arith.shrsi %[[OLD]], %c16_i32
// PLAIN: %[[NEW:.*]] = arith.select %[[IS_LOW]], %{{.*}}, %{{.*}} : i32
// PLAIN: memref.store %[[NEW]], %arg1[%[[WORD]]]
func.func @store_half(%number: i32, %words: memref<8xi32>, %at: index) {
  kernel.store_half %number, %words[%at] : memref<8xi32>
  return
}
