"""Any function of (submission, gold) as a target, without a line of glue: python scorer_function.py FILE:FUNCTION CASES

CASES is JSON lines: id, gold, and perhaps `submission`, the correct one where it is not the gold itself.
"""

import importlib
import importlib.util
import inspect
import json
import os
import re
import sys

from judge_clients import JudgeClients
from measurand_bridge import Refusal, Target, ask_judge, serve


def load_function(spec):
    """A function from `path/file.py:name` or `package.module:name`."""
    place, _, name = spec.rpartition(":")
    if place.endswith(".py"):
        path = os.path.realpath(place)
        sys.path.insert(0, os.path.dirname(path))
        found = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
        module = importlib.util.module_from_spec(found)
        sys.modules[found.name] = module
        found.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    return getattr(module, name), module


def read_cases(path):
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    return {str(row.get("id", at)): row for at, row in enumerate(rows)}


def takes(function):
    """How many arguments a function needs; none where it does not say."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


RESULT = re.compile(r"^\s*(PASSED|FAILED|PASS|FAIL|ok|not ok)\b|\.\.\. (ok|FAIL|ERROR)$", re.M)


def kind_of(submissions):
    """What submissions are, by their form: text, a patch, the log of a test run, calls, actions, or records."""
    if all(isinstance(said, str) for said in submissions):
        if all(re.search(r"^@@ ", said, re.M) and re.search(r"^\+\+\+ ", said, re.M) for said in submissions):
            return "patch"
        return "log" if all("\n" in said and RESULT.search(said) for said in submissions) else "text"

    def holds(*names):
        return all(
            isinstance(said, list) and all(isinstance(item, dict) and all(n in item for n in names) for item in said)
            for said in submissions
        )

    return "calls" if holds("name", "arguments") else "actions" if holds("name", "kwargs") else "records"


class FunctionTarget(Target):
    submission = "text"
    name = "scorer-function"

    def __init__(self, spec, cases):
        clients = JudgeClients(self)
        self.function, module = load_function(spec)
        self.variant = spec.rpartition(":")[2]
        self.root = os.path.dirname(os.path.realpath(module.__file__))
        # A scorer that takes a third argument asks a model through it; others bring a client of their own.
        self.asks = takes(self.function) > 2
        self.scorer_kind = "judge" if self.asks or clients.imported else "outcome"
        self.stubs = tuple(f"{name} (asks the judge of the audit)" for name in clients.imported)
        self.cases = read_cases(cases)
        self.submission = kind_of([self.truth(task) for task in self.cases])

    def list_tasks(self):
        return [{"id": task} for task in self.cases]

    def case(self, task):
        if task not in self.cases:
            raise Refusal("unknown_task", f"no case {task!r}")
        return self.cases[task]

    def truth(self, task):
        row = self.case(task)
        return row["submission"] if "submission" in row else row["gold"]

    def score(self, task, submission):
        gold = self.case(task)["gold"]
        more = [lambda prompt: ask_judge(prompt, self)] if self.asks else []
        given = self.function(submission, gold, *more)
        # Some scorers give a pair of verdict and explanation.
        verdict = given[0] if isinstance(given, tuple) else given
        value = float(verdict)
        reason = str(given[1]) if isinstance(given, tuple) and len(given) > 1 else None
        return {"score": value, "passed": value >= 1, "reason": reason}

    def grade(self, suite, case):
        given = self.function(case["submission"], case["gold"])
        return {"result": given[0] if isinstance(given, tuple) else given}


if __name__ == "__main__":
    serve(lambda: FunctionTarget(sys.argv[1], sys.argv[2]))
