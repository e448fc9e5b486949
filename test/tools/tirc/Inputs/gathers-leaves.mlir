// The type of a position has more numbers than the table has entries, as with
// the leaves of trees.
#tree = affine_map<(d0, d1) -> (d1)>
#sum = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<8x4xi16>, %table: tensor<120xf32>) -> tensor<1xf32> {
  %inside = tosa.clamp %x {max_val = 39 : i16, min_val = 0 : i16} : (tensor<8x4xi16>) -> tensor<8x4xi16>
  %most = tosa.reduce_max %inside {axis = 1 : i32} : (tensor<8x4xi16>) -> tensor<8x1xi16>
  %leaves = tensor.collapse_shape %most [[0, 1]] : tensor<8x1xi16> into tensor<8xi16>
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [#tree, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%leaves : tensor<8xi16>) outs(%zero : tensor<1xf32>) {
  ^bb0(%leaf: i16, %sum: f32):
    %c3 = arith.constant 3 : i32
    %wide = arith.extsi %leaf : i16 to i32
    %first = arith.muli %wide, %c3 : i32
    %place = arith.index_cast %first : i32 to index
    %entry = tensor.extract %table[%place] : tensor<120xf32>
    %more = arith.addf %sum, %entry : f32
    linalg.yield %more : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
