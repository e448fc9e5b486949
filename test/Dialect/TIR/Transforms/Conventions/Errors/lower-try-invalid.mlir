// RUN: tir-opt %s --tir-lower-try --split-input-file --verify-diagnostics

tir.prim_func @main() {
  // expected-error @below {{'tir.try' op is in a tir.prim_func, whose calls do not return codes yet; run tir-make-unpacked-api first}}
  tir.try {
    tir.call_extern @kernel() : () -> ()
  } finally {
    tir.call_extern @close() : () -> ()
  }
  tir.return
}

// -----

func.func private @kernel() -> i32
func.func private @close()
func.func @main(%n: i1) -> i32 {
  %zero = arith.constant 0 : i32
  tir.try {
    // expected-error @below {{'scf.if' op is in a tir.try, and a code may leave its region; expected an scf.if, scf.for or scf.while (from its second region) that carries no values: write the values into a buffer, or call a function that does all of it}}
    %v = scf.if %n -> (i32) {
      %code = func.call @kernel() : () -> i32
      tir.check_return %code
      scf.yield %code : i32
    } else {
      scf.yield %zero : i32
    }
  } finally {
    func.call @close() : () -> ()
  }
  return %zero : i32
}

// -----

func.func private @step() -> i32
func.func @carried(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  tir.try {
    // expected-error @below {{'scf.while' op is in a tir.try, and a code may leave its region; expected an scf.if, scf.for or scf.while (from its second region) that carries no values}}
    scf.while (%i = %x) : (i32) -> () {
      %m = arith.cmpi ne, %i, %zero : i32
      scf.condition(%m)
    } do {
      %s = func.call @step() : () -> i32
      tir.check_return %s
      scf.yield %s : i32
    }
  } finally {
  }
  return %zero : i32
}
