// Kernels of the application, the second of which fails.
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"},
                    %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "y"})
    attributes {tir.model = #tir.model<name = "failing", source = "failing.mlir">} {
  %a = memref.alloc() : memref<4xi8>
  tir.call_extern @first(%x, %a) : (memref<4xi8>, memref<4xi8>) -> ()
  tir.call_extern @second(%a, %y) : (memref<4xi8>, memref<4xi8>) -> ()
  tir.call_extern @third(%y) : (memref<4xi8>) -> ()
  tir.return
}
