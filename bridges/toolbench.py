"""ToolBench: the rules around its judge, with a scripted judge. python toolbench.py ROOT

A submission is {"finished": true, "final_answer": "…"}. Each task fixes what the judge says, so what is measured is how
the release turns those words into a verdict. The task `unscripted` has no such judge and needs a model.
"""

import ast
import os
import random
import sys

from inert_modules import inert_modules, named_stubs
from measurand_bridge import NeedsModel, Refusal, Target, serve
from tau_edits import edit

LIBRARIES = ["networkx", "numpy", "openai", "pydantic", "requests", "tenacity", "tqdm", "yaml"]
LOOP = "compute_pass_rate"
# What the judge says of the answer, in order, and of the task.
SCRIPTS = {
    "solved": (["Solved"], "Solvable"),
    "unsolved": (["Unsolved"], "Solvable"),
    "unsolvable": (["Unsolved"], "Unsolvable"),
    "unsure-then-solved": (["Unsure", "Solved"], "Solvable"),
    **{f"unsure-{at}": (["Unsure", "Unsure"], "Unsure") for at in range(8)},
    "unscripted": (None, None),
}
QUERY = "Which kettle is the cheapest?"
GOOD = {"finished": True, "final_answer": "The Quiet Kettle, at 12.50."}

EDITS = (
    edit("empty", "no final answer", "degrading", "null"),
    edit("not_finished", "the episode never calls Finish", "degrading", "battery"),
    edit("gave_up", "the episode gives up", "degrading", "battery"),
    edit("fabricated", "another answer, of which the judge says the same", "degrading"),
    edit("negated", "the answer is denied, and the judge says the same", "degrading"),
    edit("no_such_tool", "the answer rests on a tool that does not exist", "degrading"),
    edit("shouted", "the answer in capitals", "equivalent"),
)
CHANGES = {
    "empty": {"final_answer": ""},
    "not_finished": {"finished": False},
    "gave_up": {"final_answer": "give_up_and_restart"},
    "fabricated": {"final_answer": "zzq fabricated"},
    "negated": {"final_answer": "It is definitely not the Quiet Kettle."},
    "no_such_tool": {"tool": "no_such_tool"},
    "shouted": {"final_answer": GOOD["final_answer"].upper()},
}


def released_loop(path, names):
    """The function that the release defines where only a command line reaches it, compiled from its own file."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    body = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == LOOP]
    exec(compile(ast.Module(body=body, type_ignores=[]), path, "exec"), names)  # noqa: S102
    return names[LOOP]


class ToolBench(Target):
    name, variant, scorer_kind, submission = "toolbench", "pass-rate", "judge", "opaque"
    deterministic = False
    licence = "Apache-2.0"
    edits = EDITS

    def __init__(self, root):
        self.root = os.path.realpath(root)
        folder = os.path.join(self.root, "toolbench", "tooleval")
        sys.path.insert(0, folder)
        with inert_modules(LIBRARIES) as finder:
            from evaluators.registered_cls import rtl
            import utils
        loop = os.path.join("toolbench", "tooleval", "eval_pass_rate.py")
        self.truth_files = (loop,)
        self.stubs = (*named_stubs(finder), "function_call of the judge (scripted)")
        self.judge = rtl.ReinforceToolLearningEvaluator.__new__(rtl.ReinforceToolLearningEvaluator)
        # Its helpers seed the generator when they are imported; what is drawn after that hangs on the order of all votes.
        names = {name: getattr(rtl, name) for name in ("AnswerStatus", "TaskStatus", "AnswerPass")}
        names |= {"random": random, "get_steps": utils.get_steps, "evaluators": [self.judge]}
        self.loop = released_loop(os.path.join(self.root, loop), names)

    def list_tasks(self):
        return [{"id": task} for task in SCRIPTS]

    def script(self, task):
        if task not in SCRIPTS:
            raise Refusal("unknown_task", f"no task {task!r}")
        return SCRIPTS[task]

    def truth(self, task):
        self.script(task)
        return GOOD

    def perturb(self, task, edit):
        self.script(task)
        return [({**GOOD, **CHANGES[edit]}, "answer")]

    def scripted(self, task):
        said, solvable = self.script(task)
        left = list(said or [])

        def function_call(name, _arguments, **_named):
            if said is None:
                self.model_attempts += 1
                raise NeedsModel("the judge is a model")
            if name == "check_task_solvable":
                return {"task_status": solvable, "reason": "scripted"}
            return {"answer_status": left.pop(0), "reason": "scripted"}

        return function_call

    def score(self, task, submission):
        if not isinstance(submission, dict) or not isinstance(submission.get("final_answer"), str):
            raise Refusal("invalid_submission", "a submission has a final_answer")
        called = "{'name': 'Finish'}" if submission.get("finished") else "{'name': 'look_up'}"
        last = {"role": "tool", "message": called, "next": []}
        first = {"role": "tool", "message": "{'name': '%s'}" % submission.get("tool", "look_up"), "next": [last]}
        example = {
            "query": QUERY,
            "available_tools": [{"name": "look_up"}, {"name": "Finish"}],
            "answer": {"final_answer": submission["final_answer"], "answer_details": [first]},
        }
        self.judge.function_call = self.scripted(task)
        _, solvable, solved, label, _, real_tools = self.loop(task, example)
        return {
            "score": 1 if label == "passed" else 0,
            "passed": label == "passed",
            "components": {"tools_exist": real_tools},
            "reason": f"answer {solved.value}, task {solvable.value}",
        }


if __name__ == "__main__":
    serve(lambda: ToolBench(sys.argv[1]))
