// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @no_struct(%outputs: !tir.handle, %h: !tir.handle) {
  // expected-error @below {{'tir.struct_set' op names @outputs, which is not a tir.struct of this module; declare it}}
  tir.struct_set %outputs[@outputs, "y"] = %h : !tir.handle
  return
}

// -----

// expected-note @below {{its fields are ["x", "y"]}}
tir.struct @outputs ["x", "y"]
func.func @no_field(%outputs: !tir.handle, %h: !tir.handle) {
  // expected-error @below {{'tir.struct_set' op names field "z", which @outputs does not have}}
  tir.struct_set %outputs[@outputs, "z"] = %h : !tir.handle
  return
}

// -----

tir.struct @outputs ["y"]
// expected-note @below {{the value comes from here}}
func.func @strided(%outputs: !tir.handle, %y: memref<4xf32, strided<[2]>>) {
  // expected-error @below {{'tir.struct_set' op writes a buffer's address, so the value needs a static shape and the identity layout, but is 'memref<4xf32, strided<[2]>>'}}
  tir.struct_set %outputs[@outputs, "y"] = %y : memref<4xf32, strided<[2]>>
  return
}

// -----

tir.struct @outputs ["y"]
func.func @no_pointer(%outputs: !tir.handle, %n: i32) {
  // expected-error @below {{'tir.struct_set' op operand #1 must be an opaque `void *` or the resource handle of a device of one kind or memref of any type values, but got 'i32'}}
  tir.struct_set %outputs[@outputs, "y"] = %n : i32
  return
}

// -----

// expected-note @below {{the struct is declared here}}
tir.struct @state ["x"] : [memref<4xi8>]
func.func @array(%state: !tir.handle, %x: memref<4xi8>) {
  // expected-error @below {{'tir.struct_set' op sets the field "x", which is an array, not a pointer; copy into the buffer that tir.struct_get returns for it}}
  tir.struct_set %state[@state, "x"] = %x : memref<4xi8>
  return
}
