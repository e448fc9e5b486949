// RUN: tir-opt %s --split-input-file --verify-diagnostics

func.func @fewer_numbers(%packed: memref<72xi8>) -> tensor<6x1x1x12xi8> { // expected-note {{the buffer}}
  // expected-error@+1 {{'kernel.unpack_byte_lanes' op reads 'memref<72xi8>', expected 96 numbers for 'tensor<6x1x1x12xi8>'}}
  %weights = kernel.unpack_byte_lanes %packed lanes 8 together 4 segment 12 : memref<72xi8> to tensor<6x1x1x12xi8>
  return %weights : tensor<6x1x1x12xi8>
}

// -----

func.func @no_windows(%packed: memref<96xi8>) -> tensor<8x12xi8> {
  // expected-error@+1 {{has the result 'tensor<8x12xi8>', expected OxHxWxI, windows of output channels}}
  %weights = kernel.unpack_byte_lanes %packed lanes 8 together 4 segment 12 : memref<96xi8> to tensor<8x12xi8>
  return %weights : tensor<8x12xi8>
}

// -----

func.func @two_outputs(%packed: memref<96xi8>) -> tensor<3x1x8x2xi8> {
  // expected-error@+1 {{has the result 'tensor<3x1x8x2xi8>', expected HxWxCx1, windows with one output of each channel}}
  %weights = kernel.unpack_byte_lanes %packed lanes 8 together 4 segment 3 depthwise : memref<96xi8> to tensor<3x1x8x2xi8>
  return %weights : tensor<3x1x8x2xi8>
}

// -----

func.func @no_segments(%packed: memref<96xi8>) -> tensor<6x1x1x12xi8> {
  // expected-error@+1 {{has segments of 5 products, expected a divisor of the 12 products of a channel}}
  %weights = kernel.unpack_byte_lanes %packed lanes 8 together 4 segment 5 : memref<96xi8> to tensor<6x1x1x12xi8>
  return %weights : tensor<6x1x1x12xi8>
}

// -----

func.func @three_together(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{has 3 products together, expected 2 (VPMADDWD) or 4 (VPDPBUSD)}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 3, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @odd_group(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{has 12 channels of a group of 12 and 16 sums from one pixel to the next, expected a group of a multiple of 8 that has the channels, and a sum for each lane}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 12
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 12, together = 4, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @few_lanes(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{has 16 channels of a group of 8 and 16 sums from one pixel to the next}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 8, together = 4, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @close_sums(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{has 16 channels of a group of 16 and 8 sums from one pixel to the next}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 8}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @short_border(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{has a border of 3 numbers, expected 4: a column, its distances and the columns of the input}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16, border = array<i64: 0, 1, 1>}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @large_padding(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{has the padding 128, expected an int8 number}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 128, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @many_rows(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 2 : index // expected-note {{the end comes from here}}
  // expected-error@+1 {{reads rows 0 to 2, expected a part of the 1 rows}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @apart(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{joins columns that are 3 elements apart, expected 64, the elements of a column}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 3, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16, joined}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @few_weights(%x: memref<384xi8>, %w: memref<1023xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{reaches from element 0 to 1024 of the weights, but there are 1023}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1023xi8>, memref<16xi32>, memref<96xi32>
  return
}

// -----

func.func @few_starts(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<15xi32>, %sums: memref<96xi32>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{reaches from element 0 to 16 of the start, but there are 15}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<15xi32>, memref<96xi32>
  return
}

// -----

func.func @few_sums(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<95xi32>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{reaches from element 0 to 96 of the sums, but there are 95}}
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16}
      : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<95xi32>
  return
}

// -----

func.func @few_window_weights(%x: memref<1024xi8>, %w: memref<191xi8>, %start: memref<16xi32>, %sums: memref<64xi32>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  %end = arith.constant 3 : index
  // expected-error@+1 {{reaches from element 0 to 192 of the weights, but there are 191}}
  kernel.dot_window_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 4 channels 16
      {rows = 3, columns = 3, row_pitch = 128, column_pitch = 16, pixel_pitch = 16, lanes = 16, together = 4, padding = 0, sums_pitch = 16}
      : memref<1024xi8>, memref<191xi8>, memref<16xi32>, memref<64xi32>
  return
}

// -----

func.func @no_order(%sums: memref<96xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<384xi8>) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{has the limits 5 and 4, expected int8 numbers in order}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 
      {fraction_bits = 8, low = 5, high = 4, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}

// -----

func.func @large_limit(%sums: memref<96xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<384xi8>) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{has the limits -129 and 127, expected int8 numbers in order}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 
      {fraction_bits = 8, low = -129, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}

// -----

func.func @many_bits(%sums: memref<96xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<384xi8>) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{shifts sums by 32 bits, expected 0 to 31}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 
      {fraction_bits = 32, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}

// -----

func.func @no_factors(%sums: memref<96xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<384xi8>) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{expected 'add' and six 'factors', or neither: two factors, an offset, a shift and two limits}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 add %y : memref<384xi8>
      {fraction_bits = 8, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}

// -----

func.func @few_numbers(%sums: memref<96xi32>, %scale: memref<15xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<384xi8>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  // expected-error@+1 {{reaches from element 0 to 16 of the numbers of the channels, but there are 15}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 
      {fraction_bits = 8, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<15xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}

// -----

func.func @few_sums(%sums: memref<95xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<384xi8>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  // expected-error@+1 {{reaches from element 0 to 96 of the sums, but there are 95}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 
      {fraction_bits = 8, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<95xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}

// -----

func.func @few_outputs(%sums: memref<96xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>, %shift: memref<16xi32>, %y: memref<335xi8>) { // expected-note {{the buffer}}
  %zero = arith.constant 0 : index
  // expected-error@+1 {{reaches from element 0 to 336 of the outputs, but there are 335}}
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 
      {fraction_bits = 8, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<335xi8>
  return
}

// -----

// expected-error@+1 {{#kernel.byte_lanes has blocks of 17 pixels and 8 channels, expected 1 to 16 and a multiple of 8 up to 64, whose sums fit the vector registers}}
func.func private @pixels() attributes {schedule = #kernel.byte_lanes<pixels = 17, lanes = 8, products = 4>}

// -----

// expected-error@+1 {{#kernel.byte_lanes adds 3 products to a lane, expected 2 (VPMADDWD) or 4 (VPDPBUSD)}}
func.func private @products() attributes {schedule = #kernel.byte_lanes<pixels = 1, lanes = 8, products = 3>}
