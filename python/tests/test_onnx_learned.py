# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of the domain ai.onnx.ml, against onnxruntime. The campaign draws more of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc
from tirc.importers import FrontEndError

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper, numpy_helper  # noqa: E402  what follows needs the package

_ML = "ai.onnx.ml"


def node(operator: str, outputs: int = 1, inputs: Sequence[str] = ("x",), **attributes: Any) -> Any:
    names = ["y", "z"][:outputs]
    return helper.make_node(operator, inputs, names, "node", domain=_ML, **attributes)


def model_of(nodes: Sequence[Any], x: Any, outputs: Sequence[str], constants: Sequence[Any] = (), version: int = 1) -> Any:
    """Returns a model whose outputs have no types yet: onnxruntime does not need them."""
    given = helper.make_tensor_value_info("x", helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
    made = [onnx.ValueInfoProto(name=name) for name in outputs]
    graph = helper.make_graph(nodes, "net", [given], made, constants)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_ML, version)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def expected(model: Any, x: Any) -> list[Any]:
    """Returns what onnxruntime computes, and gives the outputs of the model its types."""
    found = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, {"x": x})
    for value, array in zip(model.graph.output, found, strict=True):
        value.CopyFrom(helper.make_tensor_value_info(value.name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape))
    return list(found)


def check(model: Any, x: Any, tolerance: float = 0.0) -> Any:
    """Compares the model with onnxruntime, trees as code and as tables; returns the module with tables."""
    want = expected(model, x)
    has_trees = any("Tree" in one.op_type for one in model.graph.node)
    for form in ("code", "tables") if has_trees else ("auto",):
        compiled = tirc.compile(model, trees=form, **FOR_A_RUN)
        found = compiled.run(x)
        for value, array in zip(model.graph.output, want, strict=True):
            got = found[value.name]
            assert got.dtype == array.dtype
            numpy.testing.assert_allclose(got, array, rtol=tolerance, atol=tolerance, equal_nan=True)
    return compiled


def tree(prefix: str, values: Sequence[float], mode: str, **more: Any) -> dict[str, Any]:
    """Returns attributes of two trees of depth 2 over two features; the leaves of a tree have the places 3 to 6."""
    modes = [mode] * 3 + ["LEAF"] * 4
    own: dict[str, Any] = {
        "nodes_treeids": [0] * 7 + [1] * 7,
        "nodes_nodeids": list(range(7)) * 2,
        "nodes_featureids": [0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
        "nodes_modes": modes * 2,
        "nodes_values": [*values, *[0.0] * 4, *values[::-1], *[0.0] * 4],
        "nodes_truenodeids": [1, 3, 5, 0, 0, 0, 0] * 2,
        "nodes_falsenodeids": [2, 4, 6, 0, 0, 0, 0] * 2,
    }
    places = more.pop("places", [0])
    entries = [(t, n, place) for t in (0, 1) for n in (3, 4, 5, 6) for place in places]
    own |= {f"{prefix}_treeids": [t for t, _, _ in entries], f"{prefix}_nodeids": [n for _, n, _ in entries]}
    own |= {f"{prefix}_ids": [place for _, _, place in entries]}
    own[f"{prefix}_weights"] = [0.25 * ((7 * i) % 5) - 0.25 for i in range(len(entries))]
    return own | more


INFINITY = float("inf")
ROWS = numpy.array([[a, b] for a in (-1, -0.0, 0.0, 0.5, INFINITY, float("nan")) for b in (0.0, 1.0, -INFINITY, -float("nan"))], numpy.float32)


def together(cases: Sequence[tuple[str, int, dict[str, Any]]], x: Any, tolerance: float = 0.0) -> Any:
    """Compares nodes that read the same input, in one model."""
    nodes, outputs = [], []
    for index, (operator, count, attributes) in enumerate(cases):
        made = node(operator, count, **attributes)
        made.name, made.output[:] = f"node{index}", [f"{name}{index}" for name in made.output]
        nodes.append(made)
        outputs += made.output
    return check(model_of(nodes, x, outputs), x, tolerance)


def test_a_tree_compares_as_onnxruntime_does() -> None:
    """Also zeros with a sign, infinities, and what is not a number with either sign."""
    cases = []
    for mode in ("LEQ", "LT", "GTE", "GT", "EQ", "NEQ"):
        for tracks in (None, [1] * 14, [i % 2 for i in range(14)]):
            more = {} if tracks is None else {"nodes_missing_value_tracks_true": tracks}
            attributes = tree("target", [0.0, -0.0, 0.5], f"BRANCH_{mode}", n_targets=1, **more)
            cases.append(("TreeEnsembleRegressor", 1, attributes))
    together(cases, ROWS)


def test_many_nodes_take_what_is_not_a_number_to_either_side() -> None:
    """The flags of all nodes are a table of booleans; the trees are too many for code."""
    attributes = tree("target", [0.0, -0.0, 0.5], "BRANCH_LEQ", n_targets=1, nodes_missing_value_tracks_true=[i % 2 for i in range(14)])
    for name in [name for name, value in attributes.items() if isinstance(value, list)]:
        repeated = [one for copy in range(100) for one in attributes[name]]
        is_tree = name.endswith("treeids")
        attributes[name] = [one + 2 * (i // (len(repeated) // 100)) for i, one in enumerate(repeated)] if is_tree else repeated
    together([("TreeEnsembleRegressor", 1, attributes)], ROWS, 1e-6)


def test_leaves_of_a_byte_lie_in_a_table_of_longer_rows() -> None:
    """A row of the table has fewer weights than a byte has values, and the table more."""
    attributes = tree("target", [0.0, 1.0, 0.5], "BRANCH_LEQ", places=range(40), n_targets=40)
    together([("TreeEnsembleRegressor", 1, attributes)], ROWS[:1])


def test_forests_join_their_trees_and_have_labels_and_scores() -> None:
    cases = []
    for aggregate, targets in itertools.product(("SUM", "AVERAGE", "MIN", "MAX"), (1, 3)):
        base = [0.5, -1.0, 0.25][:targets]
        attributes = tree(
            "target", [0.0, 1.0, 0.5], "BRANCH_LEQ", places=range(targets), n_targets=targets, base_values=base,
            aggregate_function=aggregate,
        )
        cases.append(("TreeEnsembleRegressor", 1, attributes))
    # One class stands for two of which the other one has no weights.
    for transform, classes in itertools.product(("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"), (1, 3)):
        labels = [4, 9] if classes == 1 else [4, 9, -2]
        attributes = tree(
            "class", [0.0, 1.0, 0.5], "BRANCH_LEQ", places=range(classes), classlabels_int64s=labels, post_transform=transform
        )
        cases.append(("TreeEnsembleClassifier", 2, attributes))
    together(cases, ROWS, 1e-6)


def test_one_class_of_two_has_weights() -> None:
    """onnxruntime has rules of its own for the other one, and for base values."""
    cases = []
    for place, base, low in itertools.product((0, 1), ([], [0.75], [0.5, 1.5]), (-1.5, 0.25)):
        if place == 1 and len(base) == 2:
            continue  # Refused.
        for transform in ("NONE", "SOFTMAX", "LOGISTIC"):
            attributes = tree(
                "class", [0.0, 1.0, 0.5], "BRANCH_LEQ", places=[place], classlabels_int64s=[4, 9], post_transform=transform,
                class_weights=[low + 0.25 * i for i in range(8)], **({"base_values": base} if base else {}),
            )
            cases.append(("TreeEnsembleClassifier", 2, attributes))
    together(cases, ROWS, 1e-6)


def test_trees_of_opset_5_share_nodes_and_ask_for_members() -> None:
    x = numpy.array([[i] for i in (-1, 0, 1, 2, 3, float("nan"))], numpy.float32)
    attributes: dict[str, Any] = {
        "tree_roots": [0],
        "nodes_modes": numpy_helper.from_array(numpy.array([6, 6, 0], numpy.uint8)),
        "nodes_featureids": [0, 0, 0],
        "nodes_splits": numpy_helper.from_array(numpy.array([0, 0, 0.5], numpy.float32)),
        "nodes_truenodeids": [0, 1, 2],
        "nodes_trueleafs": [1, 1, 1],
        "nodes_falsenodeids": [1, 2, 3],
        "nodes_falseleafs": [0, 0, 1],
        "leaf_targetids": [0, 1, 0, 1],
        "leaf_weights": numpy_helper.from_array(numpy.array([1, 2, 3, 4], numpy.float32)),
        "membership_values": numpy_helper.from_array(numpy.array([1, 3, numpy.nan, 2, numpy.nan], numpy.float32)),
        "n_targets": 2,
    }
    check(model_of([node("TreeEnsemble", **attributes)], x, ["y"], version=5), x)


def test_weights_stay_constants_and_a_walk_needs_little_memory() -> None:
    attributes = tree("target", [0.0, 1.0, 0.5], "BRANCH_LEQ", n_targets=1)
    report = check(model_of([node("TreeEnsembleRegressor", **attributes)], ROWS[:1], ["y"]), ROWS[:1]).report
    # The sum is in a register, and a row visits too few nodes to keep the orders of features; 6 nodes of 4 bytes for the limit,
    # one for the feature and two for the nodes below.
    totals = report.json["totals"]
    assert totals["workspace_bytes"] == 0
    assert totals["constants_bytes"] < 6 * 7 + 8 * 4 + 16


def grown(targets: int, leaves: Sequence[float], trees: int = 40) -> Any:
    """Returns a classifier of trees, the first of which are single leaves, with one weight in each leaf."""
    random = numpy.random.default_rng(3)
    modes, at, values, classes, weights = [], [], [], [], []
    for number in range(trees):
        inner = 0 if number < 2 else 3
        modes += ["BRANCH_LEQ"] * inner + ["LEAF"] * (inner + 1)
        at += [(number, place) for place in range(2 * inner + 1)]
        values += [*random.standard_normal(inner).round(1).tolist(), *[0.0] * (inner + 1)]
        classes += [(number, place, int(random.integers(targets))) for place in range(inner, 2 * inner + 1)]
    weights = [leaves[i % len(leaves)] for i in range(len(classes))]
    below = [(1, 2) if place == 0 and modes[i] != "LEAF" else (3, 4) if place == 1 else (5, 6) for i, (_, place) in enumerate(at)]
    every = [(tree, place, target) for tree, place, _ in classes for target in range(targets)]
    given = {(tree, place, target): weight for (tree, place, target), weight in zip(classes, weights, strict=True)}
    return node(
        "TreeEnsembleClassifier",
        2,
        nodes_treeids=[tree for tree, _ in at],
        nodes_nodeids=[place for _, place in at],
        nodes_featureids=[i % 2 for i in range(len(at))],
        nodes_modes=modes,
        nodes_values=values,
        nodes_truenodeids=[one for one, _ in below],
        nodes_falsenodeids=[other for _, other in below],
        class_treeids=[tree for tree, _, _ in every],
        class_nodeids=[place for _, place, _ in every],
        class_ids=[target for _, _, target in every],
        class_weights=[given.get(key, 0.0) for key in every],
        classlabels_int64s=[5 + target for target in range(targets)],
    )


# Counts in 32 and in 64 bits, for too many classes, of weights below 0, and sums of several weights.
@pytest.mark.parametrize(("targets", "leaves"), [(3, [0.1]), (8, [0.1]), (12, [0.1]), (3, [-0.3]), (4, [0.1, 0.7])])
def test_grown_trees_count_their_leaves(targets: int, leaves: Sequence[float]) -> None:
    x = numpy.random.default_rng(4).standard_normal((40, 2)).astype(numpy.float32)
    check(model_of([grown(targets, leaves)], x, ["y", "z"]), x)


# Votes in 32 and in 64 bits and as leaves; weights below 0 and of several sizes, whose sums decide.
@pytest.mark.parametrize(("targets", "leaves"), [(3, [0.1]), (8, [0.1]), (12, [0.1]), (3, [-0.3]), (4, [0.1, 0.7])])
def test_a_label_alone_is_that_of_the_scores(targets: int, leaves: Sequence[float]) -> None:
    x = numpy.random.default_rng(4).standard_normal((40, 2)).astype(numpy.float32)
    model = model_of([grown(targets, leaves)], x, ["y"])
    check(model, x)
    if leaves == [0.1]:
        # A table would have the sums, and the code of the comparison a float.
        text = tirc.compile(model, trees="code", model_name="m").files["tvmgen_m.c"].decode()
        assert "float acc" not in text


_INTEGERS = [numpy.int8, numpy.uint8, numpy.int16, numpy.uint16, numpy.int32, numpy.int64]


@pytest.mark.parametrize("dtype", _INTEGERS)
def test_integers_are_compared_as_the_floats_that_they_become(dtype: Any) -> None:
    """Also those between which floats have gaps, and limits that no integer of the type has."""
    limits = numpy.iinfo(dtype)
    near = [0, 1, 2, 3, 5, 16777215, 16777216, 16777217, 16777219, limits.max // 3]
    numbers = sorted({n for one in (*near, *(-n for n in near), limits.min, limits.max) for n in [one] if limits.min <= n <= limits.max})
    x = numpy.array([[a, b] for a in numbers for b in numbers[:: max(1, len(numbers) // 5)]], dtype)
    cases = []
    for mode, values in itertools.product(
        ("LEQ", "LT", "GTE", "GT", "EQ", "NEQ"),
        ([0.5, 3.0, -2.0], [16777216.0, 16777218.0, float(limits.max)], [float(limits.min), 1e30, -1e30]),
    ):
        attributes = tree("target", values, f"BRANCH_{mode}", n_targets=1, nodes_missing_value_tracks_true=[1] * 14)
        cases.append(("TreeEnsembleRegressor", 1, attributes))
    nodes, outputs = [helper.make_node("Cast", ["x"], ["features"], "cast", to=onnx.TensorProto.FLOAT)], []
    for index, (operator, count, attributes) in enumerate(cases):
        nodes.append(node(operator, count, ["features"], **attributes))
        nodes[-1].name, nodes[-1].output[:] = f"node{index}", [f"y{index}"]
        outputs.append(f"y{index}")
    check(model_of(nodes, x, outputs), x)


def test_integers_need_no_floats() -> None:
    x = numpy.arange(-6, 6, dtype=numpy.int16).reshape(-1, 2)
    attributes = tree("class", [0.5, 3.0, -2.0], "BRANCH_LEQ", places=range(3), classlabels_int64s=[0, 1, 2])
    attributes["class_weights"] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0] * 2
    nodes = [helper.make_node("Cast", ["x"], ["features"], "cast", to=onnx.TensorProto.FLOAT)]
    model = model_of([*nodes, node("TreeEnsembleClassifier", 2, ["features"], **attributes)], x, ["y"])
    check(model, x)
    for form in ("code", "tables"):
        text = tirc.compile(model, trees=form, model_name="m").files["tvmgen_m.c"].decode()
        assert "tir_float *" not in text and "float t" not in text


def test_limits_and_weights_that_repeat_are_stored_once() -> None:
    x = numpy.random.default_rng(4).standard_normal((40, 2)).round(1).astype(numpy.float32)
    leaves = (numpy.arange(1, 30) / 32).tolist()
    totals = check(model_of([grown(8, leaves, 200)], x, ["y", "z"]), x, 1e-6).report.json["totals"]
    # A node has a byte for its limit, one for the feature, and four for the nodes below; a leaf of one weight among 8, of which
    # there are 29 in each place, has a byte for each.
    nodes, rows = 198 * 3, 8 * 29
    assert totals["constants_bytes"] < 6 * nodes + 8 * rows + 1200
    # With a limit and a weight in each, these alone are more.
    assert 4 * nodes + 32 * rows > 6 * nodes + 8 * rows + 1200


def test_a_form_of_trees_that_is_unknown_is_refused() -> None:
    attributes = tree("target", [0.0, 1.0, 0.5], "BRANCH_LEQ", n_targets=1)
    model = model_of([node("TreeEnsembleRegressor", **attributes)], ROWS[:1], ["y"])
    expected(model, ROWS[:1])
    with pytest.raises(FrontEndError, match="--trees=loops: unknown; expected one of auto, code, tables"):
        tirc.compile(model, trees="loops", **FOR_A_RUN)


NUMBERS = numpy.array([[1, -2, 0.5], [0, 0, 0], [3, 4, -1]], numpy.float32)
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("Scaler", 1, {"offset": [1.0, 2.0, 3.0], "scale": [0.5, 0.25, 1.0]}),
    *(("Normalizer", 1, {"norm": norm}) for norm in ("MAX", "L1", "L2")),
    ("Binarizer", 1, {"threshold": 0.5}),
    ("Imputer", 1, {"imputed_value_floats": [7.0, 8.0, 9.0], "replaced_value_float": 0.0}),
    ("OneHotEncoder", 1, {"cats_int64s": [3, 0, 1], "zeros": 1}),
    ("LinearRegressor", 1, {"coefficients": [1.0, 2.0, -1.0], "intercepts": [0.5]}),
    (
        "LinearClassifier",
        2,
        {"coefficients": [1.0, 2.0, -1.0], "intercepts": [0.5], "classlabels_ints": [3, 5], "post_transform": "LOGISTIC"},
    ),
    (
        "LinearClassifier",
        2,
        {
            "coefficients": [float(i % 4) for i in range(9)],
            "intercepts": [0.5, 0.0, -1.0],
            "classlabels_ints": [0, 1, 2],
            "post_transform": "SOFTMAX",
        },
    ),
    *(
        (
            "SVMRegressor",
            1,
            {
                "kernel_type": kind,
                "kernel_params": [0.25, 0.5, 3.0],
                "coefficients": [1.0, -0.5],
                "rho": [0.25],
                "n_supports": 2,
                "support_vectors": [1.0, 0.0, -1.0, 2.0, 1.0, 0.5],
            },
        )
        for kind in ("LINEAR", "RBF", "POLY", "SIGMOID")
    ),
    *(
        (
            "SVMClassifier",
            2,
            {
                "kernel_type": "RBF",
                "kernel_params": [0.25, 0.0, 3.0],
                "classlabels_ints": list(range(classes)),
                "vectors_per_class": [1] * classes,
                "support_vectors": [float(i % 5) - 2 for i in range(3 * classes)],
                "coefficients": [float(i % 3) - 1 for i in range(classes * (classes - 1))],
                "rho": [0.1 * i - 0.2 for i in range(classes * (classes - 1) // 2)],
            },
        )
        for classes in (2, 4)
    ),
]


def test_operators_compute_what_onnxruntime_does() -> None:
    together(CASES, NUMBERS, 1e-5)


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_probabilities_of_pairs_become_those_of_classes(classes: int) -> None:
    """Also of scores that are so large that a pair is certain, and in rows that take different numbers of steps."""
    random = numpy.random.default_rng(classes)
    pairs, counts = classes * (classes - 1) // 2, [2] * classes
    x = (random.standard_normal((12, 3)) * numpy.array([[0.3], [1.0], [3.0]] * 4)).astype(numpy.float32)
    cases: list[tuple[str, int, dict[str, Any]]] = []
    for transform, scale in (("NONE", 1.0), ("NONE", 40.0), ("SOFTMAX", 1.0), ("LOGISTIC", 1.0)):
        given = {
            "kernel_type": "RBF",
            "kernel_params": [0.25, 0.0, 3.0],
            "classlabels_ints": list(range(3, 3 + classes)),
            "vectors_per_class": counts,
            "support_vectors": random.standard_normal(3 * sum(counts)).tolist(),
            "coefficients": (scale * random.standard_normal((classes - 1) * sum(counts))).tolist(),
            "rho": random.standard_normal(pairs).tolist(),
            "prob_a": (-random.uniform(0.5, 3, pairs)).tolist(),
            "prob_b": random.standard_normal(pairs).tolist(),
            "post_transform": transform,
        }
        cases.append(("SVMClassifier", 2, given))
    together(cases, x, 2e-5)


def test_the_first_coefficients_count() -> None:
    """The example in onnxruntime's package has coefficients for 4 features, and an input of 2."""
    coefficients = [0.3 * i - 1 for i in range(12)]
    made = node("LinearClassifier", 2, coefficients=coefficients, intercepts=[0.1, 0.2, 0.3], classlabels_ints=[0, 1, 2])
    x = numpy.float32([[1, 2], [-3, 0.5], [0.25, -1]])
    check(model_of([made], x, ["y", "z"]), x, 1e-6)


def test_keys_have_values() -> None:
    """The first of equal keys counts."""
    attributes: dict[str, Any] = {"keys_floats": [1.0, 0.0, 1.0], "values_int64s": [5, 6, 7], "default_int64": 3}
    check(model_of([node("LabelEncoder", **attributes)], NUMBERS, ["y"], version=2), NUMBERS)


def test_features_are_taken_by_indices() -> None:
    indices = numpy_helper.from_array(numpy.array([2, 0], numpy.int64), "i")
    check(model_of([node("ArrayFeatureExtractor", inputs=["x", "i"])], NUMBERS, ["y"], [indices]), NUMBERS)


def labelled() -> Any:
    """Returns a classifier whose labels are text, and whose scores are a map."""
    texts = ["cat", "dog"]
    made = [
        helper.make_node(
            "LinearClassifier", ["x"], ["y", "s"], "node", domain=_ML, coefficients=[1.0, 2.0, -1.0], intercepts=[0.5],
            classlabels_strings=texts, post_transform="LOGISTIC",
        ),
        helper.make_node("ZipMap", ["s"], ["z"], "map", domain=_ML, classlabels_strings=texts),
    ]
    model = model_of(made, NUMBERS, ["y", "z"])
    model.graph.output[0].CopyFrom(helper.make_tensor_value_info("y", onnx.TensorProto.STRING, [3]))
    kind = helper.make_map_type_proto(onnx.TensorProto.STRING, helper.make_tensor_type_proto(1, []))
    model.graph.output[1].type.CopyFrom(helper.make_sequence_type_proto(kind))
    return model


# Numbers that are their places, others, one that no float has, and a table of 64 bits.
@pytest.mark.parametrize(
    ("kind", "labels"), [("int32", [0, 1, 2]), ("int32", [5, 2, 9]), ("int32", [0, (1 << 24) + 1, 2]), ("int64", [0, 1, 2])]
)
def test_labels_are_not_made_floats(kind: str, labels: list[int]) -> None:
    table = numpy_helper.from_array(numpy.array(labels, kind), "labels")
    shape = numpy_helper.from_array(numpy.array([-1]), "shape")
    nodes = [
        helper.make_node("ArgMax", ["x"], ["place"], axis=1),
        node("ArrayFeatureExtractor", inputs=["labels", "place"]),
        helper.make_node("Cast", ["label"], ["number"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Reshape", ["number", "shape"], ["row"]),
        helper.make_node("Cast", ["row"], ["y"], to=onnx.TensorProto.INT64),
    ]
    nodes[1].output[:] = ["label"]
    x = NUMBERS[:1, :3]
    model = model_of(nodes, x, ["y"], [table, shape])
    check(model, x)
    text = tirc.compile(model, target="cortex-m4", model_name="m").files["tvmgen_m.c"].decode()
    assert ("(int64_t)(float)" in text) == (max(labels) > 1 << 24)
    assert ("tvmgen_m_workspace" in text) == (labels != [0, 1, 2])


def test_labels_that_are_text_become_indices_and_a_map_its_scores() -> None:
    model = labelled()
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    names, maps = session.run(None, {"x": NUMBERS})
    compiled = tirc.compile(model, **FOR_A_RUN)
    found = compiled.run(NUMBERS)
    assert [["cat", "dog"][index] for index in found["y"]] == list(names)
    numpy.testing.assert_allclose(found["z"], [list(row.values()) for row in maps], atol=1e-6)
    remarks = " ".join(map(str, compiled.diagnostics))
    assert "output 'y' is the index of a label, since labels are text: 0 is 'cat', 1 is 'dog'" in remarks
    assert "'map': ZipMap is left out: 'z' has a column for each class: 0 is 'cat', 1 is 'dog'" in remarks


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "an attribute of nobody": ("Scaler", {"tilt": 1}, "'node': ai.onnx.ml.Scaler: in opset 1, it does not have the attribute 'tilt'"),
    "a mode of nobody": (
        "TreeEnsembleRegressor", tree("target", [0.0, 1.0, 0.5], "BRANCH_BEND", n_targets=1),
        "'node': TreeEnsembleRegressor: a node has the mode 'BRANCH_BEND'; expected one of LEAF, BRANCH_LEQ",
    ),
    "a feature that is not there": (
        "TreeEnsembleRegressor",
        tree("target", [0.0, 1.0, 0.5], "BRANCH_LEQ", n_targets=1) | {"nodes_featureids": [3] * 14},
        "'node': TreeEnsembleRegressor: it reads feature 3, and its input has 3; expected features below that",
    ),
    "a tree with a loop": (
        "TreeEnsembleRegressor",
        tree("target", [0.0, 1.0, 0.5], "BRANCH_LEQ", n_targets=1) | {"nodes_truenodeids": [0, 3, 5, 0, 0, 0, 0] * 2},
        "'node': TreeEnsembleRegressor: its node .* is missing, or has two parents; expected trees",
    ),
    "too few numbers": ("Scaler", {"offset": [1.0, 2.0], "scale": [1.0]}, "'node': Scaler: its offset has 2 numbers; expected 1, or 3"),
    "a map": ("DictVectorizer", {"int64_vocabulary": [1]}, "'node': ai.onnx.ml.DictVectorizer: it works on maps"),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_is_not_known_is_refused_by_name(name: str) -> None:
    operator, attributes, message = REFUSED[name]
    model = model_of([node(operator, **attributes)], NUMBERS, ["y"])
    model.graph.output[0].CopyFrom(helper.make_tensor_value_info("y", 1, [None, None]))
    with pytest.raises(FrontEndError, match=message):
        tirc.compile(model)


def test_a_model_need_not_name_the_standard_s_operators() -> None:
    x = numpy.array([[-1, 0.5, 2]], numpy.float32)
    model = model_of([node("Binarizer", threshold=0.5)], x, ["y"])
    del model.opset_import[0]
    assert [opset.domain for opset in model.opset_import] == [_ML]
    check(model, x)
