// RUN: tir-opt %s --tir-add-canaries --split-input-file | FileCheck %s

// Guards lie in the 16 bytes before the first buffer and behind the last one, at a multiple of 4. The pool's alignment stays.

// CHECK:       memref.global "private" @workspace : memref<104xi8> = uninitialized {alignment = 32 : i64}
// CHECK:       tir.prim_func private @set_canaries(%arg0: memref<4xi32> {tir.effect = #tir.effect<write>, tir.name = "canary0"},
// CHECK-SAME:      attributes {before_steps, safety_function}
// CHECK:         scf.for
// CHECK-COUNT-2:   memref.store %c1522767389_i32
// CHECK:       tir.prim_func private @check_canaries(
// CHECK-SAME:      attributes {after_each_step, safety_function}
// CHECK-COUNT-2:   arith.xori %{{.*}}, %c1522767389_i32
// CHECK:         tir.assert %{{.*}}, "net: a guard word beside the memory of the model has changed{{.*}} {safety_code = -5 : i32}
// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME:    buffers = [<alignment = 16, bytes = 54, first = 0, last = 1, name = "a", offset = 32, pool = "workspace">]
// CHECK-SAME:    pools = [<alignment = 32, bytes = 104, gap = 4, lower_bound = 100, name = "workspace"
// CHECK:         %[[FRONT:.*]] = memref.view %{{.*}}[%c16
// CHECK:         %[[BEHIND:.*]] = memref.view %{{.*}}[%c88
// CHECK:         tir.call_tir @set_canaries(%[[FRONT]], %[[BEHIND]])
// CHECK:         %[[A:.*]] = memref.view %{{.*}}[%c32{{.*}} to memref<27xi16>
// CHECK:         tir.call_tir @kernel(%arg0, %[[A]])
// CHECK:         tir.call_tir @kernel(%[[A]], %arg1)
// CHECK-NEXT:    tir.call_tir @check_canaries(%[[FRONT]], %[[BEHIND]])
// CHECK-NEXT:    tir.return
memref.global "private" @workspace : memref<54xi8> = uninitialized {alignment = 32 : i64}
tir.prim_func private @kernel(%x: memref<27xi16> {tir.effect = #tir.effect<read>},
                              %y: memref<27xi16> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<27xi16> to memref<27xi16>
  tir.return
}
tir.prim_func @main(%x: memref<27xi16> {tir.effect = #tir.effect<read>},
                    %y: memref<27xi16> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net", plan = <
        buffers = [<alignment = 16, bytes = 54, first = 0, last = 1, name = "a", offset = 0, pool = "workspace">],
        pools = [<alignment = 32, bytes = 54, gap = 4, lower_bound = 50, name = "workspace">]>>} {
  %zero = arith.constant 0 : index
  %pool = memref.get_global @workspace : memref<54xi8>
  %a = memref.view %pool[%zero][] : memref<54xi8> to memref<27xi16>
  tir.call_tir @kernel(%x, %a) : (memref<27xi16>, memref<27xi16>) -> ()
  tir.call_tir @kernel(%a, %y) : (memref<27xi16>, memref<27xi16>) -> ()
  tir.return
}

// -----

// A model without memory has nothing to guard.

// CHECK-LABEL: tir.prim_func @main(
// CHECK-NEXT:    tir.return
tir.prim_func @main(%y: memref<4xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net", plan = <pools = []>>} {
  tir.return
}
