// RUN: tir-opt %s --verify-diagnostics --tir-verify-phase=phase=schedule

module {
  // expected-error @+1 {{'tir.prim_func' op has no schedule after the phase 'schedule'}}
  tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
    %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
    %empty = tensor.empty() : tensor<4xf32>
    %out = linalg.negf ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    // expected-note @+1 {{its body works on tensors, as this operation does; run tir-schedule-kernels on the module, or give the function a schedule, such as #kernel.elementwise}}
    bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
    tir.return
  }
  tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                      %y: memref<4xf32> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    tir.call_tir @negate(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
    tir.return
  }
}
