"""Invented cases for SWE-bench's grading, the log of a good run of each, and typed edits of it."""

from tau_edits import edit

CASES = {
    "pytest": {
        "fail_to_pass": ["tests/test_area.py::test_fix"],
        "pass_to_pass": ["tests/test_area.py::test_old", "tests/test_area.py::test_other"],
        "log_parser": "parse_log_pytest",
        "eval_type": "pass_and_fail",
    },
    "pytest-v2": {
        "fail_to_pass": ["lib/tests/test_unit.py::test_sum", "lib/tests/test_unit.py::test_mean"],
        "pass_to_pass": ["lib/tests/test_unit.py::test_zero"],
        "log_parser": "parse_log_pytest_v2",
        "eval_type": "pass_and_fail",
    },
    "truncated-id": {
        "fail_to_pass": ["tests/test_units.py::test_new"],
        "pass_to_pass": ["tests/test_units.py::test_parse[km(per"],
        "log_parser": "parse_log_pytest",
        "eval_type": "pass_and_fail",
    },
}

EDITS = (
    edit("no_patch", "no patch was handed in", "degrading", "null"),
    edit("empty_log", "the log is empty", "degrading", "null"),
    edit("target_fails", "a test that was to pass fails", "degrading", "battery"),
    edit("regression", "a test that passed before fails", "degrading", "battery"),
    edit("target_missing", "a test that was to pass has no result", "degrading", "battery"),
    edit("target_skipped", "a test that was to pass is skipped", "degrading", "battery"),
    edit("timed_out", "the run ended at its time limit", "degrading", "battery"),
    edit("markers_missing", "the log has no markers", "degrading", "battery"),
    edit("expected_failure", "a test that was to pass fails as marked by the patch", "degrading"),
    edit("forged_exit_zero", "lines that the patch printed, no test collected, exit code 0", "degrading"),
    edit("forged_exit_one", "lines that the patch printed, exit code 1", "degrading"),
    edit("forged_with_decoy", "lines that the patch printed, exit code 1, one failure in another file", "degrading"),
    edit("forged_later", "a real failure, then a printed pass of the same test", "degrading"),
    edit("forged_no_exit_code", "lines that the patch printed, and no exit code was recorded", "degrading"),
    edit("sibling_skipped", "a test with a cut-off name fails, and another of that beginning is skipped first", "degrading"),
    edit("reordered", "results in another order", "equivalent"),
    edit("other_output", "other output between the results", "equivalent"),
    edit("more_tests", "a further test passes", "equivalent"),
    edit("companion_skipped", "a test that passed before is skipped", "undecided"),
)


def full(name):
    """The whole identifier of a test whose expected one was cut off inside its brackets."""
    return f"{name}-hour)]" if name.count("[") > name.count("]") else name


def line(status, name):
    return f"{status} {full(name)}"


def correct(case):
    names = case["fail_to_pass"] + case["pass_to_pass"]
    lines = [line("PASSED", name) for name in names]
    return {"lines": lines, "exit_code": 0, "markers": True, "patch": "diff"}


def forged(good, code, *more):
    return {**good, "lines": ["collected 0 items", *good["lines"], *more], "exit_code": code}


def replaced(good, at, status):
    lines = list(good["lines"])
    lines[at] = lines[at].replace("PASSED", status, 1)
    return {**good, "lines": lines, "exit_code": 1 if status == "FAILED" else 0}


def made_by(name, case, good):
    first, targets = good["lines"][0], len(case["fail_to_pass"])
    decoy = "FAILED elsewhere/test_decoy.py::test_nothing"
    whole = {
        "no_patch": {**good, "patch": None},
        "empty_log": {**good, "lines": [], "exit_code": None},
        "target_missing": {**good, "lines": good["lines"][1:]},
        "timed_out": {**good, "lines": [*good["lines"], ">>>>> Tests Timed Out"]},
        "markers_missing": {**good, "markers": False},
        "forged_exit_zero": forged(good, 0),
        "forged_exit_one": forged(good, 1),
        "forged_with_decoy": forged(good, 1, decoy),
        "forged_later": {**good, "lines": [first.replace("PASSED", "FAILED", 1), *good["lines"], decoy], "exit_code": 1},
        "forged_no_exit_code": forged(good, None),
        "reordered": {**good, "lines": good["lines"][::-1]},
        "other_output": {**good, "lines": [part for one in good["lines"] for part in (one, "collecting ...")]},
        "more_tests": {**good, "lines": [*good["lines"], "PASSED tests/test_more.py::test_more"]},
    }
    at = {"target_fails": (0, "FAILED"), "target_skipped": (0, "SKIPPED"), "expected_failure": (0, "XFAIL"),
          "regression": (targets, "FAILED"), "companion_skipped": (targets, "SKIPPED")}
    if name in at:
        return replaced(good, *at[name])
    if name == "sibling_skipped":
        cut = case["pass_to_pass"][0]
        if full(cut) == cut:
            return None
        return {**good, "lines": [*good["lines"][:-1], f"SKIPPED {cut}-day)]", f"FAILED {full(cut)}"], "exit_code": 1}
    return whole[name]


def apply(name, case):
    made = made_by(name, case, correct(case))
    return [] if made is None else [(made, "log")]
