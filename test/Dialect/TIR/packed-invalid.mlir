// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @no_slots() {
  // expected-error @below {{'tir.packed_stack' op attribute 'count' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %values, %codes = tir.packed_stack 0
  return
}

// -----

func.func @value_out_of_range(%x: i64) {
  // expected-note @below {{the slots are allocated here}}
  %values, %codes = tir.packed_stack 3
  // expected-error @below {{'tir.packed_set' op names slot 3, but there are 3, counted from 0; allocate more slots}}
  tir.packed_set %values, %codes[3] = %x : i64
  return
}

// -----

func.func @code_out_of_range(%values: !tir.values, %x: i64) {
  // expected-note @below {{the slots are allocated here}}
  %others, %codes = tir.packed_stack 1
  // expected-error @below {{'tir.packed_set' op names slot 1, but there are 1, counted from 0}}
  tir.packed_set %values, %codes[1] = %x : i64
  return
}

// -----

func.func @two_stacks(%x: i64) {
  // expected-note @below {{the values are allocated here}}
  %values, %codes0 = tir.packed_stack 1
  // expected-note @below {{the type codes are allocated here}}
  %values1, %codes = tir.packed_stack 1
  // expected-error @below {{'tir.packed_set' op takes values of one tir.packed_stack and type codes of another; take both results of one}}
  tir.packed_set %values, %codes[0] = %x : i64
  return
}

// -----

func.func @negative(%values: !tir.values) {
  // expected-error @below {{'tir.packed_get' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %x = tir.packed_get %values[-1] : i64
  return
}

// -----

func.func @get_out_of_range() {
  // expected-note @below {{the slots are allocated here}}
  %values, %codes = tir.packed_stack 2
  // expected-error @below {{'tir.packed_get' op names slot 2, but there are 2, counted from 0}}
  %x = tir.packed_get %values[2] : i64
  return
}

// -----

func.func @code_get_out_of_range() {
  // expected-note @below {{the slots are allocated here}}
  %values, %codes = tir.packed_stack 2
  // expected-error @below {{'tir.type_code_get' op names slot 7, but there are 2, counted from 0}}
  %x = tir.type_code_get %codes[7] : i32
  return
}

// -----

func.func @too_wide(%values: !tir.values, %codes: !tir.type_codes, %x: i128) {
  // expected-error @below {{'tir.packed_set' op operand #2 must be signless integer of up to 64 bits or index or 32-bit float or 64-bit float or an opaque `void *` or}}
  tir.packed_set %values, %codes[0] = %x : i128
  return
}

// -----

func.func @buffer(%values: !tir.values, %codes: !tir.type_codes, %x: memref<4xf32>) {
  // expected-error @below {{'tir.packed_set' op operand #2 must be signless integer of up to 64 bits or index or 32-bit float or 64-bit float or an opaque `void *` or}}
  tir.packed_set %values, %codes[0] = %x : memref<4xf32>
  return
}

// -----

func.func @narrow(%values: !tir.values) {
  // expected-error @below {{'tir.packed_get' op result #0 must be 64-bit signless integer or 64-bit float or an opaque `void *` or}}
  %x = tir.packed_get %values[0] : i32
  return
}

// -----

func.func @wide_code(%codes: !tir.type_codes) {
  // expected-error @below {{'tir.type_code_get' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %x = "tir.type_code_get"(%codes) <{index = 0 : i32}> : (!tir.type_codes) -> i64
  return
}
