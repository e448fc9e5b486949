// RUN: tir-opt %s --tir-check-constants=when=each-step --split-input-file | FileCheck %s --check-prefix=STEP
// RUN: tir-opt %s --tir-check-constants=when=each-run --split-input-file | FileCheck %s --check-prefix=EACH
// RUN: tir-opt %s --tir-check-constants="when=first-run" --split-input-file | FileCheck %s --check-prefix=FIRST

// The numbers are zlib's crc32 of the bytes, inverted: of 01 02 03 04; of 2.5 as a float and the three long integers; and of
// both.

// STEP-DAG:   memref.global "private" constant @crc32_table : memref<16xi32> = dense<[0, 498536548,
// STEP-LABEL: tir.prim_func @main(
// STEP:         tir.call_tir @check_constants() : () -> ()
// STEP-NEXT:    tir.call_tir @kernel(
// STEP-NEXT:    tir.call_tir @check_constants_0() : () -> ()
// STEP-NEXT:    tir.call_tir @other(
// STEP:       tir.prim_func private @check_constants()
// STEP:         tir.call_tir @crc32_i8(%{{.*}}, %c4_i32, %{{.*}}) : (memref<4xi8>, i32, memref<1xi32>) -> ()
// STEP:         %[[IS:.*]] = arith.cmpi eq, %{{.*}}, %c1237517362_i32
// STEP:         tir.assert %[[IS]], "net: the CRC of constants is wrong{{.*}} {safety_code = -2 : i32}
// STEP:       tir.prim_func private @check_constants_0()
// STEP:         tir.call_tir @crc32_f32(%{{.*}}, %c1_i32, %{{.*}}) : (memref<2xf32>, i32, memref<1xi32>) -> ()
// STEP:         tir.call_tir @crc32_i64(%{{.*}}, %c3_i32, %{{.*}}) : (memref<3xi64>, i32, memref<1xi32>) -> ()
// STEP:         arith.cmpi eq, %{{.*}}, %c2111561009_i32

// EACH-LABEL: tir.prim_func @main(
// EACH-NEXT:    tir.call_tir @check_constants() : () -> ()
// EACH:      tir.prim_func private @check_constants()
// EACH:        arith.cmpi eq, %{{.*}}, %c461073588_i32
// EACH-NOT:   @check_constants_0

// FIRST:       memref.global "private" @constants_are_checked : memref<1xi32> = dense<-461073589>
// FIRST:       tir.prim_func private @check_constants()
// FIRST:         arith.cmpi ne, %{{.*}}, %c461073588_i32
// FIRST-NEXT:    scf.if
// FIRST:         tir.assert %{{.*}} {safety_code = -2 : i32}
memref.global "private" constant @weights : memref<2x2xi8> = dense<[[1, 2], [3, 4]]>
memref.global "private" constant @scale : memref<1xf32> = dense<2.5>
memref.global "private" constant @wide : memref<3xi64> = dense<[1, -2, 3]>
tir.prim_func private @kernel(%w: memref<2x2xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<2x2xi8> {tir.effect = #tir.effect<write>}) {
  memref.copy %w, %y : memref<2x2xi8> to memref<2x2xi8>
  tir.return
}
tir.prim_func private @other(%y: memref<2x2xi8> {tir.effect = #tir.effect<write>}) {
  %s = memref.get_global @scale : memref<1xf32>
  %w = memref.get_global @wide : memref<3xi64>
  tir.return
}
tir.prim_func @main(%y: memref<2x2xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net">} {
  %w = memref.get_global @weights : memref<2x2xi8>
  tir.call_tir @kernel(%w, %y) : (memref<2x2xi8>, memref<2x2xi8>) -> ()
  tir.call_tir @other(%y) : (memref<2x2xi8>) -> ()
  tir.return
}

// -----

// Without constants, there is nothing to check.

// EACH-LABEL: tir.prim_func @main(
// EACH-NEXT:    tir.return
tir.prim_func @main(%y: memref<4xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net">} {
  tir.return
}
