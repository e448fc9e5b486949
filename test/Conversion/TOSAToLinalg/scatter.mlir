// RUN: tir-opt %s --tir-lower-tosa | FileCheck %s

// CHECK-LABEL: func.func @scatter
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: outs(%{{.*}} : tensor<1x5x2xi8>)
// CHECK: %[[ROW:.*]] = linalg.index 1
// CHECK: %[[CAST:.*]] = arith.index_cast %[[ROW]] : index to i32
// CHECK: arith.cmpi eq, %{{.*}}, %[[CAST]]
func.func @scatter(%values: tensor<1x5x2xi8>, %rows: tensor<1x3xi32>, %in: tensor<1x3x2xi8>) -> tensor<1x5x2xi8> {
  %0 = tosa.scatter %values, %rows, %in : (tensor<1x5x2xi8>, tensor<1x3xi32>, tensor<1x3x2xi8>) -> tensor<1x5x2xi8>
  return %0 : tensor<1x5x2xi8>
}
