#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PyPMML 1.5.8: two of the strategies of trees for missing numbers answer NaN.
#
# A tree of PMML that cannot tell a branch, as the number is missing, does what missingValueStrategy says: aggregateNodes
# adds up the records of all branches, and weightedConfidence their confidences by records. One would guess that a runtime
# that loads a tree with these, and has lastPrediction and defaultChild, has them or refuses the file. It loads them, and
# each probability is NaN.
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
CLASSES = {"y": 'optype="categorical" dataType="string"', "values": '<Value value="a"/><Value value="b"/>'}


def tree(strategy):
    def node(name, counts, predicate, children=""):
        shares = "".join(f'<ScoreDistribution value="{value}" recordCount="{count}" confidence="{count / sum(counts)}"/>'
                         for value, count in zip("ab", counts))
        score = "ab"[counts[1] > counts[0]]
        return f'<Node id="{name}" score="{score}" recordCount="{sum(counts)}">{predicate}{shares}{children}</Node>'

    def side(operator):
        return f'<SimplePredicate field="x" operator="{operator}" value="0"/>'

    children = node("1", [3, 1], side("lessOrEqual")) + node("2", [2, 4], side("greaterThan"))
    root = node("0", [5, 5], "<True/>", children).replace('id="0"', 'id="0" defaultChild="2"')
    return f"""<TreeModel functionName="classification" missingValueStrategy="{strategy}">{SCHEMA}{root}</TreeModel>"""


for strategy in ("lastPrediction", "defaultChild", "aggregateNodes", "weightedConfidence"):
    there, missing = run(tree(strategy), [1.0, None], **CLASSES)
    found = missing["predicted_y"], missing["probability_a"], missing["probability_b"]
    print(f"{strategy}: {found}")
    assert there["predicted_y"] == "b" and abs(there["probability_b"] - 2 / 3) < 1e-9
    if strategy == "lastPrediction":
        assert found == ("a", 0.5, 0.5)
    elif strategy == "defaultChild":
        assert found[0] == "b" and abs(found[2] - 2 / 3) < 1e-9
    else:
        assert found[1] != found[1] and found[2] != found[2]
PYTHON
