// UNSUPPORTED: fast-tier
// Control flow and buffers give the same results as LLVM.
// RUN: python3 %S/../Inputs/compare_with_llvm.py %s %t | FileCheck %s

// CHECK: mlir-translate gcc O1 {{[0-9]+}} functions, 0 differences
// CHECK: mlir-translate clang-22 O1 {{[0-9]+}} functions, 0 differences
// CHECK: tir-translate gcc O1 {{[0-9]+}} functions, 0 differences
// CHECK: tir-translate gcc O0 {{[0-9]+}} functions, 0 differences
// CHECK: tir-translate gcc O3 {{[0-9]+}} functions, 0 differences
// CHECK: tir-translate clang-22 O1 {{[0-9]+}} functions, 0 differences
// CHECK: tir-translate clang-22 O0 {{[0-9]+}} functions, 0 differences
// CHECK: tir-translate clang-22 O3 {{[0-9]+}} functions, 0 differences

memref.global "private" constant @tab : memref<2x3xi32> = dense<[[1,2,3],[-4,5,-2147483648]]> {alignment = 16 : i64}
memref.global "private" constant @tabi : memref<4xindex> = dense<[3,2,-1,0]>
memref.global "private" constant @flags : memref<4xi1> = dense<[true,false,true,true]>
memref.global "private" constant @s0 : memref<i32> = dense<77>
memref.global "private" @ws : memref<64xi8> = uninitialized {alignment = 16 : i64}
// SKIP fib: a > 40 || a < 0
func.func @fib(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %n = arith.index_cast %a : i32 to index
  %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z, %y = %o) -> (i32, i32) {
    %s = arith.addi %x, %y : i32
    scf.yield %y, %s : i32, i32
  }
  return %p#0 : i32
}
// SKIP swap: a > 40 || a < 0
func.func @swap(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.index_cast %a : i32 to index
  %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  return %p#0 : i32
}
func.func @neg(%a: i8) -> i32 {
  %lo = arith.constant -3 : index
  %hi = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %a32 = arith.extsi %a : i8 to i32
  %r = scf.for %i = %lo to %hi step %c2 iter_args(%x = %z) -> (i32) {
    %j = arith.index_cast %i : index to i32
    %k = arith.muli %j, %a32 : i32
    %l = arith.xori %x, %k : i32
    %m = arith.addi %l, %j : i32
    scf.yield %m : i32
  }
  return %r : i32
}
func.func @nest(%a: i8) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 5 : i32
  %a32 = arith.extsi %a : i8 to i32
  %t = memref.get_global @tab : memref<2x3xi32>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %z, %w = %a32) -> (i32, i32) {
    %q:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%y = %x, %v = %w) -> (i32, i32) {
      %e = memref.load %t[%i, %j] : memref<2x3xi32>
      %c = arith.cmpi slt, %e, %a32 : i32
      %n = scf.if %c -> (i32) {
        %s = arith.addi %y, %e : i32
        scf.yield %s : i32
      } else {
        scf.yield %y : i32
      }
      %u = arith.addi %n, %v : i32
      %m = arith.muli %u, %x : i32
      scf.yield %n, %m : i32, i32
    }
    %sum = arith.addi %q#1, %x : i32
    scf.yield %q#0, %sum : i32, i32
  }
  %o = arith.addi %r#0, %r#1 : i32
  return %o : i32
}
func.func @ifs(%a: i32, %b: i32) -> i32 {
  %c = arith.cmpi sgt, %a, %b : i32
  %d = scf.if %c -> (i32) { scf.yield %a : i32 } else { scf.yield %b : i32 }
  %z = arith.constant 0 : i32
  %e = arith.cmpi slt, %d, %z : i32
  %f:2 = scf.if %e -> (i32, i32) {
    %g = scf.if %c -> i32 {
      %q = arith.addi %a, %a : i32
      scf.yield %q : i32
    } else {
      %q = arith.subi %a, %b : i32
      scf.yield %q : i32
    }
    scf.yield %g, %d : i32, i32
  } else {
    %q = arith.muli %a, %b : i32
    scf.yield %d, %q : i32, i32
  }
  %h = arith.xori %f#0, %f#1 : i32
  return %h : i32
}
// SKIP gcd: a <= 0 || b <= 0
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %y, %z : i32
    scf.condition(%c) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %m = arith.remsi %x, %y : i32
    scf.yield %y, %m : i32, i32
  }
  return %r#0 : i32
}
func.func @sw(%a: i32) -> i32 {
  %i = arith.index_cast %a : i32 to index
  %r = scf.index_switch %i -> i32
  case 1 { %x = arith.constant 10 : i32
    scf.yield %x : i32 }
  case 5 { %x = arith.constant 50 : i32
    scf.yield %x : i32 }
  default { scf.yield %a : i32 }
  return %r : i32
}
func.func @mem(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %ws = memref.get_global @ws : memref<64xi8>
  %v = memref.view %ws[%c16][] : memref<64xi8> to memref<2x3xi32>
  %v0 = memref.view %ws[%c0][] : memref<64xi8> to memref<2x2xi8>
  %t = memref.get_global @tab : memref<2x3xi32>
  memref.copy %t, %v : memref<2x3xi32> to memref<2x3xi32>
  memref.store %a, %v[%c1, %c2] : memref<2x3xi32>
  %fl = memref.collapse_shape %v [[0, 1]] : memref<2x3xi32> into memref<6xi32>
  %ex = memref.expand_shape %fl [[0, 1]] output_shape [3, 2] : memref<6xi32> into memref<3x2xi32>
  %x = memref.load %ex[%c2, %c1] : memref<3x2xi32>
  %st = memref.alloca() : memref<i32>
  memref.store %b, %st[] : memref<i32>
  %y = memref.load %st[] : memref<i32>
  %s = memref.get_global @s0 : memref<i32>
  %w = memref.load %s[] : memref<i32>
  %t8 = arith.trunci %b : i32 to i8
  memref.store %t8, %v0[%c1, %c0] : memref<2x2xi8>
  %l8 = memref.load %v0[%c1, %c0] : memref<2x2xi8>
  %l32 = arith.extsi %l8 : i8 to i32
  %o = arith.addi %x, %y : i32
  %o1 = arith.subi %o, %w : i32
  %o2 = arith.addi %o1, %l32 : i32
  %ti = memref.get_global @tabi : memref<4xindex>
  %ii = memref.load %ti[%c2] : memref<4xindex>
  %i3 = arith.index_cast %ii : index to i32
  %o3 = arith.addi %o2, %i3 : i32
  %bl = memref.get_global @flags : memref<4xi1>
  %fb = memref.load %bl[%c1] : memref<4xi1>
  %fi = arith.extui %fb : i1 to i32
  %o4 = arith.addi %o3, %fi : i32
  %al = memref.alloca() : memref<3x2xi8>
  memref.store %t8, %al[%c2, %c0] : memref<3x2xi8>
  %q = memref.load %al[%c2, %c0] : memref<3x2xi8>
  %q32 = arith.extui %q : i8 to i32
  %o5 = arith.addi %o4, %q32 : i32
  return %o5 : i32
}
