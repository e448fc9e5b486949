// RUN: tir-opt %s --tir-convert-to-llvm --split-input-file | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm --split-input-file | FileCheck %s

// CHECK-NOT: tir.struct
tir.struct @inputs ["image", "scale"] definition
tir.struct @outputs [] definition

// Memory is allocated once, not in each iteration of the loop; a struct without fields has one field in C.
// CHECK-LABEL: llvm.func @loop(
// CHECK-SAME:    %[[X:.*]]: !llvm.ptr, %{{.*}}: i1)
// CHECK-DAG:     %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG:     %[[INPUTS:.*]] = llvm.alloca %[[TWO]] x !llvm.ptr
// CHECK-DAG:     %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG:     %[[OUTPUTS:.*]] = llvm.alloca %[[ONE]] x !llvm.ptr
// CHECK:       ^bb1
// CHECK-NOT:     llvm.alloca
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr inbounds %[[INPUTS]][0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr)>
// CHECK-NEXT:    llvm.store %[[X]], %[[FIELD]]
// CHECK:         llvm.call @run(%[[INPUTS]], %[[OUTPUTS]])
func.func private @run(!tir.handle, !tir.handle) -> i32
func.func @loop(%x: !tir.handle, %c: i1) {
  cf.br ^loop
^loop:
  %inputs = tir.struct_stack @inputs : !tir.handle
  tir.struct_set %inputs[@inputs, "scale"] = %x : !tir.handle
  %outputs = tir.struct_stack @outputs : !tir.handle
  %code = call @run(%inputs, %outputs) : (!tir.handle, !tir.handle) -> i32
  cf.cond_br %c, ^loop, ^end
^end:
  return
}
