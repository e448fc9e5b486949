// RUN: tir-opt %s --tir-make-registry=system-lib --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-make-registry --split-input-file | FileCheck %s --check-prefix=NOTED

// The order is TVM's, whatever the order in the module: the entry, init, further functions, the metadata.
// CHECK:       func.func @tvmgen_net_relu({{.*}} attributes {tir.function = #tir.function<entry = <registry_name = "tvm.relu">>, tir.interface = {
// CHECK-SAME:    functions = [{name = "tvm.relu", symbol = "tvmgen_net_relu"}], init = "tvmgen_net_init"
// CHECK-SAME:    system_lib}
// CHECK:       tir.get_function "tvm.add" from @tvm_func_registry{{$}}
// CHECK:       tir.metadata @tvmgen_net_metadata "tvmgen_net"
// CHECK-SAME:    inputs [#tir.tensor_info<"image", tensor<1x8xui8>>, #tir.tensor_info<"scalar", tensor<bf16>>]
// CHECK-SAME:    outputs [#tir.tensor_info<"mask:0", tensor<3xi1>>]
// CHECK-SAME:    workspace_pools [#tir.tensor_info<"workspace", tensor<64xui8>>]
// CHECK:       func.func @tvmgen_net_get_c_metadata(
// CHECK-SAME:    %arg3: !tir.values {tir.name = "out_ret_value"}, %arg4: !tir.type_codes {tir.name = "out_ret_tcode"}, %arg5: !tir.handle {tir.name = "resource_handle"}) -> i32 {
// CHECK-NEXT:    %[[ADDRESS:.*]] = tir.address_of @tvmgen_net_metadata : !tir.handle
// CHECK-NEXT:    tir.packed_set %arg3, %arg4[0] = %[[ADDRESS]] : !tir.handle
// CHECK-NEXT:    %[[OK:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    return %[[OK]] : i32
// CHECK:       tir.func_registry @tvm_func_registry
// CHECK-SAME:    ["tvmgen_net_run", "tvmgen_net_init", "tvm.relu", "tvmgen_net_get_c_metadata"] =
// CHECK-SAME:    [@tvmgen_net_run_packed, @tvmgen_net_init_packed, @tvmgen_net_relu, @tvmgen_net_get_c_metadata] system_lib

// NOTED:      func.func @tvmgen_net_relu({{.*}} attributes {tir.function = #tir.function<entry = <registry_name = "tvm.relu">>, tir.interface = {
// NOTED-SAME:   functions = [{name = "tvm.relu", symbol = "tvmgen_net_relu"}]
// NOTED-NOT:  system_lib
// NOTED:      tir.get_function "tvm.add"{{$}}
// NOTED-NOT:  tir.metadata
// NOTED-NOT:  tir.func_registry
module {
  func.func @tvmgen_net_relu(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values,
                             %c: !tir.type_codes, %h: !tir.handle) -> i32 attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_net_run", init = "tvmgen_net_init",
                     inputs = [{name = "image", c_name = "image", shape = array<i64: 1, 8>, dtype = "uint8"},
                               {name = "scalar", c_name = "scalar", shape = array<i64>, dtype = "bfloat16"}],
                     outputs = [{name = "mask:0", c_name = "mask_0", shape = array<i64: 3>, dtype = "bool"}],
                     pools = [{name = "workspace", c_name = "workspace", bytes = 64 : i64, alignment = 16 : i64}],
                     devices = [{name = "npu0", c_name = "npu0", kind = "npu"}]}, tir.function = #tir.function<entry = <registry_name = "tvm.relu">>} {
    %code, %f = tir.get_function "tvm.add"
    return %code : i32
  }
  func.func @tvmgen_net_init_packed(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values,
                                    %c: !tir.type_codes, %h: !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_init">>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func @tvmgen_net_run_packed(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values,
                                   %c: !tir.type_codes, %h: !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}

// -----

// Over several models, one after the other; declarations are enough.
// CHECK-LABEL: @several
// CHECK:       tir.metadata @tvmgen_b_metadata "tvmgen_b" inputs [] outputs [#tir.tensor_info<"y", tensor<f64>>] workspace_pools []
// CHECK:       func.func @tvmgen_b_get_c_metadata
// CHECK:       tir.metadata @tvmgen_a_metadata "tvmgen_a" inputs [] outputs [] workspace_pools []
// CHECK:       func.func @tvmgen_a_get_c_metadata
// CHECK:       tir.func_registry @tvm_func_registry
// CHECK-SAME:    ["tvmgen_b_run", "tvm.b.relu", "tvmgen_b_get_c_metadata", "tvmgen_a_run", "tvmgen_a_get_c_metadata"] =
// CHECK-SAME:    [@tvmgen_b_run, @tvmgen_b_relu, @tvmgen_b_get_c_metadata, @tvmgen_a_run, @tvmgen_a_get_c_metadata] system_lib

// NOTED-LABEL: @several
// NOTED-NOT:   tir.func_registry
module @several attributes {tir.model = #tir.model<registry = [
    {name = "B", api = "packed", entry = "tvmgen_b_run", functions = [{name = "tvm.b.relu", symbol = "tvmgen_b_relu"}], inputs = [],
     outputs = [{name = "y", c_name = "y", shape = array<i64>, dtype = "float64"}]},
    {name = "a", api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
  func.func private @tvmgen_a_run(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_a_run">>}
  func.func private @tvmgen_b_run(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_b_run">>}
  func.func private @tvmgen_b_relu(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvm.b.relu">>}
}
