#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# apache-tvm-ffi 0.1.15.post2: its library and its header say that they are version 0.1.16.
#
# TVMFFIGetVersion tells a client at run time which ABI it has before it, and TVM_FFI_VERSION_PATCH when it is compiled. One would
# guess that the release 0.1.15.post2 has the numbers of 0.1.15, of which it is a later build. Both say 16, while pip and the
# package's own __version__ say 0.1.15.post2. A check for at least 0.1.16 therefore passes on it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q apache-tvm-ffi==0.1.15.post2
"$work/venv/bin/python" - <<'PYTHON'
import ctypes
import importlib.metadata
import pathlib
import re

import tvm_ffi


class Version(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("major", "minor", "patch")]


folder = pathlib.Path(tvm_ffi.__path__[0])
(library,) = (path for path in folder.rglob("libtvm_ffi.so"))
version = Version()
ctypes.CDLL(str(library)).TVMFFIGetVersion(ctypes.byref(version))
at_run_time = f"{version.major}.{version.minor}.{version.patch}"
(header,) = folder.rglob("tvm/ffi/c_api.h")
numbers = dict(re.findall(r"#define TVM_FFI_VERSION_(MAJOR|MINOR|PATCH) (\d+)", header.read_text()))
in_header = ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH"))
package = importlib.metadata.version("apache-tvm-ffi")
print(f"pip says {package}, the package {tvm_ffi.__version__}, its library {at_run_time}, and its header {in_header}")
assert package == tvm_ffi.__version__ == "0.1.15.post2" and at_run_time == in_header == "0.1.16"
PYTHON
