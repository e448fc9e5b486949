// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.struct' op has two fields called "x"}}
tir.struct @inputs ["x", "y", "x"]

// -----

// expected-error @below {{'tir.struct' op has two fields called "x"}}
tir.struct @inputs ["x", "x"] definition
