# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses what a model says beyond the table of operators, before anything is converted: what a converter does not know, it
would ignore."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import onnx

from ...refused import Refused
from ..custom import is_custom
from .kinds import Attribute
from .learned import REFUSED_LEARNED
from .operators import DOMAINS, NEWEST, REFUSED_DOMAINS, STANDARD

_A = onnx.AttributeProto
# Models of these versions of the file format have no opset_import; their operators are from opset 1.
_LAST_WITHOUT_OPSETS = 2
# The standard's own domain has two names.
_STANDARD = ("", "ai.onnx")


def check(model: Any, custom: Collection[str] = ()) -> None:
    """Refuses a model with operators, versions or attributes that the table does not have; the application computes those that
    `custom` names. Afterwards, the standard's domain has only the name "", and each domain one version."""
    if model.ir_version <= _LAST_WITHOUT_OPSETS and not model.opset_import:
        model.opset_import.append(onnx.helper.make_opsetid("", 1))
        model.ir_version = _LAST_WITHOUT_OPSETS + 1
    functions = {_key(function.domain, function.name, function.overload): function for function in model.functions}
    _Scope(_versions(model, "model"), functions, set(), custom).check(model.graph.node)


def _key(domain: str, name: str, overload: str) -> tuple[str, str, str]:
    return "" if domain in _STANDARD else domain, name, overload


def _versions(owner: Any, what: str) -> dict[str, int]:
    """Returns the version of each domain. Drops repeated ones."""
    versions: dict[str, int] = {}
    for opset in owner.opset_import:
        domain = "" if opset.domain in _STANDARD else opset.domain
        if versions.setdefault(domain, opset.version) != opset.version:
            raise Refused(
                f"the opset_import of this {what} has the versions {versions[domain]} and {opset.version} of the domain "
                f"'{domain or 'ai.onnx'}'; expected one version of each domain: export the model again"
            )
    del owner.opset_import[:]
    owner.opset_import.extend(onnx.helper.make_opsetid(domain, version) for domain, version in versions.items())
    return versions


@dataclasses.dataclass(frozen=True)
class _Scope:
    """The model's graph or a function: the versions of the domains, the model's functions, and those that were checked."""

    versions: Mapping[str, int]
    functions: Mapping[tuple[str, str, str], Any]
    checked: set[tuple[str, str, str]]
    custom: Collection[str]
    is_function: bool = False

    def check(self, nodes: Iterable[Any], is_inner: bool = False) -> None:
        for index, node in enumerate(nodes):
            if node.domain in _STANDARD:
                node.domain = ""
            name = node.name or next((name for name in node.output if name), f"{node.op_type}_{index}")
            title = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
            place = _Place(f"'{name}': {title}", title if node.domain else f"onnx.{title}")
            referring = [attribute for attribute in node.attribute if attribute.ref_attr_name]
            if referring and not self.is_function:
                raise place.refused(
                    f": its attribute '{referring[0].name}' refers to '{referring[0].ref_attr_name}' of a function, but no "
                    "function contains it; expected a value: export the model again"
                )
            if _key(node.domain, node.op_type, node.overload) in self.functions:
                self._check_call(node, place)
            elif node.domain and is_custom(node, self.custom):
                if is_inner:
                    raise place.refused(
                        " is in a branch or a loop; expected an operator that the application computes in each run: take it out of it"
                    )
            else:
                self._check_operator(node, place)
            for attribute in node.attribute:
                for graph in [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]:
                    self.check(graph.node, is_inner=True)

    def _check_call(self, node: Any, place: _Place) -> None:
        """Checks a function where it is called first."""
        key = _key(node.domain, node.op_type, node.overload)
        function = self.functions[key]
        if not node.domain and node.op_type in STANDARD:
            raise place.refused(
                ": a function of the model has the name of this operator; expected another name: rename the function"
            )
        known = {*function.attribute, *(attribute.name for attribute in function.attribute_proto)}
        given = {attribute.name: attribute for attribute in node.attribute if attribute.name in known}
        types = {name: Attribute(_A.AttributeType.Name(attribute.type)) for name, attribute in given.items()}
        _check_attributes(node, types, place, "its function")
        if key in self.checked:
            return
        self.checked.add(key)
        versions = _versions(function, f"model's function {function.name}")
        for domain, version in versions.items():
            if self.versions.get(domain, version) != version:
                raise place.refused(
                    f": its function is of opset {version} of the domain '{domain or 'ai.onnx'}', and the model of opset "
                    f"{self.versions[domain]}; expected the same: export the model again"
                )
        _Scope(versions, self.functions, self.checked, self.custom, is_function=True).check(function.node)

    def _check_operator(self, node: Any, place: _Place) -> None:
        opset = self.versions.get(node.domain)
        if opset is None:
            raise place.refused(
                f": this model has no opset_import of its domain '{node.domain or 'ai.onnx'}'; expected the version of "
                "the operator: export the model again"
            )
        table = DOMAINS.get(node.domain, {})
        if node.domain and node.op_type not in table:
            kind = REFUSED_DOMAINS.get(node.domain)
            because = f"this domain is {kind}" if kind else "only its vendor knows what it computes"
            if node.domain.startswith("com.microsoft") or node.domain.startswith("com.ms."):
                because = "onnxruntime puts such operators into models that it optimises"
            raise place.refused(
                f" is not an operator of ONNX itself; export the model without it ({because}), or name the function of your "
                f"application that computes it (--custom-op={node.domain}.{node.op_type}:FUNCTION[:DEVICE])"
            )
        if node.domain and node.op_type in REFUSED_LEARNED:
            reason = REFUSED_LEARNED[node.op_type]
            raise place.refused(f": {reason}; expected numbers in tensors: take the operator out of the model")
        if not node.domain:
            _check_opset(opset, place)
        entry = table.get(node.op_type)
        version = entry.version(opset) if entry else None
        if entry is None or version is None:
            newer = [number for number in entry.versions if number > opset] if entry else []
            raise place.refused(
                f": opset {opset} does not have this operator; expected an operator of this opset: "
                + (f"export the model with opset_version={newer[0]} or newer" if newer else "export it with other operators")
            )
        _check_attributes(node, entry.in_version(version), place, f"opset {opset}")


@dataclasses.dataclass(frozen=True)
class _Place:
    """A node: the beginning of a sentence about it, and its operator."""

    text: str
    operator: str

    def refused(self, message: str) -> Refused:
        return Refused(self.text + message, self.operator)


def _check_opset(opset: int, place: _Place) -> None:
    if opset > NEWEST:
        raise place.refused(
            f": it is of opset {opset}, which this version of tirc does not know; expected at most {NEWEST}: "
            f"export the model with opset_version={NEWEST}, or update tirc"
        )
    installed = onnx.defs.onnx_opset_version()
    if opset > installed:
        raise place.refused(
            f": it is of opset {opset}, which the installed onnx {onnx.__version__} does not know; expected at most "
            f"{installed}: update onnx (pip install --upgrade onnx), or export the model with opset_version={installed}"
        )


def _check_attributes(node: Any, known: Mapping[str, Attribute], place: _Place, where: str) -> None:
    seen: set[str] = set()
    for attribute in node.attribute:
        problem = _problem(attribute, known, where)
        if attribute.name in seen:
            problem = f"its attribute '{attribute.name}' is there twice; expected one"
        if problem:
            raise place.refused(f": {problem}: export the model again, or change this attribute")
        seen.add(attribute.name)


def _problem(attribute: Any, known: Mapping[str, Attribute], where: str) -> str:
    """Returns what is wrong with an attribute, "" if nothing is."""
    entry = known.get(attribute.name)
    if entry is None:
        names = ", ".join(f"'{name}'" for name in sorted(known)) or "none"
        return f"in {where}, it does not have the attribute '{attribute.name}'; expected only {names}"
    if attribute.type != _A.AttributeType.Value(entry.type):
        found = _A.AttributeType.Name(attribute.type)
        return f"its attribute '{attribute.name}' has the type {found}; expected {entry.type}"
    if not entry.values or attribute.ref_attr_name:
        return ""
    value = attribute.i if entry.type == "INT" else attribute.s.decode(errors="replace")
    if value in entry.values:
        return ""
    expected = "one of " + ", ".join(f"'{one}'" for one in entry.values)
    if entry.type == "INT":
        expected = f"{entry.values[0]} to {entry.values[-1]}"
    return f"its attribute '{attribute.name}' is {value!r}; expected {expected}"
