// RUN: tir-opt %s --tir-make-steps=steps | FileCheck %s
// RUN: sed 's/before_steps/before_each_step/' %s | tir-opt --tir-make-steps=steps | FileCheck %s --check-prefix=EACH

// Guards are set before the first step only, and compared after the steps of each call. Neither is a step.

// CHECK:       tir.prim_func private @steps(%[[FIRST:.*]]: i32 {{.*}}, %[[END:.*]]: i32
// CHECK:         %[[STEP:.*]] = arith.index_cast %[[FIRST]]
// CHECK:         %[[IS_FIRST:.*]] = arith.cmpi eq, %[[STEP]], %c0
// CHECK-NEXT:    scf.if %[[IS_FIRST]] {
// CHECK-NEXT:      tir.call_tir @set_canaries(%[[GUARD:.*]])
// CHECK-NEXT:    }
// CHECK-NOT:     canaries
// CHECK:         scf.for
// CHECK:           tir.call_tir @clear
// CHECK:         tir.call_tir @check_canaries(%[[GUARD]])
// CHECK-NEXT:    tir.return

// A run as a whole sets and compares them once.
// CHECK:       tir.prim_func private @__tvm_main__(
// CHECK-NOT:     canaries
// CHECK:         tir.call_tir @steps(
// CHECK-NOT:     canaries
// CHECK:         tir.return
// CHECK:       tir.interface = {{.*}}steps = 2 : i64

// If another model may use their memory between steps, they are set before each one.
// EACH:       tir.prim_func private @steps(
// EACH-NOT:     scf.if
// EACH:         tir.call_tir @set_canaries(%[[GUARD:.*]])
// EACH:         scf.for
// EACH:         tir.call_tir @check_canaries(%[[GUARD]])
// EACH:       tir.prim_func private @__tvm_main__(
// EACH-NOT:     canaries
// EACH:         tir.return
memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
tir.struct @tvmgen_net_outputs ["y"]
tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @set_canaries(%canary: memref<4xi32> {tir.effect = #tir.effect<write>})
    attributes {before_steps, safety_function} {
  tir.return
}
tir.prim_func private @check_canaries(%canary: memref<4xi32> {tir.effect = #tir.effect<read>})
    attributes {after_each_step, safety_function} {
  tir.return
}
tir.prim_func private @__tvm_main__(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0 : index
  %pool = memref.get_global @workspace : memref<32xi8>
  %guard = memref.view %pool[%zero][] : memref<32xi8> to memref<4xi32>
  tir.call_tir @set_canaries(%guard) : (memref<4xi32>) -> ()
  tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
  tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
  tir.call_tir @check_canaries(%guard) : (memref<4xi32>) -> ()
  tir.return
}
func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
    attributes {tir.model = #tir.model<name = "net">,
                tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
  %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi8>
  tir.call_tir @__tvm_main__(%y) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
