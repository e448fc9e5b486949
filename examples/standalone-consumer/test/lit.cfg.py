import os

import lit.formats

config.name = "npu"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.npu_build_dir, "test")
config.environment["PATH"] = os.pathsep.join(
    [config.npu_build_dir, config.tir_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
config.substitutions.append(("%plugin", os.path.join(config.npu_build_dir, "libNPU.so")))
config.substitutions.append(("%runtime", os.path.join(config.npu_source_dir, "runtime")))
config.substitutions.append(("%cc", config.cc))
