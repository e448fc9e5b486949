#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PyPMML 1.5.8: a number in no bin of a Discretize gets what is for missing numbers.
#
# Discretize of PMML puts a number into a bin. defaultValue is the answer for a number in no bin, and mapMissingTo for one
# that is missing. One would guess that a runtime that has both keeps them apart, as the two cases are not the same. A number
# in no bin is taken for a missing one: it gets the value of mapMissingTo, or NaN without it, and defaultValue is never used.
# Bins are right, with their open and closed ends.
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


def derived(expression, inputs):
    """Returns the numbers that an expression of x gives."""
    found = run(f"""<TransformationDictionary>
  <DerivedField name="d" optype="continuous" dataType="double">{expression}</DerivedField>
</TransformationDictionary>
<RegressionModel functionName="regression">
  {SCHEMA}
  <RegressionTable intercept="0"><NumericPredictor name="d" coefficient="1"/></RegressionTable>
</RegressionModel>""", inputs)
    return [answer["predicted_y"] for answer in found]


BINS = """<DiscretizeBin binValue="1"><Interval closure="openClosed" rightMargin="0"/></DiscretizeBin>
<DiscretizeBin binValue="2"><Interval closure="openOpen" leftMargin="0" rightMargin="1"/></DiscretizeBin>"""
for attributes in ('defaultValue="5"', 'defaultValue="5" mapMissingTo="9"'):
    found = derived(f'<Discretize field="x" dataType="double" {attributes}>{BINS}</Discretize>', [0.0, 0.5, 1.0, 7.0, None])
    print(f"{attributes}: 0, 0.5, 1, 7 and nothing become {found}; the default is 5")
    assert found[:2] == [1, 2]
    assert all(number == 9 if "mapMissingTo" in attributes else number != number for number in found[2:])
PYTHON
