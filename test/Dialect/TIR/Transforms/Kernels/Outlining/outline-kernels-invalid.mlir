// RUN: tir-opt %s --tir-outline-kernels --split-input-file --verify-diagnostics

func.func @insert(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %x[%c1] : tensor<4xf32>
  // expected-error @below {{'tensor.insert' cannot be made into a kernel: it is not one of the structured linalg and tensor operations, and does not implement tir::kernel::KernelOpInterface; rewrite it into those before this phase, or implement the interface}}
  %u = tensor.insert %e into %x[%c0] : tensor<4xf32>
  return %u : tensor<4xf32>
}

// -----

func.func @crop(%x: tensor<4xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{'tensor.pad' cannot be made into a kernel: its elements cannot be computed one by one in this form, expected static shapes and strides, no negative padding, and tensors rather than buffers; rewrite it before this phase}}
  %y = tensor.pad %x low[-1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @number(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{the number comes from here}}
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<4xf32>) {
    // expected-error @below {{'arith.index_cast' takes a number of type 'index' that control flow carries; expected one that is computed from tensors, as kernels take buffers: pass it through a tensor of one element (tir-normalize-control-flow)}}
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %u = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op argument #0 is 'tensor<?xf32>', expected a ranked tensor of static shape}}
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = linalg.exp ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// -----

// expected-error @below {{'func.func' op argument #1 is 'i32', expected a ranked tensor of static shape, as the others; each becomes a buffer}}
func.func @scalar(%x: tensor<4xi32>, %k: i32) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}

// -----

// expected-error @below {{'func.func' op result #0 is 'tensor<?xi32>', expected a ranked tensor of static shape, as the others; each becomes a buffer}}
func.func @dynamic(%x: tensor<4xi32>) -> tensor<?xi32> {
  %y = tensor.cast %x : tensor<4xi32> to tensor<?xi32>
  return %y : tensor<?xi32>
}

// -----

// Functions on buffers do not change.
func.func @on_buffers(%x: memref<4xi32>, %k: i32) {
  linalg.fill ins(%k : i32) outs(%x : memref<4xi32>)
  return
}
