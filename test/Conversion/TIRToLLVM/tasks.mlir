// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @task
// CHECK: %[[COUNT:.*]] = llvm.getelementptr inbounds %{{.*}}[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i32)>
// CHECK: llvm.load %[[COUNT]] : !llvm.ptr -> i32
func.func private @task(%id: i32, %group: !tir.handle, %data: !tir.handle) -> i32 {
  %count = tir.num_tasks %group : i32
  return %count : i32
}

// CHECK-LABEL: llvm.func @address
// CHECK: llvm.mlir.addressof @task : !llvm.ptr
func.func @address() -> !tir.handle {
  %address = tir.task_address @task : !tir.handle
  return %address : !tir.handle
}
