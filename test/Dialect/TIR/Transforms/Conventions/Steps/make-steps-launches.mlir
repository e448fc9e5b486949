// RUN: tir-opt %s --tir-make-steps=steps | FileCheck %s

// A launch is a step, and so is the wait for it: in between, the device works while the application does something
// else. At the end of a run or when it is aborted, what still runs ends before the workspace is free for another run and
// before devices are deactivated; until then, the progress says that a part of the run runs.

// CHECK:         tir.prim_func private @steps(
// CHECK:             tir.call_extern @npu_fill
// CHECK:           } else {
// CHECK:             tir.call_tir @clear
// CHECK:             tir.call_extern @TVMDeviceNpuSync() context(%{{.*}}) {tir.call = #tir.call<hook = true>}
// CHECK:           tir.return
// CHECK:         tir.prim_func private @__tvm_main__(
// CHECK:           tir.call_extern @TVMDeviceNpuActivate
// CHECK-NEXT:      tir.try {
// CHECK:             tir.try {
// CHECK:               tir.call_tir @steps
// CHECK-NEXT:        } finally {
// CHECK-NEXT:          tir.call_extern @TVMDeviceNpuAbort
// CHECK:           } finally {
// CHECK-NEXT:        tir.call_extern @TVMDeviceNpuDeactivate
// CHECK:         func.func @tvmgen_net_begin(
// CHECK-NOT:       TVMDeviceNpuAbort
// CHECK:         func.func @tvmgen_net_end(
// CHECK:           memref.store %c-1_i32
// CHECK-NEXT:      tir.try {
// CHECK-NEXT:        tir.call_extern @TVMDeviceNpuAbort() context(%[[NPU0:.*]]) {tir.call = #tir.call<hook = true>}
// CHECK-NEXT:      } finally {
// CHECK:             memref.store %c0_i32
// CHECK:             memref.atomic_rmw assign %c0_i32
// CHECK-NEXT:        tir.call_extern @TVMDeviceNpuDeactivate() context(%[[NPU0]]) {tir.call = #tir.call<hook = true>}
// CHECK:         func.func @tvmgen_net_abort(
// CHECK:           memref.store %c-1_i32
// CHECK-NEXT:      tir.try {
// CHECK-NEXT:        tir.call_extern @TVMDeviceNpuAbort
module {
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<deactivate>, #tir.hook<sync>, #tir.hook<abort>]}
  tir.struct @tvmgen_net_outputs ["y"]
  tir.struct @tvmgen_net_devices ["npu0"]
  memref.global "private" @workspace : memref<4xi8> = uninitialized
  tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%y: memref<4xi8> {tir.effect = #tir.effect<write>}, %npu0: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}) {
    tir.call_extern @TVMDeviceNpuActivate() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
    tir.try {
      tir.try {
        %x = memref.get_global @workspace : memref<4xi8>
        tir.call_extern @npu_fill(%x) context(%npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
        tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
        tir.call_extern @TVMDeviceNpuSync() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
      } finally {
        tir.call_extern @TVMDeviceNpuAbort() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
      }
    } finally {
      tir.call_extern @TVMDeviceNpuDeactivate() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
    }
    tir.return
  }
  func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}, %devices: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
      attributes {tir.model = #tir.model<name = "net", plan = <lower_bound = 4, pools = [<name = "workspace", bytes = 4, alignment = 4>], buffers = [], steps = []>>,
                  tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
    %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi8>
    %npu0 = tir.struct_get %devices[@tvmgen_net_devices, "npu0"] : !tir.device_context<"npu">
    tir.call_tir @__tvm_main__(%y, %npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
