# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `tirc` has: the package loads this when it is first asked for a name."""

from tirc import _tirc
from tirc._compile import compile
from tirc.comparing import compare
from tirc.comparison import Comparison
from tirc.errors import BuildError, CompileError, Diagnostic, Error, LinkError, RunError, VerificationError
from tirc.importers import FrontEndError
from tirc.installation import cmake_dir
from tirc.module import Module
from tirc.options import CompileOptions
from tirc.programs import Program, compile_firmware
from tirc.report import Report
from tirc.tensors import Tensor

__version__ = _tirc.version()

__all__ = [
    "Comparison",
    "BuildError",
    "CompileError",
    "CompileOptions",
    "Diagnostic",
    "Error",
    "FrontEndError",
    "LinkError",
    "Module",
    "Program",
    "Report",
    "RunError",
    "Tensor",
    "VerificationError",
    "__version__",
    "cmake_dir",
    "compare",
    "compile",
    "compile_firmware",
]
