"""Bits that flip in the constants, the arena and the progress of a run: what --safety finds, and that nothing else happens
than wrong numbers."""

import bit_flips
from models import DIGITS
from runner import Failure, Test

_FLIPS = 1500


def _check(compiler, place, safety):
    counts, crash = bit_flips.count(compiler, DIGITS, place, _FLIPS, safety)
    for wrong in ("crash", "hang", "outside"):
        if counts.total(wrong):
            raise Failure(f"{counts.total(wrong)} flips end in: {wrong}\n{counts.by_kind}\n{crash[-3000:]}")
    constants = counts.by_kind["constants"]
    if any(check.startswith("constants-") for check in safety):
        if constants["detected"] != sum(constants.values()):
            raise Failure(f"of flips in constants, expected all to be detected: {constants}")
    elif constants["detected"] or not constants["silent"]:
        raise Failure(f"without a check of constants, some flips must change the outputs: {constants}")
    arena = counts.by_kind["arena"]
    if bool(arena["detected"]) != ("canaries" in safety):
        raise Failure(f"of flips in the arena, expected those in guard words to be detected, and no other: {arena}")
    if not counts.by_kind["progress"]["detected"]:
        raise Failure(f"no flip in the progress is an error: {counts.by_kind['progress']}")


def tests(compiler):
    for place in bit_flips.PLACES:
        for when in ("first-run", "each-run", "each-step"):
            if place.form == "c" or when == "each-step":
                safety = (f"constants-{when}", "arguments", "masks", "canaries")
                yield Test(f"bit-flips/{place.name.replace(', ', '-')}/{when}", lambda p=place, s=safety: _check(compiler, p, s))
        if place.form == "c":
            yield Test(f"bit-flips/{place.name}/masks", lambda p=place: _check(compiler, p, ("masks",)))
