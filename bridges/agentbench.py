"""AgentBench: database, knowledge graph and shell answers by the graders of a checkout. python agentbench.py ROOT

A submission is the final answer: a text, or for the knowledge graph a list of entities. No database, graph or container
is started: tasks whose grading needs one are not listed. The database grader runs what it is handed as Python.
"""

import asyncio
import glob
import importlib
import json
import os
import sys
import types

import agentbench_edits
from inert_modules import inert_modules, named_stubs
from measurand_bridge import Refusal, Target, serve

LIBRARIES = ["agentrl", "aiomysql", "docker", "mysql", "networkx", "numpy", "openai", "SPARQLWrapper", "typing_extensions",
             "yaml"]
GRADED = "src.server.tasks"
DATABASE = os.path.join("data", "dbbench", "standard.jsonl")
GRAPH = os.path.join("data", "knowledgegraph", "std.json")
SHELL = os.path.join("data", "os_interaction", "data")
CHANGES = ("INSERT", "DELETE", "UPDATE")


def bare_package(root, name):
    """The package without what its own file imports, which would start the whole task server."""
    module = types.ModuleType(name)
    module.__path__ = [os.path.join(root, *name.split("."))]
    sys.modules[name] = module


class AgentBench(Target):
    name, variant, scorer_kind, submission = "agentbench", "standard", "outcome", "opaque"
    licence = "Apache-2.0"
    edits = agentbench_edits.EDITS

    def __init__(self, root):
        self.root = os.path.realpath(root)
        sys.path.insert(0, self.root)
        for part in ("dbbench", "knowledgegraph", "os_interaction"):
            bare_package(self.root, f"{GRADED}.{part}")
        with inert_modules(LIBRARIES, [f"{GRADED}.dbbench.interaction"]) as finder:
            self.database = importlib.import_module(f"{GRADED}.dbbench.result_processor").DBResultProcessor
            self.graph = importlib.import_module(f"{GRADED}.knowledgegraph.task").KnowledgeGraph
            self.shell = importlib.import_module(f"{GRADED}.os_interaction.task")
        self.stubs = named_stubs(finder)
        self.tasks, files = {}, [DATABASE, GRAPH]
        with open(os.path.join(self.root, DATABASE), encoding="utf-8") as file:
            for at, row in enumerate(json.loads(line) for line in file):
                if row["type"][0] not in CHANGES:
                    self.tasks[f"dbbench/{at}"] = ("database", row["label"], row["type"][0])
        with open(os.path.join(self.root, GRAPH), encoding="utf-8") as file:
            for at, row in enumerate(json.load(file)):
                gold = sorted({one["answer_argument"] for one in row["answer"]})
                self.tasks[f"knowledgegraph/{at}"] = ("graph", gold, None)
        for path in sorted(glob.glob(os.path.join(self.root, SHELL, "**", "*.json"), recursive=True)):
            files.append(os.path.relpath(path, self.root))
            self.read_shell(path)
        self.truth_files = tuple(files)

    def read_shell(self, path):
        """Tasks of the shell that are graded by a text; the others run a script in a container."""
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)
        place = os.path.relpath(path, os.path.join(self.root, SHELL)).removesuffix(".json")
        for at, row in enumerate(rows if isinstance(rows, list) else [rows]):
            match = row.get("evaluation", {}).get("match")
            match = {"answer": match, "strip": True} if isinstance(match, str) else match
            if isinstance(match, dict) and "answer" in match:
                self.tasks[f"os/{place}/{at}"] = ("shell", match["answer"], match)

    def task(self, task):
        if task not in self.tasks:
            raise Refusal("unknown_task", f"no task {task!r}")
        return self.tasks[task]

    def list_tasks(self):
        return [{"id": task, "tags": [kind]} for task, (kind, _, _) in self.tasks.items()]

    def truth(self, task):
        kind, gold, _ = self.task(task)
        if kind != "database":
            return gold
        return gold[0] if len(gold) == 1 else json.dumps(gold, ensure_ascii=False)

    def perturb(self, task, edit):
        return agentbench_edits.apply(edit, self.task(task)[0], self.truth(task))

    def score(self, task, submission):
        kind, gold, rule = self.task(task)
        wanted = list if kind == "graph" else str
        if not isinstance(submission, wanted):
            raise Refusal("invalid_submission", f"an answer here is a {wanted.__name__}")
        if kind == "graph":
            value = self.graph._calculate_f1(submission, gold)
        elif kind == "database":
            value = float(self.database.compare_results(submission, gold, rule))
        else:
            value = float(self.by_text(submission, rule))
        return {"score": value, "passed": value >= 1}

    def by_text(self, answer, match):
        config = self.shell.JudgeConfig()
        config.match = {"strip": True, **match}
        grader = self.shell.OSInteraction.__new__(self.shell.OSInteraction)
        return asyncio.run(grader._evaluate_answer(answer, config, None, None))["success"]

    def grade(self, suite, case):
        return {"output": self.database.compare_results(case["answer"], case["ground_truth"], case["query_type"])}


if __name__ == "__main__":
    serve(lambda: AgentBench(sys.argv[1]))
