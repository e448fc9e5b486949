// RUN: tir-opt %s -split-input-file --tir-lower-tosa | FileCheck %s

// A position left of the input rounds down: x - 1 is divided as x + 3, less 1.
// CHECK-LABEL: func.func @half_pixel
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[THREE:.*]] : index
// CHECK: %[[REST:.*]] = arith.remsi %[[AT]], %[[UNIT:.*]] : index
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %[[AT]]
// CHECK: %[[LOW:.*]] = arith.subi %[[QUOTIENT]]
// CHECK: arith.addi %[[LOW]]
// CHECK: arith.maxsi %[[LOW]]
// CHECK: arith.minsi
// CHECK-COUNT-4: tensor.extract
func.func @half_pixel(%a: tensor<1x2x2x1xi8>) -> tensor<1x4x4x1xi32> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %b {mode = BILINEAR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi32>
  return %0 : tensor<1x4x4x1xi32>
}

// -----

// Positions that stay inside are not clamped, and elements are not read twice along a dimension of one element. Sums of
// i48 are computed in i64.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: arith.maxsi
// CHECK: arith.minsi
// CHECK-NOT: arith.minsi
// CHECK-COUNT-2: tensor.extract
// CHECK: arith.muli %{{.*}} : i64
// CHECK-NOT: tensor.extract
// CHECK: arith.trunci %{{.*}} : i64 to i48
func.func @inside(%a: tensor<1x1x3x1xi16>) -> tensor<1x1x5x1xi48> {
  %s = tosa.const_shape {values = dense<[1, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %o {mode = BILINEAR} : (tensor<1x1x3x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1x5x1xi48>
  return %0 : tensor<1x1x5x1xi48>
}

// -----

// Nearest compares integers, for floats, too.
// CHECK-LABEL: func.func @nearest
// CHECK: %[[REST:.*]] = arith.remsi
// CHECK: %[[TWICE:.*]] = arith.muli %[[REST]]
// CHECK: arith.cmpi sge, %[[TWICE]]
// CHECK: tensor.extract
// CHECK-NOT: tensor.extract
func.func @nearest(%a: tensor<1x2x2x1xf16>) -> tensor<1x3x3x1xf16> {
  %s = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %o {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xf16>
  return %0 : tensor<1x3x3x1xf16>
}
