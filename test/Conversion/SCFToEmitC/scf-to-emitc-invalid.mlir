// RUN: tir-opt --tir-convert-to-emitc --split-input-file --verify-diagnostics %s

// A variable in C cannot be assigned an array of two dimensions.

func.func @loop(%n: index, %a: memref<2x2xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' op has no conversion to EmitC with the types ('index', 'index', 'index', 'memref<2x2xi8>') -> ('memref<2x2xi8>')}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<2x2xi8>) {
    scf.yield %x : memref<2x2xi8>
  }
  return
}

// -----

func.func private @f()
func.func @branch(%c: i1, %a: memref<2x2xi8>) {
  // expected-error @below {{'scf.if' op has no conversion to EmitC with the types ('i1') -> ('memref<2x2xi8>')}}
  %r = scf.if %c -> (memref<2x2xi8>) {
    func.call @f() : () -> ()
    scf.yield %a : memref<2x2xi8>
  } else {
    scf.yield %a : memref<2x2xi8>
  }
  return
}

// -----

func.func @counts_unsigned(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{'scf.for' op has no conversion to EmitC}}
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
  }
  return
}
