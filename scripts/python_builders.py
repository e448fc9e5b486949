"""Generates the functions of Python that build the operations of our dialects, from their TableGen files."""

import keyword
import re
import textwrap

import reference

_LICENSE = """# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
_SOURCE = "Written by scripts/generate_files from"
# Kinds of attributes in tirc.attribute_text, with their types in Python, by the names of the constraints.
_KINDS = {
    "DenseI64ArrayAttr": ("kinds.INTEGERS", "Sequence[int]"),
    "FlatSymbolRefAttr": ("kinds.SYMBOL", "str"),
    "I32Attr": ("kinds.I32", "int"),
    "I64Attr": ("kinds.I64", "int"),
    "StrAttr": ("kinds.STRING", "str"),
    "SymbolNameAttr": ("kinds.STRING", "str"),
    "TypeAttr": ("kinds.TYPE", "str"),
}


# Names that the functions use themselves.
_OWN = {"attributes", "builder", "kinds", "place"}


def _identifier(name):
    return name + "_" if keyword.iskeyword(name) else name


def _wrapped(text, indent):
    return textwrap.fill(text, 118, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False,
                         break_on_hyphens=False)


def _listed(rows):
    """Returns the lines of a list that is passed."""
    text = ", ".join(rows)
    return [f"        [{text}],"] if len(text) < 100 else ["        [", *(f"            {row}," for row in rows), "        ],"]


class _Field:
    """An operand, an attribute or a result of an operation."""

    def __init__(self, records, name, record):
        self.name = name
        self.python = _identifier(name)
        self.meaning = " ".join(records.summary(record).split())
        self._records = records
        while records.is_a(record, "OpVariable"):
            record = records.resolve(record["constraint"])
        self.record = record
        self.type = " ".join(record["summary"].split())

    def is_a(self, superclass):
        return self._records.is_a(self.record, superclass)

    @property
    def is_attribute(self):
        return self.is_a("AttrConstraint")

    def values(self):
        """Returns the expression for the values of an operand. One in a list cannot be a list itself."""
        return self.python if self.is_a("Variadic") or self.is_a("Optional") else f"[{self.python}]"

    def kind(self):
        """Returns the kind of an attribute, its type in Python, and whether it may be left out."""
        record, optional = self.record, False
        while record["baseAttr"]:
            optional |= bool(record["isOptional"]) or record["defaultValue"] is not None
            record = self._records.resolve(record["baseAttr"])
        optional |= bool(record["isOptional"]) or record["defaultValue"] is not None
        return *self._kind_of(record), optional

    def _kind_of(self, record):
        if record["!name"] == "UnitAttr":
            return "kinds.FLAG", "bool"
        if record["!name"] in _KINDS:
            return _KINDS[record["!name"]]
        if self._records.is_a(record, "TypeAttrBase"):
            return _KINDS["TypeAttr"]
        if self._records.is_a(record, "EnumAttr"):
            cases = [self._records.resolve(case)["str"] for case in self._records.resolve(record["enum"])["enumerants"]]
            quoted = ", ".join(f'"{case}"' for case in cases)
            dialect, mnemonic = record["attrName"].split(".")
            bracketed = "<" in record["assemblyFormat"]
            form = f"#{dialect}.{mnemonic}<{{}}>" if bracketed else f"#{dialect}<{mnemonic} {{}}>"
            return f'kinds.case("{form}", {quoted})', f"Literal[{quoted}]"
        if record["!name"] == "DictionaryAttr":
            return "kinds.DICTIONARY", "Mapping[str, Attribute | str | int]"
        if self._records.is_a(record, "TypedArrayAttrBase"):
            kind, typed = self._kind_of(self._records.resolve(record["elementAttr"]))
            return f"kinds.array({kind})", f"Sequence[{typed}]"
        return "kinds.ATTRIBUTE", "Attribute"

    def static_type(self):
        """Returns the type of a result that always has the same one, or None."""
        if self.is_a("BuildableType"):
            call = self.record["builderCall"]
            if width := re.fullmatch(r"\$_builder\.getIntegerType\((\d+)\)", call):
                return f"i{width.group(1)}"
            if call == "$_builder.getIndexType()":
                return "index"
        if self.is_a("TypeDef") and not self.record["parameters"]["args"]:
            dialect = self._records.resolve(self.record["dialect"])["name"]
            return f"!{dialect}.{self.record['mnemonic']}"
        return None


def _traits(records, listed):
    """Returns traits, and the members of those that are lists, such as InferTypeOpAdaptor."""
    for trait in map(records.resolve, listed):
        yield trait
        yield from _traits(records, trait.get("traits", ()))


class _Operation:
    """One operation, and the function that builds it."""

    def __init__(self, records, record):
        self._records = records
        self._record = record
        self.file = reference.pathlib.Path(records.place(record).rpartition(":")[0])
        self.name = f"{records.resolve(record['opDialect'])['name']}.{record['opName']}"
        self.python = _identifier(record["opName"])
        fields = [_Field(records, *named) for named in records.arguments(record["arguments"])]
        self._operands = [field for field in fields if not field.is_attribute]
        self._attributes = [field for field in fields if field.is_attribute]
        self._results = [_Field(records, *named) for named in records.arguments(record["results"])]
        self._regions = [name for _, name in record["regions"]["args"]]
        traits = list(_traits(records, record["traits"]))
        interfaces = {str(trait.get("trait")) for trait in traits}
        self._segments = "AttrSizedOperandSegments" in {trait["!name"] for trait in traits}
        self._infers = "InferTypeOpInterface::Trait" in interfaces or any(
            records.is_a(trait, "AllTypesMatch") and self._results and self._results[0].name in trait["values"]
            for trait in traits)
        self._is_function = any(trait["!name"] == "FunctionOpInterface" for trait in traits)

    def _parameters(self):
        """Returns the positional and the other parameters as (name, type with its default, meaning)."""
        ordered, required, optional = [], [], []
        for field in self._operands:
            if field.is_a("Variadic"):
                optional.append((field.python, "Sequence[Value] = ()", field.meaning, field.type))
            elif field.is_a("Optional"):
                optional.append((field.python, "Value | None = None", field.meaning, field.type))
            else:
                ordered.append((field.python, "Value", field.meaning, field.type))
        for field in self._attributes:
            _, typed, may_lack = field.kind()
            default = " = False" if typed == "bool" else " | None = None"
            row = field.python, typed + default * may_lack, field.meaning, ""
            (optional if may_lack else required).append(row)
        for field in () if self._infers else self._results:
            if field.is_a("Variadic"):
                row = f"{field.name.rstrip('s')}_types", "Sequence[str] = ()", f"types of {field.name}", field.type
                optional.append(row)
            elif not field.static_type():
                required.append((f"{field.name}_type", "str", f"type of {field.name}", field.type))
        for name in self._regions:
            optional.append((_identifier(name), "Body | None = None", "builds the region", ""))
        return ordered, required + optional

    def _returned(self):
        """Returns the type of the function's result, and what is before and after its call."""
        if not self._results:
            return "Operation", "", ")"
        if len(self._results) > 1:
            return self._tuple_name(), f"{self._tuple_name()}(*", ").results)"
        is_list = self._results[0].is_a("Variadic")
        return ("tuple[Value, ...]", "", ").results") if is_list else ("Value", "", ").result")

    def _tuple_name(self):
        return "".join(word.capitalize() for word in self._record["opName"].split("_"))

    def _tuple(self):
        if len(self._results) < 2:
            return ""
        lines = [f"class {self._tuple_name()}(NamedTuple):", f'    """The results of `{self.name}`."""', ""]
        return "\n".join(lines + [f"    {field.python}: Value" for field in self._results]) + "\n\n\n"

    def _docstring(self, ordered, named):
        summary = " ".join(self._record["summary"].split())
        lines = [_wrapped(f'"""`{self.name}`: {summary}.', "    ").replace("\n        ", "\n    "), ""]
        for name, _, meaning, typed in ordered + named:
            lines.append(_wrapped(f"{name}: {meaning or 'see the reference'}" + f" ({typed})" * bool(typed), "    "))
        for field in self._results:
            lines.append(_wrapped(f"returns {field.name}: {field.meaning or field.type}", "    "))
        if lines[-1] == "":
            return lines[0] + '"""'
        return "\n".join([*lines, '    """'])

    def _kinds(self):
        """Returns each attribute with the expression for its kind."""
        for field in self._attributes:
            kind, typed, may_lack = field.kind()
            yield field, f"kinds.optional({kind})" if may_lack and typed != "bool" else kind

    def _types(self):
        """Returns the expression for the types of the results."""
        parts = []
        for field in self._results:
            if field.is_a("Variadic"):
                parts.append(f"*{field.name.rstrip('s')}_types")
            else:
                static = field.static_type()
                parts.append(f'"{static}"' if static else f"{field.name}_type")
        return f"[{', '.join(parts)}]"

    def _region(self, name):
        types = ""
        if self._is_function:
            types = f', builder._arguments("{self.name}", function_type)'
        made = f"Region({_identifier(name)}{types})"
        return f"None if {_identifier(name)} is None else {made}"

    def generate(self):
        """Returns the text of the function."""
        ordered, named = self._parameters()
        if _OWN & {name for name, *_ in ordered + named}:
            raise SystemExit(f"{self.name} has an argument of a name that its function uses: {sorted(_OWN)}")
        lines = [f"def {self.python}(", "    builder: Builder,"]
        lines += [f"    {name}: {typed}," for name, typed, _, _ in ordered]
        lines += ["    *,", *(f"    {name}: {typed}," for name, typed, _, _ in named)]
        returned, opening, closing = self._returned()
        lines += ["    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,", "    place: str | None = None,",
                  f") -> {returned}:", self._docstring(ordered, named)]
        lines += [f"    return {opening}builder._build(", f'        "{self.name}",']
        lines += _listed([f'("{field.name}", {field.values()})' for field in self._operands])
        lines += _listed([f'("{field.name}", {kind}, {field.python})' for field, kind in self._kinds()])
        lines += ["        attributes,", "        place,"]
        lines += [] if self._infers else [f"        results={self._types()},"]
        lines += [f"        regions=[{', '.join(map(self._region, self._regions))}],"] * bool(self._regions)
        lines += ["        segments=True,"] * self._segments + [f"    {closing}", ""]
        return self._tuple() + "\n".join(lines)


def _imports(body):
    """Returns the imports that the text of a module needs."""
    collections = [name for name in ("Mapping", "Sequence") if re.search(rf"\b{name}\[", body)]
    typing = [name for name in ("Literal", "NamedTuple") if re.search(rf"\b{name}\b", body)]
    building = [name for name in ("Body", "Builder", "NO_ATTRIBUTES", "Operation", "Region", "Value")
                if re.search(rf"\b{name}\b", body)]
    building.sort(key=lambda name: (not name.isupper(), name))
    lines = ["from __future__ import annotations", "", f"from collections.abc import {', '.join(collections)}"]
    lines += [f"from typing import {', '.join(typing)}"] * bool(typing) + [""]
    lines += ["from tirc import attribute_text as kinds"] * ("kinds." in body)
    lines += ["from tirc.attribute_text import Attribute", f"from tirc.building import {', '.join(building)}"]
    return "\n".join(lines) + "\n"


def _module_name(dialect, file):
    """Returns call_ops for TIRCallOps.td, and ops for TIROps.td."""
    stem = file.stem[len(dialect):]
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", stem).lower()


def generate(dialect, folder):
    """Returns the texts of the modules for one dialect, by their names."""
    records = reference.Records(sorted(folder.glob("*.td")))
    modules, names = {}, {}
    for record in records.named("Op"):
        operation = _Operation(records, record)
        name = _module_name(folder.parent.name, operation.file)
        modules.setdefault((name, operation.file.name), []).append(operation)
        names.setdefault(name, []).extend([operation.python])
    made = {}
    for (name, file), operations in modules.items():
        body = "\n\n".join(operation.generate() for operation in operations)
        head = f'{_LICENSE}"""Operations of the dialect `{dialect}`. {_SOURCE} {file}."""\n\n'
        made[f"{name}.py"] = head + _imports(body) + "\n\n" + body
    exported = "".join(f"    {python}," + "\n" for python in sorted(sum(names.values(), [])))
    lines = [f'{_LICENSE}"""The operations of the dialect `{dialect}`. {_SOURCE} its TableGen files."""\n']
    for name in sorted(names):
        lines.append(f"from tirc.dialects.{dialect}.{name} import (")
        lines += [f"    {python}," for python in sorted(names[name])] + [")"]
    lines += ["\n__all__ = ["] + [f'    "{line.strip().rstrip(",")}",' for line in exported.splitlines()] + ["]\n"]
    made["__init__.py"] = "\n".join(lines)
    return made
