// RUN: not tir-translate %s --tir-to-report --split-input-file 2>&1 | FileCheck %s

// CHECK: error: module has no function with the attribute 'tir.model'; expected a module after the phase 'abi' or a later one: run 'tir-phase-import' first
module {
  func.func @run() attributes {tir.model = #tir.model<plan = <pools = []>>, tir.interface = {}} {
    return
  }
}

// -----

// CHECK: error: module has no function with the attribute 'plan' of 'tir.model'; expected a module after the phase 'abi' or a later one: run 'tir-phase-plan' first
module {
  func.func @run() attributes {tir.model = #tir.model<name = "m">, tir.interface = {}} {
    return
  }
}

// -----

// CHECK: error: module has no function with the attribute 'tir.interface'; expected a module after the phase 'abi' or a later one: run 'tir-phase-abi' first
module {
  func.func @run() attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>} {
    return
  }
}
