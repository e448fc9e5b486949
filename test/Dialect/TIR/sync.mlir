// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// Nothing removes or moves it.
// RUN: tir-opt %s --canonicalize --cse | FileCheck %s

// CHECK: tir.device @npu0 {hooks = [#tir.hook<sync>, #tir.hook<abort>], kind = "npu"}
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>, #tir.hook<abort>]}

// CHECK-LABEL: tir.prim_func @main
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                    %given: !tir.device_context<"npu">) {
  %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x, %y) context(%npu0)
      : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
  // CHECK: tir.sync %{{.*}} : <"npu"> reads(%{{.*}} : memref<4xi8>) writes(%{{.*}} : memref<4xi8>)
  // CHECK-NEXT: tir.sync %{{.*}} : <"npu"> writes(%{{.*}} : memref<4xi8>)
  // CHECK-NEXT: tir.sync %{{.*}} : <"npu">{{$}}
  tir.sync %npu0 : !tir.device_context<"npu"> reads(%x : memref<4xi8>) writes(%y : memref<4xi8>)
  tir.sync %npu0 : !tir.device_context<"npu"> writes(%y : memref<4xi8>)
  // The device of a context from outside is not known.
  tir.sync %given : !tir.device_context<"npu">
  tir.return
}
