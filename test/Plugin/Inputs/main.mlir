memref.global "private" constant @x : memref<2x3xi32> = dense<[[1, -2, 3], [4, 5, -6]]>
memref.global "private" constant @w : memref<3x4xi32> = dense<[[1, -2, 3, 4], [5, 6, -7, 8], [-9, 10, 11, 12]]>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() -> i32 {
  %x = memref.get_global @x : memref<2x3xi32>
  %w = memref.get_global @w : memref<3x4xi32>
  %y = memref.alloc() : memref<2x4xi32>
  tir.call_tir @model(%x, %w, %y) : (memref<2x3xi32>, memref<3x4xi32>, memref<2x4xi32>) -> ()
  %flat = memref.collapse_shape %y [[0, 1]] : memref<2x4xi32> into memref<8xi32>
  %printed = memref.cast %flat : memref<8xi32> to memref<*xi32>
  call @printMemrefI32(%printed) : (memref<*xi32>) -> ()
  memref.dealloc %y : memref<2x4xi32>
  %ok = arith.constant 0 : i32
  return %ok : i32
}
