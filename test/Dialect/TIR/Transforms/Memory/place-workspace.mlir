// RUN: tir-opt %s --tir-place-workspace | FileCheck %s --check-prefix=INTERNAL
// RUN: tir-opt %s --tir-place-workspace=workspace=external | FileCheck %s --check-prefix=EXTERNAL
// RUN: tir-opt %s --tir-place-workspace="workspace=backend on-error=hook" | FileCheck %s --check-prefix=BACKEND
// RUN: tir-opt %s --tir-place-workspace="workspace=call stack-limit=80" | FileCheck %s --check-prefix=STACK
// RUN: tir-opt %s --tir-place-workspace="workspace=call stack-limit=79" | FileCheck %s --check-prefix=ALLOCATED

// INTERNAL: memref.global "private" @workspace : memref<64xi8>
// INTERNAL: memref.global "private" @sums : memref<4xi32>
// EXTERNAL-NOT: @workspace :
// BACKEND-NOT: @workspace :
// EXTERNAL: memref.global "private" constant @weights
module {
  memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}
  memref.global "private" @sums : memref<4xi32> = uninitialized {alignment = 32 : i64}
  memref.global "private" constant @weights : memref<4xi32> = dense<1>
  tir.prim_func private @kernel(%x: memref<64xi8>, %y: memref<4xi32>,
                                %w: memref<4xi32> {tir.effect = #tir.effect<read>}) {
    tir.return
  }
  // Before the contexts.
  // EXTERNAL-LABEL: tir.prim_func @main(
  // EXTERNAL-SAME: %{{[^:]*}}: memref<64xi8>,
  // EXTERNAL-SAME: %[[WORKSPACE:[^:]*]]: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.name = "workspace", tir.port = #tir.port<alignment = 16, pool = "workspace">},
  // EXTERNAL-SAME: %[[SUMS:[^:]*]]: memref<16xi8> {tir.effect = #tir.effect<read_write>, tir.name = "sums", tir.port = #tir.port<alignment = 32, pool = "sums">},
  // EXTERNAL-SAME: %[[C:[^:]*]]: !tir.device_context<"npu">)
  // EXTERNAL: %[[ZERO:.*]] = arith.constant 0 : index
  // EXTERNAL: %[[VIEW:.*]] = memref.view %[[SUMS]][%[[ZERO]]][] : memref<16xi8> to memref<4xi32>
  // EXTERNAL: tir.call_tir @kernel(%[[WORKSPACE]], %[[VIEW]], %{{.*}})

  // BACKEND-LABEL: tir.prim_func @main(
  // BACKEND-DAG: %[[CPU:.*]] = arith.constant 1 : i32
  // BACKEND-DAG: %[[BYTES:.*]] = arith.constant 64 : i64
  // BACKEND-DAG: %[[BITS:.*]] = arith.constant 8 : i32
  // BACKEND: %[[A:.*]] = tir.call_extern @TVMBackendAllocWorkspace(%[[CPU]], %{{.*}}, %[[BYTES]], %{{.*}}, %[[BITS]]) : (i32, i32, i64, i32, i32) -> !tir.handle
  // BACKEND: %[[NULL:.*]] = tir.is_null %[[A]]
  // BACKEND: %[[OK:.*]] = arith.xori %[[NULL]],
  // BACKEND: tir.assert %[[OK]], "TVMBackendAllocWorkspace has no 64 bytes for the pool 'workspace'" {on_error = #tir.on_error<hook>}
  // BACKEND: tir.try {
  // BACKEND: %[[REST:.*]] = tir.misalignment %[[A]], 16
  // BACKEND: %[[OK:.*]] = arith.cmpi eq, %[[REST]],
  // BACKEND: tir.assert %[[OK]], "TVMBackendAllocWorkspace was asked for memory of the pool 'workspace' at an address divisible by 16, but the remainder is ", %[[REST]] {on_error = #tir.on_error<hook>}
  // BACKEND: %[[WORKSPACE:.*]] = tir.pointer_cast %[[A]] : !tir.handle to memref<64xi8>
  // BACKEND: %[[BITS:.*]] = arith.constant 32 : i32
  // BACKEND: %[[B:.*]] = tir.call_extern @TVMBackendAllocWorkspace(%{{.*}}, %[[BITS]])
  // BACKEND: tir.try {
  // BACKEND: %[[SUMS:.*]] = tir.pointer_cast %[[B]] : !tir.handle to memref<4xi32>
  // BACKEND: tir.call_tir @kernel(%[[WORKSPACE]], %[[SUMS]], %{{.*}})
  // BACKEND: } finally {
  // BACKEND: tir.call_extern @TVMBackendFreeWorkspace(%{{.*}}, %{{.*}}, %[[B]]) : (i32, i32, !tir.handle) -> ()
  // BACKEND: } finally {
  // BACKEND: tir.call_extern @TVMBackendFreeWorkspace(%{{.*}}, %{{.*}}, %[[A]]) : (i32, i32, !tir.handle) -> ()

  // STACK-NOT: memref.global "private" @{{workspace|sums}}
  // STACK-LABEL: tir.prim_func @main(
  // STACK-SAME: workspace = "stack"
  // STACK-DAG: %[[WORKSPACE:.*]] = memref.alloca() {alignment = 16 : i64} : memref<64xi8>
  // STACK-DAG: %[[SUMS:.*]] = memref.alloca() {alignment = 32 : i64} : memref<4xi32>
  // STACK: tir.call_tir @kernel(%[[WORKSPACE]], %[[SUMS]], %{{.*}})

  // More than the limit. The addresses are rounded up, as allocators align to 8 bytes.
  // ALLOCATED-NOT: memref.global "private" @{{workspace|sums}}
  // ALLOCATED-LABEL: tir.prim_func @main(
  // ALLOCATED-SAME: workspace = "allocated"
  // ALLOCATED: %[[BYTES:.*]] = arith.constant 72 : i64
  // ALLOCATED: %[[A:.*]] = tir.call_extern @TVMBackendAllocWorkspace(%{{.*}}, %{{.*}}, %[[BYTES]],
  // ALLOCATED: tir.assert %{{.*}}, "TVMBackendAllocWorkspace has no 72 bytes for the pool 'workspace'"
  // ALLOCATED: %[[REST:.*]] = tir.misalignment %[[A]], 16
  // ALLOCATED: %[[OVER:.*]] = arith.subi %{{.*}}, %[[REST]]
  // ALLOCATED: %[[OFFSET:.*]] = arith.andi %[[OVER]], %{{.*}}
  // ALLOCATED: tir.pointer_cast %[[A]]{{.*}}%[[OFFSET]]{{.*}} : !tir.handle to memref<64xi8>
  // ALLOCATED: arith.constant 40 : i64
  // ALLOCATED: } finally {
  // ALLOCATED: tir.call_extern @TVMBackendFreeWorkspace(
  // ALLOCATED: } finally {
  // ALLOCATED: tir.call_extern @TVMBackendFreeWorkspace(%{{.*}}, %{{.*}}, %[[A]])
  tir.prim_func @main(%x: memref<64xi8>, %c: !tir.device_context<"npu">) attributes {tir.model = #tir.model<plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>,
                                        <name = "sums", bytes = 16, alignment = 32>]>>} {
    %pool = memref.get_global @workspace : memref<64xi8>
    %sums = memref.get_global @sums : memref<4xi32>
    %weights = memref.get_global @weights : memref<4xi32>
    tir.call_tir @kernel(%pool, %sums, %weights) : (memref<64xi8>, memref<4xi32>, memref<4xi32>) -> ()
    tir.return
  }
}
