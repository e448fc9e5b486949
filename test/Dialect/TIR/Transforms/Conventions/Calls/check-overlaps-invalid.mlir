// RUN: tir-opt %s --tir-check-overlaps --split-input-file --verify-diagnostics

!part = memref<4xi8, strided<[1], offset: ?>>
// expected-note @below {{callee declared here}}
tir.prim_func private @move(%x: !part {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func @overlaps(%b: memref<64xi8>, %i: index) {
  %next = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
  %x = memref.subview %b[%i] [4] [1] : memref<64xi8> to !part
  %y = memref.subview %b[%next] [4] [1] : memref<64xi8> to !part
  // expected-error @below {{'tir.call_tir' op passes parts of one buffer that overlap as arguments #0 and #1, but the callee writes it and assumes two different buffers; pass a copy, or declare both arguments noalias = false}}
  tir.call_tir @move(%x, %y) : (!part, !part) -> ()
  tir.return
}

// -----

!part = memref<4xi8, strided<[1], offset: ?>>
// expected-note @below {{callee declared here}}
tir.prim_func private @move(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func @whole(%b: memref<64xi8>, %i: index) {
  %y = memref.subview %b[%i] [4] [1] : memref<64xi8> to !part
  // expected-error @below {{passes parts of one buffer that overlap as arguments #0 and #1}}
  tir.call_tir @move(%b, %y) : (memref<64xi8>, !part) -> ()
  tir.return
}

// -----

!half = memref<32xi8, strided<[1], offset: ?>>
!part = memref<4xi8, strided<[1], offset: ?>>
// expected-note @below {{callee declared here}}
tir.prim_func private @move(%x: !part {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func @nested(%b: memref<64xi8>, %i: index, %j: index) {
  %half = memref.subview %b[%i] [32] [1] : memref<64xi8> to !half
  %x = memref.subview %half[%j] [4] [1] : !half to !part
  %y = memref.subview %b[%j] [4] [1] : memref<64xi8> to !part
  // expected-error @below {{passes parts of one buffer that are not known to be disjoint as arguments #0 and #1, but the callee writes it and assumes two different buffers; take both parts of the buffer itself, or pass a copy, or declare both arguments noalias = false}}
  tir.call_tir @move(%x, %y) : (!part, !part) -> ()
  tir.return
}

// -----

!part = memref<4xi8, strided<[1], offset: ?>>
tir.prim_func private @move(%x: !part {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
// expected-note @below {{caller declared here}}
func.func @codeless(%b: memref<64xi8>, %i: index, %j: index) {
  %x = memref.subview %b[%i] [4] [1] : memref<64xi8> to !part
  %y = memref.subview %b[%j] [4] [1] : memref<64xi8> to !part
  // expected-error-re @below {{{{.*}}code{{.*}}}}
  tir.call_tir @move(%x, %y) : (!part, !part) -> ()
  return
}
