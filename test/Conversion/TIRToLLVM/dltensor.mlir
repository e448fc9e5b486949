// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: sed 's/"e-/"E-/' %s | tir-opt --tir-convert-to-llvm | FileCheck %s --check-prefix=BIG
// RUN: sed 's/llvm.data_layout =/llvm.target_triple = "thumbv7em-unknown-none-eabi", &/' %s | tir-opt --tir-convert-to-llvm | FileCheck %s
// RUN: sed 's/llvm.data_layout =/llvm.target_triple = "armv7-unknown-linux-gnueabi", &/' %s | tir-opt --tir-convert-to-llvm | FileCheck %s --check-prefix=BIG

// The data layout places the fields: 32-bit Arm pads before byte_offset, i386 does not.
// RUN: sed 's/llvm.data_layout/app.unused/' %s | tir-opt --convert-to-llvm | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: llc -mtriple=thumbv7em-none-eabi %t.ll -o - | FileCheck %s --check-prefix=ARM
// RUN: llc -mtriple=i386-linux-gnu %t.ll -o - | FileCheck %s --check-prefix=I386
// RUN: llc -mtriple=x86_64-linux-gnu %t.ll -o - | FileCheck %s --check-prefix=X64

module attributes {llvm.data_layout = "e-p:32:32-i64:64"} {
  // Equal shapes and strides share their data.
  // CHECK-DAG: llvm.mlir.global private unnamed_addr constant @tir_extents_m1_9223372036854775807(dense<[-1, 9223372036854775807]> : tensor<2xi64>)
  // CHECK-DAG: llvm.mlir.global private unnamed_addr constant @tir_extents_2_0(dense<[2, 0]> : tensor<2xi64>)
  // CHECK-DAG: llvm.mlir.global private unnamed_addr constant @tir_extents_4_8_(dense<[4, 8]> : tensor<2xi64>)
  // CHECK-NOT: tir_extents_4_8__
  // CHECK-LABEL: llvm.func @make
  // CHECK-SAME:    %[[X:.*]]: !llvm.ptr)
  // CHECK:   %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK-NEXT: %[[T:.*]] = llvm.alloca %[[ONE]] x !llvm.struct<(ptr, struct<(i32, i32)>, i32, struct<(i8, i8, i16)>, ptr, ptr, i64)>
  // CHECK:   %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 0]
  // CHECK-NEXT: llvm.store %{{.*}}, %[[FIELD]] : !llvm.ptr
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(12 : i32)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 1, 0]
  // CHECK-NEXT: llvm.store %[[C]], %[[FIELD]] : i32
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(3 : i32)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 1, 1]
  // CHECK-NEXT: llvm.store %[[C]], %[[FIELD]] : i32
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 2]
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(4 : i8)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 3, 0]
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(16 : i8)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 3, 1]
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(1 : i16)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 3, 2]
  // CHECK:   %[[C:.*]] = llvm.mlir.addressof @tir_extents_4_8_
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 4]
  // CHECK:   %[[C:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 5]
  // CHECK:   %[[C:.*]] = llvm.mlir.constant(64 : i64)
  // CHECK-NEXT: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[T]][0, 6]
  // CHECK-NEXT: llvm.store %[[C]], %[[FIELD]] : i64
  func.func @make(%x: memref<128xbf16>) -> !tir.dltensor {
    %a = tir.make_dltensor %x, shape [4, 8] byte_offset 64 device(12, 3) : memref<128xbf16>
    return %a : !tir.dltensor
  }
  func.func @shared(%x: memref<128xbf16>) -> (!tir.dltensor, !tir.dltensor) {
    %b = tir.make_dltensor %x, shape [4, 8] strides [4, 8] device(1, 0) : memref<128xbf16>
    %c = tir.make_dltensor %x, shape [2, 0] strides [-1, 9223372036854775807] device(1, 0) : memref<128xbf16>
    return %b, %c : !tir.dltensor, !tir.dltensor
  }
  // Another symbol has that name.
  memref.global "private" @tir_extents_4_8 : memref<1xi8>

  // Only the byte that short enumerations have is read, but not where enumerations are never short: on big-endian
  // targets, and under Linux.
  // CHECK-LABEL: llvm.func @device_type
  // CHECK:   %[[FIELD:.*]] = llvm.getelementptr inbounds %{{.*}}[0, 1, 0]
  // CHECK:   %[[LOW:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> i8
  // CHECK:   llvm.zext %[[LOW]] : i8 to i32
  // BIG-LABEL: llvm.func @device_type
  // BIG:       llvm.load %{{.*}} : !llvm.ptr -> i32
  func.func @device_type(%t: !tir.dltensor) -> i32 {
    %r = tir.dltensor_get %t, device_type : i32
    return %r : i32
  }

  // CHECK-LABEL: llvm.func @shape
  // CHECK:   %[[FIELD:.*]] = llvm.getelementptr inbounds %{{.*}}[0, 4]
  // CHECK:   %[[P:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> !llvm.ptr
  // CHECK:   llvm.insertvalue %[[P]], %{{.*}}[1]
  func.func @shape(%t: !tir.dltensor, %i: index) -> i64 {
    %s = tir.dltensor_get %t, shape : memref<2xi64>
    %r = memref.load %s[%i] : memref<2xi64>
    return %r : i64
  }

  // CHECK-LABEL: llvm.func @set_data
  // CHECK:   %[[P:.*]] = llvm.extractvalue %{{.*}}[1]
  // CHECK:   %[[FIELD:.*]] = llvm.getelementptr inbounds %{{.*}}[0, 0]
  // CHECK:   llvm.store %[[P]], %[[FIELD]] : !llvm.ptr, !llvm.ptr
  func.func @set_data(%t: !tir.dltensor, %x: memref<4xf32>) {
    tir.dltensor_set %t, data = %x : memref<4xf32>
    return
  }

  // ARM-LABEL: byte_offset:
  // ARM:         ldrd r0, r1, [r0, #32]
  // I386-LABEL: byte_offset:
  // I386:         movl 28(%{{.*}}), %eax
  // X64-LABEL: byte_offset:
  // X64:         movq 40(%rdi), %rax
  func.func @byte_offset(%t: !tir.dltensor) -> i64 {
    %r = tir.dltensor_get %t, byte_offset : i64
    return %r : i64
  }

  // ARM-LABEL: dtype_lanes:
  // ARM:         ldrh r0, [r0, #18]
  // I386-LABEL: dtype_lanes:
  // I386:         18(%{{.*}})
  // X64-LABEL: dtype_lanes:
  // X64:         22(%rdi)
  func.func @dtype_lanes(%t: !tir.dltensor) -> i16 {
    %r = tir.dltensor_get %t, dtype_lanes : i16
    return %r : i16
  }
}
