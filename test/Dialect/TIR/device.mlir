// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK: tir.device @npu0 {hooks = [#tir.hook<init>, #tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>], kind = "ethos-u", program = "vision"}
tir.device @npu0 {kind = "ethos-u", device_type = 12 : i32, device_id = 0 : i32, program = "vision",
                  hooks = [#tir.hook<init>, #tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]}

// A second one of the same kind.
// CHECK: tir.device @npu1 {device_id = 1 : i32, kind = "ethos-u"}
tir.device @npu1 {kind = "ethos-u", device_id = 1 : i32}

// CHECK: tir.device @gpu {device_type = 4 : i32, kind = "gpu"}
tir.device @gpu {kind = "gpu", device_type = 4 : i32}
