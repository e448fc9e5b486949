// RUN: tir-opt %s --split-input-file --verify-diagnostics

// On other operations, the errors say what stands for former attributes.

// expected-error @below {{'func.func' op argument #0 carries "tir.pool", which has no meaning there; expected tir.effect, tir.name, tir.port}}
// expected-note @below {{write it as tir.port = #tir.port<pool = …>}}
func.func private @argument(memref<4xi8> {tir.pool = "sram"})

// -----

// expected-error @below {{'func.func' op argument #0 carries "tir.struct", which has no meaning there; expected tir.effect, tir.name, tir.port}}
// expected-note @below {{write it as tir.port = #tir.port<c_struct = …>}}
func.func private @struct(!tir.handle {tir.struct = "state"})

// -----

// A value that never had a meaning is not read.

// expected-error @below {{'tir.prim_func' op argument #0 carries "tir.noalias", which has no meaning there; expected tir.effect, tir.name, tir.port}}
// expected-note @below {{write it as tir.port = #tir.port<noalias = …>}}
tir.prim_func private @noalias(memref<4xi8> {tir.noalias = "yes"})

// -----

// expected-error @below {{'func.func' op carries 'tir.kernel', which has no meaning there; write it as tir.function = #tir.function<kernel = …>}}
func.func private @kernel(memref<4xi8>) attributes {tir.kernel = #tir.kernel<macs = 4>}

// -----

// expected-error @below {{'func.func' op carries 'tir.plan', which has no meaning there; write it as tir.model = #tir.model<plan = …>}}
func.func private @plan() attributes {tir.plan = #tir.plan<pools = []>}

// -----

// expected-error @below {{'memref.global' op carries 'tir.variable', which has no meaning there; write it as tir.global = #tir.global<variable = true>}}
memref.global "private" @count : memref<4xi8> = dense<0> {tir.variable}

// -----

func.func private @f(memref<4xi8>)
func.func @call(%x: memref<4xi8>) {
  // expected-error @below {{'func.call' op carries 'tir.stage', which has no meaning there; write it as tir.call = #tir.call<stage = …>}}
  call @f(%x) {tir.stage = "front"} : (memref<4xi8>) -> ()
  return
}

// -----

// expected-error @below {{'builtin.module' op carries 'tir.packed_constants', which has no meaning there; write it as tir.model = #tir.model<packed_constants = true>}}
module attributes {tir.packed_constants} {
}

// -----

func.func @rows() {
  // expected-error @below {{'memref.alloc' op carries 'kernel.ring', which has no meaning there; expected one of kernel.rows}}
  %x = memref.alloc() {kernel.ring = #kernel.ring<rows = 1, tensor_rows = 8>} : memref<4xi8>
  return
}
