// RUN: tir-opt %s --tir-verify-launches --split-input-file --verify-diagnostics

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.sync' op waits for @npu0, on which nothing runs; expected a launch before it in the same block: call a kernel with this context, or leave it out}}
  tir.sync %c : !tir.device_context<"npu">
  tir.return
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-note @below {{the last launch ended here}}
  tir.sync %c : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  // expected-error @below {{'tir.sync' op waits for @npu0, on which nothing runs; expected a launch before it in the same block: call a kernel with this context, or leave it out}}
  tir.sync %c : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  tir.return
}

// -----

// The device of a context from outside is known by its kind.

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<4xi8>, %c: !tir.device_context<"npu">, %d: !tir.device_context<"npu">) {
  tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-error @below {{'tir.sync' op waits for the device of the kind "npu", on which nothing runs; expected a launch before it in the same block: call a kernel with this context, or leave it out}}
  tir.sync %d : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  tir.return
}

// -----

// expected-note @below {{the device is asynchronous}}
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%n: i1, %x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  scf.if %n {
    // expected-error @below {{'tir.call_extern' op is launched on @npu0, but nothing in its block waits for its end; expected a tir.sync after it (tir-overlap-launches)}}
    tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  }
  tir.return
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>},
                                memref<4xi8> {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">)
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{it is launched here}}
  tir.call_extern @npu_relu(%x, %y) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-error @below {{'tir.sync' op lacks argument #0 of the launch, so that its memory may be used for something else before the kernel has ended; add it to 'reads'}}
  tir.sync %c : !tir.device_context<"npu"> writes(%y : memref<4xi8>)
  tir.return
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{it is launched here}}
  tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-error @below {{'tir.sync' op lacks argument #0 of the launch, so that its memory may be used for something else before the kernel has ended; add it to 'writes'}}
  tir.sync %c : !tir.device_context<"npu"> reads(%x : memref<4xi8>)
  tir.return
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{it was launched here}}
  tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-error @below {{'tir.call_extern' op is launched on @npu0, which still runs another kernel; expected a tir.sync of the device before it}}
  tir.call_extern @npu_fill(%y) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.sync %c : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  tir.return
}

// -----

// The result of a launch is used before its tir.sync.

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func private @copy(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{it is argument #0 of this launch}}
  tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-error @below {{'tir.call_tir' op operand #0 is read while a kernel that writes it may still run on @npu0; expected a tir.sync of the device before it}}
  tir.call_tir @copy(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
  tir.sync %c : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  tir.return
}

// -----

// The memory of a launched buffer is used for another one.

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>},
                                memref<4xi8> {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">)
memref.global "private" @workspace : memref<8xi8> = uninitialized
tir.prim_func @main(%x: memref<1xi8>, %y: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %pool = memref.get_global @workspace : memref<8xi8>
  %again = memref.get_global @workspace : memref<8xi8>
  %a = memref.view %pool[%c0][] : memref<8xi8> to memref<4xi8>
  %b = memref.view %again[%c3][] : memref<8xi8> to memref<1xi8>
  // expected-note @below {{it is argument #0 of this launch}}
  tir.call_extern @npu_relu(%a, %y) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  scf.while : () -> () {
    %no = arith.constant false
    scf.condition(%no)
  } do {
    // expected-error @below {{'memref.copy' op operand #1 is written while a kernel that reads it may still run on @npu0; expected a tir.sync of the device before it}}
    memref.copy %x, %b : memref<1xi8> to memref<1xi8>
    scf.yield
  }
  tir.sync %c : !tir.device_context<"npu"> reads(%a : memref<4xi8>) writes(%y : memref<4xi8>)
  tir.return
}
