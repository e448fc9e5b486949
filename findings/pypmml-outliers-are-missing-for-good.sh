#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PyPMML 1.5.8: an outlier that counts as missing does not get the number for what is missing.
#
# NormContinuous of PMML maps numbers by lines between points. With outliers="asMissingValues", a number beyond the points
# counts as missing, and mapMissingTo says what becomes of the missing. One would guess that a runtime that has both
# attributes applies the second to the first: the mining schema of the same runtime does. An outlier is NaN here, and a
# number that is not there is 9, as it should be.
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


POINTS = '<LinearNorm orig="0" norm="0"/><LinearNorm orig="1" norm="1"/><LinearNorm orig="2" norm="4"/>'
for treatment in ("asExtremeValues", "asMissingValues"):
    expression = f'<NormContinuous field="x" outliers="{treatment}" mapMissingTo="9">{POINTS}</NormContinuous>'
    found = derived(expression, [1.5, None, 3.0, -1.0])
    print(f"{treatment}: 1.5, nothing, 3 and -1 become {found}")
    assert found[:2] == [2.5, 9]
    if treatment == "asExtremeValues":
        assert found[2:] == [4, 0]
    else:
        assert all(number != number for number in found[2:])
found = run("""<RegressionModel functionName="regression">
<MiningSchema>
  <MiningField name="x" outliers="asMissingValues" lowValue="0" highValue="2" missingValueReplacement="9"/>
  <MiningField name="y" usageType="target"/>
</MiningSchema>
<RegressionTable intercept="0"><NumericPredictor name="x" coefficient="1"/></RegressionTable>
</RegressionModel>""", [1.5, 3.0])
print("in a mining schema:", found)
assert [answer["predicted_y"] for answer in found] == [1.5, 9]
PYTHON
