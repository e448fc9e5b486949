// RUN: tir-opt %s --split-input-file --tir-schedule-kernels | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels="schedule=elementwise" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --split-input-file --tir-schedule-kernels --tir-bufferize --tir-lower-kernels --canonicalize --cse | FileCheck %s --check-prefix=LOOPS

// NONE-NOT: kernel.argument = #kernel.argument<scratch = true>
// NONE-NOT: rowwise

// The sums are scalars; the powers are in memory for one row.
// CHECK-LABEL: tir.prim_func private @rows(
// CHECK-SAME: %[[ROW:[^:]*]]: memref<1x8xf32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "row"}
// A row of the input is read before the row of the output is stored.
// CHECK-SAME: memref<4x8xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}
// CHECK-SAME: schedule = #kernel.rowwise<rows = [0]>
// CHECK: kernel.keep %{{.*}} in %[[ROW]] : tensor<4x8xf32>, memref<1x8xf32>
// CHECK: kernel.keep %{{.*}} : tensor<4xf32>
// CHECK: tir.call_tir @rows(%{{.*}}) outs(%{{.*}}, %{{.*}}) : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<4x8xf32>)
// LOOPS-LABEL: tir.prim_func private @rows(
// LOOPS-SAME: %[[X:.*]]: memref<4x8xf32> {{.*}}, %[[ROW:.*]]: memref<1x8xf32> {{.*}}, %[[Y:[^:]*]]: memref<4x8xf32>
// LOOPS-SAME: blocks = "4 rows of 8, one after the other"
// LOOPS:      scf.for %[[I:.*]] = %c0 to %c4 step %c1 {
// LOOPS-NEXT:   scf.for %[[J:.*]] = %c0 to %c8 step %c1 {
// LOOPS-NEXT:     memref.load %[[X]][%[[I]], %[[J]]]
// LOOPS-NEXT:     math.exp
// LOOPS-NEXT:     memref.store %{{.*}}, %[[ROW]][%c0, %[[J]]]
// LOOPS-NEXT:   } {tir.name = "j"}
// LOOPS-NEXT:   %[[SUM:.*]] = scf.for %[[R:.*]] = %c0 to %c8 step %c1 iter_args(
// LOOPS-NEXT:     memref.load %[[ROW]][%c0, %[[R]]]
// LOOPS-NEXT:     arith.addf
// LOOPS-NEXT:     scf.yield
// LOOPS-NEXT:   } {tir.name = "r"}
// LOOPS-NEXT:   scf.for %[[J:.*]] = %c0 to %c8 step %c1 {
// LOOPS-NEXT:     memref.load %[[ROW]][%c0, %[[J]]]
// LOOPS-NEXT:     arith.divf %{{.*}}, %[[SUM]]
// LOOPS-NEXT:     memref.store %{{.*}}, %[[Y]][%[[I]], %[[J]]]
// LOOPS-NEXT:   } {tir.name = "j"}
// LOOPS-NEXT: } {tir.name = "i"}
// LOOPS-NEXT: tir.return
tir.prim_func private @rows(%x: memref<4x8xf32> {tir.effect = #tir.effect<read>}, %y: memref<4x8xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x8xf32> to tensor<4x8xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %exp = linalg.exp ins(%in : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %powers = kernel.keep %exp : tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %one = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%powers : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %sums = kernel.keep %sum : tensor<4xf32>
  // A reshape between them changes nothing.
  %expanded = tensor.expand_shape %sums [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %out = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>],
                         iterator_types = ["parallel", "parallel"]}
      ins(%powers, %expanded : tensor<4x8xf32>, tensor<4x1xf32>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<4x8xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  tir.return
}
tir.prim_func @main(%a: memref<4x8xf32> {tir.effect = #tir.effect<read>}, %b: memref<4x8xf32> {tir.effect = #tir.effect<write>}) {
  %x = bufferization.to_tensor %a restrict : memref<4x8xf32> to tensor<4x8xf32>
  %e = bufferization.to_tensor %b restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %y = tir.call_tir @rows(%x) outs(%e) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  bufferization.materialize_in_destination %y in restrict writable %b : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  tir.return
}

// -----

// Rows in two dimensions of the output, which are others in the kept tensor.
// CHECK-LABEL: tir.prim_func private @transposed(
// CHECK-SAME: memref<5x1x1xf32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "row"}
// The elements of a row do not lie together.
// CHECK-SAME: memref<2x5x3xf32> {tir.effect = #tir.effect<write>}
// CHECK-SAME: schedule = #kernel.rowwise<rows = [0, 2]>
// LOOPS-LABEL: tir.prim_func private @transposed(
// LOOPS-SAME: blocks = "6 rows of 5, one after the other"
// LOOPS:      scf.for %[[I:.*]] = %c0 to %c2 step %c1 {
// LOOPS-NEXT:   scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// LOOPS-NEXT:     scf.for %[[D:.*]] = %c0 to %c5 step %c1 {
// LOOPS-NEXT:       memref.load %{{.*}}[%[[D]], %[[K]], %[[I]]]
// LOOPS-NEXT:       math.exp
// LOOPS-NEXT:       memref.store %{{.*}}[%[[D]], %c0, %c0]
tir.prim_func private @transposed(%x: memref<5x3x2xf32> {tir.effect = #tir.effect<read>}, %y: memref<2x5x3xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<5x3x2xf32> to tensor<5x3x2xf32>
  %empty = tensor.empty() : tensor<5x3x2xf32>
  %exp = linalg.exp ins(%in : tensor<5x3x2xf32>) outs(%empty : tensor<5x3x2xf32>) -> tensor<5x3x2xf32>
  %kept = kernel.keep %exp : tensor<5x3x2xf32>
  %all = tensor.empty() : tensor<2x5x3xf32>
  %zero = arith.constant 0.0 : f32
  %one = tensor.empty() : tensor<3x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<3x2xf32>) -> tensor<3x2xf32>
  %sum = linalg.reduce {arith.addf} ins(%kept : tensor<5x3x2xf32>) outs(%init : tensor<3x2xf32>) dimensions = [0]
  %out = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                         iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%kept, %sum : tensor<5x3x2xf32>, tensor<3x2xf32>) outs(%all : tensor<2x5x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<2x5x3xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<2x5x3xf32>, memref<2x5x3xf32>) -> ()
  tir.return
}
tir.prim_func @main(%a: memref<5x3x2xf32> {tir.effect = #tir.effect<read>}, %b: memref<2x5x3xf32> {tir.effect = #tir.effect<write>}) {
  %x = bufferization.to_tensor %a restrict : memref<5x3x2xf32> to tensor<5x3x2xf32>
  %e = bufferization.to_tensor %b restrict writable : memref<2x5x3xf32> to tensor<2x5x3xf32>
  %y = tir.call_tir @transposed(%x) outs(%e) : (tensor<5x3x2xf32>, tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  bufferization.materialize_in_destination %y in restrict writable %b : (tensor<2x5x3xf32>, memref<2x5x3xf32>) -> ()
  tir.return
}

// -----

// Elements of the kept tensor are read for every row, so that the output is one row.
// CHECK-LABEL: tir.prim_func private @square(
// CHECK-SAME: memref<4x4xf32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "row"}
// The whole input is read before any element is stored.
// CHECK-SAME: memref<4x4xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, -64]>}
// CHECK-SAME: schedule = #kernel.rowwise, tir.function = #tir.function<kernel = <cycles = {{[0-9]+}}>>}
// LOOPS-LABEL: tir.prim_func private @square(
// LOOPS-NOT: blocks =
tir.prim_func private @square(%x: memref<4x4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4x4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x4xf32> to tensor<4x4xf32>
  %empty = tensor.empty() : tensor<4x4xf32>
  %exp = linalg.exp ins(%in : tensor<4x4xf32>) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %kept = kernel.keep %exp : tensor<4x4xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %out = linalg.matmul ins(%kept, %kept : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
  tir.return
}
tir.prim_func @main(%a: memref<4x4xf32> {tir.effect = #tir.effect<read>}, %b: memref<4x4xf32> {tir.effect = #tir.effect<write>}) {
  %x = bufferization.to_tensor %a restrict : memref<4x4xf32> to tensor<4x4xf32>
  %e = bufferization.to_tensor %b restrict writable : memref<4x4xf32> to tensor<4x4xf32>
  %y = tir.call_tir @square(%x) outs(%e) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  bufferization.materialize_in_destination %y in restrict writable %b : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
  tir.return
}

// -----

// The last step reads all rows of the input.
// LOOPS-LABEL: tir.prim_func private @read_last(
// CHECK-LABEL: tir.prim_func private @read_last(
// CHECK-SAME: memref<4x4xf32> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.rowwise<rows = [0]>, tir.function = #tir.function<kernel = <cycles = {{[0-9]+}}>>}
tir.prim_func private @read_last(%x: memref<4x4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4x4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x4xf32> to tensor<4x4xf32>
  %empty = tensor.empty() : tensor<4x4xf32>
  %exp = linalg.exp ins(%in : tensor<4x4xf32>) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %kept = kernel.keep %exp : tensor<4x4xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %out = linalg.matmul ins(%kept, %in : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
  tir.return
}
tir.prim_func @main(%a: memref<4x4xf32> {tir.effect = #tir.effect<read>}, %b: memref<4x4xf32> {tir.effect = #tir.effect<write>}) {
  %x = bufferization.to_tensor %a restrict : memref<4x4xf32> to tensor<4x4xf32>
  %e = bufferization.to_tensor %b restrict writable : memref<4x4xf32> to tensor<4x4xf32>
  %y = tir.call_tir @read_last(%x) outs(%e) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  bufferization.materialize_in_destination %y in restrict writable %b : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
  tir.return
}
