"""SWE-bench: grading of test logs by a checkout or an installed swebench. python swebench.py ROOT [CASES]

A submission is what a run left behind: {"lines": […], "exit_code": 0, "markers": true, "patch": "diff"}. No test is run.
CASES is JSON lines of id, fail_to_pass, pass_to_pass, log_parser and eval_type; without it invented ones are used.
"""

import os
import sys
import tempfile

# This file has the name of the package: its folder must not be searched for it.
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:] = [place for place in sys.path if os.path.realpath(place or ".") != HERE]
sys.path.append(HERE)

import swebench_edits  # noqa: E402
from inert_modules import inert_modules, named_stubs  # noqa: E402
from measurand_bridge import Refusal, Target, serve  # noqa: E402
from scorer_function import read_cases  # noqa: E402

LIBRARIES = ["bs4", "datasets", "docker", "dotenv", "ghapi", "git", "modal", "numpy", "pandas", "requests", "rich",
             "tenacity", "tqdm", "typer", "unidiff"]
FIELDS = ("fail_to_pass", "pass_to_pass", "log_parser", "eval_type")


class SweBench(Target):
    name, variant, scorer_kind, submission = "swebench", "grading", "outcome", "opaque"
    licence = "MIT"
    edits = swebench_edits.EDITS

    def __init__(self, root, cases=None):
        self.root = os.path.realpath(root)
        sys.path.insert(0, self.root)
        with inert_modules(LIBRARIES) as finder:
            from swebench.harness import constants, grading
            from swebench.types import TestSpec

            self.constants, self.grading, self.spec = constants, grading, TestSpec
        self.stubs = named_stubs(finder)
        self.cases = swebench_edits.CASES if cases is None else read_cases(cases)

    def case(self, task):
        if task not in self.cases:
            raise Refusal("unknown_task", f"no case {task!r}")
        return self.cases[task]

    def list_tasks(self):
        return [{"id": task, "tags": [case["log_parser"]]} for task, case in self.cases.items()]

    def truth(self, task):
        return swebench_edits.correct(self.case(task))

    def perturb(self, task, edit):
        return swebench_edits.apply(edit, self.case(task))

    def log(self, run):
        """The log as the evaluation writes it: results between the markers, the exit code behind them."""
        start = [self.constants.START_TEST_OUTPUT] if run.get("markers", True) else []
        end = [self.constants.END_TEST_OUTPUT] if run.get("markers", True) else []
        code = run.get("exit_code")
        last = [] if code is None else [f"{self.constants.TEST_EXIT_CODE}: {code}"]
        return "\n".join([*start, *run["lines"], *end, *last, ""])

    def report(self, case, run):
        spec = self.spec(
            instance_id="case",
            image="",
            eval_script_list=[],
            repo="",
            version="",
            FAIL_TO_PASS=case["fail_to_pass"],
            PASS_TO_PASS=case["pass_to_pass"],
            log_parser=case["log_parser"],
            eval_type=case["eval_type"],
        )
        prediction = {"instance_id": "case", "model_name_or_path": "none", "model_patch": run.get("patch", "diff")}
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as log:
            log.write(self.log(run))
            log.flush()
            return self.grading.get_eval_report(spec, prediction, log.name, include_tests_status=False)["case"]

    def score(self, task, submission):
        if not isinstance(submission, dict) or not isinstance(submission.get("lines"), list):
            raise Refusal("invalid_submission", "a submission holds the lines of a log")
        report = self.report(self.case(task), submission)
        return {
            "score": 1 if report["resolved"] else 0,
            "passed": report["resolved"],
            "components": {"applied": report["patch_successfully_applied"]},
        }

    def grade(self, suite, case):
        run = {**case, "lines": case["log_lines"], "patch": case["model_patch"]}
        report = self.report({name: case[name] for name in FIELDS}, run)
        return {"output": {name: report[name] for name in case["output"]}}


if __name__ == "__main__":
    serve(lambda: SweBench(*sys.argv[1:3]))
