// RUN: tir-opt --tir-convert-to-emitc --split-input-file --verify-diagnostics %s

func.func @extended(%x: f80) -> f80 {
  // expected-error @+1 {{'arith.addf' op has no conversion to EmitC with the types ('f80', 'f80') -> ('f80'); C99 has integers of up to 64 bits, float and double (and f16 and bf16 by way of float), and buffers are flat memrefs of these}}
  %y = arith.addf %x, %x : f80
  return %y : f80
}

// -----

func.func @ranked(%x: memref<2x2xi8>, %i: index) -> i8 {
  // expected-error @+1 {{'memref.load' op has no conversion to EmitC}}
  %y = memref.load %x[%i, %i] : memref<2x2xi8>
  return %y : i8
}

// -----

// expected-note @+1 {{it is an argument with #tir.effect<read> or a constant; declare it read_write, or write elsewhere}}
func.func @writes(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %v: i8) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{writes a buffer that is only read}}
  memref.store %v, %x[%c0] : memref<4xi8>
  return
}

// -----

func.func @caller(%x: memref<4xi8>) {
  // expected-error @+1 {{'tir.call_extern' op leaves its calling convention open, which no back end can lower; run tir-make-unpacked-api first}}
  tir.call_extern @f(%x) : (memref<4xi8>) -> ()
  return
}

// -----

memref.global "private" constant @commands : memref<4xi8> = dense<0>
func.func @writes(%v: i8) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{it is an argument with #tir.effect<read> or a constant; declare it read_write, or write elsewhere}}
  %x = memref.get_global @commands : memref<4xi8>
  // expected-error @+1 {{writes a buffer that is only read}}
  memref.store %v, %x[%c0] : memref<4xi8>
  return
}

// -----

// A declaration is not a blob: C lacks its type.
// expected-error @below {{'func.func' op has no conversion to EmitC with the types () -> ()}}
func.func private @outside(vector<4xf32>) -> i32

// -----

// expected-error @below {{'func.func' op has no conversion to EmitC with the types () -> ()}}
func.func @two_results(%a: i32) -> (i32, i32) {
  return %a, %a : i32, i32
}

// -----

func.func @blocks(%condition: i1) {
  // expected-error @+1 {{branches between blocks, but C is written with if and loops; run lift-cf-to-scf first (--passes-before=emitc:lift-cf-to-scf), or emit an object}}
  cf.cond_br %condition, ^first, ^second
^first:
  return
^second:
  return
}
