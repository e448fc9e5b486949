// RUN: tir-opt %s --tir-insert-device-hooks --split-input-file | FileCheck %s
// A second run changes nothing.
// RUN: tir-opt %s --tir-insert-device-hooks --tir-insert-device-hooks --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-insert-device-hooks --tir-thread-device-contexts --tir-insert-device-hooks --split-input-file | FileCheck %s --check-prefix=THREADED

#all = [#tir.hook<init>, #tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]

module {
tir.device @npu0 {kind = "npu", hooks = #all}
tir.device @npu1 {kind = "npu", hooks = #all}
// The device is not used, but must be initialised.
tir.device @dsp {kind = "dsp", hooks = #all}

// The hooks of a device that only a nested function uses are called, too.
// CHECK-LABEL: tir.prim_func private @nested(
// CHECK: tir.get_device_context @npu1
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuOpen() context(%[[C:.*]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: tir.call_cpacked @npu_relu(%{{.*}}) context(%[[C]])
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuClose() context(%[[C]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
tir.prim_func private @nested(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu1 : !tir.device_context<"npu">
  tir.call_cpacked @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @main(
// CHECK-NEXT: %[[A:.*]] = tir.get_device_context @npu0
// CHECK-NEXT: %[[B:.*]] = tir.get_device_context @npu1
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuActivate() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuActivate() context(%[[B]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK:      tir.call_tir @nested
// CHECK:      tir.call_extern @TVMDeviceNpuOpen() context(%[[C:.*]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: tir.call_extern @npu_add(%{{.*}}) context(%[[C]])
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuClose() context(%[[C]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%[[B]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
tir.prim_func @main(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  tir.call_tir @nested(%x) : (memref<4xi8>) -> ()
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_add(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// CHECK: tir.prim_func @init() attributes {exported_name = "tvmgen_net_init"} {
// CHECK-NEXT: %[[A:.*]] = tir.get_device_context @npu0
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuInit() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: %[[B:.*]] = tir.get_device_context @npu1
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuInit() context(%[[B]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: %[[C:.*]] = tir.get_device_context @dsp
// CHECK-NEXT: tir.call_extern @TVMDeviceDspInit() context(%[[C]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.return

// THREADED-LABEL: tir.prim_func private @nested(
// THREADED-COUNT-1: TVMDeviceNpuOpen
// THREADED-NOT: TVMDeviceNpuOpen
// THREADED-LABEL: tir.prim_func @main(
// THREADED: TVMDeviceNpuActivate() context(%{{.*}}) {tir.call = #tir.call<device = "npu0", hook = true>}
// THREADED: TVMDeviceNpuActivate() context(%{{.*}}) {tir.call = #tir.call<device = "npu1", hook = true>}
// THREADED-NOT: Activate
// THREADED: TVMDeviceNpuOpen
// THREADED-NOT: TVMDeviceNpuOpen
// THREADED: TVMDeviceNpuDeactivate() context(%{{.*}}) {tir.call = #tir.call<device = "npu1", hook = true>}
// THREADED: TVMDeviceNpuDeactivate() context(%{{.*}}) {tir.call = #tir.call<device = "npu0", hook = true>}
// THREADED-NOT: Deactivate
// THREADED: @init(
// THREADED-NOT: @init
}

// -----

// Only the hooks that a device lists; for a context from outside, those that any device of its kind lists.
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>]}
tir.device @npu1 {kind = "npu", hooks = [#tir.hook<deactivate>]}
tir.device @dsp {kind = "dsp"}

// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[GIVEN:[^:]*]]: !tir.device_context<"npu">)
// CHECK-NEXT: %[[LAST:.*]] = tir.get_device_context @npu1
// CHECK-NEXT: tir.try {
// CHECK-NEXT: tir.try {
// CHECK-NEXT: %[[A:.*]] = tir.get_device_context @npu0
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuOpen() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.call_extern @npu_a(%[[X]]) context(%[[A]])
// CHECK-NEXT: %[[B:.*]] = tir.get_device_context @npu1
// CHECK-NEXT: tir.call_extern @npu_b(%[[X]]) context(%[[B]])
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuOpen() context(%[[GIVEN]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.call_packed "npu.c"(%[[GIVEN]])
// CHECK-NEXT: %[[D:.*]] = tir.get_device_context @dsp
// CHECK-NEXT: tir.call_extern @dsp_d() context(%[[D]])
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%[[GIVEN]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%[[LAST]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NOT: @init
// THREADED-LABEL: tir.prim_func @main(
tir.prim_func @main(%x: memref<4xi8>, %given: !tir.device_context<"npu">) {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_a(%x) context(%a) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  tir.call_extern @npu_b(%x) context(%b) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_packed "npu.c"(%given) : (!tir.device_context<"npu">) -> ()
  %d = tir.get_device_context @dsp : !tir.device_context<"dsp">
  tir.call_extern @dsp_d() context(%d) : (!tir.device_context<"dsp">) -> ()
  tir.return
}

// -----

// Two contexts; a value is used before the device is closed; operations that cannot fail need no tir.try.
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
tir.device @dsp {kind = "dsp", hooks = [#tir.hook<open>, #tir.hook<close>]}

// CHECK-LABEL: tir.prim_func @main(
// CHECK: tir.call_extern @TVMDeviceNpuOpen() context(%[[A:.*]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: tir.call_extern @TVMDeviceDspOpen() context(%[[B:.*]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: %[[V:.*]] = tir.call_packed "both"(%[[A]], %[[B]])
// CHECK-NEXT: tir.call_extern @inside(%[[V]])
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceDspClose() context(%[[B]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuClose() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuOpen() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: %[[TICKS:.*]] = tir.call_extern @ticks() context(%[[A]])
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuClose() context(%[[A]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.call_extern @outside(%[[TICKS]])
// THREADED-LABEL: tir.prim_func @main(
// THREADED-COUNT-2: TVMDeviceNpuOpen
// THREADED-NOT: TVMDeviceNpuOpen
tir.prim_func @main() {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %b = tir.get_device_context @dsp : !tir.device_context<"dsp">
  %v = tir.call_packed "both"(%a, %b) : (!tir.device_context<"npu">, !tir.device_context<"dsp">) -> i64
  tir.call_extern @inside(%v) : (i64) -> ()
  %ticks = tir.call_extern @ticks() context(%a) : (!tir.device_context<"npu">) -> i32
  tir.call_extern @outside(%ticks) : (i32) -> ()
  tir.return
}

// -----

// Hand-written calls of hooks are unchanged.
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]}
// CHECK-LABEL: tir.prim_func @main(
// THREADED-LABEL: tir.prim_func @main(
// THREADED-COUNT-1: TVMDeviceNpuOpen
// THREADED-NOT: TVMDeviceNpuOpen
// CHECK-COUNT-1: TVMDeviceNpuActivate
// CHECK-NOT: TVMDeviceNpuActivate
// CHECK: TVMDeviceNpuOpen
// CHECK-NOT: TVMDeviceNpuOpen
// CHECK: TVMDeviceNpuClose
// CHECK-NOT: TVMDevice
tir.prim_func @main(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @TVMDeviceNpuActivate() context(%c) : (!tir.device_context<"npu">) -> ()
  tir.call_extern @TVMDeviceNpuOpen() context(%c) : (!tir.device_context<"npu">) -> ()
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_extern @TVMDeviceNpuClose() context(%c) : (!tir.device_context<"npu">) -> ()
  tir.return
}

// -----

// A func.func is an entry like any other. The code that it returns itself is the result of the tir.try.
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]}

// CHECK-LABEL: func.func @run(
// CHECK-NEXT: %[[C:.*]] = tir.get_device_context @npu0
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuActivate() context(%[[C]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: %[[D:.*]] = tir.get_device_context @npu0
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuOpen() context(%[[D]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: tir.try {
// CHECK-NEXT: tir.call_extern @npu_relu(%{{.*}}) context(%[[D]])
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuClose() context(%[[D]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%[[C]]) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[ZERO]] : i32
// THREADED-LABEL: func.func @run(
// THREADED-COUNT-1: TVMDeviceNpuActivate
// THREADED-NOT: TVMDeviceNpuActivate
// THREADED-LABEL: func.func @returns(
// THREADED-COUNT-1: TVMDeviceNpuActivate
// THREADED-NOT: TVMDeviceNpuActivate
// THREADED-COUNT-1: tir.check_return
// THREADED-NOT: tir.check_return
func.func @run(%x: memref<4xi8>) -> i32 {
  %n = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%n) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}

// CHECK-LABEL: func.func @returns(
// CHECK: tir.call_extern @TVMDeviceNpuActivate()
// CHECK-NEXT: tir.try {
// CHECK: %[[CODE:.*]] = func.call @inner(
// CHECK-NEXT: tir.check_return %[[CODE]]
// CHECK-NEXT: } finally {
// CHECK-NEXT: tir.call_extern @TVMDeviceNpuDeactivate() context(%{{.*}}) {tir.call = #tir.call<hook = true>} :
// CHECK-NEXT: }
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[ZERO]] : i32
func.func @returns(%x: memref<4xi8>) -> i32 {
  %code = func.call @inner(%x) : (memref<4xi8>) -> i32
  return %code : i32
}

// A function of either kind that another one calls is not an entry.
// CHECK-LABEL: func.func @inner(
// CHECK-NOT: Activate
// CHECK: tir.call_tir @kernel
func.func @inner(%x: memref<4xi8>) -> i32 {
  tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
// CHECK-LABEL: tir.prim_func @kernel(
// CHECK-NOT: Activate
tir.prim_func @kernel(%x: memref<4xi8>) {
  %n = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%n) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
