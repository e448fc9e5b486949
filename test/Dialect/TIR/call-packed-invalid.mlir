// RUN: tir-opt %s --verify-diagnostics --split-input-file

tir.device @npu0 {kind = "npu"}
func.func @context(%x: memref<4xf32>) {
  %context = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.call_packed' takes no 'context(...)': the registry fills the resource handle itself; call the symbol with tir.call_cpacked, or pass the context among the arguments, as an opaque handle}}
  tir.call_packed "app.log"(%x) context(%context) : (memref<4xf32>, !tir.device_context<"npu">) -> ()
  return
}

// -----

func.func @no_name() {
  // expected-error @below {{'tir.call_packed' op has an empty name; expected a function in the registry, such as "app.log"}}
  tir.call_packed ""() : () -> ()
  return
}

// -----

func.func @nul_in_name() {
  // expected-error @below {{'tir.call_packed' op has a NUL in its name, where the name would end in the registry}}
  tir.call_packed "app\00log"() : () -> ()
  return
}

// -----

func.func @vector(%v: vector<4xf32>) {
  // expected-error @below {{'tir.call_packed' op operand #0 must be variadic of buffer (memref or ranked tensor), integer, index, float, string, handle or device context, but got 'vector<4xf32>'}}
  tir.call_packed "f"(%v) : (vector<4xf32>) -> ()
  return
}

// -----

func.func @wide(%v: i128) {
  // expected-error @below {{'tir.call_packed' op operand #0 must be variadic of}}
  tir.call_packed "f"(%v) : (i128) -> ()
  return
}

// -----

func.func @returns_memref() {
  // expected-error @below {{'tir.call_packed' op result #0 must be variadic of ranked tensor of any type values or integer of up to 64 bits, float, string or handle, but got 'memref<4xf32>'}}
  %0 = tir.call_packed "f"() : () -> memref<4xf32>
  return
}

// -----

func.func @two_values() {
  // expected-error @below {{'tir.call_packed' op returns 2 values; a C function returns one}}
  %0:2 = tir.call_packed "f"() : () -> (i32, i32)
  return
}

// -----

func.func @value_on_tensors(%x: tensor<4xf32>) {
  // expected-error @below {{'tir.call_packed' op returns a value, but on tensors its results are its outs; call it on memrefs, or have it write the value into a tensor of one element}}
  %0 = tir.call_packed "f"(%x) : (tensor<4xf32>) -> i32
  return
}

// -----

// expected-note @below {{the memref comes from here}}
func.func @mixed(%x: tensor<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{'tir.call_packed' op mixes tensors and memrefs; a call works on one of them, so bufferize the whole call or none of it}}
  tir.call_packed "f"(%x, %y) : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the first of them comes from here}}
func.func @outs_on_memrefs(%y: memref<4xf32>) {
  // expected-error @below {{'tir.call_packed' op on memrefs takes plain operands; drop 'outs', the callee's arguments say what is written}}
  tir.call_packed "f"() outs(%y) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @no_result(%y: tensor<4xf32>) {
  // expected-error @below {{'tir.call_packed' op has 1 outs but 0 results; each outs operand is tied to one result}}
  tir.call_packed "f"() outs(%y) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the operand comes from here}}
func.func @scalar_out(%y: i32) {
  // expected-error @below {{'tir.call_packed' op outs operand #0 is 'i32', expected a tensor}}
  tir.call_packed "f"() outs(%y) : (i32) -> ()
  return
}

// -----

// expected-note @below {{the operand comes from here}}
func.func @other_result(%y: tensor<4xf32>) {
  // expected-error @below {{'tir.call_packed' op result #0 is 'tensor<5xf32>', but the outs operand it is tied to is 'tensor<4xf32>'}}
  %0 = tir.call_packed "f"() outs(%y) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @too_many_outs(%y: tensor<4xf32>) {
  // expected-error @below {{'tir.call_packed' op has 2 outs, but only 1 operands}}
  "tir.call_packed"(%y) <{name = "f", num_outs = 2 : i32}> : (tensor<4xf32>) -> ()
  return
}
