// RUN: tir-opt %s --tir-merge-kernels --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-merge-kernels --tir-merge-kernels --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-merge-kernels --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Kernels on tensors that differ in their places and in the ranges of their constants: the first stays, and lists the
// others. A call keeps the place of the kernel that it computes.

// CHECK-LABEL: module @tensors
// CHECK:      tir.prim_func private @conv_0(
// CHECK-SAME:   {kernel.argument = #kernel.argument<range = [-7, 9]>, tir.effect = #tir.effect<read>, tir.name = "weights"}
// CHECK-SAME:   attributes {tir.function = #tir.function<kernel = <fused = ["conv#0", "rescale#0", "conv#1", "rescale#1", "conv#2"],
// CHECK-SAME:     macs = 4, place = "conv#0", shared_by = ["conv#0", "conv#1", "conv#2"]>>}
// CHECK:      tir.prim_func private @other_0(
// CHECK-SAME:   attributes {tir.function = #tir.function<kernel = <fused = ["other#0"], macs = 4, place = "other#0">>}
// CHECK-NOT:  tir.prim_func private
// CHECK:      tir.prim_func @main(
// CHECK:        %[[A:.*]] = tir.call_tir @conv_0(%{{.*}}, %{{.*}}) outs(%{{.*}}) {tir.call = #tir.call<layer = <fused = ["conv#0", "rescale#0"], place = "conv#0">>}
// CHECK:        %[[B:.*]] = tir.call_tir @conv_0(%[[A]], %{{.*}}) outs(%{{.*}}) {tir.call = #tir.call<layer = <fused = ["conv#1", "rescale#1"], place = "conv#1">>}
// CHECK:        %[[C:.*]] = tir.call_tir @other_0(%[[B]], %{{.*}}) outs(%{{.*}}) : (
// CHECK:        tir.call_tir @conv_0(%[[C]], %{{.*}}) outs(%{{.*}}) {tir.call = #tir.call<layer = <fused = ["conv#2"], place = "conv#2">>}
module @tensors {
  memref.global "private" constant @w : memref<4xi8> = dense<[-7, 9, 3, 4]>
  tir.prim_func private @conv_0(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights", kernel.argument = #kernel.argument<range = [-7, 5]>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <fused = ["conv#0", "rescale#0"], macs = 4, place = "conv#0">>} {
    %0 = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %1 = bufferization.to_tensor %w restrict : memref<4xi8> to tensor<4xi8>
    %2 = tensor.empty() : tensor<4xi8>
    %3 = linalg.mul ins(%0, %1 : tensor<4xi8>, tensor<4xi8>) outs(%2 : tensor<4xi8>) -> tensor<4xi8>
    bufferization.materialize_in_destination %3 in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func private @conv_1(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights", kernel.argument = #kernel.argument<range = [-3, 9]>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <fused = ["conv#1", "rescale#1"], macs = 4, place = "conv#1">>} {
    %0 = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %1 = bufferization.to_tensor %w restrict : memref<4xi8> to tensor<4xi8>
    %2 = tensor.empty() : tensor<4xi8>
    %3 = linalg.mul ins(%0, %1 : tensor<4xi8>, tensor<4xi8>) outs(%2 : tensor<4xi8>) -> tensor<4xi8>
    bufferization.materialize_in_destination %3 in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func private @other_0(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights", kernel.argument = #kernel.argument<range = [-7, 5]>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <fused = ["other#0"], macs = 4, place = "other#0">>} {
    %0 = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %1 = bufferization.to_tensor %w restrict : memref<4xi8> to tensor<4xi8>
    %2 = tensor.empty() : tensor<4xi8>
    %3 = linalg.mul ins(%0, %0 : tensor<4xi8>, tensor<4xi8>) outs(%2 : tensor<4xi8>) -> tensor<4xi8>
    bufferization.materialize_in_destination %3 in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func private @conv_2(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights", kernel.argument = #kernel.argument<range = [0, 1]>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <fused = ["conv#2"], macs = 4, place = "conv#2">>} {
    %0 = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %1 = bufferization.to_tensor %w restrict : memref<4xi8> to tensor<4xi8>
    %2 = tensor.empty() : tensor<4xi8>
    %3 = linalg.mul ins(%0, %1 : tensor<4xi8>, tensor<4xi8>) outs(%2 : tensor<4xi8>) -> tensor<4xi8>
    bufferization.materialize_in_destination %3 in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %in = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %w0 = memref.get_global @w : memref<4xi8>
    %w = bufferization.to_tensor %w0 restrict : memref<4xi8> to tensor<4xi8>
    %e = tensor.empty() : tensor<4xi8>
    %a = tir.call_tir @conv_0(%in, %w) outs(%e) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %b = tir.call_tir @conv_1(%a, %w) outs(%e) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %c = tir.call_tir @other_0(%b, %w) outs(%e) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %d = tir.call_tir @conv_2(%c, %w) outs(%e) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    bufferization.materialize_in_destination %d in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Another function is merged into a shared one. The plan, and the outputs that name the function, follow. Information
// that a row of the plan has already stays.

// CHECK-LABEL: module @again
// CHECK:       tir.prim_func private @add_0(
// CHECK-SAME:    attributes {tir.function = #tir.function<kernel = <fused = ["add#0", "add#1", "add#2"], place = "add#0", shared_by = ["add#0", "add#1", "add#2"]>>}
// CHECK-NOT:   tir.prim_func private
// CHECK:       tir.prim_func @main(
// CHECK-SAME:    exposed = <kernel = "add_0", place = "add#2", reads = ["y"]>
// CHECK-SAME:  plan = <pools = [], steps = [
// CHECK-SAME:    <fused = ["add#0"], name = "add_0", place = "add#0">,
// CHECK-SAME:    <fused = ["add#1"], name = "add_0", place = "add#1">,
// CHECK-SAME:    <fused = ["add#2"], name = "add_0", place = "add#2">,
// CHECK-SAME:    <name = "memref.copy">], strategy = "packed">
// CHECK:         tir.call_tir @add_0({{.*}}) {tir.call = #tir.call<layer = <fused = ["add#0"], place = "add#0">>}
// CHECK:         tir.call_tir @add_0({{.*}}) {tir.call = #tir.call<layer = <fused = ["add#1"], place = "add#1">>}
// CHECK:         tir.call_tir @add_0({{.*}}) {tir.call = #tir.call<layer = <fused = ["add#2"], place = "add#2">>}
module @again {
  tir.prim_func private @add_0(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <fused = ["add#0", "add#1"], place = "add#0", shared_by = ["add#0", "add#1"]>>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @add_2(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <fused = ["add#2"], place = "add#2">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<exposed = <kernel = "add_2", place = "add#2", reads = ["y"]>>}) attributes {tir.model = #tir.model<plan = <strategy = "packed", steps = [
    <name = "add_0", place = "add#0", fused = ["add#0"]>, <name = "add_0", place = "add#1", fused = ["add#1"]>, <name = "add_2">, <name = "memref.copy">], pools = []>>} {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @add_0(%x, %t) {tir.call = #tir.call<layer = <fused = ["add#0"], place = "add#0">>} : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @add_0(%t, %y) {tir.call = #tir.call<layer = <fused = ["add#1"], place = "add#1">>} : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @add_2(%y, %z) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The function has the location of all kernels.

// LOC-LABEL: module @locations
// LOC:       tir.prim_func private @exp_0(
// LOC:       } loc(#[[FUSED:.*]])
// LOC-DAG:   #[[A:.*]] = loc("m.mlir:exp#0")
// LOC-DAG:   #[[B:.*]] = loc("m.mlir:exp#1")
// LOC-DAG:   #[[FUSED]] = loc(fused[#[[A]], #[[B]]])
module @locations {
  tir.prim_func private @exp_0(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <place = "exp#0">>} {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) loc("m.mlir:exp#0")
    tir.return
  } loc("m.mlir:exp#0")
  tir.prim_func private @exp_1(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>})
      attributes {tir.function = #tir.function<kernel = <place = "exp#1">>} {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) loc("m.mlir:exp#1")
    tir.return
  } loc("m.mlir:exp#1")
  tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>}, %z: memref<4xf32> {tir.effect = #tir.effect<write>}) {
    tir.call_tir @exp_0(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
    tir.call_tir @exp_1(%y, %z) : (memref<4xf32>, memref<4xf32>) -> ()
    tir.return
  }
}

// -----

// Operations without effects may be in another order.

// CHECK-LABEL: module @order
// CHECK:       shared_by = ["a", "b"]
module @order {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    %0 = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %c = arith.constant 1 : i8
    %d = arith.constant 2 : i8
    %e = tensor.empty() : tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xi8>) outs(%e : tensor<4xi8>) {
    ^bb0(%i: i8, %o: i8):
      %2 = arith.addi %i, %c : i8
      %3 = arith.muli %2, %d : i8
      linalg.yield %3 : i8
    } -> tensor<4xi8>
    bufferization.materialize_in_destination %1 in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    %e = tensor.empty() : tensor<4xi8>
    %d = arith.constant 2 : i8
    %c = arith.constant 1 : i8
    %0 = bufferization.to_tensor %x restrict : memref<4xi8> to tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xi8>) outs(%e : tensor<4xi8>) {
    ^bb0(%i: i8, %o: i8):
      %2 = arith.addi %i, %c : i8
      %3 = arith.muli %2, %d : i8
      linalg.yield %3 : i8
    } -> tensor<4xi8>
    bufferization.materialize_in_destination %1 in restrict writable %y : (tensor<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}
