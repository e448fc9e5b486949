// RUN: tir-opt %s --tir-make-c-interface --split-input-file --verify-diagnostics

// expected-error @below {{has no public tir.prim_func to make the C interface of}}
module {
}

// -----

// expected-note @below {{the other one is here}}
tir.prim_func @one(%x: memref<4xi8>) {
  tir.return
}
// expected-error @below {{'tir.prim_func' op is a second public function, but the C interface has one entry; make all but one private}}
tir.prim_func @two(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is 'memref<?xi8>', but each input and output of the C interface is a buffer of static shape}}
tir.prim_func @main(%x: memref<?xi8>) {
  tir.return
}

// -----

// expected-note @below {{this is one of them}}
tir.device @npu0 {kind = "npu"}
// expected-note @below {{this is one of them}}
tir.device @npu1 {kind = "npu"}
// expected-error @below {{'tir.prim_func' op argument #1 is a context of the kind "npu", of which there are 2 devices; take it from the device by tir.get_device_context, or name the device by tir.device}}
tir.prim_func @main(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is a context of the kind "npu", of which there are 0 devices}}
tir.prim_func @main(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  tir.return
}
