#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PyPMML 1.5.8: the weighted average of three neighbours is a third of it.
#
# A NearestNeighborModel of PMML with continuousScoringMethod="weightedAverage" weighs its neighbours by the inverse of their
# distance plus a threshold, and divides by the sum of the weights, so that the answer lies between the smallest and the
# largest of theirs. One would guess so of any mean. PyPMML divides by the number of the neighbours as well: three that all
# say 6 answer 2. The plain average and the median are right, and so is one neighbour.
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


def neighbours(method, count, values, x):
    rows = "".join(f"<row><x>{place}</x><y>{value}</y></row>" for place, value in enumerate(values))
    body = f"""<NearestNeighborModel functionName="regression" numberOfNeighbors="{count}" continuousScoringMethod="{method}">
{SCHEMA}
<TrainingInstances>
  <InstanceFields><InstanceField field="x" column="x"/><InstanceField field="y" column="y"/></InstanceFields>
  <InlineTable>{rows}</InlineTable>
</TrainingInstances>
<ComparisonMeasure kind="distance"><euclidean/></ComparisonMeasure>
<KNNInputs><KNNInput field="x"/></KNNInputs>
</NearestNeighborModel>"""
    return run(body, [x])[0]["predicted_y"]


values = [6, 6, 6, 100]
for method in ("average", "median", "weightedAverage"):
    found = neighbours(method, 3, values, 0.5)
    print(f"{method} of 6, 6 and 6: {found}")
    assert abs(found - (2 if method == "weightedAverage" else 6)) < 1e-9
values = [1, 2, 10, 100]
weights = [1 / (abs(0.5 - place) + 0.001) for place in range(3)]
want = sum(weight * value for weight, value in zip(weights, values)) / sum(weights)
found = neighbours("weightedAverage", 3, values, 0.5)
print(f"weightedAverage of 1, 2 and 10: {found:.6f}, expected {want:.6f}")
assert abs(found - want / 3) < 1e-9
assert abs(neighbours("weightedAverage", 1, values, 0.2) - 1) < 1e-9
PYTHON
