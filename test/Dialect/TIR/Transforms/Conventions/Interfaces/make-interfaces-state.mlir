// The state in each interface: it is the last argument, after the contexts of all devices.
// RUN: tir-opt %s --tir-make-c-interface=packed-entry --split-input-file | FileCheck %s --check-prefix=C
// RUN: tir-opt %s --tir-make-packed-interface --tir-make-packed-api --split-input-file | FileCheck %s --check-prefix=PACKED
// RUN: tir-opt %s --tir-make-c-interface --tir-make-ffi-interface --split-input-file | FileCheck %s --check-prefix=FFI

module {
  tir.struct @tvmgen_net_state ["count", "history"] : [memref<i32>, memref<2x2xi8>]
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<init>]}
  tir.device @npu1 {kind = "npu"}
  tir.prim_func private @__tvm_init__(%c: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}) {
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"}, %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "y"},
                      %npu: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">},
                      %state: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">}) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    tir.return
  }
}
// C:       tir.prim_func private @__tvm_main__(
// C:       tir.prim_func @run_packed(%[[PX:[^:]*]]: memref<4xi8> {{.*}}%[[PY:[^:]*]]: memref<4xi8> {{.*}}%[[P0:[^:]*]]: !tir.device_context<"npu"> {{.*}}%[[P1:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu1", tir.port = #tir.port<device = "npu1">}, %[[PS:[^:]*]]: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">})
// C:         tir.call_tir @__tvm_main__(%[[PX]], %[[PY]], %[[P0]], %[[PS]])
// C:       func.func @tvmgen_net_run(%[[IN:[^:]*]]: !tir.handle {{.*}}%[[OUT:[^:]*]]: !tir.handle {{.*}}%[[DEVICES:[^:]*]]: !tir.handle {{.*}}%[[STATE:[^:]*]]: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">}) -> i32
// C-SAME:    state = [{bytes = 4 : i64, c_name = "count", dtype = "int32", name = "count", shape = array<i64>}, {bytes = 4 : i64, c_name = "history", dtype = "int8", name = "history", shape = array<i64: 2, 2>}]
// C:         tir.call_tir @__tvm_main__(%{{.*}}, %{{.*}}, %{{.*}}, %[[STATE]])
// The function that initialises the devices does not take it.
// C:       func.func @tvmgen_net_init(%[[DEVICES:[^:]*]]: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32

// PACKED:     func.func @tvmgen_net_run(
// PACKED-SAME:  state = [{bytes = 4 : i64, c_name = "count"
// PACKED:     "tvmgen_net_run: expected 5 arguments in num_args"
// PACKED:     "tvmgen_net_run: argument 4 (state): expected a handle (3 or 4) in type_codes[4]"
// PACKED:     %[[STATE:.*]] = tir.packed_get %{{.*}}[4] : !tir.handle
// PACKED:     tir.is_null %[[STATE]] : !tir.handle
// PACKED:     "tvmgen_net_run: argument 4 (state): expected the struct of the model's variables, but it is NULL"

// FFI:     func.func @__tvm_ffi_tvmgen_net_run(
// FFI:     "tvmgen_net_run: argument 3 (state): expected a handle (4, 7, 70 or 0) in type_index[3], but it is ", %{{.*}} {kind = "TypeError"
// A tensor of bytes has room for the variables: 4 bytes, and 2x2.
// FFI:     scf.if %{{.*}} -> (!tir.handle) {
// FFI:       "tvmgen_net_run: argument 3 (state): expected at least 8 in shape[0], but it is ", %{{.*}} {kind = "ValueError"
// FFI:       "tvmgen_net_run: argument 3 (state): expected an address divisible by 4 in data
// FFI:       tir.dltensor_get %{{.*}}, data : !tir.handle
// FFI:     } else {
// FFI:     "tvmgen_net_run: argument 3 (state): expected the struct of the model's variables, but it is NULL" {kind = "ValueError"
