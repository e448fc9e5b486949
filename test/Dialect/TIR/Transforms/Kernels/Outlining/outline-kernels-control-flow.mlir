// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-buffers --split-input-file | FileCheck %s --check-prefix=BUFFERS
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-buffers --tir-phase-plan --split-input-file

// Both branches write the output; one of them copies the value that it passes on.

// CHECK-LABEL: tir.prim_func @branch(
// CHECK:         %[[OUT:.*]] = bufferization.to_tensor %{{.*}} restrict writable
// CHECK:         scf.if %{{.*}} -> (tensor<4xf32>) {
// CHECK:           %[[SUM:.*]] = tir.call_tir @add_0(%[[X:.*]]) outs(%[[OUT]])
// CHECK:           scf.yield %[[SUM]]
// CHECK:         } else {
// CHECK:           %[[SAME:.*]] = bufferization.materialize_in_destination %[[X]] in %[[OUT]]
// CHECK:           scf.yield %[[SAME]]

// BUFFERS-LABEL: tir.prim_func @branch(
// BUFFERS-SAME:    %[[OUT:[a-z0-9]+]]: memref<4xf32> {tir.effect = #tir.effect<write>
// BUFFERS-NOT:     memref.alloc
// BUFFERS:         scf.if %{{.*}} {
// BUFFERS-NEXT:      tir.call_tir @add_0(%[[X:.*]], %[[OUT]])
// BUFFERS-NEXT:    } else {
// BUFFERS-NEXT:      memref.copy %[[X]], %[[OUT]]
// BUFFERS-NEXT:    }
// BUFFERS-NEXT:    tir.return

func.func @branch(%x: tensor<4xf32>, %c: tensor<1xi1>) -> tensor<4xf32> {
  %0 = tosa.cond_if %c (%a = %x) : tensor<1xi1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = tosa.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Carried values stay in their buffers. Two values are swapped with a copy, and one kernel evaluates the condition in
// two places.

// CHECK:         tir.prim_func private @greater_0
// CHECK-SAME:      shared_by = ["greater#0", "greater#0/1"]
// CHECK-NOT:     tir.prim_func private @greater
// CHECK-LABEL:   tir.prim_func @swap(

// BUFFERS-LABEL: tir.prim_func @swap(
// BUFFERS:         tir.call_tir @greater_0(%{{.*}}, %[[MORE:.*]]) {tir.call = #tir.call<layer = <fused = ["greater#0"], place = "greater#0">>}
// BUFFERS:         memref.copy %{{.*}}, %[[A:.*]] : memref<4xf32> to memref<4xf32>
// BUFFERS:         memref.copy %{{.*}}, %[[B:.*]] : memref<4xf32> to memref<4xf32>
// BUFFERS:         scf.while : () -> () {
// BUFFERS-NEXT:      %[[C:.*]] = memref.load %[[MORE]][] : memref<i1>
// BUFFERS-NEXT:      scf.condition(%[[C]])
// BUFFERS-NEXT:    } do {
// BUFFERS-NEXT:      %[[NEXT:.*]] = memref.alloc() : memref<i32>
// BUFFERS-NEXT:      tir.call_tir @sub_0(%[[I:.*]], %[[NEXT]])
// BUFFERS-NEXT:      tir.call_tir @greater_0(%[[NEXT]], %[[MORE]])
// BUFFERS-NEXT:      %[[T:.*]] = memref.alloc() : memref<4xf32>
// BUFFERS-NEXT:      memref.copy %[[B]], %[[T]]
// BUFFERS-NEXT:      %[[U:.*]] = memref.alloc() : memref<4xf32>
// BUFFERS-NEXT:      memref.copy %[[A]], %[[U]]
// BUFFERS-NEXT:      memref.copy %[[NEXT]], %[[I]]
// BUFFERS-NEXT:      memref.copy %[[T]], %[[A]]
// BUFFERS-NEXT:      memref.copy %[[U]], %[[B]]
// BUFFERS-NEXT:      scf.yield

func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:3 = tosa.while_loop (%i = %n, %a = %x, %b = %y) : (tensor<i32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<4xf32>) {
    %z = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = tosa.greater %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %1 : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>):
    %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = tosa.sub %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %1, %b, %a : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}
