// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @no_pool() {
  // expected-error @below {{'tir.pool_view' op names @sram, which is not a tir.pool of this module; declare it}}
  %0 = tir.pool_view @sram[0] : memref<4xi8>
  return
}

// -----

// expected-note @below {{it is a 'memref.global'}}
memref.global "private" @sram : memref<16xi8>
func.func @other_symbol() {
  // expected-error @below {{'tir.pool_view' op names @sram, which is not a tir.pool of this module; declare it}}
  %0 = tir.pool_view @sram[0] : memref<4xi8>
  return
}

// -----

tir.pool @sram {size = 256 : i64}
func.func @dynamic() {
  // expected-error @below {{'tir.pool_view' op needs a result with a static shape and the identity layout, but the result is 'memref<?xi8>'}}
  %0 = tir.pool_view @sram[0] : memref<?xi8>
  return
}

// -----

tir.pool @sram {size = 256 : i64}
func.func @strided() {
  // expected-error @below {{'tir.pool_view' op needs a result with a static shape and the identity layout, but the result is 'memref<4xi8, strided<[2]>>'}}
  %0 = tir.pool_view @sram[0] : memref<4xi8, strided<[2]>>
  return
}

// -----

tir.pool @sram {size = 256 : i64}
func.func @indices() {
  // expected-error @below {{'tir.pool_view' op has elements of type 'index', whose size depends on the target; use integers or floats}}
  %0 = tir.pool_view @sram[0] : memref<4xindex>
  return
}

// -----

tir.pool @sram {size = 256 : i64}
func.func @odd() {
  // expected-error @below {{'tir.pool_view' op has the offset 6, expected a multiple of the 4 bytes of an element ('f32')}}
  %0 = tir.pool_view @sram[6] : memref<4xf32>
  return
}

// -----

tir.pool @sram {size = 256 : i64}
func.func @negative() {
  // expected-error @below {{'tir.pool_view' op attribute 'offset' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = tir.pool_view @sram[-4] : memref<4xf32>
  return
}

// -----

// expected-note @below {{pool declared here}}
tir.pool @sram {size = 256 : i64, alignment = 4 : i64}
func.func @unaligned() {
  // expected-error @below {{'tir.pool_view' op needs an alignment of 8 bytes for elements of type 'i64', but @sram has one of 4; align the pool to a multiple}}
  %0 = tir.pool_view @sram[8] : memref<1xi64>
  return
}

// -----

// expected-note @below {{pool declared here}}
tir.pool @sram {size = 256 : i64, size_hint = 1024 : i64}
func.func @too_large() {
  // expected-error @below {{'tir.pool_view' op takes 64 bytes from 196 on, but @sram has 256; make the pool larger, or the offset smaller}}
  %0 = tir.pool_view @sram[196] : memref<16xf32>
  return
}

// -----

// expected-note @below {{pool declared here}}
tir.pool @sram {size_hint = 64 : i64}
func.func @beyond() {
  // expected-error @below {{'tir.pool_view' op takes 1 bytes from 65 on, but @sram has 64}}
  %0 = tir.pool_view @sram[65] : memref<1xi8>
  return
}

// -----

// expected-note @below {{pool declared here}}
tir.pool @commands {read_only, contents = dense<[1, 2]> : tensor<2xi32>}
func.func @beyond_contents() {
  // expected-error @below {{'tir.pool_view' op takes 12 bytes from 0 on, but @commands has 8}}
  %0 = tir.pool_view @commands[0] : memref<3xi32>
  return
}
