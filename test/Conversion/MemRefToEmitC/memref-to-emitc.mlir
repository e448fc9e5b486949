// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// Features that upstream's conversion of memref lacks: alignment, pointers to const, views, copies of a part.

// CHECK: emitc.global static const @table : !emitc.array<4xi32> = dense<[1, 2, 3, 4]> {tir.global = "#tir.global<alignment = 16>"}
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]> {alignment = 16 : i64}
// CHECK: emitc.global static const @indices : !emitc.array<2xi32> = dense<[-1, 7]>
memref.global "private" constant @indices : memref<2xindex> = dense<[-1, 7]>
// CHECK: emitc.global static @workspace : !emitc.array<64xi8> {tir.global = "#tir.global<alignment = 16>"}
memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}

// CHECK-LABEL: emitc.func @read
// CHECK-SAME: (%[[X:.*]]: !emitc.ptr<!emitc.opaque<"const float">>, %[[Y:.*]]: !emitc.ptr<f32>
// CHECK: %[[E:.*]] = subscript %[[X]][%[[C:.*]]] : (!emitc.ptr<!emitc.opaque<"const float">>, i32) -> !emitc.lvalue<!emitc.opaque<"const float">>
// CHECK: %[[L:.*]] = load %[[E]]
// CHECK: %[[V:.*]] = cast %[[L]] : !emitc.opaque<"const float"> to f32
// CHECK: %[[T:.*]] = subscript %[[Y]][%[[C]]]
// CHECK: assign %[[V]] : f32 to %[[T]]
func.func @read(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32>) {
  %c2 = arith.constant 2 : index
  %v = memref.load %x[%c2] : memref<4xf32>
  memref.store %v, %y[%c2] : memref<4xf32>
  return
}

// CHECK-LABEL: emitc.func @globals
// CHECK: %[[G:.*]] = get_global @table : !emitc.array<4xi32>
// CHECK: %[[P:.*]] = cast %[[G]] : !emitc.array<4xi32> to !emitc.ptr<i32>
// CHECK: %[[CP:.*]] = cast %[[P]] : !emitc.ptr<i32> to !emitc.ptr<!emitc.opaque<"const int32_t">>
// CHECK: %[[W:.*]] = get_global @workspace : !emitc.array<64xi8>
// CHECK: %[[WP:.*]] = cast %[[W]] : !emitc.array<64xi8> to !emitc.ptr<i8>
// CHECK: %[[A:.*]] = add %[[WP]], %{{.*}} : (!emitc.ptr<i8>, i32) -> !emitc.ptr<i8>
// CHECK: %[[I:.*]] = cast %[[A]] : !emitc.ptr<i8> to !emitc.ptr<i32>
// CHECK: %[[N:.*]] = "emitc.constant"() <{value = 16 : index}> : () -> !emitc.size_t
// CHECK: call_opaque "memcpy"(%[[I]], %[[CP]], %[[N]])
// CHECK: %[[Z:.*]] = cast %[[WP]] : !emitc.ptr<i8> to !emitc.ptr<f32>
func.func @globals(%i: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %f = arith.constant 1.0 : f32
  %t = memref.get_global @table : memref<4xi32>
  %w = memref.get_global @workspace : memref<64xi8>
  %v = memref.view %w[%c16][] : memref<64xi8> to memref<4xi32>
  memref.copy %t, %v : memref<4xi32> to memref<4xi32>
  %z = memref.view %w[%c0][] : memref<64xi8> to memref<4xf32>
  memref.store %f, %z[%i] : memref<4xf32>
  return
}

// CHECK-LABEL: emitc.func @stack
// CHECK: %[[V:.*]] = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.array<4xi8>
// CHECK: cast %[[V]] : !emitc.array<4xi8> to !emitc.ptr<i8>
func.func @stack(%i: index, %x: i8) {
  %a = memref.alloca() : memref<4xi8>
  memref.store %x, %a[%i] : memref<4xi8>
  return
}

// A buffer that is written and then only read: const from that call on.
// CHECK-LABEL: emitc.func @pass
// CHECK-SAME: (%[[X:.*]]: !emitc.ptr<f32>)
// CHECK: %[[C:.*]] = cast %[[X]] : !emitc.ptr<f32> to !emitc.ptr<!emitc.opaque<"const float">>
// CHECK: call @read(%[[C]], %[[X]])
func.func @pass(%x: memref<4xf32>) {
  call @read(%x, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// A buffer within a buffer becomes a pointer into it.
// CHECK-LABEL: emitc.func @within
// CHECK-SAME: (%[[X:.*]]: !emitc.ptr<i8>, %[[N:.*]]: i32)
// CHECK: %[[PART:.*]] = add %[[X]], %[[N]] : (!emitc.ptr<i8>, i32) -> !emitc.ptr<i8>
// CHECK: subscript %[[PART]]
func.func @within(%x: memref<8xi8>, %n: index) -> i8 {
  %c0 = arith.constant 0 : index
  %part = tir.rebase %x[%n] : memref<8xi8> to memref<4xi8>
  %v = memref.load %part[%c0] : memref<4xi8>
  return %v : i8
}
