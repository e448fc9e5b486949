// RUN: tir-opt %s --tir-launch-tasks=threads=0 --verify-diagnostics

// expected-error @below {{tir-launch-tasks: threads=0; expected the most tasks that compute at the same time, at least 1}}
module {
}
