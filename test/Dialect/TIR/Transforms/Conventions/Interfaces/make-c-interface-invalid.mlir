// RUN: tir-opt %s --tir-make-c-interface --split-input-file --verify-diagnostics

// expected-error @below {{has no public tir.prim_func to make the C interface of}}
module {
}

// -----

// expected-note @below {{the other one is here}}
tir.prim_func @one(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "one">} {
  tir.return
}
// expected-error @below {{'tir.prim_func' op is public, and so is another function, but the C interface belongs to a model, and this function has no 'tir.model'; make it private, or give it the name of a model}}
tir.prim_func @two(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-note @below {{the other one is here}}
tir.prim_func @one(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "Net">} {
  tir.return
}
// expected-error @below {{'tir.prim_func' op is the model 'net', and so is another function; give each model its own name ('tir.model')}}
tir.prim_func @two(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "net">} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is 'memref<?xi8>', but each input and output of the C interface is a buffer of static shape}}
tir.prim_func @main(%x: memref<?xi8>) {
  tir.return
}

// -----

// expected-note @below {{this is one of them}}
tir.device @npu0 {kind = "npu"}
// expected-note @below {{this is one of them}}
tir.device @npu1 {kind = "npu"}
// expected-error @below {{'tir.prim_func' op argument #1 is a context of the kind "npu", of which there are 2 devices; take it from the device by tir.get_device_context, or name the device by tir.device}}
tir.prim_func @main(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is a context of the kind "npu", of which there are 0 devices}}
tir.prim_func @main(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xindex>', whose elements ('index') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xindex>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xi4>', whose elements ('i4') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi4>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xi128>', whose elements ('i128') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi128>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xf80>', whose elements ('f80') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xf80>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xtf32>', whose elements ('tf32') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xtf32>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xf8E4M3>', whose elements ('f8E4M3') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xf8E4M3>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xcomplex<f32>>', whose elements ('complex<f32>') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xcomplex<f32>>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xcomplex<i8>>', whose elements ('complex<i8>') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xcomplex<i8>>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xvector<4xf32>>', whose elements ('vector<4xf32>') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xvector<4xf32>>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xmemref<2xf32>>', whose elements ('memref<2xf32>') have no dtype in DLPack, but each input and output of the C interface has one; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xmemref<2xf32>>) {
  tir.return
}
