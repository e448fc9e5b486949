"""The golden vectors, and the comparison of outputs with them."""

import npz
from runner import Failure


def load(model):
    """Returns the inputs and the expected outputs."""
    arrays = npz.load(model.golden)
    return arrays["inputs"], arrays["tosa"]


def check(model, wanted, got):
    """Raises a Failure that names the first case and element that differs."""
    if len(got) != len(wanted.data):
        raise Failure(f"{len(got)} bytes of output, expected {len(wanted.data)}")
    if got == wanted.data and model.is_integer:
        return
    reference = wanted.values()
    values = npz.Array(wanted.dtype, wanted.shape, got).values()
    allowed = 0.0
    if not model.is_integer:
        allowed = model.tolerance * max(1.0, max(abs(v) for v in reference))
    a_case = len(reference) // wanted.shape[0]
    # Written so that a NaN counts as wrong.
    wrong = [i for i, (g, w) in enumerate(zip(values, reference)) if not abs(g - w) <= allowed]
    if wrong:
        i = wrong[0]
        raise Failure(
            f"{len(wrong)} of {len(reference)} values differ from the reference; the first in case "
            f"{i // a_case} at {i % a_case}: {values[i]}, expected {reference[i]}"
        )
