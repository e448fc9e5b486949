//===- TIRAllAttrs.td - All attributes of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several headers declare the attributes, so that a change of an attribute that
// describes a model or a kernel does not compile everything again. One parser
// knows all of them.
//
//===----------------------------------------------------------------------===//

include "tir/Dialect/TIR/IR/TIROps.td"
include "tir/Dialect/TIR/IR/TIRKernelAttrs.td"
include "tir/Dialect/TIR/IR/TIRModelAttrs.td"
include "tir/Dialect/TIR/IR/TIRPortAttrs.td"
