// RUN: tir-opt %s --tir-offload=tables=%S/Inputs/offload.json --verify-diagnostics | FileCheck %s
// RUN: tir-opt %s --tir-offload="tables=%S/Inputs/offload.json expose" 2>/dev/null | FileCheck %s --check-prefix=EXPOSE
// RUN: tir-opt %s --tir-offload="tables=%S/Inputs/offload.json reference" 2>/dev/null | FileCheck %s --check-prefix=REFERENCE

// A convolution with its rescale and clamp is one call. Numbers, texts, arrays and shapes are arguments; the clamp may
// be missing, and its attributes have its name.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x4x2xi8>
// CHECK: %[[Y:.*]] = tir.call_tir @npu_conv_call(%[[X]], {{.*}}) outs(
// CHECK-NEXT: return %[[Y]] : tensor<1x4x4x2xi8>


// EXPOSE-LABEL: func.func @main(
// EXPOSE-SAME: -> (tensor<1x4x4x2xi8>, tensor<1x4x4x2xi8> {tir.name = "conv_0"})
// EXPOSE-SAME: attributes {tf.entry_function = {inputs = "x", outputs = "Identity,conv_0"}}
// EXPOSE: %[[Y:.*]] = tir.call_tir @npu_conv_call
// EXPOSE-NEXT: return %[[Y]], %[[Y]]

// REFERENCE-LABEL: func.func @main(
// REFERENCE-SAME: -> (tensor<1x4x4x2xi8>, tensor<1x4x4x2xi8> {tir.name = "conv_0"})
// REFERENCE: %[[Y:.*]] = tosa.clamp
// REFERENCE-NEXT: return %[[Y]], %[[Y]]
func.func @main(%x: tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
    attributes {tf.entry_function = {inputs = "x", outputs = "Identity"}} {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x2xi8>}> : () -> tensor<2x1x1x2xi8>
  %b = "tosa.const"() <{values = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>}
      : (tensor<1x4x4x2xi8>, tensor<2x1x1x2xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x2xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = tosa.rescale %0, %m, %s, %none, %z {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = false}
      : (tensor<1x4x4x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x2xi8>
  %2 = tosa.clamp %1 {max_val = 100 : i8, min_val = -128 : i8} : (tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
  return %2 : tensor<1x4x4x2xi8>
}

// What does not fit stays, and a remark says why for each row that was tried.

// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: tosa.
// CHECK-NOT: tir.call_tir
func.func @others(%x: tensor<1x4x4x2xi8>, %y: tensor<4xi16>, %v: tensor<3xi8>, %c: tensor<1xi8>) -> (tensor<1x2x2x2xi8>, tensor<4xi16>, tensor<3xi8>, tensor<3xi8>, tensor<1x4x4x2xi8>) {
  // expected-remark @below {{row 'pool': tosa.max_pool2d.kernel is array<i64: 3, 3>, expected one of [[2,2]]}}
  %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x4x4x2xi8>) -> tensor<1x2x2x2xi8>
  // expected-remark @below {{row 'maximum': operand0 has elements of i16, expected i8}}
  %1 = tosa.maximum %y, %y : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  // expected-remark @below {{row 'maximum': operand1 does not have the shape of the result}}
  %2 = tosa.maximum %v, %c : (tensor<3xi8>, tensor<1xi8>) -> tensor<3xi8>
  // expected-remark @below {{row 'sum': operand0 has 3 in dimension 0, expected 4..8 in steps of 4}}
  %3 = tosa.add %v, %v : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  // expected-remark @below {{row 'sum': operand0 has rank 4, expected 1}}
  %4 = tosa.add %x, %x : (tensor<1x4x4x2xi8>, tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
  return %0, %1, %2, %3, %4 : tensor<1x2x2x2xi8>, tensor<4xi16>, tensor<3xi8>, tensor<3xi8>, tensor<1x4x4x2xi8>
}

// In place, without a device.

// CHECK-LABEL: func.func @in_place
func.func @in_place(%x: tensor<8xi8>, %y: tensor<8xi8>) -> tensor<8xi8> {
  %0 = tosa.add %x, %y : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// CHECK-DAG: tir.device @npu0 {hooks = [#tir.hook<open>, #tir.hook<close>], kind = "npu", program = "conv"}
// CHECK-DAG: tir.prim_func private @npu_conv(memref<?xi8> {{{.*}}tir.name = "input0"}, memref<?xi8> {{{.*}}tir.name = "input1"}, memref<?xi32> {{{.*}}tir.name = "input2"}, memref<?xi32> {{{.*}}tir.name = "input3"}, memref<?xi8> {{{.*}}tir.name = "input4"}, memref<?xi8> {{{.*}}tir.name = "output0"}, i8 {tir.name = "clamp_max_val"}, i32 {tir.name = "operand3"}, i32 {tir.name = "operand4"}, i32 {tir.name = "operand7"}, i32 {tir.name = "operand8"}, memref<?xi64> {{{.*}}tir.name = "output0_shape"}, i32 {tir.name = "output0_shape_count"}, !tir.string {tir.name = "rescale_rounding_mode"}, memref<?xi64> {{{.*}}tir.name = "stride"}, i32 {tir.name = "stride_count"}, !tir.device_context<"npu">)
// CHECK-DAG: tir.string_constant "SINGLE_ROUND"
// CHECK-DAG: tir.prim_func private @sum_in_place_call({{.*}}: memref<8xi8> {tir.effect = #tir.effect<read>, tir.name = "input0"}, {{.*}}: memref<8xi8> {tir.effect = #tir.effect<read>, tir.name = "input1"}, {{.*}}: memref<8xi8> {tir.effect = #tir.effect<write>, tir.name = "output0", tir.port = #tir.port<distances = [0, 0]>})
