// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @elsewhere() {
  // expected-error @below {{'tir.return' op expects parent op 'tir.prim_func'}}
  tir.return
}

// -----

tir.prim_func @nested(%condition: i1) {
  scf.if %condition {
    // expected-error @below {{'tir.return' op expects parent op 'tir.prim_func'}}
    tir.return
  }
  tir.return
}

// -----

tir.prim_func @not_last() {
  // expected-error @below {{'tir.return' op must be the last operation in the parent block}}
  tir.return
  tir.return
}
