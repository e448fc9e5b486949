// RUN: tir-opt %s --tir-allocate-arguments | FileCheck %s

// The memory of a variable is the application's, so that it stays an argument.

memref.global "private" @all : memref<4xi32> = dense<3> {tir.global = #tir.global<variable = true>}
tir.prim_func private @add(%x: memref<4xi32> {tir.effect = #tir.effect<read>},
                           %y: memref<4xi32> {tir.effect = #tir.effect<read_write>}) {
  tir.return
}
// CHECK:      tir.prim_func @main(%[[ALL:.*]]: memref<4xi32> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @all>})
// CHECK-NEXT:   %[[X:.*]] = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<read>, tir.name = "x"}>} : memref<4xi32>
// CHECK-NEXT:   tir.call_tir @add(%[[X]], %[[ALL]])
tir.prim_func @main(%x: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                    %all: memref<4xi32> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @all>}) {
  tir.call_tir @add(%x, %all) : (memref<4xi32>, memref<4xi32>) -> ()
  tir.return
}
