// RUN: tir-opt %s --tir-plan-memory --verify-diagnostics --split-input-file
// RUN: not tir-opt %s --tir-plan-memory=alignment=24 --split-input-file 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// RUN: not tir-opt %s --tir-plan-memory=strategy=best 2>&1 | FileCheck %s --check-prefix=STRATEGY

// ALIGNMENT: error: tir-plan-memory: option 'alignment' is 24, expected a power of two that fits 31 bits, such as 16
// STRATEGY: Cannot find option named 'best'

tir.prim_func @dynamic(%x: memref<?xf32>, %n: index) {
  // expected-error @below {{'memref.alloc' op has type 'memref<?xf32>', expected a static shape, as the buffer's place is decided now; give the dynamic dimensions sizes (--input-shape)}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  tir.return
}

// -----

tir.prim_func @nested(%x: memref<4xf32>) {
  // expected-note @below {{in the region of this 'linalg.generic'}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<4xf32>) {
  ^bb0(%v: f32):
    // expected-error @below {{'memref.alloc' op stands in a region that is not control flow, where it may run many times or never; expected every allocation in the function's own block or under scf.if, scf.for or scf.while: move it there}}
    %a = memref.alloc() : memref<f32>
    memref.store %v, %a[] : memref<f32>
    linalg.yield %v : f32
  }
  tir.return
}

// -----

tir.prim_func @passed_out(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  // expected-note @below {{it arrives here}}
  %r = scf.if %c -> memref<4xf32> {
    // expected-error @below {{'memref.alloc' op is passed out of its region, so that the buffer behind it is known only when it runs; expected one buffer for every way through: allocate it before the region, and copy into it}}
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----

tir.prim_func @strided(%x: memref<2x2xf32>) {
  // expected-error @below {{'memref.alloc' op has type 'memref<2x2xf32, strided<[4, 1]>>', expected the identity layout, in which elements lie side by side; allocate that and take a view of it}}
  %a = memref.alloc() : memref<2x2xf32, strided<[4, 1]>>
  memref.copy %x, %a : memref<2x2xf32> to memref<2x2xf32, strided<[4, 1]>>
  tir.return
}

// -----

tir.prim_func @elsewhere(%x: memref<2xf32>) {
  // expected-error @below {{'memref.alloc' op lies in memory space 3 : i64, expected the default one, as there is one workspace only}}
  %a = memref.alloc() : memref<2xf32, 3>
  memref.copy %x, %a : memref<2xf32> to memref<2xf32, 3>
  tir.return
}

// -----

tir.prim_func @huge(%x: memref<4611686018427387904xf32>) {
  // expected-error @below {{'memref.alloc' op has type 'memref<4611686018427387904xf32>', expected at most 2^63 - 1 bytes}}
  %a = memref.alloc() : memref<4611686018427387904xf32>
  memref.copy %x, %a : memref<4611686018427387904xf32> to memref<4611686018427387904xf32>
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has buffers that cannot be planned: the buffers up to #1 have more than 2^63 - 1 bytes with their padding, expected sizes that can be addressed}}
tir.prim_func @huge_together(%x: memref<4611686018427387904xi8>) {
  %a = memref.alloc() : memref<4611686018427387904xi8>
  memref.copy %x, %a : memref<4611686018427387904xi8> to memref<4611686018427387904xi8>
  %b = memref.alloc() : memref<4611686018427387904xi8>
  memref.copy %a, %b : memref<4611686018427387904xi8> to memref<4611686018427387904xi8>
  tir.return
}

// -----

tir.prim_func @pointer() {
  // expected-note @below {{the buffer is allocated here}}
  %a = memref.alloc() : memref<4xi8>
  // expected-error @below {{'memref.extract_aligned_pointer_as_index' op takes the address of a buffer to where its uses cannot be followed; expected only views (memref.subview, memref.expand_shape and the like), calls and copies, from which the end of its life is known}}
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xi8> -> index
  tir.return
}

// -----

tir.prim_func @descriptor() {
  // expected-note @below {{the buffer is allocated here}}
  %a = memref.alloc() : memref<4xi8>
  // expected-error @below {{'tir.make_dltensor' op takes the address of a buffer to where its uses cannot be followed}}
  %t = tir.make_dltensor %a, shape [4] device(1, 0) : memref<4xi8>
  tir.return
}

// -----

tir.struct @slots ["a"]
tir.prim_func @stored_address(%h: !tir.handle) {
  // expected-note @below {{the buffer is allocated here}}
  %a = memref.alloc() : memref<4xi8>
  // expected-error @below {{'tir.struct_set' op takes the address of a buffer to where its uses cannot be followed}}
  tir.struct_set %h[@slots, "a"] = %a : memref<4xi8>
  tir.return
}

// -----

tir.prim_func @opaque_view() {
  // expected-note @below {{the buffer is allocated here}}
  %a = memref.alloc() : memref<4xi8>
  // expected-error @below {{'builtin.unrealized_conversion_cast' op takes the address of a buffer to where its uses cannot be followed}}
  %b = builtin.unrealized_conversion_cast %a : memref<4xi8> to memref<2xi16>
  memref.copy %b, %b : memref<2xi16> to memref<2xi16>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func @itself(%x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op calls @itself, which leads back to this call; memory is planned before the program runs, and a recursive function needs memory without a bound: write it as a loop}}
  tir.call_tir @itself(%x) : (memref<4xf32>) -> ()
  tir.return
}

// -----

tir.prim_func private @leaf(%x: memref<4xf32>) {
  tir.return
}
// expected-note @below {{the function is declared here}}
tir.prim_func private @a(%x: memref<4xf32>) {
  tir.call_tir @leaf(%x) : (memref<4xf32>) -> ()
  // expected-note @below {{through this call of @b}}
  tir.call_tir @b(%x) : (memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @b(%x: memref<4xf32>) {
  tir.call_tir @leaf(%x) : (memref<4xf32>) -> ()
  // expected-note @below {{through this call of @c}}
  tir.call_tir @c(%x) : (memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @c(%x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op calls @a, which leads back to this call}}
  tir.call_tir @a(%x) : (memref<4xf32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<4xf32>) {
  tir.call_tir @a(%x) : (memref<4xf32>) -> ()
  tir.return
}
