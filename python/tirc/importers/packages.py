# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The packages of this Python by which a front end converts a model, for the statements of `--sbom`."""

from __future__ import annotations

import functools
import importlib.metadata
import re
from collections.abc import Sequence

# As the extras in pyproject.toml, and what options of the front end need.
_NEEDED = {
    "tflite": ("tosa-converter-for-tflite", "tflite"),
    "tosa": ("flatbuffers",),
    "onnx": ("torch-mlir", "onnx"),
    "torch": ("torch-mlir", "torch", "onnx"),
}
_OF_NPU = ("ethos-u-vela",)
_KNOWN = ("Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "PSF-2.0")
_SPELLINGS = {
    "apache license 2.0": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache 2": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache license v2.0": "Apache-2.0",
    "3-clause bsd license": "BSD-3-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd 3-clause": "BSD-3-Clause",
    "mit license": "MIT",
    "psf": "PSF-2.0",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
}
_CLASSIFIERS = {
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}


@functools.cache
def origins(front_end: str, for_npu: bool = False) -> tuple[str, ...]:
    """Returns `package:NAME==VERSION:LICENCE` for each package that a front end needs, and for those that these need, as
    far as they are installed."""
    found: dict[str, str] = {}
    waiting = [*_NEEDED[front_end], *(_OF_NPU if for_npu else ())]
    while waiting:
        name = _normal(waiting.pop())
        if name in found:
            continue
        try:
            package = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        found[name] = f"package:{package.metadata['Name']}=={package.version}:{licence_of(package)}"
        waiting += _requirements(package.requires or ())
    return tuple(found[name] for name in sorted(found))


def licence_of(package: importlib.metadata.Distribution) -> str:
    """Returns the licence that a package declares, as an expression of SPDX, or NOASSERTION if it is not a known one."""
    fields = package.metadata
    expression = (fields.get_all("License-Expression") or [""])[0]
    if expression:
        # It is one of SPDX, but may name a licence of its own, whose text would have to be in the document.
        return expression if "LicenseRef" not in expression else "NOASSERTION"
    text = (fields.get_all("License") or [""])[0].strip()
    if found := text if text in _KNOWN else _SPELLINGS.get(text.lower()):
        return found
    named = [value.rpartition(" :: ")[2] for value in fields.get_all("Classifier") or () if value.startswith("License ::")]
    known = {_CLASSIFIERS.get(name, "") for name in named}
    return known.pop() if len(known) == 1 and "" not in known else "NOASSERTION"


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(lines: Sequence[str]) -> list[str]:
    """Returns the names of what a package requires, without what only its extras do. Of what is for other systems, nothing is
    installed."""
    return [found[0] for line in lines if "extra ==" not in line and (found := re.match(r"[A-Za-z0-9._-]+", line))]
