// RUN: tir-opt %s --tir-check-arguments | FileCheck %s

tir.struct @tvmgen_net_inputs ["x"]
tir.struct @tvmgen_net_outputs ["y"]
tir.prim_func private @__tvm_main__(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<alignment = 8>},
                                    %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  tir.return
}

// CHECK-LABEL: func.func @tvmgen_net_run(
// CHECK:         tir.is_null %arg0
// CHECK:         tir.assert %{{.*}}, "tvmgen_net_run: inputs is NULL" {safety_code = -4 : i32}
// CHECK:         tir.assert %{{.*}}, "tvmgen_net_run: outputs is NULL" {safety_code = -4 : i32}
// CHECK:         %[[X:.*]] = tir.struct_get %arg0
// CHECK:         tir.assert %{{.*}}, "tvmgen_net_run: x of tvmgen_net_inputs is NULL"
// CHECK:         tir.misalignment %[[X]], 8
// CHECK:         tir.assert %{{.*}}, "tvmgen_net_run: x of tvmgen_net_inputs is not at a multiple of 8 bytes"
// CHECK:         %[[Y:.*]] = tir.struct_get %arg1
// CHECK:         tir.misalignment %[[Y]], 4
// CHECK:         tir.assert %{{.*}}, "tvmgen_net_run: x of tvmgen_net_inputs overlaps y of tvmgen_net_outputs"
// CHECK-NEXT:    tir.call_tir @__tvm_main__(
func.func @tvmgen_net_run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">},
                          %outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32 {
  %x = tir.struct_get %inputs[@tvmgen_net_inputs, "x"] : memref<4xi8>
  %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi32>
  tir.call_tir @__tvm_main__(%x, %y) : (memref<4xi8>, memref<4xi32>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// Others do not call a function that is the module's own.

// CHECK-LABEL: func.func private @own(
// CHECK-NOT:     tir.assert
func.func private @own(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}) -> i32 {
  %ok = arith.constant 0 : i32
  return %ok : i32
}
