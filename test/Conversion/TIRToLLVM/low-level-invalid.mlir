// RUN: tir-opt %s --convert-to-llvm --split-input-file --verify-diagnostics
// RUN: sed -e '/failed to legalize/d' -e 's/@+2/@+1/' %s | tir-opt --tir-convert-to-llvm --split-input-file --verify-diagnostics

// expected-error @+2 {{'tir.prim_func' op leaves its calling convention open, which no back end can lower; run tir-make-unpacked-api first}}
// expected-error @+1 {{failed to legalize operation 'tir.prim_func'}}
tir.prim_func @kernel() {
  tir.return
}

// -----

func.func @caller() {
  // expected-error @+2 {{'tir.call_packed' op leaves its calling convention open, which no back end can lower; run tir-lower-packed-calls first}}
  // expected-error @+1 {{failed to legalize operation 'tir.call_packed'}}
  tir.call_packed "f"() : () -> ()
  return
}

// -----

tir.device @npu0 {kind = "npu"}
func.func @context() -> !tir.device_context<"npu"> {
  // expected-error @+2 {{'tir.get_device_context' op leaves its calling convention open, which no back end can lower; run tir-thread-device-contexts first}}
  // expected-error @+1 {{failed to legalize operation 'tir.get_device_context'}}
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  return %c : !tir.device_context<"npu">
}

// -----

func.func @cpacked() {
  // expected-error @+2 {{'tir.call_cpacked' op leaves its calling convention open, which no back end can lower; run tir-lower-cpacked-calls first}}
  // expected-error @+1 {{failed to legalize operation 'tir.call_cpacked'}}
  tir.call_cpacked @f() : () -> ()
  return
}

// -----

func.func @waits(%npu0: !tir.device_context<"npu">) {
  // expected-error @+2 {{'tir.sync' op leaves its calling convention open, which no back end can lower; run tir-insert-device-hooks first}}
  // expected-error @+1 {{failed to legalize operation 'tir.sync'}}
  tir.sync %npu0 : !tir.device_context<"npu">
  return
}

// -----

func.func @cleanup() -> i32 {
  %code = arith.constant 0 : i32
  // expected-error @+2 {{'tir.try' op leaves open how its clean-up is reached, which no back end can lower; run tir-lower-try first}}
  // expected-error @+1 {{failed to legalize operation 'tir.try'}}
  tir.try {
  } finally {
  }
  return %code : i32
}
