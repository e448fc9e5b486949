"""Operators of the domain ai.onnx.ml, as scikit-learn's models have them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy
from onnx import numpy_helper

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import SUM, Tolerance
from ..values import Array
from .build import Net

_DOMAIN = "ai.onnx.ml"
_TYPES = ("float32", "float32", "int64", "int32", "float64")
TRANSFORMS = (None, "NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT")


class LearnedNet(Net):
    """A model whose node is of the domain, of which a version is drawn."""

    def __init__(self, draw: Draw, *versions: int) -> None:
        super().__init__(draw, 9, 11, 13, 18)
        self.learned = draw.choice(versions or (1, 3, 5))
        self.words.append(f"{_DOMAIN} {self.learned}")

    def learned_node(self, kind: str, inputs: Sequence[str], outputs: int = 1, **attributes: Any) -> list[str]:
        made = self.node(kind, inputs, outputs, domain=_DOMAIN, **attributes)
        self.domains[_DOMAIN] = self.learned
        return made


def _rows(draw: Draw, net: LearnedNet, features: int, kinds: Sequence[str] = _TYPES, patterns: Sequence[str] = ("small", "ties")) -> str:
    kind = draw.choice(kinds)
    shape = (features,) if draw.flag(0.1) else (draw.integer(1, 3), features)
    return net.input(draw.values(shape, kind, patterns if kind[0] == "f" else ("small",)))


def _numbers(draw: Draw, *shape: int) -> Array:
    return draw.values(shape, "float32", ("small",))


def _scaler(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features = draw.integer(1, 5)
    size = draw.choice((features, 1))
    x = _rows(draw, net, features)
    offset, scale = (_numbers(draw, size).tolist() for _ in range(2))
    return net.case(net.learned_node("Scaler", [x], offset=offset, scale=scale), SUM)


def _normalizer(draw: Draw) -> Case:
    net = LearnedNet(draw)
    x = _rows(draw, net, draw.integer(1, 5))
    return net.case(net.learned_node("Normalizer", [x], norm=draw.choice((None, "MAX", "L1", "L2"))), SUM)


def _binarizer(draw: Draw) -> Case:
    net = LearnedNet(draw)
    x = _rows(draw, net, draw.integer(1, 5))
    return net.case(net.learned_node("Binarizer", [x], threshold=draw.choice((None, 0.5, -1.0, 2.0))))


def _imputer(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features = draw.integer(1, 5)
    kind = draw.choice(("float32", "float32", "int64"))
    array = draw.values((draw.integer(1, 3), features), kind, ("ties",) if kind[0] == "f" else ("small",))
    size = draw.choice((features, 1))
    if kind == "int64":
        given: dict[str, Any] = {"imputed_value_int64s": draw.values((size,), kind, ("small",)).tolist()}
        given["replaced_value_int64"] = draw.choice((None, 1, -2))
    else:
        replaced = draw.choice((float("nan"), None, 1.0))
        if replaced is not None and numpy.isnan(replaced):
            array = numpy.where(draw.values(array.shape, "bool"), numpy.float32("nan"), array)
        given = {"imputed_value_floats": _numbers(draw, size).tolist(), "replaced_value_float": replaced}
    return net.case(net.learned_node("Imputer", [net.input(array)], **given))


def _extractor(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features = draw.integer(1, 6)
    x = _rows(draw, net, features)
    chosen = draw.values((1, draw.integer(1, 4)), "uint16", ("any",)).astype(numpy.int64) % features
    return net.case(net.learned_node("ArrayFeatureExtractor", [x, net.either(chosen, 0.7)]))


def _vectorizer(draw: Draw) -> Case:
    net = LearnedNet(draw)
    rows, kind = draw.integer(1, 3), draw.choice(_TYPES)
    widths = [draw.integer(1, 3) for _ in range(draw.integer(1, 3))]
    names = [net.input(draw.values((rows, width), kind, ("small",))) for width in widths]
    return net.case(net.learned_node("FeatureVectorizer", names, inputdimensions=widths))


def _one_hot(draw: Draw) -> Case:
    net = LearnedNet(draw)
    kind = draw.choice(("int64", "int32", "float32"))
    shape = draw.shape(least=1, most=2)
    x = draw.values(shape, "int64", ("small",)) % 5
    cats = draw.permutation(5)[: draw.integer(1, 5)]
    return net.case(net.learned_node("OneHotEncoder", [net.input(x.astype(kind))], cats_int64s=cats, zeros=draw.choice((None, 1))))


def _label_encoder(draw: Draw) -> Case:
    net = LearnedNet(draw, 2, 3, 4)
    source, target = (draw.choice(("int64", "float32")) for _ in range(2))
    count = draw.integer(1, 6)
    keys = numpy.array(draw.permutation(8)[:count], source) - 3
    values = draw.values((count,), target, ("small",))
    names = {"int64": "int64s", "float32": "floats"}
    given: dict[str, Any] = {f"keys_{names[source]}": keys.tolist(), f"values_{names[target]}": values.tolist()}
    if draw.flag():
        given["default_int64" if target == "int64" else "default_float"] = draw.choice((7, -1))
        if target == "float32":
            given["default_float"] = float(given["default_float"])
    if net.learned >= 4 and draw.flag(0.3):
        given = {
            "keys_tensor": numpy_helper.from_array(keys),
            "values_tensor": numpy_helper.from_array(values),
            "default_tensor": numpy_helper.from_array(numpy.array([5], target)),
        }
    x = (draw.values(draw.shape(least=1, most=2), "int64", ("small",)) % 8 - 3).astype(source)
    return net.case(net.learned_node("LabelEncoder", [net.input(x)], **given))


def _linear_regressor(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features, targets = draw.integer(1, 6), draw.choice((1, 2, 3))
    x = _rows(draw, net, features, ("float32",))
    given = {"coefficients": _numbers(draw, targets * features).tolist()}
    if draw.flag(0.8):
        given["intercepts"] = _numbers(draw, targets).tolist()
    node = net.learned_node(
        "LinearRegressor", [x], targets=targets if targets > 1 else draw.choice((None, 1)),
        post_transform=draw.choice(TRANSFORMS), **given,
    )
    return net.case(node, close_scores(net, x))


def close_scores(net: Net, *names: str) -> Tolerance:
    """Returns the tolerance of scores that are transformed."""
    found = net.summed(*names)
    return dataclasses.replace(found, relative=64, of_largest=64, absolute=64 + 4 * found.absolute)


def labels(draw: Draw, classes: int) -> list[int]:
    return draw.choice((list(range(classes)), [10 * i - 5 for i in range(classes)]))


def _linear_classifier(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features, classes = draw.integer(1, 6), draw.choice((2, 3, 4))
    targets = draw.choice((1, 2)) if classes == 2 else classes
    x = _rows(draw, net, features)
    node = net.learned_node(
        "LinearClassifier", [x], 2, classlabels_ints=labels(draw, classes), multi_class=draw.choice((None, 0, 1)),
        coefficients=_numbers(draw, targets * features).tolist(), intercepts=_numbers(draw, targets).tolist(),
        post_transform=draw.choice(TRANSFORMS),
    )
    return net.case(node, close_scores(net, x))


def _kernel(draw: Draw) -> dict[str, Any]:
    kind = draw.choice((None, "LINEAR", "RBF", "POLY", "SIGMOID"))
    degree = draw.choice((2.0, 3.0, 1.0))
    return {"kernel_type": kind, "kernel_params": [draw.choice((0.25, 1.0)), draw.choice((0.0, 0.5)), degree]}


def _svm_regressor(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features, count = draw.integer(1, 5), draw.choice((3, 1, 5, 0))
    x = _rows(draw, net, features, ("float32",))
    given = _kernel(draw)
    if count:
        given["support_vectors"] = _numbers(draw, count * features).tolist()
    node = net.learned_node(
        "SVMRegressor", [x], n_supports=count, coefficients=_numbers(draw, count or features).tolist(),
        rho=_numbers(draw, 1).tolist(), one_class=draw.choice((None, 0, 1)), post_transform=draw.choice(TRANSFORMS), **given,
    )
    return net.case(node, close_scores(net, x))


def _svm_classifier(draw: Draw) -> Case:
    net = LearnedNet(draw)
    features, classes = draw.integer(1, 5), draw.choice((2, 3, 4))
    x = _rows(draw, net, features)
    given, pairs = _kernel(draw), classes * (classes - 1) // 2
    given["classlabels_ints"] = labels(draw, classes)
    if draw.flag(0.8):
        counts = [draw.integer(1, 3) for _ in range(classes)]
        given["vectors_per_class"] = counts
        given["support_vectors"] = _numbers(draw, sum(counts) * features).tolist()
        given["coefficients"] = _numbers(draw, (classes - 1) * sum(counts)).tolist()
        given["rho"] = _numbers(draw, pairs).tolist()
        if draw.flag(0.4):
            given["prob_a"] = (-numpy.abs(_numbers(draw, pairs))).tolist()
            given["prob_b"] = _numbers(draw, pairs).tolist()
    else:
        given["coefficients"] = _numbers(draw, classes * features).tolist()
        given["rho"] = _numbers(draw, 1).tolist()
    node = net.learned_node("SVMClassifier", [x], 2, post_transform=draw.choice(TRANSFORMS), **given)
    return net.case(node, close_scores(net, x))


OPERATORS: dict[str, Generator] = {
    "ArrayFeatureExtractor": _extractor,
    "Binarizer": _binarizer,
    "FeatureVectorizer": _vectorizer,
    "Imputer": _imputer,
    "LabelEncoder": _label_encoder,
    "LinearClassifier": _linear_classifier,
    "LinearRegressor": _linear_regressor,
    "Normalizer": _normalizer,
    "OneHotEncoder": _one_hot,
    "SVMClassifier": _svm_classifier,
    "SVMRegressor": _svm_regressor,
    "Scaler": _scaler,
}
