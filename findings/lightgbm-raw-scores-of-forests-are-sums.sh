#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lightgbm 4.7.0: raw scores of a random forest are sums of its trees, though its probabilities are of averages.
#
# raw_score=True answers the scores before the function of the objective, which is the logistic function for two classes. One
# would guess that the logistic function of a raw score is the probability, as it is with boosted trees. A forest
# (boosting="rf") averages its trees for the probability and adds them up for the raw score: a probability of 0.13 has the raw
# score -9.4 with 5 trees, where its logarithm of odds is -1.9, and with 50 trees numbers of 50 times the size. Who checks a
# converted forest by raw scores finds a difference of the number of trees.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==4.7.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import lightgbm
import numpy

rng = numpy.random.default_rng(0)
x = rng.normal(size=(400, 3))
forest = {"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5}


def probabilities(scores):
    return 1 / (1 + numpy.exp(-scores))


for parameters in ({}, forest):
    for trees in (5, 50):
        data = lightgbm.Dataset(x, (x[:, 0] + x[:, 1] > 0).astype(float))
        made = lightgbm.train(dict(parameters, objective="binary", verbose=-1, num_threads=1), data, trees)
        raw, want = made.predict(x, raw_score=True), made.predict(x)
        print(f"{parameters.get('boosting', 'gbdt')} of {trees} trees: raw {raw[0]:.3f}, whose probability is "
              f"{probabilities(raw[0]):.6f}; answered {want[0]:.6f}")
        assert numpy.allclose(probabilities(raw / (trees if parameters else 1)), want)
    assert numpy.allclose(probabilities(raw), want) == (not parameters)
PYTHON
