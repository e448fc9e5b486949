// RUN: tir-opt %s --tir-phase-emitc | tir-translate --tir-to-c | FileCheck %s
// RUN: tir-opt %s --tir-phase-emitc | tir-translate --tir-to-c > %t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -I %tir_source_dir/runtime/crt/include -c %t.c -o %t.o

// CHECK: #include "tvm/runtime/c_backend_api.h"

// CHECK: task(int id, TVMParallelGroupEnv *group, void *data)
// CHECK: group->num_task
func.func private @task(%id: i32 {tir.name = "id", tir.port = #tir.port<c_type = "int">},
                        %group: !tir.handle {tir.name = "group", tir.port = #tir.port<c_type = "TVMParallelGroupEnv *">},
                        %data: !tir.handle {tir.name = "data"}) -> i32 {
  %count = tir.num_tasks %group : i32
  %sum = arith.addi %id, %count : i32
  return %sum : i32
}
// CHECK: TVMBackendParallelLaunch((FTVMParallelLambda)task, data, 0)
func.func @launch(%data: !tir.handle {tir.name = "data"}) -> i32 {
  %all = arith.constant 0 : i32
  %task = tir.task_address @task : !tir.handle
  %code = func.call @TVMBackendParallelLaunch(%task, %data, %all) : (!tir.handle, !tir.handle, i32) -> i32
  return %code : i32
}
func.func private @TVMBackendParallelLaunch(!tir.handle, !tir.handle, i32) -> i32
