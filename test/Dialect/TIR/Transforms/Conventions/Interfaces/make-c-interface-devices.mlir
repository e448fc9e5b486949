// RUN: tir-opt %s --tir-make-c-interface=on-error=hook --split-input-file | FileCheck %s

// Inputs, outputs, pools, devices, in this order; a field for each device, whether main uses it or not.
// CHECK-DAG:   tir.struct @tvmgen_net_inputs ["x"]
// CHECK-DAG:   tir.struct @tvmgen_net_outputs ["y"]
// CHECK-DAG:   tir.struct @tvmgen_net_workspace_pools ["workspace"]
// CHECK-DAG:   tir.struct @tvmgen_net_devices ["npu0", "npu1", "dsp"]
// CHECK:       tir.prim_func private @__tvm_main__(
// CHECK:       tir.prim_func private @__tvm_init__(
// CHECK-NOT:   exported_name
// CHECK:       func.func @tvmgen_net_run(%[[IN:.*]]: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}, %[[OUT:.*]]: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}, %[[POOLS:.*]]: !tir.handle {tir.name = "workspace_pools", tir.port = #tir.port<c_struct = "tvmgen_net_workspace_pools">}, %[[DEVICES:.*]]: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
// CHECK-SAME:    attributes {tir.interface = {api = "c"
// CHECK-SAME:      devices = [{c_name = "npu0", kind = "npu", name = "npu0"}, {c_name = "npu1", kind = "npu", name = "npu1"}, {c_name = "dsp", kind = "dsp", name = "dsp"}]
// CHECK-SAME:      entry = "tvmgen_net_run"
// CHECK-SAME:      init = "tvmgen_net_init"
// CHECK-SAME:      inputs = [
// CHECK-SAME:      on_error = "hook"
// CHECK-SAME:      outputs = [
// CHECK-SAME:      pools = [{alignment = 32 : i64, bytes = 64 : i64, c_name = "workspace", name = "workspace"}]
// CHECK-SAME:      prototypes = ["int32_t TVMDeviceNpuInit(void *context)", "int32_t TVMDeviceNpuOpen(void *context)", "int32_t npu_add(const float *x, int8_t *, int64_t, void *)", "void trace(bool, const char *)", "double ticks(void)", "int32_t half(uint16_t)"]
// CHECK-SAME:      workspace = "external"
// CHECK-DAG:     %[[X:.*]] = tir.struct_get %[[IN]][@tvmgen_net_inputs, "x"] : memref<4xf32>
// CHECK-DAG:     %[[Y:.*]] = tir.struct_get %[[OUT]][@tvmgen_net_outputs, "y"] : memref<4xi8>
// CHECK-DAG:     %[[W:.*]] = tir.struct_get %[[POOLS]][@tvmgen_net_workspace_pools, "workspace"] : memref<64xi8>
// CHECK-DAG:     %[[N1:.*]] = tir.struct_get %[[DEVICES]][@tvmgen_net_devices, "npu1"] : !tir.device_context<"npu">
// The only device of its kind.
// CHECK-DAG:     %[[D:.*]] = tir.struct_get %[[DEVICES]][@tvmgen_net_devices, "dsp"] : !tir.device_context<"dsp">
// CHECK:         tir.call_tir @__tvm_main__(%[[X]], %[[Y]], %[[W]], %[[N1]], %[[D]])
// CHECK:       func.func @tvmgen_net_init(%[[DEVICES:.*]]: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
// CHECK:         %[[N0:.*]] = tir.struct_get %[[DEVICES]][@tvmgen_net_devices, "npu0"] : !tir.device_context<"npu">
// CHECK:         tir.call_tir @__tvm_init__(%[[N0]])
module {
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<init>, #tir.hook<open>]}
  tir.device @npu1 {kind = "npu", hooks = [#tir.hook<open>]}
  tir.device @dsp {kind = "dsp"}
  tir.prim_func private @npu_add(memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"}, memref<4xi8>, i64,
                                 !tir.device_context<"npu">)
  tir.prim_func @main(
      %x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
      %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "y"},
      %w: memref<64xi8> {tir.port = #tir.port<alignment = 32, pool = "workspace">},
      %c: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu1">},
      %d: !tir.device_context<"dsp">) attributes {tir.model = #tir.model<name = "Net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 32>]>, source = "net.mlir">} {
    %n = arith.constant 1 : i64
    %true = arith.constant true
    %s = tir.string_constant "x"
    tir.call_extern @npu_add(%x, %y, %n) context(%c) : (memref<4xf32>, memref<4xi8>, i64, !tir.device_context<"npu">) -> ()
    tir.call_extern void @trace(%true, %s) : (i1, !tir.string) -> ()
    %t = tir.call_extern @ticks() : () -> f64
    // A half is passed as its bits; functions that a header declares are left out.
    %h = arith.constant 1.0 : f16
    tir.call_extern @half(%h) : (f16) -> ()
    %p = tir.null : !tir.handle
    %z = arith.constant 0 : i32
    tir.call_extern @TVMBackendFreeWorkspace(%z, %z, %p) : (i32, i32, !tir.handle) -> ()
    tir.return
  }
  tir.prim_func @init(%c: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}) attributes {exported_name = "tvmgen_net_init"} {
    tir.call_extern @TVMDeviceNpuInit() context(%c) : (!tir.device_context<"npu">) -> ()
    tir.return
  }
}

// -----

// A packed main function gets contexts as arguments.
// CHECK: tir.prim_func private @__tvm_main__(
// CHECK-SAME: attributes {calling_convention = #tir.calling_convention<packed>, registered}
// CHECK: func.func @tvmgen_default_run(
// CHECK-SAME: workspace = "backend"
// CHECK: tir.call_cpacked @__tvm_main__(%{{.*}}, %{{.*}}) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
tir.device @npu0 {kind = "npu"}
tir.prim_func @main(%y: memref<4xi8> {tir.effect = #tir.effect<write>},
                    %c: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">})
    attributes {calling_convention = #tir.calling_convention<packed>} {
  %one = arith.constant 1 : i32
  %bytes = arith.constant 64 : i64
  %p = tir.call_extern @TVMBackendAllocWorkspace(%one, %one, %bytes, %one, %one) : (i32, i32, i64, i32, i32) -> !tir.handle
  tir.return
}
