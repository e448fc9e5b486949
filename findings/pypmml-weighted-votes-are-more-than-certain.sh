#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PyPMML 1.5.8: the probability of a weighted vote may be 1.67.
#
# A weightedMajorityVote of PMML adds up the weights of the models that chose a class, and the share of all weights is its
# probability. One would guess that probabilities add up to 1. PyPMML divides by the number of the models, which is the same
# if all weights are 1: with the weights 5, 1 and 1, the winner's probability is 5/3, and both add up to 7/3. The class is
# right, and so is the plain majorityVote.
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


def vote(method, models):
    segments = "".join(f"""<Segment weight="{weight}"><True/><TreeModel functionName="classification">
  {SCHEMA}<Node score="{score}"><True/></Node></TreeModel></Segment>""" for score, weight in models)
    body = f"""<MiningModel functionName="classification">{SCHEMA}
<Segmentation multipleModelMethod="{method}">{segments}</Segmentation></MiningModel>"""
    (answer,) = run(body, [0.0], **CLASSES)
    return answer["predicted_y"], answer["probability_a"], answer["probability_b"]


models = [("a", 5), ("b", 1), ("b", 1)]
total = sum(weight for _, weight in models)
for method in ("majorityVote", "weightedMajorityVote"):
    found = vote(method, models)
    print(f"{method} of {models}: {found}")
    if method == "majorityVote":
        assert found[0] == "b" and abs(found[1] - 1 / 3) < 1e-9 and abs(found[2] - 2 / 3) < 1e-9
    else:
        assert found[0] == "a" and abs(found[1] - 5 / 3) < 1e-9 and abs(found[2] - 2 / 3) < 1e-9
        print(f"expected {5 / total:.3f} and {2 / total:.3f}")
PYTHON
