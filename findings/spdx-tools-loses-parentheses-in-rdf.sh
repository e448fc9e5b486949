#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# spdx-tools 0.8.5: (MIT OR Apache-2.0) AND GPL-2.0-only, written as RDF and read again, is satisfied by one of the first two
# alone.
#
# RDF has a set of licenses for each AND and each OR, one in the other, so that no order of precedence is needed (SPDX 2.3).
# One would guess that an expression comes back from each of the five formats as it was, but for the order of its parts. From
# RDF it comes back without its parentheses: AND binds more tightly, so that the expression is MIT OR (Apache-2.0 AND
# GPL-2.0-only) or Apache-2.0 OR (MIT AND GPL-2.0-only), whichever comes first in that run. JSON, YAML, XML and tag-value keep
# them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q spdx-tools==0.8.5
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import logging
from datetime import datetime

from spdx_tools.common.spdx_licensing import spdx_licensing
from spdx_tools.spdx.model import Actor, ActorType, CreationInfo, Document, Package, Relationship, RelationshipType
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.writer.write_anything import write_file

logging.disable(logging.WARNING)


def again(expression, suffix):
    """Returns a license expression that was written to a file and read again."""
    creator = Actor(ActorType.TOOL, "tool")
    creation = CreationInfo("SPDX-2.3", "SPDXRef-DOCUMENT", "name", "https://example.org/name", [creator], datetime(2026, 1, 1))
    package = Package("SPDXRef-package", "package", "https://example.org/package", license_declared=expression)
    describes = Relationship("SPDXRef-DOCUMENT", RelationshipType.DESCRIBES, "SPDXRef-package")
    write_file(Document(creation, packages=[package], relationships=[describes]), f"document.{suffix}")
    return parse_file(f"document.{suffix}").packages[0].license_declared


for text, kept in [("(MIT OR Apache-2.0) AND GPL-2.0-only", False), ("MIT OR (Apache-2.0 AND GPL-2.0-only)", True)]:
    expression = spdx_licensing.parse(text)
    for suffix in ("json", "yaml", "xml", "spdx", "rdf.xml"):
        found = again(expression, suffix)
        print(f"{text} by {suffix}: {found.render()}")
        assert (found.simplify() == expression.simplify()) == (kept or suffix != "rdf.xml")
        if suffix == "rdf.xml":
            assert found.operator.strip() == "OR"
PYTHON
