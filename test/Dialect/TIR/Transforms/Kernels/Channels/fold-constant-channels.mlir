// RUN: tir-opt %s --split-input-file --tir-fold-constant-channels | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-fold-constant-channels=keep-unread | FileCheck %s --check-prefix=STORED

// In each of these functions, channel 1 of %y has zero weights only, so that it
// is the initial value for every input.

// The 9 moves into the next initial value: 100 + 5 * 9 and 200 - 1 * 9.

// CHECK-LABEL: func @products(
// CHECK-SAME:      %[[X:.*]]: tensor<4x3xi8>
// CHECK-DAG:     %[[B0:.*]] = arith.constant dense<7> : tensor<1xi32>
// CHECK-DAG:     linalg.generic {{.*}} ins(%[[B0]] : tensor<1xi32>) outs(%{{.*}} : tensor<4x1xi32>)
// CHECK-DAG:     %[[W0:.*]] = arith.constant dense<{{\[\[}}1], [2], [3]]> : tensor<3x1xi8>
// CHECK:         linalg.matmul {tir.call = #tir.call<channels = <computed = [0], constant = [1], count = 2, high = [9], low = [9], values = [9]>>}
// CHECK-SAME:      ins(%[[X]], %[[W0]] : tensor<4x3xi8>, tensor<3x1xi8>) {{.*}} -> tensor<4x1xi32>
// CHECK-DAG:     %[[B1:.*]] = arith.constant dense<[145, 191]> : tensor<2xi32>
// CHECK-DAG:     linalg.generic {{.*}} ins(%[[B1]] : tensor<2xi32>)
// CHECK-DAG:     %[[W1:.*]] = arith.constant dense<{{\[\[}}3, 4]]> : tensor<1x2xi32>
// CHECK:         linalg.matmul {{.*}}ins(%{{.*}}, %[[W1]] : tensor<4x1xi32>, tensor<1x2xi32>)
#channel = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @products(%x: tensor<4x3xi8>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %b0 = arith.constant dense<[7, 9]> : tensor<2xi32>
  %w1 = arith.constant dense<[[3, 4], [5, -1]]> : tensor<2x2xi32>
  %b1 = arith.constant dense<[100, 200]> : tensor<2xi32>
  %e = tensor.empty() : tensor<4x2xi32>
  %i0 = linalg.generic {indexing_maps = [#channel, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b0 : tensor<2xi32>) outs(%e : tensor<4x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i0 : tensor<4x2xi32>) -> tensor<4x2xi32>
  %i1 = linalg.generic {indexing_maps = [#channel, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b1 : tensor<2xi32>) outs(%e : tensor<4x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x2xi32>
  %z = linalg.matmul ins(%y, %w1 : tensor<4x2xi32>, tensor<2x2xi32>) outs(%i1 : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}

// -----

// Both operands of the first sum are constant in channel 1, so that the sum is.
// Only one operand of the second sum is.

// CHECK-LABEL: func @sums(
// CHECK:         linalg.matmul {{.*}} -> tensor<4x1xi32>
// CHECK:         linalg.add {{.*}} -> tensor<4x1xi32>
// CHECK:         linalg.matmul {{.*}}tensor<1x2xi32>
// CHECK-LABEL: func @half_sum(
// CHECK:         linalg.matmul {{.*}} -> tensor<4x2xi32>
// CHECK:         linalg.add {{.*}} -> tensor<4x2xi32>
func.func @sums(%x: tensor<4x3xi8>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %w1 = arith.constant dense<1> : tensor<2x2xi32>
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %s = linalg.add ins(%y, %y : tensor<4x2xi32>, tensor<4x2xi32>) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %z = linalg.matmul ins(%s, %w1 : tensor<4x2xi32>, tensor<2x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}
func.func @half_sum(%x: tensor<4x3xi8>, %o: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %w1 = arith.constant dense<1> : tensor<2x2xi32>
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %s = linalg.add ins(%y, %o : tensor<4x2xi32>, tensor<4x2xi32>) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %z = linalg.matmul ins(%s, %w1 : tensor<4x2xi32>, tensor<2x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}

// -----

// Concatenation, slices and reshapes move channels; a reduction over another
// dimension keeps them apart.

// CHECK-LABEL: func @moves(
// CHECK:         linalg.matmul {{.*}} -> tensor<4x1xi32>
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [4, 1] [1, 1] {{.*}}: tensor<4x1xi32> into tensor<4x2xi32>
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [4, 1] [1, 1] {{.*}}: tensor<4x1xi32> into tensor<4x2xi32>
// CHECK:         tensor.extract_slice %{{.*}}[0, 1] [4, 1] [1, 1] {{.*}}: tensor<4x2xi32> to tensor<4x1xi32>
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [2, 2, 1] {{.*}}: tensor<4x1xi32> into tensor<2x2x1xi32>
// CHECK:         linalg.reduce {{.*}} ins(%{{.*}} : tensor<2x2x1xi32>) {{.*}} dimensions = [0]
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] {{.*}}: tensor<2x1xi32> into tensor<2xi32>
// CHECK:         linalg.matvec {{.*}}ins(%{{.*}}, %{{.*}} : tensor<3x2xi32>, tensor<2xi32>)
func.func @moves(%x: tensor<4x3xi8>) -> tensor<3xi32> {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %w1 = arith.constant dense<2> : tensor<3x4xi32>
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %e4 = tensor.empty() : tensor<4x4xi32>
  %e22 = tensor.empty() : tensor<2x2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %i22 = linalg.fill ins(%c0 : i32) outs(%e22 : tensor<2x2xi32>) -> tensor<2x2xi32>
  %i3 = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %left = tensor.insert_slice %y into %e4[0, 0] [4, 2] [1, 1] : tensor<4x2xi32> into tensor<4x4xi32>
  %both = tensor.insert_slice %y into %left[0, 2] [4, 2] [1, 1] : tensor<4x2xi32> into tensor<4x4xi32>
  %right = tensor.extract_slice %both[0, 2] [4, 2] [1, 1] : tensor<4x4xi32> to tensor<4x2xi32>
  %rows = tensor.expand_shape %right [[0, 1], [2]] output_shape [2, 2, 2] : tensor<4x2xi32> into tensor<2x2x2xi32>
  %sum = linalg.reduce {arith.addi} ins(%rows : tensor<2x2x2xi32>) outs(%i22 : tensor<2x2xi32>) dimensions = [0]
  %flat = tensor.collapse_shape %sum [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %z = linalg.matvec ins(%w1, %flat : tensor<3x4xi32>, tensor<4xi32>) outs(%i3 : tensor<3xi32>) -> tensor<3xi32>
  return %z : tensor<3xi32>
}

// -----

// These stay whole: what the function returns, what an operation without the
// interface reads, and what would make the next initial value overflow.

// CHECK-LABEL: func @returned(
// CHECK:         linalg.matmul {tir.call = #tir.call<channels = <constant = [1], count = 2, {{.*}}>>} {{.*}} -> tensor<4x2xi32>
// CHECK-LABEL: func @extracted(
// CHECK:         linalg.matmul {{.*}} -> tensor<4x2xi32>
// CHECK-LABEL: func @overflow(
// CHECK:         linalg.matmul {{.*}}tensor<3x2xi8>{{.*}} -> tensor<4x2xi32>
func.func @returned(%x: tensor<4x3xi8>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
}
func.func @extracted(%x: tensor<4x3xi8>) -> i32 {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %z = tensor.extract %y[%c1, %c1] : tensor<4x2xi32>
  return %z : i32
}
func.func @overflow(%x: tensor<4x3xi8>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<[[1, 0], [2, 0], [3, 0]]> : tensor<3x2xi8>
  %w1 = arith.constant dense<2> : tensor<2x2xi32>
  %most = arith.constant 2000000000 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%most : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %z = linalg.matmul ins(%y, %w1 : tensor<4x2xi32>, tensor<2x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}

// -----

// A tensor of constant channels only is a broadcast constant.

// CHECK-LABEL: func @constant(
// CHECK:         %[[VALUES:.*]] = arith.constant dense<[7, 9]> : tensor<2xi32>
// CHECK-NOT:     linalg.matmul
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[VALUES]] : tensor<2xi32>)
// CHECK:         return %[[Y]]
#channel = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @constant(%x: tensor<4x3xi8>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<0> : tensor<3x2xi8>
  %b0 = arith.constant dense<[7, 9]> : tensor<2xi32>
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.generic {indexing_maps = [#channel, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b0 : tensor<2xi32>) outs(%e : tensor<4x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
}

// -----

// Channel 1 is not constant, but all weights that it meets are zero. It is
// computed for those who want to see results of kernels.

// CHECK-LABEL: func @unread(
// CHECK:         linalg.matmul {tir.call = #tir.call<channels = <computed = [0], count = 2>>} {{.*}} -> tensor<4x1xi32>
// STORED-LABEL: func @unread(
// STORED:        linalg.matmul {tir.call = #tir.call<channels = <count = 2>>} {{.*}} -> tensor<4x2xi32>
func.func @unread(%x: tensor<4x3xi8>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<1> : tensor<3x2xi8>
  %w1 = arith.constant dense<[[3, 4], [0, 0]]> : tensor<2x2xi32>
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %z = linalg.matmul ins(%y, %w1 : tensor<4x2xi32>, tensor<2x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}

// -----

// No rescale decides where the specification leaves the result open, and an
// accumulator that may wrap has any value.

// CHECK-LABEL: func @undefined(
// CHECK:         linalg.matmul {tir.call = #tir.call<channels = <count = 2>>}
// CHECK:         linalg.generic
// CHECK-SAME:      {tir.call = #tir.call<channels = <count = 2>>}
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @undefined(%x: tensor<4x3xi32>) -> tensor<4x2xi32> {
  %w0 = arith.constant dense<1> : tensor<3x2xi32>
  %w1 = arith.constant dense<1> : tensor<2x2xi32>
  %most = arith.constant 2147483647 : i32
  %shift = arith.constant 2 : i8
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%most : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi32>, tensor<3x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<4x2xi32>) outs(%e : tensor<4x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %scaled = tosa.apply_scale %in, %most, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %scaled : i32
  } -> tensor<4x2xi32>
  %z = linalg.matmul ins(%s, %w1 : tensor<4x2xi32>, tensor<2x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %z : tensor<4x2xi32>
}

// -----

// All of %y and of %s is constant. A padded row keeps %s from becoming part of
// the next initial value, and only its channel 1 is read: what computes this
// channel says which one it is.

// CHECK-LABEL: func @constant_tensors(
// CHECK-NOT:     linalg.matmul
// CHECK:         %[[SUMS:.*]] = arith.constant dense<12> : tensor<1xi32>
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%[[SUMS]] : tensor<1xi32>)
// CHECK-SAME:      attrs = {tir.call = #tir.call<channels = <computed = [1], constant = [0, 1], count = 2, high = [10, 12], low = [10, 12], values = [10, 12]>>}
// CHECK:         tensor.pad %[[S]] low[1, 0]
// CHECK:         linalg.matmul {{.*}} -> tensor<5x2xi32>
#channel = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @constant_tensors(%x: tensor<4x3xi8>) -> tensor<5x2xi32> {
  %w0 = arith.constant dense<0> : tensor<3x2xi8>
  %b0 = arith.constant dense<[5, 6]> : tensor<2xi32>
  %w1 = arith.constant dense<[[0, 0], [5, -1]]> : tensor<2x2xi32>
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i0 = linalg.generic {indexing_maps = [#channel, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b0 : tensor<2xi32>) outs(%e : tensor<4x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x2xi32>
  %y = linalg.matmul ins(%x, %w0 : tensor<4x3xi8>, tensor<3x2xi8>) outs(%i0 : tensor<4x2xi32>) -> tensor<4x2xi32>
  %s = linalg.add ins(%y, %y : tensor<4x2xi32>, tensor<4x2xi32>) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %p = tensor.pad %s low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c0 : i32
  } : tensor<4x2xi32> to tensor<5x2xi32>
  %e1 = tensor.empty() : tensor<5x2xi32>
  %i1 = linalg.fill ins(%c0 : i32) outs(%e1 : tensor<5x2xi32>) -> tensor<5x2xi32>
  %z = linalg.matmul ins(%p, %w1 : tensor<5x2xi32>, tensor<2x2xi32>) outs(%i1 : tensor<5x2xi32>) -> tensor<5x2xi32>
  return %z : tensor<5x2xi32>
}
