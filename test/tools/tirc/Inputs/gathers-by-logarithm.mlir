// A number of 0 to 2 is a position as it is, and each power of two above it has
// four rows.
#id = affine_map<(d0) -> (d0)>
func.func @main(%numbers: tensor<8xi32>, %table: tensor<125xi16>) -> tensor<8xi16> {
  %empty = tensor.empty() : tensor<8xi16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%numbers : tensor<8xi32>) outs(%empty : tensor<8xi16>) {
  ^bb0(%in: i32, %out: i16):
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c6 = arith.constant 6 : i32
    %c32 = arith.constant 32 : i32
    %small = arith.cmpi ule, %in, %c2 : i32
    %zeros = math.ctlz %in : i32
    %bits = arith.subi %c32, %zeros : i32
    %row = arith.muli %bits, %c4 : i32
    %large = arith.subi %row, %c6 : i32
    %position = arith.select %small, %in, %large : i32
    %index = arith.index_cast %position : i32 to index
    %entry = tensor.extract %table[%index] : tensor<125xi16>
    linalg.yield %entry : i16
  } -> tensor<8xi16>
  return %0 : tensor<8xi16>
}
