// RUN: tir-opt %s --split-input-file --verify-diagnostics

func.func @unknown(%x: memref<48xi8>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op calls the step 'mve_dot', which does not exist; expected one of 'mve_dot_rows', 'mve_copy_row', 'mve_dot_window', 'mve_interleave_rows', 'mve_dot_columns', 'mve_dot_segments', 'mve_requantize', 'mve_requantize_uniform', 'mve_rescale', 'mve_add_elements'}}
  kernel.call_step "mve_dot"(%x) at(%0) numbers() sizes [] : memref<48xi8>
  return
}

// -----

func.func @buffers(%x: memref<48xi8>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes 1 buffers to the step 'mve_copy_row', expected 2}}
  kernel.call_step "mve_copy_row"(%x) at(%0) numbers(%0, %0, %0) sizes [9, 0] : memref<48xi8>
  return
}

// -----

func.func @numbers(%x: memref<48xi8>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes 2 numbers to the step 'mve_copy_row', expected 3}}
  kernel.call_step "mve_copy_row"(%x, %x) at(%0, %0) numbers(%0, %0) sizes [9, 0] : memref<48xi8>, memref<48xi8>
  return
}

// -----

func.func @range(%x: memref<48xi8>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes 128 as 'padding' to the step 'mve_copy_row', expected -128 to 127}}
  kernel.call_step "mve_copy_row"(%x, %x) at(%0, %0) numbers(%0, %0, %0) sizes [9, 128]
      : memref<48xi8>, memref<48xi8>
  return
}

// -----

func.func @together(%x: memref<48xi8>, %sums: memref<12xi32>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes sizes to the step 'mve_dot_rows' that do not belong together: 'row_size' is not a multiple of 16 of at least 'size'}}
  kernel.call_step "mve_dot_rows"(%x, %x, %sums) at(%0, %0, %0) numbers() sizes [9, 9, 24, 1, 1]
      : memref<48xi8>, memref<48xi8>, memref<12xi32>
  return
}

// -----

func.func @element(%x: memref<48xi8>, %0: index) { // expected-note {{the buffer}}
  // expected-error@+1 {{'kernel.call_step' op passes elements of type 'i8' as 'sums', expected i32}}
  kernel.call_step "mve_dot_rows"(%x, %x, %x) at(%0, %0, %0) numbers() sizes [9, 9, 16, 1, 1]
      : memref<48xi8>, memref<48xi8>, memref<48xi8>
  return
}

// -----

func.func @reach(%x: memref<48xi8>, %sums: memref<12xi32>) { // expected-note {{the buffer}}
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'kernel.call_step' op reaches from element 1 to 49 of the w, but there are 48}}
  kernel.call_step "mve_dot_rows"(%x, %x, %sums) at(%c1, %c1, %c1) numbers() sizes [9, 9, 16, 3, 3]
      : memref<48xi8>, memref<48xi8>, memref<12xi32>
  return
}

// -----

// There is space for a whole vector at the end.
func.func @space(%x: memref<48xi8>, %words: memref<12xi32>, %0: index) { // expected-note {{the buffer}}
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'kernel.call_step' op reaches from element 0 to 27 of the words, but there are 12}}
  kernel.call_step "mve_interleave_rows"(%x, %words) at(%c0, %c0) numbers(%0, %0, %0, %0, %0) sizes [3, 3, 16, 4, 4, 0]
      : memref<48xi8>, memref<12xi32>
  return
}

// -----

func.func @rounding(%x: memref<48xi8>, %numbers: memref<12xi32>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes sizes to the step 'mve_rescale' that do not belong together: 'bits' is 32, and the rounding is not double}}
  kernel.call_step "mve_rescale"(%numbers, %numbers, %numbers, %x, %x) at(%0, %0, %0, %0, %0) numbers() sizes [4, 0, 5, 32, 0, 0, -128, 127, 3, 4]
      : memref<12xi32>, memref<12xi32>, memref<12xi32>, memref<48xi8>, memref<48xi8>
  return
}

// -----

func.func @segment(%x: memref<48xi8>, %sums: memref<12xi32>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes sizes to the step 'mve_dot_segments' that do not belong together: 'segment' is not a multiple of 16}}
  kernel.call_step "mve_dot_segments"(%x, %x, %x, %sums) at(%0, %0, %0, %0) numbers(%0, %0, %0, %0, %0) sizes [1, 3, 9, 3, 1, 9, 1, 1, 0]
      : memref<48xi8>, memref<48xi8>, memref<48xi8>, memref<12xi32>
  return
}

// -----

func.func @columns(%x: memref<48xi8>, %sums: memref<12xi32>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes sizes to the step 'mve_dot_segments' that do not belong together: the windows have more columns than 'columns'}}
  kernel.call_step "mve_dot_segments"(%x, %x, %x, %sums) at(%0, %0, %0, %0) numbers(%0, %0, %0, %0, %0) sizes [1, 2, 16, 16, 1, 32, 2, 1, 0]
      : memref<48xi8>, memref<48xi8>, memref<48xi8>, memref<12xi32>
  return
}

// -----

func.func @windows(%x: memref<48xi8>, %words: memref<90xi32>, %0: index) {
  // expected-error@+1 {{'kernel.call_step' op passes 7 as 'pixels' to the step 'mve_dot_columns', expected 1 to 6}}
  kernel.call_step "mve_dot_columns"(%words, %x, %words) at(%0, %0, %0) numbers() sizes [3, 1, 7, 3]
      : memref<90xi32>, memref<48xi8>, memref<90xi32>
  return
}

// -----

// expected-error@+1 {{#kernel.vector has steps of the family 'sve', which does not exist; expected 'mve'}}
func.func private @family() attributes {schedule = #kernel.vector<family = "sve", pixels = 3>}

// -----

// expected-error@+1 {{#kernel.vector has blocks of 7 pixels, expected 1 to 6, whose windows fit the registers}}
func.func private @pixels() attributes {schedule = #kernel.vector<family = "mve", pixels = 7>}
