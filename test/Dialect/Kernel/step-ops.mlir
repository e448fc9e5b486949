// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --cse --canonicalize | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @widen
// CHECK: kernel.widen_bytes %{{.*}}[%{{.*}}] from %{{.*}} to %{{.*}} size 12 padding -128, %{{.*}}[%{{.*}}] : memref<100xi8>, memref<6xi32>
// KEPT-LABEL: func.func @widen
// KEPT: kernel.widen_bytes
func.func @widen(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
  %none = arith.constant 0 : index
  %all = arith.constant 12 : index
  kernel.widen_bytes %bytes[%at] from %none to %all size 12 padding -128, %words[%none]
      : memref<100xi8>, memref<6xi32>
  return
}

// Seven elements are four words, the last four of the six.
// CHECK-LABEL: func.func @widen_to_the_end
// CHECK: kernel.widen_bytes
func.func @widen_to_the_end(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
  %none = arith.constant 0 : index
  %two = arith.constant 2 : index
  kernel.widen_bytes %bytes[%at] from %two to %two size 7 padding 127, %words[%two]
      : memref<100xi8>, memref<6xi32>
  return
}

// Positions and buffers of unknown size are not checked.
// CHECK-LABEL: func.func @unknown
// CHECK: kernel.widen_bytes %{{.*}} size 400
// CHECK: kernel.dot_pairs %{{.*}} size 200 pixels 1 pairs 3 {tir.name = "sum"} : memref<?xi32>, memref<4xi32>
func.func @unknown(%bytes: memref<?xi8>, %words: memref<?xi32>, %w: memref<4xi32>, %at: index) -> i32 {
  kernel.widen_bytes %bytes[%at] from %at to %at size 400 padding 0, %words[%at] : memref<?xi8>, memref<?xi32>
  %acc:6 = kernel.dot_pairs %words, %w[%at] size 200 pixels 1 pairs 3 {tir.name = "sum"} : memref<?xi32>, memref<4xi32>
  return %acc#5 : i32
}

// The number of results follows from the block: two channels in a pair.
// CHECK-LABEL: func.func @dot
// CHECK: %[[ACC:.*]]:6 = kernel.dot_pairs %{{.*}}, %{{.*}}[%{{.*}}] size 32 pixels 3 pairs 1 : memref<96xi32>, memref<1024xi32>
// CHECK: %{{.*}}:4 = kernel.dot_pairs %{{.*}}, %{{.*}}[%{{.*}}] size 32 pixels 1 pairs 2 init(%[[ACC]]#0, %[[ACC]]#1, %[[ACC]]#2, %[[ACC]]#3) times256 : memref<96xi32>, memref<1024xi32>
// CHECK: %{{.*}}:2 = kernel.dot_pairs %{{.*}}, %{{.*}}[%{{.*}}] size 32 pixels 1 pairs 1 : memref<96xi32>, memref<1024xi32>
// CHECK: return %[[ACC]]#4, %[[ACC]]#5
func.func @dot(%x: memref<96xi32>, %w: memref<1024xi32>, %pair: index) -> (i32, i32, i32, i32) {
  %acc:6 = kernel.dot_pairs %x, %w[%pair] size 32 pixels 3 pairs 1 : memref<96xi32>, memref<1024xi32>
  %two:4 = kernel.dot_pairs %x, %w[%pair] size 32 pixels 1 pairs 2 init(%acc#0, %acc#1, %acc#2, %acc#3) times256
      : memref<96xi32>, memref<1024xi32>
  %one:2 = kernel.dot_pairs %x, %w[%pair] size 32 pixels 1 pairs 1 : memref<96xi32>, memref<1024xi32>
  return %acc#4, %acc#5, %two#3, %one#1 : i32, i32, i32, i32
}

// Runs and pixels may share words, and end with the last word: 40 + 2 * 8 + 24 and 7 + 5 words.
// CHECK-LABEL: func.func @runs
// CHECK: %{{.*}}:6 = kernel.dot_pairs %{{.*}}, %{{.*}}[%{{.*}}] size 48 in runs of 24 apart 40 pixels 3 apart 8 pairs 1 : memref<80xi32>, memref<1024xi32>
// CHECK: %{{.*}}:4 = kernel.dot_pairs %{{.*}}, %{{.*}}[%{{.*}}] size 5 pixels 2 apart 7 pairs 1 init(%{{.*}}#0, %{{.*}}#5) times256 : memref<12xi32>, memref<1024xi32>
// CHECK: %{{.*}}:2 = kernel.dot_pairs %{{.*}}, %{{.*}}[%{{.*}}] size 12 in runs of 4 apart 1 pixels 1 pairs 1 {tir.name = "sum"} : memref<12xi32>, memref<1024xi32>
// KEPT-LABEL: func.func @runs
// KEPT-COUNT-3: kernel.dot_pairs
func.func @runs(%x: memref<80xi32>, %y: memref<12xi32>, %w: memref<1024xi32>, %pair: index) -> (i32, i32) {
  %acc:6 = kernel.dot_pairs %x, %w[%pair] size 48 in runs of 24 apart 40 pixels 3 apart 8 pairs 1
      : memref<80xi32>, memref<1024xi32>
  %two:4 = kernel.dot_pairs %y, %w[%pair] size 5 pixels 2 apart 7 pairs 1 init(%acc#0, %acc#5) times256
      : memref<12xi32>, memref<1024xi32>
  %one:2 = kernel.dot_pairs %y, %w[%pair] size 12 in runs of 4 apart 1 pixels 1 pairs 1 {tir.name = "sum"}
      : memref<12xi32>, memref<1024xi32>
  return %two#3, %one#1 : i32, i32
}

// One pixel of bytes: two results for each pair. Seven elements are four words.
// CHECK-LABEL: func.func @pixel
// CHECK: %[[ACC:.*]]:4 = kernel.dot_pixel %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] size 7 pairs 2 : memref<9xi8>, memref<8xi32>
// CHECK: %[[ONE:.*]]:2 = kernel.dot_pixel %{{.*}} size 8 pairs 1 bytes init(%[[ACC]]#0, %[[ACC]]#3) times256 {tir.name = "sum"} : memref<?xi8>, memref<8xi32>
// CHECK: return %[[ONE]]#1
// KEPT-LABEL: func.func @pixel
// KEPT-COUNT-2: kernel.dot_pixel
// KEPT-NOT: kernel.dot_pixel
func.func @pixel(%x: memref<9xi8>, %y: memref<?xi8>, %w: memref<8xi32>, %at: index) -> i32 {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %acc:4 = kernel.dot_pixel %x[%two], %w[%zero] size 7 pairs 2 : memref<9xi8>, memref<8xi32>
  %one:2 = kernel.dot_pixel %y[%at], %w[%at] size 8 pairs 1 bytes init(%acc#0, %acc#3) times256 {tir.name = "sum"}
      : memref<?xi8>, memref<8xi32>
  %unused:2 = kernel.dot_pixel %y[%at], %w[%at] size 8 pairs 1 : memref<?xi8>, memref<8xi32>
  return %one#1 : i32
}

// A write in between changes what is read, and a step without users does nothing.
// KEPT-LABEL: func.func @between
// KEPT: kernel.dot_pairs
// KEPT-NEXT: memref.store
// KEPT-NEXT: kernel.dot_pairs
// KEPT-NEXT: return
func.func @between(%x: memref<2xi32>, %w: memref<2xi32>, %value: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : index
  %a:2 = kernel.dot_pairs %x, %w[%zero] size 2 pixels 1 pairs 1 : memref<2xi32>, memref<2xi32>
  %b:2 = kernel.dot_pairs %x, %w[%zero] size 2 pixels 1 pairs 1 : memref<2xi32>, memref<2xi32>
  memref.store %value, %x[%zero] : memref<2xi32>
  %c:2 = kernel.dot_pairs %x, %w[%zero] size 2 pixels 1 pairs 1 : memref<2xi32>, memref<2xi32>
  %unused:2 = kernel.dot_pairs %w, %x[%zero] size 2 pixels 1 pairs 1 : memref<2xi32>, memref<2xi32>
  return %a#0, %b#1, %c#0 : i32, i32, i32
}

// CHECK-LABEL: func.func @depthwise
// CHECK: %[[ONE:.*]]:4 = kernel.dot_taps %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} columns %{{.*}} to %{{.*}} pixels 1 {column_pitch = 4 : i64, columns = 3 : i64, pixel_pitch = 4 : i64, row_pitch = 24 : i64, weight_pitch = 4 : i64, zero_point = -128 : i64} : memref<72xi8>, memref<36xi8>
// CHECK: %[[ACC:.*]]:8 = kernel.dot_taps %{{.*}} pixels 2 init(%[[ONE]]#0, {{.*}}zero_point = 127 : i64
// CHECK: return %{{.*}}#3, %[[ACC]]#7
func.func @depthwise(%x: memref<72xi8>, %w: memref<36xi8>) -> (i32, i32) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  %acc:4 = kernel.dot_taps %x[%begin], %w[%begin] rows %begin to %end columns %begin to %end
      pixels 1 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = -128}
      : memref<72xi8>, memref<36xi8>
  %both:8 = kernel.dot_taps %x[%begin], %w[%begin] rows %begin to %end columns %begin to %end
      pixels 2 init(%acc#0, %acc#1, %acc#2, %acc#3)
      {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 127}
      : memref<72xi8>, memref<36xi8>
  return %acc#3, %both#7 : i32, i32
}

// CHECK-LABEL: func.func @quantize
// CHECK: kernel.requantize %{{.*}}, %{{.*}}, %{{.*}} shift 4 bits 8 : i64
// CHECK: kernel.requantize %{{.*}}, %{{.*}}, %{{.*}} shift 31 bits 32 : i64
// CHECK: kernel.requantize %[[ACC:.*]], %[[ACC]], %[[ACC]] sign %[[ACC]] shift 4 bits 8 : i32
// KEPT-LABEL: func.func @quantize
// KEPT-COUNT-3: kernel.requantize
// KEPT-NOT: kernel.requantize
func.func @quantize(%acc: i32, %multiplier: i32, %offset: i64) -> (i32, i32, i32, i32) {
  %a = kernel.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
  %b = kernel.requantize %acc, %multiplier, %offset shift 31 bits 32 : i64
  %by_sign = kernel.requantize %acc, %acc, %acc sign %acc shift 4 bits 8 : i32
  %same = kernel.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
  %unused = kernel.requantize %acc, %multiplier, %offset shift 0 bits 2 : i64
  return %a, %b, %same, %by_sign : i32, i32, i32, i32
}

// Three channels are two pairs, and seven elements four words.
// CHECK-LABEL: func.func @weights
// CHECK: kernel.unpack_pairs %{{.*}} segment 8 : memref<8xi32> to tensor<4x1x1x8xi8>
// CHECK: kernel.unpack_pairs %{{.*}} segment 7 : memref<24xi32> to tensor<3x3x1x7xi8>
// CHECK: kernel.unpack_taps %{{.*}} : memref<24xi32> to tensor<3x3x8x1xi8>
func.func @weights(%words: memref<8xi32>, %odd: memref<24xi32>)
    -> (tensor<4x1x1x8xi8>, tensor<3x3x1x7xi8>, tensor<3x3x8x1xi8>) {
  %weights = kernel.unpack_pairs %words segment 8 : memref<8xi32> to tensor<4x1x1x8xi8>
  %more = kernel.unpack_pairs %odd segment 7 : memref<24xi32> to tensor<3x3x1x7xi8>
  %taps = kernel.unpack_taps %odd : memref<24xi32> to tensor<3x3x8x1xi8>
  return %weights, %more, %taps : tensor<4x1x1x8xi8>, tensor<3x3x1x7xi8>, tensor<3x3x8x1xi8>
}

// CHECK-LABEL: func.func @keep
// CHECK: kernel.keep %{{.*}} : tensor<4x8xf32>
// CHECK: kernel.keep %{{.*}} in %{{.*}} : tensor<4x8xf32>, memref<1x8xf32>
func.func @keep(%x: tensor<4x8xf32>, %row: memref<1x8xf32>) -> tensor<4x8xf32> {
  %y = kernel.keep %x : tensor<4x8xf32>
  %z = kernel.keep %y in %row : tensor<4x8xf32>, memref<1x8xf32>
  return %z : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @widen_elements
// CHECK: kernel.widen_elements %{{.*}}[%{{.*}}] from %{{.*}} to %{{.*}} size 48 padding -128, %{{.*}}[%{{.*}}] : memref<100xi8>, memref<64xi16>
// CHECK: kernel.widen_elements %{{.*}} size 400 padding 127, %{{.*}} : memref<?xi8>, memref<?xi16>
// KEPT-LABEL: func.func @widen_elements
// KEPT-COUNT-2: kernel.widen_elements
func.func @widen_elements(%bytes: memref<100xi8>, %numbers: memref<64xi16>, %some: memref<?xi8>, %any: memref<?xi16>,
                          %at: index) {
  %sixteen = arith.constant 16 : index
  %all = arith.constant 48 : index
  kernel.widen_elements %bytes[%at] from %at to %all size 48 padding -128, %numbers[%sixteen] : memref<100xi8>, memref<64xi16>
  kernel.widen_elements %some[%at] from %at to %at size 400 padding 127, %any[%at] : memref<?xi8>, memref<?xi16>
  return
}

// CHECK-LABEL: func.func @dot_rows
// CHECK: kernel.dot_rows %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}} size 64 pixels 8 channels 16 : memref<512xi16>, memref<1024xi8>, memref<128xi32>
// KEPT-LABEL: func.func @dot_rows
// KEPT: kernel.dot_rows
func.func @dot_rows(%x: memref<512xi16>, %w: memref<1024xi8>, %sums: memref<128xi32>) {
  %none = arith.constant 0 : index
  kernel.dot_rows %x, %w[%none], %sums size 64 pixels 8 channels 16 : memref<512xi16>, memref<1024xi8>, memref<128xi32>
  return
}

// CHECK-LABEL: func.func @dot_window
// CHECK: kernel.dot_window %{{.*}}[%{{.*}}] padding %{{.*}}, %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} columns %{{.*}} to %{{.*}}, %{{.*}} channels 16
// CHECK-SAME: {column_pitch = 16 : i64, columns = 8 : i64, row_pitch = 96 : i64, rows = 4 : i64, weight_pitch = 16 : i64}
// KEPT-LABEL: func.func @dot_window
// KEPT: kernel.dot_window
func.func @dot_window(%x: memref<?xi8>, %none: memref<16xi8>, %w: memref<512xi8>, %sums: memref<16xi32>, %end: index) {
  %begin = arith.constant 0 : index
  kernel.dot_window %x[%begin] padding %none, %w[%begin] rows %begin to %end columns %begin to %end, %sums channels 16
      {rows = 4, columns = 8, row_pitch = 96, column_pitch = 16, weight_pitch = 16}
      : memref<?xi8>, memref<16xi8>, memref<512xi8>, memref<16xi32>
  return
}

// CHECK-LABEL: func.func @requantize_double
// CHECK: kernel.requantize_double %{{.*}}, %{{.*}}, %{{.*}} shift 7 max 255
func.func @requantize_double(%acc: i32, %scale: i32, %offset: i32) -> i32 {
  %q = kernel.requantize_double %acc, %scale, %offset shift 7 max 255
  return %q : i32
}

// A number in half a word, and elements as words and back.
// CHECK-LABEL: func.func @words
// CHECK: kernel.store_half %{{.*}}, %{{.*}}[%{{.*}}] : memref<8xi32>
// CHECK: kernel.store_half %{{.*}}, %{{.*}}[%{{.*}}] {tir.name = "last"} : memref<8xi32>
// CHECK: kernel.narrow_words %{{.*}} : memref<8xi32> to tensor<1x1x2x8xi8>
// CHECK: kernel.widen_words %{{.*}} : tensor<1x1x2x8xi8> to tensor<8xi32>
// CHECK: kernel.unpack_pairs %{{.*}} segment 8 in_order : memref<8xi32> to tensor<4x1x1x8xi8>
// CHECK: kernel.unpack_pairs %{{.*}} segment 8 bytes in_order : memref<8xi32> to tensor<4x1x1x8xi8>
// KEPT-LABEL: func.func @words
// KEPT-COUNT-2: kernel.store_half
func.func @words(%number: i32, %words: memref<8xi32>, %at: index)
    -> (tensor<8xi32>, tensor<4x1x1x8xi8>, tensor<4x1x1x8xi8>) {
  %last = arith.constant 15 : index
  kernel.store_half %number, %words[%at] : memref<8xi32>
  kernel.store_half %number, %words[%last] {tir.name = "last"} : memref<8xi32>
  %elements = kernel.narrow_words %words : memref<8xi32> to tensor<1x1x2x8xi8>
  %wide = kernel.widen_words %elements : tensor<1x1x2x8xi8> to tensor<8xi32>
  %pairs = kernel.unpack_pairs %words segment 8 in_order : memref<8xi32> to tensor<4x1x1x8xi8>
  %bytes = kernel.unpack_pairs %words segment 8 bytes in_order : memref<8xi32> to tensor<4x1x1x8xi8>
  return %wide, %pairs, %bytes : tensor<8xi32>, tensor<4x1x1x8xi8>, tensor<4x1x1x8xi8>
}
