// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @no_struct(%inputs: !tir.handle) {
  // expected-error @below {{'tir.struct_get' op names @inputs, which is not a tir.struct of this module; declare it}}
  %0 = tir.struct_get %inputs[@inputs, "x"] : !tir.handle
  return
}

// -----

// expected-note @below {{its fields are ["x", "y"]}}
tir.struct @inputs ["x", "y"]
func.func @no_field(%inputs: !tir.handle) {
  // expected-error @below {{'tir.struct_get' op names field "z", which @inputs does not have}}
  %0 = tir.struct_get %inputs[@inputs, "z"] : !tir.handle
  return
}

// -----

tir.struct @inputs ["x"]
func.func @dynamic(%inputs: !tir.handle) {
  // expected-error @below {{'tir.struct_get' op reads a buffer's address, so the result needs a static shape and the identity layout, but is 'memref<?xf32>'}}
  %0 = tir.struct_get %inputs[@inputs, "x"] : memref<?xf32>
  return
}

// -----

tir.struct @inputs ["x"]
func.func @strided(%inputs: !tir.handle) {
  // expected-error @below {{'tir.struct_get' op reads a buffer's address, so the result needs a static shape and the identity layout, but is 'memref<4xf32, strided<[2]>>'}}
  %0 = tir.struct_get %inputs[@inputs, "x"] : memref<4xf32, strided<[2]>>
  return
}

// -----

tir.struct @inputs ["x"]
func.func @no_pointer(%inputs: !tir.handle) {
  // expected-error @below {{result #0 must be an opaque `void *` or the resource handle of a device of one kind or memref of any type values, but got 'i32'}}
  %0 = tir.struct_get %inputs[@inputs, "x"] : i32
  return
}

// -----

// expected-note @below {{the struct is declared here}}
tir.struct @state ["x"] : [memref<4x2xi8>]
func.func @array(%state: !tir.handle) {
  %flat = tir.struct_get %state[@state, "x"] : memref<8xi8>
  // expected-error @below {{'tir.struct_get' op reads the field "x" as 'memref<4xi8>', but it is an array of the elements of 'memref<4x2xi8>'}}
  %0 = tir.struct_get %state[@state, "x"] : memref<4xi8>
  return
}

// -----

// expected-note @below {{the struct is declared here}}
tir.struct @state ["x"] : [memref<4x2xi8>]
func.func @array(%state: !tir.handle) {
  // expected-error @below {{'tir.struct_get' op reads the field "x" as '!tir.handle', but it is an array of the elements of 'memref<4x2xi8>'}}
  %0 = tir.struct_get %state[@state, "x"] : !tir.handle
  return
}
