// RUN: tir-opt %s --tir-bufferize --split-input-file | FileCheck %s

// Results are in their destinations; if the destination is an output, they are written there.

// CHECK-LABEL: tir.prim_func @in_place(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32> {{.*}}, %[[Y:.*]]: memref<4xf32>
// CHECK:         %[[TMP:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    tir.call_tir @f(%[[X]], %[[TMP]]) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:    tir.call_tir @f(%[[TMP]], %[[Y]]) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NOT:     memref.alloc
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @in_place(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %a = tir.call_tir @f(%in) outs(%empty) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = tir.call_tir @f(%a) outs(%out) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %b in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// The values that the callee reads in an `outs` operand must be there: a value that is needed later is copied before
// the callee updates it.

// CHECK-LABEL: tir.prim_func @reads_outs(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32> {{.*}}, %[[Y:.*]]: memref<4xf32>
// CHECK:         %[[TMP:.*]] = memref.alloc() {{.*}}: memref<4xf32>
// CHECK:         memref.copy %[[X]], %[[TMP]]
// CHECK:         tir.call_tir @update(%[[TMP]])
// CHECK:         tir.call_tir @join(%[[X]], %[[TMP]], %[[Y]])
tir.prim_func private @update(%x: memref<4xf32> {tir.effect = #tir.effect<read_write>}) {
  tir.return
}
tir.prim_func private @join(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<read>}, %z: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @reads_outs(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<4xf32> to tensor<4xf32>
  %a = tir.call_tir @update() outs(%in) : (tensor<4xf32>) -> tensor<4xf32>
  %b = tir.call_tir @join(%in, %a) outs(%out) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %b in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// A destination that is only written needs no copy of its earlier contents.

// CHECK-LABEL: tir.prim_func @writes_outs(
// CHECK:         memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         tir.call_tir @join
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @join(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<read>}, %z: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @writes_outs(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<4xf32> to tensor<4xf32>
  %a = tir.call_tir @f(%in) outs(%in) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = tir.call_tir @join(%in, %a) outs(%out) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %b in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// Calls that name one destination (CSE merges them) get a buffer each.

// CHECK-LABEL: tir.prim_func @destinations(
// CHECK-COUNT-3: memref.alloc() : memref<4xf32>
// CHECK-NOT:     memref.alloc
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @destinations(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %a = tir.call_tir @f(%in) outs(%empty) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = tir.call_tir @f(%a) outs(%empty) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = tir.call_tir @f(%b) outs(%empty) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = tir.call_tir @f(%c) outs(%out) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %d in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// A slice keeps its source's strides. If a callee needs contiguous elements, an input is copied out, and a destination
// copied back; a destination that is not read is not copied in.

// CHECK-LABEL: tir.prim_func @slices(
// CHECK-SAME:    %[[X:.*]]: memref<4x8xf32> {{.*}}, %[[Y:.*]]: memref<4x8xf32>
// CHECK-DAG:     %[[XS:.*]] = memref.subview %[[X]]
// CHECK-DAG:     %[[YS:.*]] = memref.subview %[[Y]]
// CHECK:         %[[XP:.*]] = memref.alloc() : memref<4x2xf32>
// CHECK:         memref.copy %[[XS]], %[[XP]]
// CHECK:         %[[YP:.*]] = memref.alloc() : memref<4x2xf32>
// CHECK-NOT:     memref.copy
// CHECK:         tir.call_tir @f(%[[XP]], %[[YP]]) : (memref<4x2xf32>, memref<4x2xf32>) -> ()
// CHECK:         memref.copy %[[YP]], %[[YS]]
tir.prim_func private @f(%x: memref<4x2xf32> {tir.effect = #tir.effect<read>}, %y: memref<4x2xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @slices(%x: memref<4x8xf32> {tir.effect = #tir.effect<read>}, %y: memref<4x8xf32> {tir.effect = #tir.effect<read_write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x8xf32> to tensor<4x8xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %slice = tensor.extract_slice %in[0, 3] [4, 2] [1, 1] : tensor<4x8xf32> to tensor<4x2xf32>
  %dest = tensor.extract_slice %out[0, 5] [4, 2] [1, 1] : tensor<4x8xf32> to tensor<4x2xf32>
  %a = tir.call_tir @f(%slice) outs(%dest) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %b = tensor.insert_slice %a into %out[0, 5] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<4x8xf32>
  bufferization.materialize_in_destination %b in restrict writable %y : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  tir.return
}

// -----

// A callee that takes any layout gets the slice itself; a packed slice that it updates is copied in as well as back.

// CHECK-LABEL: tir.prim_func @updated_slice(
// CHECK-SAME:    %[[Y:.*]]: memref<4x8xf32>
// CHECK:         %[[S:.*]] = memref.subview %[[Y]]
// CHECK:         tir.call_tir @any(%[[S]]) : (memref<4x2xf32, strided<[8, 1], offset: 5>>) -> ()
// CHECK:         %[[P:.*]] = memref.alloc() : memref<4x2xf32>
// CHECK:         memref.copy %[[S]], %[[P]]
// CHECK:         tir.call_tir @update(%[[P]])
// CHECK:         memref.copy %[[P]], %[[S]]
tir.prim_func private @any(%x: memref<4x2xf32, strided<[?, 1], offset: ?>>) {
  tir.return
}
tir.prim_func private @update(%x: memref<4x2xf32>) {
  tir.return
}
tir.prim_func @updated_slice(%y: memref<4x8xf32>) {
  %out = bufferization.to_tensor %y restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %dest = tensor.extract_slice %out[0, 5] [4, 2] [1, 1] : tensor<4x8xf32> to tensor<4x2xf32>
  %a = tir.call_tir @any() outs(%dest) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %b = tir.call_tir @update() outs(%a) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %c = tensor.insert_slice %b into %out[0, 5] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<4x8xf32>
  bufferization.materialize_in_destination %c in restrict writable %y : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  tir.return
}

// -----

// A main function without calls is bufferized, the body of a kernel is not.

// CHECK-LABEL: tir.prim_func private @kernel
// CHECK:         bufferization.to_tensor
// CHECK-LABEL: tir.prim_func @no_calls(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32> {{.*}}, %[[Y:.*]]: memref<2x2xf32>
// CHECK-NOT:     tensor
// CHECK:         memref.copy %{{.*}}, %[[Y]]
tir.prim_func private @kernel(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %in in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func @no_calls(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<2x2xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %square = tensor.expand_shape %in [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  bufferization.materialize_in_destination %square in restrict writable %y : (tensor<2x2xf32>, memref<2x2xf32>) -> ()
  tir.return
}

// -----

// Constant data next to tensors stays in place.

// CHECK-LABEL: tir.prim_func @constant_data(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32> {{.*}}, %[[Y:.*]]: memref<4xf32>
// CHECK-DAG:     %[[COMMANDS:.*]] = tir.pool_view @commands[8] : memref<2xi32>
// CHECK-DAG:     %[[TABLE:.*]] = memref.get_global @table : memref<4xf32>
// CHECK:         tir.call_extern @f(%[[X]], %[[COMMANDS]], %[[TABLE]], %[[Y]]) : (memref<4xf32>, memref<2xi32>, memref<4xf32>, memref<4xf32>) -> ()
tir.pool @commands {read_only, contents = dense<1> : tensor<4xi32>}
memref.global "private" constant @table : memref<4xf32> = dense<2.0>
tir.prim_func @constant_data(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<4xf32> to tensor<4xf32>
  %commands = tir.pool_view @commands[8] : memref<2xi32>
  %table = memref.get_global @table : memref<4xf32>
  %a = tir.call_extern @f(%in, %commands, %table) outs(%out) : (tensor<4xf32>, memref<2xi32>, memref<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
