"""Modules on buffers as other tools create them, for test_foreign_buffers.py: text, inputs and expected results."""

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Module:
    name: str
    text: str
    # Names and numbers of elements, all of i32, in the order of the C structs.
    inputs: tuple
    outputs: tuple
    # From lists of the inputs' elements to lists of the outputs'.
    oracle: Callable


# linalg with constants, temporary buffers that are freed, a view that changes the shape.
_LAYERS = """
memref.global "private" constant @w : memref<3x4xi32> = dense<[[1, -2, 3, 4], [5, 6, -7, 8], [-9, 10, 11, 12]]>
func.func @main(%x: memref<2x3xi32>, %bias: memref<4xi32> {tir.name = "bias"}, %y: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %w = memref.get_global @w : memref<3x4xi32>
  %t = memref.alloc() : memref<2x4xi32>
  linalg.fill ins(%zero : i32) outs(%t : memref<2x4xi32>)
  linalg.matmul ins(%x, %w : memref<2x3xi32>, memref<3x4xi32>) outs(%t : memref<2x4xi32>)
  %b = memref.alloc() : memref<2x4xi32>
  linalg.broadcast ins(%bias : memref<4xi32>) outs(%b : memref<2x4xi32>) dimensions = [0]
  %u = memref.alloc() {alignment = 64 : i64} : memref<2x4xi32>
  linalg.add ins(%t, %b : memref<2x4xi32>, memref<2x4xi32>) outs(%u : memref<2x4xi32>)
  %flat = memref.collapse_shape %u [[0, 1]] : memref<2x4xi32> into memref<8xi32>
  linalg.max ins(%flat, %flat : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  memref.dealloc %t : memref<2x4xi32>
  memref.dealloc %b : memref<2x4xi32>
  memref.dealloc %u : memref<2x4xi32>
  return
}
"""


def _layers(x, bias):
    w = [[1, -2, 3, 4], [5, 6, -7, 8], [-9, 10, 11, 12]]
    return [[sum(x[3 * i + k] * w[k][j] for k in range(3)) + bias[j] for i in range(2) for j in range(4)]]


# Loops, as polyhedral or hand-written lowerings leave them; a scalar that the next loop needs; a stack buffer.
_LOOPS = """
#twice = affine_map<(d0) -> (d0 * 2)>
module @loops {
  func.func public @prefix_sums(%a: memref<12xi32>, %r: memref<3x4xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %zero = arith.constant 0 : i32
    %t = memref.alloca() : memref<12xi32>
    %total = scf.for %i = %c0 to %c12 step %c1 iter_args(%sum = %zero) -> (i32) {
      %v = memref.load %a[%i] : memref<12xi32>
      %next = arith.addi %sum, %v : i32
      memref.store %next, %t[%i] : memref<12xi32>
      scf.yield %next : i32
    }
    scf.for %i = %c0 to %c12 step %c1 {
      %v = memref.load %t[%i] : memref<12xi32>
      %d = arith.subi %total, %v : i32
      memref.store %d, %t[%i] : memref<12xi32>
    }
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 4 {
        %v = affine.load %t[%i * 4 + %j] : memref<12xi32>
        %w = affine.load %a[%i + 2 * %j] : memref<12xi32>
        %s = arith.addi %v, %w : i32
        affine.store %s, %r[%i, %j] : memref<3x4xi32>
      }
    }
    return
  }
}
"""


def _loops(a):
    sums = [sum(a[: i + 1]) for i in range(12)]
    return [[sums[11] - sums[4 * i + j] + a[i + 2 * j] for i in range(3) for j in range(4)]]


# A prim_func that calls others: with scalars, on parts of buffers, within a loop, and one that updates in place.
_CALLS = """
!part = memref<2x2xi32, strided<[4, 1], offset: ?>>
tir.prim_func private @fill(%x: !part {tir.effect = #tir.effect<write>}, %v: i32) {
  linalg.fill ins(%v : i32) outs(%x : !part)
  tir.return
}
tir.prim_func private @scale(%x: memref<4x4xi32>, %y: memref<4x4xi32>, %f: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i, %j] : memref<4x4xi32>
      %p = arith.muli %v, %f : i32
      memref.store %p, %y[%i, %j] : memref<4x4xi32>
    }
  }
  tir.return
}
tir.prim_func private @accumulate(%x: memref<4x4xi32>, %acc: memref<4x4xi32>) {
  linalg.add ins(%x, %acc : memref<4x4xi32>, memref<4x4xi32>) outs(%acc : memref<4x4xi32>)
  tir.return
}
tir.prim_func @entry(%x: memref<4x4xi32>, %state: memref<4x4xi32> {tir.name = "state"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %three = arith.constant 3 : i32
  %nine = arith.constant 9 : i32
  %t = memref.alloc() : memref<4x4xi32>
  tir.call_tir @scale(%x, %t, %three) : (memref<4x4xi32>, memref<4x4xi32>, i32) -> ()
  %corner = memref.subview %t[1, 2] [2, 2] [1, 1] : memref<4x4xi32> to memref<2x2xi32, strided<[4, 1], offset: 6>>
  %any = memref.cast %corner : memref<2x2xi32, strided<[4, 1], offset: 6>> to !part
  tir.call_tir @fill(%any, %nine) : (!part, i32) -> ()
  scf.for %i = %c0 to %c3 step %c1 {
    tir.call_tir @accumulate(%t, %state) : (memref<4x4xi32>, memref<4x4xi32>) -> ()
  }
  tir.return
}
"""


def _calls(x):
    t = [3 * v for v in x]
    for i, j in ((1, 2), (1, 3), (2, 2), (2, 3)):
        t[4 * i + j] = 9
    # The harness begins with zeros.
    return [[3 * v for v in t]]


# Functions that call functions, a convolution, parallel loops, two outputs.
_PARALLEL = """
func.func private @clamp(%x: memref<1x3x3x2xi32>, %y: memref<1x3x3x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i, %j, %k) = (%c0, %c0, %c0) to (%c3, %c3, %c2) step (%c1, %c1, %c1) {
    %v = memref.load %x[%c0, %i, %j, %k] : memref<1x3x3x2xi32>
    %m = arith.maxsi %v, %zero : i32
    memref.store %m, %y[%c0, %i, %j, %k] : memref<1x3x3x2xi32>
    scf.reduce
  }
  return
}
func.func @net(%image: memref<1x5x5x1xi32> {tir.name = "image"}, %kernel: memref<3x3x1x2xi32> {tir.name = "kernel"},
               %raw: memref<1x3x3x2xi32> {tir.name = "raw"}, %out: memref<1x3x3x2xi32> {tir.name = "clamped"}) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%raw : memref<1x3x3x2xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%image, %kernel : memref<1x5x5x1xi32>, memref<3x3x1x2xi32>) outs(%raw : memref<1x3x3x2xi32>)
  %t = memref.alloc() : memref<1x3x3x2xi32>
  memref.copy %raw, %t : memref<1x3x3x2xi32> to memref<1x3x3x2xi32>
  func.call @clamp(%t, %out) : (memref<1x3x3x2xi32>, memref<1x3x3x2xi32>) -> ()
  scf.forall (%i) in (3) {
    %c0 = arith.constant 0 : index
    %v = memref.load %out[%c0, %i, %i, %c0] : memref<1x3x3x2xi32>
    %d = arith.addi %v, %v : i32
    memref.store %d, %out[%c0, %i, %i, %c0] : memref<1x3x3x2xi32>
  }
  return
}
"""


def _parallel(image, kernel):
    raw = [
        sum(image[5 * (i + a) + j + b] * kernel[(3 * a + b) * 2 + k] for a in range(3) for b in range(3))
        for i in range(3) for j in range(3) for k in range(2)
    ]
    out = [max(v, 0) for v in raw]
    for i in range(3):
        out[(3 * i + i) * 2] *= 2
    return [raw, out]


# A kernel whose body is still on tensors, called from a function on buffers; part of a buffer as a kernel's operand.
_MIXED = """
tir.prim_func private @square(%x: memref<6xi32> {tir.effect = #tir.effect<read>}, %y: memref<6xi32> {tir.effect = #tir.effect<write>}) {
  %t = bufferization.to_tensor %x restrict : memref<6xi32> to tensor<6xi32>
  %e = tensor.empty() : tensor<6xi32>
  %s = linalg.mul ins(%t, %t : tensor<6xi32>, tensor<6xi32>) outs(%e : tensor<6xi32>) -> tensor<6xi32>
  bufferization.materialize_in_destination %s in restrict writable %y : (tensor<6xi32>, memref<6xi32>) -> ()
  tir.return
}
func.func @f(%x: memref<6xi32>, %y: memref<6xi32>) {
  %t = memref.alloc() : memref<6xi32>
  tir.call_tir @square(%x, %t) : (memref<6xi32>, memref<6xi32>) -> ()
  %even = memref.subview %t[0] [3] [2] : memref<6xi32> to memref<3xi32, strided<[2]>>
  %odd = memref.subview %t[1] [3] [2] : memref<6xi32> to memref<3xi32, strided<[2], offset: 1>>
  %low = memref.subview %y[0] [3] [1] : memref<6xi32> to memref<3xi32, strided<[1]>>
  %high = memref.subview %y[3] [3] [1] : memref<6xi32> to memref<3xi32, strided<[1], offset: 3>>
  linalg.add ins(%even, %odd : memref<3xi32, strided<[2]>>, memref<3xi32, strided<[2], offset: 1>>)
      outs(%low : memref<3xi32, strided<[1]>>)
  memref.copy %odd, %high : memref<3xi32, strided<[2], offset: 1>> to memref<3xi32, strided<[1], offset: 3>>
  return
}
"""


def _mixed(x):
    t = [v * v for v in x]
    return [[t[2 * i] + t[2 * i + 1] for i in range(3)] + t[1::2]]


MODULES = (
    Module("layers", _LAYERS, (("input0", 6), ("bias", 4)), (("output", 8),), _layers),
    Module("loops", _LOOPS, (("input", 12),), (("output", 12),), _loops),
    Module("calls", _CALLS, (("input", 16),), (("state", 16),), _calls),
    Module("parallel", _PARALLEL, (("image", 25), ("kernel", 18)), (("raw", 18), ("clamped", 18)), _parallel),
    Module("mixed", _MIXED, (("input", 6),), (("output", 6),), _mixed),
)


def inputs(module):
    generator = random.Random(module.name)
    return [[generator.randint(-50, 50) for _ in range(size)] for _, size in module.inputs]
