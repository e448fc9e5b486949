// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @undeclared() {
  // expected-error @below {{'tir.get_device_context' op names @npu0, which is not a tir.device of this module; declare it}}
  %0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
  return
}

// -----

// expected-note @below {{it is a 'tir.pool'}}
tir.pool @npu0
func.func @no_device() {
  // expected-error @below {{'tir.get_device_context' op names @npu0, which is not a tir.device of this module; declare it}}
  %0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
  return
}

// -----

// expected-note @below {{device declared here}}
tir.device @npu0 {kind = "npu"}
func.func @other_kind() {
  // expected-error @below {{'tir.get_device_context' op gives a context of the kind "dsp", but @npu0 is of the kind "npu"}}
  %0 = tir.get_device_context @npu0 : !tir.device_context<"dsp">
  return
}

// -----

func.func @no_context() {
  // expected-error @below {{'tir.get_device_context' op result #0 must be the resource handle of a device of one kind, but got '!tir.handle'}}
  %0 = "tir.get_device_context"() <{device = @npu0}> : () -> !tir.handle
  return
}

// -----

// expected-error @below {{'!tir.device_context' of the kind "7" has no letter, but the names of a device's hooks consist of the letters of its kind; add a letter}}
func.func private @kind(!tir.device_context<"7">)
