// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --tir-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: tir-opt %s --canonicalize --cse | FileCheck %s

// Calls that run by rows, on tensors with the result that others read, and on memrefs.

!whole = memref<8x4xi8>
!tensor = tensor<8x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}

tir.prim_func private @next(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  tir.return
}

// CHECK-LABEL: tir.prim_func @tensors(
// CHECK:         %[[Y:.*]] = kernel.by_rows -> tensor<8x4xi8> {
// CHECK:           %[[A:.*]] = tir.call_tir @not_row(
// CHECK-NEXT:      %[[B:.*]] = tir.call_tir @not_row(%[[A]])
// CHECK-NEXT:      kernel.yield %[[B]] : tensor<8x4xi8>
// CHECK-NEXT:    }
// CHECK:         tir.call_tir @next(%[[Y]])

// On memrefs, there are no results: the calls write where the tensors were to be. All allocations are in front of them,
// even of a tensor that only they use.

// BUFFERS-LABEL: tir.prim_func @tensors(
// BUFFERS-SAME:    %[[X:.*]]: memref<8x4xi8> {{.*}}, %[[OUT:.*]]: memref<8x4xi8> {{.*}}, %[[OTHER:.*]]: memref<8x4xi8>
// BUFFERS-DAG:     %[[A:.*]] = memref.alloc() : memref<8x4xi8>
// BUFFERS-NOT:     memref.alloc
// BUFFERS:         kernel.by_rows {
// BUFFERS-NEXT:      tir.call_tir @not_row(%[[X]], %[[A]])
// BUFFERS-NEXT:      tir.call_tir @not_row(%[[A]], %[[OUT]])
// BUFFERS-NEXT:    }
// BUFFERS:         tir.call_tir @next(%[[OUT]], %[[OTHER]])

tir.prim_func @tensors(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>},
                       %z: !whole {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !whole to !tensor
  %out = bufferization.to_tensor %y restrict writable : !whole to !tensor
  %other = bufferization.to_tensor %z restrict writable : !whole to !tensor
  %b = kernel.by_rows -> !tensor {
    %e = tensor.empty() : !tensor
    %a = tir.call_tir @not_row(%in) outs(%e) : (!tensor, !tensor) -> !tensor
    %last = tir.call_tir @not_row(%a) outs(%out) : (!tensor, !tensor) -> !tensor
    kernel.yield %last : !tensor
  }
  bufferization.materialize_in_destination %b in restrict writable %y : (!tensor, !whole) -> ()
  %c = tir.call_tir @next(%b) outs(%other) : (!tensor, !tensor) -> !tensor
  bufferization.materialize_in_destination %c in restrict writable %z : (!tensor, !whole) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @buffers(
// CHECK:         kernel.by_rows {
// CHECK-NEXT:      tir.call_tir @not_row(
// CHECK-NEXT:    }

tir.prim_func @buffers(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  kernel.by_rows {
    tir.call_tir @not_row(%x, %y) : (!whole, !whole) -> ()
  }
  tir.return
}
