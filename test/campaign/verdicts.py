"""What can be said of a case."""

from __future__ import annotations

from typing import Any

# A row of the results, for JSON: the case, its verdict, the message, and how it was drawn.
Result = dict[str, Any]
COMPUTED = ("right", "accepted")
# What makes a campaign fail. An `unnamed` refusal does not name the operator; `generator` is a fault of the campaign.
FAILURES = ("differing", "crash", "unnamed", "generator")
# The others: what the reference refuses, and what tirc refuses by name.
NOT_COUNTED, REFUSED = "not counted", "refused"
