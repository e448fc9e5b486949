// RUN: tir-opt %s --tir-extract-calls --split-input-file --verify-diagnostics

tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func @main(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  // expected-note @+1 {{this call of the stage must come before it}}
  tir.call_tir @copy(%x, %y) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  // expected-error @+1 {{'memref.copy' op is between the calls of the stage 'a' and cannot move before or after all of them; move it into a kernel that belongs to the stage, or use two stages}}
  memref.copy %y, %z : memref<4xf32> to memref<4xf32>
  // expected-note @+1 {{this call of the stage must come after it}}
  tir.call_tir @copy(%z, %x) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// Unknown operations stay, and so do their operands.

func.func private @log()
tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func @main(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  // expected-note @+1 {{this call of the stage must come before it}}
  tir.call_tir @copy(%x, %y) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  // expected-error @+1 {{'func.call' op is between the calls of the stage 'a'}}
  func.call @log() : () -> ()
  // expected-note @+1 {{this call of the stage must come after it}}
  tir.call_tir @copy(%y, %z) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  // expected-note @+1 {{first call of the stage}}
  tir.call_tir @copy(%x, %y) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  scf.if %c {
    // expected-error @+1 {{'tir.call_tir' op belongs to the stage 'a', but is in another region than the first call of the stage; one function cannot contain both: give it another stage}}
    tir.call_tir @copy(%y, %x) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>, memref<4xf32>) -> ()
  }
  return
}

// -----

tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tir.call_tir' op is on tensors, but a stage works on buffers; bufferize first (phase 'buffers')}}
  %r = tir.call_tir @copy(%x) outs(%y) {tir.call = #tir.call<stage = "a">} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

memref.global "private" @state : memref<4xf32> = uninitialized
tir.prim_func private @inner(%x: memref<4xf32>) {
  // expected-note @+1 {{the global is accessed here}}
  %s = memref.get_global @state : memref<4xf32>
  memref.copy %s, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @outer(%x: memref<4xf32>) {
  tir.call_tir @inner(%x) : (memref<4xf32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{'tir.call_tir' op cannot be extracted: its callee accesses the global @state, which is not constant, and stages in different threads would share it; pass it as an argument}}
  tir.call_tir @outer(%x) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>) -> ()
  tir.return
}

// -----

tir.prim_func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{'tir.call_packed' op returns a value that is used outside the stage 'a', but a tir.prim_func returns nothing; let the callee write it into a buffer, or extend the stage}}
  %n = tir.call_packed "count"(%x) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>) -> i64
  // expected-note @+1 {{used here}}
  tir.call_packed "use"(%n) : (i64) -> ()
  tir.return
}

// -----

tir.prim_func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{'tir.call_packed' op is to be moved into the stage "stage 1", but a function gets that name; expected a C identifier}}
  tir.call_packed "use"(%x) {tir.call = #tir.call<stage = "stage 1">} : (memref<4xf32>) -> ()
  tir.return
}

// -----

tir.prim_func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'memref.copy' op is to be moved into the stage "a", expected a tir call, such as tir.call_tir; move other operations into kernels first (tir-outline-kernels)}}
  memref.copy %x, %y {tir.call = #tir.call<stage = "a">} : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----

// expected-note @+1 {{the name is taken here}}
tir.prim_func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{'tir.call_packed' op belongs to the stage "main", but that name is already taken, and its function would get it; rename the stage}}
  tir.call_packed "use"(%x) {tir.call = #tir.call<stage = "main">} : (memref<4xf32>) -> ()
  tir.return
}

// -----

tir.prim_func @f(%x: memref<4xf32>) {
  // expected-note @+1 {{its first call is here}}
  tir.call_packed "use"(%x) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>) -> ()
  tir.return
}
tir.prim_func @g(%x: memref<4xf32>) {
  // expected-error @+1 {{'tir.call_packed' op belongs to the stage "a", but another function also has calls of that stage; a stage is a part of one function: give it another name}}
  tir.call_packed "use"(%x) {tir.call = #tir.call<stage = "a">} : (memref<4xf32>) -> ()
  tir.return
}
