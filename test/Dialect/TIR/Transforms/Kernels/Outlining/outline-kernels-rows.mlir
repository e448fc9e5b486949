// RUN: tir-opt %s --tir-normalize-control-flow --tir-outline-kernels --tir-bufferize --split-input-file | FileCheck %s

// A loop reads and writes rows of tensors: kernels get their addresses, and nothing of the size of the tensors is copied.

// CHECK-LABEL: tir.prim_func @scan(
// CHECK-SAME:    %[[X:.*]]: memref<8x1x4xf32> {{.*}}, %[[Y:[a-z0-9]+]]: memref<8x1x4xf32>
// CHECK-NOT:     memref.alloc() {{.*}}memref<8x1x4xf32>
// CHECK:         scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%[[ALL:[a-z0-9]+]] = %[[Y]], %[[H:[a-z0-9]+]] = %
// CHECK-NEXT:      %[[ROW:.*]] = memref.subview %[[X]][%[[I]], 0, 0] [1, 1, 4] [1, 1, 1]
// CHECK:           %[[IN:.*]] = tir.rebase %[[ROW]] : {{.*}} to memref<1x1x4xf32>
// CHECK:           tir.call_tir @add(%[[IN]], %[[H]], %[[NEW:[a-z0-9_]+]])
// CHECK:           %[[LAST:.*]] = arith.constant 7 : index
// CHECK:           %[[BACK:.*]] = arith.subi %[[LAST]], %[[I]]
// CHECK:           %[[OUT:.*]] = memref.subview %[[ALL]][%[[BACK]], 0, 0] [1, 1, 4] [1, 1, 1]
// CHECK-NEXT:      memref.copy %[[NEW]], %[[OUT]]
// CHECK-NEXT:      memref.copy %[[NEW]], %[[H]]
func.func @scan(%x: tensor<8x1x4xf32>, %h0: tensor<1x1x4xf32>) -> tensor<8x1x4xf32> {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = arith.constant 7 : index
  %count = arith.constant 8 : index
  %empty = tensor.empty() : tensor<8x1x4xf32>
  %y:2 = scf.for %i = %none to %count step %one iter_args(%all = %empty, %h = %h0) -> (tensor<8x1x4xf32>, tensor<1x1x4xf32>) {
    %row = tensor.extract_slice %x[%i, 0, 0] [1, 1, 4] [1, 1, 1] : tensor<8x1x4xf32> to tensor<1x1x4xf32>
    %into = tensor.empty() : tensor<1x1x4xf32>
    %new = linalg.add ins(%row, %h : tensor<1x1x4xf32>, tensor<1x1x4xf32>) outs(%into : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
    %back = arith.subi %last, %i : index
    %next = tensor.insert_slice %new into %all[%back, 0, 0] [1, 1, 4] [1, 1, 1] : tensor<1x1x4xf32> into tensor<8x1x4xf32>
    scf.yield %next, %new : tensor<8x1x4xf32>, tensor<1x1x4xf32>
  }
  return %y#0 : tensor<8x1x4xf32>
}

// -----

// The place of a row is computed between kernels, even if a kernel needs the same number.

// CHECK-LABEL: tir.prim_func @shared(
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           memref.store %{{.*}}, %[[NUMBER:.*]][] : memref<i64>
// CHECK:           %[[BACK:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK:           memref.subview %{{.*}}[%[[BACK]], 0] [1, 4] [1, 1]
// CHECK:           tir.call_tir @{{.*}}(%[[NUMBER]], %{{.*}}, %{{.*}})
func.func @shared(%x: tensor<8x4xi32>, %h0: tensor<1x4xi32>) -> tensor<1x4xi32> {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = arith.constant 7 : index
  %count = arith.constant 8 : index
  %y = scf.for %i = %none to %count step %one iter_args(%h = %h0) -> (tensor<1x4xi32>) {
    %back = arith.subi %last, %i : index
    %row = tensor.extract_slice %x[%back, 0] [1, 4] [1, 1] : tensor<8x4xi32> to tensor<1x4xi32>
    %number = arith.index_cast %back : index to i32
    %all = tensor.splat %number : tensor<1x4xi32>
    %into = tensor.empty() : tensor<1x4xi32>
    %new = linalg.mul ins(%row, %all : tensor<1x4xi32>, tensor<1x4xi32>) outs(%into : tensor<1x4xi32>) -> tensor<1x4xi32>
    scf.yield %new : tensor<1x4xi32>
  }
  return %y : tensor<1x4xi32>
}

// -----

// Elements that do not lie side by side have no address: kernels read them one by one.

// CHECK-LABEL: tir.prim_func @column(
// CHECK-NOT:     memref.subview
// CHECK:         tir.return
func.func @column(%x: tensor<8x4xf32>, %h0: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.constant 4 : index
  %y = scf.for %i = %none to %count step %one iter_args(%h = %h0) -> (tensor<8x1xf32>) {
    %column = tensor.extract_slice %x[0, %i] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8x1xf32>
    %into = tensor.empty() : tensor<8x1xf32>
    %new = linalg.add ins(%column, %h : tensor<8x1xf32>, tensor<8x1xf32>) outs(%into : tensor<8x1xf32>) -> tensor<8x1xf32>
    scf.yield %new : tensor<8x1xf32>
  }
  return %y : tensor<8x1xf32>
}

// -----

// Whoever reads the tensor after the row was written to it keeps the old one.

// CHECK-LABEL: tir.prim_func @read_before(
// CHECK-SAME:    %{{.*}}: memref<4x2xf32> {{.*}}, %[[Y:[a-z0-9]+]]: memref<4x2xf32>
// CHECK:         scf.for
// CHECK:           %[[OLD:.*]] = memref.alloc() {{.*}}: memref<4x2xf32>
func.func @read_before(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.constant 4 : index
  %y = scf.for %i = %none to %count step %one iter_args(%all = %x) -> (tensor<4x2xf32>) {
    %into = tensor.empty() : tensor<1x2xf32>
    %first = tensor.extract_slice %all[0, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<1x2xf32>
    %row = linalg.exp ins(%first : tensor<1x2xf32>) outs(%into : tensor<1x2xf32>) -> tensor<1x2xf32>
    %next = tensor.insert_slice %row into %all[%i, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<4x2xf32>
    %space = tensor.empty() : tensor<4x2xf32>
    %sum = linalg.add ins(%next, %all : tensor<4x2xf32>, tensor<4x2xf32>) outs(%space : tensor<4x2xf32>) -> tensor<4x2xf32>
    scf.yield %sum : tensor<4x2xf32>
  }
  return %y : tensor<4x2xf32>
}
