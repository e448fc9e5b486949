// RUN: tir-opt %s -split-input-file --tir-make-signless | FileCheck %s

// The interface keeps the sign of its integers, operations do not.

// CHECK-LABEL: func.func @boundary(
// CHECK-SAME: %[[X:.*]]: tensor<1x4xi8> {tir.name = "x", tir.port = #tir.port<encoding = <type = ui8>>}, %{{.*}}: tensor<2xi16>)
// CHECK-SAME: -> (tensor<1x4xi8> {tir.port = #tir.port<encoding = <type = ui8>>}, tensor<4xi16> {tir.port = #tir.port<encoding = <type = ui16>>}) {
// CHECK: %[[Y:.*]] = tosa.rescale %[[X]], {{.*}}input_unsigned = true{{.*}} : (tensor<1x4xi8>,
// CHECK-SAME: -> tensor<1x4xi8>
// CHECK: tosa.rescale %[[Y]], {{.*}}output_unsigned = true{{.*}} -> tensor<1x4xi8>
// CHECK: "tosa.const"() <{values = dense<[0, 1, -1, -32768]> : tensor<4xi16>}> : () -> tensor<4xi16>
func.func @boundary(%x: tensor<1x4xui8> {tir.name = "x"}, %s: tensor<2xsi16>) -> (tensor<1x4xui8>, tensor<4xui16>) {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %z = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %none = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %shift, %z, %none {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4xui8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4xi8>
  %1 = tosa.rescale %0, %m, %shift, %none, %z {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4xui8>
  %2 = "tosa.const"() {values = dense<[0, 1, 65535, 32768]> : tensor<4xui16>} : () -> tensor<4xui16>
  return %1, %2 : tensor<1x4xui8>, tensor<4xui16>
}

// -----

// What moves bits does the same to all integers, also in branches and variables.

// CHECK: tosa.variable @state = dense<[1, -1]> : tensor<2xi8>
// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %{{.*}}: tensor<2xi8> {tir.port = #tir.port<encoding = <type = ui8>>}, %{{.*}}: tensor<i1>) -> (tensor<4xi8> {tir.port = #tir.port<encoding = <type = ui8>>}) {
// CHECK-NOT: ui8
tosa.variable @state = dense<[1, 255]> : tensor<2xui8>
func.func @moves(%x: tensor<2xui8>, %c: tensor<i1>) -> tensor<4xui8> {
  %0 = tosa.variable_read @state : tensor<2xui8>
  tosa.variable_write @state, %x : tensor<2xui8>
  %1 = tosa.cond_if %c : tensor<i1> -> tensor<2xui8> {
    tosa.yield %0 : tensor<2xui8>
  } else {
    %2 = tosa.reverse %x {axis = 0 : i32} : (tensor<2xui8>) -> tensor<2xui8>
    tosa.yield %2 : tensor<2xui8>
  }
  %3 = tosa.concat %0, %1 {axis = 0 : i32} : (tensor<2xui8>, tensor<2xui8>) -> tensor<4xui8>
  return %3 : tensor<4xui8>
}

// -----

// The interface consists of the public functions.

// CHECK-LABEL: func.func private @inner(
// CHECK-SAME: %{{.*}}: tensor<2xi8>) -> tensor<2xi8> {
func.func private @inner(%x: tensor<2xui8>) -> tensor<2xui8> {
  return %x : tensor<2xui8>
}
