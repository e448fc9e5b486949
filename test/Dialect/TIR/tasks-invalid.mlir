// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @f() -> !tir.handle {
  // expected-error @below {{'tir.task_address' op is the address of @task, which does not exist; expected a func.func of the type '(i32, !tir.handle, !tir.handle) -> i32'}}
  %address = tir.task_address @task : !tir.handle
  return %address : !tir.handle
}

// -----

// expected-note @below {{declared here}}
func.func private @task(%id: i32, %group: !tir.handle) -> i32
func.func @f() -> !tir.handle {
  // expected-error @below {{'tir.task_address' op is the address of @task, which is '(i32, !tir.handle) -> i32'; expected a func.func of the type '(i32, !tir.handle, !tir.handle) -> i32'}}
  %address = tir.task_address @task : !tir.handle
  return %address : !tir.handle
}

// -----

// expected-note @below {{declared here}}
memref.global "private" @task : memref<4xi32>
func.func @f() -> !tir.handle {
  // expected-error @below {{'tir.task_address' op is the address of @task, which is not a func.func; expected a func.func of the type}}
  %address = tir.task_address @task : !tir.handle
  return %address : !tir.handle
}

// -----

func.func @f(%group: memref<4xi32>) -> i32 {
  // expected-error @below {{'tir.num_tasks' op operand #0 must be an opaque `void *`, but got 'memref<4xi32>'}}
  %count = "tir.num_tasks"(%group) : (memref<4xi32>) -> i32
  return %count : i32
}
