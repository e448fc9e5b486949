// RUN: tir-translate %s --tir-to-report | FileCheck %s

// What lives at each step: of bytes that several buffers share, each counts once, also while only
// one of them goes on living; buffers of two pools have nothing in common.

// CHECK:      "steps": [
// CHECK:        "name": "a",
// CHECK-NEXT:   "live_bytes": 8
// CHECK:        "name": "b",
// CHECK-NEXT:   "live_bytes": 28
// CHECK:        "name": "c",
// CHECK-NEXT:   "live_bytes": 26
// CHECK:        "name": "d",
// CHECK-NEXT:   "live_bytes": 2
// CHECK:        "name": "e",
// CHECK-NEXT:   "live_bytes": 0

module {
  func.func @tvmgen_live_run() attributes {
    tir.model = #tir.model<name = "live", plan = <
      strategy = "packed", pools = [],
      steps = [<name = "a">, <name = "b">, <name = "c">, <name = "d">, <name = "e">],
      buffers = [
        <name = "first", pool = "x", offset = 0, bytes = 8, first = 0, last = 1>,
        <name = "overlaps", pool = "x", offset = 4, bytes = 16, first = 1, last = 2>,
        <name = "within", pool = "x", offset = 8, bytes = 2, first = 1, last = 3>,
        <name = "beside", pool = "x", offset = 20, bytes = 2, first = 2, last = 2>,
        <name = "elsewhere", pool = "y", offset = 4, bytes = 8, first = 1, last = 2>,
        <name = "empty", pool = "y", offset = 40, bytes = 0, first = 0, last = 4>,
        <name = "never", pool = "y", offset = 40, bytes = 4, first = 3, last = 2>,
        <name = "late", pool = "y", offset = 40, bytes = 4, first = 5, last = 9>]>, source = "live.mlir">,
    tir.interface = {api = "c", entry = "tvmgen_live_run", workspace = "internal", inputs = [], outputs = []}} {
    return
  }
}
