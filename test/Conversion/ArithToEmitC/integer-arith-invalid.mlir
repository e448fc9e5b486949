// RUN: tir-opt --tir-convert-to-emitc --split-input-file --verify-diagnostics %s

func.func @up_bit(%a: i1, %b: i1) -> i1 {
  // expected-error @below {{'arith.ceildivui' op has no conversion to EmitC with the types ('i1', 'i1') -> ('i1')}}
  %r = arith.ceildivui %a, %b : i1
  return %r : i1
}

// -----

func.func @up_wide(%a: i128, %b: i128) -> i128 {
  // expected-error @below {{'arith.ceildivui' op has no conversion to EmitC with the types ('i128', 'i128') -> ('i128')}}
  %r = arith.ceildivui %a, %b : i128
  return %r : i128
}

// -----

func.func @down_bit(%a: i1, %b: i1) -> i1 {
  // expected-error @below {{'arith.floordivsi' op has no conversion to EmitC with the types ('i1', 'i1') -> ('i1')}}
  %r = arith.floordivsi %a, %b : i1
  return %r : i1
}

// -----

func.func @down_wide(%a: i128, %b: i128) -> i128 {
  // expected-error @below {{'arith.floordivsi' op has no conversion to EmitC with the types ('i128', 'i128') -> ('i128')}}
  %r = arith.floordivsi %a, %b : i128
  return %r : i128
}

// -----

func.func @add_wide(%a: i128, %b: i128) -> i128 {
  // expected-error @below {{'arith.addi' op has no conversion to EmitC with the types ('i128', 'i128') -> ('i128')}}
  %r = arith.addi %a, %b : i128
  return %r : i128
}

// -----

func.func @shift_wide(%a: i128, %b: i128) -> i128 {
  // expected-error @below {{'arith.shli' op has no conversion to EmitC with the types ('i128', 'i128') -> ('i128')}}
  %r = arith.shli %a, %b : i128
  return %r : i128
}

// -----

func.func @divide_wide(%a: i128, %b: i128) -> i128 {
  // expected-error @below {{'arith.divui' op has no conversion to EmitC with the types ('i128', 'i128') -> ('i128')}}
  %r = arith.divui %a, %b : i128
  return %r : i128
}

// -----

func.func @greater_wide(%a: i128, %b: i128) -> i128 {
  // expected-error @below {{'arith.maxsi' op has no conversion to EmitC with the types ('i128', 'i128') -> ('i128')}}
  %r = arith.maxsi %a, %b : i128
  return %r : i128
}
