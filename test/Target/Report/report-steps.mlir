// RUN: tir-translate %s --tir-to-report | FileCheck %s
// RUN: sed 's/cycles = [0-9]*, //; s/memref.copy/copy/' %s | tir-translate --tir-to-report | FileCheck %s --check-prefix=UNKNOWN

// The longest step is an iteration of the loop by rows. Kernel a runs in turns 0, 2, 4 and 6, and b in turns 1, 4 and 7:
// both of them in turn 4, where they have 5 + 70 multiply-accumulates and 90 + 600 cycles. Any iteration may move all
// rows, of which 24 bytes are written. The copy before the loop and the kernel after it take less, and no
// multiply-accumulates are known of the function of another library.

// CHECK:      "interface": {
// CHECK:        "steps": 10,
// CHECK-NEXT:   "longest_step_macs": 75,
// CHECK-NEXT:   "longest_step_estimated_cycles": 714
// CHECK-NEXT: },

// CHECK:      "kernels": [
// CHECK:        "place": "b",
// CHECK:        "macs": 70,
// CHECK-NEXT:   "estimated_cycles": 600,
// CHECK-NEXT:   "calls": 3,
// CHECK:        "place": "other",
// CHECK-NOT:    "estimated_cycles"
// CHECK:      "totals": {

// Without estimates, there is no sum of them.

// UNKNOWN:      "longest_step_macs": 75
// UNKNOWN-NEXT: },
module {
  func.func private @tvmgen_s_a() attributes {tir.function = #tir.function<kernel = <cycles = 90, macs = 5, place = "a">>} { return }
  func.func private @tvmgen_s_b() attributes {tir.function = #tir.function<kernel = <cycles = 600, macs = 70, place = "b">>} { return }
  func.func private @tvmgen_s_c() attributes {tir.function = #tir.function<kernel = <cycles = 713, macs = 74, place = "c">>} { return }
  func.func private @other()
  func.func @tvmgen_s_run() attributes {tir.model = #tir.model<name = "s", plan = <strategy = "packed", pools = [], buffers = [],
              steps = [<name = "memref.copy", reads = 700, writes = 700, constants = 0>,
                       <name = "memref.copy", reads = 16, writes = 16, constants = 0>,
                       <name = "a", calls = 4, first_turn = 0, turn_period = 2>,
                       <name = "memref.copy", reads = 8, writes = 8, constants = 0>,
                       <name = "b", calls = 3, first_turn = 1, turn_period = 3>,
                       <name = "c">,
                       <name = "other", external = "other">],
              loops = [<first = 1, last = 4, turns = 8>]>, source = "s.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_s_run", workspace = "internal", inputs = [], outputs = [], driven = {has_step, steps = 10 : i64}}} {
    return
  }
}
