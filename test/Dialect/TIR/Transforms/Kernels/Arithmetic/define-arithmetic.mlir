// RUN: tir-opt %s --tir-define-arithmetic | FileCheck %s
// RUN: tir-opt %s --tir-define-arithmetic --tir-optimize-integer-ranges --canonicalize | FileCheck %s --check-prefix=PROVED

// A quotient is 0 if the divisor is 0, and INT_MIN / -1 is INT_MIN.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK-DAG: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0{{.*}} : i32
// CHECK-DAG: %[[LEAST:.*]] = arith.cmpi eq, %[[A]], %c-2147483648
// CHECK-DAG: %[[MINUS:.*]] = arith.cmpi eq, %[[B]], %c-1
// CHECK: %[[OVER:.*]] = arith.andi %[[LEAST]], %[[MINUS]]
// CHECK: %[[BAD:.*]] = arith.ori %[[ZERO]], %[[OVER]]
// CHECK: %[[DIVISOR:.*]] = arith.select %[[BAD]], %c1{{.*}}, %[[B]]
// CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[DIVISOR]]
// CHECK: %[[R:.*]] = arith.select %[[ZERO]], %c0{{.*}}, %[[Q]]
// CHECK: return %[[R]]
func.func @quotient(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// If the divisor is 0, the remainder is the dividend.
// CHECK-LABEL: func.func @remainder(
// CHECK-SAME: %[[A:.*]]: i8, %[[B:.*]]: i8
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0{{.*}} : i8
// CHECK: %[[DIVISOR:.*]] = arith.select %[[ZERO]], %c1{{.*}}, %[[B]]
// CHECK: %[[Q:.*]] = arith.remui %[[A]], %[[DIVISOR]]
// CHECK: arith.select %[[ZERO]], %[[A]], %[[Q]]
func.func @remainder(%a: i8, %b: i8) -> i8 {
  %r = arith.remui %a, %b : i8
  return %r : i8
}

// Constants by which any number may be divided need no check; -1 and 0 do.
// CHECK-LABEL: func.func @by_constant(
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3
// CHECK-NEXT: arith.divsi %{{.*}}, %[[C3]]
// CHECK-NEXT: %[[MINUS:.*]] = arith.constant -1
// CHECK-NEXT: arith.divui %{{.*}}, %[[MINUS]]
// CHECK: arith.select
// CHECK: arith.floordivsi
// CHECK: return
func.func @by_constant(%a: i32) -> (i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %r = arith.divsi %a, %c3 : i32
  %minus = arith.constant -1 : i32
  %s = arith.divui %a, %minus : i32
  %t = arith.floordivsi %a, %minus : i32
  return %r, %s, %t : i32, i32, i32
}

// CHECK-LABEL: func.func @shift(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK: %[[M:.*]] = arith.andi %[[B]], %c31{{.*}} : i32
// CHECK: arith.shrsi %[[A]], %[[M]]
func.func @shift(%a: i32, %b: i32) -> i32 {
  %r = arith.shrsi %a, %b : i32
  return %r : i32
}

// A width that is not a power of 2.
// CHECK-LABEL: func.func @shift_i48(
// CHECK: %[[M:.*]] = arith.remui %{{.*}}, %c48{{.*}} : i48
// CHECK: arith.shli %{{.*}}, %[[M]]
func.func @shift_i48(%a: i48, %b: i48) -> i48 {
  %r = arith.shli %a, %b : i48
  return %r : i48
}

// Only numbers that fit in 8 bits are converted, and no NaN.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-DAG: %[[LOW:.*]] = arith.constant -1.280000e+02 : f32
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 1.270000e+02 : f32
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[LOW]]
// CHECK: %[[A:.*]] = arith.select %[[ABOVE]], %[[X]], %[[LOW]]
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[A]], %[[HIGH]]
// CHECK: %[[B:.*]] = arith.select %[[BELOW]], %[[A]], %[[HIGH]]
// CHECK: %[[NUMBER:.*]] = arith.cmpf ord, %[[X]], %[[X]]
// CHECK: %[[C:.*]] = arith.select %[[NUMBER]], %[[B]], %{{.*}}
// CHECK: arith.fptosi %[[C]] : f32 to i8
func.func @narrow(%x: f32) -> i8 {
  %r = arith.fptosi %x : f32 to i8
  return %r : i8
}

// 2^31 - 1 is not a float: numbers above the next smaller float become 2^31 - 1 afterwards.
// CHECK-LABEL: func.func @wide(
// CHECK: arith.fptosi %{{.*}} : f32 to i32
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.constant 2147483647 : i32
// CHECK: arith.select
func.func @wide(%x: f32) -> i32 {
  %r = arith.fptosi %x : f32 to i32
  return %r : i32
}

// An integer that is moved and then clamped is limited before, so that the sum cannot overflow.
// CHECK-LABEL: func.func @quantized(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK: %[[LOW:.*]] = arith.constant -1.280000e+02 : f32
// CHECK: %[[HIGH:.*]] = arith.constant 1.270000e+02 : f32
// CHECK: arith.cmpf ogt, %[[X]], %[[LOW]]
// CHECK: %[[INTEGER:.*]] = arith.fptosi
// CHECK-NEXT: %[[MOVED:.*]] = arith.addi %[[INTEGER]], %c100_i32
// CHECK: arith.fptosi
// CHECK-NOT: arith.constant 2147483647
// CHECK: return %[[MOVED]], %{{.*}} : i32, i32
func.func @quantized(%x: f32, %y: f32) -> (i32, i32) {
  %c100 = arith.constant 100 : i32
  %low = arith.constant -28 : i32
  %high = arith.constant 227 : i32
  %0 = arith.fptosi %x : f32 to i32
  %1 = arith.addi %0, %c100 : i32
  %2 = arith.minsi %1, %high : i32
  %3 = arith.maxsi %2, %low : i32
  %4 = arith.fptosi %y : f32 to i32
  %5 = arith.maxsi %4, %low : i32
  %6 = arith.minsi %5, %high : i32
  return %3, %6 : i32, i32
}

// Another user needs the integer itself; the limits of the others have no difference of 32 bits, or are not in order.
// CHECK-LABEL: func.func @not_quantized(
// CHECK-COUNT-3: arith.constant 2147483647 : i32
func.func @not_quantized(%x: f32, %y: f32, %z: f32) -> (i32, i32, i32, i32) {
  %c100 = arith.constant 100 : i32
  %low = arith.constant -28 : i32
  %high = arith.constant 227 : i32
  %least = arith.constant -2147483600 : i32
  %0 = arith.fptosi %x : f32 to i32
  %1 = arith.maxsi %0, %low : i32
  %2 = arith.minsi %1, %high : i32
  %3 = arith.fptosi %y : f32 to i32
  %4 = arith.addi %3, %c100 : i32
  %5 = arith.maxsi %4, %least : i32
  %6 = arith.minsi %5, %high : i32
  %7 = arith.fptosi %z : f32 to i32
  %8 = arith.maxsi %7, %high : i32
  %9 = arith.minsi %8, %low : i32
  return %0, %2, %6, %9 : i32, i32, i32, i32
}

// An f16 reaches neither limit, except for infinities.
// CHECK-LABEL: func.func @half(
// CHECK: arith.constant -6.550400e+04 : f16
// CHECK: arith.constant 6.550400e+04 : f16
// CHECK: arith.fptosi
// CHECK: arith.constant -2147483648 : i32
// CHECK: arith.constant 2147483647 : i32
func.func @half(%x: f16) -> i32 {
  %r = arith.fptosi %x : f16 to i32
  return %r : i32
}

// No negative number fits, and no NaN.
// CHECK-LABEL: func.func @unsigned(
// CHECK-DAG: arith.constant 0.000000e+00 : f32
// CHECK-DAG: arith.constant 2.550000e+02 : f32
// CHECK: arith.fptoui %{{.*}} : f32 to i8
// CHECK-NEXT: return
func.func @unsigned(%x: f32) -> i8 {
  %r = arith.fptoui %x : f32 to i8
  return %r : i8
}

// Checks that the ranges prove cost nothing.
// PROVED-LABEL: func.func @proved(
// PROVED: arith.divsi
// PROVED-NEXT: arith.shrsi
// PROVED-NEXT: return
func.func @proved(%x: i32, %buffer: memref<4xi8> {kernel.argument = #kernel.argument<range = [1, 31]>}) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %narrow = memref.load %buffer[%c0] : memref<4xi8>
  %amount = arith.extsi %narrow : i8 to i32
  %q = arith.divsi %x, %amount : i32
  %s = arith.shrsi %x, %amount : i32
  return %q, %s : i32, i32
}

// Vectors, and single bits, stay as they are.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT: arith.divui %{{.*}} : vector<4xi32>
// CHECK-NEXT: arith.shrsi %{{.*}} : vector<4xi32>
// CHECK-NEXT: arith.fptosi %{{.*}} : vector<4xf32> to vector<4xi8>
// CHECK-NEXT: arith.divui %{{.*}} : i1
// CHECK-NEXT: arith.shrui %{{.*}} : i1
// CHECK-NEXT: return
func.func @others(%a: vector<4xi32>, %x: vector<4xf32>, %b: i1) -> (vector<4xi32>, vector<4xi32>, vector<4xi8>, i1, i1) {
  %0 = arith.divui %a, %a : vector<4xi32>
  %1 = arith.shrsi %a, %a : vector<4xi32>
  %2 = arith.fptosi %x : vector<4xf32> to vector<4xi8>
  %3 = arith.divui %b, %b : i1
  %4 = arith.shrui %b, %b : i1
  return %0, %1, %2, %3, %4 : vector<4xi32>, vector<4xi32>, vector<4xi8>, i1, i1
}
