// RUN: tir-opt --tir-use-weights %s | FileCheck %s

// CHECK-NOT: tir.struct
// CHECK: func.func private @tvmgen_net_current_weights() -> !tir.handle
// CHECK: func.func @tvmgen_net_run() -> i32 attributes {tir.interface = {api = "c", entry = "tvmgen_net_run"}
// CHECK: %[[ADDRESS:.*]] = call @tvmgen_net_current_weights()
// CHECK: %[[MISSING:.*]] = tir.is_null %[[ADDRESS]]
// CHECK: %[[CODE:.*]] = arith.select %[[MISSING]], %c-16_i32, %c0_i32
// CHECK: tir.check_return %[[CODE]]
// CHECK: tir.pointer_cast %[[ADDRESS]] : !tir.handle to memref<64xi8>
tir.struct @tvmgen_net_workspace_pools ["weights"]
func.func private @main(memref<64xi8>)
func.func @tvmgen_net_run(%pools: !tir.handle {tir.name = "workspace_pools", tir.port = #tir.port<c_struct = "tvmgen_net_workspace_pools">}) -> i32 attributes {tir.model = #tir.model<name = "net", source = "net.mlir">, tir.interface = {api = "c", entry = "tvmgen_net_run", pools = [{name = "weights", c_name = "weights", bytes = 64, alignment = 4, read_only}]}} {
  %w = tir.struct_get %pools[@tvmgen_net_workspace_pools, "weights"] : memref<64xi8>
  call @main(%w) : (memref<64xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
