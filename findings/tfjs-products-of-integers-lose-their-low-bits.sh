#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# TensorFlow.js 4.22.0: products of int32 that do not fit lose their low bits.
#
# A product of int32 wraps around in TensorFlow, and sums and small products of TensorFlow.js on the CPU do, too: 65537
# squared is 131073. One would guess that the low 32 bits of a product are right, as Math.imul's are, on which random numbers
# and hashes stand. The product is one of doubles, of 53 bits, and cut to 32 afterwards: from 2^53 on, its low bits are zero.
# The square of 2147483647 is 0 instead of 1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-audit --no-fund @tensorflow/tfjs-core@4.22.0 @tensorflow/tfjs-backend-cpu@4.22.0 \
  >/dev/null

cat >run.js <<'JS'
const tf = require("@tensorflow/tfjs-core");
require("@tensorflow/tfjs-backend-cpu");

tf.setBackend("cpu").then(() => {
  let wrong = 0;
  for (const [a, b] of [[65537, 65537], [2147483647, 2], [2147483647, 2147483647], [1103515245, 123456789]]) {
    const product = tf.mul(tf.tensor1d([a], "int32"), tf.tensor1d([b], "int32"));
    const found = product.dataSync()[0];
    console.log(`${a} * ${b}: ${found}, true ${Math.imul(a, b)}`);
    const large = a * b > 2 ** 53;
    wrong += (found === Math.imul(a, b)) === large || product.dtype !== "int32" || found !== ((a * b) | 0);
  }
  process.exitCode = wrong;
});
JS
node run.js 2>/dev/null
