// RUN: tir-opt %s --tir-declare-models --split-input-file | FileCheck %s

// A packed model is declared as it is: entry, init, further functions.
// CHECK-LABEL: @packed
// CHECK-NOT:   tir.struct
// CHECK:       func.func private @tvmgen_net_run(!tir.values {tir.name = "args"}, !tir.type_codes {tir.name = "type_codes"}, i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">}, !tir.values {tir.name = "out_ret_value"}, !tir.type_codes {tir.name = "out_ret_tcode"}, !tir.handle {tir.name = "resource_handle"}) -> i32 attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
// CHECK:       func.func private @tvmgen_net_init({{.*}} attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_init">>}
// CHECK:       func.func private @my_relu({{.*}} attributes {tir.function = #tir.function<entry = <registry_name = "tvm.relu">>}
// CHECK-NOT:   tir.struct
module @packed attributes {tir.model = #tir.model<registry = [
    {name = "Net", api = "packed", entry = "tvmgen_net_run", init = "tvmgen_net_init", functions = [{name = "tvm.relu", symbol = "my_relu"}],
     inputs = [{name = "1:0", c_name = "1_0", shape = array<i64: 4>, dtype = "float16"}], outputs = []}]>} {
}

// -----

// The C interface has structs, and a wrapper around each function.
// CHECK-LABEL: @c
// CHECK-NEXT:  tir.struct @tvmgen_net_inputs ["image", "on"] definition
// CHECK-NEXT:  tir.struct @tvmgen_net_outputs ["scores"] definition
// CHECK-NEXT:  tir.struct @tvmgen_net_workspace_pools ["workspace"] definition
// CHECK-NEXT:  tir.struct @tvmgen_net_devices ["npu0", "dsp"] definition
// CHECK-NEXT:  func.func private @tvmgen_net_run(!tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}, !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}, !tir.handle {tir.name = "workspace_pools", tir.port = #tir.port<c_struct = "tvmgen_net_workspace_pools">}, !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
// CHECK-NEXT:  tir.prim_func @Net_run_packed(
// CHECK-SAME:    %[[IMAGE:.*]]: memref<bf16> {tir.effect = #tir.effect<read>, tir.name = "image"},
// CHECK-SAME:    %[[ON:.*]]: memref<2x3xi1> {tir.effect = #tir.effect<read>, tir.name = "on"},
// CHECK-SAME:    %[[SCORES:.*]]: memref<2xui16> {tir.effect = #tir.effect<write>, tir.name = "scores"},
// CHECK-SAME:    %[[POOL:.*]]: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.name = "workspace", tir.port = #tir.port<alignment = 16, pool = "workspace">},
// CHECK-SAME:    %[[NPU:.*]]: !tir.device_context<"npu"> {tir.name = "npu0"}, %[[DSP:.*]]: !tir.device_context<"dsp"> {tir.name = "dsp"})
// CHECK-SAME:    attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run_packed", registered, tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
// CHECK-NEXT:    %[[IN:.*]] = tir.struct_stack @tvmgen_net_inputs
// CHECK-NEXT:    tir.struct_set %[[IN]][@tvmgen_net_inputs, "image"] = %[[IMAGE]] : memref<bf16>
// CHECK-NEXT:    tir.struct_set %[[IN]][@tvmgen_net_inputs, "on"] = %[[ON]] : memref<2x3xi1>
// CHECK-NEXT:    %[[OUT:.*]] = tir.struct_stack @tvmgen_net_outputs
// CHECK-NEXT:    tir.struct_set %[[OUT]][@tvmgen_net_outputs, "scores"] = %[[SCORES]] : memref<2xui16>
// CHECK-NEXT:    %[[POOLS:.*]] = tir.struct_stack @tvmgen_net_workspace_pools
// CHECK-NEXT:    tir.struct_set %[[POOLS]][@tvmgen_net_workspace_pools, "workspace"] = %[[POOL]]
// CHECK-NEXT:    %[[DEVICES:.*]] = tir.struct_stack @tvmgen_net_devices
// CHECK-NEXT:    tir.struct_set %[[DEVICES]][@tvmgen_net_devices, "npu0"] = %[[NPU]]
// CHECK-NEXT:    tir.struct_set %[[DEVICES]][@tvmgen_net_devices, "dsp"] = %[[DSP]]
// CHECK-NEXT:    tir.call_extern @tvmgen_net_run(%[[IN]], %[[OUT]], %[[POOLS]], %[[DEVICES]])
// CHECK-NOT:     reported = 
// CHECK:       func.func private @tvmgen_net_init(!tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
// CHECK-NEXT:  tir.prim_func @Net_init_packed(%{{.*}}: !tir.device_context<"npu"> {tir.name = "npu0"}, %{{.*}}: !tir.device_context<"dsp"> {tir.name = "dsp"})
// CHECK-SAME:    exported_name = "tvmgen_net_init_packed", registered, tir.function = #tir.function<entry = <registry_name = "tvmgen_net_init">>}
// CHECK:         tir.call_extern @tvmgen_net_init(
// CHECK:       func.func private @tvmgen_net_relu({{.*}} attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_relu">>}
module @c attributes {tir.model = #tir.model<registry = [
    {name = "Net", api = "c", entry = "tvmgen_net_run", init = "tvmgen_net_init", functions = [{name = "tvmgen_net_relu", symbol = "tvmgen_net_relu"}],
     inputs = [{name = "image", c_name = "image", shape = array<i64>, dtype = "bfloat16"},
               {name = "on", c_name = "on", shape = array<i64: 2, 3>, dtype = "bool"}],
     outputs = [{name = "scores", c_name = "scores", shape = array<i64: 2>, dtype = "uint16"}],
     pools = [{name = "workspace", c_name = "workspace", bytes = 64 : i64, alignment = 16 : i64}],
     devices = [{name = "npu0", c_name = "npu0", kind = "npu"}, {name = "dsp", c_name = "dsp", kind = "dsp"}],
     on_error = "hook"}]>} {
}

// -----

// A model without inputs gets an empty struct of them. A model that reports its own errors to the runtime gets no
// second report.
// CHECK-LABEL: @reported
// CHECK-NEXT:  tir.struct @tvmgen_a_inputs [] definition
// CHECK-NEXT:  tir.struct @tvmgen_a_outputs [] definition
// CHECK-NEXT:  func.func
// CHECK-NEXT:  tir.prim_func @a_run_packed() attributes
// CHECK:         %[[IN:.*]] = tir.struct_stack @tvmgen_a_inputs
// CHECK-NEXT:    %[[OUT:.*]] = tir.struct_stack @tvmgen_a_outputs
// CHECK-NEXT:    tir.call_extern @tvmgen_a_run(%[[IN]], %[[OUT]]) {tir.call = #tir.call<reported = true>} :
module @reported attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [], outputs = [], on_error = "last_error"}]>} {
}

// -----

// A body does not get the name of another model's wrapper: the wrapper of "a" would be tvmgen_registry_a_run_packed.
// CHECK-LABEL: @prefixes
// CHECK:       tir.prim_func @a_run_packed_()
// CHECK-SAME:    exported_name = "tvmgen_a_run_packed"
// CHECK:       tir.prim_func @registry_a_run_packed()
// CHECK-SAME:    exported_name = "tvmgen_registry_a_run_packed"
module @prefixes attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [], outputs = []},
    {name = "registry_a", api = "c", entry = "tvmgen_registry_a_run", inputs = [], outputs = []}]>} {
}

// -----

// CHECK-LABEL: @nothing
// CHECK-NOT:   {{func|struct}}
module @nothing attributes {tir.model = #tir.model<registry = []>} {
}

// -----

// The state is passed on unchanged; the structs have the layout of the model's own header.
// CHECK-LABEL: @state
// CHECK:       tir.struct @tvmgen_net_state ["count", "history"] : [memref<i32>, memref<2x2xi8>] definition
// CHECK-NEXT:  func.func private @tvmgen_net_run(!tir.handle {{.*}}, !tir.handle {{.*}}, !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">}) -> i32
// CHECK-NEXT:  tir.prim_func @net_run_packed(%{{.*}}: memref<2xi8> {{.*}}, %[[STATE:.*]]: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">})
// CHECK:         tir.call_extern @tvmgen_net_run(%{{.*}}, %{{.*}}, %[[STATE]])
module @state attributes {tir.model = #tir.model<registry = [
    {name = "net", api = "c", entry = "tvmgen_net_run", inputs = [],
     outputs = [{name = "y", c_name = "y", shape = array<i64: 2>, dtype = "int8"}],
     state = [{name = "count", c_name = "count", shape = array<i64>, dtype = "int32"},
              {name = "history", c_name = "history", shape = array<i64: 2, 2>, dtype = "int8"}]}]>} {
}
