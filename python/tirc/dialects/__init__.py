# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations of tirc's dialects, each as a function that builds it (`tirc.building`).

`tirc.dialects.tir` and `tirc.dialects.kernel` are made of the TableGen files of the dialects when tirc is built.
A name that is a keyword of Python ends in `_`: `tir.return_`.
"""
