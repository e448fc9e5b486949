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

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<?xi8>'; expected a memref of static shape, with elements, and the identity layout}}
tir.struct @state ["x"] : [memref<?xi8>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'memref<0xi8>'; expected a memref of static shape, with elements}}
tir.struct @state ["x"] : [memref<0xi8>]

// -----

// expected-error @below {{'tir.struct' op has the field "x" of type 'i8'; expected a memref of static shape, with elements}}
tir.struct @state ["x"] : [i8]
