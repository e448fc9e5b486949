// RUN: tir-opt %s --split-input-file --verify-diagnostics

// What describes a kernel has values of the types that the dialect's description lists.

// expected-error @below {{'tir.prim_func' op 'tir.macs' is "many", expected an integer}}
tir.prim_func private @macs(%x: memref<4xi8>) attributes {tir.macs = "many"} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.fused' is ["add#0", 1], expected an array of strings}}
tir.prim_func private @fused(%x: memref<4xi8>) attributes {tir.fused = ["add#0", 1]} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.place' is 3 : i64, expected a string}}
tir.prim_func private @place(%x: memref<4xi8>) attributes {tir.place = 3} {
  tir.return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @channels(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op 'tir.channels' is 4 : i64, expected a #tir.channels attribute, or an array of them}}
  tir.call_tir @f(%x) {tir.channels = 4} : (memref<4xi8>) -> ()
  return
}
