// RUN: tir-opt %s --split-input-file --verify-diagnostics

// What describes a kernel, a call or an output.

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'kernel'}}
// expected-error @below {{'fused' is ["add#0", 1]; expected an array of strings}}
tir.prim_func private @fused(%x: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <fused = ["add#0", 1], place = "add#0">>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'kernel'}}
// expected-error @below {{'macs' is -1; expected at least 0}}
tir.prim_func private @macs(%x: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <macs = -1>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'kernel'}}
// expected-error @below {{'cycles' is -2; expected at least 0}}
tir.prim_func private @cycles(%x: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <cycles = -2>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'kernel'}}
// expected-error @below {{'kind' is "lookup", but there is no 'place', the operation of the model that the kernel computes; add it}}
tir.prim_func private @kind(%x: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <kind = "lookup">>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'kernel'}}
// expected-error @below {{'fused' is ["add#0"], but there is no 'place'}}
tir.prim_func private @fused(%x: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <fused = ["add#0"]>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'kernel'}}
// expected-error @below {{'shared_by' is ["add#0"]; expected the places of at least two kernels, or no 'shared_by'}}
tir.prim_func private @shared(%x: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <place = "add#0", shared_by = ["add#0"]>>} {
  tir.return
}

// -----

func.func @alloc() {
  // expected-error @below {{'memref.alloc' op carries 'tir.function', which has no meaning there; expected a function}}
  %x = memref.alloc() {tir.function = #tir.function<kernel = <macs = 1>>} : memref<4xi8>
  return
}

// -----

// Text that version 2 of the dialect read.

// expected-error @below {{'tir.prim_func' op carries 'tir.macs', which has no meaning there; write it as tir.function = #tir.function<kernel = <macs = …>>}}
tir.prim_func private @macs(%x: memref<4xi8>) attributes {tir.macs = 4 : i64} {
  tir.return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @place(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op carries 'tir.place', which has no meaning there; write it as tir.call = #tir.call<layer = <place = …>>}}
  tir.call_tir @f(%x) {tir.place = "add#0"} : (memref<4xi8>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @layer(%x: memref<4xi8>) {
  // expected-error @below {{'fused' is [1]; expected an array of strings}}
// expected-error @below {{failed to parse TIR_CallAttr parameter 'layer'}}
  tir.call_tir @f(%x) {tir.call = #tir.call<layer = <fused = [1], place = "add#0">>} : (memref<4xi8>) -> ()
  return
}

// -----

// expected-error @below {{failed to parse TIR_PortAttr parameter 'exposed'}}
// expected-error @below {{'reads' is [@x]; expected an array of strings}}
tir.prim_func private @main(%x: memref<4xi8> {tir.port = #tir.port<exposed = <kernel = "f", place = "f", reads = [@x]>>})

// -----

// expected-error @below {{'func.func' op carries 'tir.loader', which has no meaning there; write it as tir.function = #tir.function<entry = <for_loaders = true>>}}
func.func private @loader() attributes {tir.loader}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'entry'}}
// expected-error @below {{'extra_args' is -1; expected at least 0}}
func.func private @extra() attributes {tir.function = #tir.function<entry = <extra_args = -1>>}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'entry'}}
// expected-error @below {{'registry_name' is empty; expected a name, or no 'registry_name'}}
func.func private @name() attributes {tir.function = #tir.function<entry = <registry_name = "">>}

// -----

// expected-error @below {{failed to parse TIR_FunctionAttr parameter 'entry'}}
// expected-error @below {{an entry is described by nothing; expected at least one parameter, such as registry_name = "net_run"}}
func.func private @nothing() attributes {tir.function = #tir.function<entry = <for_loaders = false>>}

// -----

// expected-error @below {{'func.func' op carries 'tir.call', which has no meaning there; expected an operation in a function}}
func.func private @stage() attributes {tir.call = #tir.call<stage = "front">}
