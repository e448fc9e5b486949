// RUN: tir-opt %s --tir-make-steps=steps --split-input-file --verify-diagnostics

tir.prim_func private @__tvm_main__(%x: memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}) {
  // expected-error @above {{'tir.prim_func' op argument #0 comes by rows ('fed' in 'kernel.argument'), but not exactly one call copies its rows, in one loop; let its readers run by rows (tir-choose-rows, tir-stream-rows)}}
  tir.return
}
func.func @tvmgen_net_run(%inputs: memref<4xi8>) -> i32
    attributes {tir.model = #tir.model<name = "net">, tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
  tir.call_tir @__tvm_main__(%inputs) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

// expected-error @below {{'tir.prim_func' op calls no main function, which could run in steps; use the C interface (tir-make-c-interface)}}
tir.prim_func @tvmgen_net_run(%x: memref<4xi8> {tir.effect = #tir.effect<read>})
    attributes {tir.model = #tir.model<name = "net">, tir.interface = {api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
  tir.return
}

// -----

// A pass copied the call that copies a row, so that nothing knows any more when each row is needed.

tir.struct @tvmgen_net_inputs ["x"]
tir.prim_func private @feed_row(%row: memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}, %place: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.return
}
memref.global "private" @workspace : memref<4xi8> = uninitialized
tir.prim_func private @__tvm_main__(%x: memref<12xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}) {
  // expected-error @above {{'tir.prim_func' op argument #0 comes by rows ('fed' in 'kernel.argument'), but not exactly one call copies its rows, in one loop; let its readers run by rows (tir-choose-rows, tir-stream-rows), and run no pass after them that copies calls or takes loops apart}}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ring = memref.get_global @workspace : memref<4xi8>
  scf.for %i = %c0 to %c3 step %c1 {
    %offset = arith.muli %i, %c4 : index
    %row = tir.rebase %x[%offset] : memref<12xi8> to memref<4xi8>
    tir.call_tir @feed_row(%row, %ring) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 3, fed = true>} : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @feed_row(%row, %ring) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 3, fed = true>} : (memref<4xi8>, memref<4xi8>) -> ()
  }
  tir.return
}
func.func @tvmgen_net_run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}) -> i32
    attributes {tir.model = #tir.model<name = "net">,
                tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [{name = "x", c_name = "x"}], outputs = []}} {
  %x = tir.struct_get %inputs[@tvmgen_net_inputs, "x"] : memref<12xi8>
  tir.call_tir @__tvm_main__(%x) : (memref<12xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
