// RUN: tir-opt %s --tir-place-workspace=workspace=external --split-input-file --verify-diagnostics

// expected-error @below {{has no tir.prim_func with a plan in 'tir.model' that says which globals are pools; run tir-plan-memory first}}
module {
}

// -----

// expected-error @below {{'tir.prim_func' op the plan in 'tir.model' names the pool @workspace, but there is no such memref.global; run the pass once, after tir-plan-memory}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>>} {
  tir.return
}

// -----

module {
  // expected-note @below {{the pool is declared here}}
  memref.global "private" @workspace : memref<64xi8> = uninitialized
  tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>>} {
    tir.return
  }
  func.func @f() -> memref<64xi8> {
    // expected-error @below {{'memref.get_global' op uses the pool @workspace, but only the model's main function may use a pool; pass the buffer to this function}}
    %pool = memref.get_global @workspace : memref<64xi8>
    return %pool : memref<64xi8>
  }
}

// -----

module {
  memref.global "private" @workspace : memref<64xi8> = uninitialized
  // expected-note @below {{the function is declared here}}
  tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>>} {
    %pool = memref.get_global @workspace : memref<64xi8>
    tir.call_extern @use(%pool) : (memref<64xi8>) -> ()
    tir.return
  }
  func.func @run() -> i32 {
    // expected-error @below {{'tir.call_tir' op refers to @main, whose pools are to be placed; run the pass before the entry point is created}}
    tir.call_tir @main() : () -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
