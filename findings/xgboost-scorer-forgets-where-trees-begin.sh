#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xgboost-scorer 0.0.4 and XGBoost 3.2.0: the dump of a model has no base score, so that a rare class is answered too often.
#
# xgboost-scorer computes what XGBoost's dump_model writes, "a JSON dump of the XGBoost model", and says that it is for two
# classes. One would guess that the dump is the model, and that the answers are XGBoost's. The trees begin at the base score,
# which XGBoost estimates from the labels since 2.0, and dump_model does not write it: trees of rare events begin at a half.
# With one case in ten, every answer is too high. With a base score of 0.5, which was the default before, it is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q xgboost-cpu==3.2.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
npm install --silent --ignore-scripts --no-audit --no-fund xgboost-scorer@0.0.4 >/dev/null
cat >run.js <<'JS'
const fs = require("fs");
const Scorer = require("xgboost-scorer").default;

// Prints what the model in the file of the first argument answers for the rows of the second.
(async () => {
  const scorer = await Scorer.create(process.argv[2]);
  const rows = JSON.parse(fs.readFileSync(process.argv[3]));
  console.log(JSON.stringify(await Promise.all(rows.map((row) => scorer.score(row)))));
})();
JS
"$work/venv/bin/python" - <<'PYTHON'
import json
import subprocess

import numpy
import xgboost

rng = numpy.random.default_rng(0)
x = rng.integers(0, 100, (2000, 2)).astype(numpy.float32)
y = ((x[:, 0] > 80) & (x[:, 1] > 50)).astype(int)
print(f"a share of {y.mean():.2f} of the labels is 1")
json.dump([{"f0": float(a), "f1": float(b)} for a, b in x], open("rows.json", "w"))
for options in ({}, {"base_score": 0.5}):
    data = xgboost.DMatrix(x, y)
    model = xgboost.train({"objective": "binary:logistic", "max_depth": 2, "eta": 0.1, **options}, data, 5)
    model.dump_model("model.json", dump_format="json")
    assert "base_score" not in open("model.json").read()
    text = subprocess.run(["node", "run.js", "model.json", "rows.json"], check=True, capture_output=True, text=True).stdout
    found, want = numpy.array(json.loads(text)), model.predict(data)
    print(f"{options}: mean probability {found.mean():.3f}, XGBoost {want.mean():.3f}")
    if options:
        assert numpy.allclose(found, want, atol=1e-5)
    else:
        assert (found > want + 0.02).all() and found.mean() > 2 * want.mean()
PYTHON
