// RUN: tir-opt %s --tir-guard-runs=on-error=last-error --split-input-file | FileCheck %s

// CHECK-LABEL: module
// CHECK: memref.global "private" @run_in_progress : memref<1xi32> = dense<0>
module {
  memref.global "private" @workspace : memref<64xi8> = uninitialized
  tir.prim_func private @kernel(%x: memref<64xi8>) {
    tir.return
  }
  // CHECK-LABEL: tir.prim_func private @__tvm_main__(
  // CHECK: %[[BEFORE:.*]] = memref.atomic_rmw assign %{{.*}}, %{{.*}}[%{{.*}}] : (i32, memref<1xi32>) -> i32
  // CHECK: %[[OK:.*]] = arith.cmpi eq, %[[BEFORE]],
  // CHECK: tir.assert %[[OK]], "net: another run is in progress, and the workspace is static; end or abort that run first" {on_error = #tir.on_error<last_error>}
  // CHECK: tir.try {
  // CHECK: tir.call_tir @kernel
  // CHECK: } finally {
  // CHECK: memref.atomic_rmw assign
  tir.prim_func private @__tvm_main__() {
    %pool = memref.get_global @workspace : memref<64xi8>
    tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
    tir.return
  }
  // CHECK: func.func @tvmgen_net_run() attributes {tir.interface = {api = "c", guarded}
  func.func @tvmgen_net_run() attributes {
      tir.interface = {api = "c"}, tir.model = #tir.model<name = "net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>, source = "net.mlir">} {
    return
  }
}

// -----

// Each state is guarded. An address needs 64 bits in memory.

// CHECK-LABEL: module
// CHECK: memref.global "private" @states_in_use : memref<256xi64> = dense<0>
// CHECK: memref.global "private" @states_lock : memref<1xi32> = dense<0>
module {
  tir.struct @state ["count"] : [memref<1xi32>]
  // CHECK-LABEL: tir.prim_func private @__tvm_main__(
  // CHECK: %[[OK:.*]] = func.call @claim_state(%{{.*}}) : (i64) -> i1
  // CHECK: tir.assert %[[OK]], "net: another run uses this state, or 256 states are in use; let runs on a state follow one another"
  // CHECK: tir.try {
  // CHECK: } finally {
  // CHECK: func.call @release_state(
  tir.prim_func private @__tvm_main__(%state: !tir.handle {tir.port = #tir.port<c_struct = "state">}) {
    %count = tir.struct_get %state[@state, "count"] : memref<1xi32>
    tir.return
  }
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    return
  }
}
// CHECK: func.func private @claim_state(%{{.*}}: i64) -> i1
// CHECK: func.func private @release_state(%{{.*}}: i64)

// -----

// All memory belongs to the call.

// CHECK-LABEL: module
// CHECK-NOT: memref.global
module {
  // CHECK-LABEL: tir.prim_func private @__tvm_main__(
  // CHECK-NOT: tir.try
  tir.prim_func private @__tvm_main__() {
    tir.return
  }
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    return
  }
}
