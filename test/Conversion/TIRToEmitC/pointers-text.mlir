// Pointers in C.
// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c | FileCheck %s

module {
  func.func private @take(!tir.handle, !tir.device_context<"npu">)
  // CHECK-LABEL: void null(void) {
  // CHECK-NEXT:    take(NULL, NULL);
  func.func @null() attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">} {
    %h = tir.null : !tir.handle
    %c = tir.null : !tir.device_context<"npu">
    call @take(%h, %c) : (!tir.handle, !tir.device_context<"npu">) -> ()
    return
  }

  // CHECK-LABEL: bool checks(void *h, const tir_float *x) {
  // CHECK-NEXT:    return (int64_t)((uintptr_t)h % 8) == 0 && (int64_t)((uintptr_t)x % 16) == 0 && x == NULL;
  func.func @checks(%h: !tir.handle {tir.name = "h"},
                    %x: memref<4xf32> {tir.name = "x", tir.effect = #tir.effect<read>}) -> i1 {
    %zero = arith.constant 0 : i64
    %h8 = tir.misalignment %h, 8 : !tir.handle
    %a = arith.cmpi eq, %h8, %zero : i64
    %x16 = tir.misalignment %x, 16 : memref<4xf32>
    %b = arith.cmpi eq, %x16, %zero : i64
    %n = tir.is_null %x : memref<4xf32>
    %ab = arith.andi %a, %b : i1
    %abn = arith.andi %ab, %n : i1
    return %abn : i1
  }

  // One cast, which drops const as well.
  // CHECK-LABEL: void *as_handle(const tir_float *x) {
  // CHECK-NEXT:    return (void *)(uintptr_t)x;
  func.func @as_handle(%x: memref<4xf32> {tir.name = "x", tir.effect = #tir.effect<read>}) -> !tir.handle {
    %h = tir.pointer_cast %x : memref<4xf32> to !tir.handle
    return %h : !tir.handle
  }

  // CHECK-LABEL: float only_read(void *h, int32_t i) {
  // CHECK-NEXT:    return ((const tir_float *)h)[i];
  func.func @only_read(%h: !tir.handle {tir.name = "h"}, %i: index {tir.name = "i"}) -> f32 {
    %x = tir.pointer_cast %h : !tir.handle to memref<4xf32>
    %e = memref.load %x[%i] : memref<4xf32>
    return %e : f32
  }

  // CHECK-LABEL: void written(void *h, int64_t n, float e) {
  // CHECK-NEXT:    ((tir_float *)(void *)((char *)h + n))[0] = e;
  func.func @written(%h: !tir.handle {tir.name = "h"}, %n: i64 {tir.name = "n"}, %e: f32 {tir.name = "e"}) {
    %c0 = arith.constant 0 : index
    %x = tir.pointer_cast %h[%n] : !tir.handle to memref<4xf32>
    memref.store %e, %x[%c0] : memref<4xf32>
    return
  }

  // CHECK-LABEL: int32_t rank(void *h) {
  // CHECK-NEXT:    return ((DLTensor *)(void *)((char *)h + 16))->ndim;
  func.func @rank(%h: !tir.handle {tir.name = "h"}) -> i32 {
    %n = arith.constant 16 : i64
    %t = tir.pointer_cast %h[%n] : !tir.handle to !tir.dltensor
    %r = tir.dltensor_get %t, ndim : i32
    return %r : i32
  }
}
