module {
// Without gaps: y = 2 x.
tir.prim_func private @twice(%x: memref<?x4xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<?x4xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x4xf32>
      %s = arith.addf %v, %v : f32
      memref.store %s, %y[%i, %j] : memref<?x4xf32>
    }
  }
  tir.return
}
// Contiguous elements of a row: y = y + x.
tir.prim_func private @add(%x: memref<?x?xf32, strided<[?, 1], offset: ?>> {tir.effect = #tir.effect<read>},
                           %y: memref<?x?xf32, strided<[?, 1], offset: ?>> {tir.effect = #tir.effect<read_write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %n = memref.dim %x, %c1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %w = memref.load %y[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %s = arith.addf %v, %w : f32
      memref.store %s, %y[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  tir.return
}
func.func @run(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %n: index) -> i32 attributes {tir.model = #tir.model<name = "m", source = "m.mlir">, llvm.bareptr} {
  %in = bufferization.to_tensor %x restrict : memref<8x8xf32> to tensor<8x8xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<8x8xf32> to tensor<8x8xf32>
  %s = tensor.extract_slice %in[1, 2] [%n, 4] [1, 1] : tensor<8x8xf32> to tensor<?x4xf32>
  %d = tensor.extract_slice %out[2, 3] [%n, 4] [1, 1] : tensor<8x8xf32> to tensor<?x4xf32>
  %t = tir.call_tir @twice(%s) outs(%d) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %i = tensor.insert_slice %t into %out[2, 3] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<8x8xf32>
  %odd = tensor.extract_slice %in[0, 0] [%n, 4] [1, 2] : tensor<8x8xf32> to tensor<?x4xf32>
  %e = tensor.extract_slice %i[0, 1] [%n, 4] [1, 2] : tensor<8x8xf32> to tensor<?x4xf32>
  %u = tir.call_tir @add(%odd) outs(%e) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %j = tensor.insert_slice %u into %i[0, 1] [%n, 4] [1, 2] : tensor<?x4xf32> into tensor<8x8xf32>
  bufferization.materialize_in_destination %j in restrict writable %y : (tensor<8x8xf32>, memref<8x8xf32>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
}
