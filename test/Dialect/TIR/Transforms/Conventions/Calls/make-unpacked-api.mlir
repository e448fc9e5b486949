// RUN: tir-opt %s --tir-make-unpacked-api | FileCheck %s

module {
  // CHECK: memref.global "private" constant @tvmgen_net_weights
  memref.global "private" constant @weights : memref<4xi8> = dense<1>

  // CHECK-LABEL: func.func private @tvmgen_net_kernel(
  // CHECK-SAME:    memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"}, %{{.*}}: memref<4xi8>) -> i32
  // CHECK-SAME:    attributes {tir.function = #tir.function<kernel = <place = "add#0">>}
  // CHECK:         memref.copy
  // CHECK:         %[[OK:.*]] = arith.constant 0 : i32
  // CHECK:         return %[[OK]]
  tir.prim_func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"}, %y: memref<4xi8>)
      attributes {tir.function = #tir.function<kernel = <place = "add#0">>} {
    memref.copy %x, %y : memref<4xi8> to memref<4xi8>
    tir.return
  }

  // Each code is returned.
  // CHECK-LABEL: func.func @tvmgen_net_main(
  // CHECK:         memref.get_global @tvmgen_net_weights
  // CHECK:         %[[CODE:.*]] = call @tvmgen_net_kernel
  // CHECK-NEXT:    tir.check_return %[[CODE]]
  // CHECK:         %[[CODE1:.*]] = call @tvmgen_net_kernel
  // CHECK-NEXT:    tir.check_return %[[CODE1]]
  tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    %w = memref.get_global @weights : memref<4xi8>
    tir.call_tir @kernel(%w, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @kernel(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }

  // The function returns the code of the last call.
  // CHECK-LABEL: func.func @entry(
  // CHECK:         %[[CODE:.*]] = call @tvmgen_net_main
  // CHECK-NEXT:    return %[[CODE]]
  func.func @entry(%x: memref<4xi8>, %y: memref<4xi8>) -> i32 {
    tir.call_tir @main(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
