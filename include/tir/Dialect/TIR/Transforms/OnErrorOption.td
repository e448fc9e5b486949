//===- OnErrorOption.td - The option --on-error of passes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_ONERROROPTION_TD
#define TIR_DIALECT_TIR_TRANSFORMS_ONERROROPTION_TD

include "mlir/Pass/PassBase.td"

/// An option of each pass that creates checks or calls of external functions.
def TIR_OnErrorOption
    : Option<"onError", "on-error", "::tir::OnError", "::tir::OnError::Code",
             "Where the text of an error goes",
             [{::llvm::cl::values(
                 clEnumValN(::tir::OnError::Code, "code",
                            "nowhere: only the code is returned"),
                 clEnumValN(::tir::OnError::LastError, "last-error",
                            "to the runtime: TVMAPISetLastError"),
                 clEnumValN(::tir::OnError::Hook, "hook",
                            "to the application: "
                            "tvmgen_<model>_on_error"))}]>;

#endif // TIR_DIALECT_TIR_TRANSFORMS_ONERROROPTION_TD
