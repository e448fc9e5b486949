"""Modules of tir calls for test_pass_orders.py, each with its expected output, computed in Python.

In the text, `<r>`, `<w>` and `<rw>` are an argument's tir.effect, and PRINT(%buffer : type) prints a memref.
"""

import re
from dataclasses import dataclass

_KERNELS = """
tir.prim_func private @add(%x: memref<4xi32> <r>, %y: memref<4xi32> <r>, %z: memref<4xi32> <w>) {
  linalg.add ins(%x, %y : memref<4xi32>, memref<4xi32>) outs(%z : memref<4xi32>)
  tir.return
}
tir.prim_func private @scale(%x: memref<4xi32> <r>, %unused: memref<4xi32> <r>, %f: i32, %z: memref<4xi32> <w>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %x[%i] : memref<4xi32>
    %p = arith.muli %v, %f : i32
    memref.store %p, %z[%i] : memref<4xi32>
  }
  tir.return
}
tir.prim_func private @accumulate(%x: memref<4xi32> <r>, %acc: memref<4xi32> <rw>) {
  linalg.add ins(%x, %acc : memref<4xi32>, memref<4xi32>) outs(%acc : memref<4xi32>)
  tir.return
}
"""

# Regions of tensors, an argument that is read and written, unused results and arguments.
_SLICES = _KERNELS + """
func.func @main() {
  %x = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %y = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %r:2 = func.call @model(%x, %y) : (tensor<2x4xi32>, tensor<4xi32>) -> (tensor<2x4xi32>, tensor<4xi32>)
  %a = memref.alloc() : memref<2x4xi32>
  bufferization.materialize_in_destination %r#0 in restrict writable %a : (tensor<2x4xi32>, memref<2x4xi32>) -> ()
  PRINT(%a : memref<2x4xi32>)
  return
}
func.func private @model(%x: tensor<2x4xi32>, %y: tensor<4xi32>) -> (tensor<2x4xi32>, tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  %row0 = tensor.extract_slice %x[0, 0] [1, 4] [1, 1] : tensor<2x4xi32> to tensor<4xi32>
  %row1 = tensor.extract_slice %x[1, 0] [1, 4] [1, 1] : tensor<2x4xi32> to tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %a = tir.call_tir @add(%row0, %y) outs(%e) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %unused = tir.call_tir @add(%row1, %y) outs(%e) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b = tir.call_tir @accumulate(%a) outs(%row1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %x2 = tensor.insert_slice %b into %x[0, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<2x4xi32>
  %again = tensor.extract_slice %x2[1, 0] [1, 4] [1, 1] : tensor<2x4xi32> to tensor<4xi32>
  %c = tir.call_tir @scale(%again, %y, %c3) outs(%again) : (tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi32>) -> tensor<4xi32>
  %x3 = tensor.insert_slice %c into %x2[1, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<2x4xi32>
  return %x3, %unused : tensor<2x4xi32>, tensor<4xi32>
}
"""


def _slices():
    x, y = [[1, 2, 3, 4], [5, 6, 7, 8]], [10, 20, 30, 40]
    a = [p + q for p, q in zip(x[0], y)]
    return [p + q for p, q in zip(x[1], a)] + [3 * v for v in x[1]]


# Calls on tensors in loops and branches, scalars that differ in each iteration.
_LOOPS = _KERNELS + """
func.func @main() {
  %x = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi32>
  %n = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %r = func.call @model(%x, %c2, %n) : (tensor<4xi32>, index, index) -> tensor<4xi32>
  %a = memref.alloc() : memref<4xi32>
  bufferization.materialize_in_destination %r in restrict writable %a : (tensor<4xi32>, memref<4xi32>) -> ()
  PRINT(%a : memref<4xi32>)
  return
}
func.func private @model(%x: tensor<4xi32>, %middle: index, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %e = tensor.empty() : tensor<4xi32>
  %start = tir.call_tir @scale(%x, %x, %zero) outs(%e) : (tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi32>) -> tensor<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<4xi32>) {
    %f = arith.index_cast %i : index to i32
    %s = tir.call_tir @scale(%x, %acc, %f) outs(%e) : (tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi32>) -> tensor<4xi32>
    %invariant = tir.call_tir @scale(%x, %x, %seven) outs(%e) : (tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi32>) -> tensor<4xi32>
    %t = tir.call_tir @accumulate(%s) outs(%acc) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %late = arith.cmpi sge, %i, %middle : index
    %u = scf.if %late -> (tensor<4xi32>) {
      %v = tir.call_tir @add(%t, %invariant) outs(%e) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
      scf.yield %v : tensor<4xi32>
    } else {
      scf.yield %t : tensor<4xi32>
    }
    scf.yield %u : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
"""


def _loops():
    x, acc = [1, -2, 3, -4], [0] * 4
    for i in range(4):
        acc = [a + i * v + (7 * v if i >= 2 else 0) for a, v in zip(acc, x)]
    return acc


# The output of the phase `kernels`: bodies on tensors, and a public prim_func that calls them.
_KERNEL_BODIES = """
tir.prim_func private @double(%x: memref<4xi32> <r>, %unused: memref<4xi32> <r>, %y: memref<4xi32> <w>) {
  %t = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %s = linalg.add ins(%t, %t : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  bufferization.materialize_in_destination %s in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
tir.prim_func private @plus(%x: memref<4xi32> <r>, %y: memref<4xi32> <r>, %z: memref<4xi32> <w>) {
  %t = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %u = bufferization.to_tensor %y restrict : memref<4xi32> to tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %s = linalg.add ins(%t, %u : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  bufferization.materialize_in_destination %s in restrict writable %z : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
memref.global "private" constant @bias : memref<4xi32> = dense<[100, 200, 300, 400]>
tir.prim_func @model(%x: memref<4xi32> <r>, %y: memref<4xi32> <w>) {
  %t = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %g = memref.get_global @bias : memref<4xi32>
  %bias = bufferization.to_tensor %g restrict : memref<4xi32> to tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %e2 = tensor.empty() : tensor<4xi32>
  %a = tir.call_tir @double(%t, %bias) outs(%e) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b = tir.call_tir @double(%a, %t) outs(%e2) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %unused = tir.call_tir @plus(%b, %t) outs(%e) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %c = tir.call_tir @plus(%b, %a) outs(%e) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %d = bufferization.to_tensor %y restrict writable : memref<4xi32> to tensor<4xi32>
  %s = tir.call_tir @plus(%c, %bias) outs(%d) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  bufferization.materialize_in_destination %s in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
memref.global "private" constant @input : memref<4xi32> = dense<[1, 2, 3, 5]>
func.func @main() {
  %x = memref.get_global @input : memref<4xi32>
  %y = memref.alloc() : memref<4xi32>
  tir.call_tir @model(%x, %y) : (memref<4xi32>, memref<4xi32>) -> ()
  PRINT(%y : memref<4xi32>)
  return
}
"""


def _kernel_bodies():
    return [6 * v + b for v, b in zip([1, 2, 3, 5], [100, 200, 300, 400])]


# Regions of buffers, static and dynamic, the same buffer under two views.
_SUBVIEWS = """
!part = memref<2x2xi32, strided<[4, 1], offset: ?>>
!any = memref<?x?xi32, strided<[?, ?], offset: ?>>
tir.prim_func private @fill(%x: !part <w>, %v: i32) {
  linalg.fill ins(%v : i32) outs(%x : !part)
  tir.return
}
tir.prim_func private @negate(%x: !any, %unused: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %rows = memref.dim %x, %c0 : !any
  %columns = memref.dim %x, %c1 : !any
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %v = memref.load %x[%i, %j] : !any
      %n = arith.subi %zero, %v : i32
      memref.store %n, %x[%i, %j] : !any
    }
  }
  tir.return
}
tir.prim_func private @copy(%x: !part <r>, %y: !part <w>) {
  memref.copy %x, %y : !part to !part
  tir.return
}
func.func @main() {
  %x = memref.alloc() : memref<4x4xi32>
  func.call @model(%x) : (memref<4x4xi32>) -> ()
  PRINT(%x : memref<4x4xi32>)
  return
}
func.func private @model(%x: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c2 {
    scf.for %j = %c0 to %c4 step %c2 {
      %sum = arith.addi %i, %j : index
      %v = arith.index_cast %sum : index to i32
      %p = memref.subview %x[%i, %j] [2, 2] [1, 1] : memref<4x4xi32> to !part
      tir.call_tir @fill(%p, %v) : (!part, i32) -> ()
    }
  }
  %from = memref.subview %x[%c2, %c2] [2, 2] [1, 1] : memref<4x4xi32> to !part
  %to = memref.subview %x[%c0, %c0] [2, 2] [1, 1] : memref<4x4xi32> to !part
  tir.call_tir @copy(%from, %to) : (!part, !part) -> ()
  %column = memref.subview %x[0, 1] [4, 2] [1, 2] : memref<4x4xi32> to memref<4x2xi32, strided<[4, 2], offset: 1>>
  %cast = memref.cast %column : memref<4x2xi32, strided<[4, 2], offset: 1>> to !any
  tir.call_tir @negate(%cast, %c2) : (!any, index) -> ()
  return
}
"""


def _subviews():
    x = [[(i // 2 + j // 2) * 2 for j in range(4)] for i in range(4)]
    for i in range(2):
        x[i][0:2] = x[i + 2][2:4]
    return [-v if j % 2 else v for row in x for j, v in enumerate(row)]


# Calls within prim_funcs, and effects of a callee beyond its arguments, whose order and number must not change.
_STATE = _KERNELS + """
memref.global "private" @state : memref<1xi32> = dense<1>
func.func private @tick() {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %s = memref.get_global @state : memref<1xi32>
  %v = memref.load %s[%c0] : memref<1xi32>
  %t = arith.muli %v, %three : i32
  %u = arith.addi %t, %one : i32
  memref.store %u, %s[%c0] : memref<1xi32>
  return
}
tir.prim_func private @ticking_copy(%x: memref<4xi32> <r>, %y: memref<4xi32> <w>) {
  memref.copy %x, %y : memref<4xi32> to memref<4xi32>
  func.call @tick() : () -> ()
  tir.return
}
tir.prim_func private @halve_state() {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %s = memref.get_global @state : memref<1xi32>
  %v = memref.load %s[%c0] : memref<1xi32>
  %h = arith.divsi %v, %two : i32
  memref.store %h, %s[%c0] : memref<1xi32>
  tir.return
}
tir.prim_func private @read_state(%y: memref<4xi32> <w>) {
  %c0 = arith.constant 0 : index
  %s = memref.get_global @state : memref<1xi32>
  %v = memref.load %s[%c0] : memref<1xi32>
  linalg.fill ins(%v : i32) outs(%y : memref<4xi32>)
  tir.return
}
tir.prim_func private @outer(%x: memref<4xi32> <r>, %acc: memref<4xi32> <rw>, %unused: memref<4xi32> <rw>) {
  %own = memref.alloca() : memref<4xi32>
  tir.call_tir @ticking_copy(%x, %own) : (memref<4xi32>, memref<4xi32>) -> ()
  tir.call_tir @accumulate(%own, %acc) : (memref<4xi32>, memref<4xi32>) -> ()
  tir.call_tir @halve_state() : () -> ()
  tir.return
}
memref.global "private" constant @input : memref<4xi32> = dense<[1, 2, 3, 5]>
func.func @main() {
  %t = arith.constant dense<[4, 3, 2, 1]> : tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %unused = tir.call_tir @ticking_copy(%t) outs(%e) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %unused2 = tir.call_tir @ticking_copy(%t) outs(%e) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %x = memref.get_global @input : memref<4xi32>
  %acc = memref.alloc() : memref<4xi32>
  %s = memref.alloc() : memref<4xi32>
  memref.copy %x, %acc : memref<4xi32> to memref<4xi32>
  tir.call_tir @outer(%x, %acc, %s) : (memref<4xi32>, memref<4xi32>, memref<4xi32>) -> ()
  tir.call_tir @halve_state() : () -> ()
  tir.call_tir @outer(%x, %acc, %acc) : (memref<4xi32>, memref<4xi32>, memref<4xi32>) -> ()
  tir.call_tir @read_state(%s) : (memref<4xi32>) -> ()
  PRINT(%acc : memref<4xi32>)
  PRINT(%s : memref<4xi32>)
  return
}
"""


def _state():
    state = 1
    for step in "tt" "th" "h" "th":
        state = 3 * state + 1 if step == "t" else state // 2
    return [3 * v for v in [1, 2, 3, 5]] + [state] * 4


# Calls on buffers in loops and branches, with scalars that are constants, and a callee that only reads.
_BRANCHES = _KERNELS + """
tir.prim_func private @choose(%x: memref<4xi32> <r>, %negative: i1, %n: index, %y: memref<4xi32> <rw>, %unused: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<4xi32>
    %o = memref.load %y[%i] : memref<4xi32>
    scf.if %negative {
      %d = arith.subi %o, %v : i32
      memref.store %d, %y[%i] : memref<4xi32>
    } else {
      %d = arith.addi %o, %v : i32
      memref.store %d, %y[%i] : memref<4xi32>
    }
  }
  tir.return
}
tir.prim_func private @look(%x: memref<4xi32> <r>) {
  tir.return
}
memref.global "private" constant @input : memref<4xi32> = dense<[1, 2, 3, 5]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %false = arith.constant false
  %nine = arith.constant 9 : i32
  %x = memref.get_global @input : memref<4xi32>
  %y = memref.alloc() : memref<4xi32>
  %z = memref.alloc() : memref<4xi32>
  tir.call_tir @scale(%x, %x, %nine, %y) : (memref<4xi32>, memref<4xi32>, i32, memref<4xi32>) -> ()
  tir.call_tir @look(%y) : (memref<4xi32>) -> ()
  scf.for %i = %c0 to %c3 step %c1 {
    %odd = arith.cmpi eq, %i, %c1 : index
    tir.call_tir @choose(%x, %odd, %c3, %y, %nine) : (memref<4xi32>, i1, index, memref<4xi32>, i32) -> ()
    scf.if %odd {
      tir.call_tir @choose(%x, %false, %i, %y, %nine) : (memref<4xi32>, i1, index, memref<4xi32>, i32) -> ()
    } else {
      tir.call_tir @add(%x, %y, %z) : (memref<4xi32>, memref<4xi32>, memref<4xi32>) -> ()
      tir.call_tir @accumulate(%z, %y) : (memref<4xi32>, memref<4xi32>) -> ()
    }
  }
  PRINT(%y : memref<4xi32>)
  return
}
"""


def _branches():
    x = [1, 2, 3, 5]
    y = [9 * v for v in x]
    for i in range(3):
        y = [o + (0 if k >= 3 else -v if i == 1 else v) for k, (o, v) in enumerate(zip(y, x))]
        if i == 1:
            y[0] += x[0]
        else:
            y = [o + (v + o) for o, v in zip(y, x)]
    return y


@dataclass(frozen=True)
class Module:
    name: str
    text: str
    # The numbers that @main prints, in order.
    expected: tuple


def _expand(text):
    for short, effect in (("r", "read"), ("w", "write"), ("rw", "read_write")):
        text = text.replace(f" <{short}>", f" {{tir.effect = #tir.effect<{effect}>}}")

    def printing(match):
        buffer, kind = match.groups()
        return (f"{buffer}_print = memref.cast {buffer} : {kind} to memref<*xi32>\n"
                f"  func.call @printMemrefI32({buffer}_print) : (memref<*xi32>) -> ()")

    text = re.sub(r"PRINT\((%\w+) : (.+)\)", printing, text)
    return text + "func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}\n"


MODULES = tuple(
    Module(name, _expand(text), tuple(oracle()))
    for name, text, oracle in (
        ("slices", _SLICES, _slices),
        ("loops", _LOOPS, _loops),
        ("kernel_bodies", _KERNEL_BODIES, _kernel_bodies),
        ("subviews", _SUBVIEWS, _subviews),
        ("state", _STATE, _state),
        ("branches", _BRANCHES, _branches),
    )
)
