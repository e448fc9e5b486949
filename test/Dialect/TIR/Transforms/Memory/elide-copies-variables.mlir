// RUN: tir-opt %s --tir-infer-distances=pieces --tir-elide-copies=variables | FileCheck %s
// RUN: tir-opt %s --tir-infer-distances --tir-elide-copies | FileCheck %s --check-prefix=WITHOUT

// Rows move up in a state variable, and a new one follows: each is read before it is overwritten.
// CHECK: @shift(%{{.*}}, %{{.*}}, %{{.*}}: memref<4x2xi8> {{.*}}distances = [0, -2]
// CHECK: @grow(%{{.*}}: memref<4x2xi8> {tir.effect = #tir.effect<write>})
// CHECK: tir.prim_func @main(%[[NEW:.*]]: memref<1x2xi8> {{.*}}, %[[ROWS:.*]]: memref<4x2xi8> {{.*}}, %[[OTHER:.*]]: memref<4x2xi8>
// CHECK: tir.call_tir @shift(%[[ROWS]], %[[NEW]], %[[ROWS]])
// CHECK-NOT: memref.copy
// Rows that move down overwrite those that are read later.
// CHECK: tir.call_tir @grow(%[[OTHER]], %[[NEW]], %[[TEMPORARY:[a-z0-9_]+]])
// CHECK: memref.copy %[[TEMPORARY]], %[[OTHER]]

// WITHOUT-NOT: distances =
// WITHOUT: memref.copy
// WITHOUT: memref.copy
memref.global "private" @rows : memref<4x2xi8> = dense<0> {tir.global = #tir.global<variable = true>}
memref.global "private" @other : memref<4x2xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func private @shift(%x: memref<4x2xi8> {tir.effect = #tir.effect<read>}, %new: memref<1x2xi8> {tir.effect = #tir.effect<read>},
                             %y: memref<4x2xi8> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.elementwise} {
  %0 = bufferization.to_tensor %x restrict : memref<4x2xi8> to tensor<4x2xi8>
  %1 = bufferization.to_tensor %new restrict : memref<1x2xi8> to tensor<1x2xi8>
  %2 = tensor.extract_slice %0[1, 0] [3, 2] [1, 1] : tensor<4x2xi8> to tensor<3x2xi8>
  %3 = tensor.empty() : tensor<4x2xi8>
  %4 = tensor.insert_slice %2 into %3[0, 0] [3, 2] [1, 1] : tensor<3x2xi8> into tensor<4x2xi8>
  %5 = tensor.insert_slice %1 into %4[3, 0] [1, 2] [1, 1] : tensor<1x2xi8> into tensor<4x2xi8>
  bufferization.materialize_in_destination %5 in restrict writable %y : (tensor<4x2xi8>, memref<4x2xi8>) -> ()
  tir.return
}
tir.prim_func private @grow(%x: memref<4x2xi8> {tir.effect = #tir.effect<read>}, %new: memref<1x2xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<4x2xi8> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.elementwise} {
  %0 = bufferization.to_tensor %x restrict : memref<4x2xi8> to tensor<4x2xi8>
  %1 = bufferization.to_tensor %new restrict : memref<1x2xi8> to tensor<1x2xi8>
  %2 = tensor.extract_slice %0[0, 0] [3, 2] [1, 1] : tensor<4x2xi8> to tensor<3x2xi8>
  %3 = tensor.empty() : tensor<4x2xi8>
  %4 = tensor.insert_slice %1 into %3[0, 0] [1, 2] [1, 1] : tensor<1x2xi8> into tensor<4x2xi8>
  %5 = tensor.insert_slice %2 into %4[1, 0] [3, 2] [1, 1] : tensor<3x2xi8> into tensor<4x2xi8>
  bufferization.materialize_in_destination %5 in restrict writable %y : (tensor<4x2xi8>, memref<4x2xi8>) -> ()
  tir.return
}
tir.prim_func @main(%new: memref<1x2xi8> {tir.effect = #tir.effect<read>},
                    %rows: memref<4x2xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @rows>},
                    %other: memref<4x2xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @other>}) {
  %0 = memref.alloc() : memref<4x2xi8>
  tir.call_tir @shift(%rows, %new, %0) : (memref<4x2xi8>, memref<1x2xi8>, memref<4x2xi8>) -> ()
  memref.copy %0, %rows : memref<4x2xi8> to memref<4x2xi8>
  %1 = memref.alloc() : memref<4x2xi8>
  tir.call_tir @grow(%other, %new, %1) : (memref<4x2xi8>, memref<1x2xi8>, memref<4x2xi8>) -> ()
  memref.copy %1, %other : memref<4x2xi8> to memref<4x2xi8>
  tir.return
}
