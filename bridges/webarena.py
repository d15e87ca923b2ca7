"""WebArena: the answer and address checks of a checkout, on its own task file. python webarena.py ROOT

A submission is how an episode ended: {"answer": "…", "url": "…"}. No browser is started, and a check that asks a model
or reads a page is not probed.
"""

import importlib.util
import json
import os
import re
import sys
import tempfile
import types

import webarena_edits
from inert_modules import inert_modules, named_stubs
from measurand_bridge import NeedsEnvironment, NeedsModel, Refusal, Target, serve

LIBRARIES = ["aiolimiter", "beartype", "gymnasium", "matplotlib", "nltk", "numpy", "openai", "PIL", "playwright", "requests",
             "tiktoken", "tqdm", "transformers"]
OWN = ["browser_env", "llms"]  # they start browsers and model clients when they are imported
SITES = ("SHOPPING_ADMIN", "SHOPPING", "REDDIT", "GITLAB", "WIKIPEDIA", "MAP", "HOMEPAGE")
CHECKS = {"string_match", "url_match"}
TASKS = os.path.join("config_files", "test.raw.json")


def words(text):
    """Where the tokenizer of nltk is absent: words and single signs. It matters for references of one character."""
    return re.findall(r"\w+|[^\w\s]", text)


def stub_tokenizer():
    """Gives whether the real one was absent."""
    if importlib.util.find_spec("nltk") is not None:
        return False
    module = types.ModuleType("nltk.tokenize")
    module.word_tokenize = words
    sys.modules["nltk.tokenize"] = module
    return True


class Page:
    """A page of which only the address is known."""

    def __init__(self, url):
        self.url = url

    def __getattr__(self, name):
        raise NeedsEnvironment(f"the check reads {name} of a page")


class WebArena(Target):
    name, variant, scorer_kind, submission = "webarena", "test", "outcome", "opaque"
    licence = "Apache-2.0"
    edits = webarena_edits.EDITS
    truth_files = (TASKS,)

    def __init__(self, root):
        self.root = os.path.realpath(root)
        sys.path.insert(0, self.root)
        without_tokenizer = stub_tokenizer()
        with inert_modules(LIBRARIES, OWN) as finder:
            from evaluation_harness import evaluators
        self.stubs = (
            *named_stubs(finder),
            *(("nltk.tokenize.word_tokenize (words and signs)",) if without_tokenizer else ()),
            "llm_fuzzy_match and llm_ua_match (raise)",
        )
        self.evaluators = evaluators
        evaluators.llm_fuzzy_match = evaluators.llm_ua_match = self.judge
        with open(os.path.join(self.root, TASKS), encoding="utf-8") as file:
            text = file.read()
        for site in SITES:
            text = text.replace(f"__{site}__", f"http://{site.lower().replace('_', '-')}.test")
        known = json.loads(text)
        self.tasks = {str(one["task_id"]): one for one in known if set(one["eval"]["eval_types"]) <= CHECKS}

    def judge(self, *_arguments, **_named):
        self.model_attempts += 1
        raise NeedsModel("the check asks a model")

    def config(self, task):
        if task not in self.tasks:
            raise Refusal("unknown_task", f"no task {task!r}")
        return self.tasks[task]

    def list_tasks(self):
        return [{"id": task, "tags": config["eval"]["eval_types"]} for task, config in self.tasks.items()]

    def truth(self, task):
        return webarena_edits.correct(self.config(task))

    def perturb(self, task, edit):
        return webarena_edits.apply(edit, self.config(task))

    def checked(self, config, ended):
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(config, file)
            file.flush()
            check = self.evaluators.evaluator_router(file.name)
            trajectory = [{}, {"answer": ended["answer"]}]
            return check(trajectory, file.name, Page(ended["url"]), None)

    def score(self, task, submission):
        if not isinstance(submission, dict) or not all(isinstance(submission.get(k), str) for k in ("answer", "url")):
            raise Refusal("invalid_submission", "a submission has an answer and a url, both texts")
        value = self.checked(self.config(task), submission)
        return {"score": value, "passed": value >= 1}

    def grade(self, suite, case):
        by = "reference_url" if "reference_url" in case else "reference_answers"
        asked = {key: case[key] for key in (by, "url_note", "string_note") if key in case}
        rule = "url_match" if by == "reference_url" else "string_match"
        config = {"intent": case.get("intent", ""), "eval": {"string_note": "", **asked, "eval_types": [rule]}}
        return {"output": self.checked(config, {"answer": case.get("answer", ""), "url": case.get("final_url", "")})}


if __name__ == "__main__":
    serve(lambda: WebArena(sys.argv[1]))
