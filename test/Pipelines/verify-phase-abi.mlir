// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-verify-phase=phase=abi

// Operations that must be lowered by then, and the advice if they are not.

module {
  tir.device @npu0 {kind = "npu"}
  func.func @context() attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>, tir.interface = {}} {
    // expected-error @below {{'tir.get_device_context' op must not be left after the phase 'abi': it is in a function on tensors, which gets no context, since bufferization will change its arguments; bufferize that function first}}
    %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
    return
  }
}

// -----

module {
  func.func @registry(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>, tir.interface = {}} {
    // expected-error @below {{'tir.call_packed' op must not be left after the phase 'abi': a pass of the phase left it; run tirc with --dump-phases=DIR and look at the file of the phase before}}
    tir.call_packed "app.log"(%x) : (memref<4xi8>) -> ()
    return
  }
}

// -----

// Operations that both back ends lower may stay.
module {
  tir.pool @sram {size = 16 : i64}
  func.func private @callee(!tir.values, !tir.type_codes, i32) -> i32
  func.func @low_level(%x: memref<4x4xi8>) -> i32 attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>, tir.interface = {}} {
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

// -----

// What the application calls has all that belongs to the model.
// expected-error @below {{'func.func' op is public, but lacks a plan in the attribute 'tir.model' after the phase 'abi'}}
func.func @tvmgen_m_run() attributes {tir.model = #tir.model<name = "m">, tir.interface = {}} {
  return
}

// -----

// expected-error @below {{'builtin.module' op contains no model after the phase 'abi'; expected a public 'func.func' with 'tir.model'}}
module {
  func.func @run() {
    return
  }
}
