// RUN: tir-translate %s --tir-to-report | FileCheck %s
// RUN: tir-translate %s --tir-to-html | FileCheck %s --check-prefix=PAGE

// A kernel that another one calls comes after it, with a separate place for each call, and without the buffers that it
// reads; a kernel that calls itself is not followed forever. A shell and its body are one kernel. A step without a row
// stays a step.

// CHECK:      "kernels": [
// CHECK:        "step": 1,
// CHECK-NEXT:   "function": "tvmgen_n_outer_body",
// CHECK-NEXT:   "place": "outer",
// CHECK:        "macs": 5,
// CHECK-NEXT:   "reads_bytes": 4,
// CHECK-NEXT:   "writes_bytes": 8,
// CHECK-NEXT:   "constants_bytes": 2,
// CHECK-NEXT:   "live_bytes": 0
// CHECK-NEXT: },
// CHECK:        "step": 1,
// CHECK-NEXT:   "function": "tvmgen_n_inner",
// CHECK-NEXT:   "place": "inner (tvmgen_n_inner) at step 1, call 1",
// CHECK-NEXT:   "fused": [],
// CHECK-NEXT:   "macs": 0
// CHECK-NEXT: },
// CHECK:        "place": "inner (tvmgen_n_inner) at step 1, call 2",
// CHECK-NOT:    "function"
// CHECK:      "totals": {

// PAGE: <td class="n"><span title="not known">

module {
  func.func private @tvmgen_n_inner() attributes {tir.function = #tir.function<kernel = <place = "inner">>} {
    call @tvmgen_n_inner() : () -> ()
    return
  }
  func.func private @tvmgen_n_outer_body() attributes {tir.function = #tir.function<kernel = <macs = 5, place = "outer">>} {
    call @tvmgen_n_inner() : () -> ()
    call @tvmgen_n_inner() : () -> ()
    return
  }
  func.func private @tvmgen_n_outer() {
    call @tvmgen_n_outer_body() : () -> ()
    return
  }
  func.func @tvmgen_n_run() attributes {tir.model = #tir.model<name = "n", plan = <strategy = "packed", pools = [], buffers = [],
              steps = [<name = "a step">, <name = "outer", reads = 4, writes = 8, constants = 2>]>, source = "n.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_n_run", workspace = "internal", inputs = [], outputs = []}} {
    return
  }
}
