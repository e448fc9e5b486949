#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# leaves 0.0.0-20230708: a random forest of LightGBM answers scores instead of probabilities.
#
# LightGBM averages the scores of a forest (boosting="rf") and then applies the function of the objective, as with boosting:
# the logistic function, softmax or the exponential function. leaves averages, too, and has these functions, which one asks for
# when one loads the model. One would guess that a forest asked for gets them. It gets none: a probability of 0.88 is 2.04,
# classes have negative numbers, and a rate of 2.26 is its logarithm. The same objectives of boosted trees are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/run"
cat >"$work/run/go.mod" <<'MOD'
module run

go 1.21

require github.com/dmitryikh/leaves v0.0.0-20230708180554-25d19a787328
MOD
cat >"$work/run/main.go" <<'GO'
package main

import (
	"encoding/json"
	"os"

	"github.com/dmitryikh/leaves"
)

// Prints what the model in the file of the first argument, with its transformation, answers for the rows of the second.
func main() {
	model, err := leaves.LGEnsembleFromFile(os.Args[1], true)
	if err != nil {
		panic(err)
	}
	var rows, answers [][]float64
	if err := json.Unmarshal([]byte(os.Args[2]), &rows); err != nil {
		panic(err)
	}
	for _, row := range rows {
		answer := make([]float64, model.NOutputGroups())
		if err := model.Predict(row, 0, answer); err != nil {
			panic(err)
		}
		answers = append(answers, answer)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
GO
(cd "$work/run" && GOFLAGS=-mod=mod go build -o "$work/program" .)
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==3.3.5 numpy==1.26.4 scipy==1.11.4 scikit-learn==1.3.2
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import json
import subprocess

import lightgbm
import numpy

rng = numpy.random.default_rng(0)
x = rng.normal(size=(400, 3))


def run(y, **parameters):
    """Returns what leaves and LightGBM answer for three rows, and the sums of LightGBM's trees."""
    made = lightgbm.train(dict(parameters, verbose=-1, num_threads=1), lightgbm.Dataset(x, y), 5)
    made.save_model("model.txt")
    assert "version=v3" in made.model_to_string()
    rows = x[[0, 2, 4]]
    found = numpy.array(json.loads(subprocess.check_output(["./program", "model.txt", json.dumps(rows.tolist())])))
    want, raw = (made.predict(rows, raw_score=score).reshape(found.shape) for score in (False, True))
    print(f"{parameters['objective']}: {found.round(3).tolist()}, LightGBM {want.round(3).tolist()}")
    return found, want, raw


forest = {"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5}
labels = {"binary": x[:, 0] > 0, "poisson": numpy.exp(x[:, 0]) + 1, "multiclass": numpy.digitize(x[:, 0], [-0.5, 0.5])}
for objective, y in labels.items():
    classes = {"num_class": 3} if objective == "multiclass" else {}
    found, want, raw = run(y.astype(float), objective=objective, **classes)
    assert numpy.allclose(found, want)
    found, want, raw = run(y.astype(float), objective=objective, **classes, **forest)
    assert numpy.allclose(found, raw / 5) and abs(found - want).max() > 1
PYTHON
