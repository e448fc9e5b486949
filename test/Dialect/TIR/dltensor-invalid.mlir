// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-note @below {{the buffer comes from here}}
func.func @dynamic(%x: memref<?xf32>) {
  // expected-error @below {{'tir.make_dltensor' op describes 'memref<?xf32>', expected a buffer with a static shape and the identity layout; describe the whole buffer and select the part of it with strides and byte_offset}}
  %t = tir.make_dltensor %x, shape [4] device(1, 0) : memref<?xf32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @strided(%x: memref<4xf32, strided<[2]>>) {
  // expected-error @below {{'tir.make_dltensor' op describes 'memref<4xf32, strided<[2]>>', expected a buffer with a static shape and the identity layout}}
  %t = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @unranked(%x: memref<*xf32>) {
  // expected-error @below {{'tir.make_dltensor' invalid kind of type specified: expected builtin.memref, but found 'memref<*xf32>'}}
  %t = tir.make_dltensor %x, shape [4] device(1, 0) : memref<*xf32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @indices(%x: memref<4xindex>) {
  // expected-error @below {{'tir.make_dltensor' op describes elements of type 'index', but the dtypes of a descriptor are i1, i8, i16, i32, i64 (also unsigned), f16, bf16, f32 and f64; give the elements one of these types}}
  %t = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xindex>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @nibbles(%x: memref<4xi4>) {
  // expected-error @below {{'tir.make_dltensor' op describes elements of type 'i4', but the dtypes of a descriptor are}}
  %t = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi4>
  return
}

// -----

func.func @negative(%x: memref<4xf32>) {
  // expected-error @below {{'tir.make_dltensor' op has the extent -4; expected constant extents, 0 or more}}
  %t = tir.make_dltensor %x, shape [-4] device(1, 0) : memref<4xf32>
  return
}

// -----

func.func @strides(%x: memref<4x4xf32>) {
  // expected-error @below {{'tir.make_dltensor' op has 2 extents, but 1 strides; give one for each extent, or none if the buffer is compact and row-major}}
  %t = tir.make_dltensor %x, shape [4, 4] strides [4] device(1, 0) : memref<4x4xf32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @odd(%x: memref<4xf32>) {
  // expected-error @below {{'tir.make_dltensor' op has the byte offset 6, expected a multiple of the 4 bytes of an element ('f32')}}
  %t = tir.make_dltensor %x, shape [2] byte_offset 6 device(1, 0) : memref<4xf32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @too_large(%x: memref<4x8xf32>) {
  // expected-error @below {{'tir.make_dltensor' op reaches the bytes 0 to 159, but the buffer 'memref<4x8xf32>' has 128 bytes; shape, strides and byte_offset must stay within it}}
  %t = tir.make_dltensor %x, shape [5, 8] device(1, 0) : memref<4x8xf32>
  return
}

// -----

func.func @beyond(%other: i32) {
  // expected-note @below {{the buffer comes from here}}
  %x = memref.alloca() : memref<4x8xi16>
  // expected-error @below {{'tir.make_dltensor' op reaches the bytes 2 to 65, but the buffer 'memref<4x8xi16>' has 64 bytes}}
  %t = tir.make_dltensor %x, shape [4, 8] byte_offset 2 device(1, 0) : memref<4x8xi16>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @before(%x: memref<4xi8>) {
  // expected-error @below {{'tir.make_dltensor' op reaches the bytes -3 to 0, but the buffer 'memref<4xi8>' has 4 bytes}}
  %t = tir.make_dltensor %x, shape [4] strides [-1] device(1, 0) : memref<4xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @overflow(%x: memref<4xi8>) {
  // expected-error @below {{'tir.make_dltensor' op reaches beyond the range of 64 bits, but the buffer 'memref<4xi8>' has 4 bytes}}
  %t = tir.make_dltensor %x, shape [4294967296, 4294967296] device(1, 0) : memref<4xi8>
  return
}

// -----

// expected-note @below {{the descriptor comes from here}}
func.func @integer(%t: !tir.dltensor) {
  // expected-error @below {{'tir.dltensor_get' op accesses 'ndim' as 'i64', but in a DLTensor it is an 'i32'}}
  %n = tir.dltensor_get %t, ndim : i64
  return
}

// -----

// expected-note @below {{the descriptor comes from here}}
func.func @integer_pointer(%t: !tir.dltensor) {
  // expected-error @below {{'tir.dltensor_get' op accesses 'dtype_bits' as '!tir.handle', but in a DLTensor it is an 'i8'}}
  %n = tir.dltensor_get %t, dtype_bits : !tir.handle
  return
}

// -----

// expected-note @below {{the descriptor comes from here}}
func.func @pointer(%t: !tir.dltensor) {
  // expected-error @below {{'tir.dltensor_get' op accesses 'data' as 'i64', but in a DLTensor it is a pointer; use !tir.handle or a memref}}
  %n = tir.dltensor_get %t, data : i64
  return
}

// -----

// expected-note @below {{the descriptor comes from here}}
func.func @dynamic_result(%t: !tir.dltensor) {
  // expected-error @below {{'tir.dltensor_get' op accesses the address of a buffer's first element, so the memref needs a static shape and the identity layout, but is 'memref<?xi64>'}}
  %n = tir.dltensor_get %t, shape : memref<?xi64>
  return
}

// -----

// expected-note @below {{the descriptor comes from here}}
func.func @narrow_extents(%t: !tir.dltensor) {
  // expected-error @below {{'tir.dltensor_get' op accesses 'shape' as 'memref<2xi32>', but in a DLTensor it points to 'i64'}}
  %n = tir.dltensor_get %t, shape : memref<2xi32>
  return
}

// -----

// expected-note @below {{the value comes from here}}
func.func @set(%t: !tir.dltensor, %n: i32) {
  // expected-error @below {{'tir.dltensor_set' op accesses 'byte_offset' as 'i32', but in a DLTensor it is an 'i64'}}
  tir.dltensor_set %t, byte_offset = %n : i32
  return
}

// -----

func.func @unknown(%t: !tir.dltensor) {
  // expected-error @below {{failed to parse TIR_DLTensorFieldAttr parameter}}
  // expected-error @below {{expected ::tir::DLTensorField to be one of: data, device_type, device_id, ndim, dtype_code, dtype_bits, dtype_lanes, shape, strides, byte_offset}}
  %n = tir.dltensor_get %t, rank : i32
  return
}

// -----

func.func @other_type(%t: !tir.dltensor) {
  // expected-error @below {{'tir.dltensor_get' op result #0 must be 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or an opaque `void *` or memref of any type values, but got 'f32'}}
  %n = tir.dltensor_get %t, ndim : f32
  return
}
