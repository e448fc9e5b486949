// RUN: tir-opt %s -split-input-file --allow-unregistered-dialect --tir-repair-tflite | FileCheck %s

// A quantised number saturates before it is cast; the bounds are i8's without the zero point.

// CHECK-LABEL: func.func @quantize(
// CHECK:      %[[ZP:.*]] = "tosa.const"() <{values = dense<-125> : tensor<1xi32>}>
// CHECK:      %[[ROUNDED:.*]] = tosa.cast %{{.*}} : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-DAG:  %[[LOW:.*]] = "tosa.const"() <{values = dense<-3> : tensor<1xi32>}>
// CHECK-DAG:  %[[HIGH:.*]] = "tosa.const"() <{values = dense<252> : tensor<1xi32>}>
// CHECK:      %[[MOST:.*]] = tosa.minimum %[[ROUNDED]], %[[HIGH]]
// CHECK:      %[[BOTH:.*]] = tosa.maximum %[[MOST]], %[[LOW]]
// CHECK:      %[[SUM:.*]] = tosa.add %[[BOTH]], %[[ZP]]
// CHECK:      tosa.cast %[[SUM]] : (tensor<4xi32>) -> tensor<4xi8>
module attributes {tfl.schema_version = 3 : i32} {
  func.func @quantize(%x: tensor<4xf32>) -> tensor<4xi8> {
    %zp = "tosa.const"() {values = dense<-125> : tensor<1xi32>} : () -> tensor<1xi32>
    %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
    %1 = tosa.add %0, %zp : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
    %2 = tosa.cast %1 : (tensor<4xi32>) -> tensor<4xi8>
    return %2 : tensor<4xi8>
  }
}

// -----

// In a module of another front end, a cast means what TOSA says, as does a cast of other sums.

// CHECK-LABEL: func.func @other(
// CHECK-NOT: tosa.minimum
func.func @other(%x: tensor<4xf32>) -> tensor<4xi8> {
  %zp = "tosa.const"() {values = dense<-125> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = tosa.add %0, %zp : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %2 = tosa.cast %1 : (tensor<4xi32>) -> tensor<4xi8>
  return %2 : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @integers(
// CHECK-NOT: tosa.minimum
module attributes {tfl.schema_version = 3 : i32} {
  func.func @integers(%x: tensor<4xi32>) -> tensor<4xi8> {
    %c = "tosa.const"() {values = dense<-125> : tensor<1xi32>} : () -> tensor<1xi32>
    %1 = tosa.add %x, %c : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
    %2 = tosa.cast %1 : (tensor<4xi32>) -> tensor<4xi8>
    return %2 : tensor<4xi8>
  }
}

// -----

// The branches of an IF are functions, which are inlined later.

// CHECK-LABEL: func.func @branches(
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>
// CHECK:      %[[Y:.*]] = tosa.cond_if %[[C]] {{.*}} {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT:   %[[T:.*]] = func.call @positive(%[[A]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   tosa.yield %[[T]]
// CHECK-NEXT: } else {
// CHECK-NEXT: ^bb0(%[[B:.*]]: tensor<4xf32>):
// CHECK-NEXT:   %[[E:.*]] = func.call @negative(%[[B]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:      return %[[Y]]
module attributes {tfl.schema_version = 3 : i32} {
  func.func @branches(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "tf.If"(%c, %x) <{else_branch = @negative, is_stateless = false, then_branch = @positive}> : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @positive(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func private @negative(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
