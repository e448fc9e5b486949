// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'tir.prim_func' op is not a kernel for #kernel.rowwise, expected one output, and tensors of kernel.keep whose elements are only read for the row that they belong to; run tir-schedule-kernels, which finds the rows}}
tir.prim_func private @nothing_kept(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %in in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// expected-error @+1 {{is not a kernel for #kernel.rowwise<rows = [0]>}}
tir.prim_func private @two_outputs(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}, %z: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise<rows = [0]>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %kept = kernel.keep %in : tensor<4xf32>
  bufferization.materialize_in_destination %kept in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %in in restrict writable %z : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// expected-error @+1 {{is not a kernel for #kernel.rowwise<rows = [1]>}}
tir.prim_func private @no_such_dimension(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise<rows = [1]>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %kept = kernel.keep %in : tensor<4xf32>
  bufferization.materialize_in_destination %kept in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// expected-error @+1 {{is not a kernel for #kernel.rowwise<rows = [0, 0]>}}
tir.prim_func private @twice(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise<rows = [0, 0]>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %kept = kernel.keep %in : tensor<4xf32>
  bufferization.materialize_in_destination %kept in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// The sum needs all elements.
// expected-error @+1 {{is not a kernel for #kernel.rowwise<rows = [0]>}}
tir.prim_func private @read_in_other_rows(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise<rows = [0]>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %kept = kernel.keep %in : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%kept : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %empty = tensor.empty() : tensor<4xf32>
  %out = linalg.broadcast ins(%sum : tensor<f32>) outs(%empty : tensor<4xf32>) dimensions = [0]
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

tir.prim_func private @no_scratch(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  // expected-error @+1 {{'kernel.keep' op has no argument 'memref<4xf32>' with #kernel.argument<scratch = true>, in which #kernel.rowwise stores a row; run tir-schedule-kernels, which adds it}}
  %kept = kernel.keep %in : tensor<4xf32>
  bufferization.materialize_in_destination %kept in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// One scalar for each row needs no memory, but this schedule has one row.
tir.prim_func private @other_scratch(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %row: memref<1xf32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  // expected-error @+1 {{has no argument 'memref<4xf32>' with #kernel.argument<scratch = true>}}
  %kept = kernel.keep %in in %row : tensor<4xf32>, memref<1xf32>
  bufferization.materialize_in_destination %kept in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// The operations of a kernel are verified before its schedule looks into them.
tir.prim_func private @invalid_body(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.rowwise<rows = [0]>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %kept = kernel.keep %in : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%kept : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @below {{dimension 0 is out of range}}
  %out = linalg.broadcast ins(%sum : tensor<f32>) outs(%empty : tensor<4xf32>) dimensions = [1]
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
