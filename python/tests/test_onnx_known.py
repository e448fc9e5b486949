# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of the operators of ONNX, against the operators of the installed onnx, and models that go beyond it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc
from tirc.importers import FrontEndError

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")

from onnx import helper  # noqa: E402  what follows needs the package
from onnx.reference import ReferenceEvaluator  # noqa: E402

from tirc_frontends.onnx_rewrites.known import check, operators  # noqa: E402
from tirc_frontends.refused import Refused  # noqa: E402

FLOAT = onnx.TensorProto.FLOAT
Parsed = Callable[[], Any]


def gaps(schemas: Any, known: Any) -> list[str]:
    """Returns what schemas have that the table does not, and the other way around."""
    found = []
    for schema in schemas:
        name, version = schema.name, schema.since_version
        if schema.domain not in known.DOMAINS:
            if schema.domain not in known.REFUSED_DOMAINS:
                found.append(f"add the domain {schema.domain} to DOMAINS or REFUSED_DOMAINS")
            continue
        entry = known.DOMAINS[schema.domain].get(name)
        if entry is None:
            found.append(f"add the operator {name}")
        elif version not in entry.versions:
            found.append(f"add version {version} of {name}, after a look at what it changes")
        else:
            if schema.deprecated != (version in entry.deprecated):
                found.append(f"{name} of version {version}: deprecated={schema.deprecated}")
            if schema.deprecated:
                continue
            wanted = {key: one.type.name for key, one in schema.attributes.items()}
            have = {key: one.type for key, one in entry.in_version(version).items()}
            found += [f"add {name}'s {key}={wanted[key]} of version {version}" for key in wanted if key not in have]
            found += [f"take {name}'s {key} out of version {version}" for key in have if key not in wanted]
            found += [
                f"{name}'s {key} of version {version} is {wanted[key]}"
                for key in wanted.keys() & have
                if wanted[key] != have[key]
            ]
    return sorted(set(found))


def test_the_table_has_every_operator_version_and_attribute_of_the_installed_onnx() -> None:
    schemas = onnx.defs.get_all_schemas_with_history()
    assert gaps(schemas, operators) == []
    assert onnx.defs.onnx_opset_version() <= operators.NEWEST
    assert set(operators.REFUSED) <= set(operators.STANDARD)


def test_a_schema_that_is_not_in_the_table_is_named() -> None:
    schema = onnx.defs.OpSchema
    attribute = schema.Attribute("tilt", onnx.defs.OpSchema.AttrType.INT, "")
    made = [
        schema("Frobnicate", "", 29),
        schema("Relu", "", 29),
        schema("Gelu", "", 20, attributes=[attribute]),
        schema("Any", "ai.onnx.quantum", 1),
    ]
    assert gaps(made, operators) == [
        "add Gelu's tilt=INT of version 20",
        "add the domain ai.onnx.quantum to DOMAINS or REFUSED_DOMAINS",
        "add the operator Frobnicate",
        "add version 29 of Relu, after a look at what it changes",
        "take Gelu's approximate out of version 20",
    ]


def test_the_attributes_of_onnxruntime_are_its_own() -> None:
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    schemas = {one.name: one for one in state.get_all_operator_schema() if one.domain == "com.microsoft"}
    for name, entry in operators.MICROSOFT.items():
        assert set(entry.attributes) == set(schemas[name].attributes), name


def net(text: str, opset: int = 19, more: str = "", ir: int = 9) -> Any:
    """Returns a model from the text of a graph, with more entries of opset_import."""
    return onnx.parser.parse_model(f'<ir_version: {ir}, opset_import: ["" : {opset}{more}]> net {text}')


def _numbers(*shape: int) -> Any:
    return numpy.random.default_rng(5).standard_normal(shape).astype(numpy.float32)


def relu(opset: int = 19, more: str = "") -> Any:
    return net("(float[2] x) => (float[2] y) { [node] y = Relu(x) }", opset, more)


def unary(operator: str, opset: int = 19, more: str = "", **attributes: Any) -> Any:
    model = relu(opset, more)
    node = helper.make_node(operator, ["x"], ["y"], name="node", **attributes)
    model.graph.node[0].CopyFrom(node)
    return model


def in_branch() -> Any:
    return net(
        "(float[2] x, bool c) => (float[2] y) { y = If(c) <then_branch = a () => (float[2] t) { [inner] t = Relu<tilt = 1>(x) },"
        " else_branch = b () => (float[2] e) { e = Neg(x) }> }"
    )


def in_loop() -> Any:
    return net(
        "(float[2] x, int64 n, bool c) => (float[2] y) { y = Loop(n, c, x) <body = a (int64 i, bool d, float[2] v) => "
        "(bool e, float[2] w) { e = Identity(d) [inner] w = LeakyRelu<slope = 0.5>(v) }> }"
    )


def in_scan() -> Any:
    return net(
        "(float[2] s, float[3,2] x) => (float[2] t, float[3,2] y) { t, y = Scan<num_scan_inputs = 1, body = "
        "step (float[2] a, float[2] b) => (float[2] c, float[2] d) { [inner] c = Add<broadcast = 1>(a, b) d = Identity(c) }>"
        "(s, x) }"
    )


def called(body: Any, function_opset: int = 19, attributes: Any = (), given: Any = None, name: str = "F") -> Any:
    """Returns a model that calls a function with one node."""
    opsets = [helper.make_opsetid("", function_opset)]
    model = unary(name, more=', "own" : 1', domain="own", **(given or {}))
    model.functions.append(helper.make_function("own", name, ["a"], ["b"], [body], opsets, list(attributes)))
    return model


def twice() -> Any:
    model = unary("LeakyRelu", alpha=0.5)
    model.graph.node[0].attribute.append(helper.make_attribute("alpha", 0.25))
    return model


def referring(value: str) -> Any:
    """Returns a model whose function passes an attribute of the call on."""
    body = helper.make_node("DepthToSpace", ["a"], ["b"], name="inner", blocksize=1)
    reference = body.attribute.add()
    reference.name, reference.ref_attr_name, reference.type = "mode", "order", onnx.AttributeProto.STRING
    model = called(body, attributes=["order"], given={"order": value})
    for value_info in (model.graph.input[0], model.graph.output[0]):
        value_info.CopyFrom(helper.make_tensor_value_info(value_info.name, FLOAT, [1, 1, 2, 2]))
    return model


def referring_to_nothing() -> Any:
    model = unary("LeakyRelu")
    reference = model.graph.node[0].attribute.add()
    reference.name, reference.ref_attr_name, reference.type = "alpha", "slope", onnx.AttributeProto.FLOAT
    return model


def shadowing() -> Any:
    model = relu()
    body = helper.make_node("Neg", ["a"], ["b"])
    model.functions.append(helper.make_function("", "Relu", ["a"], ["b"], [body], [helper.make_opsetid("", 19)]))
    return model


def without_opset() -> Any:
    model = relu()
    model.opset_import[0].domain = "com.microsoft"
    return model


_NO_TILT = "in opset 19, it does not have the attribute 'tilt'; expected only none"
_TWO_OPSETS = "the opset_import of this model has the versions 19 and 13 of the domain 'ai.onnx'; expected one version of each"

BEYOND: dict[str, tuple[Parsed, str]] = {
    "a newer opset": (lambda: relu(29), "'node': Relu: it is of opset 29, which this version of tirc does not know; expected"),
    "no opset": (lambda: relu(0), "'node': Relu: opset 0 does not have this operator; expected an operator of this opset"),
    "no opset_import": (without_opset, "'node': Relu: this model has no opset_import of its domain 'ai.onnx'; expected"),
    "two opsets": (lambda: relu(19, ', "" : 13'), _TWO_OPSETS),
    "two names": (lambda: relu(19, ', "ai.onnx" : 13'), _TWO_OPSETS),
    "an operator of a newer opset": (
        lambda: unary("Gelu"),
        "'node': Gelu: opset 19 does not have this operator; expected an operator of this opset: export the model with opset",
    ),
    "an operator of an older opset": (
        lambda: unary("Upsample", mode="nearest"),
        "'node': Upsample: opset 19 does not have this operator; expected an operator of this opset: export it with other",
    ),
    "an operator of nobody": (lambda: unary("Frobnicate"), "'node': Frobnicate: opset 19 does not have this operator"),
    "another domain of ONNX": (
        lambda: unary("Adam", more=', "ai.onnx.preview.training" : 1', domain="ai.onnx.preview.training"),
        "'node': ai.onnx.preview.training.Adam is not an operator of ONNX itself; export the model without it (this domain is",
    ),
    "an attribute of onnxruntime": (
        lambda: unary("QLinearSigmoid", more=', "com.microsoft" : 1', domain="com.microsoft", tilt=1),
        "'node': com.microsoft.QLinearSigmoid: in opset 1, it does not have the attribute 'tilt'; expected only none",
    ),
    "an attribute of nobody": (lambda: unary("Relu", tilt=1), f"'node': Relu: {_NO_TILT}: export the model again, or change"),
    "an attribute of a newer opset": (
        lambda: unary("ArgMax", 11, select_last_index=1),
        "'node': ArgMax: in opset 11, it does not have the attribute 'select_last_index'; expected only 'axis', 'keepdims'",
    ),
    "an attribute of an older opset": (
        lambda: unary("ReduceMax", 18, axes=[0]),
        "'node': ReduceMax: in opset 18, it does not have the attribute 'axes'; expected only 'keepdims', 'noop_with_empty",
    ),
    "an integer for a float": (
        lambda: unary("LeakyRelu", alpha=1),
        "'node': LeakyRelu: its attribute 'alpha' has the type INT; expected FLOAT",
    ),
    "an attribute twice": (twice, "'node': LeakyRelu: its attribute 'alpha' is there twice; expected one"),
    "a mode of nobody": (
        lambda: unary("DepthToSpace", blocksize=1, mode="CDR"),
        "'node': DepthToSpace: its attribute 'mode' is 'CDR'; expected one of 'DCR', 'CRD'",
    ),
    "a flag of nobody": (lambda: unary("ArgMax", keepdims=2), "'node': ArgMax: its attribute 'keepdims' is 2; expected 0 to 1"),
    "a number of nobody": (
        lambda: unary("LpNormalization", p=3),
        "'node': LpNormalization: its attribute 'p' is 3; expected 1 to 2",
    ),
    "in a branch": (in_branch, f"'inner': Relu: {_NO_TILT}"),
    "in a loop": (in_loop, "'inner': LeakyRelu: in opset 19, it does not have the attribute 'slope'; expected only 'alpha'"),
    "in a scan": (in_scan, "'inner': Add: in opset 19, it does not have the attribute 'broadcast'; expected only none"),
    "in a function": (
        lambda: called(helper.make_node("Relu", ["a"], ["b"], name="inner", tilt=1)),
        f"'inner': Relu: {_NO_TILT}",
    ),
    "a function of another opset": (
        lambda: called(helper.make_node("Relu", ["a"], ["b"]), 13),
        "'node': own.F: its function is of opset 13 of the domain 'ai.onnx', and the model of opset 19; expected the same",
    ),
    "a call with an attribute": (
        lambda: called(helper.make_node("Relu", ["a"], ["b"]), given={"tilt": 1}),
        "'node': own.F: in its function, it does not have the attribute 'tilt'; expected only none",
    ),
    "an attribute of no function": (
        referring_to_nothing,
        "'node': LeakyRelu: its attribute 'alpha' refers to 'slope' of a function, but no function contains it; expected a value",
    ),
    "a function with the name of an operator": (
        shadowing,
        "'node': Relu: a function of the model has the name of this operator; expected another name: rename the function",
    ),
}


@pytest.mark.parametrize("case", BEYOND)
def test_what_the_table_does_not_have_is_refused(case: str) -> None:
    build, message = BEYOND[case]
    with pytest.raises(Refused) as caught:
        check.check(build())
    assert message in str(caught.value)
    assert bool(caught.value.operator) != message.startswith("the opset_import")


def test_the_refusal_names_the_node_and_its_operator() -> None:
    message = "model: 'node': Relu: in opset 19, it does not have the attribute 'tilt'"
    with pytest.raises(FrontEndError, match=message) as caught:
        tirc.compile(unary("Relu", tilt=1))
    assert caught.value.operator == "onnx.Relu"
    # A function passes the attribute of its call on.
    with pytest.raises(FrontEndError, match="'.*': DepthToSpace: its attribute 'mode' is 'CDR'; expected one of"):
        tirc.compile(referring("CDR"))


def test_what_has_one_meaning_is_compiled() -> None:
    """The standard's domain has two names, and an opset that is repeated is the same opset. A function that nobody calls,
    and a domain that nobody uses, do not count. Files before version 3 of the format have no opset_import."""
    aliased = relu(19, ', "ai.onnx" : 19, "ai.onnx.ml" : 3, "" : 19')
    aliased.graph.node[0].domain = "ai.onnx"
    unused = helper.make_node("Frobnicate", ["a"], ["b"])
    aliased.functions.append(helper.make_function("own", "F", ["a"], ["b"], [unused], [helper.make_opsetid("", 19)]))
    old = relu()
    del old.opset_import[:]
    old.ir_version = 2
    for model in (aliased, old):
        assert tirc.compile(model, **FOR_A_RUN).run(numpy.float32([-1, 2]))["y"].tolist() == [0, 2]
    x = numpy.float32([[[[-1, 2], [3, -4]]]])
    assert numpy.array_equal(tirc.compile(referring("CRD"), **FOR_A_RUN).run(x)["y"], x)


def test_an_operator_whose_definition_has_a_definition_is_compiled() -> None:
    """SwiGLU is defined by Swish, which opset 24 defines by others."""
    model = net("(float[3] a, float[3] b) => (float[3] y) { y = SwiGLU<alpha = 0.5>(a, b) }", 28)
    a, b = numpy.float32([-2, 0.5, 3]), numpy.float32([4, -1, 2])
    assert numpy.allclose(tirc.compile(model, **FOR_A_RUN).run(a, b)["y"], a / (1 + numpy.exp(-0.5 * a)) * b, atol=1e-6)


@pytest.mark.parametrize("left_out", ["decay", "beta", "past_state", ""])
def test_definitions_that_depend_on_types_are_compiled_without_some_inputs(left_out: str) -> None:
    """The body of their Scan takes its axes from the graph around it."""
    shapes = dict.fromkeys(("query", "key", "value"), (2, 3, 8))
    shapes |= {"past_state": (2, 2, 4, 4), "decay": (2, 3, 8), "beta": (2, 3, 2)}
    rule = {"decay": "delta", "beta": "gated"}.get(left_out, "gated_delta")
    given = ", ".join("" if name == left_out else name for name in shapes).removesuffix(", ")
    shapes.pop(left_out, None)
    declared = ", ".join(f"float[{','.join(map(str, shape))}] {name}" for name, shape in shapes.items())
    operator = f'LinearAttention<q_num_heads = 2, kv_num_heads = 2, update_rule = "{rule}">({given})'
    model = net(f"({declared}) => (float[2,3,8] y, float[2,2,4,4] state) {{ y, state = {operator} }}", 27)
    inputs = {name: _numbers(*shape) * numpy.float32(0.2) for name, shape in shapes.items()}
    expected = ReferenceEvaluator(model).run(None, inputs)
    results = tirc.compile(model, **FOR_A_RUN).run(*inputs.values())
    for name, wanted in zip(("y", "state"), expected, strict=True):
        assert numpy.allclose(results[name], wanted, atol=1e-5), name


def test_a_causal_convolution_with_a_state_and_no_bias_is_compiled() -> None:
    operator = 'CausalConvWithState<activation = "silu">(x, w, , past)'
    declared = "float[2,4,6] x, float[4,1,3] w, float[2,4,2] past"
    model = net(f"({declared}) => (float[2,4,6] y, float[2,4,2] state) {{ y, state = {operator} }}", 27)
    x, w, past = _numbers(2, 4, 6), _numbers(4, 1, 3), _numbers(2, 4, 2)
    results = tirc.compile(model, **FOR_A_RUN).run(x, w, past)
    long = numpy.concatenate([past, x], axis=2)
    sums = sum(long[:, :, i : i + 6] * w[:, 0, i, None] for i in range(3))
    assert numpy.allclose(results["y"], sums / (1 + numpy.exp(-sums)), atol=1e-5)
    assert numpy.array_equal(results["state"], long[:, :, -2:])


def test_the_newest_opset_of_the_installed_onnx_is_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx.defs, "onnx_opset_version", lambda: 20)
    with pytest.raises(Refused, match="'node': Relu: it is of opset 21, which the installed onnx .* does not know; .* 20"):
        check.check(relu(21))
