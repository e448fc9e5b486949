// RUN: tir-opt %s --tir-lower-tosa | FileCheck %s

// CHECK-LABEL: func.func @indices
// CHECK-DAG: arith.constant 3 : index
// CHECK-DAG: arith.constant true
// CHECK: arith.addi
// CHECK: arith.floordivsi
// CHECK: arith.remui
// CHECK: arith.cmpi ult
// CHECK: arith.index_castui
// CHECK-NOT: index.add
func.func @indices(%a: index, %b: index) -> (index, i1, i1, i32) {
  %c = index.constant 3
  %t = index.bool.constant true
  %0 = index.add %a, %c
  %1 = index.floordivs %0, %b
  %2 = index.remu %1, %b
  %3 = index.cmp ult(%2, %b)
  %4 = index.castu %2 : index to i32
  return %2, %3, %t, %4 : index, i1, i1, i32
}
