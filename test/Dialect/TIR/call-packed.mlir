// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFERS
// RUN: tir-opt %s --canonicalize --cse --symbol-dce | FileCheck %s --check-prefix=KEPT

tir.device @npu0 {kind = "npu"}

// CHECK-LABEL: func.func @on_memrefs
func.func @on_memrefs(%x: memref<4xf32>, %h: !tir.handle, %i: i64, %f: f32) -> i64 {
  // A context is an opaque handle among the arguments.
  %context = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // CHECK: tir.call_packed "app.log"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (memref<4xf32>, !tir.handle, i64, f32, !tir.device_context<"npu">) -> ()
  tir.call_packed "app.log"(%x, %h, %i, %f, %context)
      : (memref<4xf32>, !tir.handle, i64, f32, !tir.device_context<"npu">) -> ()
  // CHECK: tir.call_packed "app.tick"() {note = "twice"} : () -> ()
  tir.call_packed "app.tick"() {note = "twice"} : () -> ()
  // CHECK: %{{.*}} = tir.call_packed "app.count"(%{{.*}}) : (memref<4xf32>) -> i64
  %n = tir.call_packed "app.count"(%x) : (memref<4xf32>) -> i64
  // CHECK: tir.call_packed "app.name"() : () -> !tir.handle
  %s = tir.call_packed "app.name"() : () -> !tir.handle
  return %n : i64
}

// The effects of a registered function are unknown: its calls are neither removed nor merged.
// KEPT-LABEL: func.func @kept
// KEPT-COUNT-2: tir.call_packed "app.tick"
func.func @kept() {
  %0 = tir.call_packed "app.tick"() : () -> i32
  %1 = tir.call_packed "app.tick"() : () -> i32
  return
}

// BUFFERS-LABEL: func.func @on_tensors(
// BUFFERS-SAME: %[[X:.*]]: memref<4xf32, {{.*}}>, %[[I:.*]]: i32)
func.func @on_tensors(%x: tensor<4xf32>, %i: i32) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  // CHECK: %{{.*}} = tir.call_packed "app.twice"(%{{.*}}, %{{.*}}) outs(%{{.*}}) : (tensor<4xf32>, i32, tensor<8xf32>) -> tensor<8xf32>
  // BUFFERS: %[[Y:.*]] = memref.alloc() {{.*}}memref<8xf32>
  // BUFFERS: tir.call_packed "app.twice"(%[[X]], %[[I]], %[[Y]]) : (memref<4xf32, {{.*}}>, i32, memref<8xf32>) -> ()
  // BUFFERS: return %[[Y]]
  %y = tir.call_packed "app.twice"(%x, %i) outs(%empty) : (tensor<4xf32>, i32, tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
