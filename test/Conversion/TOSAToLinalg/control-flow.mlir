// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// A condition of rank 3 is flattened, which upstream does not do.
// CHECK-LABEL: func.func @condition
// CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1x1xi1> into tensor<i1>
// CHECK: scf.if
func.func @condition(%c: tensor<1x1x1xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tosa.cond_if"(%c, %a, %b) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    tosa.yield %x : tensor<4xf32>
  }, {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    tosa.yield %y : tensor<4xf32>
  }) : (tensor<1x1x1xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Nested operators in one conversion.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>
// CHECK: %[[OUTER:.*]] = tensor.extract %[[C]][]
// CHECK: scf.if %[[OUTER]] -> (tensor<4xf32>)
// CHECK:   %[[INNER:.*]] = tensor.extract %[[C]][]
// CHECK:   scf.if %[[INNER]] -> (tensor<4xf32>)
// CHECK:     math.tanh
// CHECK:   else
// CHECK:     scf.yield %[[X]]
// CHECK: else
// CHECK:   scf.yield %[[X]]
func.func @nested(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %c (%p = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%p: tensor<4xf32>):
    %1 = tosa.cond_if %c (%q = %p) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%q: tensor<4xf32>):
      %2 = tosa.tanh %q : (tensor<4xf32>) -> tensor<4xf32>
      tosa.yield %2 : tensor<4xf32>
    } else {
    ^bb0(%q: tensor<4xf32>):
      tosa.yield %q : tensor<4xf32>
    }
    tosa.yield %1 : tensor<4xf32>
  } else {
  ^bb0(%p: tensor<4xf32>):
    tosa.yield %p : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A loop in a branch of a loop.
// CHECK-LABEL: func.func @loops
// CHECK: scf.while
// CHECK:   tensor.collapse_shape %{{.*}} [] : tensor<1xi1> into tensor<i1>
// CHECK:   scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : tensor<1xi32>, tensor<4xf32>
// CHECK: do
// CHECK:   scf.if
// CHECK:     scf.while
// CHECK:       scf.condition
// CHECK:     do
// CHECK:       math.tanh
// CHECK-NOT: tosa.
func.func @loops(%n: tensor<1xi32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0:2 = tosa.while_loop (%i = %n, %a = %x) : (tensor<1xi32>, tensor<4xf32>) -> (tensor<1xi32>, tensor<4xf32>) {
    %1 = tosa.greater %i, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    tosa.yield %1 : tensor<1xi1>
  } do {
  ^bb0(%i: tensor<1xi32>, %a: tensor<4xf32>):
    %1 = tosa.sub %i, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %c = tosa.greater %one, %i : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %2 = tosa.cond_if %c (%p = %a) : tensor<1xi1> (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%p: tensor<4xf32>):
      %3:2 = tosa.while_loop (%j = %i, %b = %p) : (tensor<1xi32>, tensor<4xf32>) -> (tensor<1xi32>, tensor<4xf32>) {
        %4 = tosa.greater %j, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
        tosa.yield %4 : tensor<1xi1>
      } do {
      ^bb0(%j: tensor<1xi32>, %b: tensor<4xf32>):
        %4 = tosa.sub %j, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
        %5 = tosa.tanh %b : (tensor<4xf32>) -> tensor<4xf32>
        tosa.yield %4, %5 : tensor<1xi32>, tensor<4xf32>
      }
      tosa.yield %3#1 : tensor<4xf32>
    } else {
    ^bb0(%p: tensor<4xf32>):
      tosa.yield %p : tensor<4xf32>
    }
    tosa.yield %1, %2 : tensor<1xi32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
