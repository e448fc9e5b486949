"""Checks the statements of `--sbom` in a folder against the files: `check_statements.py FOLDER INPUT...`."""

import hashlib
import json
import pathlib
import sys

folder, inputs = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]
(spdx_path,), (provenance_path,) = folder.glob("*.spdx.json"), folder.glob("*.provenance.json")
spdx, provenance = json.loads(spdx_path.read_text()), json.loads(provenance_path.read_text())


def hashes(paths, algorithm):
    return {str(path.relative_to(folder)) if folder in path.parents else path.name:
            hashlib.new(algorithm, path.read_bytes()).hexdigest() for path in paths}


files = [path for path in folder.rglob("*") if path.is_file() and path not in (spdx_path, provenance_path)]
for algorithm in ("sha1", "sha256"):
    found = {row["fileName"].removeprefix("./"): next(sum_["checksumValue"] for sum_ in row["checksums"]
                                                       if sum_["algorithm"] == algorithm.upper()) for row in spdx["files"]}
    assert found == hashes(files, algorithm), (found, hashes(files, algorithm))
packages = {row["SPDXID"]: row for row in spdx["packages"]}
digests = "".join(sorted(hashes(files, "sha1").values()))
code = packages["SPDXRef-Output"]["packageVerificationCode"]["packageVerificationCodeValue"]
assert code == hashlib.sha1(digests.encode()).hexdigest()
read = {row["packageFileName"]: row["checksums"][0]["checksumValue"] for row in packages.values() if "packageFileName" in row}
assert read == hashes(inputs, "sha256"), read

# Each relationship is between elements of the document, and each file is generated from the models, or a copy.
known = {"SPDXRef-DOCUMENT", *packages, *(row["SPDXID"] for row in spdx["files"])}
assert all(row["spdxElementId"] in known and row["relatedSpdxElement"] in known for row in spdx["relationships"])
generated = {row["spdxElementId"] for row in spdx["relationships"] if row["relationshipType"] == "GENERATED_FROM"}
for row in spdx["files"]:
    text = (folder / row["fileName"]).read_bytes()[:2000].decode(errors="replace")
    if "SPDX-License-Identifier:" in text:
        assert f"SPDX-License-Identifier: {row['licenseConcluded']}" in text, row
    # An archive has both.
    assert (row["SPDXID"] in generated) == row["licenseConcluded"].startswith("LicenseRef-tirc-output"), row

subject = {row["name"]: row["digest"]["sha256"] for row in provenance["subject"]}
assert subject == hashes([*files, spdx_path], "sha256"), subject
build = provenance["predicate"]["buildDefinition"]
dependencies = {row["name"]: row["digest"]["sha256"] for row in build["resolvedDependencies"] if "name" in row}
assert dependencies == hashes(inputs, "sha256"), dependencies
assert provenance["_type"] == "https://in-toto.io/Statement/v1"
assert provenance["predicateType"] == "https://slsa.dev/provenance/v1"
