// RUN: tir-opt %s --tir-lower-kernels --canonicalize --cse --split-input-file | FileCheck %s

// Padding that changes nothing becomes loop bounds; the accumulator is a value.

// CHECK-LABEL: tir.prim_func @padded_convolution(
// CHECK-SAME:    %[[X:.*]]: memref<1x8x8x1xi32>, %[[W:.*]]: memref<2x3x3x1xi32>, %[[Y:.*]]: memref<1x8x8x2xi32>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %[[H:.*]] = %c0 to %c8
// CHECK:           scf.for %[[WI:.*]] = %c0 to %c8
// CHECK:             scf.for %[[C:.*]] = %c0 to %c2
// CHECK:               %[[FIRST:.*]] = arith.subi %c1, %[[H]]
// CHECK:               %[[LOWER:.*]] = arith.maxsi %[[FIRST]], %c0
// CHECK:               %[[END:.*]] = arith.subi %c9, %[[H]]
// CHECK:               %[[UPPER:.*]] = arith.minsi %[[END]], %c3
// CHECK:               %[[SUM:.*]] = scf.for %[[KH:.*]] = %[[LOWER]] to %[[UPPER]] {{.*}} iter_args(%{{.*}} = %c0_i32)
// CHECK:                 scf.for {{.*}} iter_args
// CHECK-NOT:               scf.if
// CHECK:                   memref.load %[[X]]
// CHECK:                   memref.load %[[W]]
// CHECK:                 } {tir.name = "kw"}
// CHECK:               } {tir.name = "kh"}
// CHECK:               memref.store %[[SUM]], %[[Y]][%c0, %[[H]], %[[WI]], %[[C]]]
// CHECK:             } {tir.name = "c"}
tir.prim_func @padded_convolution(%x: memref<1x8x8x1xi32>, %w: memref<2x3x3x1xi32>, %y: memref<1x8x8x2xi32>) {
  %zero = arith.constant 0 : i32
  %xt = bufferization.to_tensor %x restrict : memref<1x8x8x1xi32> to tensor<1x8x8x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<2x3x3x1xi32> to tensor<2x3x3x1xi32>
  %padded = tensor.pad %xt low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    tensor.yield %zero : i32
  } : tensor<1x8x8x1xi32> to tensor<1x10x10x1xi32>
  %empty = tensor.empty() : tensor<1x8x8x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x8x8x2xi32>) -> tensor<1x8x8x2xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x10x10x1xi32>, tensor<2x3x3x1xi32>) outs(%init : tensor<1x8x8x2xi32>) -> tensor<1x8x8x2xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x8x8x2xi32>, memref<1x8x8x2xi32>) -> ()
  tir.return
}

// -----

// So it does if the loop reads backwards, and if the zero point that cancels the padding is a constant outside the
// operation.

// CHECK-LABEL: tir.prim_func @backwards(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c6
// CHECK:           %[[FIRST:.*]] = arith.addi %[[I]], %c-3
// CHECK:           %[[LOWER:.*]] = arith.maxsi %[[FIRST]], %c0
// CHECK:           %[[END:.*]] = arith.addi %[[I]], %c1
// CHECK:           %[[UPPER:.*]] = arith.minsi %[[END]], %c3
// CHECK:           scf.for %[[K:.*]] = %[[LOWER]] to %[[UPPER]]
// CHECK-NOT:         scf.if
// CHECK:             memref.load
tir.prim_func @backwards(%x: memref<4xi8>, %w: memref<3xi32>, %y: memref<6xi32>) {
  %zero = arith.constant 0 : i32
  %zp8 = arith.constant 5 : i8
  %zp = arith.constant 5 : i32
  %xt = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %padded = tensor.pad %xt low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %zp8 : i8
  } : tensor<4xi8> to tensor<8xi8>
  %empty = tensor.empty() : tensor<6xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<6xi32>) -> tensor<6xi32>
  %conv = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<8xi8>, tensor<3xi32>) outs(%init : tensor<6xi32>) {
  ^bb0(%a: i8, %b: i32, %sum: i32):
    %wide = arith.extsi %a : i8 to i32
    %value = arith.subi %wide, %zp : i32
    %product = arith.muli %value, %b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<6xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<6xi32>, memref<6xi32>) -> ()
  tir.return
}

// -----

// Padding with a value that would change the sum is read through a branch.

// CHECK-LABEL: tir.prim_func @padded_with_one(
// CHECK:         scf.for {{.*}} = %c0 to %c3 step %c1 iter_args
// CHECK:           %[[VALUE:.*]] = scf.if
// CHECK:             memref.load
// CHECK:           } else {
// CHECK:             scf.yield %c1_i32
tir.prim_func @padded_with_one(%x: memref<4xi32>, %w: memref<3xi32>, %y: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %xt = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %one : i32
  } : tensor<4xi32> to tensor<6xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %conv = linalg.conv_1d ins(%padded, %wt : tensor<6xi32>, tensor<3xi32>) outs(%init : tensor<4xi32>) -> tensor<4xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}

// -----

// A concatenation is stored part by part.

// CHECK-LABEL: tir.prim_func @concatenation(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c2
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK:         scf.for %[[J:.*]] = %c0 to %c3
// CHECK:           %[[AT:.*]] = arith.addi %[[J]], %c2
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[AT]]]
tir.prim_func @concatenation(%a: memref<2xi8>, %b: memref<3xi8>, %y: memref<5xi8>) {
  %at = bufferization.to_tensor %a restrict : memref<2xi8> to tensor<2xi8>
  %bt = bufferization.to_tensor %b restrict : memref<3xi8> to tensor<3xi8>
  %both = tensor.concat dim(0) %at, %bt : (tensor<2xi8>, tensor<3xi8>) -> tensor<5xi8>
  bufferization.materialize_in_destination %both in restrict writable %y : (tensor<5xi8>, memref<5xi8>) -> ()
  tir.return
}

// -----

// Slices and reshapes become index arithmetic, composed before it is emitted.

// CHECK-LABEL: tir.prim_func @slice_of_reshape(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c3
// CHECK:           %[[DOUBLE:.*]] = arith.muli %[[I]], %c2
// CHECK:           memref.load %{{.*}}[%c1, %{{.*}}]
tir.prim_func @slice_of_reshape(%x: memref<2x6xi8>, %y: memref<3xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<2x6xi8> to tensor<2x6xi8>
  %slice = tensor.extract_slice %xt[1, 1] [1, 3] [1, 2] : tensor<2x6xi8> to tensor<1x3xi8>
  %flat = tensor.collapse_shape %slice [[0, 1]] : tensor<1x3xi8> into tensor<3xi8>
  bufferization.materialize_in_destination %flat in restrict writable %y : (tensor<3xi8>, memref<3xi8>) -> ()
  tir.return
}

// -----

// A look-up reads the table at a computed index.

// CHECK-LABEL: tir.prim_func @look_up(
// CHECK-SAME:    %[[X:.*]]: memref<4xi8>, %[[TABLE:.*]]: memref<256xi8>
// CHECK:           %[[V:.*]] = memref.load %[[X]]
// CHECK:           %[[AT:.*]] = arith.index_cast %[[V]]
// CHECK:           memref.load %[[TABLE]][%[[AT]]]
tir.prim_func @look_up(%x: memref<4xi8>, %table: memref<256xi8>, %y: memref<4xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
  %tt = bufferization.to_tensor %table restrict : memref<256xi8> to tensor<256xi8>
  %empty = tensor.empty() : tensor<4xi8>
  %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%xt : tensor<4xi8>) outs(%empty : tensor<4xi8>) {
  ^bb0(%v: i8, %out: i8):
    %at = arith.index_cast %v : i8 to index
    %e = tensor.extract %tt[%at] : tensor<256xi8>
    linalg.yield %e : i8
  } -> tensor<4xi8>
  bufferization.materialize_in_destination %z in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
  tir.return
}

// -----

// A scalar argument needs no load.

// CHECK-LABEL: func.func @number(
// CHECK-SAME:    %[[K:.*]]: i8, %[[Y:.*]]: memref<4xi8>
// CHECK:         memref.store %[[K]], %[[Y]]
func.func @number(%k: i8, %y: memref<4xi8>) {
  %all = tensor.splat %k : tensor<4xi8>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
  return
}

// -----

// Elements of several results share what they have in common, here a sum.

// CHECK-LABEL: tir.prim_func @several_results(
// CHECK-SAME:    %[[X:.*]]: memref<1x8xi32>, %[[Y:.*]]: memref<1xi32>, %[[Z:.*]]: memref<1xi32>
// CHECK:         %[[SUM:.*]] = scf.for
// CHECK-NOT:     scf.for
// CHECK:         %[[TWICE:.*]] = arith.addi %[[SUM]], %[[SUM]]
// CHECK:         memref.store %[[TWICE]], %[[Y]]
// CHECK-NOT:     scf.for
// CHECK:         %[[SQUARE:.*]] = arith.muli %[[SUM]], %[[SUM]]
// CHECK:         memref.store %[[SQUARE]], %[[Z]]
tir.prim_func @several_results(%x: memref<1x8xi32>, %y: memref<1xi32>, %z: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %xt = bufferization.to_tensor %x restrict : memref<1x8xi32> to tensor<1x8xi32>
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %sum = linalg.reduce { arith.addi } ins(%xt : tensor<1x8xi32>) outs(%init : tensor<1xi32>) dimensions = [1]
  %both:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<1xi32>) outs(%empty, %empty : tensor<1xi32>, tensor<1xi32>) {
  ^bb0(%s: i32, %a: i32, %b: i32):
    %twice = arith.addi %s, %s : i32
    %square = arith.muli %s, %s : i32
    linalg.yield %twice, %square : i32, i32
  } -> (tensor<1xi32>, tensor<1xi32>)
  bufferization.materialize_in_destination %both#0 in restrict writable %y : (tensor<1xi32>, memref<1xi32>) -> ()
  bufferization.materialize_in_destination %both#1 in restrict writable %z : (tensor<1xi32>, memref<1xi32>) -> ()
  tir.return
}

// -----

// The loop and the branch in the body of an operation read elements of buffers, as the body itself does.

// CHECK-LABEL: tir.prim_func @nested_blocks(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[NEXT:.*]]: memref<9xi32>, %[[Y:.*]]: memref<4xi32>
// CHECK:         scf.for %[[I:.*]] = %c0 to %c4
// CHECK:           %[[END:.*]] = scf.while (%[[AT:.*]] = %c0) : (index) -> index {
// CHECK:             %[[GOES:.*]] = arith.cmpi sge, %[[AT]], %c0
// CHECK:             scf.condition(%[[GOES]]) %[[AT]]
// CHECK:           } do {
// CHECK:           ^bb0(%[[PLACE:.*]]: index):
// CHECK:             %[[NUMBER:.*]] = memref.load %[[X]][%[[I]]]
// CHECK:             arith.cmpf
// CHECK:             %[[FOUND:.*]] = scf.if
// CHECK:               %[[STORED:.*]] = memref.load %[[NEXT]][%[[PLACE]]]
// CHECK:               scf.yield %[[STORED]]
// CHECK:             } else {
// CHECK:               scf.yield %c-1_i32
// CHECK:             scf.yield
// CHECK:           memref.store %{{.*}}, %[[Y]][%[[I]]]
tir.prim_func @nested_blocks(%x: memref<4xf32>, %next: memref<9xi32>, %y: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %half = arith.constant 5.0e-01 : f32
  %none = arith.constant -1 : i32
  %xt = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %nt = bufferization.to_tensor %next restrict : memref<9xi32> to tensor<9xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %ends = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%empty : tensor<4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %end = scf.while (%at = %zero) : (index) -> index {
      %goes = arith.cmpi sge, %at, %zero : index
      scf.condition(%goes) %at : index
    } do {
    ^bb0(%place: index):
      %number = tensor.extract %xt[%i] : tensor<4xf32>
      %above = arith.cmpf ogt, %number, %half : f32
      %found = scf.if %above -> i32 {
        %stored = tensor.extract %nt[%place] : tensor<9xi32>
        scf.yield %stored : i32
      } else {
        scf.yield %none : i32
      }
      %after = arith.index_cast %found : i32 to index
      scf.yield %after : index
    }
    %result = arith.index_cast %end : index to i32
    linalg.yield %result : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %ends in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
