#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PyPMML 1.5.8: a regression with the normalisation loglog answers NaN, and a classification with it does not.
#
# A RegressionModel of PMML may pass its sum through a function: the specification has logit, probit, cloglog, loglog and
# cauchit for regressions as for classifications. One would guess that a runtime has one list for both. A regression with
# loglog is NaN for each input, where exp(-exp(-y)) is a number, and the other four and exp are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q pypmml==1.5.8 py4j==0.10.9.9 jpype1==1.7.1
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
from pypmml import Model


def run(body, inputs, y='optype="continuous" dataType="double"', values=""):
    """Returns what PyPMML answers for a model of PMML 4.4 with the input x and the target y."""
    model = Model.fromString(f"""<PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">
<Header/>
<DataDictionary>
  <DataField name="x" optype="continuous" dataType="double"/>
  <DataField name="y" {y}>{values}</DataField>
</DataDictionary>
{body}
</PMML>""")
    return [model.predict({} if x is None else {"x": x}) for x in inputs]


SCHEMA = '<MiningSchema><MiningField name="x"/><MiningField name="y" usageType="target"/></MiningSchema>'
import math

expected = {
    "none": lambda y: y, "exp": math.exp, "logit": lambda y: 1 / (1 + math.exp(-y)),
    "probit": lambda y: math.erfc(-y / math.sqrt(2)) / 2, "cloglog": lambda y: 1 - math.exp(-math.exp(y)),
    "cauchit": lambda y: 0.5 + math.atan(y) / math.pi, "loglog": lambda y: math.exp(-math.exp(-y)),
}
inputs = [-2.0, 0.0, 1.0]
for name, function in expected.items():
    body = f"""<RegressionModel functionName="regression" normalizationMethod="{name}">{SCHEMA}
<RegressionTable intercept="0.5"><NumericPredictor name="x" coefficient="1"/></RegressionTable></RegressionModel>"""
    found = [answer["predicted_y"] for answer in run(body, inputs)]
    want = [function(x + 0.5) for x in inputs]
    print(f"{name}: {[round(number, 4) for number in found]}, expected {[round(number, 4) for number in want]}")
    if name == "loglog":
        assert all(number != number for number in found)
    else:
        assert all(abs(number - right) < 1e-6 for number, right in zip(found, want))
tables = "".join(f"""<RegressionTable intercept="{intercept}" targetCategory="{value}">
<NumericPredictor name="x" coefficient="{coefficient}"/></RegressionTable>"""
    for value, intercept, coefficient in [("a", 0.5, 1), ("b", 0, 0)])
(answer,) = run(f"""<RegressionModel functionName="classification" normalizationMethod="loglog">{SCHEMA}{tables}
</RegressionModel>""", [0.0], 'optype="categorical" dataType="string"', '<Value value="a"/><Value value="b"/>')
assert abs(answer["probability_a"] - expected["loglog"](0.5)) < 1e-9
PYTHON
