// RUN: tir-opt --tir-convert-to-emitc --split-input-file --verify-diagnostics %s

func.func @absolute_bit(%x: i1) -> i1 {
  // expected-error @below {{'math.absi' op has no conversion to EmitC with the types ('i1') -> ('i1')}}
  %r = math.absi %x : i1
  return %r : i1
}

// -----

func.func @absolute_wide(%x: i128) -> i128 {
  // expected-error @below {{'math.absi' op has no conversion to EmitC with the types ('i128') -> ('i128')}}
  %r = math.absi %x : i128
  return %r : i128
}

// -----

func.func @count_bit(%x: i1) -> i1 {
  // expected-error @below {{'math.ctlz' op has no conversion to EmitC with the types ('i1') -> ('i1')}}
  %r = math.ctlz %x : i1
  return %r : i1
}

// -----

func.func @count_wide(%x: i128) -> i128 {
  // expected-error @below {{'math.ctlz' op has no conversion to EmitC with the types ('i128') -> ('i128')}}
  %r = math.ctlz %x : i128
  return %r : i128
}
