// RUN: tir-opt %s --tir-outline-kernels --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-outline-kernels --tir-bufferize --canonicalize --split-input-file | FileCheck %s --check-prefix=BUFFERS

// A variable is read in place, and written after all reads.
#map = affine_map<(d0) -> (d0)>
memref.global "private" @count : memref<4xi32> = dense<0> {tir.global = #tir.global<variable = true>}
// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<read>}, %[[COUNT:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @count>}, %[[Y:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<write>})
// CHECK:         %[[OLD:.*]] = bufferization.to_tensor %[[COUNT]] restrict
// CHECK:         %[[NEW:.*]] = tir.call_tir
// CHECK:         bufferization.materialize_in_destination %[[OLD]] in restrict writable %[[Y]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[NEW]] in restrict writable %[[COUNT]]
// BUFFERS-LABEL: tir.prim_func @main(
// BUFFERS-SAME:    %[[X:[^:]*]]: memref<4xi32> {{[^:]*}}, %[[COUNT:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @count>}, %[[Y:[^:]*]]: memref<4xi32>
// BUFFERS:         %[[NEW:.*]] = memref.alloc()
// BUFFERS:         tir.call_tir {{.*}}%[[NEW]])
// BUFFERS:         memref.copy %[[COUNT]], %[[Y]]
// BUFFERS:         memref.copy %[[NEW]], %[[COUNT]]
func.func @main(%x: tensor<4xi32>, %count: tensor<4xi32> {tir.port = #tir.port<value_of = @count>}) -> (tensor<4xi32>, tensor<4xi32> {tir.port = #tir.port<value_of = @count>}) {
  %empty = tensor.empty() : tensor<4xi32>
  %new = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%x, %count : tensor<4xi32>, tensor<4xi32>) outs(%empty : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %sum = arith.addi %a, %b : i32
    linalg.yield %sum : i32
  } -> tensor<4xi32>
  return %count, %new : tensor<4xi32>, tensor<4xi32>
}

// -----

// Two variables are swapped with copies; one that does not change, or is only read, is not written.
memref.global "private" @a : memref<4xi32> = dense<0> {tir.global = #tir.global<variable = true>}
memref.global "private" @b : memref<4xi32> = dense<1> {tir.global = #tir.global<variable = true>}
memref.global "private" @c : memref<4xi32> = dense<2> {tir.global = #tir.global<variable = true>}
memref.global "private" @d : memref<4xi32> = dense<3> {tir.global = #tir.global<variable = true>}
// CHECK-LABEL: tir.prim_func @swap(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xi32> {{[^%]*}}%[[B:[^:]*]]: memref<4xi32> {{[^%]*}}%[[C:[^:]*]]: memref<4xi32> {{[^%]*}}%[[D:[^:]*]]: memref<4xi32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<value_of = @d>}, %[[Y:[^:]*]]: memref<4xi32>
// CHECK-DAG:     %[[TA:.*]] = bufferization.to_tensor %[[A]]
// CHECK-DAG:     %[[TB:.*]] = bufferization.to_tensor %[[B]]
// CHECK-DAG:     %[[TD:.*]] = bufferization.to_tensor %[[D]]
// CHECK:         bufferization.materialize_in_destination %[[TD]] in restrict writable %[[Y]]
// CHECK-DAG:     %[[CB:.*]] = bufferization.alloc_tensor() copy(%[[TB]])
// CHECK-DAG:     %[[CA:.*]] = bufferization.alloc_tensor() copy(%[[TA]])
// CHECK:         bufferization.materialize_in_destination %[[CB]] in restrict writable %[[A]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[CA]] in restrict writable %[[B]]
// CHECK-NEXT:    tir.return
// BUFFERS-LABEL: tir.prim_func @swap(
// BUFFERS-SAME:    %[[A:[^:]*]]: memref<4xi32> {{[^%]*}}%[[B:[^:]*]]: memref<4xi32>
// BUFFERS-DAG:     memref.copy %[[B]], %[[CB:.*]] :
// BUFFERS-DAG:     memref.copy %[[A]], %[[CA:.*]] :
// BUFFERS:         memref.copy %[[CB]], %[[A]]
// BUFFERS:         memref.copy %[[CA]], %[[B]]
func.func @swap(%a: tensor<4xi32> {tir.port = #tir.port<value_of = @a>}, %b: tensor<4xi32> {tir.port = #tir.port<value_of = @b>},
                %c: tensor<4xi32> {tir.port = #tir.port<value_of = @c>}, %d: tensor<4xi32> {tir.port = #tir.port<value_of = @d>})
    -> (tensor<4xi32>, tensor<4xi32> {tir.port = #tir.port<value_of = @a>}, tensor<4xi32> {tir.port = #tir.port<value_of = @b>}, tensor<4xi32> {tir.port = #tir.port<value_of = @c>}) {
  return %d, %b, %a, %c : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
