// RUN: tir-opt %s --tir-make-c-interface | FileCheck %s

// CHECK-DAG:   tir.struct @tvmgen_net_inputs ["input_1"]
// CHECK-DAG:   tir.struct @tvmgen_net_outputs ["scores", "output1", "labels", "nibbles"]
// CHECK:       tir.prim_func private @__tvm_main__(
// CHECK:       func.func @tvmgen_net_run(%[[IN:.*]]: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}, %[[OUT:.*]]: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
// CHECK-SAME:    attributes {tir.interface = {
// CHECK-SAME:      inputs = [{bytes = 64 : i64, c_name = "input_1", dtype = "int8", name = "input/1", scale = 5.000000e-01 : f64, shape = array<i64: 1, 8, 8>, zero_point = -3 : i64}]
// CHECK-SAME:      outputs = [{bytes = 8 : i64, c_name = "scores", dtype = "float32"
// CHECK-SAME:                 {bytes = 4 : i64, c_name = "output1", dtype = "bool"
// CHECK-SAME:                 {bytes = 4 : i64, c_name = "labels", dtype = "uint8", name = "labels", shape = array<i64: 4>}
// CHECK-SAME:                 {bytes = 4 : i64, c_name = "nibbles", dtype = "int8", name = "nibbles", shape = array<i64: 4>, values = "int4"}
// CHECK-DAG:     %[[X:.*]] = tir.struct_get %[[IN]][@tvmgen_net_inputs, "input_1"] : memref<1x8x8xi8>
// CHECK-DAG:     %[[Y:.*]] = tir.struct_get %[[OUT]][@tvmgen_net_outputs, "scores"] : memref<2xf32>
// CHECK-DAG:     %[[Z:.*]] = tir.struct_get %[[OUT]][@tvmgen_net_outputs, "output1"] : memref<4xi1>
// CHECK-DAG:     %[[L:.*]] = tir.struct_get %[[OUT]][@tvmgen_net_outputs, "labels"] : memref<4xi8>
// CHECK-DAG:     %[[N:.*]] = tir.struct_get %[[OUT]][@tvmgen_net_outputs, "nibbles"] : memref<4xi8>
// CHECK:         tir.call_tir @__tvm_main__(%[[X]], %[[Y]], %[[Z]], %[[L]], %[[N]])
// CHECK:         return %c0_i32

module {
  tir.prim_func @main(
      %x: memref<1x8x8xi8> {tir.effect = #tir.effect<read>, tir.name = "input/1", tir.port = #tir.port<encoding = <scale = 0.5 : f64, zero_point = -3>>},
      %y: memref<2xf32> {tir.effect = #tir.effect<write>, tir.name = "scores"},
      %z: memref<4xi1> {tir.effect = #tir.effect<write>},
      %labels: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "labels", tir.port = #tir.port<encoding = <type = ui8>>},
      %nibbles: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "nibbles", tir.port = #tir.port<encoding = <type = i4>>}) attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">} {
    tir.return
  }
}
