//===- MachineOptions.td - Options of passes that depend on the machine
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGETINFO_MACHINEOPTIONS
#define TIR_TARGETINFO_MACHINEOPTIONS

include "mlir/Pass/PassBase.td"

defvar machineOptions = [
  Option<"triple", "target-triple", "std::string", "",
         "Target triple (default: this machine's)">,
  Option<"cpu", "target-cpu", "std::string", "",
         "CPU, such as cortex-m4 (default: the triple's generic one)">,
  Option<"features", "target-features", "std::string", "",
         "Features to add or remove, such as +dsp,-mve">
];

#endif // TIR_TARGETINFO_MACHINEOPTIONS
