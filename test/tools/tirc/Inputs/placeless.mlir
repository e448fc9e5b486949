// A kernel that somebody wrote, without a place in the model.
tir.prim_func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xi8> to memref<4xi8>
  tir.return
}
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"},
                    %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "y"})
    attributes {tir.model = #tir.model<name = "placeless", source = "placeless.mlir">} {
  %a = memref.alloc() : memref<4xi8>
  memref.copy %x, %a : memref<4xi8> to memref<4xi8>
  tir.call_tir @kernel(%a, %y) : (memref<4xi8>, memref<4xi8>) -> ()
  tir.return
}
