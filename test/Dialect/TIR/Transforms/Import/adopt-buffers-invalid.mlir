// RUN: tir-opt %s --tir-adopt-buffers --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op is the entry, and its argument #0 is 'memref<?xi32>', expected a memref of static shape and identity layout: the C interface passes a pointer for each}}
func.func @dynamic(%x: memref<?xi32>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op is the entry, and its argument #1 is 'i32', expected a memref of static shape}}
func.func @scalar(%x: memref<4xi32>, %n: i32) {
  return
}

// -----

// expected-error @+1 {{'func.func' op is the entry and returns 'memref<4xi32>', but a model writes its results into its arguments; pass a buffer for each result (mlir-opt --buffer-results-to-out-params)}}
func.func @returns(%x: memref<4xi32>) -> memref<4xi32> {
  return %x : memref<4xi32>
}

// -----

// expected-error @+1 {{expected one public function on buffers as the model's entry, found 2; choose one with --entry=NAME, or make each a model by 'tir.model'}}
module {
  // expected-note @+1 {{@f is public}}
  func.func @f(%x: memref<4xi32>) {
    return
  }
  // expected-note @+1 {{@g is public}}
  tir.prim_func @g(%x: memref<4xi32>) {
    tir.return
  }
}

// -----

// expected-error @+1 {{expected one public function on buffers as the model's entry, found 0; make it public}}
module {
  func.func private @f(%x: memref<4xi32>) {
    return
  }
}

// -----

func.func @foreign(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'vector.load' op is of a dialect that no phase after 'buffers' supports; expected func, memref, linalg, scf, affine, arith, math and tir: lower it to these before giving the file to tirc}}
  %v = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op returns values, but the functions of a model on buffers write into their arguments; inline it (mlir-opt --inline)}}
func.func private @callee(%x: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
func.func @main(%x: memref<4xi32>) {
  %v = func.call @callee(%x) : (memref<4xi32>) -> i32
  return
}

// -----

// expected-note @+1 {{declared here}}
func.func private @outside(memref<4xi32>)
func.func @main(%x: memref<4xi32>) {
  // expected-error @+1 {{'func.call' op calls @outside, which has no body; declare it as a tir.prim_func and call it by tir.call_extern}}
  func.call @outside(%x) : (memref<4xi32>) -> ()
  return
}

// -----

func.func @main(%x: memref<4xi32>) {
  // expected-error @+1 {{'cf.br' op is of a dialect that no phase after 'buffers' supports}}
  cf.br ^end
^end:
  return
}

// -----

tir.prim_func private @scale(%x: memref<4xi32>, %f: i32) {
  %c0 = arith.constant 0 : index
  memref.store %f, %x[%c0] : memref<4xi32>
  tir.return
}
tir.prim_func @main(%x: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xi32>
  // expected-error @+1 {{'tir.call_tir' op is between the computation of a scalar and its use, but only buffers can be passed from one kernel to the next; store the scalar in a buffer}}
  tir.call_tir @scale(%x, %v) : (memref<4xi32>, i32) -> ()
  // expected-note @-1 {{the scalar is used here}}
  tir.return
}

// -----

// expected-note @+1 {{callee declared here}}
tir.prim_func private @on_tensors(%x: memref<2xi32, strided<[1], offset: 1>>) {
  %t = bufferization.to_tensor %x restrict : memref<2xi32, strided<[1], offset: 1>> to tensor<2xi32>
  bufferization.materialize_in_destination %t in restrict writable %x : (tensor<2xi32>, memref<2xi32, strided<[1], offset: 1>>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<4xi32>) {
  %part = memref.subview %x[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  // expected-error @+1 {{'tir.call_tir' op passes a part of a buffer, which a pointer alone does not describe, and its callee cannot be inlined; copy the part into a separate buffer}}
  tir.call_tir @on_tensors(%part) : (memref<2xi32, strided<[1], offset: 1>>) -> ()
  tir.return
}

// -----

func.func @dynamic_alloc(%x: memref<4xi32>, %i: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %i[%c0] : memref<1xi32>
  %n = arith.index_cast %v : i32 to index
  // expected-error @+1 {{'memref.alloc' op has type 'memref<?xi32>', expected a static shape: generated code has no allocator, so the place of each buffer is planned}}
  %s = memref.alloc(%n) : memref<?xi32>
  memref.store %v, %s[%n] : memref<?xi32>
  return
}
