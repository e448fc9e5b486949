// RUN: tir-translate %s --tir-to-report | FileCheck %s
// RUN: tir-translate %s --tir-to-html | FileCheck %s --check-prefix=PAGE

// Two kernels share a function: each row says what its call computes, and the first one lists
// all that share it. A row without a place of its own has the function's.

// CHECK:      "kernels": [
// CHECK:        "step": 0,
// CHECK-NEXT:   "function": "tvmgen_s_conv_0",
// CHECK-NEXT:   "place": "conv#0",
// CHECK-NEXT:   "fused": [
// CHECK-NEXT:     "conv#0",
// CHECK-NEXT:     "rescale#0"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "shared_by": [
// CHECK-NEXT:     "conv#0",
// CHECK-NEXT:     "conv#1"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "macs": 7,
// CHECK:        "step": 1,
// CHECK-NEXT:   "function": "tvmgen_s_conv_0",
// CHECK-NEXT:   "place": "conv#1",
// CHECK-NEXT:   "fused": [
// CHECK-NEXT:     "conv#1"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "macs": 7,
// CHECK:        "step": 2,
// CHECK-NEXT:   "function": "tvmgen_s_exp_0",
// CHECK-NEXT:   "place": "exp#0",
// CHECK-NEXT:   "fused": [
// CHECK-NEXT:     "exp#0"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "macs": 0,
// CHECK:      "totals": {
// CHECK:        "macs": 14

// PAGE: <details><summary>shared by 2 kernels</summary><ul class="fused"><li>conv#0</li><li>conv#1</li></ul></details></th>
// PAGE-NOT: shared by

module {
  func.func private @tvmgen_s_conv_0() -> i32
      attributes {tir.function = #tir.function<kernel = <fused = ["conv#0", "rescale#0", "conv#1"], macs = 7, place = "conv#0", shared_by = ["conv#0", "conv#1"]>>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func private @tvmgen_s_exp_0() -> i32 attributes {tir.function = #tir.function<kernel = <fused = ["exp#0"], place = "exp#0">>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func @tvmgen_s_run() -> i32 attributes {tir.model = #tir.model<name = "s", plan = <
    strategy = "packed", pools = [], buffers = [],
    steps = [
      <name = "conv_0", place = "conv#0", fused = ["conv#0", "rescale#0"], reads = 4, writes = 4, constants = 16>,
      <name = "conv_0", place = "conv#1", fused = ["conv#1"], reads = 4, writes = 4, constants = 16>,
      <name = "exp_0", reads = 4, writes = 4, constants = 0>]>, source = "s.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_s_run", workspace = "internal", inputs = [], outputs = []}} {
    %r0 = call @tvmgen_s_conv_0() : () -> i32
    tir.check_return %r0
    %r1 = call @tvmgen_s_conv_0() : () -> i32
    tir.check_return %r1
    %r2 = call @tvmgen_s_exp_0() : () -> i32
    return %r2 : i32
  }
}
