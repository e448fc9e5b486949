"""Prints a network of convolutions between planes of 8 rows and columns, as ONNX has them, with 8 channels each."""

import struct
import sys

KIND, ROWS = "tensor<1x8x8x8xf32>", "array<i64: 1, 1>"
count = int(sys.argv[1])
print(f"func.func @main(%x: {KIND}) -> {KIND} {{")
print('  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>')
print('  %bias = "tosa.const"() <{values = dense<0.5> : tensor<8xf32>}> : () -> tensor<8xf32>')
print(f"  %r0 = tosa.transpose %x {{perms = array<i32: 0, 2, 3, 1>}} : ({KIND}) -> {KIND}")
for i in range(count):
    numbers = [((7 * i + 13 * n + n * n) % 61 - 30) / 256 for n in range(8 * 3 * 3 * 8)]
    data = struct.pack(f"<{len(numbers)}f", *numbers).hex().upper()
    print(f'  %w{i} = "tosa.const"() <{{values = dense<"0x{data}"> : tensor<8x3x3x8xf32>}}> : () -> tensor<8x3x3x8xf32>')
    print(
        f"  %c{i} = tosa.conv2d %r{i}, %w{i}, %bias, %zero, %zero {{acc_type = f32, dilation = {ROWS}, pad = array<i64: 1, 1, 1, 1>, "
        f"stride = {ROWS}}} : ({KIND}, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> {KIND}"
    )
    print(f"  %r{i + 1} = tosa.clamp %c{i} {{min_val = 0.0 : f32, max_val = 0x7F800000 : f32}} : ({KIND}) -> {KIND}")
print(f"  %y = tosa.transpose %r{count} {{perms = array<i32: 0, 3, 1, 2>}} : ({KIND}) -> {KIND}")
print(f"  return %y : {KIND}\n}}")
