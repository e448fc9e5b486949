"""Random models of one operator: the results of their runtimes, and the table in the docs shows these results."""

import campaigns
import python_package
from runner import Test


def tests(compiler):
    package = python_package.of(compiler)
    yield Test("campaign", lambda: campaigns.usual(package))
    yield Test("campaign-full", lambda: campaigns.page(package, campaigns.full(package), "--check"), long=True)
    yield Test("tflite-operators", lambda: campaigns.walk_page(package, campaigns.walk(package), "--check"), long=True)
