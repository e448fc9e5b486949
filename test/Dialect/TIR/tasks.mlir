// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @task
// CHECK: %[[COUNT:.*]] = tir.num_tasks %{{.*}} : i32
// CHECK: return %[[COUNT]]
func.func @task(%id: i32, %group: !tir.handle, %data: !tir.handle) -> i32 {
  %count = tir.num_tasks %group : i32
  return %count : i32
}

// CHECK-LABEL: func.func @address
// CHECK: tir.task_address @task : !tir.handle
func.func @address() -> !tir.handle {
  %address = tir.task_address @task : !tir.handle
  return %address : !tir.handle
}
