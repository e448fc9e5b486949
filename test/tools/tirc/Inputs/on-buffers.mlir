func.func @main(%x: memref<4xi32>, %y: memref<4xi32>) {
  linalg.add ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%y : memref<4xi32>)
  return
}
func.func @other(%x: memref<4xi32>) {
  return
}
