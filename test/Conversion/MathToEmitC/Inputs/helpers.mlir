func.func @clz32(%x: i32) -> i32 {
  %r = math.ctlz %x : i32
  return %r : i32
}
func.func @clz64(%x: i64) -> i64 {
  %r = math.ctlz %x : i64
  return %r : i64
}
func.func @ctz32(%x: i32) -> i32 {
  %r = math.cttz %x : i32
  return %r : i32
}
func.func @ctz64(%x: i64) -> i64 {
  %r = math.cttz %x : i64
  return %r : i64
}
func.func @popcount32(%x: i32) -> i32 {
  %r = math.ctpop %x : i32
  return %r : i32
}
func.func @popcount64(%x: i64) -> i64 {
  %r = math.ctpop %x : i64
  return %r : i64
}
func.func @half_to_float(%x: f16) -> f32 {
  %r = arith.extf %x : f16 to f32
  return %r : f32
}
func.func @float_to_half(%x: f32) -> f16 {
  %r = arith.truncf %x : f32 to f16
  return %r : f16
}
func.func @bfloat_to_float(%x: bf16) -> f32 {
  %r = arith.extf %x : bf16 to f32
  return %r : f32
}
func.func @float_to_bfloat(%x: f32) -> bf16 {
  %r = arith.truncf %x : f32 to bf16
  return %r : bf16
}
