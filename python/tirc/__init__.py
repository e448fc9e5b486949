# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tirc: from a model file to firmware.

module = tirc.compile("digits_int8.tflite", target="cortex-m4")
scores = module.run(image)
module.save("firmware/model")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tirc import importers, ir, passes
    from tirc._names import (
        BuildError,
        Comparison,
        CompileError,
        CompileOptions,
        Diagnostic,
        Error,
        FrontEndError,
        LinkError,
        Module,
        Program,
        Report,
        RunError,
        Tensor,
        VerificationError,
        __version__,
        cmake_dir,
        compare,
        compile,
        compile_firmware,
    )

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
    "importers",
    "ir",
    "passes",
]


def __getattr__(name: str) -> object:
    """Loads what is asked for. The command needs little of the package to convert a model, and would take a third of a second
    more with all of it."""
    if name == "importers":
        import tirc.importers

        return tirc.importers
    if name == "ir":
        import tirc.ir

        return tirc.ir
    if name == "passes":
        import tirc.passes

        return tirc.passes
    if name not in __all__:
        raise AttributeError(f"module 'tirc' has no attribute '{name}'")
    from tirc import _names

    return getattr(_names, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
