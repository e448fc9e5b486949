// RUN: tir-opt %s --tir-check-guarded-io --split-input-file | FileCheck %s

// The guards are the 16 bytes before and behind each input and output, at a distance in bytes. Weights have none.

// CHECK:       tir.prim_func private @check_guarded_io(%arg0: memref<16xi8> {tir.effect = #tir.effect<read>, tir.name = "canary0"},
// CHECK-SAME:      attributes {after_each_step, safety_function}
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK:           arith.muli %{{.*}}, %c29_i32
// CHECK:           %[[SUM:.*]] = arith.addi %{{.*}}, %c90_i32
// CHECK:           %[[BYTE:.*]] = arith.trunci %[[SUM]] : i32 to i8
// CHECK-COUNT-4:   arith.xori %{{.*}}, %[[BYTE]] : i8
// CHECK-NOT:       arith.xori
// CHECK:         tir.assert %{{.*}}, "net: a guard byte beside an input or an output is not what _guard_tensor sets{{.*}} {safety_code = -6 : i32}
// CHECK-LABEL: tir.prim_func @main(
// CHECK:         tir.call_tir @kernel(%arg0, %arg1, %arg2)
// CHECK:         %[[X:.*]] = tir.pointer_cast %arg0 : memref<6xi16> to !tir.handle
// CHECK:         %[[BEFORE:.*]] = tir.pointer_cast %[[X]][%c-16_i64] : !tir.handle to memref<16xi8>
// CHECK:         %[[BEHIND:.*]] = tir.pointer_cast %{{.*}}[%c12_i64] : !tir.handle to memref<16xi8>
// CHECK:         %[[Y:.*]] = tir.pointer_cast %arg2 : memref<3xf32> to !tir.handle
// CHECK:         tir.call_tir @check_guarded_io(%[[BEFORE]], %[[BEHIND]], %{{.*}}, %{{.*}})
// CHECK-NEXT:    tir.return
tir.prim_func private @kernel(%x: memref<6xi16> {tir.effect = #tir.effect<read>},
                              %w: memref<3xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<3xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %w, %y : memref<3xf32> to memref<3xf32>
  tir.return
}
tir.prim_func @main(%x: memref<6xi16> {tir.effect = #tir.effect<read>},
                    %w: memref<3xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<weight = dense<1.0> : tensor<3xf32>>},
                    %y: memref<3xf32> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net">} {
  tir.call_tir @kernel(%x, %w, %y) : (memref<6xi16>, memref<3xf32>, memref<3xf32>) -> ()
  tir.return
}

// -----

// Without inputs and outputs, there is nothing to guard.

// CHECK-LABEL: tir.prim_func @main(
// CHECK-NEXT:    tir.return
tir.prim_func @main() attributes {tir.model = #tir.model<name = "net">} {
  tir.return
}
