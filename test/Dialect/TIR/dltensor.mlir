// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @make
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x8xf32>, %[[S:[a-z0-9]+]]: memref<i1>, %[[E:[a-z0-9]+]]: memref<0xui16>
func.func @make(%x: memref<4x8xf32>, %s: memref<i1>, %e: memref<0xui16>) {
  // CHECK: tir.make_dltensor %[[X]], shape [4, 8] device(1, 0) : memref<4x8xf32>
  %whole = tir.make_dltensor %x, shape [4, 8] device(1, 0) : memref<4x8xf32>
  // CHECK: tir.make_dltensor %[[X]], shape [2, 4] strides [8, 1] byte_offset 80 device(12, 1) : memref<4x8xf32>
  %corner = tir.make_dltensor %x, shape [2, 4] strides [8, 1] byte_offset 80 device(12, 1) : memref<4x8xf32>
  // The last element first.
  // CHECK: tir.make_dltensor %[[X]], shape [32] strides [-1] byte_offset 124 device(1, 0) : memref<4x8xf32>
  %backwards = tir.make_dltensor %x, shape [32] strides [-1] byte_offset 124 device(1, 0) : memref<4x8xf32>
  // All elements are one.
  // CHECK: tir.make_dltensor %[[X]], shape [9000, 9000] strides [0, 0] device(1, 0) : memref<4x8xf32>
  %broadcast = tir.make_dltensor %x, shape [9000, 9000] strides [0, 0] device(1, 0) : memref<4x8xf32>
  // CHECK: tir.make_dltensor %[[S]], shape [] device(1, 0) : memref<i1>
  %scalar = tir.make_dltensor %s, shape [] device(1, 0) : memref<i1>
  // CHECK: tir.make_dltensor %[[E]], shape [0, 7] device(1, 0) : memref<0xui16>
  %empty = tir.make_dltensor %e, shape [0, 7] device(1, 0) : memref<0xui16>
  return
}

// CHECK-LABEL: func.func @fields
// CHECK-SAME:    %[[T:.*]]: !tir.dltensor)
func.func @fields(%t: !tir.dltensor) {
  // CHECK: %[[DATA:.*]] = tir.dltensor_get %[[T]], data : !tir.handle
  %data = tir.dltensor_get %t, data : !tir.handle
  // CHECK: %[[BUFFER:.*]] = tir.dltensor_get %[[T]], data : memref<4x8xf32>
  %buffer = tir.dltensor_get %t, data : memref<4x8xf32>
  // CHECK: %[[DEVICE_TYPE:.*]] = tir.dltensor_get %[[T]], device_type : i32
  %device_type = tir.dltensor_get %t, device_type : i32
  // CHECK: %[[DEVICE_ID:.*]] = tir.dltensor_get %[[T]], device_id : i32
  %device_id = tir.dltensor_get %t, device_id : i32
  // CHECK: %[[NDIM:.*]] = tir.dltensor_get %[[T]], ndim : i32
  %ndim = tir.dltensor_get %t, ndim : i32
  // CHECK: %[[CODE:.*]] = tir.dltensor_get %[[T]], dtype_code : i8
  %code = tir.dltensor_get %t, dtype_code : i8
  // CHECK: %[[BITS:.*]] = tir.dltensor_get %[[T]], dtype_bits : i8
  %bits = tir.dltensor_get %t, dtype_bits : i8
  // CHECK: %[[LANES:.*]] = tir.dltensor_get %[[T]], dtype_lanes : i16
  %lanes = tir.dltensor_get %t, dtype_lanes : i16
  // CHECK: %[[SHAPE:.*]] = tir.dltensor_get %[[T]], shape : memref<2xi64>
  %shape = tir.dltensor_get %t, shape : memref<2xi64>
  // CHECK: %[[STRIDES:.*]] = tir.dltensor_get %[[T]], strides : !tir.handle
  %strides = tir.dltensor_get %t, strides : !tir.handle
  // CHECK: %[[OFFSET:.*]] = tir.dltensor_get %[[T]], byte_offset : i64
  %offset = tir.dltensor_get %t, byte_offset : i64

  // CHECK: tir.dltensor_set %[[T]], data = %[[DATA]] : !tir.handle
  tir.dltensor_set %t, data = %data : !tir.handle
  // CHECK: tir.dltensor_set %[[T]], data = %[[BUFFER]] : memref<4x8xf32>
  tir.dltensor_set %t, data = %buffer : memref<4x8xf32>
  // CHECK: tir.dltensor_set %[[T]], device_type = %[[DEVICE_TYPE]] : i32
  tir.dltensor_set %t, device_type = %device_type : i32
  // CHECK: tir.dltensor_set %[[T]], device_id = %[[DEVICE_ID]] : i32
  tir.dltensor_set %t, device_id = %device_id : i32
  // CHECK: tir.dltensor_set %[[T]], ndim = %[[NDIM]] : i32
  tir.dltensor_set %t, ndim = %ndim : i32
  // CHECK: tir.dltensor_set %[[T]], dtype_code = %[[CODE]] : i8
  tir.dltensor_set %t, dtype_code = %code : i8
  // CHECK: tir.dltensor_set %[[T]], dtype_bits = %[[BITS]] : i8
  tir.dltensor_set %t, dtype_bits = %bits : i8
  // CHECK: tir.dltensor_set %[[T]], dtype_lanes = %[[LANES]] : i16
  tir.dltensor_set %t, dtype_lanes = %lanes : i16
  // CHECK: tir.dltensor_set %[[T]], shape = %[[SHAPE]] : memref<2xi64>
  tir.dltensor_set %t, shape = %shape : memref<2xi64>
  // CHECK: tir.dltensor_set %[[T]], strides = %[[STRIDES]] : !tir.handle
  tir.dltensor_set %t, strides = %strides : !tir.handle
  // CHECK: tir.dltensor_set %[[T]], byte_offset = %[[OFFSET]] : i64
  tir.dltensor_set %t, byte_offset = %offset : i64
  return
}

// As attributes of other operations, the fields are also attributes.
// CHECK: app.fields = [#tir<dltensor_field data>, #tir<dltensor_field byte_offset>]
module attributes {app.fields = [#tir<dltensor_field data>, #tir<dltensor_field byte_offset>]} {}
