// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// RUN: tir-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CLEAN

tir.device @npu0 {kind = "npu"}
tir.device @npu1 {kind = "npu"}

// CHECK-LABEL: func.func @contexts
// CLEAN-LABEL: func.func @contexts
func.func @contexts() -> (!tir.device_context<"npu">, !tir.device_context<"npu">, !tir.device_context<"npu">) {
  // CHECK: %{{.*}} = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // Unused operations are erased, and identical ones are merged.
  // CLEAN: %[[A:.*]] = tir.get_device_context @npu0
  // CLEAN-NEXT: %[[B:.*]] = tir.get_device_context @npu1
  // CLEAN-NEXT: return %[[A]], %[[B]], %[[A]]
  %unused = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  return %a, %b, %c : !tir.device_context<"npu">, !tir.device_context<"npu">, !tir.device_context<"npu">
}
