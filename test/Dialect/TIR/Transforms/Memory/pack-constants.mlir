// RUN: tir-opt %s -split-input-file --tir-pack-constants | FileCheck %s

// Numbers of 4 bits with a sign, at places that are known and that are not.
// CHECK: module {
// CHECK: memref.global "private" constant @w : memref<16xi8> = dense<[-15, -30, -45, -60, -75, -90, -105, -128, -15, -30, -45, -60, -75, -90, -105, -128]>
// CHECK: tir.prim_func private @known(%[[W:.*]]: memref<16xi8> {tir.effect = #tir.effect<read>}, %{{.*}}: memref<3xi32>
// CHECK: scf.for %[[I:.*]] =
// The first of a byte: to the left, and back.
// CHECK: %[[BYTE:.*]] = arith.divui %[[AT:.*]], %{{.*}} : index
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %[[W]][%[[BYTE]]] : memref<16xi8>
// CHECK-NEXT: %[[WIDE:.*]] = arith.extsi %[[LOADED]] : i8 to i32
// CHECK-NEXT: %[[C28:.*]] = arith.constant 28 : i32
// CHECK-NEXT: %[[LEFT:.*]] = arith.shli %[[WIDE]], %[[C28]] : i32
// CHECK: arith.shrsi %[[LEFT]], %{{.*}} : i32
// CHECK-NOT: arith.extsi {{.*}} i32 to
// CHECK: tir.prim_func private @computed
// CHECK: arith.divui
// CHECK: %[[BIT:.*]] = arith.andi %{{.*}}, %{{.*}} : index
// CHECK-NEXT: %[[PLACE:.*]] = arith.index_cast %[[BIT]] : index to i32
// CHECK: %[[FOUR:.*]] = arith.muli %[[PLACE]], %{{.*}} : i32
// CHECK-NEXT: %[[BY:.*]] = arith.subi %c28{{.*}}, %[[FOUR]] : i32
// CHECK-NEXT: arith.shli %{{.*}}, %[[BY]] : i32
// CHECK: %[[GET:.*]] = memref.get_global @w : memref<16xi8>
// CHECK: tir.call_tir @known(%[[GET]],
module attributes {tir.model = #tir.model<packed_constants = true>} {
  memref.global "private" constant @w : memref<16x2xi8> = dense<[
    [1, -1], [2, -2], [3, -3], [4, -4], [5, -5], [6, -6], [7, -7], [0, -8], [1, -1], [2, -2], [3, -3],
    [4, -4], [5, -5], [6, -6], [7, -7], [0, -8]]>
  tir.prim_func private @known(%w: memref<16x2xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<3xi32> {tir.effect = #tir.effect<write>}) {
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    scf.for %i = %zero to %two step %two {
      %number = memref.load %w[%i, %i] : memref<16x2xi8>
      %wide = arith.extsi %number : i8 to i32
      memref.store %wide, %y[%i] : memref<3xi32>
    }
    tir.return
  }
  tir.prim_func private @computed(%w: memref<32xi8> {tir.effect = #tir.effect<read>},
                                  %i: memref<1xindex> {tir.effect = #tir.effect<read>},
                                  %y: memref<3xi32> {tir.effect = #tir.effect<write>}) {
    %zero = arith.constant 0 : index
    %at = memref.load %i[%zero] : memref<1xindex>
    %number = memref.load %w[%at] : memref<32xi8>
    %wide = arith.extsi %number : i8 to i32
    memref.store %wide, %y[%zero] : memref<3xi32>
    tir.return
  }
  tir.prim_func @main(%i: memref<1xindex> {tir.effect = #tir.effect<read>},
                      %y: memref<3xi32> {tir.effect = #tir.effect<write>}) {
    %w = memref.get_global @w : memref<16x2xi8>
    tir.call_tir @known(%w, %y) : (memref<16x2xi8>, memref<3xi32>) -> ()
    %flat = memref.collapse_shape %w [[0, 1]] : memref<16x2xi8> into memref<32xi8>
    tir.call_tir @computed(%flat, %i, %y) : (memref<32xi8>, memref<1xindex>, memref<3xi32>) -> ()
    tir.return
  }
}

// -----

// A kernel whose calls pass 2 bits, 4 bits without a sign, and more than 4. What it says about ranges is about numbers.
// CHECK: module {
// CHECK-NEXT: constant @two : memref<9xi8> = dense<[27, 27, 27, 27, 27, 27, 27, 27, 1]>
// CHECK-NEXT: constant @four : memref<17xi8> = dense<[-17, 1, 33, 1, 33, 1, 33, 1, 33, 1, 33, 1, 33, 1, 33, 1, 1]>
// CHECK-NEXT: constant @eight : memref<33xi8>
// CHECK: tir.prim_func private @first(%{{.*}}: memref<9xi8> {tir.effect = #tir.effect<read>}
// CHECK: tir.prim_func private @first{{.*}}(%{{.*}}: memref<33xi8> {kernel.argument = #kernel.argument<range = [-2, 100]>, tir.effect = #tir.effect<read>}
// CHECK-NEXT: arith.constant
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.sitofp %{{.*}} : i8 to f32
// CHECK: tir.prim_func private @first{{.*}}(%{{.*}}: memref<17xi8> {tir.effect = #tir.effect<read>}
// CHECK: %[[ALL:.*]] = arith.extui %{{.*}} : i8 to i32
// CHECK: %[[NUMBER:.*]] = arith.andi %[[ALL]], %{{.*}} : i32
// CHECK: arith.sitofp %[[NUMBER]] : i32 to f32
module attributes {tir.model = #tir.model<packed_constants = true>} {
  memref.global "private" constant @two : memref<33xi8> = dense<[
    -1, -2, 1, 0, -1, -2, 1, 0, -1, -2, 1, 0, -1, -2, 1, 0, -1, -2, 1, 0, -1, -2, 1, 0, -1, -2, 1, 0, -1, -2, 1, 0, 1]>
  memref.global "private" constant @four : memref<33xi8> = dense<[
    15, 14, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1]>
  memref.global "private" constant @eight : memref<33xi8> = dense<[
    100, 14, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1]>
  tir.prim_func private @first(%w: memref<33xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<range = [-2, 100]>},
                               %y: memref<1xf32> {tir.effect = #tir.effect<write>}) {
    %zero = arith.constant 0 : index
    %number = memref.load %w[%zero] : memref<33xi8>
    %float = arith.sitofp %number : i8 to f32
    memref.store %float, %y[%zero] : memref<1xf32>
    tir.return
  }
  tir.prim_func @main(%y: memref<1xf32> {tir.effect = #tir.effect<write>}) {
    %two = memref.get_global @two : memref<33xi8>
    %four = memref.get_global @four : memref<33xi8>
    %eight = memref.get_global @eight : memref<33xi8>
    tir.call_tir @first(%two, %y) : (memref<33xi8>, memref<1xf32>) -> ()
    tir.call_tir @first(%four, %y) : (memref<33xi8>, memref<1xf32>) -> ()
    tir.call_tir @first(%eight, %y) : (memref<33xi8>, memref<1xf32>) -> ()
    tir.return
  }
}

// -----

// These stay as they are: too few numbers, a part of a constant, a buffer that is copied, and an external function.
// CHECK: constant @few : memref<4xi8>
// CHECK: constant @part : memref<64xi8>
// CHECK: constant @copied : memref<32xi8>
// CHECK: constant @outside : memref<32xi8>
module attributes {tir.model = #tir.model<packed_constants = true>} {
  memref.global "private" constant @few : memref<4xi8> = dense<[1, 2, 3, 4]>
  memref.global "private" constant @part : memref<64xi8> = dense<"0x01020304050607000102030405060700010203040506070001020304050607000102030405060700010203040506070001020304050607000102030405060700">
  memref.global "private" constant @copied : memref<32xi8> = dense<"0x0102030405060700010203040506070001020304050607000102030405060700">
  memref.global "private" constant @outside : memref<32xi8> = dense<"0x0102030405060700010203040506070001020304050607000102030405060701">
  tir.prim_func private @external(memref<32xi8> {tir.effect = #tir.effect<read>})
  tir.prim_func private @read(%w: memref<4xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<32xi8> {tir.effect = #tir.effect<write>}) {
    %zero = arith.constant 0 : index
    %number = memref.load %w[%zero] : memref<4xi8>
    memref.store %number, %y[%zero] : memref<32xi8>
    tir.return
  }
  tir.prim_func private @copy(%w: memref<32xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<32xi8> {tir.effect = #tir.effect<write>}) {
    memref.copy %w, %y : memref<32xi8> to memref<32xi8>
    tir.return
  }
  tir.prim_func @main(%y: memref<32xi8> {tir.effect = #tir.effect<write>}) {
    %few = memref.get_global @few : memref<4xi8>
    tir.call_tir @read(%few, %y) : (memref<4xi8>, memref<32xi8>) -> ()
    %part = memref.get_global @part : memref<64xi8>
    %view = memref.subview %part[0] [4] [1] : memref<64xi8> to memref<4xi8>
    tir.call_tir @read(%view, %y) : (memref<4xi8>, memref<32xi8>) -> ()
    %copied = memref.get_global @copied : memref<32xi8>
    tir.call_tir @copy(%copied, %y) : (memref<32xi8>, memref<32xi8>) -> ()
    %outside = memref.get_global @outside : memref<32xi8>
    tir.call_extern @external(%outside) : (memref<32xi8>) -> ()
    tir.return
  }
}

// -----

// Without the attribute, nothing changes.
// CHECK: constant @w : memref<32xi8>
module {
  memref.global "private" constant @w : memref<32xi8> = dense<"0x0102030405060700010203040506070001020304050607000102030405060700">
  tir.prim_func private @read(%w: memref<32xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<1xi8> {tir.effect = #tir.effect<write>}) {
    %zero = arith.constant 0 : index
    %number = memref.load %w[%zero] : memref<32xi8>
    memref.store %number, %y[%zero] : memref<1xi8>
    tir.return
  }
  tir.prim_func @main(%y: memref<1xi8> {tir.effect = #tir.effect<write>}) {
    %w = memref.get_global @w : memref<32xi8>
    tir.call_tir @read(%w, %y) : (memref<32xi8>, memref<1xi8>) -> ()
    tir.return
  }
}
