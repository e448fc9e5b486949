// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-verify-phase=phase=abi

// What the C interface has no place for, and what to do instead.

module attributes {tir.model = {}, tir.plan = {}, tir.interface = {}} {
  tir.device @npu0 {kind = "npu"}
  func.func @context() {
    // expected-error @below {{'tir.get_device_context' op must not be left after the phase 'abi': no pass of this version brings contexts in through the entry point; call a C function without 'context(...)', which knows its device}}
    %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
    return
  }
}

// -----

module attributes {tir.model = {}, tir.plan = {}, tir.interface = {}} {
  func.func @registry(%x: memref<4xi8>) {
    // expected-error @below {{'tir.call_packed' op must not be left after the phase 'abi': it is lowered for a runtime with a function registry, which the C interface has none of; call the function by tir.call_extern}}
    tir.call_packed "app.log"(%x) : (memref<4xi8>) -> ()
    return
  }
}

// -----

module attributes {tir.model = {}, tir.plan = {}, tir.interface = {}} {
  func.func @packed(%x: memref<4xi8>) {
    // expected-error @below {{'tir.call_cpacked' op must not be left after the phase 'abi': it has the packed signature, and the C interface calls by the unpacked one; call the kernel by tir.call_extern}}
    tir.call_cpacked @kernel(%x) : (memref<4xi8>) -> ()
    return
  }
}

// -----

// What both back ends lower may stay.
module attributes {tir.model = {}, tir.plan = {}, tir.interface = {}} {
  tir.pool @sram {size = 16 : i64}
  func.func private @callee(!tir.values, !tir.type_codes, i32) -> i32
  func.func @low_level(%x: memref<4x4xi8>) -> i32 {
    %values, %codes = tir.packed_stack 1
    %t = tir.make_dltensor %x, shape [4, 4] device(1, 0) : memref<4x4xi8>
    tir.packed_set %values, %codes[0] = %t : !tir.dltensor
    %view = tir.pool_view @sram[0] : memref<16xi8>
    %row = tir.rebase %x : memref<4x4xi8> to memref<4x4xi8>
    %one = arith.constant 1 : i32
    %code = func.call @callee(%values, %codes, %one) : (!tir.values, !tir.type_codes, i32) -> i32
    tir.check_return %code
    return %one : i32
  }
}
