"""GAIA: question_scorer from a file of yours, or from an installed inspect-evals. Cases are yours or invented ones.

python gaia.py FILE:FUNCTION|- CASES
"""

import importlib.util
import os
import sys
import types

from measurand_bridge import serve
from scorer_function import FunctionTarget

INSTALLED = "inspect_evals.gaia.scorer:question_scorer"


def stub_missing(names):
    """Stands in for libraries that the scorer only imports. Gives the names that were missing."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    for name in missing:
        sys.modules[name] = types.ModuleType(name)
    return missing


class Gaia(FunctionTarget):
    scorer_kind = "outcome"

    def __init__(self, spec, cases):
        stubs = stub_missing(["numpy"])
        super().__init__(INSTALLED if spec == "-" else spec, cases)
        self.name = "gaia"
        self.package = "inspect-evals" if spec == "-" else None
        self.stubs = (*self.stubs, *stubs)


if __name__ == "__main__":
    cases = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(__file__), "gaia_cases.jsonl")
    serve(lambda: Gaia(sys.argv[1], cases))
