// A registered private function has callers that no pass sees: it keeps its arguments and its body.
// RUN: rm -rf %t && mkdir %t
// RUN: tir-opt %s --sccp --inline --symbol-dce --remove-dead-values -o %t/optimized.mlir
// RUN: tir-opt %t/optimized.mlir --tir-make-packed-api --tir-lower-cpacked-calls --tir-lower-packed-calls --tir-make-unpacked-api --tir-flatten-memrefs --cse --tir-convert-to-emitc --tir-coalesce-variables -o %t/emitc.mlir
// RUN: tir-translate --tir-to-c %t/emitc.mlir -o %t/model.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Werror -I%tir_source_dir/runtime/crt/include -fsanitize=address,undefined %t/model.c %S/Inputs/registered-functions.c -o %t/run && %t/run | FileCheck %s

// CHECK: 0: 4 9

tir.prim_func private @k(%n: i32, %unused: i32, %x: memref<1xi32> {tir.effect = #tir.effect<write>})
    attributes {exported_name = "app_k", calling_convention = #tir.calling_convention<packed>, registered} {
  %c0 = arith.constant 0 : index
  memref.store %n, %x[%c0] : memref<1xi32>
  tir.return
}
tir.prim_func @run(%x: memref<1xi32>, %y: memref<1xi32>) attributes {exported_name = "run"} {
  %c4 = arith.constant 4 : i32
  %c9 = arith.constant 9 : i32
  tir.call_tir @k(%c4, %c4, %x) : (i32, i32, memref<1xi32>) -> ()
  tir.call_packed "app_k"(%c9, %c4, %y) : (i32, i32, memref<1xi32>) -> ()
  tir.return
}
