// RUN: not tir-translate %s --tir-to-report --split-input-file 2>&1 | FileCheck %s

// CHECK: error: module has no dictionary 'tir.model'; expected a module after the phase 'abi' or a later one: run 'tir-phase-import' first
module attributes {tir.plan = {}, tir.interface = {}} {
}

// -----

// CHECK: error: module has no dictionary 'tir.plan'; expected a module after the phase 'abi' or a later one: run 'tir-phase-plan' first
module attributes {tir.model = {}, tir.interface = {}} {
}

// -----

// CHECK: error: module has no dictionary 'tir.interface'; expected a module after the phase 'abi' or a later one: run 'tir-phase-abi' first
module attributes {tir.model = {}, tir.plan = {}} {
}
