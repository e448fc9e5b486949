// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-buffers --tir-phase-plan --split-input-file | FileCheck %s --check-prefix=PLANNED

// Calls that a pass has inserted for some operators are between the kernels of the others.

tir.device @npu0 {kind = "npu"}
tir.prim_func private @npu_add(memref<4xi32> {tir.effect = #tir.effect<read>},
                               i32, memref<4xi32> {tir.effect = #tir.effect<write>},
                               !tir.device_context<"npu">)

// CHECK-LABEL: tir.prim_func @main
// CHECK-SAME: %[[IN:.*]]: memref<4xi32> {{.*}}, %[[OUT:.*]]: memref<4xi32>
// CHECK: %[[X:.*]] = bufferization.to_tensor %[[IN]]
// CHECK: %[[EMPTY:.*]] = tensor.empty
// CHECK: %[[A:.*]] = tir.call_tir @{{.*}}(%[[X]]) outs(%[[EMPTY]])
// CHECK: %[[K:.*]] = arith.constant 3 : i32
// CHECK: %[[CONTEXT:.*]] = tir.get_device_context @npu0
// CHECK: %[[B:.*]] = tir.call_extern @npu_add(%[[A]], %[[K]]) outs(%{{.*}}) context(%[[CONTEXT]])
// CHECK: tir.call_extern void @trace(%[[K]])
// CHECK: %[[DEST:.*]] = bufferization.to_tensor %[[OUT]]
// CHECK: tir.call_tir @{{.*}}(%[[B]]) outs(%[[DEST]])

// PLANNED-LABEL: tir.prim_func @main
// PLANNED: tir.call_tir
// PLANNED: tir.call_extern @npu_add(%{{.*}}, %{{.*}}, %{{.*}}) context(%{{.*}}) : (memref<4xi32>, i32, memref<4xi32>, !tir.device_context<"npu">) -> ()
// PLANNED: tir.call_extern void @trace
// PLANNED: tir.call_tir
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = tosa.abs %x : (tensor<4xi32>) -> tensor<4xi32>
  %k = arith.constant 3 : i32
  %context = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %empty = tensor.empty() : tensor<4xi32>
  %b = tir.call_extern @npu_add(%a, %k) outs(%empty) context(%context)
      : (tensor<4xi32>, i32, tensor<4xi32>, !tir.device_context<"npu">) -> tensor<4xi32>
  tir.call_extern void @trace(%k) : (i32) -> ()
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c = tosa.negate %b, %zp, %zp : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %c : tensor<4xi32>
}

// -----

// A call may write directly to an output, and update a buffer in place.

// CHECK-LABEL: tir.prim_func @main
// CHECK-SAME: %[[IN:.*]]: memref<4xi32> {{.*}}, %[[OUT:.*]]: memref<4xi32>
// CHECK: %[[X:.*]] = bufferization.to_tensor %[[IN]]
// CHECK: %[[DEST:.*]] = bufferization.to_tensor %[[OUT]]
// CHECK: %[[Y:.*]] = tir.call_extern @copy(%[[X]]) outs(%[[DEST]])
// CHECK: %[[Z:.*]] = tir.call_tir @twice() outs(%[[Y]])
// CHECK: bufferization.materialize_in_destination %[[Z]] in restrict writable %[[OUT]]

// PLANNED-LABEL: tir.prim_func @main
// PLANNED-SAME: %[[IN:.*]]: memref<4xi32> {{.*}}, %[[OUT:.*]]: memref<4xi32>
// PLANNED-NEXT: tir.call_extern @copy(%[[IN]], %[[OUT]])
// PLANNED-NEXT: tir.call_tir @twice(%[[OUT]])
// PLANNED-NEXT: tir.return
tir.prim_func private @twice(%x: memref<4xi32>) {
  linalg.add ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%x : memref<4xi32>)
  tir.return
}
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %empty = tensor.empty() : tensor<4xi32>
  %y = tir.call_extern @copy(%x) outs(%empty) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %z = tir.call_tir @twice() outs(%y) : (tensor<4xi32>) -> tensor<4xi32>
  return %z : tensor<4xi32>
}

// -----

// Commands in a read-only pool reach the call between two kernels, up to the plan.

tir.pool @commands {read_only, contents = dense<[1, 2, 3, 4]> : tensor<4xi32>}
tir.prim_func private @npu_run(memref<?xi32> {tir.effect = #tir.effect<read>},
                               memref<2xi32> {tir.effect = #tir.effect<read>},
                               memref<?xi32> {tir.effect = #tir.effect<write>})

// CHECK-LABEL: tir.prim_func @main
// CHECK: %[[A:.*]] = tir.call_tir
// CHECK: %[[COMMANDS:.*]] = tir.pool_view @commands[8] : memref<2xi32>
// CHECK: tir.call_extern @npu_run(%[[A]], %[[COMMANDS]]) outs(%{{.*}}) : (tensor<4xi32>, memref<2xi32>, tensor<4xi32>) -> tensor<4xi32>

// PLANNED-LABEL: tir.prim_func @main
// PLANNED: %[[COMMANDS:.*]] = tir.pool_view @commands[8] : memref<2xi32>
// PLANNED: tir.call_extern @npu_run(%{{.*}}, %[[COMMANDS]], %{{.*}}) : (memref<4xi32>, memref<2xi32>, memref<4xi32>) -> ()
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = tosa.abs %x : (tensor<4xi32>) -> tensor<4xi32>
  %commands = tir.pool_view @commands[8] : memref<2xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %b = tir.call_extern @npu_run(%a, %commands) outs(%empty) : (tensor<4xi32>, memref<2xi32>, tensor<4xi32>) -> tensor<4xi32>
  %c = tosa.abs %b : (tensor<4xi32>) -> tensor<4xi32>
  return %c : tensor<4xi32>
}
