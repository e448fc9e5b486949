// RUN: tir-opt %s --split-input-file --tir-set-llvm-target=target-triple=avr --tir-legalize-c-scalars --verify-diagnostics

// expected-error @below {{'func.func' op argument #1 is 'i128', which C99 has no type for; expected an integer of up to 64 bits, f16, bf16, f32 or f64, or a buffer}}
func.func private @wide(i32, i128)

// -----

// expected-error @below {{'func.func' op result #0 is 'f80', which C99 has no type for}}
func.func private @extended() -> f80

// -----

// expected-error @below {{'func.func' op passes C's int, which has 16 bits on this target, as 32; expected the C interface, unpacked kernels and no allocation (--interface-api=c, --kernel-calls=unpacked, --workspace=internal)}}
func.func @packed(%args: !tir.values, %codes: !tir.type_codes, %n: i32) -> i32 {
  return %n : i32
}

// -----

// expected-error @below {{passes C's int}}
func.func private @TVMBackendAllocWorkspace(i32, i32, i64, i32, i32) -> !tir.handle
