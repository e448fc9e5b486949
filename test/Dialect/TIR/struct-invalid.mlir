// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.struct' op has two fields called "x"}}
tir.struct @inputs ["x", "y", "x"]

// -----

// expected-error @below {{'tir.struct' op has two fields called "x"}}
tir.struct @inputs ["x", "x"] definition

// -----

// expected-error @below {{'tir.struct' op has 2 fields, but 1 types; expected the type of each field}}
tir.struct @state ["x", "y"] : [memref<4xi8>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<?xi8>'; expected a memref with a static shape, at least one element and the identity layout}}
tir.struct @state ["x"] : [memref<?xi8>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<0xi8>'; expected a memref with a static shape, at least one element and the identity layout}}
tir.struct @state ["x"] : [memref<0xi8>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'i8'; expected a memref with a static shape, at least one element and the identity layout}}
tir.struct @state ["x"] : [i8]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<4xindex>', whose elements ('index') have no dtype in DLPack; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.struct @state ["x"] : [memref<4xindex>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<4xcomplex<f32>>', whose elements ('complex<f32>') have no dtype in DLPack; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.struct @state ["x"] : [memref<4xcomplex<f32>>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<4xvector<4xf32>>', whose elements ('vector<4xf32>') have no dtype in DLPack; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.struct @state ["x"] : [memref<4xvector<4xf32>>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<4xi4>', whose elements ('i4') have no dtype in DLPack; expected elements of i1, i8, i16, i32, i64, f16, bf16, f32 or f64}}
tir.struct @state ["x"] : [memref<4xi4>]

// -----

// expected-error @below {{'tir.struct' op has the field "errno", which is a macro of the C library in C; rename it}}
tir.struct @inputs ["errno"]

// -----

// expected-error @below {{'tir.struct' op has the field "x; int y", which is not an identifier in C; rename it}}
tir.struct @inputs ["x; int y"]
