// RUN: tir-opt %s --tir-expose-kernels --split-input-file --verify-diagnostics

// expected-error @+1 {{has no public tir.prim_func to which tir-expose-kernels could add outputs; run the phase 'kernels' first}}
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                    %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  // expected-error @+1 {{'tir.call_tir' op writes a buffer, 'memref<4xf32>', expected calls whose results are tensors; run tir-expose-kernels after the phase 'kernels', such as by --passes-before=schedule:tir-expose-kernels}}
  tir.call_tir @copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// expected-error @+1 {{'tir.prim_func' op argument #1 has no tir.name, and another is called 'output'; name it, so that the outputs have distinct names}}
tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "OUTPUT"},
                    %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
