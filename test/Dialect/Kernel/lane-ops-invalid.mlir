// RUN: tir-opt %s --split-input-file --verify-diagnostics

func.func @fewer_numbers(%packed: memref<72xf32>) -> tensor<6x1x1x12xf32> { // expected-note {{the buffer}}
  // expected-error@+1 {{'kernel.unpack_lanes' op reads 'memref<72xf32>', expected 96 numbers for 'tensor<6x1x1x12xf32>'}}
  %weights = kernel.unpack_lanes %packed lanes 8 : memref<72xf32> to tensor<6x1x1x12xf32>
  return %weights : tensor<6x1x1x12xf32>
}

// -----

func.func @no_windows(%packed: memref<96xf32>) -> tensor<8x12xf32> {
  // expected-error@+1 {{has the result 'tensor<8x12xf32>', expected OxHxWxI, windows of output channels}}
  %weights = kernel.unpack_lanes %packed lanes 8 : memref<96xf32> to tensor<8x12xf32>
  return %weights : tensor<8x12xf32>
}

// -----

func.func @few_sums(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<95xf32>) { // expected-note {{the buffer}}
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{reaches from element 0 to 96 of the sums, but there are 95}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<95xf32>
  return
}

// -----

func.func @few_weights(%x: memref<384xf32>, %w: memref<1023xf32>, %sums: memref<96xf32>) { // expected-note {{the buffer}}
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  // expected-error@+1 {{reaches from element 0 to 1024 of the weights, but there are 1023}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1023xf32>, memref<96xf32>
  return
}

// -----

func.func @two_starts(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>, %b: memref<16xf32>) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{starts with 'from' and with 'zero', expected one}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 from %b[%begin] : memref<16xf32> zero
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @adds_to_sums(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>, %b: memref<16xf32>) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{adds, clamps or has a pitch of sums or of rows of weights, expected 'from' or 'zero' then}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 add %b[%begin] : memref<16xf32>
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @clamps_sums(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{adds, clamps or has a pitch of sums or of rows of weights, expected 'from' or 'zero' then}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 clamp %low to %high
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @pitch_of_sums(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{adds, clamps or has a pitch of sums or of rows of weights, expected 'from' or 'zero' then}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16, sums_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @no_order(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{has limits that are not in order, or zeros with a sign that matters}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 zero clamp %high to %low
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @few_outputs(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>) { // expected-note {{the buffer}}
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{reaches from element 0 to 101 of the sums, but there are 96}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 zero
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16, sums_pitch = 17}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @few_starts(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>, %b: memref<15xf32>) { // expected-note {{the buffer}}
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{reaches from element 0 to 16 of the start, but there are 15}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 from %b[%begin] : memref<15xf32>
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

func.func @few_addends(%x: memref<384xf32>, %w: memref<1024xf32>, %sums: memref<96xf32>, %b: memref<95xf32>) { // expected-note {{the buffer}}
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  // expected-error@+1 {{reaches from element 0 to 96 of the addends, but there are 95}}
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16 zero add %b[%begin] : memref<95xf32>
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16, addend_pitch = 16}
      : memref<384xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// -----

// expected-error@+1 {{#kernel.lanes has blocks of 17 pixels and 8 channels, expected 1 to 16 and 4 to 64, whose sums fit the vector registers}}
func.func private @pixels() attributes {schedule = #kernel.lanes<pixels = 17, lanes = 8>}
