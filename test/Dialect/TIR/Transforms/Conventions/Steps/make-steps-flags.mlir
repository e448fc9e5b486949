// RUN: tir-opt %s --tir-make-steps="flags=fast:run:one_at_a_time,fast:run:fast_runs,slow:clear:fast_runs,slow:run:one_at_a_time,slow:step:fast_or_step stepped=slow" | FileCheck %s
// RUN: not tir-opt %s --tir-make-steps="flags=fast:sometimes:x" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --tir-make-steps="flags=fast:run" 2>&1 | FileCheck %s --check-prefix=PARTS

// UNKNOWN: error: tir-make-steps: option 'flags' has 'fast:sometimes:x'; expected MODEL:KIND:FLAG with one of clear, run, step, writes and reads
// PARTS: error: tir-make-steps: option 'flags' has 'fast:run'; expected MODEL:KIND:FLAG with one of clear, run, step, writes and reads

// Each flag is there once, and no model has a flag of its own.
// CHECK-DAG: memref.global "private" @one_at_a_time : memref<1xi32> = dense<0>
// CHECK-DAG: memref.global "private" @fast_runs : memref<1xi32> = dense<0>
// CHECK-DAG: memref.global "private" @fast_or_step : memref<1xi32> = dense<0>
// CHECK-NOT: @run_in_progress

// A flag that is taken leaves those that were taken before.
// CHECK-LABEL: func.func @tvmgen_fast_run(
// CHECK-SAME:    tir.interface = {{{.*}}guarded
// CHECK:         %[[ONE:.*]] = memref.get_global @one_at_a_time
// CHECK:         %[[BEFORE:.*]] = memref.atomic_rmw assign %{{.*}}, %[[ONE]]
// CHECK-NEXT:    tir.check_return %[[BEFORE]]
// CHECK:         memref.get_global @fast_runs
// CHECK:         %[[SECOND:.*]] = memref.atomic_rmw assign
// CHECK:         %[[TAKEN:.*]] = arith.cmpi ne, %[[SECOND]]
// CHECK-NEXT:    scf.if %[[TAKEN]] {
// CHECK:           memref.get_global @one_at_a_time
// CHECK:           memref.atomic_rmw assign
// CHECK:         }
// CHECK-NEXT:    tir.check_return %[[SECOND]]
// CHECK:         tir.try {
// CHECK:         } finally {
// CHECK:           memref.get_global @fast_runs
// CHECK:           memref.get_global @one_at_a_time
tir.struct @tvmgen_fast_outputs ["y"]
tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @fast_main(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
  tir.return
}
func.func @tvmgen_fast_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_fast_outputs">}) -> i32
    attributes {tir.model = #tir.model<name = "fast">,
                tir.interface = {api = "c", entry = "tvmgen_fast_run", inputs = [], outputs = []}} {
  %y = tir.struct_get %outputs[@tvmgen_fast_outputs, "y"] : memref<4xi8>
  tir.call_tir @fast_main(%y) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// A run as a whole is a step, too. It does not begin while the other one runs.
// CHECK-LABEL: func.func @tvmgen_slow_run(
// CHECK-SAME:    has_step
// CHECK:         %[[FLAG:.*]] = memref.get_global @fast_runs
// CHECK-NEXT:    %[[HELD:.*]] = memref.load %[[FLAG]]
// CHECK-NEXT:    tir.check_return %[[HELD]]
// CHECK:         memref.get_global @one_at_a_time
// CHECK:         memref.get_global @fast_or_step

// CHECK-LABEL: func.func @tvmgen_slow_begin(
// CHECK:         memref.get_global @fast_runs
// CHECK:         memref.get_global @one_at_a_time
// CHECK-NOT:     @fast_or_step

// CHECK-LABEL: func.func @tvmgen_slow_step(
// CHECK-NOT:     @one_at_a_time
// CHECK:         memref.get_global @fast_or_step
// CHECK:         call @tvmgen_slow_run_part
// CHECK:         memref.get_global @fast_or_step

// CHECK-LABEL: func.func @tvmgen_slow_end(
// CHECK:         memref.get_global @one_at_a_time
// CHECK-NOT:     @fast_or_step
tir.struct @tvmgen_slow_outputs ["y"]
tir.prim_func private @slow_main(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
  tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
  tir.return
}
func.func @tvmgen_slow_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_slow_outputs">}) -> i32
    attributes {tir.model = #tir.model<name = "slow">,
                tir.interface = {api = "c", entry = "tvmgen_slow_run", inputs = [], outputs = []}} {
  %y = tir.struct_get %outputs[@tvmgen_slow_outputs, "y"] : memref<4xi8>
  tir.call_tir @slow_main(%y) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
