#!/usr/bin/env python3
"""Compiles whole models with tirc and runs the results. scripts/test calls this."""

import argparse
import pathlib
import shutil
import sys
import tempfile

import runner
import test_accelerator
import test_benchmarks
import test_boards
import test_call_property
import test_calls
import test_campaign
import test_certificates
import test_compile_time
import test_conformance
import test_constant_channels
import test_consumer
import test_control_flow
import test_conventions
import test_cortex_m4
import test_defined_arithmetic
import test_device_contexts
import test_driver
import test_ecosystems
import test_exactness
import test_examples
import test_fault_injection
import test_firmware
import test_foreign_buffers
import test_golden
import test_loaders
import test_mlf
import test_mutations
import test_networks
import test_numbers
import test_onnx_backend
import test_overlaps
import test_packages
import test_packaging
import test_packed_calls
import test_pass_orders
import test_pools
import test_portable_c
import test_processors
import test_profile
import test_python
import test_quantized_onnx
import test_random_graphs
import test_reference_graphs
import test_report
import test_rescales
import test_reserved_names
import test_rows
import test_runtime
import test_scalars
import test_schedules
import test_shell
import test_site
import test_stock_printer
import test_strict_c
import test_tflite_models
import test_threads
import test_tvm_clients
import test_unsupported
import test_upstream_passes
import test_variables
from compiled import Compiler
from models import REPO

_ROOMS = (test_golden, test_conformance, test_networks, test_numbers, test_overlaps, test_defined_arithmetic,
          test_pools, test_certificates, test_exactness, test_portable_c, test_driver, test_cortex_m4, test_processors, test_profile,
          test_examples, test_consumer, test_random_graphs, test_reference_graphs, test_control_flow, test_pass_orders,
          test_packed_calls, test_loaders, test_calls, test_conventions, test_stock_printer, test_strict_c, test_boards, test_threads, test_tvm_clients,
          test_call_property, test_foreign_buffers, test_fault_injection, test_firmware, test_device_contexts,
          test_accelerator, test_mlf, test_mutations, test_packages, test_packaging, test_report, test_rows, test_runtime,
          test_scalars, test_schedules, test_constant_channels, test_unsupported, test_upstream_passes, test_rescales,
          test_reserved_names, test_variables, test_compile_time, test_benchmarks, test_python,
          test_onnx_backend, test_campaign, test_tflite_models, test_quantized_onnx, test_shell, test_ecosystems, test_site)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tirc", default=REPO / "build" / "release" / "bin" / "tirc")
    parser.add_argument("--full", action="store_true", help="the long tests, too")
    parser.add_argument("--filter", help="only tests whose name this regular expression finds")
    parser.add_argument("--list", action="store_true", help="print the names, run nothing")
    parser.add_argument("--jobs", type=int, help="tests at a time (default: one more than there are processors)")
    parser.add_argument("--work", help="keep all that is written in this folder")
    parser.add_argument("--results", help="write the results to this JSON file")
    options = parser.parse_args()

    work = pathlib.Path(options.work or tempfile.mkdtemp(prefix="tir-integration-")).resolve()
    if options.work:
        shutil.rmtree(work, ignore_errors=True)
    try:
        compiler = Compiler(pathlib.Path(options.tirc).resolve(), work)
        every = [test for room in _ROOMS for test in room.tests(compiler)]
        tests = runner.select(every, options.full, options.filter)
        if options.list:
            print("\n".join(test.name for test in tests))
            return 0
        results = runner.run(tests, options.jobs)
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)
    if options.results:
        runner.write_results(results, options.results)
    return 1 if any(result["status"] == "fail" for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
