module {
tir.prim_func private @axpy(%x: memref<?x?xf32, strided<[?, ?], offset: ?>> {tir.effect = #tir.effect<read>}, %y: memref<?x?xf32, strided<[?, 1], offset: ?>>, %a: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %n = memref.dim %x, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %u = memref.load %x[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %v = memref.load %y[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %p = arith.mulf %u, %a : f32
      %s = arith.addf %p, %v : f32
      memref.store %s, %y[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  tir.return
}
tir.prim_func private @rows(%x: memref<?x4xf32> {tir.effect = #tir.effect<read>}, %y: memref<?x4xf32>, %a: f32) {
  %xc = memref.cast %x : memref<?x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  tir.call_tir @axpy2(%x, %y, %a) : (memref<?x4xf32>, memref<?x4xf32>, f32) -> ()
  tir.return
}
tir.prim_func private @axpy2(%x: memref<?x?xf32, strided<[?, ?], offset: ?>> {tir.effect = #tir.effect<read>}, %y: memref<?x?xf32, strided<[?, 1], offset: ?>>, %a: f32) {
  tir.call_tir @axpy(%x, %y, %a) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>, f32) -> ()
  tir.return
}
func.func @entry(%x: memref<6x8xf32>, %y: memref<6x8xf32>, %z: memref<6x4xf32>, %w: memref<6x4xf32>, %k: index) -> i32 attributes {tir.model = #tir.model<name = "m", plan = <pools = [], buffers = []>, source = "m.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}} {
  %a = arith.constant 2.0 : f32
  %c2 = arith.constant 2 : index
  %xs = memref.subview %x[1, 2] [2, 3] [2, 2] : memref<6x8xf32> to memref<2x3xf32, strided<[16, 2], offset: 10>>
  %ys = memref.subview %y[3, 1] [2, 3] [1, 1] : memref<6x8xf32> to memref<2x3xf32, strided<[8, 1], offset: 25>>
  tir.call_tir @axpy(%xs, %ys, %a) : (memref<2x3xf32, strided<[16, 2], offset: 10>>, memref<2x3xf32, strided<[8, 1], offset: 25>>, f32) -> ()
  %xd = memref.subview %x[%k, 0] [%k, 3] [1, 1] : memref<6x8xf32> to memref<?x3xf32, strided<[8, 1], offset: ?>>
  %yd = memref.subview %y[0, %k] [%k, 3] [1, 1] : memref<6x8xf32> to memref<?x3xf32, strided<[8, 1], offset: ?>>
  tir.call_tir @axpy2(%xd, %yd, %a) : (memref<?x3xf32, strided<[8, 1], offset: ?>>, memref<?x3xf32, strided<[8, 1], offset: ?>>, f32) -> ()
  %zc = memref.cast %z : memref<6x4xf32> to memref<?x4xf32>
  tir.call_tir @rows(%zc, %w, %a) : (memref<?x4xf32>, memref<6x4xf32>, f32) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
}
