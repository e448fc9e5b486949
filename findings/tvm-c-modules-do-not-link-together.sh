#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# apache-tvm 0.27.0.post1: C of two modules does not link into one program, though all names and prefixes differ.
#
# The target `c` writes C for a program to link, and a module has an attribute `system_lib_prefix`, whose purpose is several
# modules in one program. One would guess that two modules of different functions and prefixes can be linked. Each of them
# defines `__tvm_ffi__library_ctx`, with external linkage, and a second name for its function, `__tvm_ffi_main`, so that the
# linker refuses both at once. The prefix does not appear in the C.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q apache-tvm==0.27.0.post1 apache-tvm-ffi==0.1.15.post2 numpy==2.4.6
cat > "$work/modules.py" <<'PYTHON'
import sys
import tarfile

import tvm
from tvm.script import ir, tirx

for name in ["one", "two"]:

    @ir.ir_module
    class Module:
        @tirx.prim_func
        def function(x: tirx.Buffer((4,), "float32"), y: tirx.Buffer((4,), "float32")):
            tirx.func_attr({"global_symbol": name})
            for i in range(4):
                y[i] = x[i] + tirx.float32(1)

    module = tvm.IRModule({name: Module["function"]}, attrs={"system_lib_prefix": f"prefix_{name}_"})
    archive = f"{sys.argv[1]}/{name}.tar"
    tvm.compile(module, target="c").export_library(archive)
    with tarfile.open(archive) as files:
        print(f"{name}: {files.getnames()}")
        files.extract("lib0.c", f"{sys.argv[1]}/{name}", filter="data")
PYTHON
"$work/venv/bin/python" "$work/modules.py" "$work"
packages=$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
for name in one two; do
  cc -std=c99 -I"$packages/tvm/include" -I"$packages/tvm_ffi/include" -c "$work/$name/lib0.c" -o "$work/$name.o"
  nm --defined-only --extern-only "$work/$name.o" | awk '{print $3}' | sort | tee "$work/$name.symbols"
  grep -q prefix_ "$work/$name/lib0.c" && { echo "the prefix has an effect"; exit 1; }
done
[ "$(comm -12 "$work/one.symbols" "$work/two.symbols" | tr '\n' ' ')" = "__tvm_ffi__library_ctx __tvm_ffi_main " ]
if cc -r -nostdlib "$work/one.o" "$work/two.o" -o "$work/both.o" 2> "$work/errors"; then
  echo "the modules link"; exit 1
fi
grep -c "multiple definition" "$work/errors"
