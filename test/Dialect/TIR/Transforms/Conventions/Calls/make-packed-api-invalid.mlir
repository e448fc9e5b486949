// RUN: tir-opt %s --tir-make-packed-api --split-input-file --verify-diagnostics

// expected-error@+1 {{'tir.prim_func' op argument #0 is 'memref<?xi8>', whose shape is not static; make it static}}
tir.prim_func @f(%x: memref<?xi8>) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}

// -----

// expected-error@+1 {{'tir.prim_func' op argument #0 is 'memref<4x4xi8, strided<[?, 1]>>', whose strides are not static; copy the region into a separate buffer}}
tir.prim_func @f(%x: memref<4x4xi8, strided<[?, 1]>>) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}

// -----

// expected-error@+1 {{'tir.prim_func' op argument #1 is 'memref<4xi4>', whose elements have no type in DLPack; use another element type}}
tir.prim_func @f(%x: memref<4xi8>, %y: memref<4xi4>) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}

// -----

// expected-error@+1 {{'tir.prim_func' op argument #0 is 'f16', which does not fit into a slot; use a buffer of one element}}
tir.prim_func @f(%x: f16) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}

// -----

// expected-error@+1 {{'tir.prim_func' op argument #0 is 'memref<4xi8, strided<[1], offset: 2>>', but a packed function only gets the address of the first element; make the offset dynamic (offset: ?) or 0}}
tir.prim_func @f(%x: memref<4xi8, strided<[1], offset: 2>>) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}

// -----

// expected-note@+1 {{the other is here}}
func.func private @taken()
// expected-error@+1 {{'tir.prim_func' op is called 'taken' in C, as is another symbol; rename it}}
tir.prim_func @f(%x: memref<4xi8>) attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "taken"} {
  tir.return
}
