// RUN: tir-opt %s --tir-convert-to-llvm --split-input-file --verify-diagnostics

// expected-error @+1 {{'tir.pool' op has no size, and no pass gives it one: tir-plan-memory places buffers in a workspace of its own, not in pools that are declared; give it one, such as size = 4096 : i64, or remove it}}
tir.pool @sram {size_hint = 1024 : i64}

// -----

// expected-error @+1 {{'tir.pool' op has no bytes, but C has no empty arrays; remove it}}
tir.pool @sram {size = 0 : i64}

// -----

// expected-error @+1 {{'tir.pool' op has contents of type 'tensor<2xf16>', which C99 has no array for; give their bytes as i8}}
tir.pool @halves {read_only, contents = dense<1.0> : tensor<2xf16>}

// -----

// expected-note @+1 {{it is here}}
memref.global "private" @TVMBackendGetFuncFromEnv : memref<1xi8>
func.func @find() -> i32 {
  // expected-error @+2 {{'tir.get_function' op calls TVMBackendGetFuncFromEnv of the runtime, but the module has another symbol of that name; remove it}}
  // expected-error @+1 {{failed to legalize operation 'tir.get_function'}}
  %code, %f = tir.get_function "f"
  return %code : i32
}
