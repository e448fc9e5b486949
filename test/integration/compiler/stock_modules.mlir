// Modules without an operation of tir, for test_upstream_passes.py.

func.func @f() { return }

// -----

func.func @entry(%m: memref<4x4xi16>, %v: i16, %i: index) {
  %s = memref.subview %m[1, 1] [2, 2] [1, 2] : memref<4x4xi16> to memref<2x2xi16, strided<[4, 2], offset: 5>>
  memref.store %v, %s[%i, %i] : memref<2x2xi16, strided<[4, 2], offset: 5>>
  return
}

// -----

func.func @main(%a: tensor<4x4xi8>, %b: tensor<4x4xi8>) -> tensor<4x4xi8> {
  %0 = tosa.maximum %a, %b : (tensor<4x4xi8>, tensor<4x4xi8>) -> tensor<4x4xi8>
  return %0 : tensor<4x4xi8>
}

// -----

#map = affine_map<(d0) -> (d0)>
func.func @main(%x: memref<8xf32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ok = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<8xf32>
    %e = math.exp %v : f32
    memref.store %e, %x[%i] : memref<8xf32>
  }
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%x : memref<8xf32>) {
  ^bb0(%o: f32):
    %m = arith.maximumf %o, %o : f32
    linalg.yield %m : f32
  }
  return %ok : i32
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<4x3x3x4xf32>, %b: tensor<4xf32>) -> tensor<1x8x8x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  return %c : tensor<1x8x8x4xf32>
}
