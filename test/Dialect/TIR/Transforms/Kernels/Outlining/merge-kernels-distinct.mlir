// RUN: tir-opt %s --tir-merge-kernels --split-input-file | FileCheck %s --implicit-check-not=shared_by

// Two functions that differ in one property, or that are not only kernels of the module.

// A number in the body.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    %c = arith.constant 1 : i8
    linalg.fill ins(%c : i8) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    %c = arith.constant 2 : i8
    linalg.fill ins(%c : i8) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Which value is used.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    %c = arith.constant 1 : i8
    %d = arith.constant 2 : i8
    linalg.fill ins(%c : i8) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    %c = arith.constant 1 : i8
    %d = arith.constant 2 : i8
    linalg.fill ins(%d : i8) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The use of an argument: a constant here, an activation there.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<range = [0, 3]>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The name of an argument.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Whether an argument may alias another one.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The effect on an argument.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8>) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The calling convention.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {calling_convention = #tir.calling_convention<unpacked>, tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// A function that the linker knows by name.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
// CHECK: tir.prim_func {{.*}}@c(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {exported_name = "same", tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {exported_name = "other", tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @c(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "c">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Functions that a registry finds by name.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {registered, tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {registered, tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// A function that other modules see.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Functions that are not kernels.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Functions from outside.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>}
  tir.prim_func private @b(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>}
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_extern @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_extern @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// A function that is also called with another convention.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_cpacked @a(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Kernels with calls, whose errors name the place.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    tir.call_packed "step"(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    tir.call_packed "step"(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// Kernels of different devices.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.device @one {kind = "one"}
  tir.device @two {kind = "two"}
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {devices = [@one], tir.function = #tir.function<kernel = <place = "a">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {devices = [@two], tir.function = #tir.function<kernel = <place = "b">>} {
    linalg.add ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The order of writes to memory.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    %c = arith.constant 1 : i8
    linalg.fill ins(%c : i8) outs(%y : memref<4xi8>)
    linalg.fill ins(%c : i8) outs(%z : memref<4xi8>)
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    %c = arith.constant 1 : i8
    linalg.fill ins(%c : i8) outs(%z : memref<4xi8>)
    linalg.fill ins(%c : i8) outs(%y : memref<4xi8>)
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}, %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    tir.call_tir @a(%x, %y, %z) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%x, %y, %z) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// The one of two values that a region uses.
// CHECK: tir.prim_func {{.*}}@a(
// CHECK: tir.prim_func {{.*}}@b(
module {
  tir.prim_func private @a(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "a">>} {
    %c = arith.constant 1 : i8
    %d = arith.constant 2 : i8
    linalg.map ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>) (%i: i8, %j: i8, %o: i8) {
      %0 = arith.subi %c, %d : i8
      %1 = arith.addi %c, %0 : i8
      linalg.yield %1 : i8
    }
    tir.return
  }
  tir.prim_func private @b(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "b">>} {
    %c = arith.constant 1 : i8
    %d = arith.constant 2 : i8
    linalg.map ins(%x, %x : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>) (%i: i8, %j: i8, %o: i8) {
      %0 = arith.subi %c, %d : i8
      %1 = arith.addi %d, %0 : i8
      linalg.yield %1 : i8
    }
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    %t = memref.alloc() : memref<4xi8>
    tir.call_tir @a(%x, %t) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_tir @b(%t, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.return
  }
}
