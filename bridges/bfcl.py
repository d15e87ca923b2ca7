"""BFCL: the AST checker, data and type converters of the installed bfcl-eval. python bfcl.py [CATEGORY,CATEGORY]"""

import importlib.util
import json
import os
import sys
import types

import bfcl_edits
from measurand_bridge import Refusal, Target, serve

PACKAGE = "bfcl_eval"
PYTHON_CATEGORIES = [
    "simple_python",
    "multiple",
    "parallel",
    "parallel_multiple",
    "live_simple",
    "live_multiple",
    "live_parallel",
    "live_parallel_multiple",
]
MODEL = "measurand"


def stub_model_config():
    """The real module imports the client library of every vendor; the checker asks it one question per model name."""
    module = types.ModuleType(f"{PACKAGE}.constants.model_config")
    module.MODEL_CONFIG_MAPPING = {MODEL: types.SimpleNamespace(underscore_to_dot=False)}
    sys.modules[module.__name__] = module


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def is_function_calling_format(submission):
    """What the caller of the checker demands first: a list of dicts of one key whose value is a dict."""
    return isinstance(submission, list) and all(
        isinstance(call, dict) and len(call) == 1 and isinstance(next(iter(call.values())), dict)
        for call in submission
    )


class Bfcl(Target):
    name, scorer_kind, submission = "bfcl", "specification", "calls"
    package, licence = "bfcl-eval", "Apache-2.0"
    stubs = ("bfcl_eval.constants.model_config (underscore_to_dot=false)",)
    edits = bfcl_edits.EDITS

    def __init__(self, categories):
        self.root = importlib.util.find_spec(PACKAGE).submodule_search_locations[0]
        stub_model_config()
        from bfcl_eval.constants.enums import Language
        from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker

        self.checker, self.language = ast_checker, Language.PYTHON
        self.languages = {language.name.lower(): language for language in Language}
        self.variant = "python" if categories == PYTHON_CATEGORIES else "+".join(categories)
        self.entries, files = {}, []
        for category in categories:
            prompts = os.path.join("data", f"BFCL_v4_{category}.json")
            answers = os.path.join("data", "possible_answer", f"BFCL_v4_{category}.json")
            files += [answers]
            truth = {row["id"]: row["ground_truth"] for row in read_lines(os.path.join(self.root, answers))}
            for row in read_lines(os.path.join(self.root, prompts)):
                self.entries[row["id"]] = (category, row["function"], truth[row["id"]])
        self.truth_files = tuple(files)

    def entry(self, task):
        if task not in self.entries:
            raise Refusal("unknown_task", f"no entry {task!r}")
        return self.entries[task]

    def list_tasks(self):
        return [{"id": task, "tags": [category]} for task, (category, _, _) in self.entries.items()]

    def truth(self, task):
        return bfcl_edits.correct(self.entry(task)[2])

    def perturb(self, task, edit):
        category, functions, answers = self.entry(task)
        if edit in bfcl_edits.BATTERY and category != "simple_python":
            return []  # the paper's battery is of this category; elsewhere a call may rightly have no argument
        return bfcl_edits.apply(edit, functions, answers)

    def score(self, task, submission):
        category, functions, answers = self.entry(task)
        if not is_function_calling_format(submission):
            return {"score": 0, "passed": False, "reason": "not a list of calls"}
        verdict = self.checker(functions, submission, answers, self.language, category, MODEL)
        return {
            "score": 1 if verdict["valid"] else 0,
            "passed": bool(verdict["valid"]),
            "reason": None if verdict["valid"] else verdict.get("error_type"),
        }

    def grade(self, suite, case):
        language = self.languages[case.get("language", "python")]
        functions, calls, answers = case["function"], case["submission"], case["possible_answer"]
        verdict = self.checker(functions, calls, answers, language, case["category"], MODEL)
        # The checker names a kind of error beforehand and leaves it there when it finds none.
        return {"valid": verdict["valid"], "error_type": None if verdict["valid"] else verdict.get("error_type")}


if __name__ == "__main__":
    chosen = sys.argv[1].split(",") if len(sys.argv) > 1 else PYTHON_CATEGORIES
    serve(lambda: Bfcl(chosen))
