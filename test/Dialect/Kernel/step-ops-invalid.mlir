// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @before_the_first(%bytes: memref<8xi8>, %words: memref<4xi32>, %to: index) {
  %zero = arith.constant 0 : index
  // expected-note @below {{the beginning comes from here}}
  %begin = arith.constant -1 : index
  // expected-error @below {{'kernel.widen_bytes' op reads from element -1 to 8, expected a part of the 8 elements}}
  kernel.widen_bytes %bytes[%zero] from %begin to %to size 8 padding 0, %words[%zero] : memref<8xi8>, memref<4xi32>
  return
}

// -----

func.func @after_the_last(%bytes: memref<8xi8>, %words: memref<4xi32>, %from: index) {
  %zero = arith.constant 0 : index
  // expected-note @below {{the end comes from here}}
  %end = arith.constant 9 : index
  // expected-error @below {{'kernel.widen_bytes' op reads from element 0 to 9, expected a part of the 8 elements}}
  kernel.widen_bytes %bytes[%zero] from %from to %end size 8 padding 0, %words[%zero] : memref<8xi8>, memref<4xi32>
  return
}

// -----

func.func @padding(%bytes: memref<8xi8>, %words: memref<4xi32>, %at: index) {
  // expected-error @below {{'kernel.widen_bytes' op pads with 32768, expected a number of 8 bits, as the elements are}}
  kernel.widen_bytes %bytes[%at] from %at to %at size 8 padding 32768, %words[%at] : memref<8xi8>, memref<4xi32>
  return
}

// -----

// Seven elements are four words.
func.func @too_few_words(%bytes: memref<8xi8>, %at: index) {
  %one = arith.constant 1 : index
  // expected-note @below {{the buffer comes from here}}
  %words = memref.alloca() : memref<4xi32>
  // expected-error @below {{'kernel.widen_bytes' op reaches from element 1 to 5 of the words, but there are 4}}
  kernel.widen_bytes %bytes[%at] from %at to %at size 7 padding 0, %words[%one] : memref<8xi8>, memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @before_the_words(%bytes: memref<8xi8>, %words: memref<10xi32>, %at: index) {
  %before = arith.constant -1 : index
  // expected-error @below {{'kernel.widen_bytes' op reaches from element -1 to 0 of the words, but there are 10}}
  kernel.widen_bytes %bytes[%at] from %at to %at size 2 padding 0, %words[%before] : memref<8xi8>, memref<10xi32>
  return
}

// -----

func.func @no_elements(%bytes: memref<8xi8>, %words: memref<10xi32>, %at: index) {
  // expected-error @below {{'kernel.widen_bytes' op attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  kernel.widen_bytes %bytes[%at] from %at to %at size 0 padding 0, %words[%at] : memref<8xi8>, memref<10xi32>
  return
}

// -----

func.func @element_type(%bytes: memref<8xi16>, %words: memref<10xi32>, %at: index) {
  // expected-error @below {{'kernel.widen_bytes' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<8xi16>'}}
  kernel.widen_bytes %bytes[%at] from %at to %at size 2 padding 0, %words[%at] : memref<8xi16>, memref<10xi32>
  return
}

// -----

func.func @large_block(%x: memref<8xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 10 sums, expected at most 8, which fit the registers; make the block smaller}}
  %acc:10 = kernel.dot_pairs %x, %w[%at] size 2 pixels 5 pairs 1 : memref<8xi32>, memref<8xi32>
  return
}

// -----

func.func @enormous_block(%x: memref<8xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 200 sums, expected at most 8, which fit the registers; make the block smaller}}
  %acc:64 = kernel.dot_pairs %x, %w[%at] size 2 pixels 100 pairs 1 : memref<8xi32>, memref<8xi32>
  return
}

// -----

func.func @no_pixels(%x: memref<8xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op attribute 'pixels' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  "kernel.dot_pairs"(%x, %w, %at) {size = 2 : i64, pixels = 0 : i64, pairs = 1 : i64}
      : (memref<8xi32>, memref<8xi32>, index) -> ()
  return
}

// -----

// No results for a negative number, and no overflow for a large one.
func.func @negative_pixels(%x: memref<8xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op attribute 'pixels' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  kernel.dot_pairs %x, %w[%at] size 2 pixels -1 pairs 1 : memref<8xi32>, memref<8xi32>
  return
}

// -----

func.func @overflow(%x: memref<8xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 18446744073709551615 sums, expected at most 8, which fit the registers; make the block smaller}}
  %acc:64 = kernel.dot_pairs %x, %w[%at] size 2 pixels 4611686018427387904 pairs 4 : memref<8xi32>, memref<8xi32>
  return
}

// -----

func.func @number_of_results(%x: memref<8xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 1 results, expected 2, one for each pixel and channel of the block}}
  %acc = "kernel.dot_pairs"(%x, %w, %at) {size = 2 : i64, pixels = 1 : i64, pairs = 1 : i64}
      : (memref<8xi32>, memref<8xi32>, index) -> i32
  return
}

// -----

func.func @pixel_words(%w: memref<8xi32>, %at: index) {
  // expected-note @below {{the buffer comes from here}}
  %x = memref.alloca() : memref<5xi32>
  // expected-error @below {{'kernel.dot_pairs' op reaches from element 0 to 6 of the words of the pixels, but there are 5}}
  %acc:6 = kernel.dot_pairs %x, %w[%at] size 2 pixels 3 pairs 1 : memref<5xi32>, memref<8xi32>
  return
}

// -----

// The last run of the last pixel begins with word 36 + 2 * 8, and has 12 words.
func.func @words_of_runs(%w: memref<24xi32>, %at: index) {
  // expected-note @below {{the buffer comes from here}}
  %x = memref.alloca() : memref<63xi32>
  // expected-error @below {{'kernel.dot_pairs' op reaches from element 0 to 64 of the words of the pixels, but there are 63}}
  %acc:6 = kernel.dot_pairs %x, %w[%at] size 24 in runs of 12 apart 36 pixels 3 apart 8 pairs 1
      : memref<63xi32>, memref<24xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @words_of_pixels_apart(%x: memref<9xi32>, %w: memref<8xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op reaches from element 0 to 10 of the words of the pixels, but there are 9}}
  %acc:4 = kernel.dot_pairs %x, %w[%at] size 4 pixels 2 apart 6 pairs 1 : memref<9xi32>, memref<8xi32>
  return
}

// -----

func.func @part_of_a_run(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 48 words of a pixel in runs of 32, expected a divisor of the number of words}}
  %acc:2 = kernel.dot_pairs %x, %w[%at] size 48 in runs of 32 apart 32 pixels 1 pairs 1 : memref<96xi32>, memref<96xi32>
  return
}

// -----

func.func @long_run(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 24 words of a pixel in runs of 48, expected a divisor of the number of words}}
  %acc:2 = kernel.dot_pairs %x, %w[%at] size 24 in runs of 48 apart 48 pixels 1 pairs 1 : memref<96xi32>, memref<96xi32>
  return
}

// -----

func.func @no_run(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op attribute 'run' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %acc:2 = kernel.dot_pairs %x, %w[%at] size 24 in runs of 0 apart 24 pixels 1 pairs 1 : memref<96xi32>, memref<96xi32>
  return
}

// -----

func.func @run_pitch(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op attribute 'run_pitch' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %acc:2 = kernel.dot_pairs %x, %w[%at] size 24 in runs of 12 apart -12 pixels 1 pairs 1 : memref<96xi32>, memref<96xi32>
  return
}

// -----

func.func @pixel_pitch(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op attribute 'pixel_pitch' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %acc:4 = kernel.dot_pairs %x, %w[%at] size 24 pixels 2 apart 0 pairs 1 : memref<96xi32>, memref<96xi32>
  return
}

// -----

func.func @run_alone(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 'run' without 'run_pitch', expected both or none}}
  %acc:2 = "kernel.dot_pairs"(%x, %w, %at) {size = 48 : i64, run = 24 : i64, pixels = 1 : i64, pairs = 1 : i64}
      : (memref<96xi32>, memref<96xi32>, index) -> (i32, i32)
  return
}

// -----

func.func @run_pitch_alone(%x: memref<96xi32>, %w: memref<96xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pairs' op has 'run_pitch' without 'run', expected both or none}}
  %acc:2 = "kernel.dot_pairs"(%x, %w, %at) {size = 48 : i64, run_pitch = 24 : i64, pixels = 1 : i64, pairs = 1 : i64}
      : (memref<96xi32>, memref<96xi32>, index) -> (i32, i32)
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @weights(%x: memref<4xi32>, %w: memref<8xi32>) {
  %offset = arith.constant 3 : index
  // expected-error @below {{'kernel.dot_pairs' op reaches from element 3 to 9 of the words of the weights, but there are 8}}
  %acc:4 = kernel.dot_pairs %x, %w[%offset] size 3 pixels 1 pairs 2 : memref<4xi32>, memref<8xi32>
  return
}

// -----

func.func @pairs_of_a_pixel(%x: memref<8xi8>, %w: memref<20xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_pixel' op attribute 'pairs' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 4}}
  %acc:8 = kernel.dot_pixel %x[%at], %w[%at] size 8 pairs 5 : memref<8xi8>, memref<20xi32>
  return
}

// -----

// expected-note @below {{the first number comes from here}}
func.func @init_of_a_pixel(%x: memref<8xi8>, %w: memref<8xi32>, %at: index, %start: i32) {
  // expected-error @below {{'kernel.dot_pixel' op starts with 2 numbers, expected none or 4, one for each channel}}
  %acc:4 = kernel.dot_pixel %x[%at], %w[%at] size 8 pairs 2 init(%start, %start) : memref<8xi8>, memref<8xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @elements_of_a_pixel(%x: memref<8xi8>, %w: memref<8xi32>) {
  %one = arith.constant 1 : index
  // expected-error @below {{'kernel.dot_pixel' op reaches from element 1 to 9 of the elements of the pixel, but there are 8}}
  %acc:4 = kernel.dot_pixel %x[%one], %w[%one] size 8 pairs 2 : memref<8xi8>, memref<8xi32>
  return
}

// -----

// Nine elements of a pair are five words.
// expected-note @below {{the buffer comes from here}}
func.func @weights_of_a_pixel(%x: memref<9xi8>, %w: memref<9xi32>) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_pixel' op reaches from element 0 to 10 of the words of the weights, but there are 9}}
  %acc:4 = kernel.dot_pixel %x[%zero], %w[%zero] size 9 pairs 2 : memref<9xi8>, memref<9xi32>
  return
}

// -----

func.func @pixels(%x: memref<72xi8>, %w: memref<36xi8>, %at: index) {
  // expected-error @below {{'kernel.dot_taps' op attribute 'pixels' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 2}}
  %acc:4 = kernel.dot_taps %x[%at], %w[%at] rows %at to %at columns %at to %at
      pixels 3 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 0}
      : memref<72xi8>, memref<36xi8>
  return
}

// -----

func.func @zero_point(%x: memref<72xi8>, %w: memref<36xi8>, %at: index) {
  // expected-error @+2 {{'kernel.dot_taps' op attribute 'zero_point' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is -128 whose maximum value is 127}}
  %acc:4 = kernel.dot_taps %x[%at], %w[%at] rows %at to %at columns %at to %at
      pixels 1 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 128}
      : memref<72xi8>, memref<36xi8>
  return
}

// -----

func.func @columns(%x: memref<72xi8>, %w: memref<36xi8>, %at: index) {
  // expected-error @+2 {{'kernel.dot_taps' op attribute 'columns' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %acc:4 = kernel.dot_taps %x[%at], %w[%at] rows %at to %at columns %at to %at
      pixels 1 {columns = 0, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 0}
      : memref<72xi8>, memref<36xi8>
  return
}

// -----

func.func @shift(%acc: i32, %offset: i64) -> i32 {
  // expected-error @below {{'kernel.requantize' op attribute 'shift' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 31}}
  %q = kernel.requantize %acc, %acc, %offset shift 32 bits 8 : i64
  return %q : i32
}

// -----

func.func @bits(%acc: i32, %offset: i64) -> i32 {
  // expected-error @below {{'kernel.requantize' op attribute 'bits' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 2 whose maximum value is 32}}
  %q = kernel.requantize %acc, %acc, %offset shift 0 bits 1 : i64
  return %q : i32
}

// -----

func.func @segment(%words: memref<8xi32>) {
  // expected-error @below {{'kernel.unpack_pairs' op has the result 'tensor<4x1x1x8xi8>', expected output channels of a multiple of 3 elements each}}
  %weights = kernel.unpack_pairs %words segment 3 : memref<8xi32> to tensor<4x1x1x8xi8>
  return
}

// -----

func.func @scalar(%words: memref<8xi32>) {
  // expected-error @below {{'kernel.unpack_pairs' op has the result 'tensor<i8>', expected output channels of a multiple of 1 elements each}}
  %weights = kernel.unpack_pairs %words segment 1 : memref<8xi32> to tensor<i8>
  return
}

// -----

func.func @nothing(%words: memref<8xi32>) {
  // expected-error @below {{'kernel.unpack_pairs' op has the result 'tensor<0x4xi8>', expected output channels of a multiple of 4 elements each}}
  %weights = kernel.unpack_pairs %words segment 4 : memref<8xi32> to tensor<0x4xi8>
  return
}

// -----

// Three channels are two pairs; each has three segments of four words.
func.func @number_of_words() {
  // expected-note @below {{the buffer comes from here}}
  %words = memref.alloca() : memref<23xi32>
  // expected-error @below {{'kernel.unpack_pairs' op reads 'memref<23xi32>', expected 24 words for 'tensor<3x3x1x7xi8>'}}
  %weights = kernel.unpack_pairs %words segment 7 : memref<23xi32> to tensor<3x3x1x7xi8>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @dynamic_words(%words: memref<?xi32>) {
  // expected-error @below {{'kernel.unpack_pairs' op reads 'memref<?xi32>', expected 24 words for 'tensor<3x3x1x7xi8>'}}
  %weights = kernel.unpack_pairs %words segment 7 : memref<?xi32> to tensor<3x3x1x7xi8>
  return
}

// -----

func.func @two_pixels(%x: memref<72xi8>, %w: memref<36xi8>, %at: index) {
  // expected-note @below {{the beginning comes from here}}
  %one = arith.constant 1 : index
  // expected-error @below {{'kernel.dot_taps' op reads columns 1 to 3 for two pixels, expected all 3 columns; compute the pixels one by one}}
  %acc:8 = kernel.dot_taps %x[%at], %w[%at] rows %at to %at columns %one to %at
      pixels 2 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 0}
      : memref<72xi8>, memref<36xi8>
  return
}

// -----

func.func @elements_after_the_last(%bytes: memref<8xi8>, %numbers: memref<8xi16>, %from: index) {
  %zero = arith.constant 0 : index
  // expected-note @below {{the end comes from here}}
  %end = arith.constant 9 : index
  // expected-error @below {{'kernel.widen_elements' op reads from element 0 to 9, expected a part of the 8 elements}}
  kernel.widen_elements %bytes[%zero] from %from to %end size 8 padding 0, %numbers[%zero] : memref<8xi8>, memref<8xi16>
  return
}

// -----

func.func @padding_of_elements(%bytes: memref<8xi8>, %numbers: memref<8xi16>, %at: index) {
  // expected-error @below {{'kernel.widen_elements' op pads with -32769, expected a number of 8 bits, as the elements are}}
  kernel.widen_elements %bytes[%at] from %at to %at size 8 padding -32769, %numbers[%at] : memref<8xi8>, memref<8xi16>
  return
}

// -----

func.func @too_few_numbers(%bytes: memref<8xi8>, %at: index) {
  %one = arith.constant 1 : index
  // expected-note @below {{the buffer comes from here}}
  %numbers = memref.alloca() : memref<8xi16>
  // expected-error @below {{'kernel.widen_elements' op reaches from element 1 to 9 of the numbers, but there are 8}}
  kernel.widen_elements %bytes[%at] from %at to %at size 8 padding 0, %numbers[%one] : memref<8xi8>, memref<8xi16>
  return
}

// -----

func.func @part_of_a_vector(%x: memref<64xi16>, %w: memref<64xi8>, %sums: memref<4xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_rows' op multiplies 24 numbers of a pixel, expected a multiple of 16; pad the rows of the weights with zeros}}
  kernel.dot_rows %x, %w[%at], %sums size 24 pixels 2 channels 2 : memref<64xi16>, memref<64xi8>, memref<4xi32>
  return
}

// -----

func.func @nine_pixels(%x: memref<144xi16>, %w: memref<64xi8>, %sums: memref<9xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_rows' op attribute 'pixels' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 8}}
  kernel.dot_rows %x, %w[%at], %sums size 16 pixels 9 channels 1 : memref<144xi16>, memref<64xi8>, memref<9xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @too_few_pixels(%x: memref<63xi16>, %w: memref<64xi8>, %sums: memref<4xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_rows' op reaches from element 0 to 64 of the numbers of the pixels, but there are 63}}
  kernel.dot_rows %x, %w[%at], %sums size 32 pixels 2 channels 2 : memref<63xi16>, memref<64xi8>, memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @too_few_weights(%x: memref<64xi16>, %w: memref<64xi8>, %sums: memref<4xi32>) {
  %one = arith.constant 1 : index
  // expected-error @below {{'kernel.dot_rows' op reaches from element 1 to 65 of the weights, but there are 64}}
  kernel.dot_rows %x, %w[%one], %sums size 32 pixels 2 channels 2 : memref<64xi16>, memref<64xi8>, memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @too_few_sums(%x: memref<64xi16>, %w: memref<64xi8>, %sums: memref<3xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_rows' op reaches from element 0 to 4 of the sums, but there are 3}}
  kernel.dot_rows %x, %w[%at], %sums size 32 pixels 2 channels 2 : memref<64xi16>, memref<64xi8>, memref<3xi32>
  return
}

// -----

func.func @large_window(%x: memref<?xi8>, %none: memref<4xi8>, %w: memref<200xi8>, %sums: memref<4xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_window' op has a window of 3 x 11 positions, expected at most 32}}
  kernel.dot_window %x[%at] padding %none, %w[%at] rows %at to %at columns %at to %at, %sums channels 4
      {rows = 3, columns = 11, row_pitch = 96, column_pitch = 4, weight_pitch = 4}
      : memref<?xi8>, memref<4xi8>, memref<200xi8>, memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @too_little_padding(%x: memref<?xi8>, %none: memref<3xi8>, %w: memref<36xi8>, %sums: memref<4xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_window' op reaches from element 0 to 4 of the padding, but there are 3}}
  kernel.dot_window %x[%at] padding %none, %w[%at] rows %at to %at columns %at to %at, %sums channels 4
      {rows = 3, columns = 3, row_pitch = 96, column_pitch = 4, weight_pitch = 4}
      : memref<?xi8>, memref<3xi8>, memref<36xi8>, memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @weights_of_a_window(%x: memref<?xi8>, %none: memref<4xi8>, %w: memref<35xi8>, %sums: memref<4xi32>) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_window' op reaches from element 0 to 36 of the weights, but there are 35}}
  kernel.dot_window %x[%zero] padding %none, %w[%zero] rows %zero to %zero columns %zero to %zero, %sums channels 4
      {rows = 3, columns = 3, row_pitch = 96, column_pitch = 4, weight_pitch = 4}
      : memref<?xi8>, memref<4xi8>, memref<35xi8>, memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @sums_of_a_window(%x: memref<?xi8>, %none: memref<4xi8>, %w: memref<36xi8>, %sums: memref<3xi32>, %at: index) {
  // expected-error @below {{'kernel.dot_window' op reaches from element 0 to 4 of the sums, but there are 3}}
  kernel.dot_window %x[%at] padding %none, %w[%at] rows %at to %at columns %at to %at, %sums channels 4
      {rows = 3, columns = 3, row_pitch = 96, column_pitch = 4, weight_pitch = 4}
      : memref<?xi8>, memref<4xi8>, memref<36xi8>, memref<3xi32>
  return
}

// -----

func.func @no_results(%acc: i32, %scale: i32, %offset: i32) -> i32 {
  // expected-error @below {{'kernel.requantize_double' op attribute 'max' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 32767}}
  %q = kernel.requantize_double %acc, %scale, %offset shift 7 max 0
  return %q : i32
}

// -----

// expected-note @below {{the scratch memory comes from here}}
func.func @keep(%x: tensor<4x8xf32>, %row: memref<2x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{'kernel.keep' op has the scratch memory 'memref<2x8xf32>' for 'tensor<4x8xf32>', expected a buffer of the same elements and rank, with the tensor's extent or 1 in each dimension}}
  %y = kernel.keep %x in %row : tensor<4x8xf32>, memref<2x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// expected-note @below {{the scratch memory comes from here}}
func.func @keep(%x: tensor<4x8xf32>, %row: memref<8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{'kernel.keep' op has the scratch memory 'memref<8xf32>' for 'tensor<4x8xf32>', expected a buffer of the same elements and rank, with the tensor's extent or 1 in each dimension}}
  %y = kernel.keep %x in %row : tensor<4x8xf32>, memref<8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// expected-note @below {{the scratch memory comes from here}}
func.func @keep(%x: tensor<4x8xf32>, %row: memref<1x8xi32>) -> tensor<4x8xf32> {
  // expected-error @below {{'kernel.keep' op has the scratch memory 'memref<1x8xi32>' for 'tensor<4x8xf32>', expected a buffer of the same elements and rank, with the tensor's extent or 1 in each dimension}}
  %y = kernel.keep %x in %row : tensor<4x8xf32>, memref<1x8xi32>
  return %y : tensor<4x8xf32>
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @half_behind_the_words(%number: i32, %words: memref<8xi32>) {
  %at = arith.constant 16 : index
  // expected-error @below {{'kernel.store_half' op stores half 16, but there are the halves of 8 words}}
  kernel.store_half %number, %words[%at] : memref<8xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @half_before_the_words(%number: i32, %words: memref<8xi32>) {
  %at = arith.constant -1 : index
  // expected-error @below {{'kernel.store_half' op stores half -1, but there are the halves of 8 words}}
  kernel.store_half %number, %words[%at] : memref<8xi32>
  return
}

// -----

// expected-note @below {{the operand comes from here}}
func.func @too_few_words(%words: memref<7xi32>) -> tensor<1x1x2x8xi8> {
  // expected-error @below {{'kernel.narrow_words' op has 'memref<7xi32>' for 'tensor<1x1x2x8xi8>', expected a word for two elements}}
  %elements = kernel.narrow_words %words : memref<7xi32> to tensor<1x1x2x8xi8>
  return %elements : tensor<1x1x2x8xi8>
}

// -----

// expected-note @below {{the operand comes from here}}
func.func @unknown_words(%elements: tensor<1x1x2x8xi8>) -> tensor<?xi32> {
  // expected-error @below {{'kernel.widen_words' op has 'tensor<?xi32>' for 'tensor<1x1x2x8xi8>', expected a word for two elements}}
  %words = kernel.widen_words %elements : tensor<1x1x2x8xi8> to tensor<?xi32>
  return %words : tensor<?xi32>
}

// -----

func.func @begin_behind_end(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
  // expected-note @below {{the beginning comes from here}}
  %begin = arith.constant 6 : index
  %end = arith.constant 2 : index
  // expected-error @below {{'kernel.widen_bytes' op reads from element 6 to 2, expected a part of the 8 elements}}
  kernel.widen_bytes %bytes[%at] from %begin to %end size 8 padding 0, %words[%at] : memref<100xi8>, memref<6xi32>
  return
}

// -----

func.func @begin_behind_size(%bytes: memref<100xi8>, %numbers: memref<64xi16>, %at: index) {
  // expected-note @below {{the beginning comes from here}}
  %begin = arith.constant 9 : index
  // expected-error @below {{'kernel.widen_elements' op reads from element 9 to 8, expected a part of the 8 elements}}
  kernel.widen_elements %bytes[%at] from %begin to %at size 8 padding 0, %numbers[%at] : memref<100xi8>, memref<64xi16>
  return
}

// -----

func.func @negative_end(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
  // expected-note @below {{the end comes from here}}
  %end = arith.constant -1 : index
  // expected-error @below {{'kernel.widen_bytes' op reads from element 0 to -1, expected a part of the 8 elements}}
  kernel.widen_bytes %bytes[%at] from %at to %end size 8 padding 0, %words[%at] : memref<100xi8>, memref<6xi32>
  return
}

// -----

func.func @wide_padding(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
  // expected-error @below {{'kernel.widen_bytes' op pads with 1000, expected a number of 8 bits, as the elements are}}
  kernel.widen_bytes %bytes[%at] from %at to %at size 8 padding 1000, %words[%at] : memref<100xi8>, memref<6xi32>
  return
}
