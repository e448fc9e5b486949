// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-note @below {{function declared here}}
func.func @no_code() {
  // expected-error @below {{'tir.try' op returns an i32 code, but the function returns nothing}}
  tir.try {
  } finally {
  }
  return
}

// -----

// expected-error @below {{'tir.try' op must be in a 'func.func'}}
tir.try {
} finally {
}

// -----

func.func @no_body() -> i32 {
  // expected-error @below {{'tir.try' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "tir.try"() ({}, {
  ^bb0:
  }) : () -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

func.func @arguments() -> i32 {
  // expected-error @below {{'tir.try' op region #0 should have no arguments}}
  "tir.try"() ({
  ^bb0(%x: i32):
  }, {
  ^bb0:
  }) : () -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
