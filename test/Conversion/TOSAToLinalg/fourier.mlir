// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// Rows, then columns, each with tables in which a quarter of a turn is exact;
// of the rows, 3 of 4 elements.
// CHECK-LABEL: func.func @real
// CHECK-DAG: %[[COSINES:.*]] = arith.constant dense<[1.000000e+00, 0.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK-DAG: %[[SINES:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 0.000000e+00, -1.000000e+00]> : tensor<4xf32>
// CHECK: %[[REAL:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<1x2x4xf32>) outs(%{{.*}} : tensor<1x2x3xf32>)
// CHECK: linalg.index 2
// CHECK: arith.remui
// CHECK: tensor.extract %[[COSINES]]
// CHECK: arith.addf
// CHECK: %[[IMAG:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<1x2x4xf32>) outs(%{{.*}} : tensor<1x2x3xf32>)
// CHECK: tensor.extract %[[SINES]]
// CHECK: arith.subf
// CHECK-DAG: dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK-DAG: dense<0.000000e+00> : tensor<2xf32>
// CHECK-COUNT-2: linalg.generic {{.*}} ins(%[[REAL]], %[[IMAG]] :
// CHECK: linalg.index 1
// CHECK-NOT: math.
func.func @real(%x: tensor<1x2x4xf32>) -> (tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  %re, %im = tosa.rfft2d %x : (tensor<1x2x4xf32>) -> (tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %re, %im : tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

// The inverse turns the other way; nothing happens along a dimension with one element. The real part is x cos + y sin,
// the imaginary y cos - x sin.
// CHECK-LABEL: func.func @inverse
// CHECK-DAG: %[[COSINES:.*]] = arith.constant dense<[1.000000e+00, 0.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK-DAG: %[[SINES:.*]] = arith.constant dense<[-0.000000e+00, -1.000000e+00, -0.000000e+00, 1.000000e+00]> : tensor<4xf32>
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK-DAG: %[[K:.*]] = linalg.index 2
// CHECK-DAG: %[[N:.*]] = linalg.index 3
// CHECK: %[[TURNS:.*]] = arith.muli %[[K]], %[[N]]
// CHECK: %[[AT:.*]] = arith.remui %[[TURNS]], %c4
// CHECK: %[[COS:.*]] = tensor.extract %[[COSINES]][%[[AT]]]
// CHECK: %[[XCOS:.*]] = arith.mulf %[[X]], %[[COS]]
// CHECK: %[[FIRST:.*]] = arith.addf %[[SUM]], %[[XCOS]]
// CHECK: %[[SIN:.*]] = tensor.extract %[[SINES]][%[[AT]]]
// CHECK: %[[YSIN:.*]] = arith.mulf %[[Y]], %[[SIN]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[FIRST]], %[[YSIN]]
// CHECK: linalg.yield %[[NEXT]]
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK: %[[SIN:.*]] = tensor.extract %[[SINES]]
// CHECK: %[[XSIN:.*]] = arith.mulf %[[X]], %[[SIN]]
// CHECK: %[[FIRST:.*]] = arith.subf %[[SUM]], %[[XSIN]]
// CHECK: %[[COS:.*]] = tensor.extract %[[COSINES]]
// CHECK: %[[YCOS:.*]] = arith.mulf %[[Y]], %[[COS]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[FIRST]], %[[YCOS]]
// CHECK: linalg.yield %[[NEXT]]
// CHECK-NOT: linalg.generic
func.func @inverse(%x: tensor<1x1x4xf32>, %y: tensor<1x1x4xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
  %re, %im = tosa.fft2d %x, %y {inverse = true} : (tensor<1x1x4xf32>, tensor<1x1x4xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>)
  return %re, %im : tensor<1x1x4xf32>, tensor<1x1x4xf32>
}

// -----

// One element is its own transform, and has no imaginary part.
// CHECK-LABEL: func.func @one
// CHECK-SAME: (%[[X:.*]]: tensor<1x1x1xf32>)
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: return %[[X]], %[[ZERO]]
func.func @one(%x: tensor<1x1x1xf32>) -> (tensor<1x1x1xf32>, tensor<1x1x1xf32>) {
  %re, %im = tosa.rfft2d %x : (tensor<1x1x1xf32>) -> (tensor<1x1x1xf32>, tensor<1x1x1xf32>)
  return %re, %im : tensor<1x1x1xf32>, tensor<1x1x1xf32>
}
