# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of the domain ai.onnx.ml, in which scikit-learn's models are written: all versions up to the newest that
was reviewed, with their attributes."""

from __future__ import annotations

from .kinds import FLAG, FLOAT, FLOATS, INT, INTS, STRING, STRINGS, TENSOR, Operator, choice, operator

_TRANSFORM = choice("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
_KERNEL = choice("LINEAR", "POLY", "RBF", "SIGMOID")
_NODES = {
    "nodes_falsenodeids": INTS,
    "nodes_featureids": INTS,
    "nodes_hitrates": FLOATS,
    "nodes_hitrates_as_tensor": TENSOR.since(3),
    "nodes_missing_value_tracks_true": INTS,
    "nodes_modes": STRINGS,
    "nodes_nodeids": INTS,
    "nodes_treeids": INTS,
    "nodes_truenodeids": INTS,
    "nodes_values": FLOATS,
    "nodes_values_as_tensor": TENSOR.since(3),
    "base_values": FLOATS,
    "base_values_as_tensor": TENSOR.since(3),
    "post_transform": _TRANSFORM,
}

LEARNED: dict[str, Operator] = {
    "ArrayFeatureExtractor": operator(1),
    "Binarizer": operator(1, threshold=FLOAT),
    "CastMap": operator(1, cast_to=STRING, map_form=STRING, max_map=INT),
    "CategoryMapper": operator(1, cats_int64s=INTS, cats_strings=STRINGS, default_int64=INT, default_string=STRING),
    "DictVectorizer": operator(1, int64_vocabulary=INTS, string_vocabulary=STRINGS),
    "FeatureVectorizer": operator(1, inputdimensions=INTS),
    "Imputer": operator(
        1, imputed_value_floats=FLOATS, imputed_value_int64s=INTS, replaced_value_float=FLOAT, replaced_value_int64=INT,
    ),
    "LabelEncoder": operator(
        1, 2, 4, classes_strings=STRINGS.until(1), default_float=FLOAT.since(2), default_int64=INT, default_string=STRING,
        default_tensor=TENSOR.since(4), keys_floats=FLOATS.since(2), keys_int64s=INTS.since(2),
        keys_strings=STRINGS.since(2), keys_tensor=TENSOR.since(4), values_floats=FLOATS.since(2),
        values_int64s=INTS.since(2), values_strings=STRINGS.since(2), values_tensor=TENSOR.since(4),
    ),
    "LinearClassifier": operator(
        1, classlabels_ints=INTS, classlabels_strings=STRINGS, coefficients=FLOATS, intercepts=FLOATS, multi_class=FLAG,
        post_transform=_TRANSFORM,
    ),
    "LinearRegressor": operator(1, coefficients=FLOATS, intercepts=FLOATS, post_transform=_TRANSFORM, targets=INT),
    "Normalizer": operator(1, norm=choice("MAX", "L1", "L2")),
    "OneHotEncoder": operator(1, cats_int64s=INTS, cats_strings=STRINGS, zeros=FLAG),
    "SVMClassifier": operator(
        1, classlabels_ints=INTS, classlabels_strings=STRINGS, coefficients=FLOATS, kernel_params=FLOATS,
        kernel_type=_KERNEL, post_transform=_TRANSFORM, prob_a=FLOATS, prob_b=FLOATS, rho=FLOATS, support_vectors=FLOATS,
        vectors_per_class=INTS,
    ),
    "SVMRegressor": operator(
        1, coefficients=FLOATS, kernel_params=FLOATS, kernel_type=_KERNEL, n_supports=INT, one_class=FLAG,
        post_transform=_TRANSFORM, rho=FLOATS, support_vectors=FLOATS,
    ),
    "Scaler": operator(1, offset=FLOATS, scale=FLOATS),
    "TreeEnsemble": operator(
        5, aggregate_function=INT, leaf_targetids=INTS, leaf_weights=TENSOR, membership_values=TENSOR, n_targets=INT,
        nodes_falseleafs=INTS, nodes_falsenodeids=INTS, nodes_featureids=INTS, nodes_hitrates=TENSOR,
        nodes_missing_value_tracks_true=INTS, nodes_modes=TENSOR, nodes_splits=TENSOR, nodes_trueleafs=INTS,
        nodes_truenodeids=INTS, post_transform=INT, tree_roots=INTS,
    ),
    "TreeEnsembleClassifier": operator(
        1, 3, 5, deprecated=(5,), computed=(5,), class_ids=INTS, class_nodeids=INTS, class_treeids=INTS,
        class_weights=FLOATS, class_weights_as_tensor=TENSOR.since(3), classlabels_int64s=INTS,
        classlabels_strings=STRINGS, **_NODES,
    ),
    "TreeEnsembleRegressor": operator(
        1, 3, 5, deprecated=(5,), computed=(5,), aggregate_function=choice("AVERAGE", "SUM", "MIN", "MAX"), n_targets=INT,
        target_ids=INTS, target_nodeids=INTS, target_treeids=INTS, target_weights=FLOATS,
        target_weights_as_tensor=TENSOR.since(3), **_NODES,
    ),
    "ZipMap": operator(1, classlabels_int64s=INTS, classlabels_strings=STRINGS),
}

# Operators that are never converted, and why.
REFUSED_LEARNED = {
    "CastMap": "it works on maps, which a microcontroller does not have",
    "CategoryMapper": "it works on text",
    "DictVectorizer": "it works on maps, which a microcontroller does not have",
}
