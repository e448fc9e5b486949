// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @too_many(%f: !tir.handle, %rv: !tir.values, %rc: !tir.type_codes) {
  // expected-note @below {{the slots are allocated here}}
  %v, %c = tir.packed_stack 2
  // expected-error @below {{'tir.call_function' op names slot 2, but there are 2, counted from 0; allocate more slots}}
  %code = tir.call_function %f(%v, %c, 3) -> (%rv, %rc)
  return
}

// -----

func.func @two_stacks(%f: !tir.handle, %rv: !tir.values, %rc: !tir.type_codes) {
  // expected-note @below {{the values are allocated here}}
  %v, %c0 = tir.packed_stack 1
  // expected-note @below {{the type codes are allocated here}}
  %v1, %c = tir.packed_stack 1
  // expected-error @below {{'tir.call_function' op takes values of one tir.packed_stack and type codes of another; take both results of one}}
  %code = tir.call_function %f(%v, %c, 1) -> (%rv, %rc)
  return
}

// -----

func.func @two_results(%f: !tir.handle, %v: !tir.values, %c: !tir.type_codes) {
  // expected-note @below {{the values are allocated here}}
  %rv, %rc0 = tir.packed_stack 1
  // expected-note @below {{the type codes are allocated here}}
  %rv1, %rc = tir.packed_stack 1
  // expected-error @below {{'tir.call_function' op takes values of one tir.packed_stack and type codes of another; take both results of one}}
  %code = tir.call_function %f(%v, %c, 1) -> (%rv, %rc)
  return
}
