// RUN: tir-opt %s --tir-make-steps=steps | FileCheck %s

// A packed main function runs all steps. What the application calls between
// them passes raw pointers.

// CHECK:       tir.prim_func private @steps(%{{.*}}: i32 {tir.name = "first_step"}, %{{.*}}: i32 {tir.name = "end"}, %[[Y:.*]]: memref<4xi8>
// CHECK-NOT:     calling_convention
// CHECK:           tir.call_cpacked @clear(%[[Y]])
// CHECK:           tir.call_cpacked @clear(%[[Y]])
// CHECK:       tir.prim_func private @__tvm_main__(
// CHECK-SAME:    calling_convention = #tir.calling_convention<packed>
// CHECK-NEXT:    %[[FIRST:.*]] = arith.constant 0 : index
// CHECK:         tir.call_tir @steps(
// CHECK-NEXT:    tir.return
// CHECK:       func.func @tvmgen_net_run(
// CHECK:         tir.call_cpacked @__tvm_main__(
// CHECK:       func.func private @tvmgen_net_run_part(
// CHECK:         tir.call_tir @steps(
// CHECK:       func.func @tvmgen_net_step(
// CHECK:         call @tvmgen_net_run_part(
module {
  tir.struct @tvmgen_net_outputs ["y"]
  tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {calling_convention = #tir.calling_convention<packed>, registered} {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%y: memref<4xi8> {tir.effect = #tir.effect<write>})
      attributes {calling_convention = #tir.calling_convention<packed>, registered} {
    tir.call_cpacked @clear(%y) : (memref<4xi8>) -> ()
    tir.call_cpacked @clear(%y) : (memref<4xi8>) -> ()
    tir.return
  }
  func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
      attributes {tir.model = #tir.model<name = "net">,
                  tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
    %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi8>
    tir.call_cpacked @__tvm_main__(%y) : (memref<4xi8>) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
