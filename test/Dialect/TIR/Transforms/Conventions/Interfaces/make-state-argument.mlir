// RUN: tir-opt %s --tir-make-state-argument --split-input-file | FileCheck %s

// After the contexts, in the order of the declarations, including an unused one.
module {
  // CHECK: tir.struct @tvmgen_net_state ["count", "my_history", "unused"] : [memref<1xi32>, memref<2x2xi8>, memref<f32>]
  // CHECK-NOT: variable = true
  // CHECK-NOT: memref.global "private" @count
  memref.global "private" @count : memref<1xi32> = dense<7> {tir.global = #tir.global<variable = true>}
  memref.global "private" @"my-history" : memref<2x2xi8> = dense<[[1, 2], [3, 4]]> {tir.global = #tir.global<variable = true>}
  memref.global "private" @unused : memref<f32> = uninitialized {tir.global = #tir.global<variable = true>}
  tir.device @npu {kind = "npu"}
  tir.prim_func private @add(%x: memref<1xi32> {tir.effect = #tir.effect<read>}, %y: memref<1xi32>, %z: memref<2x2xi8>) {
    tir.return
  }
  // CHECK: memref.global "private" constant @my_history_initial : memref<4xi8> = dense<[1, 2, 3, 4]> {alignment = 16 : i64}
  // CHECK: tir.prim_func @main(
  // CHECK-SAME: %[[X:[^:]*]]: memref<1xi32> {tir.effect = #tir.effect<read>}, %[[NPU:[^:]*]]: !tir.device_context<"npu">
  // CHECK-SAME: %[[STATE:[^:]*]]: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">})
  tir.prim_func @main(%x: memref<1xi32> {tir.effect = #tir.effect<read>},
                      %count: memref<1xi32> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @count>},
                      %npu: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu">}) attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">} {
    // CHECK-DAG: %[[COUNT:.*]] = tir.struct_get %[[STATE]][@tvmgen_net_state, "count"] : memref<1xi32>
    // CHECK-DAG: %[[HISTORY:.*]] = tir.struct_get %[[STATE]][@tvmgen_net_state, "my_history"] : memref<2x2xi8>
    // CHECK: tir.call_tir @add(%[[X]], %[[COUNT]], %[[HISTORY]])
    // A buffer that came with the model.
    %history = memref.get_global @"my-history" : memref<2x2xi8>
    tir.call_tir @add(%x, %count, %history) : (memref<1xi32>, memref<1xi32>, memref<2x2xi8>) -> ()
    tir.return
  }
  // CHECK: func.func @tvmgen_net_reset(%[[S:[^:]*]]: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">}) {
  // CHECK:   %[[FIRST:.*]] = tir.struct_get %[[S]][@tvmgen_net_state, "count"] : memref<1xi32>
  // CHECK:   %[[SEVEN:.*]] = arith.constant 7 : i32
  // CHECK:   scf.for %[[I:.*]] =
  // CHECK:     memref.store %[[SEVEN]], %[[FIRST]][%[[I]]]
  // CHECK:   %[[SECOND:.*]] = tir.struct_get %[[S]][@tvmgen_net_state, "my_history"] : memref<4xi8>
  // CHECK:   %[[TABLE:.*]] = memref.get_global @my_history_initial : memref<4xi8>
  // CHECK:   scf.for %[[J:.*]] =
  // CHECK:     %[[VALUE:.*]] = memref.load %[[TABLE]][%[[J]]]
  // CHECK:     memref.store %[[VALUE]], %[[SECOND]][%[[J]]]
  // CHECK:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK:   scf.for
  // CHECK:     memref.store %[[ZERO]]
}

// -----

// Without variables nothing changes.
// CHECK-NOT: tir.struct
// CHECK: memref.global "private" @workspace : memref<4xi8> = uninitialized
memref.global "private" @workspace : memref<4xi8> = uninitialized
// CHECK: tir.prim_func @main(%{{.*}}: memref<4xi8>) {
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}
