// RUN: tir-opt %s --split-input-file --verify-diagnostics

func.func @columns(%x: memref<200xi8>, %words: memref<56xi32>, %at: index) {
  %none = arith.constant 0 : index
  // expected-note @below {{the end comes from here}}
  %all = arith.constant 8 : index
  // expected-error @below {{'kernel.widen_rows' op reads columns 0 to 8, expected a part of the 7 columns}}
  kernel.widen_rows %x[%at] rows %at to %at columns %none to %all, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<56xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @words(%x: memref<200xi8>, %words: memref<47xi32>, %at: index) {
  %none = arith.constant 0 : index
  // expected-error @below {{'kernel.widen_rows' op reaches from element 0 to 48 of the words, but there are 47}}
  kernel.widen_rows %x[%at] rows %at to %at columns %at to %at, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<47xi32>
  return
}

// -----

// expected-note @below {{the end of the rows comes from here}}
func.func @moves(%x: memref<200xi8>, %words: memref<56xi32>, %at: index) {
  %none = arith.constant 0 : index
  %three = arith.constant 3 : index
  // expected-error @below {{'kernel.widen_rows' op moves the rows, but does not read all of three rows of four channels; copy the rows instead}}
  kernel.widen_rows %x[%at] rows %none to %at columns %none to %three, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0, moves = 1} : memref<200xi8>, memref<56xi32>
  return
}

// -----

func.func @move_channels(%x: memref<200xi8>, %words: memref<56xi32>, %at: index) {
  %none = arith.constant 0 : index
  // expected-note @below {{the end of the rows comes from here}}
  %three = arith.constant 3 : index
  // expected-error @below {{'kernel.widen_rows' op moves the rows, but does not read all of three rows of four channels; copy the rows instead}}
  kernel.widen_rows %x[%at] rows %none to %three columns %none to %three, %words[%none]
      {channels = 2, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0, moves = 1} : memref<200xi8>, memref<56xi32>
  return
}

// -----

func.func @channels(%x: memref<200xi8>, %words: memref<100xi32>, %at: index) {
  // expected-error @+2 {{custom op 'kernel.widen_rows' 'kernel.widen_rows' op attribute 'channels' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 4}}
  kernel.widen_rows %x[%at] rows %at to %at columns %at to %at, %words[%at]
      {channels = 5, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<100xi32>
  return
}

// -----

func.func @rows(%x: memref<200xi8>, %words: memref<100xi32>, %at: index) {
  // expected-error @+2 {{custom op 'kernel.widen_rows' 'kernel.widen_rows' op attribute 'rows' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 3 whose maximum value is 4}}
  kernel.widen_rows %x[%at] rows %at to %at columns %at to %at, %words[%at]
      {channels = 4, rows = 5, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<100xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @taps(%w: memref<5xi32>) {
  %at = arith.constant 3 : index
  // expected-error @below {{'kernel.load_taps' op reaches from element 3 to 6 of the words, but there are 5}}
  %taps:6 = kernel.load_taps %w[%at] : memref<5xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @dot(%words: memref<11xi32>, %w: i32) {
  %at = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_columns' op reaches from element 0 to 12 of the words, but there are 11}}
  %acc:5 = kernel.dot_columns %words[%at] taps(%w, %w, %w, %w, %w, %w) init %w rows 1 pixels 5 stride 1 : memref<11xi32>
  return
}

// -----

func.func @block(%words: memref<13xi32>, %w: i32, %at: index) {
  // expected-error @below {{'kernel.dot_columns' op has 8 sums, expected at most 6, which fit the registers; make the block smaller}}
  %acc:8 = kernel.dot_columns %words[%at] taps(%w, %w, %w, %w, %w, %w) init %w rows 2 pixels 4 stride 1 : memref<13xi32>
  return
}

// -----

// expected-note @below {{the first word comes from here}}
func.func @few_taps(%words: memref<13xi32>, %w: i32, %at: index) {
  // expected-error @below {{'kernel.dot_columns' op has 5 words of weights, expected the 6 of kernel.load_taps}}
  %acc:2 = kernel.dot_columns %words[%at] taps(%w, %w, %w, %w, %w) init %w rows 2 pixels 1 stride 1 : memref<13xi32>
  return
}

// -----

// expected-note @below {{the first word comes from here}}
func.func @next_taps(%words: memref<13xi32>, %w: i32, %at: index) {
  // expected-error @below {{'kernel.dot_next_columns' op has 6 words of weights, expected the 5 of kernel.load_row_taps}}
  %acc:2 = kernel.dot_next_columns %words[%at] taps(%w, %w, %w, %w, %w, %w) init %w pixels 2 begins 0 stride 1 : memref<13xi32>
  return
}

// -----

func.func @next_sums(%words: memref<13xi32>, %w: i32, %at: index) {
  // expected-error @below {{'kernel.dot_next_columns' op has 7 sums, expected at most 6, which fit the registers; make the block smaller}}
  %acc:7 = kernel.dot_next_columns %words[%at] taps(%w, %w, %w, %w, %w) init %w pixels 5 begins 2 stride 1 : memref<13xi32>
  return
}

// -----

// expected-note @below {{the first sum comes from here}}
func.func @next_begun(%words: memref<13xi32>, %w: i32, %at: index) {
  // expected-error @below {{'kernel.dot_next_columns' op has 1 sums of windows that have begun, expected none or 2}}
  %acc:2 = kernel.dot_next_columns %words[%at] taps(%w, %w, %w, %w, %w) begun(%w) init %w pixels 2 begins 0 stride 1
      : memref<13xi32>
  return
}

// -----

// The window of the third pixel begins at column 4, and the second one ends with it.
func.func @next_begins(%words: memref<13xi32>, %w: i32, %at: index) {
  // expected-error @below {{'kernel.dot_next_columns' op begins the window of pixel 3 at column 6, expected one of the pair of column 4, with which the last pixel ends}}
  %acc:4 = kernel.dot_next_columns %words[%at] taps(%w, %w, %w, %w, %w) init %w pixels 2 begins 2 stride 2 : memref<13xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @next_words(%words: memref<5xi32>, %w: i32) {
  %at = arith.constant 0 : index
  // expected-error @below {{'kernel.dot_next_columns' op reaches from element 0 to 6 of the words, but there are 5}}
  %acc:4 = kernel.dot_next_columns %words[%at] taps(%w, %w, %w, %w, %w) init %w pixels 2 begins 2 stride 1 : memref<5xi32>
  return
}

// -----

func.func @unpack_window(%words: memref<12xi32>) {
  // expected-error @below {{'kernel.unpack_taps' op has the result 'tensor<2x3x4x1xi8>', expected 3x3xCx1, windows of 3 x 3 with one output for each channel}}
  %weights = kernel.unpack_taps %words : memref<12xi32> to tensor<2x3x4x1xi8>
  return
}

// -----

func.func @unpack_words() {
  // expected-note @below {{the buffer comes from here}}
  %words = memref.alloc() : memref<11xi32>
  // expected-error @below {{'kernel.unpack_taps' op reads 'memref<11xi32>', expected 12 words for 'tensor<3x3x4x1xi8>'}}
  %weights = kernel.unpack_taps %words : memref<11xi32> to tensor<3x3x4x1xi8>
  return
}

// -----

// expected-note @below {{the first number comes from here}}
func.func @start(%x: memref<96xi32>, %w: memref<96xi32>, %at: index, %bias: i32) {
  // expected-error @below {{'kernel.dot_pairs' op starts with 1 numbers, expected none or 2, one for each channel}}
  %acc:6 = kernel.dot_pairs %x, %w[%at] size 32 pixels 3 pairs 1 init(%bias) : memref<96xi32>, memref<96xi32>
  return
}

// -----

// expected-note @below {{the first number comes from here}}
func.func @start_of_taps(%x: memref<72xi8>, %w: memref<36xi8>, %bias: i32) {
  %at = arith.constant 0 : index
  %all = arith.constant 3 : index
  // expected-error @below {{'kernel.dot_taps' op starts with 3 numbers, expected none or 4, one for each channel}}
  %acc:4 = kernel.dot_taps %x[%at], %w[%at] rows %at to %all columns %at to %all
      pixels 1 init(%bias, %bias, %bias)
      {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 0}
      : memref<72xi8>, memref<36xi8>
  return
}
