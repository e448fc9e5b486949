"""Models of any size, a kind for each way in which a model can be large.

`MODELS[kind](n)` is the text of a model with n operators, inputs, outputs or whatever the kind grows by.
"""

import math
import random
import sys

_I8 = "tensor<1x8x8x4xi8>"
_I32 = "tensor<4xi32>"


def _function(arguments, results, body, attributes=""):
    shown = ", ".join(results)
    results = f"({shown})" if len(results) != 1 else shown
    return "\n".join([f"func.func @main({', '.join(arguments)}) -> {results}{attributes} {{", *body, "}"])


def _constant(name, values, type_):
    return f'  %{name} = "tosa.const"() <{{values = dense<{values}> : {type_}}}> : () -> {type_}'


def _pool(to, of, type_):
    return (f"  {to} = tosa.max_pool2d {of} {{kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, "
            f"stride = array<i64: 1, 1>}} : ({type_}) -> {type_}")


def _binary(to, op, a, b, type_=_I32):
    return f"  {to} = tosa.{op} {a}, {b} : ({type_}, {type_}) -> {type_}"


def convs(n):
    """A chain of quantised convolutions, each with weights of its own."""
    body = [_constant("z", 0, "tensor<1xi8>"), _constant("z32", 0, "tensor<1xi32>"),
            _constant("m", 1073741824, "tensor<1xi32>"), _constant("s", 36, "tensor<1xi8>")]
    for i in range(n):
        # Numbers that repeat in no short cycle, so that no two layers have the same weights.
        weights = "".join(f"{(i * 997 + j * 131 + j * j * 7) % 256:02X}" for j in range(4 * 3 * 3 * 4))
        body += [
            _constant(f"w{i}", f'"0x{weights}"', "tensor<4x3x3x4xi8>"),
            _constant(f"b{i}", f"[{i}, 1, 2, 3]", "tensor<4xi32>"),
            f"  %a{i} = tosa.conv2d %v{i}, %w{i}, %b{i}, %z, %z {{acc_type = i32, dilation = array<i64: 1, 1>, "
            "pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : "
            f"({_I8}, tensor<4x3x3x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>",
            f"  %v{i + 1} = tosa.rescale %a{i}, %m, %s, %z32, %z {{input_unsigned = false, output_unsigned = false, "
            "per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x8x8x4xi32>, "
            f"tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> {_I8}",
        ]
    return _function([f"%v0: {_I8}"], [_I8], [*body, f"  return %v{n} : {_I8}"])


def float_convs(n):
    """A chain of float convolutions with ReLU, as ONNX has them. One kernel computes all of them, and by rows."""
    x, w, b = "tensor<1x8x8x4xf32>", "tensor<4x3x3x4xf32>", "tensor<4xf32>"
    body = [_constant("z", "0.0", "tensor<1xf32>")]
    for i in range(n):
        # Exponents of numbers below 2^-7, so that no sum becomes infinite.
        data = bytearray(random.Random(i).randbytes(4 * 4 * 3 * 3 * 4))
        data[3::4] = bytes(0x30 + byte % 12 for byte in data[3::4])
        body += [
            _constant(f"w{i}", f'"0x{data.hex().upper()}"', w),
            _constant(f"b{i}", f"[{i}.0, 1.0, 2.0, 3.0]", b),
            f"  %a{i} = tosa.conv2d %v{i}, %w{i}, %b{i}, %z, %z {{acc_type = f32, dilation = array<i64: 1, 1>, "
            "pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : "
            f"({x}, {w}, {b}, tensor<1xf32>, tensor<1xf32>) -> {x}",
            f"  %v{i + 1} = tosa.clamp %a{i} {{max_val = 3.40282347E+38 : f32, min_val = 0.0 : f32}} : ({x}) -> {x}",
        ]
    return _function([f"%v0: {x}"], [x], [*body, f"  return %v{n} : {x}"])


def pools(n):
    """A chain of which nothing fuses."""
    body = [_pool(f"%v{i + 1}", f"%v{i}", _I8) for i in range(n)]
    return _function([f"%v0: {_I8}"], [_I8], [*body, f"  return %v{n} : {_I8}"])


def reversals(n):
    """A chain of equal operators, which are one kernel and n calls of it."""
    body = [f"  %v{i + 1} = tosa.reverse %v{i} {{axis = 0 : i32}} : ({_I32}) -> {_I32}" for i in range(n)]
    return _function([f"%v0: {_I32}"], [_I32], [*body, f"  return %v{n} : {_I32}"])


def named_alike(n):
    """A chain of different layers that have one name."""
    widths = [f"tensor<1x1x{i + 2}x1xi8>" for i in range(n + 1)]
    body = [f'  %p{i} = tosa.concat %v{i}, %one {{axis = 2 : i32}} : ({widths[i]}, tensor<1x1x1x1xi8>) -> '
            f'{widths[i + 1]} loc("layer")\n  %v{i + 1} = tosa.reverse %p{i} {{axis = 2 : i32}} : ({widths[i + 1]}) -> '
            f'{widths[i + 1]} loc("layer")' for i in range(n)]
    return _function([f"%v0: {widths[0]}"], [widths[n]],
                     [_constant("one", 1, "tensor<1x1x1x1xi8>"), *body, f"  return %v{n} : {widths[n]}"])


def fusable(n):
    """A chain of element-wise operators, which make one kernel."""
    body = []
    for i in range(n):
        body += [_constant(f"c{i}", f"[{i}, 1, 2, {i * 7}]", _I32),
                 _binary(f"%v{i + 1}", ("add", "bitwise_xor")[i % 2], f"%v{i}", f"%c{i}")]
    return _function([f"%v0: {_I32}"], [_I32], [*body, f"  return %v{n} : {_I32}"])


def skips(n):
    """A chain of which every value is used once more, at the end: all buffers live at once."""
    small = "tensor<1x4x4x1xi8>"
    wide = f"tensor<1x4x4x{n}xi8>"
    body = [_pool(f"%v{i + 1}", f"%v{i}", small) for i in range(n)]
    body += [f"  %r = tosa.concat {', '.join(f'%v{i + 1}' for i in range(n))} {{axis = 3 : i32}} : "
             f"({', '.join([small] * n)}) -> {wide}"]
    return _function([f"%v0: {small}"], [wide], [*body, f"  return %r : {wide}"])


def residual(n):
    """A chain in which every value is used by the next two."""
    body = [_pool("%v1", "%v0", _I32_4D)]
    for i in range(1, n):
        body += [_pool(f"%p{i}", f"%v{i}", _I32_4D),
                 f"  %v{i + 1} = tosa.maximum %p{i}, %v{i} : ({_I32_4D}, {_I32_4D}) -> {_I32_4D}"]
    return _function([f"%v0: {_I32_4D}"], [_I32_4D], [*body, f"  return %v{n} : {_I32_4D}"])


_I32_4D = "tensor<1x4x4x2xi8>"


def inputs(n):
    body = [_binary(f"%v{i}", "bitwise_xor", f"%v{i - 1}" if i > 1 else "%a0", f"%a{i}") for i in range(1, n)]
    return _function([f"%a{i}: {_I32}" for i in range(n)], [_I32], [*body, f"  return %v{n - 1} : {_I32}"])


def outputs(n):
    body = []
    for i in range(n):
        body += [_constant(f"c{i}", f"[{i}, 1, 2, 3]", _I32), _binary(f"%v{i}", "bitwise_xor", "%a", f"%c{i}")]
    end = f"  return {', '.join(f'%v{i}' for i in range(n))} : {', '.join([_I32] * n)}"
    return _function([f"%a: {_I32}"], [_I32] * n, [*body, end])


def _branch(to, condition, value, then, otherwise, depth=""):
    """Bodies receive a value and the condition, and return their operations and their result."""
    p, c = f"%p{depth}", f"%c{depth}"
    (then_body, then_result), (else_body, else_result) = then(p, c), otherwise(p)
    arguments = f"  ^bb0({p}: {_I32}, {c}: tensor<i1>):"
    return [f"  {to} = tosa.cond_if {condition} ({p} = {value}, {c} = {condition}) : tensor<i1> "
            f"({_I32}, tensor<i1>) -> {_I32} {{", arguments, *then_body, f"    tosa.yield {then_result} : {_I32}",
            "  } else {", arguments, *else_body, f"    tosa.yield {else_result} : {_I32}", "  }"]


def _doubled(name):
    return lambda value, *_: ([_binary(name, "add", value, value)], name)


def _inverted(name):
    return lambda value, *_: ([f"  {name} = tosa.bitwise_not {value} : ({_I32}) -> {_I32}"], name)


def ifs(n):
    """Consecutive branches."""
    body = []
    for i in range(n):
        body += _branch(f"%v{i + 1}", "%on", f"%v{i}", _doubled("%t"), _inverted("%e"))
    return _function([f"%v0: {_I32}", "%on: tensor<i1>"], [_I32], [*body, f"  return %v{n} : {_I32}"])


def nested_ifs(n):
    """Nested branches."""

    def level(depth):
        if depth == n:
            return _inverted("%innermost")
        return lambda p, c: (_branch(f"%r{depth}", c, p, level(depth + 1), _doubled(f"%e{depth}"), depth),
                             f"%r{depth}")

    sys.setrecursionlimit(10000 + 5 * n)
    body, result = level(0)("%a", "%on")
    return _function([f"%a: {_I32}", "%on: tensor<i1>"], [_I32], [*body, f"  return {result} : {_I32}"])


_COUNT = "tensor<i32>"
_COUNTS = [_constant("zero", 0, _COUNT), _constant("one", 1, _COUNT), _constant("three", 3, _COUNT)]


def _loop(to, value, body, depth=""):
    p, i = f"%p{depth}", f"%i{depth}"
    operations, result = body(p)
    return [f"  {to}_count, {to} = tosa.while_loop ({i} = %zero, {p} = {value}) : ({_COUNT}, {_I32}) -> "
            f"({_COUNT}, {_I32}) {{", f"    %more{depth} = tosa.greater %three, {i} : ({_COUNT}, {_COUNT}) -> tensor<i1>",
            f"    tosa.yield %more{depth} : tensor<i1>", "  } do {", f"  ^bb0({i}: {_COUNT}, {p}: {_I32}):",
            *operations, f"    %next{depth} = tosa.add {i}, %one : ({_COUNT}, {_COUNT}) -> {_COUNT}",
            f"    tosa.yield %next{depth}, {result} : {_COUNT}, {_I32}", "  }"]


def whiles(n):
    """Consecutive loops."""
    body = list(_COUNTS)
    for i in range(n):
        body += _loop(f"%v{i + 1}", f"%v{i}", _doubled("%t"))
    return _function([f"%v0: {_I32}"], [_I32], [*body, f"  return %v{n} : {_I32}"])


def nested_whiles(n):
    """Nested loops."""

    def level(depth):
        if depth == n:
            return _doubled("%innermost")
        return lambda p: (_loop(f"%r{depth}", p, level(depth + 1), depth), f"%r{depth}")

    sys.setrecursionlimit(10000 + 5 * n)
    body, result = level(0)("%a")
    return _function([f"%a: {_I32}"], [_I32], [*_COUNTS, *body, f"  return {result} : {_I32}"])


def variables(n):
    """Variables that are read and written."""
    declared = "\n".join(f"tosa.variable @state{i} = dense<{i}> : {_I32}" for i in range(n))
    body = []
    for i in range(n):
        body += [f"  %s{i} = tosa.variable_read @state{i} : {_I32}",
                 _binary(f"%v{i + 1}", "bitwise_xor", f"%v{i}", f"%s{i}"),
                 f"  tosa.variable_write @state{i}, %v{i + 1} : {_I32}"]
    return declared + "\n" + _function([f"%v0: {_I32}"], [_I32], [*body, f"  return %v{n} : {_I32}"])


def devices(n):
    """Kernels from outside, on two devices alternately."""
    head = ["#hooks = [#tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]",
            'tir.device @npu0 {kind = "npu", hooks = #hooks}', 'tir.device @npu1 {kind = "npu", hooks = #hooks}']
    npu = '!tir.device_context<"npu">'
    body = [f"  %c{i} = tir.get_device_context @npu{i} : {npu}" for i in range(2)]
    for i in range(n):
        body += [f"  %e{i} = tensor.empty() : {_I32}",
                 f"  %v{i + 1} = tir.call_extern @npu_kernel(%v{i}) outs(%e{i}) context(%c{i % 2}) "
                 f": ({_I32}, {_I32}, {npu}) -> {_I32}"]
    return "\n".join(head) + "\n" + _function([f"%v0: {_I32}"], [_I32], [*body, f"  return %v{n} : {_I32}"])


def functions(n):
    """Functions that are called."""
    parts = [f"func.func private @f{i}(%a: {_I8}) -> {_I8} {{\n{_pool('%p', '%a', _I8)}\n  return %p : {_I8}\n}}"
             for i in range(n)]
    body = [f"  %v{i + 1} = func.call @f{i}(%v{i}) : ({_I8}) -> {_I8}" for i in range(n)]
    return "\n".join(parts) + "\n" + _function([f"%v0: {_I8}"], [_I8], [*body, f"  return %v{n} : {_I8}"])


def buffers(n):
    """Kernels and buffers as another tool creates them (--compile-from=buffers)."""
    type_ = "memref<4xi32>"
    body = []
    for i in range(n):
        to = f"%v{i + 1}" if i + 1 < n else "%out"
        if i + 1 < n:
            body.append(f"  {to} = memref.alloc() : {type_}")
        body.append(f"  func.call @kernel(%v{i}, {to}) : ({type_}, {type_}) -> ()")
    kernel = (f"func.func private @kernel(%a: {type_}, %b: {type_}) {{\n"
              f"  memref.copy %a, %b : {type_} to {type_}\n  return\n}}\n")
    return kernel + _function([f"%v0: {type_}", f"%out: {type_}"], [], [*body, "  return"])


def constant(n):
    """One constant of n MiB, in hexadecimal as in bytecode and resources."""
    type_ = f"tensor<{n << 20}xi8>"
    data = random.Random(0).randbytes(n << 20).hex().upper()
    body = [_constant("c", f'"0x{data}"', type_), f"  %r = tosa.bitwise_xor %a, %c : ({type_}, {type_}) -> {type_}",
            f"  return %r : {type_}"]
    return _function([f"%a: {type_}"], [type_], body)


def onnx_convs(n):
    """`float_convs` as the bytes of an ONNX file, with 8 channels and a name for each layer. Needs the package onnx."""
    from onnx import TensorProto, helper

    channels, nodes, constants = 8, [], []
    for i in range(n):
        numbers = random.Random(i)
        for name, shape in ((f"w{i}", (channels, channels, 3, 3)), (f"b{i}", (channels,))):
            values = [numbers.uniform(-0.1, 0.1) for _ in range(math.prod(shape))]
            constants.append(helper.make_tensor(name, TensorProto.FLOAT, shape, values))
        nodes += [helper.make_node("Conv", [f"x{i}", f"w{i}", f"b{i}"], [f"c{i}"], f"conv{i}", kernel_shape=[3, 3],
                                   pads=[1, 1, 1, 1]),
                  helper.make_node("Relu", [f"c{i}"], [f"x{i + 1}"], f"relu{i}")]
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, channels, 8, 8)) for name in ("x0", f"x{n}")]
    graph = helper.make_graph(nodes, "convs", ends[:1], ends[1:], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8).SerializeToString()


MODELS = {function.__name__: function
          for function in (convs, float_convs, pools, reversals, named_alike, fusable, skips, residual, inputs, outputs,
                           ifs, nested_ifs, whiles, nested_whiles, variables, devices, functions, buffers, constant)}

if __name__ == "__main__":
    print(MODELS[sys.argv[1]](int(sys.argv[2])))
