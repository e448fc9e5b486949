// RUN: tir-opt %s --tir-make-steps --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-make-steps=steps --split-input-file | FileCheck %s --check-prefix=STEPS
// RUN: tir-opt %s --tir-make-steps=guard --split-input-file | FileCheck %s --check-prefix=GUARD

// The main function calls one that runs the steps from one number to another. It copies the rows of the input itself,
// after the steps before the first row, and runs all steps that are left after the last one.

// CHECK-DAG:     tir.struct @tvmgen_net_progress ["position"] : [memref<3xi32>]
// CHECK-DAG:     memref.global "private" @run_in_progress : memref<1xi32> = dense<0>
// CHECK:         tir.prim_func private @steps(%[[FIRST:.*]]: i32 {{{.*}}}, %[[END:.*]]: i32 {{{.*}}}, %{{.*}}: memref<8xi8> 
// CHECK-DAG:       %[[F:.*]] = arith.index_cast %[[FIRST]]
// CHECK-DAG:       %[[E:.*]] = arith.index_cast %[[END]]
// CHECK:           scf.for %[[I:.*]] = %[[F]] to %[[E]] step
// CHECK-NOT:         @feed_row
// CHECK:             tir.call_tir @clear
// CHECK:             %[[STEP:.*]] = arith.subi %[[I]], %c1
// CHECK-NOT:         @feed_row
// CHECK:             tir.call_tir @use
// CHECK:         tir.prim_func private @__tvm_main__(
// CHECK:           tir.call_tir @steps(%[[ZERO:.*]], %[[ONE:.*]], %{{.*}}) : (i32, i32, memref<8xi8>)
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %c3
// CHECK:             tir.call_tir @feed_row(
// CHECK:             arith.select
// CHECK:             tir.call_tir @steps(
// CHECK:         func.func @tvmgen_net_run(
// CHECK-SAME:      driven = {input = "x", rows = 3 : i64, steps = 5 : i64}
// CHECK:           %[[BEFORE:.*]] = memref.atomic_rmw assign %c-1_i32
// CHECK-NEXT:      tir.check_return %[[BEFORE]]
// CHECK:         func.func private @tvmgen_net_run_part(
// CHECK:           tir.call_tir @steps
// CHECK:         func.func @tvmgen_net_begin(%[[P:.*]]: !tir.handle {tir.name = "progress", tir.port = #tir.port<c_struct = "tvmgen_net_progress">}, %{{.*}}: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
// CHECK:           tir.assert %{{.*}}, "net_begin: this progress has a run already
// CHECK:           %[[BEFORE:.*]] = memref.atomic_rmw assign %c-1_i32
// CHECK-NEXT:      tir.check_return %[[BEFORE]]
// CHECK:           call @tvmgen_net_run_part
// CHECK:         func.func @tvmgen_net_row(%{{.*}}: !tir.handle {tir.name = "progress", tir.port = #tir.port<c_struct = "tvmgen_net_progress">}) -> !tir.handle
// CHECK:           tir.pointer_cast
// CHECK:           tir.null
// CHECK:         func.func @tvmgen_net_feed(%{{.*}}, %{{.*}}: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
// CHECK:           tir.assert %{{.*}}, "net_feed: the run does not need a row now
// CHECK:           call @tvmgen_net_run_part
// CHECK-NOT:     func.func @tvmgen_net_step(
// CHECK:         func.func @tvmgen_net_end(%{{.*}}: !tir.handle {tir.name = "progress", tir.port = #tir.port<c_struct = "tvmgen_net_progress">}) -> i32
// CHECK:           tir.assert %{{.*}}, "net_end: no run is in progress, or it is not done
// CHECK:         func.func @tvmgen_net_abort(%{{.*}}: !tir.handle {tir.name = "progress", tir.port = #tir.port<c_struct = "tvmgen_net_progress">}) -> i32
// CHECK:           tir.assert %{{.*}}, "net_abort: no run is in progress

// With steps, no other function runs the model.

// STEPS:         func.func @tvmgen_net_run(
// STEPS-SAME:      driven = {has_step, input = "x", rows = 3 : i64, steps = 5 : i64}
// STEPS:         func.func @tvmgen_net_begin(%{{[a-z0-9]+}}: !tir.handle {tir.name = "progress", tir.port = #tir.port<c_struct = "tvmgen_net_progress">}) -> i32
// STEPS-NOT:       run_part
// STEPS:         func.func @tvmgen_net_feed(%{{[a-z0-9]+}}: !tir.handle {tir.name = "progress", tir.port = #tir.port<c_struct = "tvmgen_net_progress">}) -> i32
// STEPS-NOT:       run_part
// STEPS:         func.func @tvmgen_net_step(%{{.*}}: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
// STEPS:           tir.assert %{{.*}}, "net_step: no run is in progress, or a step of it runs or has failed
// STEPS:             call @tvmgen_net_run_part
// STEPS:         func.func @tvmgen_net_end(
// STEPS:         func.func @tvmgen_net_abort(
// STEPS:           return
module {
  tir.struct @tvmgen_net_inputs ["x"]
  tir.struct @tvmgen_net_outputs ["y"]
  memref.global "private" @workspace : memref<4xi8> = uninitialized
  tir.prim_func private @clear(%y: memref<8xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @feed_row(%row: memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}, %place: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    memref.copy %row, %place : memref<4xi8> to memref<4xi8>
    tir.return
  }
  tir.prim_func private @use(%row: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<8xi8> {tir.effect = #tir.effect<read_write>}) {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%x: memref<12xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}, %y: memref<8xi8> {tir.effect = #tir.effect<read_write>}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %ring = memref.get_global @workspace : memref<4xi8>
    tir.call_tir @clear(%y) : (memref<8xi8>) -> ()
    scf.for %i = %c0 to %c4 step %c1 {
      %first = arith.cmpi ult, %i, %c3 : index
      scf.if %first {
        %offset = arith.muli %i, %c4 : index
        %row = tir.rebase %x[%offset] : memref<12xi8> to memref<4xi8>
        tir.call_tir @feed_row(%row, %ring) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 3, fed = true>} : (memref<4xi8>, memref<4xi8>) -> ()
      }
      tir.call_tir @use(%ring, %y) : (memref<4xi8>, memref<8xi8>) -> ()
    }
    tir.return
  }
  func.func @tvmgen_net_run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}, %outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
      attributes {tir.model = #tir.model<name = "net", plan = <lower_bound = 4, pools = [<name = "workspace", bytes = 4, alignment = 4>], buffers = [], steps = []>>,
                  tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [{name = "x", c_name = "x"}], outputs = []}} {
    %x = tir.struct_get %inputs[@tvmgen_net_inputs, "x"] : memref<12xi8>
    %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<8xi8>
    tir.call_tir @__tvm_main__(%x, %y) : (memref<12xi8>, memref<8xi8>) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}

// -----

// Hooks that activate devices are called at the beginning, and those that deactivate them in any case. Without a static
// workspace, runs are independent. Variables change in the last step.

// STEPS:         tir.device @npu0
// STEPS-NOT:     @run_in_progress
// STEPS:         func.func @tvmgen_net_run(
// STEPS-SAME:      driven = {has_step, steps = 2 : i64}
// STEPS:         func.func @tvmgen_net_begin(%{{.*}}, %[[D:.*]]: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
// STEPS:           tir.call_extern @TVMDeviceNpuActivate()
// STEPS:         func.func @tvmgen_net_step(
// STEPS-NOT:       @TVMDeviceNpu
// STEPS:         func.func @tvmgen_net_end(
// STEPS:           tir.call_extern @TVMDeviceNpuDeactivate()
// STEPS:         func.func @tvmgen_net_abort(
// STEPS:           tir.call_extern @TVMDeviceNpuDeactivate()
module {
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<deactivate>]}
  tir.struct @tvmgen_net_outputs ["y"]
  tir.struct @tvmgen_net_devices ["npu0"]
  tir.struct @tvmgen_net_state ["a", "b"] : [memref<4xi8>, memref<4xi8>]
  tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%y: memref<4xi8> {tir.effect = #tir.effect<write>}, %npu0: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}, %state: !tir.handle {tir.port = #tir.port<c_struct = "tvmgen_net_state">}) {
    %a = tir.struct_get %state[@tvmgen_net_state, "a"] : memref<4xi8>
    %b = tir.struct_get %state[@tvmgen_net_state, "b"] : memref<4xi8>
    tir.call_extern @TVMDeviceNpuActivate() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
    tir.try {
      tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
      memref.copy %y, %a : memref<4xi8> to memref<4xi8>
      memref.copy %y, %b : memref<4xi8> to memref<4xi8>
    } finally {
      tir.call_extern @TVMDeviceNpuDeactivate() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
    }
    tir.return
  }
  func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}, %devices: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}, %state: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">}) -> i32
      attributes {tir.model = #tir.model<name = "net">,
                  tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
    %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi8>
    %npu0 = tir.struct_get %devices[@tvmgen_net_devices, "npu0"] : !tir.device_context<"npu">
    tir.call_tir @__tvm_main__(%y, %npu0, %state) : (memref<4xi8>, !tir.device_context<"npu">, !tir.handle) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}

// -----

// If a device cannot be activated, those that are active are deactivated, and the progress says that there is no run. A
// device without a hook for that stays as it is. At the end, all are deactivated in any case.

// STEPS:         func.func @tvmgen_net_begin(
// STEPS:           tir.assert %{{.*}}, "net_begin: this progress has a run already
// STEPS-NOT:       memref.store
// STEPS:           tir.call_extern @TVMDeviceNpuActivate() context(%[[NPU0:.*]]) {tir.call = #tir.call<hook = true>}
// STEPS-NEXT:      tir.try {
// STEPS-NEXT:        tir.call_extern @TVMDeviceDspActivate() context(%{{.*}}) {tir.call = #tir.call<hook = true>}
// STEPS-NEXT:        tir.call_extern @TVMDeviceNpuActivate() context(%[[NPU1:.*]]) {tir.call = #tir.call<hook = true>}
// STEPS-NEXT:        %[[ONE:.*]] = arith.constant 1 : i32
// STEPS:             memref.store %[[ONE]], %{{.*}}[%c0
// STEPS-NEXT:      } finally {
// STEPS:             %[[FAILED:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// STEPS-NEXT:        scf.if %[[FAILED]] {
// STEPS-NEXT:          tir.call_extern @TVMDeviceNpuDeactivate() context(%[[NPU0]]) {tir.call = #tir.call<hook = true>}
// STEPS-NEXT:        }
// STEPS-NEXT:      }
// STEPS:           memref.store %{{.*}}, %{{.*}}[%c1
// STEPS:         func.func @tvmgen_net_step(
// STEPS:         func.func @tvmgen_net_end(
// STEPS:           memref.store %c0_i32
// STEPS:           tir.try {
// STEPS-NEXT:        tir.call_extern @TVMDeviceNpuDeactivate() context(%[[NPU1:.*]]) {tir.call = #tir.call<hook = true>}
// STEPS-NEXT:      } finally {
// STEPS-NEXT:        tir.call_extern @TVMDeviceNpuDeactivate() context(%[[NPU0:.*]]) {tir.call = #tir.call<hook = true>}
// STEPS-NEXT:      }
// STEPS:         func.func @tvmgen_net_abort(
// STEPS:           tir.try {
// STEPS:           } finally {
module {
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<deactivate>]}
  tir.device @dsp0 {kind = "dsp", hooks = [#tir.hook<activate>]}
  tir.device @npu1 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<deactivate>]}
  tir.struct @tvmgen_net_outputs ["y"]
  tir.struct @tvmgen_net_devices ["npu0", "dsp0", "npu1"]
  tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%y: memref<4xi8> {tir.effect = #tir.effect<write>}, %npu0: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}, %dsp0: !tir.device_context<"dsp"> {tir.port = #tir.port<device = "dsp0">}, %npu1: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu1">}) {
    tir.call_extern @TVMDeviceNpuActivate() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
    tir.try {
      tir.call_extern @TVMDeviceDspActivate() context(%dsp0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"dsp">) -> ()
      tir.call_extern @TVMDeviceNpuActivate() context(%npu1) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
      tir.try {
        tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
      } finally {
        tir.call_extern @TVMDeviceNpuDeactivate() context(%npu1) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
      }
    } finally {
      tir.call_extern @TVMDeviceNpuDeactivate() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
    }
    tir.return
  }
  func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}, %devices: !tir.handle {tir.name = "devices", tir.port = #tir.port<c_struct = "tvmgen_net_devices">}) -> i32
      attributes {tir.model = #tir.model<name = "net">,
                  tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
    %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi8>
    %npu0 = tir.struct_get %devices[@tvmgen_net_devices, "npu0"] : !tir.device_context<"npu">
    %dsp0 = tir.struct_get %devices[@tvmgen_net_devices, "dsp0"] : !tir.device_context<"dsp">
    %npu1 = tir.struct_get %devices[@tvmgen_net_devices, "npu1"] : !tir.device_context<"npu">
    tir.call_tir @__tvm_main__(%y, %npu0, %dsp0, %npu1) : (memref<4xi8>, !tir.device_context<"npu">, !tir.device_context<"dsp">, !tir.device_context<"npu">) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}

// -----

// Another pass put a call beside the one that copies a row, and a loop of one iteration is gone: the call stays, and the
// place of the row is known.

// CHECK:         tir.prim_func private @steps(
// CHECK:           tir.call_tir @clear
// CHECK-NOT:       @feed_row
// CHECK:           scf.if
// CHECK-NEXT:        tir.call_tir @use(
// CHECK-NOT:       @feed_row
// CHECK:         tir.prim_func private @__tvm_main__(
// CHECK:           tir.call_tir @feed_row(
// CHECK:         func.func @tvmgen_net_row(
module {
  tir.struct @tvmgen_net_inputs ["x"]
  tir.struct @tvmgen_net_outputs ["y"]
  memref.global "private" @workspace : memref<4xi8> = uninitialized
  tir.prim_func private @clear(%y: memref<8xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @feed_row(%row: memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}, %place: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @use(%row: memref<4xi8> {tir.effect = #tir.effect<read>}, %y: memref<8xi8> {tir.effect = #tir.effect<read_write>}, %more: i1) {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%x: memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}, %y: memref<8xi8> {tir.effect = #tir.effect<read_write>}, %more: i1) {
    %c0 = arith.constant 0 : index
    %ring = memref.get_global @workspace : memref<4xi8>
    tir.call_tir @clear(%y) : (memref<8xi8>) -> ()
    scf.if %more {
      %row = tir.rebase %x[%c0] : memref<4xi8> to memref<4xi8>
      tir.call_tir @feed_row(%row, %ring) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 1, fed = true>} : (memref<4xi8>, memref<4xi8>) -> ()
      tir.call_tir @use(%ring, %y, %more) : (memref<4xi8>, memref<8xi8>, i1) -> ()
    }
    tir.return
  }
  func.func @tvmgen_net_run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}, %outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
      attributes {tir.model = #tir.model<name = "net", plan = <lower_bound = 4, pools = [<name = "workspace", bytes = 4, alignment = 4>], buffers = [], steps = []>>,
                  tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [{name = "x", c_name = "x"}], outputs = []}} {
    %x = tir.struct_get %inputs[@tvmgen_net_inputs, "x"] : memref<4xi8>
    %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<8xi8>
    %more = arith.constant true
    tir.call_tir @__tvm_main__(%x, %y, %more) : (memref<4xi8>, memref<8xi8>, i1) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}

// -----

// A run has the static workspace as long as it lasts, however it ends. With `guard`, this is so without other functions,
// too.

// GUARD:         memref.global "private" @run_in_progress : memref<1xi32> = dense<0>
// GUARD:         func.func @tvmgen_guarded_run(
// GUARD:           %[[FLAG:.*]] = memref.get_global @run_in_progress
// GUARD:           %[[BEFORE:.*]] = memref.atomic_rmw assign %c-1_i32{{.*}}, %[[FLAG]][
// GUARD-NEXT:      tir.check_return %[[BEFORE]]
// GUARD-NEXT:      tir.try {
// GUARD-NEXT:        tir.call_tir @__tvm_main__(
// GUARD-NEXT:      } finally {
// GUARD:             memref.atomic_rmw assign %c0_i32
// GUARD:           }
// GUARD-NEXT:      arith.constant
// GUARD-NEXT:      return
// GUARD-NOT:     func.func @tvmgen_guarded_begin

// STEPS:         func.func private @tvmgen_guarded_run_part(%{{.*}}: i32 {{{.*}}}, %{{.*}}: i32 {{{.*}}}, %{{.*}}: !tir.handle {tir.name = "outputs"
// STEPS:           tir.call_tir @steps(
// STEPS:         func.func @tvmgen_guarded_begin(
// STEPS:           %[[BEFORE:.*]] = memref.atomic_rmw assign %c-1_i32
// STEPS-NEXT:      tir.check_return %[[BEFORE]]
// STEPS:         func.func @tvmgen_guarded_step(
// STEPS:           tir.assert %{{.*}}, "guarded_step: no run is in progress
// STEPS:             memref.atomic_rmw assign %c-1_i32
// STEPS:             tir.assert %{{.*}}, "guarded: the run has been ended by an interrupt"
// STEPS:             %[[CODE:.*]] = {{(func\.)?}}call @tvmgen_guarded_run_part(
// STEPS-NEXT:        %[[TWO:.*]] = arith.constant 2 : index
// STEPS-NEXT:        memref.store %[[CODE]], %{{.*}}[%[[TWO]]]
// STEPS:         func.func @tvmgen_guarded_end(
// STEPS:         func.func @tvmgen_guarded_abort(
// STEPS:           tir.assert %{{.*}}, "guarded_abort: no run is in progress, or a part of it runs now
// STEPS:           memref.atomic_rmw assign %c0_i32
module {
  tir.struct @tvmgen_guarded_outputs ["y"]
  memref.global "private" @workspace : memref<4xi8> = uninitialized
  tir.prim_func private @clear(%y: memref<8xi8> {tir.effect = #tir.effect<write>}) {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%y: memref<8xi8> {tir.effect = #tir.effect<write>}) {
    tir.call_tir @clear(%y) : (memref<8xi8>) -> ()
    tir.return
  }
  func.func @tvmgen_guarded_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_guarded_outputs">}) -> i32
      attributes {tir.model = #tir.model<name = "guarded", plan = <lower_bound = 4, pools = [<name = "workspace", bytes = 4, alignment = 4>], buffers = [], steps = []>>,
                  tir.interface = {api = "c", entry = "tvmgen_guarded_run", inputs = [], outputs = []}} {
    %y = tir.struct_get %outputs[@tvmgen_guarded_outputs, "y"] : memref<8xi8>
    tir.call_tir @__tvm_main__(%y) : (memref<8xi8>) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
