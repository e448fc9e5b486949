// RUN: tir-opt %s --tir-simplify-rescales --tosa-to-arith=include-apply-rescale --convert-scf-to-cf --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts | mlir-runner -e main --entry-point-result=i32 | FileCheck %s

// Rescales by constant powers of two, which the pass lowers, give the same as TOSA's formula, to which upstream lowers
// those whose multiplier is an argument. The numbers are at both limits, around 0, and spread over all of i32.

// CHECK: {{^}}0{{$}}

// (2^30, 30)
func.func private @constant_0(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 30 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_0(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 30 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
// (2^30, 31)
func.func private @constant_1(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 31 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_1(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 31 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
// (2^30, 10)
func.func private @constant_2(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 10 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_2(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 10 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
// (2^30, 2)
func.func private @constant_3(%x: i32) -> i32 {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 2 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_3(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 2 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
// (2^15, 27)
func.func private @constant_4(%x: i32) -> i32 {
  %multiplier = arith.constant 32768 : i32
  %shift = arith.constant 27 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_4(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 27 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
// (2^0, 2)
func.func private @constant_5(%x: i32) -> i32 {
  %multiplier = arith.constant 1 : i32
  %shift = arith.constant 2 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_5(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 2 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
// (2^0, 31)
func.func private @constant_6(%x: i32) -> i32 {
  %multiplier = arith.constant 1 : i32
  %shift = arith.constant 31 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}
func.func private @formula_6(%x: i32, %multiplier: i32) -> i32 {
  %shift = arith.constant 31 : i8
  %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %y : i32
}

func.func private @count_differences(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %m0 = arith.constant 1073741824 : i32
  %a0 = call @constant_0(%x) : (i32) -> i32
  %b0 = call @formula_0(%x, %m0) : (i32, i32) -> i32
  %differs0 = arith.cmpi ne, %a0, %b0 : i32
  %one0 = arith.extui %differs0 : i1 to i32
  %sum0 = arith.addi %0, %one0 : i32
  %m1 = arith.constant 1073741824 : i32
  %a1 = call @constant_1(%x) : (i32) -> i32
  %b1 = call @formula_1(%x, %m1) : (i32, i32) -> i32
  %differs1 = arith.cmpi ne, %a1, %b1 : i32
  %one1 = arith.extui %differs1 : i1 to i32
  %sum1 = arith.addi %sum0, %one1 : i32
  %m2 = arith.constant 1073741824 : i32
  %a2 = call @constant_2(%x) : (i32) -> i32
  %b2 = call @formula_2(%x, %m2) : (i32, i32) -> i32
  %differs2 = arith.cmpi ne, %a2, %b2 : i32
  %one2 = arith.extui %differs2 : i1 to i32
  %sum2 = arith.addi %sum1, %one2 : i32
  %m3 = arith.constant 1073741824 : i32
  %a3 = call @constant_3(%x) : (i32) -> i32
  %b3 = call @formula_3(%x, %m3) : (i32, i32) -> i32
  %differs3 = arith.cmpi ne, %a3, %b3 : i32
  %one3 = arith.extui %differs3 : i1 to i32
  %sum3 = arith.addi %sum2, %one3 : i32
  %m4 = arith.constant 32768 : i32
  %a4 = call @constant_4(%x) : (i32) -> i32
  %b4 = call @formula_4(%x, %m4) : (i32, i32) -> i32
  %differs4 = arith.cmpi ne, %a4, %b4 : i32
  %one4 = arith.extui %differs4 : i1 to i32
  %sum4 = arith.addi %sum3, %one4 : i32
  %m5 = arith.constant 1 : i32
  %a5 = call @constant_5(%x) : (i32) -> i32
  %b5 = call @formula_5(%x, %m5) : (i32, i32) -> i32
  %differs5 = arith.cmpi ne, %a5, %b5 : i32
  %one5 = arith.extui %differs5 : i1 to i32
  %sum5 = arith.addi %sum4, %one5 : i32
  %m6 = arith.constant 1 : i32
  %a6 = call @constant_6(%x) : (i32) -> i32
  %b6 = call @formula_6(%x, %m6) : (i32, i32) -> i32
  %differs6 = arith.cmpi ne, %a6, %b6 : i32
  %one6 = arith.extui %differs6 : i1 to i32
  %sum6 = arith.addi %sum5, %one6 : i32
  return %sum6 : i32
}

func.func @main() -> i32 {
  %begin = arith.constant 0 : index
  %end = arith.constant 100000 : index
  %step = arith.constant 1 : index
  %none = arith.constant 0 : i32
  %least = arith.constant -2147483648 : i32
  %most = arith.constant 2147483647 : i32
  %half = arith.constant 50000 : i32
  %spread = arith.constant -1640531535 : i32
  %all = scf.for %i = %begin to %end step %step iter_args(%sum = %none) -> i32 {
    %n = arith.index_cast %i : index to i32
    %up = arith.addi %least, %n : i32
    %down = arith.subi %most, %n : i32
    %near = arith.subi %n, %half : i32
    %far = arith.muli %n, %spread : i32
    %a = func.call @count_differences(%up) : (i32) -> i32
    %b = func.call @count_differences(%down) : (i32) -> i32
    %c = func.call @count_differences(%near) : (i32) -> i32
    %d = func.call @count_differences(%far) : (i32) -> i32
    %ab = arith.addi %a, %b : i32
    %cd = arith.addi %c, %d : i32
    %abcd = arith.addi %ab, %cd : i32
    %next = arith.addi %sum, %abcd : i32
    scf.yield %next : i32
  }
  return %all : i32
}
