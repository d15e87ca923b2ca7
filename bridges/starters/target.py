"""A target of your own. Fill in the four methods; try it with: measurand bridge check -- python3 target.py"""

import os

from measurand_bridge import Refusal, Target, serve

CASES = {"capital": "Paris", "sum": "1764"}


def score_answer(answer, gold):
    """Stands for your scorer. Import the real one instead."""
    return 1.0 if str(answer).strip().lower() == gold.lower() else 0.0


class MyTarget(Target):
    name, scorer_kind, submission = "my-target", "outcome", "text"
    root = os.path.dirname(os.path.abspath(__file__))

    def gold(self, task):
        if task not in CASES:
            raise Refusal("unknown_task", f"no task {task!r}")
        return CASES[task]

    def list_tasks(self):
        return [{"id": task} for task in CASES]

    def truth(self, task):
        return self.gold(task)

    def score(self, task, submission):
        value = score_answer(submission, self.gold(task))
        return {"score": value, "passed": value >= 1}


if __name__ == "__main__":
    serve(MyTarget)
