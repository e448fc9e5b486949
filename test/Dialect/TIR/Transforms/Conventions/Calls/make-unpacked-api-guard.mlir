// RUN: tir-opt %s --tir-make-unpacked-api | FileCheck %s

// What a guarded run does becomes a function of its own, with the arguments of the run.

// CHECK-LABEL: func.func private @tvmgen_net_run_alone(
// CHECK-SAME:    %[[IN:.*]]: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "ins">}) -> i32 attributes {no_inline}
// CHECK:         %[[X:.*]] = tir.struct_get %[[IN]][@ins, "x"] : memref<64xi8>
// CHECK:         %[[CODE:.*]] = call @tvmgen_net___tvm_main__(%[[X]])
// CHECK:         return %[[CODE]] : i32

// CHECK-LABEL: func.func @tvmgen_net_run(
// CHECK-SAME:    %[[INPUTS:[a-z0-9]*]]: !tir.handle
// CHECK-NOT:     tir.struct_get
// CHECK:         memref.atomic_rmw assign
// CHECK:         tir.try {
// CHECK-NEXT:      %[[WHOLE:[0-9a-z_]+]] = func.call @tvmgen_net_run_alone(%[[INPUTS]]) : (!tir.handle) -> i32
// CHECK-NEXT:      tir.check_return %[[WHOLE]]
// CHECK:         } finally {
// CHECK:           memref.atomic_rmw assign
module {
  memref.global "private" @run_in_progress : memref<1xi32> = dense<0>
  tir.struct @ins ["x"] : [memref<64xi8>]
  tir.prim_func private @__tvm_main__(%x: memref<64xi8>) {
    tir.return
  }
  func.func @tvmgen_net_run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "ins">}) -> i32 attributes {
      tir.interface = {api = "c", guarded}, tir.model = #tir.model<name = "net", source = "net.mlir">} {
    %x = tir.struct_get %inputs[@ins, "x"] : memref<64xi8>
    %flag = memref.get_global @run_in_progress : memref<1xi32>
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %before = memref.atomic_rmw assign %one, %flag[%c0] : (i32, memref<1xi32>) -> i32
    %free = arith.cmpi eq, %before, %zero : i32
    tir.assert %free, "net: another run is in progress"
    tir.try {
      tir.call_tir @__tvm_main__(%x) : (memref<64xi8>) -> ()
    } finally {
      %unused = memref.atomic_rmw assign %zero, %flag[%c0] : (i32, memref<1xi32>) -> i32
    }
    return %zero : i32
  }
}
