// RUN: tir-translate --tir-to-c-header %s --split-input-file --verify-diagnostics
// RUN: tir-translate --tir-to-c-example %s --split-input-file --verify-diagnostics

// expected-error @+1 {{module has no attribute 'tir.interface', which describes inputs and outputs; expected a module after the 'abi' phase: run 'tir-phase-abi' first}}
module {
}
