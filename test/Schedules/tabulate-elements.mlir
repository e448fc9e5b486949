// RUN: tir-opt %s --split-input-file --tir-tabulate-elements="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefixes=CHECK,TABLE
// RUN: tir-opt %s --split-input-file --tir-tabulate-elements="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus" | FileCheck %s --check-prefixes=CHECK,TABLE
// RUN: tir-opt %s --split-input-file --tir-tabulate-elements="target-triple=riscv32-unknown-elf" | FileCheck %s --check-prefixes=CHECK,TABLE
// RUN: tir-opt %s --split-input-file --tir-tabulate-elements="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: tir-opt %s --split-input-file --tir-tabulate-elements="target-triple=x86_64-unknown-linux-gnu" | FileCheck %s --check-prefixes=CHECK,NONE

#id = affine_map<(d0, d1) -> (d0, d1)>

// Two operations make one table of 0, 1, ... 127, and of a fourth of -128 to -1, rounded: -32, -32, -31 and so on.
// CHECK-LABEL: func.func @leaky
// CHECK-SAME: (%[[X:.*]]: tensor<16x16xi8>)
// TABLE: %[[TABLE:.*]] = arith.constant dense<"0x000102030405060708090A0B0C0D0E0F{{.*}}7C7D7E7FE0E0E1E1E1E1E2{{.*}}FFFF0000"> : tensor<256xi8>
// TABLE: linalg.generic {{.*}} ins(%[[X]] : tensor<16x16xi8>)
// TABLE-NEXT: ^bb0(%[[E:.*]]: i8, %{{.*}}: i8):
// TABLE-NEXT: %[[BITS:.*]] = arith.extui %[[E]] : i8 to i32
// TABLE-NEXT: %[[AT:.*]] = arith.index_cast %[[BITS]] : i32 to index
// TABLE-NEXT: tensor.extract %[[TABLE]][%[[AT]]]
// TABLE-NOT: tosa.apply_scale
// NONE: tosa.apply_scale
// NONE-NOT: tensor.extract
// CHECK: return
func.func @leaky(%x: tensor<16x16xi8>) -> tensor<16x16xi8> {
  %factor = arith.constant 1073741824 : i32
  %quarter = arith.constant 32 : i8
  %one = arith.constant 30 : i8
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %0 = tensor.empty() : tensor<16x16xi32>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x16xi8>) outs(%0 : tensor<16x16xi32>) {
  ^bb0(%in: i8, %out: i32):
    %e = arith.extsi %in : i8 to i32
    %f = tosa.apply_scale %e, %factor, %one {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %f : i32
  } -> tensor<16x16xi32>
  %1 = tensor.empty() : tensor<16x16xi8>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%wide : tensor<16x16xi32>) outs(%1 : tensor<16x16xi8>) {
  ^bb0(%in: i32, %out: i8):
    %less = tosa.apply_scale %in, %factor, %quarter {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %more = arith.maxsi %in, %less : i32
    %a = arith.maxsi %more, %low : i32
    %b = arith.minsi %a, %high : i32
    %narrow = arith.trunci %b : i32 to i8
    linalg.yield %narrow : i8
  } -> tensor<16x16xi8>
  return %y : tensor<16x16xi8>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// A rescale alone is as fast as a table, and so is one for few elements.
// CHECK-LABEL: func.func @rescale
// CHECK-NOT: tensor.extract
// CHECK-LABEL: func.func @few
// CHECK-NOT: tensor.extract
func.func @rescale(%x: tensor<16x16xi8>) -> tensor<16x16xi8> {
  %factor = arith.constant 1717986918 : i32
  %shift = arith.constant 32 : i8
  %1 = tensor.empty() : tensor<16x16xi8>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x16xi8>) outs(%1 : tensor<16x16xi8>) {
  ^bb0(%in: i8, %out: i8):
    %e = arith.extsi %in : i8 to i32
    %less = tosa.apply_scale %e, %factor, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %narrow = arith.trunci %less : i32 to i8
    linalg.yield %narrow : i8
  } -> tensor<16x16xi8>
  return %y : tensor<16x16xi8>
}
func.func @few(%x: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %factor = arith.constant 1717986918 : i32
  %shift = arith.constant 32 : i8
  %1 = tensor.empty() : tensor<2x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xi8>) outs(%1 : tensor<2x4xi8>) {
  ^bb0(%in: i8, %out: i8):
    %e = arith.extsi %in : i8 to i32
    %a = tosa.apply_scale %e, %factor, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %b = tosa.apply_scale %a, %factor, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %narrow = arith.trunci %b : i32 to i8
    linalg.yield %narrow : i8
  } -> tensor<2x4xi8>
  return %y : tensor<2x4xi8>
}

// -----

#id = affine_map<(d0) -> (d0)>

// A table of int8 elements is read by their bits; what is computed from its numbers becomes part of it. Another reader
// of them has a table of its own.
// CHECK-LABEL: func.func @tables
// TABLE: arith.constant dense<7> : tensor<256xi8>
// TABLE: arith.extui
// TABLE: arith.constant dense<8> : tensor<256xi8>
// TABLE: arith.extui
// TABLE-NOT: arith.addi
// NONE-NOT: arith.extui
// CHECK: return
func.func @tables(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  %table = arith.constant dense<7> : tensor<256xi8>
  %half = arith.constant 128 : index
  %one = arith.constant 1 : i8
  %0 = tensor.empty() : tensor<4xi8>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi8>) outs(%0 : tensor<4xi8>) {
  ^bb0(%in: i8, %out: i8):
    %e = arith.index_cast %in : i8 to index
    %at = arith.addi %e, %half : index
    %t = tensor.extract %table[%at] : tensor<256xi8>
    linalg.yield %t : i8
  } -> tensor<4xi8>
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xi8>) outs(%0 : tensor<4xi8>) {
  ^bb0(%in: i8, %out: i8):
    %a = arith.addi %in, %one : i8
    linalg.yield %a : i8
  } -> tensor<4xi8>
  return %y, %z : tensor<4xi8>, tensor<4xi8>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The sum of two tensors has more values.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @sum(%x: tensor<16x16xi8>, %z: tensor<16x16xi8>) -> tensor<16x16xi8> {
  %factor = arith.constant 1717986918 : i32
  %shift = arith.constant 32 : i8
  %1 = tensor.empty() : tensor<16x16xi8>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %z : tensor<16x16xi8>, tensor<16x16xi8>) outs(%1 : tensor<16x16xi8>) {
  ^bb0(%in: i8, %other: i8, %out: i8):
    %s = arith.addi %in, %other : i8
    %e = arith.extsi %s : i8 to i32
    %a = tosa.apply_scale %e, %factor, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %b = tosa.apply_scale %a, %factor, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %narrow = arith.trunci %b : i32 to i8
    linalg.yield %narrow : i8
  } -> tensor<16x16xi8>
  return %y : tensor<16x16xi8>
}
