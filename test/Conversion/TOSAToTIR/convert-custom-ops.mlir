// RUN: tir-opt %s --tir-convert-custom-ops="custom-op=ethos-u:ethosu_invoke:npu0:sizes:attributes:hooks=open+close,app.gain:app_gain:scratch=1k:alignment=4" | FileCheck %s
// RUN: tir-opt %s --tir-convert-custom-ops="custom-op=TFL.ethos-u:ethosu_invoke:npu0:cpacked,gain:app_gain:packed" | FileCheck %s --check-prefix=PACKED
// RUN: tir-opt %s --tir-convert-custom-ops="custom-op=gain:app.gain:dsp1:packed:kind=dsp:hooks=init" | FileCheck %s --check-prefix=REGISTRY
// RUN: tir-opt %s --tir-convert-custom-ops | FileCheck %s --check-prefix=NONE

// What is passed twice is one buffer, constants are shared by the calls of a
// function, and buffers without contents are memory to work in.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<1x4xi8>)
// CHECK: %[[COMMANDS:.*]] = tir.pool_view @ethosu_invoke_input0[0] : memref<6xi8>
// CHECK: %[[MEMORY:.*]] = tensor.empty() : tensor<64xi8>
// CHECK: %[[Y:.*]] = tensor.empty() : tensor<1x4xi8>
// CHECK: %[[ATTRIBUTES:.*]] = tir.pool_view @ethosu_invoke_attributes[0] : memref<3xi8>
// CHECK: %[[R:.*]]:2 = tir.call_tir @ethosu_invoke_call(%[[COMMANDS]], %[[X]], %[[ATTRIBUTES]]) outs(%[[MEMORY]], %[[Y]])
// CHECK: tir.call_tir @app_gain_call(%[[R]]#1, %{{.*}}) outs(%{{.*}}, %{{.*}}) : (tensor<1x4xi8>, memref<2xi32>, tensor<1x4xi8>, tensor<1024xi8>)
// CHECK: %[[AGAIN:.*]] = tir.pool_view @ethosu_invoke_input0[0] : memref<6xi8>
// CHECK-NOT: tosa.custom

// CHECK: tir.device @npu0 {hooks = [#tir.hook<open>, #tir.hook<close>], kind = "npu"}
// CHECK: tir.prim_func private @ethosu_invoke(memref<?xi8> {tir.effect = #tir.effect<read>, tir.name = "input0"}, i32 {tir.name = "input0_size"},
// CHECK-SAME: memref<?xi8> {tir.effect = #tir.effect<write>, tir.name = "input1"}, i32
// CHECK-SAME: memref<?xi8> {tir.effect = #tir.effect<write>, tir.name = "input2"}, i32
// CHECK-SAME: memref<?xi8> {tir.effect = #tir.effect<read>, tir.name = "input3"}, i32
// CHECK-SAME: memref<?xi8> {tir.effect = #tir.effect<write>, tir.name = "output0"}, i32
// CHECK-SAME: !tir.device_context<"npu">) attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0]}
// CHECK-LABEL: tir.prim_func private @ethosu_invoke_call
// CHECK-SAME: (%[[C:.*]]: memref<6xi8> {{.*}}, %[[IN:.*]]: memref<1x4xi8> {{.*}}, %[[A:.*]]: memref<3xi8> {{.*}}, %[[M:.*]]: memref<64xi8> {tir.effect = #tir.effect<write>{{.*}}}, %[[OUT:.*]]: memref<1x4xi8>
// CHECK: %[[CONTEXT:.*]] = tir.get_device_context @npu0
// CHECK: %[[SIX:.*]] = arith.constant 6 : i32
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[IN]] {{\[\[}}0, 1]] : memref<1x4xi8> into memref<4xi8>
// CHECK: tir.call_extern @ethosu_invoke(%[[C]], %[[SIX]], %[[M]], %{{.*}}, %[[M]], %{{.*}}, %[[FLAT]], %{{.*}}, %{{.*}}, %{{.*}}, %[[A]], %{{.*}}) context(%[[CONTEXT]])

// The attributes of a dictionary are arguments by the order of their names.
// CHECK: tir.pool @app_gain_axes {alignment = 4 : i64, contents = dense<[1, 2]> : tensor<2xi32>, read_only}
// CHECK: tir.prim_func private @app_gain(memref<?xi8> {{.*}}, memref<?xi8> {{.*}}, memref<?xi8> {tir.effect = #tir.effect<write>, tir.name = "scratch"}, f32 {tir.name = "alpha"}, memref<?xi32> {{.*}}tir.name = "axes"}, i32 {tir.name = "axes_count"}, !tir.string {tir.name = "mode"}, i32 {tir.name = "on"}, i32 {tir.name = "shift"})
// CHECK-NOT: @ethosu_invoke_input0_0

// PACKED: tir.device @npu0 {kind = "npu"}
// PACKED: tir.prim_func private @ethosu_invoke_call
// PACKED: %[[CONTEXT:.*]] = tir.get_device_context @npu0
// PACKED: tir.call_cpacked @ethosu_invoke(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) context(%[[CONTEXT]]) : (memref<6xi8>, memref<64xi8>, memref<64xi8>, memref<1x4xi8>, memref<1x4xi8>, !tir.device_context<"npu">) -> ()

// REGISTRY: tosa.custom {{.*}}ethos-u
// REGISTRY: tir.device @dsp1 {hooks = [#tir.hook<init>], kind = "dsp"}
// REGISTRY: %[[CONTEXT:.*]] = tir.get_device_context @dsp1
// REGISTRY: tir.call_packed "app.gain"({{.*}}, %[[CONTEXT]]) : (memref<1x4xi8>, memref<1x4xi8>, f32, memref<2xi32>, i32, !tir.string, i32, i32, !tir.device_context<"dsp">) -> ()

// NONE-COUNT-3: tosa.custom

func.func @main(%x: tensor<1x4xi8>) -> tensor<1x4xi8> {
  %commands = "tosa.const"() {values = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi8>} : () -> tensor<6xi8>
  %memory = tensor.empty() : tensor<64xi8>
  %0 = tosa.custom %commands, %memory, %memory, %x {operator_name = "ethos-u", domain_name = "TFL", implementation_attrs = "\01\04\01"}
      : (tensor<6xi8>, tensor<64xi8>, tensor<64xi8>, tensor<1x4xi8>) -> tensor<1x4xi8>
  %1 = tosa.custom %0 {operator_name = "gain", domain_name = "app",
                       implementation_attrs = "{shift = 3 : i32, mode = \"soft\", alpha = 0.5 : f32, axes = array<i32: 1, 2>, on = true}"}
      : (tensor<1x4xi8>) -> tensor<1x4xi8>
  %2 = tosa.custom %commands, %memory, %memory, %1 {operator_name = "ethos-u", domain_name = "TFL", implementation_attrs = "\01\04\01"}
      : (tensor<6xi8>, tensor<64xi8>, tensor<64xi8>, tensor<1x4xi8>) -> tensor<1x4xi8>
  return %2 : tensor<1x4xi8>
}
