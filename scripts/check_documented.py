#!/usr/bin/env python3
"""Finds definitions without an explanation in the reference.

    check_documented.py            our own TableGen files, and the help of tir-opt on the PATH
    check_documented.py FILE.td... these files instead, read together
    check_documented.py --tir-opt-help=FILE    this text instead

Every dialect, operation, operand, attribute, result, type, parameter, enum case, interface, method, pass and option
must have a description. Operations, types and passes must have an example, operations and types a source, and
operations the C that they become. Prints the number of gaps at the end.
"""

import argparse
import pathlib
import re
import sys

import reference
from reference import Records

ENUM_VALUE = re.compile(r"clEnumValN\(([^,]+),\s*\"([^\"]*)\",\s*((?:\"[^\"]*\"\s*)+)\)")


def text(value):
    return (value or "").strip()


class Check:
    """The gaps in the records of one set of files."""

    def __init__(self, records):
        self._records = records
        self.gaps = []

    def _require(self, good, record, what, remedy):
        if not good:
            self.gaps.append(f"{self._records.place(record)}: {what}; {remedy}")

    def _words(self, record, what):
        self._require(text(record["summary"]), record, f"{what} has no summary", "say in one line what it is")
        self._require(text(record["description"]), record, f"{what} has no description", "describe it and its invariants")

    def _source(self, record, what):
        self._require("Source:" in text(record["description"]), record, f"{what} names no source",
                      "add 'Source: ' and where the concept comes from")

    def _example(self, record, what):
        self._require("```mlir" in text(record["description"]), record, f"{what} has no ```mlir example", "add one")

    def dialects(self):
        for record in self._records.named("Dialect"):
            self._words(record, f"dialect '{record['name']}'")

    def ops(self):
        for record in self._records.named("Op"):
            what = f"operation '{self._records.resolve(record['opDialect'])['name']}.{record['opName']}'"
            self._words(record, what)
            self._example(record, what)
            self._source(record, what)
            self._require("```c\n" in text(record["description"]), record, f"{what} does not show the C it becomes",
                          "add a block of ```c")
            for dag, write, attribute in ((record["arguments"], "Arg", "attribute"), (record["results"], "Res", "")):
                for name, member in self._records.arguments(dag):
                    constraint = self._records.resolve(member["constraint"]) if "constraint" in member else member
                    kind = "result" if write == "Res" else "operand"
                    if attribute and Records.is_a(constraint, "Attr"):
                        kind = attribute
                    self._require(self._records.summary(member), record, f"{kind} '{name}' of {what} has no description",
                                  f'write {write}<Type, "what it is">:${name}')

    def definitions(self, superclass, kind, prefix):
        """Checks types and attributes."""
        for record in self._records.named(superclass):
            dialect = self._records.resolve(record["dialect"])["name"]
            what = f"{kind} '{prefix}{dialect}.{record['mnemonic']}'"
            self._words(record, what)
            if superclass == "TypeDef":
                self._example(record, what)
                self._source(record, what)
            for name, member in self._records.arguments(record["parameters"]):
                self._require(member is not None and text(member["summary"]), record,
                              f"parameter '{name}' of {what} has no description",
                              f'write a TypeParameter or AttrParameter<"C++ type", "what it is">:${name}')
            if Records.is_a(record, "EnumAttr"):
                self._cases(record, what)

    def _cases(self, record, what):
        """Checks that the attribute's description explains each case, since a case has no text in TableGen."""
        for case in map(self._records.resolve, self._records.resolve(record["enum"])["enumerants"]):
            self._require(f"`{case['str']}`" in text(record["description"]), record,
                          f"case '{case['str']}' of {what} is not explained",
                          f"explain `{case['str']}` in the description")

    def interfaces(self):
        for record in self._records.named("Interface"):
            what = f"interface '{record['cppInterfaceName']}'"
            self._require(text(record["description"]), record, f"{what} has no description", "describe it and its invariants")
            for method in map(self._records.resolve, record["methods"]):
                self._require(text(method["description"]), method, f"method '{method['name']}' of {what} has no description",
                              "say what it returns")

    def passes(self):
        for record in self._records.named("PassBase"):
            what = f"pass '--{record['argument']}'"
            self._words(record, what)
            self._example(record, what)
            for option in map(self._records.resolve, record["options"]):
                name = f"option '{option['argument']}' of {what}"
                self._require(text(option["description"]), option, f"{name} has no description", "say what it sets")
                for _, value, meaning in ENUM_VALUE.findall(text(option["additionalOptFlags"])):
                    self._require(meaning.replace('"', "").strip(), option,
                                  f"value '{value}' of {name} has no description", "say what it chooses")

    def command_options(self):
        for record in reference.command_options(self._records):
            self._require(text(record["HelpText"]), record, f"option '{reference.spell(record)}' has no help",
                          "give it a HelpText")

    def all(self):
        self.dialects()
        self.ops()
        self.definitions("TypeDef", "type", "!")
        self.definitions("AttrDef", "attribute", "#")
        self.interfaces()
        self.passes()
        self.command_options()
        return self.gaps


def undescribed(tool, options):
    for name, description, parent in options:
        if not description:
            yield f"{tool}: '{name}'{f' of {parent!r}' if parent else ''} has no description; give it a cl::desc"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tir-opt-help", type=pathlib.Path, help="what tir-opt --help printed")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    given = parser.parse_args()

    gaps = []
    ours = not given.files and not given.tir_opt_help
    # Files of passes may have the same name.
    sets = []
    if ours:
        gaps += [f"{file}: the reference does not have these passes; add the file to PASSES in scripts/reference.py"
                 for file in reference.unlisted()]
        sets = [sorted(folder.glob("*.td")) for _, folder in reference.DIALECTS.values()]
        sets += [*([file] for file in reference.PASSES.values()), [reference.OPTIONS]]
    if given.files:
        sets = [given.files]
    for files in sets:
        gaps += Check(Records(files)).all()
    if ours or given.tir_opt_help:
        shown = given.tir_opt_help.read_text() if given.tir_opt_help else reference.tool_help("tir-opt", "--tir-help")
        gaps += undescribed("tir-opt", reference.tir_opt_options(shown))
    for gap in gaps:
        print(gap, file=sys.stderr)
    print(f"{len(gaps)} gaps")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
