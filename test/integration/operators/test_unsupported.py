"""An operator or a type outside the profiles gets an error that names it and what is supported, and nothing is written."""

import re

import toolchain
from runner import Failure, Test

# name -> (arguments, results, lines, what the error must name)
_MODELS = {
    "exp-of-integers": (
        "%x: tensor<4xi32>", "tensor<4xi32>", "%r = tosa.exp %x : (tensor<4xi32>) -> tensor<4xi32>",
        ("'tosa.exp'", "tensor<4xi32>", "f16 -> f16", "f32 -> f32"),
    ),
    "average-of-long-sums": (
        "%x: tensor<1x4x4x1xi32>", "tensor<1x2x2x1xi32>",
        '%z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>\n'
        "  %r = tosa.avg_pool2d %x, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>,"
        " stride = array<i64: 2, 2>} : (tensor<1x4x4x1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1x2x2x1xi32>",
        ("'tosa.avg_pool2d'", "tensor<1x4x4x1xi32>", "i8 -> i8"),
    ),
    "double": (
        "%x: tensor<4xf64>", "tensor<4xf64>", "%r = tosa.tanh %x : (tensor<4xf64>) -> tensor<4xf64>",
        ("'tosa.tanh'", "tensor<4xf64>", "f16 -> f16", "f32 -> f32"),
    ),
    "float-of-eight-bits": (
        "%x: tensor<4xf8E4M3FN>", "tensor<4xf16>", "%r = tosa.cast %x : (tensor<4xf8E4M3FN>) -> tensor<4xf16>",
        ("'tosa.cast'", "tensor<4xf8E4M3FN>", "f32 -> f16"),
    ),
    "long-integers": (
        "%x: tensor<4xi64>", "tensor<4xi64>", "%r = tosa.abs %x : (tensor<4xi64>) -> tensor<4xi64>",
        ("'tosa.abs'", "tensor<4xi64>", "i32 -> i32"),
    ),
    "custom-operator": (
        "%x: tensor<4xf32>", "tensor<4xf32>",
        '%r = tosa.custom %x {operator_name = "mine", domain_name = "ours", implementation_attrs = ""}'
        " : (tensor<4xf32>) -> tensor<4xf32>",
        ("'mine' is a custom operator",),
    ),
}


def _rejected(compiler, name):
    arguments, results, line, words = _MODELS[name]
    folder, out = compiler.folder(f"unsupported/{name}"), compiler.folder(f"unsupported/{name}/out")
    model = folder / "model.mlir"
    model.write_text(f"func.func @main({arguments}) -> {results} {{\n  {line}\n  return %r : {results}\n}}\n")
    try:
        toolchain.run(compiler.tirc, model, "-o", out, "--emit=c,obj", "--model-name=m")
    except Failure as failure:
        message = str(failure)
    else:
        raise Failure(f"tirc takes\n{model.read_text()}")
    if "exit code 1\n" not in message or not re.search(r"model\.mlir:\S*: error: ", message):
        raise Failure(f"expected an error with its place, and exit code 1:\n{message}")
    if missing := [word for word in words if word not in message]:
        raise Failure(f"the error does not name {missing}:\n{message}")
    if written := list(out.iterdir()):
        raise Failure(f"{written} was written for a model that has an error")


def tests(compiler):
    for name in _MODELS:
        yield Test(f"unsupported/{name}", lambda n=name: _rejected(compiler, n), fast=True)
