// RUN: tir-opt %s --tir-make-steps=steps --split-input-file --verify-diagnostics

tir.prim_func private @__tvm_main__(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.fed}) {
  // expected-error @above {{'tir.prim_func' op argument #0 comes by rows ('tir.fed'), but no loop of the function copies its rows; let its readers run by rows (tir-choose-rows, tir-stream-rows)}}
  tir.return
}
func.func @tvmgen_net_run(%inputs: memref<4xi8>) -> i32
    attributes {tir.model = {name = "net"}, tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
  tir.call_tir @__tvm_main__(%inputs) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

// expected-error @below {{'tir.prim_func' op calls no main function, which could run in steps; use the C interface (tir-make-c-interface)}}
tir.prim_func @tvmgen_net_run(%x: memref<4xi8> {tir.effect = #tir.effect<read>})
    attributes {tir.model = {name = "net"}, tir.interface = {api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
  tir.return
}
