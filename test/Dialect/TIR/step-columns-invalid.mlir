// RUN: tir-opt %s --split-input-file --verify-diagnostics

func.func @columns(%x: memref<200xi8>, %words: memref<56xi32>, %at: index) {
  %none = arith.constant 0 : index
  %all = arith.constant 8 : index
  // expected-error @below {{'tir.widen_rows' op reads columns 0 to 8, expected a part of the 7 columns}}
  tir.widen_rows %x[%at] rows %at to %at columns %none to %all, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<56xi32>
  return
}

// -----

func.func @words(%x: memref<200xi8>, %words: memref<55xi32>, %at: index) {
  %none = arith.constant 0 : index
  // expected-error @below {{'tir.widen_rows' op reaches from element 0 to 56 of the words, but there are 55}}
  tir.widen_rows %x[%at] rows %at to %at columns %at to %at, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<55xi32>
  return
}

// -----

func.func @channels(%x: memref<200xi8>, %words: memref<100xi32>, %at: index) {
  // expected-error @+2 {{custom op 'tir.widen_rows' 'tir.widen_rows' op attribute 'channels' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 4}}
  tir.widen_rows %x[%at] rows %at to %at columns %at to %at, %words[%at]
      {channels = 5, columns = 7, row_pitch = 40, column_pitch = 8, padding = 0} : memref<200xi8>, memref<100xi32>
  return
}

// -----

func.func @taps(%w: memref<64xi8>) {
  %at = arith.constant 0 : index
  // expected-error @below {{'tir.load_taps' op reaches from element 0 to 65 of the weights, but there are 64}}
  %taps:5 = tir.load_taps %w[%at] pitch 8 : memref<64xi8>
  return
}

// -----

func.func @dot(%words: memref<13xi32>, %w: i32) {
  %at = arith.constant 0 : index
  // expected-error @below {{'tir.dot_columns' op reaches from element 0 to 14 of the words, but there are 13}}
  %acc:5 = tir.dot_columns %words[%at] taps %w, %w, %w, %w, %w init %w pixels 5 stride 1 : memref<13xi32>
  return
}

// -----

func.func @start(%x: memref<96xi32>, %w: memref<96xi32>, %at: index, %bias: i32) {
  // expected-error @below {{'tir.dot_pairs' op starts with 1 numbers, expected none or 2, one for each channel}}
  %acc:6 = tir.dot_pairs %x, %w[%at] size 32 pixels 3 pairs 1 init(%bias) : memref<96xi32>, memref<96xi32>
  return
}

// -----

func.func @start_of_taps(%x: memref<72xi8>, %w: memref<36xi8>, %bias: i32) {
  %at = arith.constant 0 : index
  %all = arith.constant 3 : index
  // expected-error @below {{'tir.dot_taps' op starts with 3 numbers, expected none or 4, one for each channel}}
  %acc:4 = tir.dot_taps %x[%at], %w[%at] rows %at to %all columns %at to %all
      pixels 1 init(%bias, %bias, %bias)
      {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 0}
      : memref<72xi8>, memref<36xi8>
  return
}
