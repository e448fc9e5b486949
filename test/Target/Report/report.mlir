// RUN: tir-translate %s --tir-to-report | FileCheck %s --match-full-lines --strict-whitespace
// RUN: tir-translate %s --tir-to-report > %t.loops.json
// RUN: tir-opt %s --tir-phase-emitc | tir-translate --tir-to-report > %t.emitc.json
// RUN: cmp %t.loops.json %t.emitc.json
// RUN: python3 -m json.tool %t.loops.json > /dev/null

// The keys are in order; each row has its own place, although two kernels share one of the model's names and one of
// them is called twice. Two functions come from outside, one of them from an operation without a name.

//      CHECK:{
// CHECK-NEXT:  "tirc": "",
// CHECK-NEXT:  "model": {
// CHECK-NEXT:    "name": "Tiny",
// CHECK-NEXT:    "source": "tiny.mlir"
// CHECK-NEXT:  },
// CHECK-NEXT:  "target": {},
// CHECK-NEXT:  "inputs": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "serving:0",
// CHECK-NEXT:      "c_name": "serving_0",
// CHECK-NEXT:      "shape": [
// CHECK-NEXT:        1,
// CHECK-NEXT:        4
// CHECK-NEXT:      ],
// CHECK-NEXT:      "dtype": "int8",
// CHECK-NEXT:      "bytes": 4,
// CHECK-NEXT:      "scale": 0.5,
// CHECK-NEXT:      "zero_point": -128
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "outputs": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "out",
// CHECK-NEXT:      "c_name": "out",
// CHECK-NEXT:      "shape": [
// CHECK-NEXT:        1,
// CHECK-NEXT:        4
// CHECK-NEXT:      ],
// CHECK-NEXT:      "dtype": "int8",
// CHECK-NEXT:      "bytes": 4
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "interface": {
// CHECK-NEXT:    "api": "c",
// CHECK-NEXT:    "entry": "tvmgen_tiny_run",
// CHECK-NEXT:    "workspace": "internal"
// CHECK-NEXT:  },
// CHECK-NEXT:  "plan": "packed",
// CHECK-NEXT:  "pools": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "workspace",
// CHECK-NEXT:      "symbol": "tvmgen_tiny_workspace",
// CHECK-NEXT:      "bytes": 20,
// CHECK-NEXT:      "alignment": 16,
// CHECK-NEXT:      "lower_bound": 20,
// CHECK-NEXT:      "gap": 0,
// CHECK-NEXT:      "optimal": true
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "buffers": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "scale",
// CHECK-NEXT:      "pool": "workspace",
// CHECK-NEXT:      "offset": 0,
// CHECK-NEXT:      "bytes": 4,
// CHECK-NEXT:      "alignment": 16,
// CHECK-NEXT:      "first": 0,
// CHECK-NEXT:      "last": 1,
// CHECK-NEXT:      "place": "block/layer (tvmgen_tiny_scale) at step 0"
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "scale_1",
// CHECK-NEXT:      "pool": "workspace",
// CHECK-NEXT:      "offset": 16,
// CHECK-NEXT:      "bytes": 4,
// CHECK-NEXT:      "alignment": 16,
// CHECK-NEXT:      "first": 1,
// CHECK-NEXT:      "last": 2,
// CHECK-NEXT:      "place": "block/layer (tvmgen_tiny_scale) at step 1"
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "constants": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "tvmgen_tiny_weights",
// CHECK-NEXT:      "bytes": 16,
// CHECK-NEXT:      "alignment": 16
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "steps": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "scale",
// CHECK-NEXT:      "live_bytes": 4
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "scale",
// CHECK-NEXT:      "live_bytes": 8
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "memref.copy",
// CHECK-NEXT:      "live_bytes": 4
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "shift",
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "last",
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "npu_add",
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "name": "plain",
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "loops": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "first": 1,
// CHECK-NEXT:      "last": 2
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "kernels": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "step": 0,
// CHECK-NEXT:      "function": "tvmgen_tiny_scale",
// CHECK-NEXT:      "place": "block/layer (tvmgen_tiny_scale) at step 0",
// CHECK-NEXT:      "fused": [
// CHECK-NEXT:        "block/layer",
// CHECK-NEXT:        "clamp#0"
// CHECK-NEXT:      ],
// CHECK-NEXT:      "macs": 7,
// CHECK-NEXT:      "reads_bytes": 4,
// CHECK-NEXT:      "writes_bytes": 4,
// CHECK-NEXT:      "constants_bytes": 16,
// CHECK-NEXT:      "live_bytes": 4
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "step": 1,
// CHECK-NEXT:      "function": "tvmgen_tiny_scale",
// CHECK-NEXT:      "place": "block/layer (tvmgen_tiny_scale) at step 1",
// CHECK-NEXT:      "fused": [
// CHECK-NEXT:        "block/layer",
// CHECK-NEXT:        "clamp#0"
// CHECK-NEXT:      ],
// CHECK-NEXT:      "macs": 7,
// CHECK-NEXT:      "reads_bytes": 4,
// CHECK-NEXT:      "writes_bytes": 4,
// CHECK-NEXT:      "constants_bytes": 16,
// CHECK-NEXT:      "live_bytes": 8
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "step": 3,
// CHECK-NEXT:      "function": "tvmgen_tiny_shift",
// CHECK-NEXT:      "place": "block/layer (tvmgen_tiny_shift)",
// CHECK-NEXT:      "fused": [
// CHECK-NEXT:        "block/layer"
// CHECK-NEXT:      ],
// CHECK-NEXT:      "macs": 0,
// CHECK-NEXT:      "reads_bytes": 0,
// CHECK-NEXT:      "writes_bytes": 0,
// CHECK-NEXT:      "constants_bytes": 0,
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "step": 4,
// CHECK-NEXT:      "function": "tvmgen_tiny_last",
// CHECK-NEXT:      "place": "exp#0",
// CHECK-NEXT:      "fused": [
// CHECK-NEXT:        "exp#0"
// CHECK-NEXT:      ],
// CHECK-NEXT:      "macs": 0,
// CHECK-NEXT:      "reads_bytes": 0,
// CHECK-NEXT:      "writes_bytes": 4,
// CHECK-NEXT:      "constants_bytes": 0,
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "step": 5,
// CHECK-NEXT:      "function": "npu_add",
// CHECK-NEXT:      "place": "add#1",
// CHECK-NEXT:      "external": true,
// CHECK-NEXT:      "device": "npu0",
// CHECK-NEXT:      "fused": [],
// CHECK-NEXT:      "macs": 0,
// CHECK-NEXT:      "reads_bytes": 8,
// CHECK-NEXT:      "writes_bytes": 4,
// CHECK-NEXT:      "constants_bytes": 0,
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "step": 6,
// CHECK-NEXT:      "function": "plain",
// CHECK-NEXT:      "place": "plain",
// CHECK-NEXT:      "external": true,
// CHECK-NEXT:      "fused": [],
// CHECK-NEXT:      "macs": 0,
// CHECK-NEXT:      "reads_bytes": 0,
// CHECK-NEXT:      "writes_bytes": 0,
// CHECK-NEXT:      "constants_bytes": 0,
// CHECK-NEXT:      "live_bytes": 0
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "totals": {
// CHECK-NEXT:    "workspace_bytes": 20,
// CHECK-NEXT:    "workspace_lower_bound": 20,
// CHECK-NEXT:    "inputs_bytes": 4,
// CHECK-NEXT:    "outputs_bytes": 4,
// CHECK-NEXT:    "ram_bytes": 28,
// CHECK-NEXT:    "static_bytes": 20,
// CHECK-NEXT:    "inputs_outputs_live_bytes": 8,
// CHECK-NEXT:    "constants_bytes": 16,
// CHECK-NEXT:    "macs": 14,
// CHECK-NEXT:    "estimated_cycles": 4,
// CHECK-NEXT:    "peak_step": 1
// CHECK-NEXT:  }
// CHECK-NEXT:}

module {
  memref.global "private" constant @tvmgen_tiny_weights : memref<4xi32> = dense<[1, 2, 3, 4]> {alignment = 16 : i64}
  memref.global "private" @tvmgen_tiny_workspace : memref<20xi8> = uninitialized {alignment = 16 : i64}
  func.func private @tvmgen_tiny_scale() -> i32 attributes {tir.function = #tir.function<kernel = <fused = ["block/layer", "clamp#0"], macs = 7, place = "block/layer">>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func private @tvmgen_tiny_shift() -> i32 attributes {tir.function = #tir.function<kernel = <fused = ["block/layer"], place = "block/layer">>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func private @tvmgen_tiny_last() -> i32 attributes {tir.function = #tir.function<kernel = <fused = ["exp#0"], place = "exp#0">>} {
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func private @tvmgen_tiny___tvm_main__() -> i32 {
    %r0 = call @tvmgen_tiny_scale() : () -> i32
    tir.check_return %r0
    %r1 = call @tvmgen_tiny_scale() : () -> i32
    tir.check_return %r1
    %r2 = call @tvmgen_tiny_shift() : () -> i32
    tir.check_return %r2
    %r3 = call @tvmgen_tiny_last() : () -> i32
    tir.check_return %r3
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func @tvmgen_tiny_run() -> i32 attributes {tir.model = #tir.model<name = "Tiny", plan = <
    strategy = "packed",
    pools = [<name = "workspace", bytes = 20, alignment = 16, lower_bound = 20, gap = 0, optimal = true, method = "size+first-fit">],
    buffers = [
      <name = "scale", pool = "workspace", offset = 0, bytes = 4, alignment = 16, first = 0, last = 1>,
      <name = "scale_1", pool = "workspace", offset = 16, bytes = 4, alignment = 16, first = 1, last = 2>],
    steps = [
      <name = "scale", reads = 4, writes = 4, constants = 16>,
      <name = "scale", reads = 4, writes = 4, constants = 16>,
      <name = "memref.copy", reads = 4, writes = 4, constants = 0>,
      <name = "shift", reads = 0, writes = 0, constants = 0>,
      <name = "last", reads = 0, writes = 4, constants = 0>,
      <name = "npu_add", reads = 8, writes = 4, constants = 0, device = "npu0", external = "add#1">,
      <name = "plain", reads = 0, writes = 0, constants = 0, external = "">],
    loops = [<first = 1, last = 2>],
    inputs_outputs_live_bytes = 8>, source = "/home/someone/tiny.mlir">,
      tir.interface = {
    api = "c", entry = "tvmgen_tiny_run", workspace = "internal",
    inputs = [{name = "serving:0", c_name = "serving_0", shape = array<i64: 1, 4>, dtype = "int8", bytes = 4 : i64, scale = 0.5 : f64, zero_point = -128 : i64}],
    outputs = [{name = "out", c_name = "out", shape = array<i64: 1, 4>, dtype = "int8", bytes = 4 : i64}]}} {
    %r = call @tvmgen_tiny___tvm_main__() : () -> i32
    return %r : i32
  }
}
