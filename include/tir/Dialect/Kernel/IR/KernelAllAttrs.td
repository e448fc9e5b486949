//===- KernelAllAttrs.td - All attributes of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several headers declare the attributes, so that a change of one schedule does
// not compile everything again. One parser knows all of them.
//
//===----------------------------------------------------------------------===//

include "tir/Dialect/Kernel/IR/KernelOps.td"
include "tir/Dialect/Kernel/IR/KernelArgumentAttrs.td"
include "tir/Dialect/Kernel/IR/KernelLaneAttrs.td"
include "tir/Dialect/Kernel/IR/KernelVectorAttrs.td"
