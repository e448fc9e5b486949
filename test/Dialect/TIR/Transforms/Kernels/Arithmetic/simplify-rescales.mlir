// RUN: tir-opt %s --tir-simplify-rescales | FileCheck %s

// CHECK-LABEL: func.func @unchanged(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK-NEXT: {{.*}} arith.constant
// CHECK-NEXT: {{.*}} arith.constant
// CHECK-NEXT: return %[[X]]
func.func @unchanged(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 30 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @times_2_to_the_20(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK: %[[FACTOR:.*]] = arith.constant 1048576 : i32
// CHECK-NEXT: %[[Y:.*]] = arith.muli %[[X]], %[[FACTOR]] : i32
// CHECK-NEXT: return %[[Y]]
func.func @times_2_to_the_20(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 10 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = INEXACT_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @half(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK-DAG: %[[FLOOR:.*]] = arith.shrsi %[[X]], %c1_i32
// CHECK-DAG: %[[BIT:.*]] = arith.andi %[[X]], %c1_i32
// CHECK: %[[Y:.*]] = arith.addi %[[FLOOR]], %[[BIT]]
// CHECK-NEXT: return %[[Y]]
func.func @half(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 31 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @divided_by_2_to_the_12(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK: %[[FLOOR:.*]] = arith.shrsi %[[X]], %c12_i32
// CHECK: %[[BITS:.*]] = arith.shrsi %[[X]], %c11_i32
// CHECK: %[[BIT:.*]] = arith.andi %[[BITS]], %c1_i32
// CHECK: %[[Y:.*]] = arith.addi %[[FLOOR]], %[[BIT]]
// CHECK-NEXT: return %[[Y]]
func.func @divided_by_2_to_the_12(%x: i32) -> i32 {
  %multiplier = arith.constant 32768 : i32
  %shift = arith.constant 27 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @second_rounding(
// CHECK: tosa.apply_scale
func.func @second_rounding(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 32 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @no_power_of_two(
// CHECK: tosa.apply_scale
func.func @no_power_of_two(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741825 : i32
  %shift = arith.constant 30 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @negative(
// CHECK: tosa.apply_scale
func.func @negative(%x: i32) -> i32 {
  %multiplier = arith.constant -2147483648 : i32
  %shift = arith.constant 31 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @without_rounding(
// CHECK: tosa.apply_scale
func.func @without_rounding(%x: i32) -> i32 {
  %multiplier = arith.constant 1 : i32
  %shift = arith.constant 0 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

// CHECK-LABEL: func.func @computed(
// CHECK-COUNT-2: tosa.apply_scale
func.func @computed(%x: i32, %multiplier: i32, %shift: i8) -> i32 {
  %c1 = arith.constant 1 : i32
  %c30 = arith.constant 30 : i8
  %y = tosa.apply_scale %x, %multiplier, %c30 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  %z = tosa.apply_scale %y, %c1, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %z : i32
}

// CHECK-LABEL: func.func @wide(
// CHECK: tosa.apply_scale
func.func @wide(%x: i48) -> i32 {
  %multiplier = arith.constant 16384 : i32
  %shift = arith.constant 14 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i48, i32, i8) -> i32
  return %y : i32
}
