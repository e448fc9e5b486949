// A function that writes through an opaque pointer still does so after upstream's passes.
// RUN: rm -rf %t && mkdir %t
// RUN: tir-opt %s --canonicalize --cse --inline='default-pipeline=' --tir-make-unpacked-api --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables -o %t/emitc.mlir
// RUN: tir-translate --tir-to-c %t/emitc.mlir -o %t/model.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Werror -fsanitize=address,undefined %t/model.c %S/Inputs/pointer-arguments.c -o %t/run && %t/run | FileCheck %s

// CHECK: 0: set

tir.struct @slots ["a"] definition
tir.prim_func private @sets(%h: !tir.handle, %x: memref<2xi32> {tir.effect = #tir.effect<read>}) {
  tir.struct_set %h[@slots, "a"] = %x : memref<2xi32>
  tir.return
}
tir.prim_func @entry(%h: !tir.handle, %x: memref<2xi32> {tir.effect = #tir.effect<read>})
    attributes {exported_name = "entry"} {
  tir.call_tir @sets(%h, %x) : (!tir.handle, memref<2xi32>) -> ()
  tir.return
}
