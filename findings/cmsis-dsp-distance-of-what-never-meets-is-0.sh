#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CMSIS-DSP 1.10.3: two distributions that have nothing in common have the distance 0, and a certain class has no entropy.
#
# A class of the probability 0 adds nothing to an entropy or a divergence, as p * ln(p) goes to 0 with p; the documentation of
# scipy.special.entr and of rel_entr says so. One would guess that the answer for [1, 0] is an entropy of 0, and that the
# Jensen-Shannon distance of [1, 0] and [0, 1] is the largest there is, the root of ln(2). 0 * ln(0) is NaN: so are the entropy
# and the Kullback-Leibler divergence, and the distance is 0, as if both were the same, since the root of what is not a
# positive number is 0. Almost certain classes are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cmsisdsp==1.10.3 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import math

import cmsisdsp
import numpy


def measure(p, q):
    """Returns the entropy of p, and the divergence and the distance of p and q."""
    p, q = numpy.array(p, numpy.float32), numpy.array(q, numpy.float32)
    return (cmsisdsp.arm_entropy_f32(p), cmsisdsp.arm_kullback_leibler_f32(p, q),
            cmsisdsp.arm_jensenshannon_distance_f32(p, q))


for p, q in [([0.5, 0.5], [0.25, 0.75]), ([1 - 1e-6, 1e-6], [1e-6, 1 - 1e-6])]:
    entropy, divergence, distance = measure(p, q)
    middle = [(a + b) / 2 for a, b in zip(p, q)]
    want = math.sqrt(sum(a * math.log(a / m) / 2 + b * math.log(b / m) / 2 for a, b, m in zip(p, q, middle)))
    print(f"{p} and {q}: entropy {entropy:.6f}, divergence {divergence:.6f}, distance {distance:.6f}, true {want:.6f}")
    assert abs(entropy + sum(a * math.log(a) for a in p)) < 1e-4 and abs(distance - want) < 1e-4
entropy, divergence, distance = measure([1, 0], [0.5, 0.5])
print(f"[1, 0]: entropy {entropy}, true 0; divergence from [0.5, 0.5] {divergence}, true {math.log(2):.6f}")
assert math.isnan(entropy) and math.isnan(divergence)
entropy, divergence, distance = measure([1, 0], [0, 1])
print(f"[1, 0] and [0, 1]: distance {distance}, true {math.sqrt(math.log(2)):.6f}")
assert distance == 0
PYTHON
