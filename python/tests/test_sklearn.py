# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of scikit-learn by way of skl2onnx, against scikit-learn and onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
pytest.importorskip("sklearn", reason="needs scikit-learn")
skl2onnx = pytest.importorskip("skl2onnx", reason="needs skl2onnx")

from sklearn import (  # noqa: E402  what follows needs the packages
    datasets,
    ensemble,
    linear_model,
    naive_bayes,
    neighbors,
    neural_network,
    pipeline,
    preprocessing,
    svm,
    tree,
)

# Each test trains and compiles.
pytestmark = pytest.mark.long

_ROWS = 20


def _scaled(model: Any, scaler: Any = None) -> Any:
    return pipeline.make_pipeline(scaler or preprocessing.StandardScaler(), model)


_CLASSIFIERS: dict[str, Any] = {
    "tree": tree.DecisionTreeClassifier(random_state=1),
    "forest": ensemble.RandomForestClassifier(n_estimators=10, max_depth=4, random_state=1),
    "extra trees": ensemble.ExtraTreesClassifier(n_estimators=5, max_depth=6, random_state=1),
    "boosted trees": ensemble.GradientBoostingClassifier(n_estimators=5, random_state=1),
    "logistic regression": _scaled(linear_model.LogisticRegression()),
    "ridge": linear_model.RidgeClassifier(),
    "linear support vectors": _scaled(svm.SVC(kernel="linear")),
    "support vectors": _scaled(svm.SVC()),
    "a polynomial": _scaled(svm.SVC(kernel="poly"), preprocessing.MinMaxScaler()),
    "a network": _scaled(neural_network.MLPClassifier((10, 10), max_iter=300, random_state=1)),
    "nearest neighbors": neighbors.KNeighborsClassifier(5),
    "nearest neighbors of scaled rows": _scaled(neighbors.KNeighborsClassifier(5)),
    "naive Bayes": _scaled(naive_bayes.GaussianNB()),
    "normalised rows": _scaled(tree.DecisionTreeClassifier(max_depth=4, random_state=1), preprocessing.Normalizer()),
}

_REGRESSORS: dict[str, Any] = {
    "tree": tree.DecisionTreeRegressor(max_depth=6, random_state=1),
    "forest": ensemble.RandomForestRegressor(n_estimators=10, max_depth=6, random_state=1),
    "boosted trees": ensemble.GradientBoostingRegressor(n_estimators=10, random_state=1),
    "linear": _scaled(linear_model.LinearRegression()),
    "support vectors": _scaled(svm.SVR(C=100.0)),
    "nearest neighbors": neighbors.KNeighborsRegressor(4),
    "a network": _scaled(neural_network.MLPRegressor(hidden_layer_sizes=(8,), max_iter=300, random_state=1)),
}


def _compiled(model: Any, x: Any, options: Any = None) -> tuple[Any, list[Any]]:
    """Returns the compiled model for rows of x, and what onnxruntime computes."""
    exported = skl2onnx.to_onnx(model, x[:1], options=options)
    name = exported.graph.input[0].name
    session = onnxruntime.InferenceSession(exported.SerializeToString(), providers=["CPUExecutionProvider"])
    module = tirc.compile(exported, input_shape={name: x.shape}, **FOR_A_RUN)
    return module, session.run(None, {name: x})


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("data", [datasets.load_iris, datasets.load_breast_cancer])
@pytest.mark.parametrize("name", list(_CLASSIFIERS))
def test_a_classifier_has_the_labels_and_scores_of_scikit_learn(name: str, data: Any) -> None:
    x, y = data(return_X_y=True)
    x = x.astype(numpy.float32)
    # Another package may have made NumPy raise.
    with numpy.errstate(all="ignore"):
        model = _CLASSIFIERS[name].fit(x[::2], y[::2])
    rows = x[1 :: x.shape[0] // _ROWS]
    module, (labels, scores) = _compiled(model, rows, {"zipmap": False})
    found = list(module.run(rows).values())
    assert found[0].reshape(-1).tolist() == labels.reshape(-1).tolist() == model.predict(rows).tolist()
    numpy.testing.assert_allclose(found[1], scores, rtol=1e-4, atol=1e-5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(_REGRESSORS))
def test_a_regressor_has_the_values_of_scikit_learn(name: str) -> None:
    x, y = datasets.load_diabetes(return_X_y=True)
    x = x.astype(numpy.float32)
    with numpy.errstate(all="ignore"):
        model = _REGRESSORS[name].fit(x[::2], y[::2])
    rows = x[1 :: x.shape[0] // _ROWS]
    module, (values,) = _compiled(model, rows)
    (found,) = module.run(rows).values()
    numpy.testing.assert_allclose(found, values, rtol=1e-5)
    numpy.testing.assert_allclose(found.reshape(-1), model.predict(rows), rtol=1e-3)


@pytest.mark.filterwarnings("ignore")
def test_labels_are_text_and_probabilities_a_map() -> None:
    x, y = datasets.load_iris(return_X_y=True)
    x, names = x.astype(numpy.float32), numpy.array(["setosa", "versicolor", "virginica"])
    model = tree.DecisionTreeClassifier(random_state=1).fit(x[::2], names[y[::2]])
    module, (labels, maps) = _compiled(model, x[1::20])
    found = list(module.run(x[1::20]).values())
    assert names[found[0]].tolist() == list(labels)
    assert found[1].tolist() == [list(row.values()) for row in maps]
