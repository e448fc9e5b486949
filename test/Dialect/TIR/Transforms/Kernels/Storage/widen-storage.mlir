// RUN: tir-opt %s -split-input-file --tir-widen-storage | FileCheck %s

// Types of the interface, constants, and operations that only move elements.

// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %{{.*}}: tensor<2x3xi64> {tir.port = #tir.port<encoding = <type = i48>>}) ->
// CHECK-SAME: (tensor<3x2xi64> {tir.port = #tir.port<encoding = <type = i48>>}, tensor<4xi8> {tir.port = #tir.port<encoding = <type = i4>>})
// CHECK: arith.constant dense<[-8, 7, 0, -1]> : tensor<4xi8>
// CHECK: tensor.collapse_shape %{{.*}} : tensor<2x3xi64> into tensor<6xi64>
// CHECK-NOT: arith.trunci
func.func @moves(%x: tensor<2x3xi48>) -> (tensor<3x2xi48>, tensor<4xi4>) {
  %c = arith.constant dense<[-8, 7, 0, -1]> : tensor<4xi4>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xi48> into tensor<6xi48>
  %back = tensor.expand_shape %flat [[0, 1]] output_shape [3, 2] : tensor<6xi48> into tensor<3x2xi48>
  return %back, %c : tensor<3x2xi48>, tensor<4xi4>
}

// -----

// No argument of the application, no attribute.

// CHECK: func.func private @helper(tensor<4xi8>) -> tensor<4xi8>
func.func private @helper(%x: tensor<4xi4>) -> tensor<4xi4>

// -----

// A sum of products is computed in the wider type at once.

// CHECK-LABEL: func.func @convolution
// CHECK: linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<1x2x2x3xi64>)
// CHECK: linalg.conv_2d_nhwc_fhwc {{.*}}ins(%{{.*}}, %{{.*}} : tensor<1x4x4x2xi16>, tensor<3x3x3x2xi8>) outs(%{{.*}} : tensor<1x2x2x3xi64>)
func.func @convolution(%x: tensor<1x4x4x2xi16>, %w: tensor<3x3x3x2xi8>) -> tensor<1x2x2x3xi48> {
  %zero = arith.constant 0 : i48
  %empty = tensor.empty() : tensor<1x2x2x3xi48>
  %init = linalg.fill ins(%zero : i48) outs(%empty : tensor<1x2x2x3xi48>) -> tensor<1x2x2x3xi48>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x4x4x2xi16>, tensor<3x3x3x2xi8>)
    outs(%init : tensor<1x2x2x3xi48>) -> tensor<1x2x2x3xi48>
  return %y : tensor<1x2x2x3xi48>
}

// -----

// A body on i48 does not overflow.

// CHECK-LABEL: func.func @accumulate
// CHECK: ^bb0(%[[X:.*]]: i16, %[[ACC:.*]]: i64):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extsi %[[X]] : i16 to i64
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[WIDE]], %[[ACC]] overflow<nsw> : i64
// CHECK-NEXT: linalg.yield %[[SUM]] : i64
func.func @accumulate(%x: tensor<5xi16>, %y: tensor<5xi48>) -> tensor<5xi48> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5xi16>) outs(%y : tensor<5xi48>) {
  ^bb0(%in: i16, %acc: i48):
    %wide = arith.extsi %in : i16 to i48
    %s = arith.addi %wide, %acc : i48
    linalg.yield %s : i48
  } -> tensor<5xi48>
  return %sum : tensor<5xi48>
}

// -----

// Other widths wrap: the named operation becomes a body that computes in i4.

// CHECK-LABEL: func.func @wraps
// CHECK: linalg.generic
// CHECK: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %{{.*}}: i8):
// CHECK-DAG: %[[A:.*]] = arith.trunci %[[X]] overflow<nsw> : i8 to i4
// CHECK-DAG: %[[B:.*]] = arith.trunci %[[Y]] overflow<nsw> : i8 to i4
// CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i4
// CHECK: %[[R:.*]] = arith.extsi %[[SUM]] : i4 to i8
// CHECK: linalg.yield %[[R]] : i8
func.func @wraps(%x: tensor<5xi4>, %y: tensor<5xi4>) -> tensor<5xi4> {
  %empty = tensor.empty() : tensor<5xi4>
  %sum = linalg.add ins(%x, %y : tensor<5xi4>, tensor<5xi4>) outs(%empty : tensor<5xi4>) -> tensor<5xi4>
  return %sum : tensor<5xi4>
}

// -----

// Selections and comparisons stay in range, signed or not.

// CHECK-LABEL: func.func @chooses
// CHECK: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %{{.*}}: i8):
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %[[X]], %[[Y]] : i8
// CHECK: %[[MOST:.*]] = arith.maxsi %[[X]], %[[Y]] : i8
// CHECK: arith.select %[[LESS]], %[[X]], %[[MOST]] : i8
func.func @chooses(%x: tensor<5xi4>, %y: tensor<5xi4>) -> tensor<5xi4> {
  %empty = tensor.empty() : tensor<5xi4>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<5xi4>, tensor<5xi4>) outs(%empty : tensor<5xi4>) {
  ^bb0(%a: i4, %b: i4, %out: i4):
    %less = arith.cmpi ult, %a, %b : i4
    %most = arith.maxsi %a, %b : i4
    %c = arith.select %less, %a, %most : i4
    linalg.yield %c : i4
  } -> tensor<5xi4>
  return %r : tensor<5xi4>
}

// -----

// Scalars that leave and enter tensors.

// CHECK-LABEL: func.func @scalars
// CHECK: %[[E:.*]] = tensor.extract %{{.*}} : tensor<5xi8>
// CHECK: tensor.splat %[[E]] : tensor<3xi8>
// CHECK: tensor.pad
// CHECK: tensor.yield %[[E]] : i8
// CHECK: } : tensor<3xi8> to tensor<6xi8>
func.func @scalars(%x: tensor<5xi4>) -> tensor<6xi4> {
  %i = arith.constant 2 : index
  %e = tensor.extract %x[%i] : tensor<5xi4>
  %s = tensor.splat %e : tensor<3xi4>
  %p = tensor.pad %s low[1] high[2] {
  ^bb0(%j: index):
    tensor.yield %e : i4
  } : tensor<3xi4> to tensor<6xi4>
  return %p : tensor<6xi4>
}

// -----

// A model that was on buffers from the start.

// CHECK: memref.global "private" constant @table : memref<4xi8> = dense<[-8, 7, 0, -1]>
// CHECK-LABEL: tir.prim_func @buffers(
// CHECK-SAME: memref<4xi64> {tir.effect = #tir.effect<write>, tir.port = #tir.port<encoding = <type = i48>>}
// CHECK: %[[V:.*]] = memref.load %{{.*}} : memref<4xi8>
// CHECK: %[[W:.*]] = arith.extsi %[[V]] : i8 to i64
// CHECK: memref.store %[[W]], %{{.*}} : memref<4xi64>
memref.global "private" constant @table : memref<4xi4> = dense<[-8, 7, 0, -1]>
tir.prim_func @buffers(%y: memref<4xi48> {tir.effect = #tir.effect<write>}) {
  %i = arith.constant 0 : index
  %t = memref.get_global @table : memref<4xi4>
  %v = memref.load %t[%i] : memref<4xi4>
  %w = arith.extsi %v : i4 to i48
  memref.store %w, %y[%i] : memref<4xi48>
  tir.return
}
