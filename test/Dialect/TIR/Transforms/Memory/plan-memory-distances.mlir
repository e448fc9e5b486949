// RUN: tir-opt %s --tir-infer-distances --tir-plan-memory --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-plan-memory=strategy=separate --split-input-file | FileCheck %s --check-prefix=SEPARATE

// Three kernels in a chain, two buffers of 1024 bytes. The second kernel overwrites its input. It shares its function
// with the first one, whose buffers do not overlap: it gets a variant, whose two arguments no longer guarantee that
// they do not alias.

// CHECK:      tir.prim_func private @halve(%{{.*}}: memref<256xf32> {tir.effect = #tir.effect<read>}, %{{.*}}: memref<256xf32> {tir.effect = #tir.effect<write>})
// CHECK:      tir.prim_func private @halve_in_place(%{{.*}}: memref<256xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, %{{.*}}: memref<256xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0], noalias = false>})
// CHECK:      tir.prim_func @main
// CHECK-SAME:   plan = <buffers = [
// CHECK-SAME:   <alignment = 16, bytes = 1024, first = 0, last = 1, name = "halve", offset = 0, pool = "workspace">
// CHECK-SAME:   <alignment = 16, bytes = 1024, first = 1, last = 2, name = "halve_1", offset = 0, over = ["halve"], pool = "workspace">
// CHECK-SAME:   pools = [<alignment = 16, bytes = 1024, gap = 0, lower_bound = 1024, method = "{{[a-z+-]*}}", name = "workspace", optimal = true>]
// CHECK-SAME:   steps = [{{.*}}name = "halve",{{.*}}name = "halve_in_place",{{.*}}name = "halve",
// CHECK:      tir.call_tir @halve(
// CHECK:      tir.call_tir @halve_in_place(
// CHECK:      tir.call_tir @halve(

// SEPARATE-NOT: over =
// SEPARATE-NOT: in_place
// SEPARATE-NOT: noalias

#same = affine_map<(i) -> (i)>
!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @halve(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "halve">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %half = arith.constant 0.5 : f32
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %half : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  tir.call_tir @halve(%x, %a) : (!vec, !vec) -> ()
  tir.call_tir @halve(%a, %b) : (!vec, !vec) -> ()
  tir.call_tir @halve(%b, %y) : (!vec, !vec) -> ()
  tir.return
}

// -----

// The first buffer has a later reader: the two do not overlap, and no function changes. The same is true if the reader
// is in the next iteration of a loop.

// CHECK-NOT:  noalias
// CHECK-NOT:  distances = 
// CHECK:      tir.prim_func @main
// CHECK-SAME:   pools = [<alignment = 16, bytes = 2048, gap = 0, lower_bound = 2048

#same = affine_map<(i) -> (i)>
!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @halve(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "halve">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %half = arith.constant 0.5 : f32
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %half : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  tir.call_tir @halve(%x, %a) : (!vec, !vec) -> ()
  tir.call_tir @halve(%a, %b) : (!vec, !vec) -> ()
  tir.call_tir @halve(%b, %y) : (!vec, !vec) -> ()
  tir.call_tir @halve(%a, %y) : (!vec, !vec) -> ()
  tir.return
}

// -----

// CHECK-NOT:  noalias
// CHECK:      tir.prim_func @main
// CHECK-SAME:   pools = [<alignment = 16, bytes = 2048

#same = affine_map<(i) -> (i)>
!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @halve(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "halve">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %half = arith.constant 0.5 : f32
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %half : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  tir.call_tir @halve(%x, %a) : (!vec, !vec) -> ()
  scf.for %i = %c0 to %c4 step %c1 {
    tir.call_tir @halve(%a, %b) : (!vec, !vec) -> ()
  }
  tir.call_tir @halve(%b, %y) : (!vec, !vec) -> ()
  tir.return
}

// -----

// Within one iteration of a loop they may overlap, and a function without other calls needs no variant.

// CHECK:      @negate(%{{.*}} {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, %{{.*}} {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0], noalias = false>})
// CHECK-NOT:  in_place
// CHECK:      tir.prim_func @main
// CHECK-SAME:   pools = [<alignment = 16, bytes = 1024, gap = 0
// CHECK-NOT:  in_place

#same = affine_map<(i) -> (i)>
!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @negate(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "negate">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : !vec
    %b = memref.alloc() : !vec
    memref.copy %x, %a : !vec to !vec
    tir.call_tir @negate(%a, %b) : (!vec, !vec) -> ()
    memref.copy %b, %y : !vec to !vec
  }
  tir.return
}

// -----

// Wider elements: the input ends where the output ends. 255 * 3 is rounded up to the
// alignment. Narrower ones: the output begins where the input begins.

// CHECK:      @widen({{.*}}distances = [0, 765]
// CHECK:      @narrow({{.*}}distances = [0, -3]
// CHECK:      bytes = 256, first = 0, last = 1, name = "copy", offset = 768
// CHECK-SAME: bytes = 1024, first = 1, last = 2, name = "widen", offset = 0, over = ["copy"]
// CHECK-SAME: bytes = 256, first = 2, last = 3, name = "narrow", offset = 0, over = ["widen"]
// CHECK-SAME: pools = [<alignment = 16, bytes = 1024, gap = 0

#same = affine_map<(i) -> (i)>
!i8 = memref<256xi8>
!i32 = memref<256xi32>
tir.prim_func private @widen(%x: !i8 {tir.effect = #tir.effect<read>}, %y: !i32 {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !i8 to tensor<256xi8>
  %empty = tensor.empty() : tensor<256xi32>
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : tensor<256xi8>) outs(%empty : tensor<256xi32>) {
  ^bb0(%a: i8, %b: i32):
    %r = arith.extsi %a : i8 to i32
    linalg.yield %r : i32
  } -> tensor<256xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<256xi32>, !i32) -> ()
  tir.return
}
tir.prim_func private @narrow(%x: !i32 {tir.effect = #tir.effect<read>}, %y: !i8 {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !i32 to tensor<256xi32>
  %empty = tensor.empty() : tensor<256xi8>
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : tensor<256xi32>) outs(%empty : tensor<256xi8>) {
  ^bb0(%a: i32, %b: i8):
    %r = arith.trunci %a : i32 to i8
    linalg.yield %r : i8
  } -> tensor<256xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<256xi8>, !i8) -> ()
  tir.return
}
tir.prim_func @main(%x: !i8 {tir.effect = #tir.effect<read>}, %y: !i8 {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !i8
  %b = memref.alloc() : !i32
  %c = memref.alloc() : !i8
  memref.copy %x, %a : !i8 to !i8
  tir.call_tir @widen(%a, %b) : (!i8, !i32) -> ()
  tir.call_tir @narrow(%b, %c) : (!i32, !i8) -> ()
  memref.copy %c, %y : !i8 to !i8
  tir.return
}

// -----

// A sum overwrites one of its operands, and so does a sum of a value with itself.

// CHECK:      name = "add", offset = {{[0-9]+}}, over = ["copy{{(_1)?}}"]
// CHECK-SAME: name = "add_1", offset = {{[0-9]+}}, over = ["add"]
// CHECK-SAME: pools = [<alignment = 16, bytes = 2048, gap = 0

!i32 = memref<256xi32>
tir.prim_func private @add(%x: !i32 {tir.effect = #tir.effect<read>}, %z: !i32 {tir.effect = #tir.effect<read>}, %y: !i32 {tir.effect = #tir.effect<write>}) {
  %one = bufferization.to_tensor %x restrict : !i32 to tensor<256xi32>
  %other = bufferization.to_tensor %z restrict : !i32 to tensor<256xi32>
  %empty = tensor.empty() : tensor<256xi32>
  %out = linalg.add ins(%one, %other : tensor<256xi32>, tensor<256xi32>) outs(%empty : tensor<256xi32>) -> tensor<256xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<256xi32>, !i32) -> ()
  tir.return
}
tir.prim_func @main(%x: !i32 {tir.effect = #tir.effect<read>}, %w: !i32 {tir.effect = #tir.effect<read>}, %y: !i32 {tir.effect = #tir.effect<read_write>}) {
  %a = memref.alloc() : !i32
  %b = memref.alloc() : !i32
  %c = memref.alloc() : !i32
  %d = memref.alloc() : !i32
  %e = memref.alloc() : !i32
  memref.copy %x, %a : !i32 to !i32
  memref.copy %w, %b : !i32 to !i32
  tir.call_tir @add(%a, %b, %c) : (!i32, !i32, !i32) -> ()
  memref.copy %y, %e : !i32 to !i32
  tir.call_tir @add(%c, %c, %d) : (!i32, !i32, !i32) -> ()
  memref.copy %d, %y : !i32 to !i32
  memref.copy %e, %y : !i32 to !i32
  tir.return
}

// -----

// Inputs that are read at another place than the one that is written, through reshapes or not, or with another type,
// which C compilers assume not to alias, do not overlap. One element may be anywhere: all inputs are read before it is
// written.

// CHECK-DAG: name = "transpose", offset = {{[0-9]+}}, pool
// CHECK-DAG: name = "broadcast", offset = {{[0-9]+}}, pool
// CHECK-DAG: name = "bits", offset = {{[0-9]+}}, pool
// CHECK-DAG: name = "join", offset = {{[0-9]+}}, pool

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
!mat = memref<8x8xi32>
!mt = tensor<8x8xi32>
tir.prim_func private @reshape(%x: memref<64xi32> {tir.effect = #tir.effect<read>}, %y: !mat {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "reshape">>} {
  %in = bufferization.to_tensor %x restrict : memref<64xi32> to tensor<64xi32>
  %square = tensor.expand_shape %in [[0, 1]] output_shape [8, 8] : tensor<64xi32> into !mt
  %empty = tensor.empty() : !mt
  %out = linalg.add ins(%square, %square : !mt, !mt) outs(%empty : !mt) -> !mt
  bufferization.materialize_in_destination %out in restrict writable %y : (!mt, !mat) -> ()
  tir.return
}
tir.prim_func private @transpose(%x: !mat {tir.effect = #tir.effect<read>}, %y: !mat {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !mat to !mt
  %empty = tensor.empty() : !mt
  %out = linalg.transpose ins(%in : !mt) outs(%empty : !mt) permutation = [1, 0]
  bufferization.materialize_in_destination %out in restrict writable %y : (!mt, !mat) -> ()
  tir.return
}
tir.prim_func private @broadcast(%x: !mat {tir.effect = #tir.effect<read>}, %y: !mat {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !mat to !mt
  %first = tensor.extract_slice %in[0, 0] [1, 8] [1, 1] : !mt to tensor<8xi32>
  %empty = tensor.empty() : !mt
  %out = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%in, %first : !mt, tensor<8xi32>) outs(%empty : !mt) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %r = arith.addi %a, %b : i32
    linalg.yield %r : i32
  } -> !mt
  bufferization.materialize_in_destination %out in restrict writable %y : (!mt, !mat) -> ()
  tir.return
}
tir.prim_func private @bits(%x: !mat {tir.effect = #tir.effect<read>}, %y: memref<64xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !mat to !mt
  %flat = tensor.collapse_shape %in [[0, 1]] : !mt into tensor<64xi32>
  %empty = tensor.empty() : tensor<64xf32>
  %out = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%flat : tensor<64xi32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%a: i32, %b: f32):
    %r = arith.bitcast %a : i32 to f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<64xf32>, memref<64xf32>) -> ()
  tir.return
}
tir.prim_func private @join(%x: !mat {tir.effect = #tir.effect<read>}, %y: memref<16x8xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !mat to !mt
  %out = tensor.concat dim(0) %in, %in : (!mt, !mt) -> tensor<16x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<16x8xi32>, memref<16x8xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<64xi32> {tir.effect = #tir.effect<read>}, %y: memref<64xf32> {tir.effect = #tir.effect<write>}, %z: memref<16x8xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<64xi32>
  %b = memref.alloc() : !mat
  %c = memref.alloc() : !mat
  %d = memref.alloc() : !mat
  %e = memref.alloc() : memref<64xf32>
  %g = memref.alloc() : !mat
  %h = memref.alloc() : memref<16x8xi32>
  memref.copy %x, %a : memref<64xi32> to memref<64xi32>
  tir.call_tir @reshape(%a, %b) : (memref<64xi32>, !mat) -> ()
  tir.call_tir @transpose(%b, %c) : (!mat, !mat) -> ()
  tir.call_tir @broadcast(%c, %d) : (!mat, !mat) -> ()
  tir.call_tir @bits(%d, %e) : (!mat, memref<64xf32>) -> ()
  memref.copy %e, %y : memref<64xf32> to memref<64xf32>
  %flat = memref.expand_shape %x [[0, 1]] output_shape [8, 8] : memref<64xi32> into !mat
  memref.copy %flat, %g : !mat to !mat
  tir.call_tir @join(%g, %h) : (!mat, memref<16x8xi32>) -> ()
  memref.copy %h, %z : memref<16x8xi32> to memref<16x8xi32>
  tir.return
}

// -----

// A single element may be anywhere: all inputs are read before it is written.

// CHECK: distances = [0, -256]
// CHECK: name = "sum", offset = {{[0-9]+}}, over = ["copy"]
// CHECK-SAME: pools = [<alignment = 16, bytes = 256, gap = 0

tir.prim_func private @sum(%x: memref<64xf32> {tir.effect = #tir.effect<read>}, %y: memref<f32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<64xf32> to tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %out = linalg.reduce ins(%in : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    }
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<f32>, memref<f32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<64xf32> {tir.effect = #tir.effect<read>}, %y: memref<f32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<f32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  tir.call_tir @sum(%a, %b) : (memref<64xf32>, memref<f32>) -> ()
  memref.copy %b, %y : memref<f32> to memref<f32>
  tir.return
}

// -----

// If it saves nothing, no buffers overlap: the first two buffers determine the size.

// CHECK-NOT: noalias
// CHECK:     tir.prim_func @main
// CHECK-SAME:  pools = [<alignment = 16, bytes = 1024, gap = 0, lower_bound = 1024

#same = affine_map<(i) -> (i)>
!vec = memref<16xf32>
!ten = tensor<16xf32>
tir.prim_func private @negate(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "negate">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}, %w: memref<1024xi8> {tir.effect = #tir.effect<read_write>}) {
  %large = memref.alloc() : memref<1024xi8>
  memref.copy %w, %large : memref<1024xi8> to memref<1024xi8>
  memref.copy %large, %w : memref<1024xi8> to memref<1024xi8>
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  memref.copy %x, %a : !vec to !vec
  tir.call_tir @negate(%a, %b) : (!vec, !vec) -> ()
  memref.copy %b, %y : !vec to !vec
  tir.return
}

// -----

// The declared effects of a function from outside also apply.

// CHECK: tir.prim_func private @npu_shift(memref<64xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, memref<64xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 16], noalias = false>})
// CHECK: tir.prim_func @main
// CHECK-SAME: pools = [<alignment = 16, bytes = 80, gap = 0

tir.prim_func private @npu_shift(memref<64xi8> {tir.effect = #tir.effect<read>}, memref<64xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 16]>})
tir.prim_func @main(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %y: memref<64xi8> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<64xi8>
  %b = memref.alloc() : memref<64xi8>
  memref.copy %x, %a : memref<64xi8> to memref<64xi8>
  tir.call_extern @npu_shift(%a, %b) : (memref<64xi8>, memref<64xi8>) -> ()
  memref.copy %b, %y : memref<64xi8> to memref<64xi8>
  tir.return
}

// -----

// The second of two overlaps saves nothing: at its step the rest leaves room.

// CHECK:     @negate({{.*}}noalias = false
// CHECK-NOT: noalias
// CHECK:     tir.prim_func @main
// CHECK-SAME:  name = "negate", offset = 0, over = ["copy"]
// CHECK-SAME:  name = "halve", offset = {{[0-9]+}}, pool
// CHECK-SAME:  pools = [<alignment = 16, bytes = 64, gap = 0, lower_bound = 64

#same = affine_map<(i) -> (i)>
!vec = memref<16xf32>
!ten = tensor<16xf32>
tir.prim_func private @negate(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "negate">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func private @halve(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "halve">>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %half = arith.constant 0.5 : f32
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %half : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func @main(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}, %z: memref<4xf32> {tir.effect = #tir.effect<read_write>}) {
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  memref.copy %x, %a : !vec to !vec
  tir.call_tir @negate(%a, %b) : (!vec, !vec) -> ()
  memref.copy %b, %y : !vec to !vec
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  memref.copy %z, %c : memref<4xf32> to memref<4xf32>
  tir.call_tir @halve(%c, %d) : (memref<4xf32>, memref<4xf32>) -> ()
  memref.copy %d, %z : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----

// The last kernel reads an output. The application reads it after the run, so that no distance applies. The same is true
// of state, which the next run reads.

// CHECK-NOT:  distances = 
// CHECK:      tir.prim_func @outputs(
// CHECK-SAME:   first = 0, last = 2, name = "state",
// CHECK-SAME:   first = 0, last = 2, name = "one",
// CHECK-SAME:   first = 1, last = 2, name = "two",
// CHECK-SAME:   first = 2, last = 2, name = "three",
// CHECK-SAME:   pools = [<alignment = 16, bytes = 4096, gap = 0, lower_bound = 4096

#same = affine_map<(i) -> (i)>
!vec = memref<256xf32>
!ten = tensor<256xf32>
tir.prim_func private @halve(%x: !vec {tir.effect = #tir.effect<read>}, %y: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "halve">>} {
  %in = bufferization.to_tensor %x restrict : !vec to !ten
  %empty = tensor.empty() : !ten
  %half = arith.constant 0.5 : f32
  %out = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %half : f32
    linalg.yield %r : f32
  } -> !ten
  bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !vec) -> ()
  tir.return
}
tir.prim_func @outputs() {
  %state = memref.alloc() {tir.port = #tir.port<argument = {tir.name = "state"}>} : !vec
  %one = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<write>, tir.name = "one"}>} : !vec
  %two = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<write>, tir.name = "two"}>} : !vec
  %three = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<write>, tir.name = "three"}>} : !vec
  tir.call_tir @halve(%state, %one) : (!vec, !vec) -> ()
  tir.call_tir @halve(%one, %two) : (!vec, !vec) -> ()
  tir.call_tir @halve(%two, %three) : (!vec, !vec) -> ()
  tir.return
}

// -----

// An input that is passed twice keeps the larger of its distances, whichever argument has it.

// CHECK-LABEL: tir.prim_func @passed_twice
// CHECK-SAME:    bytes = 64, first = 0, last = 1, name = "copy", offset = 48, pool
// CHECK-SAME:    bytes = 64, first = 1, last = 2, name = "npu_mix", offset = 0, over = ["copy"]
tir.prim_func private @npu_mix(memref<64xi8> {tir.effect = #tir.effect<read>}, memref<64xi8> {tir.effect = #tir.effect<read>}, memref<64xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 48, 1, 16]>}) attributes {calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func @passed_twice(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %y: memref<64xi8> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<64xi8>
  %b = memref.alloc() : memref<64xi8>
  memref.copy %x, %a : memref<64xi8> to memref<64xi8>
  tir.call_extern @npu_mix(%a, %a, %b) : (memref<64xi8>, memref<64xi8>, memref<64xi8>) -> ()
  memref.copy %b, %y : memref<64xi8> to memref<64xi8>
  tir.return
}

// -----

// Of two buffers, one of which lives through a loop, neither lies over the other, though the loop has one step.

// CHECK-LABEL: tir.prim_func @input_before_loop
// CHECK-SAME:    pools = [<alignment = 16, bytes = 128
tir.prim_func private @npu_not(memref<64xi8> {tir.effect = #tir.effect<read>}, memref<64xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) attributes {calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func @input_before_loop(%x: memref<64xi8> {tir.effect = #tir.effect<read>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<64xi8>
  memref.copy %x, %a : memref<64xi8> to memref<64xi8>
  scf.for %i = %c0 to %c4 step %c1 {
    %b = memref.alloc() : memref<64xi8>
    tir.call_extern @npu_not(%a, %b) : (memref<64xi8>, memref<64xi8>) -> ()
  }
  tir.return
}

// -----

// CHECK-LABEL: tir.prim_func @output_after_loop
// CHECK-SAME:    pools = [<alignment = 16, bytes = 128
tir.prim_func private @npu_not(memref<64xi8> {tir.effect = #tir.effect<read>}, memref<64xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) attributes {calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func @output_after_loop(%y: memref<64xi8> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %b = memref.alloc() : memref<64xi8>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<64xi8>
    tir.call_extern @npu_not(%a, %b) : (memref<64xi8>, memref<64xi8>) -> ()
  }
  memref.copy %b, %y : memref<64xi8> to memref<64xi8>
  tir.return
}
