// RUN: tir-opt %s --tir-make-c-interface=packed-entry --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-make-c-interface --split-input-file | FileCheck %s --check-prefix=WITHOUT

// WITHOUT-NOT: registry_name
// WITHOUT-NOT: _packed

// Inputs, outputs, pools of the application, and the context of each device, whether main uses it or not. A runtime may
// also pass the pools that belong to the model, but not to the function that initialises the devices.
// CHECK-LABEL: @devices
// CHECK:       tir.prim_func private @__tvm_main__(
// CHECK:       tir.prim_func @run_packed(%[[X:.*]]: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"}, %[[Y:.*]]: memref<4xi1> {tir.effect = #tir.effect<write>, tir.name = "y"}, %[[W:.*]]: memref<64xi8> {tir.port = #tir.port<alignment = 32, pool = "workspace">}, %[[NPU:.*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}, %[[DSP:.*]]: !tir.device_context<"dsp"> {tir.port = #tir.port<device = "dsp">})
// CHECK-SAME:    attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run_packed", registered, tir.function = #tir.function<entry = <extra_args = 1, registry_name = "tvmgen_net_run">>}
// CHECK-NEXT:    tir.call_tir @__tvm_main__(%[[X]], %[[Y]], %[[W]], %[[DSP]])
// CHECK:       tir.prim_func @init_packed(%[[NPU:.*]]: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}, %{{.*}}: !tir.device_context<"dsp"> {tir.name = "dsp", tir.port = #tir.port<device = "dsp">})
// CHECK-SAME:    attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_init_packed", registered, tir.function = #tir.function<entry = <registry_name = "tvmgen_net_init">>}
// CHECK-NEXT:    tir.call_tir @__tvm_init__(%[[NPU]])
// CHECK:       func.func @tvmgen_net_run(
// CHECK:       func.func @tvmgen_net_init(
module @devices {
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<init>, #tir.hook<open>]}
  tir.device @dsp {kind = "dsp"}
  memref.global "private" @own : memref<32xi8>
  tir.prim_func @main(
      %x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
      %y: memref<4xi1> {tir.effect = #tir.effect<write>, tir.name = "y"},
      %w: memref<64xi8> {tir.port = #tir.port<alignment = 32, pool = "workspace">},
      %d: !tir.device_context<"dsp"> {tir.port = #tir.port<device = "dsp">}) attributes {tir.model = #tir.model<name = "Net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 32>, <name = "own", bytes = 8, alignment = 8>]>, source = "net.mlir">} {
    tir.return
  }
  tir.prim_func @init(%c: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}) attributes {exported_name = "tvmgen_net_init"} {
    tir.return
  }
}

// -----

// A model without inputs, whose output is a scalar.
// CHECK-LABEL: @scalar
// CHECK:       tir.prim_func @run_packed(%[[Y:.*]]: memref<bf16> {{.*}})
// CHECK-SAME:    exported_name = "tvmgen_default_run_packed", registered, tir.function = #tir.function<entry = <registry_name = "tvmgen_default_run">>}
// CHECK-NEXT:    tir.call_tir @__tvm_main__(%[[Y]])
// CHECK-NOT:   init_packed
module @scalar {
  tir.prim_func @main(%y: memref<bf16> {tir.effect = #tir.effect<write>, tir.name = "y"}) {
    tir.return
  }
}
