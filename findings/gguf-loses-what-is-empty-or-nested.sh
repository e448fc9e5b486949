#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gguf 0.19.0: an empty array or string is not written, and an array of arrays comes back flat.
#
# GGUF's metadata has arrays of any length and of arrays, and strings of any length (the specification of the format). One
# would guess that what GGUFWriter takes without a word is what GGUFReader gives. A key whose value is empty is not in the
# file, so that its reader cannot tell "none" from "not said". [[1, 2], [3]] is written as two arrays, and read as [1, 2, 3].
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q gguf==0.19.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import gguf

writer = gguf.GGUFWriter("model.gguf", "test")
writer.add_array("numbers", [1, 2, 3])
writer.add_array("no numbers", [])
writer.add_string("text", "a")
writer.add_string("no text", "")
writer.add_array("nested", [[1, 2], [3]])
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.close()
fields = {name: field.contents() for name, field in gguf.GGUFReader("model.gguf").fields.items() if not name.startswith("GGUF.")}
print(fields)
assert fields["numbers"] == [1, 2, 3] and fields["text"] == "a"
assert "no numbers" not in fields and "no text" not in fields
assert fields["nested"] == [1, 2, 3]
PYTHON
