// Programs that never run an operation that traps or has a visible effect, unless it is moved to a place where it runs.
module {
func.func private @more() -> i32
func.func private @fails() -> i32

// The check before the division fails.
func.func @guarded(%x: i32, %y: i32, %z: memref<1xi32>) -> i32 attributes {tir.model = #tir.model<name = "m", plan = <pools = [], buffers = []>, source = "m.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  tir.try {
    %ok = arith.cmpi ne, %y, %zero : i32
    tir.assert %ok, "y is 0"
    %q = arith.divsi %x, %y : i32
    %r = arith.remsi %x, %y : i32
    %s = arith.addi %q, %r : i32
    memref.store %s, %z[%c0] : memref<1xi32>
  } finally {
  }
  return %zero : i32
}

// The loop runs no iteration.
func.func @no_round(%n: index, %x: i32, %y: i32, %z: memref<1xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.remsi %x, %y : i32
    %s = arith.addi %x, %x overflow<nsw> : i32
    %t = arith.xori %r, %s : i32
    memref.store %t, %z[%c0] : memref<1xi32>
  }
  return %zero : i32
}

// The first iteration fails, and the condition is not evaluated again.
func.func @asks_once() -> i32 {
  %zero = arith.constant 0 : i32
  tir.try {
    scf.while : () -> () {
      %m = func.call @more() : () -> i32
      %c = arith.cmpi ne, %m, %zero : i32
      scf.condition(%c)
    } do {
      %s = func.call @fails() : () -> i32
      tir.check_return %s
      scf.yield
    }
  } finally {
  }
  return %zero : i32
}
}
