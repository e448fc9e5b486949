//===- Passes.td - Passes that make the calling conventions concrete
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PASSES_TD

include "tir/Dialect/TIR/Transforms/Conventions/CallPasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/DevicePasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/ErrorPasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/InterfacePasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/ProfilePasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/SignaturePasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/StepPasses.td"
include "tir/Dialect/TIR/Transforms/Conventions/TaskPasses.td"

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PASSES_TD
