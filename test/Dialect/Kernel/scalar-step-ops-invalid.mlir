// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-note @below {{the first number comes from here}}
func.func @few_numbers(%x: memref<64xi8>, %w: memref<64xi8>, %bias: i32, %at: index) {
  // expected-error @below {{'kernel.dot_block' op starts with 2 numbers, expected 4, 8 or 16, one for each channel}}
  %acc:2 = kernel.dot_block %x[%at], %w[%at] rows %at to %at elements %at to %at init(%bias, %bias)
      rows 1 apart 4 size 4 padding 0 pixels 1 apart 4 : memref<64xi8>, memref<64xi8>
  return
}

// -----

func.func @rows_behind(%x: memref<64xi8>, %w: memref<64xi8>, %bias: i32, %at: index) {
  // expected-note @below {{the end comes from here}}
  %two = arith.constant 2 : index
  // expected-error @below {{'kernel.dot_block' op reads rows 0 to 2, expected a part of the 1 rows}}
  %acc:4 = kernel.dot_block %x[%at], %w[%at] rows %at to %two elements %at to %at init(%bias, %bias, %bias, %bias)
      rows 1 apart 4 size 4 padding 0 pixels 1 apart 4 : memref<64xi8>, memref<64xi8>
  return
}

// -----

func.func @part_for_two(%x: memref<64xi8>, %w: memref<64xi8>, %bias: i32, %at: index) {
  // expected-note @below {{the beginning comes from here}}
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  // expected-error @below {{'kernel.dot_block' op reads a part of the elements of a row for two pixels, expected all 4; compute the pixels one by one}}
  %acc:8 = kernel.dot_block %x[%at], %w[%at] rows %at to %at elements %one to %four init(%bias, %bias, %bias, %bias)
      rows 1 apart 4 size 4 padding 0 pixels 2 apart 4 : memref<64xi8>, memref<64xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @few_weights(%x: memref<64xi8>, %w: memref<63xi8>, %bias: i32) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_block' op reaches from element 0 to 64 of the weights, but there are 63}}
  %acc:4 = kernel.dot_block %x[%zero], %w[%zero] rows %zero to %zero elements %zero to %zero init(%bias, %bias, %bias, %bias)
      rows 4 apart 4 size 4 padding 0 pixels 1 apart 4 : memref<64xi8>, memref<63xi8>
  return
}

// -----

func.func @no_columns(%x: memref<64xi8>, %w: memref<64xi8>, %bias: i32, %at: index) {
  // expected-error @below {{'kernel.dot_strip' op reads columns 2 to 2, expected at least one of the 3 columns}}
  %acc:2 = kernel.dot_strip %x[%at], %w[%at] rows %at to %at init %bias pixels 2
      {rows = 3, columns = 3, column_begin = 2, column_end = 2, row_pitch = 8, column_pitch = 1, stride = 1,
       dilation = 1, padding = 0} : memref<64xi8>, memref<64xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @few_taps(%x: memref<64xi8>, %w: memref<8xi8>, %bias: i32) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_strip' op reaches from element 0 to 9 of the weights, but there are 8}}
  %acc:2 = kernel.dot_strip %x[%zero], %w[%zero] rows %zero to %zero init %bias pixels 2
      {rows = 3, columns = 3, column_begin = 0, column_end = 3, row_pitch = 8, column_pitch = 1, stride = 1,
       dilation = 1, padding = 0} : memref<64xi8>, memref<8xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @few_bytes(%bytes: memref<72xi8>) -> tensor<6x1x1x12xi8> {
  // expected-error @below {{'kernel.unpack_channels' op reads 'memref<72xi8>', expected 96 bytes for 'tensor<6x1x1x12xi8>'}}
  %weights = kernel.unpack_channels %bytes group 4 : memref<72xi8> to tensor<6x1x1x12xi8>
  return %weights : tensor<6x1x1x12xi8>
}

// -----

func.func @not_windows(%bytes: memref<72xi8>) -> tensor<3x3x4x2xi8> {
  // expected-error @below {{'kernel.unpack_channels' op has the result 'tensor<3x3x4x2xi8>', expected HxWxCx1, windows with one output for each channel}}
  %weights = kernel.unpack_channels %bytes group 1 depthwise : memref<72xi8> to tensor<3x3x4x2xi8>
  return %weights : tensor<3x3x4x2xi8>
}

// -----

// expected-note @below {{the first number comes from here}}
func.func @many_for_two(%x: memref<64xi8>, %w: memref<64xi8>, %bias: i32, %at: index) {
  // expected-error @below {{'kernel.dot_block' op starts with 8 numbers, expected 4, one for each channel}}
  %acc:16 = kernel.dot_block %x[%at], %w[%at] rows %at to %at elements %at to %at
      init(%bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias)
      rows 1 apart 4 size 4 padding 0 pixels 2 apart 4 : memref<64xi8>, memref<64xi8>
  return
}

// -----

// expected-note @below {{the first number comes from here}}
func.func @eight_raised(%x: memref<64xi8>, %w: memref<64xi8>, %bias: i32, %at: index) {
  // expected-error @below {{'kernel.dot_raised' op starts with 8 numbers, expected 4, one for each channel}}
  %acc:8 = kernel.dot_raised %x[%at], %w[%at] init(%bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias) size 4
      : memref<64xi8>, memref<64xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @few_elements(%x: memref<3xi8>, %w: memref<64xi8>, %bias: i32) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_raised' op reaches from element 0 to 4 of the elements, but there are 3}}
  %acc:4 = kernel.dot_raised %x[%zero], %w[%zero] init(%bias, %bias, %bias, %bias) size 4 : memref<3xi8>, memref<64xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @few_weights(%x: memref<64xi8>, %w: memref<15xi16>, %bias: i32) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_raised' op reaches from element 0 to 16 of the weights, but there are 15}}
  %acc:4 = kernel.dot_raised %x[%zero], %w[%zero] init(%bias, %bias, %bias, %bias) size 4 : memref<64xi8>, memref<15xi16>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @few_raised(%x: memref<64xi8>, %y: memref<8xi8>, %at: index) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.raise_elements' op reaches from element 0 to 9 of the written elements, but there are 8}}
  %sum = kernel.raise_elements %x[%at] rows %zero to %at elements %zero to %at
      rows 3 apart 8 size 3 padding 0, %y[%zero] : memref<64xi8>, memref<8xi8>
  return
}

// -----

// expected-error @below {{#kernel.scalar has blocks of 5 channels, expected 4, 8 or 16}}
tir.prim_func private @odd() attributes {schedule = #kernel.scalar<pixels = 1, channels = 5>} {
  tir.return
}

// -----

// expected-error @below {{#kernel.scalar has blocks of 2 pixels and 8 channels, expected 4 channels, whose sums fit the registers}}
tir.prim_func private @large() attributes {schedule = #kernel.scalar<pixels = 2, channels = 8>} {
  tir.return
}

// -----

// expected-error @below {{#kernel.scalar raises elements and not weights, expected `excess = true`}}
tir.prim_func private @raised() attributes {schedule = #kernel.scalar<pixels = 1, raised = true>} {
  tir.return
}

// -----

// expected-error @below {{#kernel.scalar has pairs of channels whose elements are not raised, expected `raised = true`}}
tir.prim_func private @pairs() attributes {schedule = #kernel.scalar<pixels = 1, excess = true, pairs = true>} {
  tir.return
}

// -----

// expected-error @below {{#kernel.scalar has blocks of 5 pixels, expected 1 to 4, whose sums fit the registers}}
tir.prim_func private @wide() attributes {schedule = #kernel.scalar<pixels = 5>} {
  tir.return
}
