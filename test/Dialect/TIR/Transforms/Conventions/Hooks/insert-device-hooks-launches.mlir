// RUN: tir-opt %s --tir-insert-device-hooks --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-insert-device-hooks --tir-insert-device-hooks --split-input-file | FileCheck %s

!vec = memref<4xi8>
!npu = !tir.device_context<"npu">
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<deactivate>, #tir.hook<sync>, #tir.hook<abort>]}
tir.device @npu1 {kind = "npu", hooks = [#tir.hook<sync>]}

// What still runs is stopped before the device is deactivated, by 'sync' if there is no 'abort', and before memory
// that belongs to the run is freed.

// CHECK-LABEL: tir.prim_func @main
// CHECK: tir.call_extern @TVMDeviceNpuActivate() context(%[[NPU0:.*]]) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT: tir.try {
// CHECK: tir.call_extern @take
// CHECK-NEXT: tir.try {
// CHECK: tir.try {
// CHECK: tir.try {
// CHECK-NEXT: tir.call_extern @npu_fill(%{{.*}}) context(%[[C:.*]]) :
// CHECK-NEXT: tir.call_extern @npu_fill(%{{.*}}) context(%[[D:.*]]) :
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuSync() context(%[[C]]) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuSync() context(%[[D]]) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuAbort() context(%{{.*}}) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuSync() context(%{{.*}}) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @give
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%[[NPU0]]) {tir.call = #tir.call<hook = true>}
tir.prim_func @main(%x: !vec, %y: !vec) {
  %c = tir.get_device_context @npu0 : !npu
  %d = tir.get_device_context @npu1 : !npu
  tir.call_extern @take() : () -> ()
  tir.try {
    tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
    tir.call_extern @npu_fill(%y) context(%d) : (!vec, !npu) -> ()
    tir.sync %c : !npu writes(%x : !vec)
    tir.sync %d : !npu writes(%y : !vec)
  } finally {
    tir.call_extern @give() : () -> ()
  }
  tir.return
}

// -----

// A loop ends what it launched. A function that returns a code by itself returns it by tir.check_return.

!vec = memref<4xi8>
!npu = !tir.device_context<"npu">
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>, #tir.hook<abort>]}

// CHECK-LABEL: func.func private @helper
// CHECK: tir.try {
// CHECK: tir.call_extern @npu_fill
// CHECK: tir.call_extern @TVMDeviceNpuSync
// CHECK: tir.check_return
// CHECK: } finally {
// CHECK: tir.call_extern @TVMDeviceNpuAbort
// CHECK: return %{{.*}} : i32
func.func private @helper(%x: !vec, %c: !npu) -> i32 {
  tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
  tir.sync %c : !npu writes(%x : !vec)
  %code = tir.call_extern @check(%x) : (!vec) -> i32
  return %code : i32
}

// CHECK-LABEL: tir.prim_func @loop
// CHECK: scf.for
// CHECK: tir.try {
// CHECK-NEXT: tir.call_extern @npu_fill
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuSync
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuAbort
tir.prim_func @loop(%x: !vec, %n: index) {
  %c = tir.get_device_context @npu0 : !npu
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    tir.call_extern @npu_fill(%x) context(%c) : (!vec, !npu) -> ()
    tir.sync %c : !npu writes(%x : !vec)
  }
  tir.return
}
